// SPDX-License-Identifier: Apache-2.0
//! `cta_sched`: two-level warp scheduler that lets the leading warp of each CTA go first.

mod environment;
mod invariants;
mod model;
mod ports;
mod queues;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{In, Out};
pub use queues::{Events, Issue, State};

use super::params::Params;
use crate::{Module, SoftwarePort};

/// The module `cta_sched`.
pub struct Sched;

impl Module for Sched {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "cta_sched";

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::count("st_promote", 0x00),
            SoftwarePort::count("st_demote", 0x04),
            SoftwarePort::count("st_swap", 0x08),
            SoftwarePort::count("st_wakedrop", 0x0c),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn end_pulses(i: &mut In) {
        i.kernel_start = false;
        i.cta_start_valid = false;
        i.cta_end_valid = false;
        i.warp_done_valid = false;
        i.wake_valid = false;
    }
}
