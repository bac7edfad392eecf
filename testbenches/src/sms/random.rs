// SPDX-License-Identifier: Apache-2.0
//! `sms` under random stimulus.

use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::Sms;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::dram;

const EVENTS: [&str; 7] = [
    "picked shortest job first",
    "picked round robin",
    "batch of one",
    "batch of several",
    "full batch",
    "batch too old",
    "drain stalls",
];

/// Only CPUs have classes.
const CLASS_CHANGES: &str = "class changes";
/// With `low_path`.
const OWN_PATH: &str = "own path";
const OWN_PATH_BESIDE: &str = "own path beside a batch";

impl Covered for Sms {
    type Memory = u64;

    fn events(params: &Params) -> Vec<&'static str> {
        let mut events = [&EVENTS[..], &dram::EVENTS].concat();
        if params.channel.n_cpu > 0 {
            events.push(CLASS_CHANGES);
        }
        if params.low_path {
            events.extend([OWN_PATH, OWN_PATH_BESIDE]);
        }
        events
    }

    fn full_run(_: &Params) -> u64 {
        200_000
    }

    fn note(cycle: &Cycle<Sms>, memory: &mut u64, c: &mut Coverage) {
        let (i, before, o, model) = (cycle.input, cycle.before, cycle.out, cycle.model);
        dram::note(cycle, c);
        c.note("picked shortest job first", o.stat_pick && o.stat_sjf);
        c.note("picked round robin", o.stat_pick && !o.stat_sjf);
        c.note("batch of one", o.stat_batch_len == 1);
        c.note("batch of several", o.stat_batch_len > 1);
        let depth = cycle.params.depth(o.stat_pick_src.into());
        c.note("full batch", o.stat_pick && u32::from(o.stat_batch_len) == depth);
        c.note(CLASS_CHANGES, o.stat_class != before.stat_class);
        let state = model.state().0;
        c.note(OWN_PATH, state.direct.is_some());
        let batch = state.scheduler.active().or(state.scheduler.drained());
        c.note(OWN_PATH_BESIDE, state.direct.is_some() && batch.is_some());
        let arrived = if i.req_valid { 1 << i.req_src } else { 0 };
        let closed = *memory & state.formation.closed & !arrived;
        c.note("batch too old", closed != 0 && i.cfg_gb_thr == 0);
        *memory = state.formation.occupied & !state.formation.closed;
        let stalled = state.scheduler.active().is_some_and(|batch| {
            let head = state.formation.sources[usize::from(batch.src)].fifo.front();
            let bank = head.map_or(0, |e| usize::from(e.request.bank));
            state.commands.banks[bank].len() == cycle.params.dcs_fifo as usize
        });
        c.note("drain stalls", stalled);
    }
}
