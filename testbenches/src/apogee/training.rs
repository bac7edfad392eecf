// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern what a load teaches.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::SENT;

use super::{every, lanes, Found, Sm};
use crate::directed::directed;
use crate::BenchError;

/// PC of a load, and where it reads.
const PC: u32 = 0x40;
const BASE: u64 = 0x1000;

/// A load of these lanes, by a table that knows nothing: offset and confidence after it.
fn first(params: &Params, lanes: &[(u32, u64)]) -> Result<Sm, BenchError> {
    let mut sm = Sm::new(params, 1)?;
    sm.load(PC, 0, &lanes.to_vec(), Found::Hit)?;
    Ok(sm)
}

directed! {
    fn a_regular_load_trains_and_prefetches_at_once() {
        for (base, first, count) in [(BASE, 0x1200, 4), (BASE + 4, 0x1200, 5)] {
            let mut sm = Sm::new(&Params::PAPER, 4)?;
            let taken = sm.lines(PC, 0, &lanes(&Params::PAPER, base, 4), Found::Hit)?;
            sm.expect_offset("offset and confidence", PC, 4, 30)?;
            let lines: Vec<u64> = taken.iter().map(|t| t.line).collect();
            sm.h.expect("lines", lines, (0..count).map(|n| first + 32 * n).collect())?;
            let tracked: Vec<bool> = taken.iter().map(|t| t.tracked).collect();
            sm.h.expect("the first alone is tracked", tracked, (0..count).map(|n| n == 0).collect())?;
        }
        Ok(())
    }

    fn inactive_lanes_leave_gaps_and_the_ratio_stays() {
        let sm = first(&Params::PAPER, &every(&Params::PAPER, 2, BASE, 4))?;
        sm.expect_offset("offset and confidence", PC, 4, 14)
    }

    fn a_ratio_that_is_no_integer_is_a_mismatch() {
        let sm = first(&Params::PAPER, &[(0, 0), (3, 12), (4, 16)])?;
        sm.expect_offset("offset and confidence", PC, 4, 1)?;
        let sm = first(&Params::PAPER, &[(0, 0), (3, 13), (4, 17)])?;
        sm.expect_offset("offset and confidence", PC, 0, 0)?;
        sm.h.expect("mismatch", sm.pulses.stat_mismatch, true)
    }

    fn without_a_divider_a_gap_of_three_is_a_mismatch() {
        let sm = first(&Params::NO_DIV, &[(0, 0), (3, 12), (4, 16)])?;
        sm.h.expect("mismatch", sm.pulses.stat_mismatch, true)?;
        let sm = first(&Params::NO_DIV, &[(0, 0), (4, 16), (7, 28)])?;
        sm.expect_offset("offset and confidence", PC, 4, 1)
    }

    fn an_offset_that_does_not_fit_is_a_mismatch() {
        for (offset, fits) in [(127, true), (-128, true), (128, false), (-129, false)] {
            let sm = first(&Params::PAPER, &lanes(&Params::PAPER, 0x8000, offset))?;
            sm.expect_offset("offset and confidence", PC, if fits { offset } else { 0 }, if fits { 30 } else { 0 })?;
            sm.h.expect("trained", sm.pulses.stat_trained, fits)?;
        }
        Ok(())
    }

    fn one_address_for_all_lanes_is_scalar_and_prefetches_nothing() {
        let mut sm = Sm::paper()?;
        let taken = sm.lines(PC, 0, &lanes(&Params::PAPER, BASE, 0), Found::Miss(BASE))?;
        let t = sm.trained(PC, 0);
        sm.h.expect("scalar, lane, confidence", (t.scalar, t.tid, t.conf), (true, 63, 30))?;
        sm.h.expect("lines", taken, vec![])
    }

    fn one_active_lane_changes_nothing_but_the_address() {
        let mut sm = first(&Params::PAPER, &lanes(&Params::PAPER, BASE, 4))?;
        sm.load(PC, 0, &vec![(7, 0x9000)], Found::Hit)?;
        sm.expect_offset("offset and confidence", PC, 4, 30)?;
        let t = sm.trained(PC, 0);
        sm.h.expect("address and lane", (t.address, t.tid), (0x9000, 7))?;
        let p = sm.pulses;
        sm.h.expect("pulses", (p.stat_trusted, p.stat_mismatch), (false, false))
    }

    fn two_active_lanes_go_by_an_offset_that_is_known() {
        let sm = first(&Params::PAPER, &[(2, BASE), (5, BASE + 12)])?;
        sm.expect_offset("unknown", PC, 0, 0)?;
        sm.h.expect("mismatch", sm.pulses.stat_mismatch, true)?;
        let mut sm = first(&Params::PAPER, &lanes(&Params::PAPER, BASE, 4))?;
        sm.load(PC, 0, &vec![(2, BASE), (5, BASE + 12)], Found::Hit)?;
        sm.expect_offset("known", PC, 4, 30)?;
        let p = sm.pulses;
        sm.h.expect("pulses", (p.stat_trained, p.stat_trusted, p.stat_mismatch), (false, true, false))
    }

    fn a_last_lane_that_differs_resets_the_entry() {
        let mut sm = Sm::new(&Params::PAPER, 4)?;
        for warp in [0, 1] {
            sm.lines(PC, warp, &lanes(&Params::PAPER, BASE + 128 * u64::from(warp), 4), Found::Hit)?;
        }
        sm.expect_timing("a prefetch is under way", PC, 1, 1, SENT)?;
        let mut odd = lanes(&Params::PAPER, BASE, 4);
        odd[31].1 += 1;
        sm.load(PC, 0, &odd, Found::Hit)?;
        sm.expect_offset("offset and confidence", PC, 4, 0)?;
        for warp in 0..4 {
            sm.expect_timing("distance and state", PC, warp, 1, 0)?;
        }
        // The next regular load trains again.
        sm.load(PC, 0, &lanes(&Params::PAPER, BASE, 8), Found::Hit)?;
        sm.expect_offset("offset and confidence", PC, 8, 30)
    }

    fn another_offset_is_a_mismatch_and_is_learnt_by_the_load_after() {
        let mut sm = first(&Params::PAPER, &lanes(&Params::PAPER, BASE, 4))?;
        for (offset, conf) in [(4, 0), (8, 30)] {
            sm.load(PC, 0, &lanes(&Params::PAPER, BASE, 8), Found::Hit)?;
            sm.expect_offset("offset and confidence", PC, offset, conf)?;
        }
        Ok(())
    }

    fn a_confidence_saturates() {
        let mut sm = Sm::paper()?;
        for load in 1..12 {
            sm.load(PC, 0, &lanes(&Params::PAPER, BASE, 4), Found::Hit)?;
            sm.expect_offset("offset and confidence", PC, 4, (30 * load).min(255))?;
        }
        Ok(())
    }

    fn addresses_wrap() {
        let mut sm = Sm::paper()?;
        let taken = sm.lines(PC, 0, &lanes(&Params::PAPER, (1 << 28) - 64, 4), Found::Hit)?;
        sm.expect_offset("offset and confidence", PC, 4, 30)?;
        let lines: Vec<u64> = taken.iter().map(|t| t.line).collect();
        sm.h.expect("lines", lines, vec![0x40, 0x60, 0x80, 0xa0])
    }

    fn a_negative_offset_prefetches_in_the_order_of_the_lanes() {
        let mut sm = Sm::paper()?;
        let taken = sm.lines(PC, 0, &lanes(&Params::PAPER, 0x8000, -64), Found::Hit)?;
        let lines: Vec<u64> = taken.iter().map(|t| t.line).collect();
        sm.h.expect("lines", lines, (0..32).map(|k| 0x8000 - 64 * (32 + k)).collect())
    }
}
