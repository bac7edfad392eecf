// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `medic_repl`, and its kinds of insertion.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{ALL_HIT, BALANCED, MISS, MOSTLY_HIT};
use warpsmith_units::medic::repl::{In, ALLOC, INVAL, TOUCH_HIT};
use warpsmith_units::Parameters;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, In::default())
}

fn paper() -> Result<Harness, BenchError> {
    start(&Params::PAPER)
}

/// All ways of a set.
fn all(h: &Harness) -> u32 {
    u32::MAX >> (32 - h.params.assoc)
}

/// An operation in this cycle's inputs.
fn set_op(h: &mut Harness, op: u32, set: u32, way: u8, warp_type: u32) {
    let i = &mut h.input;
    (i.op_valid, i.op, i.op_set, i.way, i.warp_type) = (true, op as u8, set, way, warp_type as u8);
}

/// A cycle with an operation.
fn operate(h: &mut Harness, op: u32, set: u32, way: u8, warp_type: u32) -> Result<(), BenchError> {
    set_op(h, op, set, way, warp_type);
    h.step()
}

/// Lines of these types come into the ways of a set, from way 0 on; the types begin anew when they are used up.
fn fill(h: &mut Harness, set: u32, types: &[u32]) -> Result<(), BenchError> {
    let ways = h.params.assoc as u8;
    (0..ways).zip(types.iter().cycle()).try_for_each(|(way, t)| operate(h, ALLOC, set, way, *t))
}

/// The way that a new line takes in this cycle, if the set has these lines and reservations.
fn victim(h: &mut Harness, set: u32, valid: u32, reserved: u32) -> Result<Option<u8>, BenchError> {
    (h.input.vq_set, h.input.vq_valid_mask, h.input.vq_resv_mask) = (set, valid, reserved);
    let out = h.eval()?;
    Ok((!out.vq_none).then_some(out.vq_way))
}

fn expect_victim(h: &mut Harness, set: u32, expected: u8) -> Result<(), BenchError> {
    let ways = all(h);
    let victim = victim(h, set, ways, 0)?;
    h.expect("the way whose line leaves", victim, Some(expected))
}

/// The ranks of a set's first ways.
fn ranks(h: &Harness, set: usize, ways: usize) -> Vec<u64> {
    h.model().sets()[set].rank[..ways].to_vec()
}

/// The ways in the order in which the lines of a full set leave, each replaced by one of an all-hit warp.
fn order_of_leaving(h: &mut Harness, set: u32) -> Result<Vec<u8>, BenchError> {
    let (ways, lines) = (all(h), h.params.assoc);
    let leave = |_| {
        let way = victim(h, set, ways, 0)?.unwrap_or(u8::MAX);
        operate(h, ALLOC, set, way, ALL_HIT)?;
        Ok(way)
    };
    (0..lines).map(leave).collect()
}

