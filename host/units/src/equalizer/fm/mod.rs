// SPDX-License-Identifier: Apache-2.0
//! `eq_fm`: the chip's frequency manager.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State, Votes};
pub use ports::{In, Out, VOTE_WORDS};

use super::params::Params;
use crate::{Module, SoftwarePort, Wide};

/// The module `eq_fm`.
pub struct EqFm;

impl Module for EqFm {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "eq_fm";
    const TRACED: &'static [&'static str] = Self::BUILT_IN;

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("mode", 0x00, 0),
            SoftwarePort::status("sm_level", 0x04),
            SoftwarePort::status("mem_level", 0x08),
            SoftwarePort::status("vr_busy", 0x0c),
            SoftwarePort::count("sm_change", 0x10),
            SoftwarePort::count("mem_change", 0x14),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(_: &Params, _: &In) -> Out {
        Out { sm_level: 1, mem_level: 1, ..Out::default() }
    }

    fn end_pulses(input: &mut In) {
        (input.vote_valid, input.vote) = (0, Wide::ZERO);
    }
}
