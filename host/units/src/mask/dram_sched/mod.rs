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
use crate::{Module, SoftwarePort};

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

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("app_active", 0x00, 0),
            SoftwarePort::status("occ_golden", 0x04),
            SoftwarePort::status("occ_silver", 0x08),
            SoftwarePort::status("occ_normal", 0x0c),
            SoftwarePort::status("silver_app", 0x10),
        ]
    }

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
