// SPDX-License-Identifier: Apache-2.0
//! `medic_memsched`: DRAM scheduler of a channel with a queue of high and one of low priority, each row hits first, then the
//! oldest.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{In, Out};

use super::params::Params;
use crate::dram_timing::ControllerIn;
use crate::Module;

/// The module `medic_memsched`.
pub struct Memsched;

impl Module for Memsched {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "medic_memsched";

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        i.present(None);
    }
}
