// SPDX-License-Identifier: Apache-2.0
//! `mask_dram_sched`: the order of the requests of a DRAM channel. Walk reads go first, then the application whose turn it is.

mod environment;
mod invariants;
mod model;
mod ports;
mod queues;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out, GOLDEN, NORMAL, SILVER};
pub use queues::{Banks, Request, State};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `mask_dram_sched`.
pub struct DramSched;

impl Module for DramSched {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mask_dram_sched";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).registered()
    }

    fn end_pulses(i: &mut In) {
        (i.x_valid, i.d_valid, i.tick, i.epoch_tick) = (false, false, false, false);
    }
}
