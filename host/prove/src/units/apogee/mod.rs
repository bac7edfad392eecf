// SPDX-License-Identifier: Apache-2.0
//! What is proved of APOGEE.

mod lines;
mod loads;
mod table;
mod training;
mod walker;

use lines::{apogee_generator, apogee_queue};
use loads::{apogee_intake, apogee_line, apogee_outcome, apogee_quotient};
use table::{apogee_states, apogee_triggers, apogee_victim};
use training::apogee_training;
use walker::apogee_walker;

use crate::engine::Engine;
use crate::properties::{invariants, models, verilog, Proofs, Property};

pub(crate) const PROOFS: Proofs =
    Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: verilog!("apogee/entries.v") };

const INVARIANTS: &[Property] = invariants! {
    "apogee";
    "apogee" "tiny" "apogee":
        "i01_unique" "i02_distance" "i03_states" "i04_jobs" "i07_distance" "i08_queue" "i09_confirmed" "i09_entries" "i10_flush";
};

const EQUALITIES: &[Property] = models! {
    "apogee";
    "apogee_intake" "tiny" "apogee_intake_model" apogee_intake Engine::Induction(1);
    "apogee_line" "tiny" "apogee_line_model" apogee_line Engine::Pdr;
    "apogee_quotient" "tiny" "apogee_quotient_model" apogee_quotient Engine::Induction(1);
    "apogee_outcome" "tiny" "apogee_outcome_model" apogee_outcome Engine::Induction(1);
    "apogee_victim" "tiny" "apogee_victim_model" apogee_victim Engine::Induction(1);
    "apogee_states" "tiny" "apogee_states_model" apogee_states Engine::Induction(1);
    "apogee_triggers" "tiny" "apogee_triggers_model" apogee_triggers Engine::Induction(1);
    "apogee_training" "tiny" "apogee_training_model" apogee_training Engine::Induction(1);
    "apogee_generator" "tiny" "apogee_generator_model" apogee_generator Engine::Induction(1);
    "apogee_queue" "tiny" "apogee_queue_model" apogee_queue Engine::Induction(1);
    "apogee_walker" "tiny" "apogee_walker_model" apogee_walker Engine::Bounded(8);
};
