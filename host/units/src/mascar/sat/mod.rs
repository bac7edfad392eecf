// SPDX-License-Identifier: Apache-2.0
//! `mascar_sat`: the saturation detector of an SM's L1.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{saturated, Model};
pub use ports::{In, Out};

use super::params::Params;
use crate::Module;

/// The module `mascar_sat`.
pub struct Sat;

impl Module for Sat {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mascar_sat";

    fn model(params: &Params) -> Model {
        Model::new(params)
    }
}
