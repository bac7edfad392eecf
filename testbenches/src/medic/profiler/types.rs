// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern types and counters of warps.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{
    ALL_HIT, BALANCED, MISS, MOSTLY_HIT, TYPE5_ALL_HIT, TYPE5_ALL_MISS, TYPE5_BALANCED, TYPE5_MOSTLY_HIT,
    TYPE5_MOSTLY_MISS,
};
use warpsmith_units::Parameters;

use super::{
    classified, counters, expect_tags, lookup, replies, set_alloc, set_reply, start, Harness, Reply,
};
use crate::directed::directed;
use crate::BenchError;

/// A warp that is balanced and being profiled, as after reset.
const NEW: (u8, bool) = (BALANCED as u8, true);

/// A profiling with so many hits of 30 gives a warp these types; it begins with a new warp in the slot.
fn profile(h: &mut Harness, wid: u8, hits: u32, type2: u32, type5: u32) -> Result<(), BenchError> {
    set_alloc(h, wid);
    h.step()?;
    expect_tags(h, wid, NEW)?;
    replies(h, wid, hits, 29, true)?;
    expect_tags(h, wid, NEW)?;
    h.expect("an early classification", classified(h), None)?;
    set_reply(h, lookup(wid, hits == 30));
    // The request that leaves in the very cycle takes the old tags along.
    expect_tags(h, wid, NEW)?;
    set_reply(h, lookup(wid, hits == 30));
    h.step()?;
    h.expect("classification", classified(h), Some((wid, type5 as u8)))?;
    expect_tags(h, wid, (type2 as u8, false))?;
    h.step()?;
    h.expect("classification a cycle later", classified(h), None)
}

