// SPDX-License-Identifier: Apache-2.0
//! `het_dispatch`: which SM gets the next thread block. Kernels that need ILP go to the ILP SMs, the others to the TLP SMs.

mod environment;
mod invariants;
mod model;
mod ports;
mod state;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};
pub use state::{Kernel, Launch, Resources, State};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `het_dispatch`.
pub struct Dispatch;

impl Module for Dispatch {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "het_dispatch";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![SoftwarePort::setting("pool", 0x00, 0)]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).registered()
    }

    fn end_pulses(i: &mut In) {
        (i.k_valid, i.d_valid) = (false, false);
    }
}
