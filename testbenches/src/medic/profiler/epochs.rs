// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern epochs and the tuner of the boundary.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{ALL_HIT, BALANCED, MISS, TYPE5_ALL_MISS, TYPE5_BALANCED};

use super::{
    classified, counters, expect_tags, idle_to_boundary, lookup, replies, set_alloc, set_reply, start,
    Harness,
};
use crate::directed::directed;
use crate::BenchError;

/// Replies of each kind in an epoch.
const SAMPLES: u32 = 100;

/// An epoch in which so many percent of the requests in profiling, and of the others, miss. Ends with the cycle before the first of the
/// next epoch.
fn epoch(h: &mut Harness, number: u64, reference: u32, current: u32) -> Result<(), BenchError> {
    replies(h, 0, SAMPLES - reference, SAMPLES, true)?;
    replies(h, 1, SAMPLES - current, SAMPLES, false)?;
    idle_to_boundary(h, number)?;
    h.step()?;
    h.expect("epoch_pulse", h.out.epoch_pulse, true)
}

/// The boundary is `before` until 15 cycles after `epoch_pulse`, which was the last cycle, then `after`.
fn expect_lo(h: &mut Harness, before: u8, after: u8) -> Result<(), BenchError> {
    for _ in 0..14 {
        h.step()?;
        h.expect("boundary before it may change", h.out.lo_pct_o, before)?;
    }
    h.step()?;
    h.expect("boundary", h.out.lo_pct_o, after)
}

directed! {
    fn an_epoch_has_its_length_and_its_pulse_is_in_the_first_cycle_of_the_next() {
        let mut h = start(&Params::PAPER)?;
        for number in 0..3 {
            idle_to_boundary(&mut h, number)?;
            h.expect("epoch_pulse in the last cycle", h.out.epoch_pulse, false)?;
            h.step()?;
            h.expect("cycle and epoch_pulse", (h.now(), h.out.epoch_pulse), (100_000 * (number + 1), true))?;
            h.step()?;
            h.expect("epoch_pulse a cycle later", h.out.epoch_pulse, false)?;
        }
        Ok(())
    }

    fn the_boundary_of_an_epoch_goes_over_a_reply() {
        let mut h = start(&Params::PAPER)?;
        replies(&mut h, 2, 29, 29, true)?;
        replies(&mut h, 3, 0, 30, true)?;
        idle_to_boundary(&mut h, 0)?;
        set_reply(&mut h, lookup(2, true));
        expect_tags(&mut h, 3, (MISS as u8, false))?;
        set_reply(&mut h, lookup(2, true));
        h.step()?;
        h.expect("classification", classified(&h), None)?;
        h.expect("counters", counters(&h, 2), (0, 0))?;
        let s = *h.model().state();
        h.expect("replies in both pairs", (s.ref_acc, s.cur_acc), (0, 0))?;
        // All are profiled again, and types stay.
        expect_tags(&mut h, 2, (BALANCED as u8, true))?;
        expect_tags(&mut h, 3, (MISS as u8, true))
    }

    fn an_allocation_at_the_boundary_of_an_epoch_still_makes_the_type_balanced() {
        let mut h = start(&Params::PAPER)?;
        replies(&mut h, 3, 30, 30, true)?;
        replies(&mut h, 4, 30, 30, true)?;
        idle_to_boundary(&mut h, 0)?;
        set_alloc(&mut h, 3);
        h.step()?;
        expect_tags(&mut h, 3, (BALANCED as u8, true))?;
        expect_tags(&mut h, 4, (ALL_HIT as u8, true))
    }

    fn a_rise_from_40_to_61_percent_lowers_the_boundary_to_nothing_and_equal_rates_raise_it_by_a_step() {
        let mut h = start(&Params::PAPER)?;
        epoch(&mut h, 0, 40, 61)?;
        expect_lo(&mut h, 20, 0)?;
        h.expect("k", h.model().state().k, 4)?;
        for (number, before, after) in [(1, 0, 5), (2, 5, 10), (3, 10, 15), (4, 15, 20), (5, 20, 20)] {
            epoch(&mut h, number, 50, 50)?;
            expect_lo(&mut h, before, after)?;
        }
        Ok(())
    }

    fn each_five_percent_of_rise_lower_the_boundary_by_five() {
        for (current, lo) in [(44, 20), (45, 15), (54, 10), (55, 5), (59, 5), (60, 0), (100, 0)] {
            let mut h = start(&Params::PAPER)?;
            epoch(&mut h, 0, 40, current)?;
            expect_lo(&mut h, 20, lo)?;
        }
        Ok(())
    }

    fn with_the_boundary_at_nothing_one_hit_of_30_is_balanced_and_none_is_miss() {
        let mut h = start(&Params::PAPER)?;
        epoch(&mut h, 0, 40, 61)?;
        expect_lo(&mut h, 20, 0)?;
        for (wid, hits, type2, type5) in [(5, 1, BALANCED, TYPE5_BALANCED), (6, 0, MISS, TYPE5_ALL_MISS)] {
            replies(&mut h, wid, hits, 30, true)?;
            h.expect("classification", classified(&h), Some((wid, type5 as u8)))?;
            expect_tags(&mut h, wid, (type2 as u8, false))?;
        }
        Ok(())
    }

    fn a_warp_that_is_classified_before_the_boundary_changes_goes_by_the_old_one() {
        let mut h = start(&Params::PAPER)?;
        epoch(&mut h, 0, 40, 61)?;
        replies(&mut h, 5, 0, 15, true)?;
        h.expect("boundary", h.out.lo_pct_o, 0)?;
        // The other direction: at 5 % a warp with one hit of 30 is mostly miss.
        epoch(&mut h, 1, 50, 50)?;
        expect_lo(&mut h, 0, 5)?;
        replies(&mut h, 5, 1, 30, true)?;
        expect_tags(&mut h, 5, (MISS as u8, false))
    }

    fn an_epoch_with_too_few_samples_of_either_kind_leaves_the_boundary() {
        let mut h = start(&Params::PAPER)?;
        epoch(&mut h, 0, 40, 55)?;
        expect_lo(&mut h, 20, 5)?;
        for (number, reference, current) in [(1, 63, 64), (2, 64, 63), (3, 0, 0)] {
            replies(&mut h, 0, reference, reference, true)?;
            replies(&mut h, 1, 0, current, false)?;
            idle_to_boundary(&mut h, number)?;
            h.step()?;
            expect_lo(&mut h, 5, 5)?;
        }
        replies(&mut h, 0, 64, 64, true)?;
        replies(&mut h, 1, 64, 64, false)?;
        idle_to_boundary(&mut h, 4)?;
        h.step()?;
        expect_lo(&mut h, 5, 10)
    }

    fn a_full_pair_of_the_tuner_is_halved_and_the_rate_stays() {
        let mut h = start(&Params::PAPER)?;
        replies(&mut h, 0, 0, 64, true)?;
        replies(&mut h, 1, 16_384, 32_767, false)?;
        let pair = |h: &Harness| (h.model().state().cur_acc, h.model().state().cur_miss);
        h.expect("current pair", pair(&h), (32_767, 16_383))?;
        replies(&mut h, 1, 0, 1, false)?;
        h.expect("current pair", pair(&h), (16_384, 8_192))
    }
}
