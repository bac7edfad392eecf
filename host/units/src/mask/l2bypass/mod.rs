// SPDX-License-Identifier: Apache-2.0
//! `mask_l2bypass`: whether a walk read goes past the L2 cache.

mod decision;
mod environment;
mod invariants;
mod model;
mod ports;

pub use decision::{bypasses, is_leader, Read};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `mask_l2bypass`.
pub struct L2Bypass;

impl Module for L2Bypass {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mask_l2bypass";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![SoftwarePort::setting("en_l2bypass", 0x00, params.en_l2bypass.into())]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }
}
