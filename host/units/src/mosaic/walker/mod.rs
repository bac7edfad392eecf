// SPDX-License-Identifier: Apache-2.0
//! `mosaic_walker`: the walks that all SMs share, which honour the large bit.

mod environment;
mod invariants;
mod model;
mod ports;
mod walk;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{Flush, In, Miss, Out};
pub use walk::{Found, Page, Walk};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `mosaic_walker`.
pub struct Walker;

impl Module for Walker {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_walker";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        (i.miss_valid, i.wd_valid, i.root_we, i.flush_valid) = (0, false, false, false);
    }
}
