// SPDX-License-Identifier: Apache-2.0
//! `sb_data` under random stimulus.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::SbData;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 4] = [
    "both ports write a word",
    "a word is read that is written in the cycle",
    "a beat commits that is written in the cycle",
    "beat without a lane",
];

impl Covered for SbData {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 15
    }

    fn note(cycle: &Cycle<SbData>, (): &mut (), c: &mut Coverage) {
        let (p, i) = (cycle.params, cycle.input);
        let same = (i.wa_entry, i.wa_beat) == (i.wl_entry, i.wl_beat);
        c.note("both ports write a word", i.wa_valid && i.wl_valid && same && i.wa_mask & i.wl_mask != 0);
        let read = |entry: u8, beat: u8| i.read(p, 0) == (entry.into(), beat.into());
        let writes = i.wa_valid && i.wa_mask != 0;
        c.note("a word is read that is written in the cycle", writes && read(i.wa_entry, i.wa_beat));
        let commits = u32::from(i.cm_beat) == u32::from(i.wa_beat) * p.simd / p.commit_lanes();
        c.note("a beat commits that is written in the cycle", writes && i.cm_entry == i.wa_entry && commits);
        c.note("beat without a lane", i.wa_valid && i.wa_mask == 0);
    }
}
