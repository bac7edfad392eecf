// SPDX-License-Identifier: Apache-2.0
//! `medic_route` under random stimulus.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::Route;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::medic::FULL_RUN;

const EVENTS: [&str; 6] = [
    "bypass",
    "lookup without allocation",
    "priority",
    "priority in profiling",
    "no bypass in profiling",
    "no bypass because of a switch",
];

/// The event that needs the parameter.
const INVALIDATION: &str = "bypass with invalidation";

impl Covered for Route {
    type Memory = ();

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        events.extend(p.bypass_writes.then_some(INVALIDATION));
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Route>, _: &mut (), c: &mut Coverage) {
        let (i, o) = (cycle.input, cycle.out);
        let plain = i.valid && i.kind == 0 && i.warp_type == 0 && !i.atomic && !i.fence;
        c.note("bypass", o.bypass);
        c.note(INVALIDATION, o.inval);
        c.note("lookup without allocation", o.no_alloc);
        c.note("priority", o.hi && !i.prof);
        c.note("priority in profiling", o.hi && i.prof);
        c.note("no bypass in profiling", plain && i.prof && i.wbyp_en);
        c.note("no bypass because of a switch", plain && !i.prof && !i.wbyp_en);
    }
}
