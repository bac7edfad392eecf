// SPDX-License-Identifier: Apache-2.0
//! `mask_l2_tlb` under random stimulus.

use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::L2Tlb;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 15] = [
    "hit in the main array",
    "hit in the bypass cache",
    "miss",
    "walk of several SMs ends",
    "walk ends in a fault",
    "fill of the main array",
    "bypass cache full",
    "all walk contexts busy",
    "lookup waits for a context",
    "lookup that has waited hits",
    "lookups refused for want of room",
    "walk read waits",
    "flush of one address space",
    "flush of all",
    "walk poisoned",
];

impl Covered for L2Tlb {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<L2Tlb>, (): &mut (), c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let state = cycle.model.state();
        for port in 0..p.ports() {
            let Some((core, hit)) = o.resolved(p, port) else { continue };
            let asid = state.roots()[usize::from(core)].asid;
            let in_bypass =
                |vpn| state.bypass().entries().any(|(page, _)| (page.asid, page.vpn) == (asid, vpn));
            c.note("hit in the main array", hit.is_some_and(|vpn| !in_bypass(vpn)));
            c.note("hit in the bypass cache", hit.is_some_and(in_bypass));
            c.note("miss", hit.is_none());
        }
        let busy = state.walks().busy().count() as u32;
        let filled = before.flush_ready && before.lk_ready >> (p.ports() - 1) & 1 == 0 && o.wrsp_walk;
        c.note("walk of several SMs ends", o.wrsp_walk && o.wrsp_mask.count_ones() > 1);
        c.note("walk ends in a fault", o.wrsp_fault);
        c.note("fill of the main array", filled && !o.wrsp_fault);
        c.note("bypass cache full", state.bypass().entries().count() == state.bypass().size());
        c.note("all walk contexts busy", busy == p.walk_ctx);
        c.note("lookup waits for a context", state.waiting() > 0);
        c.note("lookup that has waited hits", o.wrsp_valid && !o.wrsp_walk);
        c.note("lookups refused for want of room", o.flush_ready && o.lk_ready == 0 && state.waiting() > 0);
        c.note("walk read waits", before.wm_valid && !i.wm_ready);
        c.note("flush of one address space", before.flush_ready && i.flush_req && !i.flush_all);
        c.note("flush of all", before.flush_ready && i.flush_req && i.flush_all);
        c.note("walk poisoned", state.walks().poisoned() != 0);
    }
}
