// SPDX-License-Identifier: Apache-2.0
//! `mosaic_l2_tlb`: the TLB that all SMs share, for base pages and large ones.

mod environment;
mod flush;
mod invariants;
mod model;
mod ports;

pub use environment::Environment;
pub use flush::{Flushing, Step};
pub use invariants::Checker;
pub use model::{Lookup, Model, State};
pub use ports::{Answer, In, Out};

use super::params::Params;
use super::BENCHED;
use crate::Module;

/// The module `mosaic_l2_tlb`.
pub struct L2Tlb;

impl Module for L2Tlb {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_l2_tlb";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        (i.lk_valid, i.wrsp_valid, i.root_we, i.fl_valid, i.l1fl_ack) = (0, false, false, false, 0);
    }
}
