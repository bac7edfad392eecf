// SPDX-License-Identifier: Apache-2.0
//! `mosaic_xlat`: the TLB that all SMs share with its walker, as section 5 has them.

mod environment;
mod invariants;
mod model;
mod ports;
mod tables;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{In, Out};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `mosaic_xlat`.
pub struct Xlat;

impl Module for Xlat {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_xlat";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        (i.lk_valid, i.wd_valid, i.root_we, i.fl_valid, i.l1fl_ack) = (0, false, false, false, 0);
    }
}
