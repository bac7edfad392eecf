// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern how far ahead is prefetched.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{FILLED, SENT};

use super::{lanes, Found, Lanes, Sm, Taken};
use crate::directed::directed;
use crate::BenchError;

/// PC of a load.
const PC: u32 = 0x40;

/// The load of an iteration, of one warp: 32 threads of 4 bytes each.
fn iteration(k: u64) -> Lanes {
    lanes(&Params::PAPER, 0x1000 + 128 * k, 4)
}

/// A streaming load of one warp whose first iteration has been.
fn streaming() -> Result<Sm, BenchError> {
    let mut sm = Sm::paper()?;
    sm.lines(PC, 0, &iteration(0), Found::Hit)?;
    sm.expect_timing("after the first", PC, 0, 1, SENT)?;
    Ok(sm)
}

/// The same, at this distance, after so many iterations: each was too late.
fn streaming_at(distance: u64) -> Result<Sm, BenchError> {
    let mut sm = streaming()?;
    for k in 1..distance {
        sm.lines(PC, 0, &iteration(k), Found::Merged(0))?;
        sm.expect_timing("too late", PC, 0, k + 1, SENT)?;
    }
    Ok(sm)
}

directed! {
    fn a_load_that_hits_leaves_the_distance() {
        let mut sm = streaming()?;
        sm.load(PC, 0, &iteration(1), Found::Hit)?;
        sm.h.expect("distance", sm.trained(PC, 0).distance, 1)
    }

    fn a_prefetch_that_is_under_way_when_its_load_comes_was_too_late() {
        for found in [Found::Miss(0x1080), Found::Merged(0)] {
            let mut sm = streaming()?;
            sm.load(PC, 0, &iteration(1), found)?;
            sm.h.expect("distance", sm.trained(PC, 0).distance, 2)?;
            sm.h.expect("pulse", sm.pulses.stat_dist_inc, true)?;
        }
        Ok(())
    }

    fn the_highest_distance_stays() {
        let mut sm = streaming_at(63)?;
        sm.lines(PC, 0, &iteration(64), Found::Merged(0))?;
        sm.expect_timing("too late once more", PC, 0, 63, SENT)?;
        sm.h.expect("pulse", sm.pulses.stat_dist_inc, false)
    }

    fn four_late_warps_move_the_distance_once_a_round_and_by_the_letter_four_times() {
        for (params, distance) in [(Params::PAPER, 2), (Params::LITERAL, 5)] {
            let mut sm = Sm::new(&params, 4)?;
            let load = |round: u64, warp: u8| lanes(&params, 0x1000 + 512 * round + 128 * u64::from(warp), 4);
            for warp in 0..4 {
                sm.lines(PC, warp, &load(0, warp), Found::Hit)?;
            }
            for warp in 0..4 {
                sm.lines(PC, warp, &load(1, warp), Found::Merged(0))?;
            }
            sm.h.expect("distance", sm.trained(PC, 0).distance, distance)?;
        }
        Ok(())
    }

    fn by_the_letter_a_hit_is_too_late_as_well() {
        let mut sm = Sm::new(&Params::LITERAL, 1)?;
        sm.lines(PC, 0, &iteration(0), Found::Hit)?;
        sm.load(PC, 0, &iteration(1), Found::Hit)?;
        sm.h.expect("distance", sm.trained(PC, 0).distance, 2)
    }

    fn after_a_step_the_iteration_in_between_is_offered_too() {
        let mut sm = streaming()?;
        let group = |k: u64, sent: bool| {
            (0..4).map(move |n| (0x1000 + 128 * k + 32 * n, sent))
        };
        // Distance 1 has fetched iteration 1; now it is 2, and 2 and 3 are offered.
        let taken = sm.lines(PC, 0, &iteration(1), Found::Merged(0))?;
        let lines: Vec<(u64, bool)> = taken.iter().map(|t| (t.line, t.sent)).collect();
        sm.h.expect("lines", lines, group(2, true).chain(group(3, true)).collect())?;
        // At the same distance, what the group before has is dropped.
        let taken = sm.lines(PC, 0, &iteration(2), Found::Hit)?;
        let lines: Vec<(u64, bool)> = taken.iter().map(|t| (t.line, t.sent)).collect();
        sm.h.expect("lines", lines, group(3, false).chain(group(4, true)).collect())?;
        let tracked: Vec<bool> = taken.iter().map(|t| t.tracked).collect();
        sm.h.expect("tracked until one is sent", tracked, (0..8).map(|n| n < 5).collect())
    }

    fn by_the_letter_only_the_iteration_at_the_distance_is_offered() {
        let mut sm = Sm::new(&Params::LITERAL, 1)?;
        sm.lines(PC, 0, &iteration(0), Found::Hit)?;
        let taken = sm.lines(PC, 0, &iteration(1), Found::Merged(0))?;
        let lines: Vec<u64> = taken.iter().map(|t| t.line).collect();
        sm.h.expect("lines", lines, (0..4).map(|n| 0x1180 + 32 * n).collect())
    }

    fn a_line_that_was_there_and_is_not_was_too_early() {
        // The same place, the next iteration, and one that was not predicted.
        for (k, distance) in [(3, 2), (2, 2), (9, 3)] {
            let mut sm = streaming_at(3)?;
            sm.fill(0, 0)?;
            sm.expect_timing("filled", PC, 0, 3, FILLED)?;
            sm.load(PC, 0, &iteration(k), Found::Miss(0x1000 + 128 * k))?;
            sm.h.expect("distance", sm.trained(PC, 0).distance, distance)?;
            sm.h.expect("pulse", sm.pulses.stat_dist_dec, distance == 2)?;
        }
        Ok(())
    }

    fn the_lowest_distance_stays() {
        let mut sm = streaming()?;
        sm.fill(0, 0)?;
        sm.load(PC, 0, &iteration(1), Found::Miss(0x1080))?;
        sm.h.expect("distance", sm.trained(PC, 0).distance, 1)
    }

    fn a_prediction_counts_from_the_warp_that_was_last() {
        let load = |k: u64, warp: u8| lanes(&Params::PAPER, 0x1000 + 512 * k + 128 * u64::from(warp), 4);
        let mut sm = Sm::new(&Params::PAPER, 4)?;
        for k in 0..3 {
            for warp in 0..4 {
                sm.lines(PC, warp, &load(k, warp), if k == 0 { Found::Hit } else { Found::Merged(0) })?;
            }
        }
        let distance = sm.trained(PC, 0).distance;
        sm.h.expect("distance", distance, 3)?;
        for warp in 0..3 {
            sm.lines(PC, warp, &load(3, warp), Found::Hit)?;
        }
        sm.fill(0, 3)?;
        sm.expect_timing("filled", PC, 3, 3, FILLED)?;
        sm.load(PC, 3, &load(3, 3), Found::Miss(0x1780))?;
        sm.h.expect("distance", sm.trained(PC, 0).distance, 2)
    }

    fn a_fill_in_the_cycle_of_the_outcome_comes_first() {
        let mut sm = streaming_at(3)?;
        sm.beats(PC, 0, &iteration(3))?;
        sm.steps(8)?;
        sm.set_fill(0, 0);
        sm.set_found(Found::Miss(0x1180));
        sm.step()?;
        let seen = (sm.h.out.stat_dist_inc, sm.h.out.stat_dist_dec);
        sm.h.expect("too late, too early", seen, (false, true))
    }

    fn a_fill_without_a_prefetch_is_ignored() {
        let mut sm = streaming()?;
        sm.fill(0, 2)?;
        sm.expect_timing("another warp", PC, 2, 1, 0)?;
        sm.fill(5, 0)?;
        sm.fill(0, 0)?;
        sm.h.input.pf_rdy = false;
        sm.load(PC, 0, &iteration(1), Found::Hit)?;
        sm.h.expect("the next load forgets", sm.trained(PC, 0).state, 0)?;
        sm.fill(0, 0)?;
        sm.h.expect("a late fill", sm.trained(PC, 0).state, 0)
    }

    fn a_job_whose_lines_are_all_there_leaves_the_state() {
        let mut sm = Sm::paper()?;
        sm.present = (0..4).map(|n| 0x1080 + 32 * n).collect();
        let taken = sm.lines(PC, 0, &iteration(0), Found::Hit)?;
        let all: Vec<(bool, bool)> = taken.iter().map(|t: &Taken| (t.tracked, t.sent)).collect();
        sm.h.expect("tracked, sent", all, vec![(true, false); 4])?;
        sm.expect_timing("state", PC, 0, 1, 0)
    }

    fn each_warp_has_its_state_and_all_one_distance() {
        let mut sm = Sm::new(&Params::PAPER, 4)?;
        for warp in [0, 2] {
            sm.lines(PC, warp, &lanes(&Params::PAPER, 0x1000 + 128 * u64::from(warp), 4), Found::Hit)?;
        }
        sm.fill(0, 2)?;
        let states: Vec<u64> = (0..4).map(|warp| sm.trained(PC, warp).state).collect();
        sm.h.expect("states", states, vec![SENT.into(), 0, FILLED.into(), 0])
    }
}
