// SPDX-License-Identifier: Apache-2.0
//! `medic_profiler`: the type of each warp of an SM by how often its requests hit in the L2.

mod classify;
mod environment;
mod invariants;
mod model;
mod ports;
mod table;
mod tuner;

pub use classify::{
    type2, type5, ALL_HIT, BALANCED, MISS, MOSTLY_HIT, TYPE5_ALL_HIT, TYPE5_ALL_MISS, TYPE5_BALANCED,
    TYPE5_MOSTLY_HIT, TYPE5_MOSTLY_MISS,
};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};
pub use table::{Events, State};
pub use tuner::{next_step, percent, sampled, Pair};

use super::params::Params;
use crate::{Module, SoftwarePort};

/// The module `medic_profiler`.
pub struct Profiler;

impl Module for Profiler {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "medic_profiler";

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::status("lo_pct_o", 0x00),
            SoftwarePort::count("ev_classify", 0x04),
            SoftwarePort::count("epoch_pulse", 0x08),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).registered()
    }

    fn end_pulses(i: &mut In) {
        (i.alloc_valid, i.q_valid, i.r_valid) = (false, false, false);
    }
}
