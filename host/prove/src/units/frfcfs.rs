// SPDX-License-Identifier: Apache-2.0
//! What is proved of FR-FCFS.

use warpsmith_units::arbiter;
use warpsmith_units::frfcfs::params::Params;
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::properties::{invariants, models, verilog, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs {
    invariants: INVARIANTS,
    equalities: EQUALITIES,
    common: concat!(verilog!("frfcfs/winner.v"), verilog!("frfcfs/progress.v")),
};

const INVARIANTS: &[Property] = invariants! {
    "frfcfs";
    "frfcfs" "tiny" "frfcfs": "i02_requests";
    "frfcfs" "tiny" "dram_controller": "i10_timing";
    "frfcfs" "tiny" "frfcfs": "i12_occupancy" "i12_winner" "i12_order" "i12_progress";
    "frfcfs" "tiny_collapse" "frfcfs": "i02_requests";
    "frfcfs" "tiny_collapse" "dram_controller": "i10_timing";
    "frfcfs" "tiny_collapse" "frfcfs": "i12_occupancy" "i12_winner_collapse" "i12_order_collapse" "i12_progress_collapse";
    "frfcfs" "tiny_two_cycles" "frfcfs": "i02_requests";
    "frfcfs" "tiny_two_cycles" "dram_controller": "i10_timing";
    "frfcfs" "tiny_two_cycles" "frfcfs": "i12_occupancy" "i12_winner" "i12_order" "i12_progress";
};

const EQUALITIES: &[Property] = models! {
    "frfcfs";
    "first_set" "small_collapse" "first_set_model" first_set Engine::Pdr;
    "dram_timing" "tiny" "dram_timing_model" dram_timing Engine::Induction(1);
};

/// Row state and timing: `dram_timing`.
fn dram_timing(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    super::dram_timing::dram_timing(c, &Params::named(configuration)?.channel);
    Ok(())
}

/// `first_set`: the same with the order fixed.
fn first_set(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let requests = c.input("requests");
    let index = arbiter::first(requests, Symbol::from(0));
    c.equal("index", index);
    c.equal("first", requests.any().select(Symbol::one_at(index), Symbol::from(0)));
    Ok(())
}
