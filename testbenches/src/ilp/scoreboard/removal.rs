// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 in which branches and faults remove entries.

use warpsmith_units::ilp::params::Params;

use super::operation::{
    alu, branch, commit, expect_commit, expect_ready, load, reply, result, set_reply, set_resolve, start,
};
use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// A branch of a warp issues.
fn predict(h: &mut Harness, warp: u8) -> Result<(), BenchError> {
    branch(warp).check(h)?;
    branch(warp).issue(h)?;
    Ok(())
}

/// A load faults with its last results.
fn fault(h: &mut Harness, entry: u8) -> Result<(), BenchError> {
    (h.input.flt_valid, h.input.flt_entry) = (true, entry);
    reply(h, entry)
}

/// The faults of a warp are taken.
fn squash(h: &mut Harness, warp: u8) -> Result<(), BenchError> {
    h.expect("trap", (h.out.trap_valid, h.out.trap_warp), (true, warp))?;
    (h.input.sq_valid, h.input.sq_warp) = (true, warp);
    h.step()
}

directed! {
    fn a_wrong_branch_removes_the_entries_behind_it_and_keeps_those_before() {
        for behind in 0..3 {
            let mut h = start(&Params::PAPER)?;
            alu(4, 1, 2).enter(&mut h, 0)?;
            predict(&mut h, 4)?;
            for n in 0..behind {
                alu(4, 1, 10 + u32::from(n)).enter(&mut h, 1 + n)?;
            }
            alu(4, 1, 30).check(&mut h)?;
            set_resolve(&mut h, 4, true, 0);
            h.step()?;
            h.expect("removed", h.out.kill_mask, [0b000, 0b010, 0b110][usize::from(behind)])?;
            h.expect("board, free entries", (h.out.in_board, h.out.free_count), (1 << 4, 7))?;
            expect_ready(&mut h, 4, false)?;
            alu(4, 1, 31).enter(&mut h, 1)?;
            let w = h.model().state().warps[4];
            h.expect("list", (w.head, w.tail, h.model().state().entries[0].next), (0, 1, 1))?;
        }
        Ok(())
    }

    fn a_wrong_branch_whose_older_entries_have_committed_leaves_no_list() {
        let mut h = start(&Params::PAPER)?;
        alu(4, 1, 2).enter(&mut h, 0)?;
        predict(&mut h, 4)?;
        alu(4, 1, 3).enter(&mut h, 1)?;
        result(&mut h, 0)?;
        expect_commit(&mut h, 0)?;
        set_resolve(&mut h, 4, true, 0);
        h.step()?;
        h.expect("board, free entries", (h.out.in_board, h.out.free_count), (0, 8))?;
        alu(4, 1, 5).enter(&mut h, 0)
    }

    fn a_load_behind_a_wrong_branch_stays_until_its_reply() {
        let mut h = start(&Params::SMALL)?;
        predict(&mut h, 2)?;
        load(2, 5).enter(&mut h, 0)?;
        alu(2, 1, 6).enter(&mut h, 1)?;
        set_resolve(&mut h, 2, true, 0);
        h.step()?;
        h.expect("removed", h.out.kill_mask, 0b11)?;
        h.expect("board, free entries", (h.out.in_board, h.out.free_count), (0, 3))?;
        alu(2, 5, 7).check(&mut h)?;
        expect_ready(&mut h, 2, true)?;
        reply(&mut h, 0)?;
        h.expect("free entries", h.out.free_count, 4)?;
        let none = commit(&mut h)?;
        h.expect("entry that commits", none, None)
    }

    fn loads_wait_for_a_branch_unless_they_may_be_issued_under_it() {
        for (params, expected) in [(Params::PAPER, false), (Params::SMALL, true)] {
            let mut h = start(&params)?;
            predict(&mut h, 1)?;
            load(1, 5).check(&mut h)?;
            expect_ready(&mut h, 1, expected)?;
            set_resolve(&mut h, 1, false, u32::MAX >> (32 - params.warp_size));
            h.step()?;
            expect_ready(&mut h, 1, true)?;
        }
        Ok(())
    }

    fn a_second_branch_waits_for_the_first() {
        let mut h = start(&Params::PAPER)?;
        predict(&mut h, 1)?;
        branch(1).check(&mut h)?;
        h.steps(9)?;
        expect_ready(&mut h, 1, false)?;
        set_resolve(&mut h, 1, false, u32::MAX);
        h.step()?;
        expect_ready(&mut h, 1, true)
    }

    fn a_write_of_a_register_that_is_in_an_entry_waits_behind_a_branch() {
        let mut h = start(&Params::PAPER)?;
        alu(1, 4, 5).enter(&mut h, 0)?;
        predict(&mut h, 1)?;
        alu(1, 6, 5).check(&mut h)?;
        set_resolve(&mut h, 1, false, u32::MAX);
        h.step()?;
        expect_ready(&mut h, 1, false)?;
        result(&mut h, 0)?;
        expect_commit(&mut h, 0)?;
        expect_ready(&mut h, 1, true)
    }

    fn a_load_outstanding_when_a_fault_is_taken_keeps_its_entry_for_500_cycles() {
        let mut h = start(&Params::PAPER)?;
        load(0, 1).enter(&mut h, 0)?;
        load(0, 2).enter(&mut h, 1)?;
        fault(&mut h, 0)?;
        squash(&mut h, 0)?;
        h.expect("removed", h.out.kill_mask, 0b11)?;
        h.expect("board, free entries", (h.out.in_board, h.out.free_count), (0, 7))?;
        for entry in [0, 2, 3, 4, 5, 6, 7] {
            load(5, 40 + u32::from(entry)).enter(&mut h, entry)?;
        }
        h.steps(500)?;
        h.expect("free entries", h.out.free_count, 0)?;
        reply(&mut h, 1)?;
        h.expect("free entries", h.out.free_count, 1)?;
        load(5, 60).enter(&mut h, 1)
    }

    fn an_entry_is_complete_when_a_divergent_branch_leaves_it_one_thread() {
        let mut h = start(&Params::PAPER)?;
        predict(&mut h, 3)?;
        alu(3, 1, 2).enter(&mut h, 0)?;
        set_resolve(&mut h, 3, false, 1 << 9);
        h.step()?;
        h.expect("removed", h.out.kill_mask, 0)?;
        h.expect("threads", h.model().state().entries[0].act, 1 << 9)?;
        (h.input.wa_valid, h.input.wa_beat, h.input.wa_mask) = (true, 1, 0xff);
        h.step()?;
        expect_commit(&mut h, 0)
    }

    fn nothing_of_a_warp_issues_in_the_cycle_in_which_its_branch_is_resolved() {
        let mut h = start(&Params::PAPER)?;
        predict(&mut h, 3)?;
        alu(3, 1, 2).check(&mut h)?;
        expect_ready(&mut h, 3, true)?;
        set_resolve(&mut h, 3, false, u32::MAX);
        expect_ready(&mut h, 3, false)?;
        alu(4, 40, 41).set_check(&mut h);
        h.step()?;
        expect_ready(&mut h, 3, true)?;
        set_resolve(&mut h, 9, true, 0);
        expect_ready(&mut h, 3, true)?;
        expect_ready(&mut h, 4, true)
    }

    fn a_fault_at_the_third_of_four_entries_is_taken_after_two_have_committed() {
        let mut h = start(&Params::PAPER)?;
        for n in 0..4 {
            load(0, u32::from(n)).enter(&mut h, n)?;
        }
        fault(&mut h, 2)?;
        reply(&mut h, 3)?;
        reply(&mut h, 1)?;
        h.expect("trap", h.out.trap_valid, false)?;
        reply(&mut h, 0)?;
        expect_commit(&mut h, 0)?;
        expect_commit(&mut h, 1)?;
        h.steps(30)?;
        squash(&mut h, 0)?;
        h.expect("board, free entries", (h.out.in_board, h.out.free_count), (0, 8))?;
        let none = commit(&mut h)?;
        h.expect("entry that commits, trap", (none, h.out.trap_valid), (None, false))
    }

    fn of_two_warps_that_have_faulted_the_lower_shows_first() {
        let mut h = start(&Params::PAPER)?;
        load(9, 40).enter(&mut h, 0)?;
        load(2, 1).enter(&mut h, 1)?;
        fault(&mut h, 0)?;
        fault(&mut h, 1)?;
        squash(&mut h, 2)?;
        squash(&mut h, 9)?;
        h.expect("trap, free entries", (h.out.trap_valid, h.out.free_count), (false, 8))
    }

    fn a_fault_behind_a_wrong_branch_never_shows() {
        let mut h = start(&Params::SMALL)?;
        predict(&mut h, 0)?;
        load(0, 1).enter(&mut h, 0)?;
        fault(&mut h, 0)?;
        h.steps(20)?;
        h.expect("trap", h.out.trap_valid, false)?;
        set_resolve(&mut h, 0, true, 0);
        h.step()?;
        h.steps(20)?;
        h.expect("trap, free entries", (h.out.trap_valid, h.out.free_count), (false, 4))
    }

    fn while_all_entries_wait_for_replies_of_removed_loads_every_warp_issues_alone() {
        let mut h = start(&Params::SMALL)?;
        predict(&mut h, 0)?;
        for n in 0..4 {
            load(0, u32::from(n)).enter(&mut h, n)?;
        }
        set_resolve(&mut h, 0, true, 0);
        h.step()?;
        h.expect("board, free entries", (h.out.in_board, h.out.free_count), (0, 0))?;
        for warp in 0..3 {
            let op = alu(warp, 0, u32::from(warp) + 10);
            op.check(&mut h)?;
            let entry = op.issue(&mut h)?;
            h.expect("entry and alone", (entry, h.out.iss_solo), (None, true))?;
        }
        h.input.dwb_mask = 0b111;
        set_reply(&mut h, 3, 0);
        h.step()?;
        for beat in 1..4 {
            set_reply(&mut h, 3, beat);
            h.step()?;
        }
        alu(0, 1, 2).enter(&mut h, 3)
    }
}
