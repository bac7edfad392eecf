// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `ilp_scoreboard`: check, issue, results and commit.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::scoreboard::In;

use super::operation::{
    alu, barrier, commit, expect_commit, expect_ready, load, reply, result, set_reply, set_result, start,
    store,
};
use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// The entry and the threads in which source 0 of the instruction is found that issues in this cycle.
fn operand(h: &mut Harness) -> Result<Option<(u32, u32)>, BenchError> {
    let out = h.eval()?;
    let first = out.src_entry & ((1 << h.params.entry_width()) - 1);
    let lanes = (0..h.params.warp_size as usize).map(|lane| u32::from(out.src_lanes[lane]) << lane).sum();
    Ok((out.src_hit & 1 == 1).then_some((first, lanes)))
}

/// The oldest and the youngest entry of a warp.
fn ends(h: &Harness, warp: usize) -> (u8, u8) {
    let w = &h.model().state().warps[warp];
    (w.head, w.tail)
}

directed! {
    fn a_warp_whose_loads_fill_the_board_waits_while_another_issues_alone() {
        let mut h = start(&Params::PAPER)?;
        for entry in 0..8 {
            load(0, entry.into()).enter(&mut h, entry)?;
        }
        h.expect("free entries", h.out.free_count, 0)?;
        load(0, 8).check(&mut h)?;
        expect_ready(&mut h, 0, false)?;
        alu(1, 20, 21).check(&mut h)?;
        let entry = alu(1, 20, 21).issue(&mut h)?;
        h.expect("entry and alone", (entry, h.out.iss_solo), (None, true))?;
        alu(1, 21, 22).check(&mut h)?;
        expect_ready(&mut h, 1, false)?;
        h.input.dwb_mask = 1 << 1;
        h.step()?;
        expect_ready(&mut h, 1, true)
    }

    fn a_warp_issues_in_the_cycle_in_which_its_only_entry_leaves() {
        let mut h = start(&Params::PAPER)?;
        alu(3, 1, 2).enter(&mut h, 0)?;
        result(&mut h, 0)?;
        alu(3, 4, 5).check(&mut h)?;
        while !(h.out.cm_valid && h.out.cm_beat == 3) {
            h.step()?;
        }
        let entry = alu(3, 4, 5).issue(&mut h)?;
        h.expect("entry", entry, Some(1))?;
        h.expect("in_board and free entries", (h.out.in_board, h.out.free_count), (1 << 3, 7))?;
        h.expect("head and tail", ends(&h, 3), (1, 1))
    }

    fn of_two_writes_of_a_register_by_the_same_threads_only_the_younger_is_found() {
        let mut h = start(&Params::PAPER)?;
        load(0, 5).enter(&mut h, 0)?;
        load(0, 5).enter(&mut h, 1)?;
        h.expect("the older is found", h.model().state().entries[0].match_en, false)?;
        alu(0, 5, 6).check(&mut h)?;
        h.input.cm_ready = false;
        reply(&mut h, 0)?;
        expect_ready(&mut h, 0, false)?;
        reply(&mut h, 1)?;
        expect_ready(&mut h, 0, true)?;
        alu(0, 5, 6).set_issue(&mut h);
        let found = operand(&mut h)?;
        h.expect("operand", found, Some((1, u32::MAX)))
    }

    fn a_write_by_fewer_threads_waits_for_the_commit_of_the_older_one() {
        let mut h = start(&Params::PAPER)?;
        load(0, 5).enter(&mut h, 0)?;
        load(0, 5).of(0xffff).check(&mut h)?;
        reply(&mut h, 0)?;
        let next = commit(&mut h)?;
        h.expect("entry that commits", next, Some(0))?;
        while h.out.cm_valid {
            expect_ready(&mut h, 0, false)?;
            h.step()?;
        }
        expect_ready(&mut h, 0, true)
    }

    fn a_write_by_more_threads_does_not_wait() {
        let mut h = start(&Params::PAPER)?;
        load(0, 5).of(0xff00).enter(&mut h, 0)?;
        load(0, 5).of(0xfff0).check(&mut h)?;
        expect_ready(&mut h, 0, true)
    }

    fn a_consumer_of_more_threads_takes_the_others_from_the_register_file() {
        let mut h = start(&Params::PAPER)?;
        h.input.cm_ready = false;
        load(2, 5).of(0x00ff_00ff).enter(&mut h, 0)?;
        reply(&mut h, 0)?;
        alu(2, 5, 6).check(&mut h)?;
        alu(2, 5, 6).set_issue(&mut h);
        let found = operand(&mut h)?;
        h.expect("operand", found, Some((0, 0x00ff_00ff)))
    }

    fn a_consumer_finds_its_producer_in_each_beat_of_the_commit_and_not_behind_it() {
        for beat in 0..5 {
            let mut h = start(&Params::PAPER)?;
            load(2, 5).enter(&mut h, 0)?;
            reply(&mut h, 0)?;
            alu(2, 5, 6).check(&mut h)?;
            commit(&mut h)?;
            h.steps(beat)?;
            let commits = h.out.cm_valid.then_some(u64::from(h.out.cm_beat));
            h.expect("beat", commits, (beat < 4).then_some(beat))?;
            alu(2, 5, 6).set_issue(&mut h);
            let found = operand(&mut h)?;
            h.expect("operand", found.is_some(), beat < 4)?;
            h.step()?;
            h.expect("entry", h.out.iss_entry_valid, true)?;
        }
        Ok(())
    }

    fn a_value_that_becomes_usable_in_the_cycle_of_the_check_is_not_waited_for() {
        let mut h = start(&Params::PAPER)?;
        alu(0, 1, 2).enter(&mut h, 0)?;
        (h.input.av_valid, h.input.av_entry) = (true, 0);
        alu(0, 2, 3).check(&mut h)?;
        expect_ready(&mut h, 0, true)?;
        load(1, 40).enter(&mut h, 1)?;
        for beat in 0..3 {
            set_reply(&mut h, 1, beat);
            h.step()?;
        }
        set_reply(&mut h, 1, 3);
        alu(1, 40, 41).check(&mut h)?;
        expect_ready(&mut h, 1, true)
    }

    fn a_dependent_is_ready_in_the_cycle_after_the_value_is() {
        let mut h = start(&Params::PAPER)?;
        alu(0, 1, 2).enter(&mut h, 0)?;
        alu(0, 2, 3).check(&mut h)?;
        expect_ready(&mut h, 0, false)?;
        (h.input.av_valid, h.input.av_entry) = (true, 0);
        expect_ready(&mut h, 0, false)?;
        h.step()?;
        expect_ready(&mut h, 0, true)
    }

    fn without_chaining_a_value_is_there_when_it_is_complete() {
        let mut h = start(&Params::VARIANT)?;
        alu(0, 1, 2).enter(&mut h, 0)?;
        alu(0, 2, 3).check(&mut h)?;
        (h.input.av_valid, h.input.av_entry) = (true, 0);
        h.step()?;
        set_result(&mut h, 0, 0);
        h.step()?;
        expect_ready(&mut h, 0, false)?;
        set_result(&mut h, 0, 1);
        h.step()?;
        expect_ready(&mut h, 0, true)
    }

    fn a_store_waits_for_its_warps_entries_and_holds_back_its_loads_and_commits() {
        let mut h = start(&Params::PAPER)?;
        load(0, 5).enter(&mut h, 0)?;
        store(0).check(&mut h)?;
        expect_ready(&mut h, 0, false)?;
        reply(&mut h, 0)?;
        expect_commit(&mut h, 0)?;
        store(0).issue(&mut h)?;
        h.expect("in_store", h.out.in_store, 1)?;
        alu(0, 6, 7).enter(&mut h, 0)?;
        result(&mut h, 0)?;
        load(0, 8).check(&mut h)?;
        expect_ready(&mut h, 0, false)?;
        let none = commit(&mut h)?;
        h.expect("entry that commits", none, None)?;
        h.input.st_done_mask = 1;
        h.step()?;
        expect_ready(&mut h, 0, true)?;
        expect_commit(&mut h, 0)
    }

    fn a_store_waits_until_the_one_before_is_complete() {
        let mut h = start(&Params::PAPER)?;
        store(7).check(&mut h)?;
        store(7).issue(&mut h)?;
        store(7).check(&mut h)?;
        h.steps(20)?;
        expect_ready(&mut h, 7, false)?;
        h.input.st_done_mask = 1 << 7;
        h.step()?;
        store(7).issue(&mut h)?;
        h.expect("in_store", h.out.in_store, 1 << 7)
    }

    fn a_barrier_waits_for_entries_and_stores() {
        let mut h = start(&Params::PAPER)?;
        store(7).check(&mut h)?;
        store(7).issue(&mut h)?;
        alu(7, 1, 2).enter(&mut h, 0)?;
        result(&mut h, 0)?;
        barrier(7).check(&mut h)?;
        expect_ready(&mut h, 7, false)?;
        h.input.st_done_mask = 1 << 7;
        h.step()?;
        expect_ready(&mut h, 7, false)?;
        expect_commit(&mut h, 0)?;
        expect_ready(&mut h, 7, true)
    }

    fn a_commit_waits_50_cycles_for_the_register_file() {
        let mut h = start(&Params::PAPER)?;
        load(9, 5).of(0xff00_ff00).enter(&mut h, 0)?;
        h.input.cm_ready = false;
        reply(&mut h, 0)?;
        commit(&mut h)?;
        for _ in 0..50 {
            let shown = (h.out.cm_warp, h.out.cm_tag, h.out.cm_beat, h.out.cm_mask);
            h.expect("warp, register, beat, lanes", shown, (9, 5, 0, 0))?;
            h.step()?;
        }
        h.input.cm_ready = true;
        for (beat, mask) in [(1, 0xff), (2, 0), (3, 0xff)] {
            h.step()?;
            h.expect("beat and lanes", (h.out.cm_beat, h.out.cm_mask), (beat, mask))?;
        }
        h.step()?;
        h.expect("commit and free entries", (h.out.cm_valid, h.out.free_count), (false, 8))
    }

    fn a_commit_begins_two_cycles_after_the_last_result_and_takes_four() {
        let mut h = start(&Params::PAPER)?;
        load(9, 5).enter(&mut h, 0)?;
        reply(&mut h, 0)?;
        let last = h.now() - 1;
        commit(&mut h)?;
        h.expect("first beat", h.now(), last + 2)?;
        while h.out.free_count == 7 {
            h.step()?;
        }
        h.expect("free again", h.now(), last + 6)
    }

    fn both_ports_write_in_one_cycle_the_same_and_different_entries() {
        let mut h = start(&Params::PAPER)?;
        alu(0, 1, 2).enter(&mut h, 0)?;
        load(1, 40).enter(&mut h, 1)?;
        set_result(&mut h, 0, 0);
        set_reply(&mut h, 1, 0);
        h.step()?;
        let status = |h: &Harness, entry: usize| h.model().state().entries[entry].status;
        h.expect("two entries", (status(&h, 0), status(&h, 1)), (0xff, 0xff))?;
        set_result(&mut h, 1, 1);
        set_reply(&mut h, 1, 3);
        h.step()?;
        h.expect("one entry", status(&h, 1), 0xff00_ffff)?;
        set_reply(&mut h, 1, 2);
        h.step()?;
        expect_commit(&mut h, 1)
    }

    fn without_a_board_every_instruction_is_alone_in_flight() {
        let mut h = Harness::start(&Params::PAPER, In { cm_ready: true, ..In::default() })?;
        for op in [alu(0, 1, 2), store(0), load(0, 3), barrier(0)] {
            op.check(&mut h)?;
            let entry = op.issue(&mut h)?;
            h.expect("entry and alone", (entry, h.out.iss_solo), (None, true))?;
            h.expect("board and stores", (h.out.in_board, h.out.in_store, h.out.free_count), (0, 0, 8))?;
            alu(0, 8, 9).check(&mut h)?;
            h.steps(30)?;
            expect_ready(&mut h, 0, false)?;
            h.input.dwb_mask = 1;
            h.step()?;
            expect_ready(&mut h, 0, true)?;
        }
        Ok(())
    }

    fn one_entry_serves_one_instruction_and_the_others_go_alone() {
        let mut h = start(&Params { sb_entries: 1, ..Params::SMALL })?;
        load(0, 1).enter(&mut h, 0)?;
        alu(0, 2, 3).check(&mut h)?;
        expect_ready(&mut h, 0, false)?;
        alu(1, 8, 9).check(&mut h)?;
        let entry = alu(1, 8, 9).issue(&mut h)?;
        h.expect("entry and alone", (entry, h.out.iss_solo), (None, true))?;
        reply(&mut h, 0)?;
        expect_commit(&mut h, 0)?;
        h.expect("free entries", h.out.free_count, 1)?;
        let entry = alu(0, 2, 3).issue(&mut h)?;
        h.expect("entry", entry, Some(0))
    }

    fn results_that_come_after_a_reset_are_ignored() {
        let mut h = start(&Params::PAPER)?;
        for entry in 0..8 {
            load(entry, entry.into()).enter(&mut h, entry)?;
        }
        h.reset();
        h.input = In { sb_en: true, cm_ready: true, ..In::default() };
        for entry in 0..8 {
            set_result(&mut h, entry, 2);
            reply(&mut h, entry)?;
        }
        h.expect("commit, board, free entries", (h.out.cm_valid, h.out.in_board, h.out.free_count), (false, 0, 8))?;
        load(0, 0).enter(&mut h, 0)?;
        h.steps(20)?;
        h.expect("commit", h.out.cm_valid, false)
    }
}
