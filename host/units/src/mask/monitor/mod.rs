// SPDX-License-Identifier: Apache-2.0
//! `mask_monitor`: how many warps of an SM have issued in an epoch, and how many a page has stalled at most.

mod environment;
mod invariants;
mod model;
mod ports;
mod state;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};
pub use state::{Issue, State};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `mask_monitor`.
pub struct Monitor;

impl Module for Monitor {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mask_monitor";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        (i.issue_valid, i.stalled, i.tick) = (0, 0, false);
    }
}
