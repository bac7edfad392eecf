// SPDX-License-Identifier: Apache-2.0
//! `cta_pf_engine` under random stimulus.

use warpsmith_units::cta_prefetch::params::{Params, Replacement};
use warpsmith_units::cta_prefetch::Engine;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::cta_prefetch::FULL_RUN;

const EVENTS: [&str; 9] = [
    "leading warp registered",
    "stride installed",
    "verified",
    "mispredicted",
    "load that does not count",
    "load in the cycle of its slot's end",
    "load in the cycle of its slot's start",
    "load in the cycle of a kernel's start",
    "loads of one PC in two cycles",
];

/// Events that need prefetches.
const PREFETCHES: [&str; 7] = [
    "prefetch taken",
    "prefetch held",
    "prefetches in two cycles",
    "prefetch dropped, since its CTA ended",
    "job of case 2",
    "case 2 over, since its CTA ended",
    "job lost",
];

/// Events that need prefetches, and what is said there.
const CASE_1: [&str; 2] = ["job of case 1", "case 1 for several CTAs"];
const NO_TARGET: &str = "target without a prefetch";
const SEVERAL_REQUESTS: &str = "second request of a target";
/// An event that needs several requests, or differences that a stride cannot hold.
const DROPPED: &str = "entry dropped";
const SILENT: &str = "silent PC";
const STICKY: &str = "no entry for a load";
const REPLACED: &str = "entry replaced";
const INDIRECT: &str = "indirect load";

impl Covered for Engine {
    /// The generator was running.
    type Memory = bool;

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        events.push(SILENT);
        events.extend((p.n_base > 1 || p.stride_w < p.addr_w).then_some(DROPPED));
        if p.pf_en {
            events.extend(PREFETCHES);
            events.extend(CASE_1.iter().filter(|_| p.n_cta > 2));
            events.extend((p.n_cta > 1).then_some(NO_TARGET));
            events.extend((p.n_base > 1).then_some(SEVERAL_REQUESTS));
        }
        events.push(if p.percta_repl == Replacement::Sticky { STICKY } else { REPLACED });
        events.extend(p.excl_indirect.then_some(INDIRECT));
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Engine>, running: &mut bool, c: &mut Coverage) {
        let (p, i, before, o) = (cycle.params, cycle.input, cycle.before, cycle.out);
        let state = cycle.model.state();
        let g = state.generator();
        c.note("leading warp registered", o.st_reg);
        c.note("stride installed", o.st_stride);
        c.note(DROPPED, o.st_nonstride);
        c.note("verified", o.st_verify);
        c.note("mispredicted", o.st_mis);
        let counts = i.ld_n > 0 && u32::from(i.ld_n) <= p.n_base;
        let active = cycle.checker.residents().get(i.ld_cta).is_some();
        c.note("load that does not count", i.ld_valid && !(counts && active));
        let ends = i.cta_end_valid && i.cta_end_slot == i.ld_cta;
        let starts = i.cta_start_valid && i.cta_start_slot == i.ld_cta;
        c.note("load in the cycle of its slot's end", o.st_reg && ends);
        c.note("load in the cycle of its slot's start", i.ld_valid && starts);
        c.note("load in the cycle of a kernel's start", i.ld_valid && i.kernel_start && counts && active);
        let entry = state.percta().registered(i.ld_cta.into(), i.ld_pc);
        c.note("loads of one PC in two cycles", before.st_reg && o.st_stride);

        let taken = before.pf_valid && i.pf_ready;
        c.note("prefetch taken", taken);
        c.note("prefetch held", before.pf_valid && !i.pf_ready);
        c.note("prefetches in two cycles", taken && o.pf_valid);
        c.note(
            "prefetch dropped, since its CTA ended",
            before.pf_valid && !i.pf_ready && g.running && !o.pf_valid,
        );
        c.note("job of case 2", o.pf_valid && g.own);
        c.note("case 2 over, since its CTA ended", *running && g.own && !g.running && g.left != 0);
        *running = g.running;
        c.note("job lost", o.st_jobdrop);
        c.note("job of case 1", o.pf_valid && !g.own);
        c.note("case 1 for several CTAs", o.pf_valid && !g.own && g.cand.count_ones() > 1);
        c.note(NO_TARGET, g.running && !o.pf_valid);
        c.note(SEVERAL_REQUESTS, o.pf_valid && g.r > 0);
        let dist = state.dist().trained(i.ld_pc);
        c.note(SILENT, o.st_verify && dist.mis > u64::from(p.mis_thresh));
        let targeted = i.ld_valid && counts && active && !i.kernel_start;
        let excluded = p.excl_indirect && i.ld_indirect;
        let room = state.percta().room(i.ld_cta.into(), p);
        c.note(STICKY, targeted && !excluded && !entry.hit && !room);
        c.note(REPLACED, o.st_reg && !entry.hit && state.percta().full(i.ld_cta.into()));
        c.note(INDIRECT, targeted && excluded);
    }
}
