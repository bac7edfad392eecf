// SPDX-License-Identifier: Apache-2.0
//! `mosaic_migrator`: moves a base page to another frame, line by line or inside DRAM.

mod environment;
mod invariants;
mod model;
mod ports;
mod state;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out, BULK, RD_LINE, WR8, WR_LINE};
pub use state::{Command, State};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `mosaic_migrator`.
pub struct Migrator;

impl Module for Migrator {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_migrator";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![SoftwarePort::count("done", 0x00)]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        (i.cmd_valid, i.a_valid) = (false, false);
    }
}
