// SPDX-License-Identifier: Apache-2.0
//! `mosaic_l2_tlb` under random stimulus.

use warpsmith_units::mosaic::l2_tlb::{Flushing, State, Step};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::walker::{Flush, Page};
use warpsmith_units::mosaic::{L2Tlb, SLOT_BITS};

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 26] = [
    "hit of a large page at the first probe",
    "hit of a large page at the second probe",
    "hit of a large page with an entry of the base page",
    "hit of a base page",
    "hit in the cycle of the fill",
    "hits at both ports",
    "lookups of one set in one cycle",
    "miss taken",
    "miss of two lookups in one cycle",
    "miss that waits",
    "hit of a lookup that waited for the walker",
    "lookup refused, its port goes through once more",
    "lookup refused, a flush is under way",
    "fill of a large page that is here",
    "fill of a base page that is here",
    "large entries full",
    "a base set full",
    "flush of a large entry",
    "flush of base entries",
    "flush of an address space",
    "flush of all",
    "flush refused",
    "set that waits for a fill",
    "large entry filled as others are invalidated",
    "acknowledgements in several cycles",
    "root written",
];

impl Covered for L2Tlb {
    /// The state as the cycle began, and the lookups that the walker has not taken.
    type Memory = (Option<State>, Vec<(u8, u64)>);

    fn events(p: &Params) -> Vec<&'static str> {
        let two =
            ["hits at both ports", "lookups of one set in one cycle", "miss of two lookups in one cycle"];
        let possible = |event: &&str| {
            (p.l2_ports == 2 || !two.contains(event))
                && (p.l2_serial || *event != "hit of a large page at the second probe")
        };
        EVENTS.into_iter().filter(possible).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<L2Tlb>, memory: &mut Self::Memory, c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let s = cycle.model.state();
        let (state, waiting) = memory;
        let Some(old) = state.replace(s.clone()) else { return };
        let answers: Vec<_> = (0..p.ports()).filter_map(|port| o.answer(p, port)).collect();
        for port in 0..p.ports() {
            let Some(miss) = before.miss(p, port) else { continue };
            let lookup = (miss.core, miss.page.vpn);
            waiting.retain(|one| *one != lookup);
            if i.miss_ready >> port & 1 == 0 {
                waiting.push(lookup);
            }
        }
        let old_waiting = waiting.len();
        waiting.retain(|lookup| !answers.iter().any(|answer| (answer.core, answer.vpn) == *lookup));
        c.note("hit of a lookup that waited for the walker", waiting.len() < old_waiting);
        let asked = i.lk_valid & !before.lk_ready != 0;
        let flush = old.flush();
        note_lookups(p, &old, s, c);
        c.note("hit of a base page", answers.iter().any(|answer| !answer.mapping.large));
        c.note("hits at both ports", answers.len() == 2);
        c.note("miss taken", before.miss_valid & i.miss_ready != 0);
        c.note("miss of two lookups in one cycle", before.miss_valid.count_ones() == 2);
        c.note("miss that waits", before.miss_valid & !i.miss_ready != 0);
        c.note("lookup refused, its port goes through once more", asked && flush.is_none());
        c.note("lookup refused, a flush is under way", asked && flush.is_some());
        let of_large = i.fill().filter(|(_, mapping)| mapping.large);
        let of_base = old.filling();
        let here = |page: Page, large: bool| {
            let key = if large { Page { vpn: page.vpn >> SLOT_BITS, ..page } } else { page };
            let mut base = old.base().iter().flat_map(|set| set.entries());
            if large {
                old.large().entries().any(|(one, _)| *one == key)
            } else {
                base.any(|(one, _)| *one == key)
            }
        };
        c.note("fill of a large page that is here", of_large.is_some_and(|(page, _)| here(page, true)));
        c.note("fill of a base page that is here", of_base.is_some_and(|(page, _)| here(page, false)));
        if let Some((page, mapping)) = of_base {
            let hits = answers.iter().any(|a| a.vpn == page.vpn && a.mapping == mapping);
            c.note("hit in the cycle of the fill", hits && !here(page, false));
        }
        c.note("large entries full", s.large().entries().count() == s.large().size());
        c.note("a base set full", s.base().iter().any(|set| set.entries().count() == set.size()));
        note_flush(flush, of_large.is_some(), of_base.is_some(), c);
        c.note("flush refused", i.fl_valid && flush.is_some());
        let part = matches!((flush.map(|one| one.step), s.flush().map(|one| one.step)),
            (Some(Step::Wait(was)), Some(Step::Wait(is))) if was != is);
        c.note("acknowledgements in several cycles", part);
        c.note("root written", i.root_we);
    }
}

/// The lookups that this cycle has resolved, by what it began with.
fn note_lookups(p: &Params, old: &State, s: &State, c: &mut Coverage) {
    let due = old.due();
    let sets: Vec<u64> =
        due.iter().flatten().map(|lookup| lookup.page.vpn % u64::from(p.l2_sets())).collect();
    c.note("lookups of one set in one cycle", sets.len() == 2 && sets[0] == sets[1]);
    for lookup in due.iter().flatten() {
        let large = lookup.large.is_some();
        let mut base = s.base().iter().flat_map(|set| set.entries());
        c.note("hit of a large page at the first probe", large && !(lookup.last && p.l2_serial));
        c.note("hit of a large page at the second probe", large && lookup.last && p.l2_serial);
        c.note(
            "hit of a large page with an entry of the base page",
            large && base.any(|(page, _)| *page == lookup.page),
        );
    }
}

/// The flush under way as the cycle began, and whether a large page and a base page are filled.
fn note_flush(flush: Option<&Flushing>, of_large: bool, of_base: bool, c: &mut Coverage) {
    let Some(flush) = flush else { return };
    let clears = flush.step == Step::Large;
    let page = matches!(flush.of, Flush::LargePage(..));
    c.note("flush of a large entry", clears && page && !flush.base);
    c.note("flush of base entries", clears && page && flush.base);
    c.note("flush of an address space", clears && matches!(flush.of, Flush::Space(_)));
    c.note("flush of all", clears && flush.of == Flush::All);
    c.note("set that waits for a fill", matches!(flush.step, Step::Set(_)) && of_base);
    c.note("large entry filled as others are invalidated", clears && of_large);
}
