// SPDX-License-Identifier: Apache-2.0
//! `mask_dram_sched` under random stimulus.

use warpsmith_units::mask::dram_sched::{GOLDEN, NORMAL, SILVER};
use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::DramSched;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 10] = [
    "golden request issued",
    "silver request issued",
    "normal request issued",
    "golden queue full",
    "silver queue full",
    "normal queue full",
    "request of data refused",
    "golden head waits, another goes",
    "turn ends",
    "epoch ends",
];

impl Covered for DramSched {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<DramSched>, (): &mut (), c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let from = |queue| o.iss_valid && u32::from(o.iss_src) == queue;
        c.note("golden request issued", from(GOLDEN));
        c.note("silver request issued", from(SILVER));
        c.note("normal request issued", from(NORMAL));
        c.note("golden queue full", u32::from(o.occ_golden) == p.golden_depth);
        c.note("silver queue full", u32::from(o.occ_silver) == p.silver_depth);
        c.note("normal queue full", o.occ_normal == p.normal_depth);
        c.note("request of data refused", i.d_valid && !o.d_ready);
        c.note("golden head waits, another goes", before.occ_golden > 0 && o.iss_valid && !from(GOLDEN));
        c.note("turn ends", o.silver_app != before.silver_app);
        c.note("epoch ends", i.epoch_tick);
    }
}
