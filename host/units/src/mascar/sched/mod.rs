// SPDX-License-Identifier: Apache-2.0
//! `mascar_sched`: warp status table, warp readiness checker with the owner warp, and the picks of the schedulers.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{AgeRanks, Grant, In, Out};

use super::params::Params;
use crate::Module;

/// The module `mascar_sched`.
pub struct Sched;

impl Module for Sched {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mascar_sched";

    fn model(params: &Params) -> Model {
        Model::new(params)
    }
}
