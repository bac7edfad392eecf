// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern replacement, kernels, and what waits.

use warpsmith_units::apogee::params::Params;

use super::{lanes, Found, Sm};
use crate::directed::directed;

/// PC of a load, and where it reads.
const PC: u32 = 0x40;
const BASE: u64 = 0x1000;

directed! {
    fn a_full_table_loses_its_lowest_confidence_and_the_lines_of_that_load_go_on() {
        let mut sm = Sm::new(&Params::E16, 1)?;
        for n in 0..16 {
            let regular = lanes(&Params::E16, BASE, 4);
            let some = if n == 9 { regular[..12].to_vec() } else { regular };
            sm.lines(PC + n, 0, &some, Found::Hit)?;
        }
        // The load with the lowest confidence has lines under way when it is replaced.
        sm.h.input.pf_rdy = false;
        sm.load(PC + 9, 0, &vec![(0, 0x20000), (1, 0x20004)], Found::Hit)?;
        sm.load(PC + 16, 0, &lanes(&Params::E16, 0x40000, 0), Found::Hit)?;
        sm.h.expect("evicts", (sm.pulses.stat_alloc, sm.pulses.stat_evict), (true, true))?;
        sm.h.expect("entries", (sm.index(PC + 9), sm.index(PC + 16)), (None, Some(9)))?;
        sm.taken.clear();
        sm.h.input.pf_rdy = true;
        sm.steps(40)?;
        let lines: Vec<u64> = sm.taken.iter().map(|t| t.line).collect();
        sm.h.expect("lines", lines, (0..4).map(|n| 0x20080 + 32 * n).collect())
    }

    fn a_fill_for_an_entry_that_was_replaced_changes_nothing() {
        let mut sm = Sm::new(&Params::E16, 1)?;
        for n in 0..17 {
            sm.lines(PC + n, 0, &lanes(&Params::E16, BASE + 0x1000 * u64::from(n), 4), Found::Hit)?;
        }
        let index = sm.index(PC + 16);
        sm.h.expect("it has the place of the first", index, Some(0))?;
        sm.h.input.pf_rdy = false;
        sm.load(PC + 16, 0, &lanes(&Params::E16, BASE, 4), Found::Hit)?;
        sm.fill(0, 0)?;
        sm.h.expect("state", sm.trained(PC + 16, 0).state, 0)
    }

    fn a_flush_ends_a_job_and_empties_the_table() {
        let mut sm = Sm::paper()?;
        sm.beats(PC, 0, &lanes(&Params::PAPER, BASE, 64))?;
        sm.set_found(Found::Hit);
        sm.steps(10)?;
        sm.h.expect("a job is at hand", (sm.h.model().state().generates(), sm.h.out.pf_v), (true, true))?;
        sm.h.input.flush = true;
        sm.step()?;
        sm.taken.clear();
        sm.fill(0, 0)?;
        sm.steps(60)?;
        sm.h.expect("lines", sm.taken.len(), 0)?;
        sm.h.expect("entries", sm.h.model().state().table().entries().count(), 0)?;
        // The last load is forgotten as well.
        sm.load(PC, 0, &lanes(&Params::PAPER, BASE, 0), Found::Miss(BASE))?;
        sm.h.expect("entries", sm.h.model().state().table().entries().count(), 1)
    }

    fn a_flush_between_two_beats_forgets_their_load() {
        let mut sm = Sm::paper()?;
        let load = lanes(&Params::PAPER, BASE, 4);
        for beat in 0..4 {
            sm.set_beat(PC, 0, &load, beat);
            sm.h.input.flush = beat == 1;
            sm.step()?;
        }
        sm.steps(20)?;
        sm.h.expect("loads that wait", sm.h.model().state().waiting().len(), 0)?;
        sm.load(PC, 0, &load, Found::Hit)?;
        sm.expect_offset("the next", PC, 4, 30)
    }

    fn a_reset_leaves_nothing() {
        let mut sm = Sm::paper()?;
        sm.beats(PC, 0, &lanes(&Params::PAPER, BASE, 64))?;
        sm.set_found(Found::Hit);
        sm.steps(10)?;
        sm.h.expect("prefetch", sm.h.out.pf_v, true)?;
        sm.h.reset();
        sm.taken.clear();
        sm.steps(40)?;
        sm.h.expect("lines", sm.taken.len(), 0)
    }

    fn a_prefetch_waits_for_demands_and_the_unit_for_nobody() {
        let mut sm = Sm::paper()?;
        sm.h.input.pf_rdy = false;
        sm.load(PC, 0, &lanes(&Params::PAPER, BASE, 4), Found::Hit)?;
        let head = sm.h.out.pf_line;
        for _ in 0..50 {
            sm.step()?;
            sm.h.expect("prefetch", (sm.h.out.pf_v, sm.h.out.pf_line, sm.h.out.ld_rdy), (true, head, true))?;
        }
        sm.expect_timing("state", PC, 0, 1, 0)
    }

    fn the_first_line_comes_three_cycles_after_the_commit() {
        // The outcome before the commit is due, in its cycle, and later.
        for (outcome, first) in [(4, 10), (7, 10), (8, 11), (20, 23)] {
            let mut sm = Sm::paper()?;
            sm.beats(PC, 0, &lanes(&Params::PAPER, BASE, 4))?;
            for cycle in 4..first {
                if cycle == outcome {
                    sm.set_found(Found::Hit);
                }
                sm.h.expect("no prefetch yet", (cycle, sm.h.out.pf_v), (cycle, false))?;
                sm.step()?;
            }
            sm.h.expect("prefetch", sm.h.out.pf_v, true)?;
        }
        Ok(())
    }

    fn a_load_that_comes_when_none_can_wait_is_dropped_as_a_whole() {
        let mut sm = Sm::paper()?;
        for n in 0..4 {
            sm.beats(PC + n, 0, &lanes(&Params::PAPER, BASE, 4))?;
        }
        sm.h.expect("ready", sm.h.out.ld_rdy, false)?;
        sm.set_beat(0x80, 0, &lanes(&Params::PAPER, BASE, 4), 0);
        sm.step()?;
        for _ in 0..4 {
            sm.set_found(Found::Hit);
            sm.step()?;
        }
        sm.steps(60)?;
        sm.h.expect("entries", (sm.index(0x80), sm.index(PC + 3).is_some()), (None, true))?;
        // Nor is it the last load.
        sm.load(0x90, 0, &lanes(&Params::PAPER, 0x8000, 0), Found::Miss(0x8000))?;
        sm.h.expect("trigger", sm.trigger(PC + 3).is_some(), true)
    }

    fn loads_of_one_beat_are_four_cycles_apart() {
        let mut sm = Sm::new(&Params::FERMI, 1)?;
        sm.set_beat(PC, 0, &lanes(&Params::FERMI, BASE, 4), 0);
        for ready in [false, false, false, true] {
            sm.step()?;
            sm.h.expect("ready", sm.h.out.ld_rdy, ready)?;
        }
        Ok(())
    }

    fn a_job_that_finds_no_room_is_dropped_and_has_trained() {
        let mut sm = Sm::paper()?;
        sm.h.input.pf_rdy = false;
        // One job at hand, which fills the queue, four that wait, and one more.
        for n in 0..6 {
            sm.load(PC + n, 0, &lanes(&Params::PAPER, BASE, 64), Found::Hit)?;
            sm.steps(10)?;
            sm.h.expect("dropped", (n, sm.pulses.stat_drop), (n, n == 5))?;
        }
        sm.expect_offset("offset and confidence", PC + 5, 64, 30)?;
        sm.h.input.pf_rdy = true;
        sm.taken.clear();
        sm.steps(300)?;
        sm.h.expect("lines", sm.taken.len(), 5 * 32)
    }

    fn a_large_group_has_one_line_a_lane() {
        let mut sm = Sm::paper()?;
        let taken = sm.lines(PC, 0, &lanes(&Params::PAPER, BASE, 100), Found::Hit)?;
        let lines: Vec<u64> = taken.iter().map(|t| t.line).collect();
        sm.h.expect("lines", lines, (0..32).map(|k| (BASE + 100 * (32 + k)) & !31).collect())
    }
}
