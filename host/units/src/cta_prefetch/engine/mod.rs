// SPDX-License-Identifier: Apache-2.0
//! `cta_pf_engine`: base addresses of each CTA's loads, strides of loads, and the generator of prefetches.

mod arithmetic;
mod environment;
mod generator;
mod invariants;
mod learning;
mod model;
mod ports;
mod tables;

pub use environment::Environment;
pub use generator::{Generator, Job, Request, Target};
pub use invariants::Checker;
pub use learning::{lesson, mispredicted, neighbours, stride, Lesson, Load, Registered, Trained, BASES};
pub use model::{Model, State};
pub use ports::{Addresses, In, Out};

use super::params::Params;
use crate::{Module, SoftwarePort};

/// The module `cta_pf_engine`.
pub struct Engine;

impl Module for Engine {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "cta_pf_engine";

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::count("st_reg", 0x00),
            SoftwarePort::count("st_stride", 0x04),
            SoftwarePort::count("st_nonstride", 0x08),
            SoftwarePort::count("st_verify", 0x0c),
            SoftwarePort::count("st_mis", 0x10),
            SoftwarePort::count("st_jobdrop", 0x14),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        i.kernel_start = false;
        i.cta_start_valid = false;
        i.cta_end_valid = false;
        i.ld_valid = false;
    }
}
