// SPDX-License-Identifier: Apache-2.0
//! `mascar_sched` under random stimulus.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sched::{Checker, In};
use warpsmith_units::mascar::Sched;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::mascar::FULL_RUN;

const EVENTS: [&str; 13] = [
    "EP: memory instruction",
    "EP: computation",
    "MP: memory instruction of the owner",
    "MP: memory instruction without an owner",
    "MP: computation",
    "owner from a memory instruction",
    "owner from the queue's head",
    "no owner from a head that leaves the queue",
    "release: MP over",
    "release: barrier, fence or exit",
    "release: needs its own load",
    "owner that needs its own load",
    "stalled by the owner",
];

/// Events that need several schedulers.
const SEVERAL: [&str; 2] = ["computation beside a memory instruction", "memory-ready scheduler computes"];

/// Events that need the parameter of the same name.
const GRANDFATHER: &str = "MP: memory instruction of a grandfathered warp";
const WAITS: &str = "owner waits for unsent requests";

impl Covered for Sched {
    type Memory = (Option<u8>, u64);

    fn events(params: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        if params.n_sched > 1 {
            events.extend(SEVERAL);
        }
        events.extend(params.grandfather.then_some(GRANDFATHER));
        events.extend(params.release_waits.then_some(WAITS));
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    /// The owner, and the grandfathered warps.
    fn remember(memory: &mut (Option<u8>, u64), checker: &Checker, _: &In) {
        *memory = (checker.owner(), checker.grand());
    }

    fn note(cycle: &Cycle<Sched>, memory: &mut (Option<u8>, u64), c: &mut Coverage) {
        let (i, o) = (cycle.input, cycle.out);
        let (owner, grand) = *memory;
        let comp = o.grant_v & !o.grant_mem;
        let memory = (0..cycle.params.n_sched)
            .filter_map(|s| o.grant(s, cycle.params))
            .find(|g| g.mem)
            .map(|g| g.warp);
        let has = |mask: u64| owner.is_some_and(|w| mask >> w & 1 == 1);
        c.note("EP: memory instruction", !i.mp && memory.is_some());
        c.note("EP: computation", !i.mp && comp != 0);
        c.note("MP: memory instruction of the owner", i.mp && owner.is_some() && memory == owner);
        c.note("MP: memory instruction without an owner", i.mp && owner.is_none() && memory.is_some());
        c.note("MP: computation", i.mp && comp != 0);
        let of_grand = memory.is_some_and(|w| grand >> w & 1 == 1);
        c.note(GRANDFATHER, i.mp && owner.is_some() && memory != owner && of_grand);
        c.note("computation beside a memory instruction", memory.is_some() && comp != 0);
        let ready_mem = i.slot_live & !i.at_barrier & o.wst_mem & !o.wst_stall;
        let several = memory.is_some() && comp != 0 && !i.mp && ready_mem.count_ones() > 1;
        c.note("memory-ready scheduler computes", several);
        let acquired = owner.is_none() && o.owner_v;
        c.note("owner from a memory instruction", acquired && memory.is_some());
        c.note("owner from the queue's head", acquired && memory.is_none());
        let from_head = i.mp && owner.is_none() && ready_mem == 0;
        c.note("no owner from a head that leaves the queue", from_head && i.rexq_head_leaves);
        let released = owner.is_some() && !o.owner_v;
        let gone = has(i.at_barrier | i.at_fence | i.exited);
        let needs = has(i.ib_valid & i.dep_ll);
        c.note("release: MP over", released && !i.mp);
        c.note("release: barrier, fence or exit", released && i.mp && gone && !needs);
        c.note("release: needs its own load", released && i.mp && !gone && has(i.slot_live) && needs);
        c.note("owner that needs its own load", owner.is_some() && needs);
        c.note(WAITS, i.mp && needs && !gone && has(i.lsu_has | i.rexq_has) && !released);
        let stalled = o.wst_mem & o.wst_stall & i.ops_ready & !i.rexq_has;
        c.note("stalled by the owner", stalled != 0);
    }
}
