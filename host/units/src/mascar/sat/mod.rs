// SPDX-License-Identifier: Apache-2.0
//! `mascar_sat`: the saturation detector of an SM's L1.

mod environment;
mod invariants;
mod model;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{saturated, Model};

use super::params::Params;
use crate::ports::ports;
use crate::{clog2, Module};

ports! {
    /// Inputs of `mascar_sat` in one SM cycle (specification section 5.1).
    pub struct In: In, p: Params;
    /// MSHRs of the L1 in use.
    mshr_used: u32 = clog2(p.mshr_entries + 1);
    /// Entries of the L1's miss queue in use.
    mq_used: u32 = clog2(p.mq_entries + 1);
    /// The texture cache is saturated.
    sat_tex: bool = 1;
    /// The constant cache is saturated.
    sat_const: bool = 1;
}

ports! {
    /// Outputs of `mascar_sat`, as seen in the following cycle.
    pub struct Out: Out, _p: Params;
    /// Memory access priority mode: some cache was saturated.
    mp: bool = 1;
}

/// The module `mascar_sat`.
pub struct Sat;

impl Module for Sat {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mascar_sat";

    fn model(params: &Params) -> Model {
        Model::new(params)
    }
}
