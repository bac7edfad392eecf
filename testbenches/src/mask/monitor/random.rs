// SPDX-License-Identifier: Apache-2.0
//! `mask_monitor` under random stimulus.

use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::Monitor;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 5] = [
    "epoch ends",
    "all warps have issued",
    "epoch without an issue",
    "page stalls more warps than before",
    "epoch ends with an issue",
];

/// It takes an SM of that many warps.
const SATURATED: &str = "more warps than can be counted";

impl Covered for Monitor {
    type Memory = u64;

    fn events(p: &Params) -> Vec<&'static str> {
        let saturates = (p.warps_per_core > 255).then_some(SATURATED);
        EVENTS.into_iter().chain(saturates).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 15
    }

    fn note(cycle: &Cycle<Monitor>, peak: &mut u64, c: &mut Coverage) {
        let (p, i, o, s) = (cycle.params, cycle.input, cycle.out, cycle.model.state());
        let seen: u32 = s.seen.iter().map(|word| word.count_ones()).sum();
        c.note("epoch ends", i.tick);
        c.note("all warps have issued", seen == p.warps_per_core);
        c.note("epoch without an issue", i.tick && o.uniq == 0);
        c.note("epoch ends with an issue", i.tick && i.issue_valid != 0);
        c.note("page stalls more warps than before", *peak != 0 && u64::from(i.stalled) > *peak);
        c.note(SATURATED, seen > 255);
        *peak = s.warps_peak;
    }
}
