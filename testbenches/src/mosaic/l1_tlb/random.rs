// SPDX-License-Identifier: Apache-2.0
//! `mosaic_l1_tlb` under random stimulus.

use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{L1Tlb, FLUSH_BASE, SLOT_BITS};

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 17] = [
    "hit of a base page",
    "hit of a large page",
    "hit of a large page with an entry of the base page",
    "hit in the cycle of the fill",
    "miss",
    "miss of a page that is waited for",
    "miss in the cycle that answers the page with a fault",
    "lookup refused, all MSHRs in use",
    "request waits",
    "fault",
    "several warps wake",
    "fill of a page that is here",
    "base entries full",
    "large entries full",
    "flush of a large entry",
    "flush of base entries",
    "answer dropped by a flush",
];

impl Covered for L1Tlb {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<L1Tlb>, (): &mut (), c: &mut Coverage) {
        let (p, i, o, before, s) = (cycle.params, cycle.input, cycle.out, cycle.before, cycle.model.state());
        let (base, large) = (s.base().entries().count() as u32, s.large().entries().count() as u32);
        let waits = |vpn: u64| s.waiting().find(|mshr| mshr.vpn == vpn);
        let same = i.lk_valid && i.fill_valid && i.lk_vpn == i.fill_vpn;
        let flushed = i.flush_lvpn == i.fill_vpn >> SLOT_BITS && (i.fill_large || i.flush_kind == FLUSH_BASE);
        c.note("hit of a base page", o.res_hit && !o.res_large);
        c.note("hit of a large page", o.res_large);
        c.note(
            "hit of a large page with an entry of the base page",
            o.res_large && s.base().entries().any(|(vpn, _)| *vpn == i.lk_vpn),
        );
        c.note("hit in the cycle of the fill", same && o.res_hit && o.wake_valid);
        c.note("miss", o.res_pending);
        c.note(
            "miss of a page that is waited for",
            o.res_pending && waits(i.lk_vpn).is_some_and(|mshr| mshr.waiters.count_ones() > 1),
        );
        c.note("miss in the cycle that answers the page with a fault", same && o.wake_fault && o.res_pending);
        c.note("lookup refused, all MSHRs in use", i.lk_valid && !o.res_hit && !o.res_pending);
        c.note("request waits", before.miss_valid && !i.miss_ready);
        c.note("fault", o.wake_fault);
        c.note("several warps wake", o.wake_waiters.count_ones() > 1);
        c.note(
            "fill of a page that is here",
            i.fill_valid && !i.fill_fault && !o.wake_valid && !i.flush_valid,
        );
        c.note("base entries full", base == p.l1_base);
        c.note("large entries full", large == p.l1_large);
        c.note("flush of a large entry", i.flush_valid && !i.flush_all && i.flush_kind != FLUSH_BASE);
        c.note("flush of base entries", i.flush_valid && !i.flush_all && i.flush_kind == FLUSH_BASE);
        c.note(
            "answer dropped by a flush",
            i.mapping().is_some() && i.flush_valid && !i.flush_all && flushed,
        );
    }
}
