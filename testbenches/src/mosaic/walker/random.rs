// SPDX-License-Identifier: Apache-2.0
//! `mosaic_walker` under random stimulus.

use warpsmith_units::mosaic::entry::Entry;
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::walker::{Flush, In, Miss, State, Walk};
use warpsmith_units::mosaic::Walker;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 18] = [
    "walk ends in a base page",
    "walk ends in a large page",
    "walk ends in a fault",
    "walk of several SMs ends",
    "walk ends with a lookup of its last cycle",
    "lookup joins a walk",
    "lookups of one page in one cycle",
    "lookup refused, all walks in use",
    "entry above read once more",
    "disabled base page at the second read",
    "read waits",
    "flush of a large page",
    "flush of an address space",
    "flush of all",
    "walk that reads is poisoned",
    "walk that is over begins anew",
    "entry that comes with its flush",
    "root written",
];

impl Covered for Walker {
    /// The walks as the cycle began.
    type Memory = Option<State>;

    fn events(p: &Params) -> Vec<&'static str> {
        let of_two = |event: &&str| p.l2_ports == 2 || *event != "lookups of one page in one cycle";
        EVENTS.into_iter().filter(of_two).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<Walker>, memory: &mut Self::Memory, c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let s = cycle.model.state();
        let ended = o.ended();
        let found = ended.and_then(|(_, found)| found);
        c.note("walk ends in a base page", found.is_some_and(|found| !found.large));
        c.note("walk ends in a large page", found.is_some_and(|found| found.large));
        c.note("walk ends in a fault", o.wrsp_fault);
        c.note("walk of several SMs ends", o.wrsp_mask.count_ones() > 1);
        let misses: Vec<_> = (0..p.ports()).filter_map(|port| i.miss(p, port)).collect();
        let taken: Vec<_> = (0..p.ports())
            .filter(|port| before.miss_ready >> port & 1 == 1)
            .filter_map(|port| i.miss(p, port))
            .collect();
        let of_end = |page| ended.is_some_and(|(ended, _)| ended == page);
        c.note("walk ends with a lookup of its last cycle", taken.iter().any(|miss| of_end(miss.page)));
        c.note("lookup refused, all walks in use", misses.len() > taken.len() && before.miss_ready == 0);
        c.note("read waits", before.wm_valid && !i.wm_ready);
        c.note("flush of a large page", matches!(i.flush(), Some(Flush::LargePage(..))));
        c.note("flush of an address space", matches!(i.flush(), Some(Flush::Space(_))));
        c.note("flush of all", matches!(i.flush(), Some(Flush::All)));
        c.note("walk that reads is poisoned", s.poisoned() != 0);
        c.note("root written", i.root_we);
        if let [first, second] = taken[..] {
            c.note("lookups of one page in one cycle", first.page == second.page);
        }
        if let Some(old) = memory {
            let joins = |miss: &Miss| old.walks().any(|(_, walk)| walk.page == miss.page);
            c.note("lookup joins a walk", taken.iter().any(joins));
            let over = |(place, walk): (usize, &Walk)| old.over() >> place & 1 == 1 && flushed(i, walk);
            c.note("walk that is over begins anew", old.walks().any(over));
            let reader = old.walks().find(|(place, _)| i.wd_valid && *place == usize::from(i.wd_tag));
            if let Some((_, walk)) = reader {
                c.note("entry that comes with its flush", flushed(i, walk));
                let disabled = u32::from(walk.depth()) == p.pt_levels && Entry(i.wd_pte).disabled();
                let now = s.walks().find(|(_, one)| one.page == walk.page).map(|(_, walk)| walk);
                let again = now.is_some_and(|now| now.retried && !walk.retried);
                c.note("entry above read once more", again);
                c.note("disabled base page at the second read", disabled && walk.retried);
            }
        }
        *memory = Some(s.clone());
    }
}

fn flushed(i: &In, walk: &Walk) -> bool {
    i.flush().is_some_and(|flush| flush.concerns(walk.page))
}
