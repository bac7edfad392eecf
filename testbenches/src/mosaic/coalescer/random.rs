// SPDX-License-Identifier: Apache-2.0
//! `mosaic_coalescer` under random stimulus.

use warpsmith_units::mosaic::coalescer::{STATUS_ALREADY, STATUS_FAULT, STATUS_NOTCONTIG, STATUS_NOTLARGE};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{Coalescer, FLUSH_BASE, FLUSH_LARGE};

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 11] = [
    "page coalesced",
    "page splintered",
    "page large already",
    "page not large",
    "entry not valid",
    "flush of the large entry alone",
    "flush of base pages",
    "operation waits",
    "flush waits",
    "as many operations under way as there may be",
    "command in the cycle in which the last one is over",
];

/// It takes the check of lines.
const NOT_CONTIGUOUS: &str = "pages not contiguous";

impl Covered for Coalescer {
    type Memory = ();

    fn events(p: &Params) -> Vec<&'static str> {
        EVENTS.into_iter().chain(p.verify.then_some(NOT_CONTIGUOUS)).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<Coalescer>, (): &mut (), c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let ends = |status| o.done && o.status == status;
        let asks = o.fl_valid && !before.fl_valid;
        c.note("page coalesced", o.large_on);
        c.note("page splintered", asks);
        c.note("page large already", ends(STATUS_ALREADY));
        c.note("page not large", ends(STATUS_NOTLARGE));
        c.note("entry not valid", ends(STATUS_FAULT));
        c.note(NOT_CONTIGUOUS, ends(STATUS_NOTCONTIG));
        c.note("flush of the large entry alone", asks && o.fl_kind == FLUSH_LARGE);
        c.note("flush of base pages", asks && o.fl_kind == FLUSH_BASE);
        c.note("operation waits", before.m_valid && !i.m_ready);
        c.note("flush waits", before.fl_valid && !i.fl_ready);
        c.note(
            "as many operations under way as there may be",
            cycle.model.state().under_way.count_ones() == p.eng_out,
        );
        c.note("command in the cycle in which the last one is over", before.done && i.cmd_valid);
    }
}
