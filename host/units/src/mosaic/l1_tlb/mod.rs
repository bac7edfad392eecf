// SPDX-License-Identifier: Apache-2.0
//! `mosaic_l1_tlb`: the TLB of an SM, for base pages and large ones.

mod environment;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, Mshr, State};
pub use ports::{In, Out};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `mosaic_l1_tlb`.
pub struct L1Tlb;

impl Module for L1Tlb {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_l1_tlb";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        (i.lk_valid, i.fill_valid, i.flush_valid) = (false, false, false);
    }
}
