// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_sat`.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sat::In;
use warpsmith_units::mascar::Sat;

use super::FULL_RUN;
use crate::coverage::{Coverage, Covered, Cycle};
use crate::directed::directed;
use crate::BenchError;

/// One `mascar_sat`.
pub type Harness = crate::Harness<Sat>;

/// The paper's unit after reset, with nothing in use.
fn idle() -> Result<Harness, BenchError> {
    Harness::start(&Params::PAPER, In::default())
}

directed! {
    fn mp_rises_with_56_of_64_mshrs_in_use_or_7_of_8_miss_queue_entries_and_not_with_one_less() {
        let mut h = idle()?;
        for (mshr_used, mq_used, mp) in [(55, 6, false), (56, 6, true), (55, 7, true), (64, 8, true), (0, 0, false)] {
            h.input = In { mshr_used, mq_used, ..In::default() };
            h.step()?;
            h.expect("mp", h.out.mp, mp)?;
        }
        Ok(())
    }

    fn a_saturated_texture_or_constant_cache_alone_gives_mp() {
        let mut h = idle()?;
        h.input = In { sat_tex: true, ..In::default() };
        h.step()?;
        h.expect("mp with sat_tex", h.out.mp, true)?;
        h.input = In { sat_const: true, ..In::default() };
        h.step()?;
        h.expect("mp with sat_const", h.out.mp, true)?;
        h.input = In::default();
        h.step()?;
        h.expect("mp with neither", h.out.mp, false)
    }

    fn an_occupancy_that_crosses_the_threshold_in_each_cycle_toggles_the_mode_in_each_cycle() {
        let mut h = idle()?;
        for cycle in 0..20u32 {
            h.input.mshr_used = 55 + cycle % 2;
            h.step()?;
            h.expect("mp", h.out.mp, cycle % 2 == 1)?;
        }
        Ok(())
    }

    fn reset_ends_mp() {
        let mut h = idle()?;
        h.input.mshr_used = 64;
        h.step()?;
        h.reset();
        h.input.mshr_used = 0;
        h.step()?;
        h.expect("mp", h.out.mp, false)
    }
}

impl Covered for Sat {
    type Memory = ();

    fn events(_: &Params) -> Vec<&'static str> {
        vec!["MP by MSHRs alone", "MP by the miss queue alone", "MP rises", "MP falls"]
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Sat>, _: &mut (), c: &mut Coverage) {
        let (i, before, o) = (cycle.input, cycle.before, cycle.out);
        let p = cycle.params;
        let mshrs = p.mshr_entries - i.mshr_used <= p.mshr_margin;
        let queue = p.mq_entries - i.mq_used <= p.mq_margin;
        let others = i.sat_tex || i.sat_const;
        c.note("MP by MSHRs alone", mshrs && !queue && !others);
        c.note("MP by the miss queue alone", queue && !mshrs && !others);
        c.note("MP rises", o.mp && !before.mp);
        c.note("MP falls", !o.mp && before.mp);
    }
}
