// SPDX-License-Identifier: Apache-2.0
//! `eq_fm` under random stimulus.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::EqFm;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::equalizer::full_run;

const EVENTS: [&str; 5] =
    ["SM domain faster", "SM domain slower", "memory domain faster", "memory domain slower", "vote"];

impl Covered for EqFm {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(params: &Params) -> u64 {
        full_run(params)
    }

    fn note(cycle: &Cycle<EqFm>, _: &mut (), c: &mut Coverage) {
        let (i, before, o) = (cycle.input, cycle.before, cycle.out);
        c.note("vote", i.vote_valid != 0);
        c.note("SM domain faster", o.sm_change && o.sm_level > before.sm_level);
        c.note("SM domain slower", o.sm_change && o.sm_level < before.sm_level);
        c.note("memory domain faster", o.mem_change && o.mem_level > before.mem_level);
        c.note("memory domain slower", o.mem_change && o.mem_level < before.mem_level);
    }
}
