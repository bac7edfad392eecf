// SPDX-License-Identifier: Apache-2.0
//! `frfcfs` under random stimulus.

use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::frfcfs::FrFcfs;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::dram;

const FULL: &str = "buffer full";
const GPUS_FULL: &str = "GPUs refused, CPUs accepted";
const URGENT: &str = "request becomes urgent";

/// Requests of the random traffic rarely wait for longer than this.
const LONG_WAIT: u64 = 1 << 11;

impl Covered for FrFcfs {
    type Memory = u32;

    fn events(params: &Params) -> Vec<&'static str> {
        let mut events = [&[FULL][..], &dram::EVENTS].concat();
        if params.channel.n_cpu > 0 {
            events.push(GPUS_FULL);
        }
        if params.age_mode == AgeMode::Timestamp && 1 << (params.age_bits - 2) < LONG_WAIT {
            events.push(URGENT);
        }
        events
    }

    fn full_run(_: &Params) -> u64 {
        200_000
    }

    fn note(cycle: &Cycle<FrFcfs>, memory: &mut u32, c: &mut Coverage) {
        let (o, model) = (cycle.out, cycle.model);
        dram::note(cycle, c);
        c.note(FULL, o.src_ready == 0);
        c.note(GPUS_FULL, o.src_ready == (1 << cycle.params.channel.n_cpu) - 1 && o.src_ready != 0);
        let urgent = model.state().0.buffer.urgent;
        c.note(URGENT, urgent > *memory);
        *memory = urgent;
    }
}
