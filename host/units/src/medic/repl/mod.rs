// SPDX-License-Identifier: Apache-2.0
//! `medic_repl`: which line of a set of an L2 bank leaves, by the types of the warps that used them and the order of use.

mod environment;
mod invariants;
mod model;
mod order;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use order::{Set, Victim, ALLOC, INVAL, TOUCH_HIT};
pub use ports::{In, Out};

use super::params::Params;
use crate::Module;

/// The module `medic_repl`.
pub struct Repl;

impl Module for Repl {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "medic_repl";

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        i.op_valid = false;
    }
}
