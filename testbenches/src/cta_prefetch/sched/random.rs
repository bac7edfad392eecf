// SPDX-License-Identifier: Apache-2.0
//! `cta_sched` under random stimulus.

use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::sched::{Checker, In};
use warpsmith_units::cta_prefetch::Sched;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::cta_prefetch::FULL_RUN;

const EVENTS: [&str; 9] = [
    "issue",
    "promotion",
    "promotion into an empty queue",
    "demotion",
    "issue of a leaving warp",
    "warp done in the queue",
    "pending warp done",
    "kernel start with warps in the queue",
    "leading CTA ends and none is left",
];

/// Events that need several CTA slots, and those that need several places in the queue.
const SEVERAL_CTAS: &str = "leading CTA ends and another follows";
const SEVERAL_ENTRIES: [&str; 2] = ["promotion in the cycle of a demotion", "done and stall in one cycle"];

/// Events that need the switches.
const CLASSES: [&str; 2] = ["leading warp promoted", "other warp promoted"];
const HOLD: &str = "place kept free by hold_fill";
const WAKES: [&str; 5] = [
    "woken warp in a free place",
    "woken warp in the place of another",
    "wake-up of a ready warp",
    "wake-up of a warp that does not live",
    "wake-up of a warp that is done in that cycle",
];
/// Those that need a queue of one place: with more, a wake-up never waits.
const RETRIES: [&str; 2] = ["wake-up tried again", "wake-up lost"];

impl Covered for Sched {
    type Memory = (u64, u64, Option<u8>);

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        events.extend((p.n_cta > 1).then_some(SEVERAL_CTAS));
        events.extend(SEVERAL_ENTRIES.iter().filter(|_| p.ready_entries > 1));
        events.extend(CLASSES.iter().filter(|_| p.ctaa_en));
        events.extend((p.ctaa_en && p.hold_fill_en).then_some(HOLD));
        events.extend(WAKES.iter().filter(|_| p.wake_en));
        events.extend(RETRIES.iter().filter(|_| p.wake_en && p.ready_entries == 1));
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    /// Live warps, leading ones, and the warp of the oldest wake-up.
    fn remember(memory: &mut (u64, u64, Option<u8>), checker: &Checker, _: &In) {
        *memory = (checker.live(), checker.lead(), checker.oldest_wake());
    }

    fn note(cycle: &Cycle<Sched>, memory: &mut (u64, u64, Option<u8>), c: &mut Coverage) {
        let (i, before, o) = (cycle.input, cycle.before, cycle.out);
        let (live, lead, wake) = *memory;
        let ready = before.ready_mask;
        let entered = o.ready_mask & !ready;
        let left = ready & !o.ready_mask;
        let done = if i.warp_done_valid { 1u64 << i.warp_done } else { 0 };
        let issued = if o.issue_valid { 1 << o.issue_warp } else { 0 };
        let woken = wake.map_or(0, |w| 1u64 << w);
        let promoted = o.st_promote && entered & woken == 0;
        c.note("issue", o.issue_valid);
        c.note("promotion", promoted);
        c.note("promotion into an empty queue", promoted && ready == 0);
        c.note("demotion", o.st_demote);
        c.note("warp done in the queue", done & ready != 0);
        c.note("pending warp done", done & !ready != 0);
        c.note("done and stall in one cycle", done & ready != 0 && ready & !done & i.w_stall != 0);
        c.note("kernel start with warps in the queue", i.kernel_start && ready != 0);
        let lead_ends = before.lead_valid && i.cta_end_valid && i.cta_end_slot == before.lead_cta;
        c.note("leading CTA ends and none is left", lead_ends && !o.lead_valid);
        c.note(SEVERAL_CTAS, lead_ends && o.lead_valid && o.lead_cta != before.lead_cta);
        c.note("promotion in the cycle of a demotion", promoted && o.st_demote);
        c.note("issue of a leaving warp", issued & left != 0);
        c.note("leading warp promoted", promoted && entered & lead != 0);
        c.note("other warp promoted", promoted && entered & lead == 0);
        let pending = live & !ready & !i.w_stall & !done;
        let full = ready.count_ones() == cycle.params.ready_entries;
        c.note(HOLD, i.hold_fill && pending != 0 && entered == 0 && !full);
        c.note("woken warp in a free place", o.st_promote && entered & woken != 0);
        c.note("woken warp in the place of another", o.st_swap);
        c.note("wake-up of a ready warp", woken & ready != 0);
        c.note("wake-up of a warp that does not live", woken & !live != 0);
        c.note("wake-up of a warp that is done in that cycle", woken & done & !ready != 0);
        c.note("wake-up lost", o.st_wakedrop);
        c.note("wake-up tried again", full && woken & pending != 0 && entered == 0);
    }
}
