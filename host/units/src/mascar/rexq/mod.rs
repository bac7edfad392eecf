// SPDX-License-Identifier: Apache-2.0
//! `mascar_rexq`: the cache access re-execution queue beside an SM's load/store unit.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{In, Offsets, Out};

use super::params::Params;
use crate::Module;

/// The module `mascar_rexq`.
pub struct Rexq;

impl Module for Rexq {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mascar_rexq";

    fn model(params: &Params) -> Model {
        Model::new(params)
    }
}
