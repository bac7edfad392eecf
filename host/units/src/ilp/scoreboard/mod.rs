// SPDX-License-Identifier: Apache-2.0
//! `ilp_scoreboard`: result entries that all warps of an SM share, each warp's in a list from which they commit in order.

mod environment;
mod invariants;
mod model;
mod ports;
mod state;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Instruction, Out, BARRIER, BRANCH, LOAD, STORE};
pub use state::{Engine, Entry, State, Warp};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `ilp_scoreboard`.
pub struct Scoreboard;

impl Module for Scoreboard {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "ilp_scoreboard";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("sb_en", 0x00, params.sb_en.into()),
            SoftwarePort::status("free_count", 0x04),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).registered()
    }

    fn end_pulses(i: &mut In) {
        let (sb_en, cm_ready) = (i.sb_en, i.cm_ready);
        *i = In { sb_en, cm_ready, ..In::default() };
    }
}
