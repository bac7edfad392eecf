// SPDX-License-Identifier: Apache-2.0
//! `medic_route`: whether a request at an input port of the L2 bypasses it, allocates, and goes first in DRAM.

mod decision;
mod environment;
mod invariants;
mod model;
mod ports;

pub use decision::{route, Decision, Request, DATA_RD, DATA_WR, INSTR, OTHER};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};

use super::params::Params;
use crate::{Module, SoftwarePort};

/// The module `medic_route`.
pub struct Route;

impl Module for Route {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "medic_route";

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("wbyp_en", 0x00, params.wbyp_en.into()),
            SoftwarePort::setting("wms_en", 0x04, params.wms_en.into()),
            SoftwarePort::count("bypass", 0x08),
            SoftwarePort::count("hi", 0x0c),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        i.valid = false;
    }
}
