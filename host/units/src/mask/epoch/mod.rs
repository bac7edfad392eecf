// SPDX-License-Identifier: Apache-2.0
//! `mask_epoch`: counts an epoch, and makes tokens, bypass bits and quotas of it.

mod counting;
mod decisions;
mod environment;
mod invariants;
mod model;
mod ports;

pub use counting::{most_walks, one_more, with_accesses, MOST_ACCESSES, MOST_LOOKUPS, MOST_WALKS};
pub use decisions::{bypass_bits, miss_rate, quotas, share_out, App, Change, Core, Looks};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Applied, Counters, Model, State};
pub use ports::{In, Out};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `mask_epoch`.
pub struct Epoch;

impl Module for Epoch {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mask_epoch";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(params: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("app_active", 0x00, 0),
            SoftwarePort::setting("core_on", 0x08, 0),
            SoftwarePort::count("epoch_tick", 0x10),
            SoftwarePort::status("bypass_bits", 0x14),
            SoftwarePort::settings("core_app", 0x100, params.app_width(), vec![]),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).registered()
    }

    fn end_pulses(i: &mut In) {
        (i.res_valid, i.l2_acc, i.l2_hit) = (0, 0, 0);
    }
}
