// SPDX-License-Identifier: Apache-2.0
//! `mask_l2bypass` under random stimulus.

use warpsmith_units::mask::l2bypass::is_leader;
use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::L2Bypass;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 3] = ["walk read bypasses", "walk read does not bypass", "data"];

/// It takes leaders.
const LEADER: &str = "leader of a bypassed level";

impl Covered for L2Bypass {
    type Memory = ();

    fn events(p: &Params) -> Vec<&'static str> {
        EVENTS.into_iter().chain((p.l2b_leader_log2 > 0).then_some(LEADER)).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 15
    }

    fn note(cycle: &Cycle<L2Bypass>, (): &mut (), c: &mut Coverage) {
        let (p, i, o) = (cycle.params, cycle.input, cycle.out);
        let depth = u32::from(i.wm_depth);
        let asked = i.en_l2bypass && (u32::from(i.bypass_bits) << 1) >> depth & 1 == 1;
        c.note("walk read bypasses", o.wm_bypass);
        c.note("walk read does not bypass", depth > 0 && !o.wm_bypass);
        c.note("data", depth == 0);
        c.note(LEADER, asked && is_leader(p, i.wm_addr));
    }
}
