// SPDX-License-Identifier: Apache-2.0
//! `sb_data`: the results of the scoreboard's entries.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `sb_data`.
pub struct SbData;

impl Module for SbData {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "sb_data";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        (i.wa_valid, i.wl_valid) = (false, false);
    }
}
