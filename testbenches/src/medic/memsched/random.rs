// SPDX-License-Identifier: Apache-2.0
//! `medic_memsched` under random stimulus.

use warpsmith_units::dram_timing::{Command, ControllerOut, Request};
use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::Memsched;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::dram;
use crate::medic::FULL_RUN;

const EVENTS: [&str; 6] = [
    "low queue full, high one not",
    "high queue full, low one not",
    "both queues full",
    "low command while a high request waits",
    "low hit waits for a high request of its bank",
    "PRE that a hit of the other queue does not stop",
];

/// The event that needs the parameter.
const STARVED: &str = "low request has waited for too long";

impl Covered for Memsched {
    type Memory = ();

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = [&EVENTS[..], &dram::EVENTS].concat();
        events.extend((p.lo_starve_limit > 0).then_some(STARVED));
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Memsched>, _: &mut (), c: &mut Coverage) {
        let (p, o, state) = (cycle.params, cycle.out, cycle.model.state());
        let [lo, hi] = &state.queues;
        dram::note(cycle, c);
        c.note("low queue full, high one not", !o.rdy_lo && o.rdy_hi);
        c.note("high queue full, low one not", !o.rdy_hi && o.rdy_lo);
        c.note("both queues full", !o.rdy_hi && !o.rdy_lo);
        c.note(STARVED, p.lo_starve_limit > 0 && state.lo_wait == p.lo_starve_limit);
        let hit = |r: &&Request| cycle.model.open_row(r.bank) == Some(r.row);
        let wanted = |bank: u8| hi.iter().any(|r| r.bank == bank);
        c.note("low hit waits for a high request of its bank", lo.iter().filter(hit).any(|r| wanted(r.bank)));
        let Some(issue) = o.command() else { return };
        let id = issue.request.id;
        let of_lo = lo.iter().any(|r| r.id == id);
        c.note("low command while a high request waits", of_lo && !hi.is_empty());
        let hits = |queue: &[Request]| queue.iter().filter(hit).any(|r| r.bank == issue.request.bank);
        let stopped = if of_lo { hits(hi) } else { hits(lo) };
        c.note("PRE that a hit of the other queue does not stop", issue.command == Command::Pre && stopped);
    }
}
