// SPDX-License-Identifier: Apache-2.0
//! `mosaic_migrator` under random stimulus.

use warpsmith_units::mosaic::migrator::{BULK, WR8, WR_LINE};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::Migrator;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 7] = [
    "line written",
    "page copied inside DRAM",
    "entry written",
    "operation waits",
    "as many lines under way as there may be",
    "command over",
    "command in the cycle in which the last one is over",
];

impl Covered for Migrator {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 15
    }

    fn note(cycle: &Cycle<Migrator>, (): &mut (), c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let offers = |op| o.m_valid && o.m_op == op;
        c.note("line written", offers(WR_LINE));
        c.note("page copied inside DRAM", offers(BULK));
        c.note("entry written", offers(WR8));
        c.note("operation waits", before.m_valid && !i.m_ready);
        c.note(
            "as many lines under way as there may be",
            cycle.model.state().used().count_ones() == p.mig_out,
        );
        c.note("command over", o.done);
        c.note("command in the cycle in which the last one is over", before.done && i.cmd_valid);
    }
}