directed! {
    fn all_ways_of_a_set_reserved_gives_no_victim_and_changes_no_rank() {
        let mut h = paper()?;
        fill(&mut h, 5, &[MISS, BALANCED])?;
        let before = ranks(&h, 5, 16);
        let ways = all(&h);
        for valid in [0, ways, 0x00ff] {
            let victim = victim(&mut h, 5, valid, ways)?;
            h.expect("a victim", victim, None)?;
            h.step()?;
            h.expect("way", h.out.vq_way, 0)?;
        }
        h.expect("ranks", ranks(&h, 5, 16), before)?;
        // One that becomes free is the victim.
        let victim = victim(&mut h, 5, ways, ways & !(1 << 11))?;
        h.expect("the only free way", victim, Some(11))
    }

    fn in_a_set_full_of_all_hit_lines_a_mostly_miss_request_takes_the_oldest() {
        let mut h = paper()?;
        fill(&mut h, 3, &[ALL_HIT])?;
        operate(&mut h, TOUCH_HIT, 3, 0, ALL_HIT)?;
        expect_victim(&mut h, 3, 1)?;
        operate(&mut h, ALLOC, 3, 1, MISS)?;
        // It is the only one of its class, so it leaves first although it is the most recent.
        expect_victim(&mut h, 3, 1)
    }

    fn mostly_hit_and_all_hit_lines_leave_in_plain_lru_order() {
        let mut h = paper()?;
        fill(&mut h, 0, &[MOSTLY_HIT, ALL_HIT, ALL_HIT])?;
        for way in [4, 0, 9] {
            operate(&mut h, TOUCH_HIT, 0, way, if way == 0 { MOSTLY_HIT } else { ALL_HIT })?;
        }
        let order = order_of_leaving(&mut h, 0)?;
        h.expect("order", order, vec![1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 4, 0, 9])
    }

    fn mostly_miss_lines_leave_before_balanced_ones_and_these_before_the_others() {
        let mut h = paper()?;
        fill(&mut h, 0, &[ALL_HIT, BALANCED, MISS, MOSTLY_HIT])?;
        let order = order_of_leaving(&mut h, 0)?;
        h.expect("order", order, vec![2, 6, 10, 14, 1, 5, 9, 13, 0, 3, 4, 7, 8, 11, 12, 15])
    }

    fn a_hit_by_another_warp_gives_the_line_that_warps_type() {
        let mut h = paper()?;
        fill(&mut h, 0, &[BALANCED])?;
        operate(&mut h, TOUCH_HIT, 0, 7, MISS)?;
        expect_victim(&mut h, 0, 7)?;
        operate(&mut h, TOUCH_HIT, 0, 7, ALL_HIT)?;
        expect_victim(&mut h, 0, 0)
    }

    fn an_empty_way_is_taken_first_and_the_lowest_of_several() {
        let mut h = paper()?;
        fill(&mut h, 0, &[MISS])?;
        let ways = all(&h);
        let cases = [(!(1 << 9 | 1 << 12), 0, 9), (!(1 << 9 | 1 << 12), 1 << 9, 12), (!(1 << 9), 1 << 9 | 1, 1)];
        for (valid, reserved, expected) in cases {
            let victim = victim(&mut h, 0, valid & ways, reserved)?;
            h.expect("the way", victim, Some(expected))?;
        }
        Ok(())
    }

    fn a_query_in_the_cycle_of_an_operation_on_its_set_sees_the_state_before() {
        let mut h = paper()?;
        fill(&mut h, 1, &[ALL_HIT])?;
        set_op(&mut h, TOUCH_HIT, 1, 0, ALL_HIT);
        expect_victim(&mut h, 1, 0)?;
        h.step()?;
        h.expect("the way at the edge", h.out.vq_way, 0)?;
        expect_victim(&mut h, 1, 1)
    }

    fn sets_do_not_disturb_each_other() {
        for (name, last) in [("paper", 31), ("sets64", 63), ("l2_8way", 63), ("small", 3)] {
            let mut h = start(&Params::named(name)?)?;
            fill(&mut h, last, &[BALANCED])?;
            operate(&mut h, TOUCH_HIT, last, 0, BALANCED)?;
            fill(&mut h, last - 1, &[MISS])?;
            expect_victim(&mut h, last, 1)?;
            expect_victim(&mut h, last - 1, 0)?;
        }
        Ok(())
    }

    fn invalidation_leaves_ranks_and_types() {
        let mut h = paper()?;
        fill(&mut h, 0, &[ALL_HIT, MISS])?;
        let before = ranks(&h, 0, 16);
        for op in [INVAL, 3] {
            operate(&mut h, op, 0, 4, MISS)?;
            h.expect("ranks", ranks(&h, 0, 16), before.clone())?;
            expect_victim(&mut h, 0, 1)?;
        }
        Ok(())
    }

    fn in_stack_mode_a_mostly_miss_line_comes_in_as_the_oldest_and_a_balanced_one_in_the_middle() {
        let mut h = start(&Params::STACK)?;
        fill(&mut h, 0, &[ALL_HIT])?;
        operate(&mut h, ALLOC, 0, 3, MISS)?;
        h.expect("rank of the mostly-miss line", ranks(&h, 0, 4)[3], 15)?;
        expect_victim(&mut h, 0, 3)?;
        operate(&mut h, ALLOC, 0, 3, BALANCED)?;
        h.expect("rank of the balanced line", ranks(&h, 0, 4)[3], 8)?;
        expect_victim(&mut h, 0, 0)?;
        // A hit makes any line the most recent, and its type does not matter for who leaves.
        operate(&mut h, TOUCH_HIT, 0, 0, MISS)?;
        h.expect("ranks", ranks(&h, 0, 4), vec![0, 15, 14, 9])?;
        expect_victim(&mut h, 0, 1)
    }

    fn without_wip_a_line_comes_in_as_the_most_recent_and_the_oldest_leaves() {
        let mut h = start(&Params::BASELINE)?;
        fill(&mut h, 0, &[ALL_HIT, MISS, BALANCED])?;
        operate(&mut h, TOUCH_HIT, 0, 0, MISS)?;
        let order = order_of_leaving(&mut h, 0)?;
        h.expect("order", order, vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0])
    }

    fn reset_during_traffic_ranks_the_ways_of_every_set_by_their_numbers() {
        for name in ["paper", "l2_8way"] {
            let mut h = start(&Params::named(name)?)?;
            let (sets, ways) = (h.params.sets, h.params.assoc as u8);
            for set in 0..sets {
                fill(&mut h, set, &[ALL_HIT, BALANCED, MISS])?;
            }
            set_op(&mut h, ALLOC, 1, 1, ALL_HIT);
            h.reset();
            h.input = In::default();
            for set in 0..sets {
                h.expect("ranks", ranks(&h, set as usize, ways.into()), (0..u64::from(ways)).collect())?;
                expect_victim(&mut h, set, ways - 1)?;
            }
        }
        Ok(())
    }
}
