// SPDX-License-Identifier: Apache-2.0
//! SMS: the staged memory scheduler, a DRAM controller made of FIFOs (Ausavarungnirun et al. 2012;
//! Ausavarungnirun 2017, ch. 5).

mod commands;
mod environment;
mod formation;
mod invariants;
mod model;
pub mod params;
mod ports;
mod scheduler;

pub use commands::CommandScheduler;
pub use environment::Environment;
pub use formation::{Entry, Formation, SourceQueue};
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{pack_thresholds, In, Out, AGE_BITS, THRESHOLDS};
pub use scheduler::{Batch, BatchScheduler, Choice};

use crate::dram_timing::ControllerIn;
use crate::{Description, Module, Purpose, SoftwarePort};
use params::Params;

/// What the library says about SMS.
pub const DESCRIPTION: Description = Description {
    about: "staged memory scheduler: batches per source, batch scheduler, command FIFOs per bank",
    source: "Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5",
    place: "memory controller, once per channel",
    blocks: &[
        ("sms_batch_former", Purpose::Buffers),
        ("sms_batch_scheduler", Purpose::Selection),
        ("sms_command_scheduler", Purpose::Legality),
    ],
};

/// The module `sms`.
pub struct Sms;

impl Module for Sms {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "sms";
    const BUILT_IN: &'static [&'static str] = &["paper", "gtx480"];
    const BENCHED: &'static [&'static str] = &["paper", "cpu4", "gtx480", "small", "variant", "tiny"];

    fn software(params: &Params) -> Vec<SoftwarePort> {
        let thresholds = [params.thr_low, params.thr_med, params.thr_high, params.thr_gpu];
        vec![
            SoftwarePort::setting("cfg_p_q10", 0x00, params.p_q10.into()),
            SoftwarePort::setting("cfg_gb_thr", 0x04, params.gb_thr.into()),
            SoftwarePort::settings("cfg_thr", 0x10, AGE_BITS, thresholds.map(u64::from).to_vec()),
            SoftwarePort::count("stat_pick", 0x20),
            SoftwarePort::count("stat_sjf", 0x24),
            SoftwarePort::status("stat_class", 0x28),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(input: &mut In) {
        input.present(None);
        (input.cpl_valid, input.cpl_src) = (false, 0);
    }
}
