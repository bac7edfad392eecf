// SPDX-License-Identifier: Apache-2.0
//! `eq_sm`: the per-SM half of Equalizer.

mod decision;
mod environment;
mod invariants;
mod model;
mod ports;
mod warps_of_cta;

pub use decision::{arm, decide, Action, Arm, Sums};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{cta_of, set_cta_of, In, Out, WarpCta};

use super::params::Params;
use crate::{Module, SoftwarePort};

/// The module `eq_sm`.
pub struct EqSm;

impl Module for EqSm {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "eq_sm";
    const TRACED: &'static [&'static str] = Self::BUILT_IN;

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::setting("en", 0x00, 1),
            SoftwarePort::status("num_blocks", 0x04),
            SoftwarePort::count("vote_valid", 0x08),
            SoftwarePort::status("dbg_acc_active", 0x10),
            SoftwarePort::status("dbg_acc_wait", 0x14),
            SoftwarePort::status("dbg_acc_xalu", 0x18),
            SoftwarePort::status("dbg_acc_xmem", 0x1c),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(_: &Params, input: &In) -> Out {
        Out { num_blocks: 1, gwde_req: !input.gwde_empty, ..Out::default() }
    }

    fn end_pulses(input: &mut In) {
        (input.kernel_start, input.cta_launch, input.cta_done) = (false, 0, 0);
    }
}
