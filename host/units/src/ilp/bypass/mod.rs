// SPDX-License-Identifier: Apache-2.0
//! `ilp_bypass`: which operands come from the last EX stage, and when a value can be used.

mod environment;
mod invariants;
mod model;
mod ports;
mod state;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};
pub use state::{Events, Issue, Kill, State};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `ilp_bypass`.
pub struct Bypass;

impl Module for Bypass {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "ilp_bypass";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![SoftwarePort::setting("bypass_en", 0x00, params.bypass_en.into())]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        *i = In { bypass_en: i.bypass_en, ..In::default() };
    }
}
