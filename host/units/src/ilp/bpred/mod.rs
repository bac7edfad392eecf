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
use crate::{Module, SoftwarePort};

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

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("mode", 0x00, params.bp_mode as u64),
            SoftwarePort::count("pr_valid", 0x04),
            SoftwarePort::count("rs_mis", 0x08),
            SoftwarePort::count("rs_div", 0x0c),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        (i.lk_valid, i.rs_valid) = (false, false);
    }
}
