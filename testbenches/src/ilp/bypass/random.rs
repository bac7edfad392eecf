// SPDX-License-Identifier: Apache-2.0
//! `ilp_bypass` under random stimulus.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::Bypass;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 5] = [
    "value of an entry, with the path",
    "value of an entry, without the path",
    "alone in flight and over",
    "instruction removed",
    "all of a warp removed",
];

/// They take a pipeline as long as some slots are: then a consumer can issue when its producer is in the last stage.
const BYPASSES: [&str; 3] = [
    "one source bypassed",
    "instruction behind another without a bypass",
    "selection ends without an instruction",
];

/// It takes two sources too.
const SEVERAL: &str = "several sources bypassed";

impl Covered for Bypass {
    type Memory = ();

    fn events(p: &Params) -> Vec<&'static str> {
        let slots = p.alu_lat % p.beats() == 0;
        let bypasses = BYPASSES.into_iter().filter(|_| slots);
        EVENTS.into_iter().chain(bypasses).chain((slots && p.n_src > 1).then_some(SEVERAL)).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 15
    }

    fn note(cycle: &Cycle<Bypass>, (): &mut (), c: &mut Coverage) {
        let (i, o, before) = (cycle.input, cycle.out, cycle.before);
        c.note("one source bypassed", o.byp_sel.count_ones() == 1);
        c.note(SEVERAL, o.byp_sel.count_ones() > 1);
        let selected = before.byp_sel != 0 && o.byp_sel == 0;
        c.note("instruction behind another without a bypass", selected && i.iss_valid);
        c.note("selection ends without an instruction", selected && !i.iss_valid);
        c.note("value of an entry, with the path", o.av_valid && i.bypass_en);
        c.note("value of an entry, without the path", o.av_valid && !i.bypass_en);
        c.note("alone in flight and over", o.dwb_valid);
        let s = cycle.model.state();
        let own = |stage: u32| s.warp[stage as usize] == u64::from(i.kill_warp);
        let held = (1..cycle.params.alu_lat).any(own);
        c.note("instruction removed", i.kill_valid && !i.kill_all && held);
        c.note("all of a warp removed", i.kill_valid && i.kill_all && held);
    }
}
