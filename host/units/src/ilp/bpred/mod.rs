// SPDX-License-Identifier: Apache-2.0
//! `simt_bpred`: which way a warp's conditional branch goes. A branch whose threads diverge is never predicted wrongly.

mod environment;
mod invariants;
mod model;
mod ports;
mod resolve;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{In, Out};
pub use resolve::{counted, Branch, Resolution};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `simt_bpred`.
pub struct Bpred;

impl Module for Bpred {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "simt_bpred";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        (i.lk_valid, i.rs_valid) = (false, false);
    }
}