directed! {
    fn a_profile_with_hits_at_each_boundary_gives_the_outer_type() {
        let mut h = start(&Params::PAPER)?;
        for (wid, hits, type2, type5) in [
            (0, 6, MISS, TYPE5_MOSTLY_MISS),
            (1, 7, BALANCED, TYPE5_BALANCED),
            (2, 20, BALANCED, TYPE5_BALANCED),
            (47, 21, MOSTLY_HIT, TYPE5_MOSTLY_HIT),
            (4, 0, MISS, TYPE5_ALL_MISS),
            (5, 30, ALL_HIT, TYPE5_ALL_HIT),
        ] {
            profile(&mut h, wid, hits, type2, type5)?;
        }
        Ok(())
    }

    fn at_512_accesses_both_counters_are_halved_and_hits_stay_within_accesses() {
        for (hits, expected) in [(511, (256, 255)), (512, (256, 256)), (1, (256, 0))] {
            let mut h = start(&Params::PAPER)?;
            replies(&mut h, 7, hits, 511, true)?;
            h.expect("counters before", counters(&h, 7), (511, u64::from(hits.min(511))))?;
            set_reply(&mut h, lookup(7, hits == 512));
            h.step()?;
            h.expect("counters", counters(&h, 7), expected)?;
            set_reply(&mut h, lookup(7, true));
            h.step()?;
            h.expect("counters after one more hit", counters(&h, 7), (expected.0 + 1, expected.1 + 1))?;
        }
        Ok(())
    }

    fn an_allocation_goes_over_a_reply_of_the_same_slot_in_the_table_but_not_in_the_tuner() {
        let mut h = start(&Params::PAPER)?;
        replies(&mut h, 3, 30, 30, true)?;
        expect_tags(&mut h, 3, (ALL_HIT as u8, false))?;
        set_alloc(&mut h, 3);
        set_reply(&mut h, lookup(3, true));
        h.step()?;
        h.expect("counters", counters(&h, 3), (0, 0))?;
        expect_tags(&mut h, 3, NEW)?;
        h.expect("replies in the reference pair", h.model().state().ref_acc, 31)?;
        // A reply of another slot counts.
        set_alloc(&mut h, 3);
        set_reply(&mut h, lookup(4, true));
        h.step()?;
        h.expect("counters of the other slot", counters(&h, 4), (1, 1))
    }

    fn the_last_reply_of_a_profile_in_the_cycle_of_an_allocation_classifies_nothing() {
        let mut h = start(&Params::PAPER)?;
        replies(&mut h, 3, 29, 29, true)?;
        set_alloc(&mut h, 3);
        set_reply(&mut h, lookup(3, true));
        h.step()?;
        h.expect("classification", classified(&h), None)?;
        expect_tags(&mut h, 3, NEW)
    }

    fn a_reply_that_left_in_profiling_and_comes_after_the_classification_counts_but_changes_no_type() {
        let mut h = start(&Params::PAPER)?;
        replies(&mut h, 3, 0, 30, true)?;
        expect_tags(&mut h, 3, (MISS as u8, false))?;
        replies(&mut h, 3, 100, 100, true)?;
        h.expect("counters", counters(&h, 3), (130, 100))?;
        let s = *h.model().state();
        h.expect("reference pair, current pair", (s.ref_acc, s.ref_miss, s.cur_acc), (130, 30, 0))?;
        expect_tags(&mut h, 3, (MISS as u8, false))
    }

    fn a_bypassed_request_counts_in_the_tuner_alone_and_as_a_miss() {
        let mut h = start(&Params::PAPER)?;
        for n in 0..40 {
            set_reply(&mut h, Reply { bypassed: true, tagged: false, ..lookup(3, n % 2 == 0) });
            h.step()?;
        }
        let s = *h.model().state();
        h.expect("current pair", (s.cur_acc, s.cur_miss), (40, 40))?;
        h.expect("counters", counters(&h, 3), (0, 0))?;
        expect_tags(&mut h, 3, NEW)
    }

    fn a_warp_that_never_reaches_30_lookups_stays_in_profiling() {
        let mut h = start(&Params::PAPER)?;
        for epoch in 0..3 {
            replies(&mut h, 9, 0, 29, true)?;
            expect_tags(&mut h, 9, NEW)?;
            super::idle_to_boundary(&mut h, epoch)?;
            h.step()?;
        }
        expect_tags(&mut h, 9, NEW)
    }

    fn continuous_classification_follows_every_counted_reply_after_the_profile() {
        let mut h = start(&Params::CONTINUOUS)?;
        replies(&mut h, 3, 6, 30, true)?;
        expect_tags(&mut h, 3, (MISS as u8, false))?;
        // 7 of 31 are more than 20 %.
        set_reply(&mut h, Reply { tagged: false, ..lookup(3, true) });
        h.step()?;
        h.expect("a second classification", classified(&h), None)?;
        expect_tags(&mut h, 3, (BALANCED as u8, false))?;
        // And 7 of 35 are not.
        replies(&mut h, 3, 0, 4, false)?;
        expect_tags(&mut h, 3, (MISS as u8, false))
    }

    fn without_a_request_there_are_no_tags() {
        let mut h = start(&Params::PAPER)?;
        h.input.q_wid = 5;
        let out = h.eval()?;
        h.expect("type and profiling", (out.q_type, out.q_prof), (0, false))
    }

    fn the_last_slot_is_one_like_any_other() {
        for (name, last) in [("paper", 47), ("warps64", 63), ("variant", 43)] {
            let mut h = start(&Params::named(name)?)?;
            let length = h.params.profile_len;
            replies(&mut h, last, length, length, true)?;
            expect_tags(&mut h, last, (ALL_HIT as u8, false))?;
            expect_tags(&mut h, last - 1, NEW)?;
        }
        Ok(())
    }

    fn reset_during_traffic_makes_all_warps_balanced_and_profiled() {
        let mut h = start(&Params::PAPER)?;
        for wid in 0..48 {
            replies(&mut h, wid, u32::from(wid), 30, true)?;
        }
        set_reply(&mut h, lookup(1, true));
        h.reset();
        h.input = Default::default();
        for wid in 0..48 {
            expect_tags(&mut h, wid, NEW)?;
            h.expect("counters", counters(&h, wid), (0, 0))?;
        }
        h.step()?;
        h.expect("a classification", classified(&h), None)
    }
}
