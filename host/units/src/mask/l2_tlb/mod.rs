// SPDX-License-Identifier: Apache-2.0
//! `mask_l2_tlb`: the shared L2 TLB with its bypass cache and the page table walker.

mod contexts;
mod environment;
mod invariants;
mod model;
mod ports;
mod store;
mod walks;

pub use contexts::{may_fill, Contexts};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{In, Out};
pub use store::{Frame, Page, Store};
pub use walks::{Lookup, Read, Root, Walk, Walks};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `mask_l2_tlb`.
pub struct L2Tlb;

impl Module for L2Tlb {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mask_l2_tlb";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("en_tokens", 0x00, params.en_tokens.into()),
            SoftwarePort::count("wrsp_walk", 0x04),
            SoftwarePort::count("wrsp_fault", 0x08),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        (i.lk_valid, i.wd_valid, i.root_we, i.flush_req) = (0, false, false, false);
    }
}
