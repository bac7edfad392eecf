// SPDX-License-Identifier: Apache-2.0
//! `het_dispatch` under random stimulus.

use warpsmith_units::ilp::params::{Params, Spill};
use warpsmith_units::ilp::Dispatch;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 9] = [
    "launch",
    "offer refused",
    "two kernels of both classes",
    "two kernels of one class",
    "kernel refused",
    "kernel done",
    "both kernels done",
    "launch and end in one SM and cycle",
    "an SM is full",
];

/// It takes parameters by which an SM takes thread blocks of the other class.
const SPILLED: &str = "launch in an SM of the other kind";

impl Covered for Dispatch {
    type Memory = ();

    fn events(p: &Params) -> Vec<&'static str> {
        EVENTS.into_iter().chain((p.spill != Spill::Never).then_some(SPILLED)).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<Dispatch>, (): &mut (), c: &mut Coverage) {
        let (i, o, before, s) = (cycle.input, cycle.out, cycle.before, cycle.model.state());
        let launch = o.l_valid && i.l_ready;
        c.note("launch", launch);
        c.note("offer refused", o.l_valid && !i.l_ready);
        let [a, b] = s.kernels;
        c.note("two kernels of both classes", a.valid && b.valid && a.ilp != b.ilp);
        c.note("two kernels of one class", a.valid && b.valid && a.ilp == b.ilp);
        c.note("kernel refused", i.k_valid && !before.k_ready);
        c.note("kernel done", o.kdone_valid);
        let over = s.kernels.iter().all(|k| k.valid && k.remaining == 0 && k.running == 0);
        c.note("both kernels done", over);
        c.note("launch and end in one SM and cycle", launch && i.d_valid && i.d_sm == o.l_sm);
        c.note("an SM is full", s.free.iter().any(|free| free.tbs == 0));
        let kernel = &s.kernels[usize::from(o.l_kid)];
        let other = (i.pool >> o.l_sm & 1 == 1) != kernel.ilp;
        c.note(SPILLED, launch && kernel.valid && other);
    }
}
