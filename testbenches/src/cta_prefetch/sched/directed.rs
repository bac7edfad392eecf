// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `cta_sched`, and the orders of Fig. 7.

use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::Parameters;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// Cycles in which a ready queue is filled.
const FILLED: u64 = 20;

/// A scheduler whose warps can do nothing yet.
fn idle(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, Default::default())
}

/// A CTA starts in this cycle's inputs.
fn set_start(h: &mut Harness, slot: u8, first: u8, nw: u8) {
    let i = &mut h.input;
    (i.cta_start_valid, i.cta_start_slot, i.cta_start_first, i.cta_start_nw) = (true, slot, first, nw);
}

fn set_end(h: &mut Harness, slot: u8) {
    (h.input.cta_end_valid, h.input.cta_end_slot) = (true, slot);
}

fn set_done(h: &mut Harness, warp: u8) {
    (h.input.warp_done_valid, h.input.warp_done) = (true, warp);
}

fn set_wake(h: &mut Harness, warp: u8) {
    (h.input.wake_valid, h.input.wake_warp) = (true, warp);
}

/// CTAs of `nw` warps in the first `ctas` slots, one a cycle while the fill goes on, and a full ready queue.
fn filled(params: &Params, ctas: u8, nw: u8) -> Result<Harness, BenchError> {
    let mut h = idle(params)?;
    h.input.hold_fill = true;
    for slot in 0..ctas {
        set_start(&mut h, slot, slot * nw, nw);
        h.step()?;
    }
    h.input.hold_fill = false;
    h.steps(FILLED)?;
    Ok(h)
}

/// The ready queue in order.
fn list(h: &Harness) -> Vec<u64> {
    let s = h.model().state();
    s.list[..s.count as usize].to_vec()
}

/// What issues in each of the next cycles.
fn issues(h: &mut Harness, cycles: u64) -> Result<Vec<Option<u8>>, BenchError> {
    let issue = |h: &mut Harness| {
        let eval = h.eval()?;
        h.step()?;
        h.expect(
            "issue at the edge",
            (h.out.issue_valid, h.out.issue_warp),
            (eval.issue_valid, eval.issue_warp),
        )?;
        Ok(h.out.issue_valid.then_some(h.out.issue_warp))
    };
    (0..cycles).map(|_| issue(h)).collect()
}

fn expect_issues(h: &mut Harness, cycles: u64, expected: Vec<Option<u8>>) -> Result<(), BenchError> {
    let issued = issues(h, cycles)?;
    h.expect("issue", issued, expected)
}

/// The order of the ready queue, as its warps issue when all can.
fn expect_order(h: &mut Harness, warps: u64, expected: Vec<u8>) -> Result<(), BenchError> {
    h.input.w_can_issue = u64::MAX >> (64 - h.params.n_warps);
    expect_issues(h, warps, expected.into_iter().map(Some).collect())
}

/// The pulses: promoted, demoted, swapped, wake-up lost.
fn pulses(h: &Harness) -> [bool; 4] {
    [h.out.st_promote, h.out.st_demote, h.out.st_swap, h.out.st_wakedrop]
}

const NOTHING: [bool; 4] = [false; 4];
const PROMOTED: [bool; 4] = [true, false, false, false];
const DEMOTED: [bool; 4] = [false, true, false, false];
const SWAPPED: [bool; 4] = [false, false, true, false];

fn leads(h: &Harness) -> Option<u8> {
    h.out.lead_valid.then_some(h.out.lead_cta)
}

/// Waits until a warp enters the ready queue: what the SM must see to before so many cycles are over.
fn wait_for_promotion(h: &mut Harness, cycles: u64) -> Result<(), BenchError> {
    for _ in 0..cycles {
        h.step()?;
        if h.out.st_promote {
            return Ok(());
        }
    }
    h.expect("a warp has been promoted before the fill was held for too long", false, true)
}

directed! {
    fn fig_7_three_ctas_fill_a_queue_of_six_with_leading_warps_first() {
        let mut h = idle(&Params::VARIANT)?;
        for slot in 0..3 {
            set_start(&mut h, slot, slot * 4, 4);
            h.step()?;
        }
        h.steps(FILLED)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 1, 2, 3])?;
        expect_order(&mut h, 6, vec![0, 4, 8, 1, 2, 3])
    }

    fn fig_7_the_baseline_fills_the_queue_in_the_order_of_the_warps() {
        let mut h = filled(&Params::BASELINE, 3, 4)?;
        expect_order(&mut h, 8, vec![0, 1, 2, 3, 4, 5, 6, 7])
    }

    fn eight_ctas_fill_the_queue_with_leading_warps_alone_until_one_of_them_stalls() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        expect_order(&mut h, 8, vec![0, 4, 8, 12, 16, 20, 24, 28])?;
        h.input.w_stall = 1 << 12;
        h.step()?;
        // The leading CTA's warps are next, and the place is used in the cycle in which it becomes free.
        h.expect("ready", list(&h), vec![0, 4, 8, 16, 20, 24, 28, 1])?;
        h.expect("pulses", pulses(&h), [true, true, false, false])?;
        h.input.w_stall = 1 << 12 | 1;
        h.step()?;
        h.input.w_stall = 1;
        h.expect("ready", list(&h), vec![4, 8, 16, 20, 24, 28, 1, 2])?;
        h.input.w_stall = 1 | 1 << 1;
        h.step()?;
        h.expect("the leading warp comes back first", list(&h), vec![4, 8, 16, 20, 24, 28, 2, 12])
    }

    fn a_cta_that_starts_has_its_warps_promoted_a_cycle_later_and_issuing_after_two() {
        let mut h = idle(&Params::PAPER)?;
        h.input.w_can_issue = u64::MAX >> 16;
        set_start(&mut h, 3, 9, 2);
        expect_issues(&mut h, 2, vec![None, None])?;
        h.expect("ready", h.out.ready_mask, 1 << 9)?;
        h.expect("pulses", pulses(&h), PROMOTED)?;
        expect_issues(&mut h, 2, vec![Some(9), Some(10)])?;
        h.expect("leading CTA", leads(&h), Some(3))
    }

    fn issue_goes_round_and_takes_those_that_can() {
        let mut h = filled(&Params::PAPER, 8, 1)?;
        h.input.w_can_issue = 0b1010_0110;
        let expected = [1, 2, 5, 7, 1, 2].map(Some).to_vec();
        expect_issues(&mut h, 6, expected)?;
        h.input.w_can_issue = 0;
        expect_issues(&mut h, 2, vec![None, None])?;
        h.input.w_can_issue = 0b0000_1110;
        expect_issues(&mut h, 2, vec![Some(3), Some(1)])
    }

    fn a_warp_that_leaves_before_the_place_of_the_search_moves_it() {
        let mut h = filled(&Params::PAPER, 8, 1)?;
        h.input.w_can_issue = 0xff;
        expect_issues(&mut h, 3, vec![Some(0), Some(1), Some(2)])?;
        // Position 1 leaves; warp 3 issues; the search goes on with warp 4.
        h.input.w_stall = 0b10;
        expect_issues(&mut h, 2, vec![Some(3), Some(4)])?;
        // The last one issues and leaves: the search begins anew.
        h.input.w_can_issue = 1 << 7;
        h.input.w_stall = 0b10 | 1 << 7;
        expect_issues(&mut h, 1, vec![Some(7)])?;
        h.input.w_can_issue = 0x7f;
        expect_issues(&mut h, 1, vec![Some(0)])
    }

    fn row_14_the_next_active_slot_leads_when_the_leading_cta_ends_and_none_if_there_is_none() {
        let mut h = idle(&Params::PAPER)?;
        for (slot, expected) in [(5, 5), (2, 5), (7, 5)] {
            set_start(&mut h, slot, slot, 1);
            h.step()?;
            h.expect("leading CTA", leads(&h), Some(expected))?;
        }
        for (slot, expected) in [(5, Some(7)), (7, Some(2)), (2, None)] {
            set_done(&mut h, slot);
            h.step()?;
            set_end(&mut h, slot);
            h.step()?;
            h.expect("leading CTA", leads(&h), expected)?;
        }
        set_start(&mut h, 4, 0, 1);
        h.step()?;
        h.expect("leading CTA", leads(&h), Some(4))
    }

    fn a_leading_cta_that_ends_in_the_cycle_in_which_another_starts_is_followed_by_it() {
        let mut h = idle(&Params::PAPER)?;
        set_start(&mut h, 1, 0, 1);
        h.step()?;
        set_done(&mut h, 0);
        h.step()?;
        set_end(&mut h, 1);
        set_start(&mut h, 0, 4, 1);
        h.step()?;
        h.expect("leading CTA", leads(&h), Some(0))?;
        // A slot that starts anew comes last.
        set_done(&mut h, 4);
        h.step()?;
        set_end(&mut h, 0);
        set_start(&mut h, 0, 8, 1);
        h.step()?;
        h.expect("leading CTA", leads(&h), Some(0))
    }

    fn a_kernel_that_starts_has_no_leading_cta_but_one_that_starts_with_it() {
        let mut h = filled(&Params::PAPER, 2, 4)?;
        h.input.kernel_start = true;
        h.step()?;
        h.expect("leading CTA", leads(&h), None)?;
        h.expect("ready", list(&h), vec![0, 4, 1, 2, 3, 5, 6, 7])?;
        h.input.kernel_start = true;
        set_start(&mut h, 6, 8, 4);
        h.step()?;
        h.expect("leading CTA", leads(&h), Some(6))
    }

    fn row_16_all_48_warps_of_an_sm_come_to_issue() {
        let mut h = filled(&Params::PAPER, 8, 6)?;
        let (mut issued, mut leading) = (0u64, Vec::new());
        for _ in 0..200 {
            h.input.w_can_issue = !issued & (u64::MAX >> 16);
            if let [Some(warp)] = issues(&mut h, 1)?[..] {
                issued |= 1 << warp;
                leading.push(warp);
            }
            // A warp that has issued waits for its load.
            h.input.w_stall = issued;
        }
        h.expect("issued", issued, u64::MAX >> 16)?;
        leading.truncate(8);
        h.expect("first", leading, vec![0, 6, 12, 18, 24, 30, 36, 42])?;
        h.expect("ready", h.out.ready_mask, 0)
    }

    fn row_16_a_cta_of_all_64_warps_is_live() {
        let mut h = filled(&Params::WARPS64, 1, 64)?;
        h.expect("ready", h.out.ready_mask, 0xff)?;
        h.input.w_stall = u64::MAX >> 1;
        h.steps(FILLED)?;
        h.expect("ready", h.out.ready_mask, 1 << 63)
    }

    fn row_17_a_wake_up_takes_the_place_of_the_last_leading_warp_that_does_not_issue() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        set_wake(&mut h, 2);
        h.step()?;
        h.input.w_can_issue = 1 << 28;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 28, 2])?;
        h.expect("pulses", pulses(&h), SWAPPED)
    }

    fn a_wake_up_takes_the_place_of_the_last_warp_that_is_not_leading_and_does_not_issue() {
        let mut h = filled(&Params::PAPER, 3, 4)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 1, 2, 3, 5, 6])?;
        set_wake(&mut h, 10);
        h.step()?;
        h.input.w_can_issue = 1 << 6;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 4, 8, 1, 2, 3, 6, 10])?;
        h.expect("pulses", pulses(&h), SWAPPED)?;
        // All but the last are leading, and that one issues.
        let mut h = filled(&Params::PAPER, 7, 4)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 24, 1])?;
        set_wake(&mut h, 2);
        h.step()?;
        h.input.w_can_issue = 1 << 1;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 1, 2])
    }

    fn a_woken_warp_can_issue_two_cycles_after_the_wake_up() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        h.input.w_can_issue = 1 << 3;
        set_wake(&mut h, 3);
        expect_issues(&mut h, 3, vec![None, None, Some(3)])
    }

    fn a_woken_warp_takes_a_free_place_before_any_other() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        set_wake(&mut h, 3);
        h.step()?;
        h.input.w_stall = 1 << 8;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 4, 12, 16, 20, 24, 28, 3])?;
        h.expect("pulses", pulses(&h), [true, true, false, false])
    }

    fn a_wake_up_of_a_stalled_warp_is_ignored_or_not() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        h.input.w_stall = 1 << 2;
        set_wake(&mut h, 2);
        h.steps(3)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 24, 28])?;
        let mut h = filled(&Params::VARIANT, 4, 4)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 1, 2])?;
        h.input.w_stall = 1 << 13;
        set_wake(&mut h, 13);
        h.steps(2)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 1, 13])?;
        h.step()?;
        h.expect("then it is demoted, and the next comes", list(&h), vec![0, 4, 8, 12, 1, 3])
    }

    fn row_18_no_warp_is_woken_in_the_cycle_in_which_it_finishes() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        set_wake(&mut h, 3);
        h.step()?;
        set_done(&mut h, 3);
        h.step()?;
        h.expect("pulses", pulses(&h), NOTHING)?;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 24, 28])?;
        h.expect("wake-ups that wait", h.model().state().wakes, 0)
    }

    fn row_18_a_wake_up_of_a_ready_warp_has_no_effect_and_another_is_promoted() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        set_wake(&mut h, 4);
        h.step()?;
        h.input.w_stall = 1;
        h.step()?;
        h.expect("ready", list(&h), vec![4, 8, 12, 16, 20, 24, 28, 1])?;
        h.expect("wake-ups that wait", h.model().state().wakes, 0)
    }

    fn wake_ups_for_which_there_is_no_place_are_lost() {
        // The only ready warp issues in every cycle, so the wake-up waits.
        let mut h = filled(&Params::SINGLE, 1, 4)?;
        h.input.w_can_issue = 1;
        for (n, lost) in [(0, false), (1, true), (2, true)] {
            set_wake(&mut h, 2 + n % 2);
            h.step()?;
            h.expect("lost", h.out.st_wakedrop, lost)?;
        }
        h.step()?;
        h.expect("lost", h.out.st_wakedrop, false)?;
        h.input.w_can_issue = 0;
        // What is popped in this cycle makes no place in it.
        set_wake(&mut h, 3);
        h.step()?;
        h.expect("pulses", pulses(&h), [false, false, true, true])?;
        h.expect("ready", list(&h), vec![2])
    }

    fn row_19_of_a_warp_that_finishes_and_one_that_stalls_the_former_leaves_first() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        h.input.w_stall = 1 << 4;
        set_done(&mut h, 24);
        h.step()?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 28, 1])?;
        h.expect("pulses", pulses(&h), PROMOTED)?;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 8, 12, 16, 20, 28, 1, 2])?;
        h.expect("pulses", pulses(&h), [true, true, false, false])
    }

    fn row_20_when_all_warps_stall_the_queue_drains_and_fills_again_when_they_wake() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        h.input.w_stall = u64::MAX >> 16;
        h.input.w_can_issue = 0;
        for left in (0..8).rev() {
            h.step()?;
            h.expect("ready", h.out.ready_mask.count_ones(), left)?;
            h.expect("pulses", pulses(&h), DEMOTED)?;
        }
        h.steps(10)?;
        h.expect("ready", h.out.ready_mask, 0)?;
        h.input.w_stall = 0;
        h.steps(8)?;
        h.expect("ready", list(&h), vec![0, 4, 8, 12, 16, 20, 24, 28])
    }

    fn row_21_while_the_fill_is_held_leading_warps_alone_run_and_a_hold_for_ever_is_noted() {
        let mut h = filled(&Params::PAPER, 2, 4)?;
        h.input.w_stall = u64::MAX >> 16;
        h.steps(10)?;
        h.input.hold_fill = true;
        h.input.w_stall = 0;
        h.steps(FILLED)?;
        h.expect("ready", h.out.ready_mask, 1 << 4 | 1)?;
        h.input.w_can_issue = u64::MAX >> 16;
        let timeout = wait_for_promotion(&mut h, 1000).err().map(|e| e.to_string()).unwrap_or_default();
        h.expect("noted", timeout.contains("held for too long"), true)?;
        let mut issued = issues(&mut h, 2)?;
        issued.sort();
        h.expect("issue", issued, vec![Some(0), Some(4)])?;
        h.input.hold_fill = false;
        wait_for_promotion(&mut h, 1)
    }

    fn without_hold_fill_en_the_fill_is_not_held() {
        let mut h = idle(&Params::VARIANT)?;
        h.input.hold_fill = true;
        set_start(&mut h, 0, 0, 4);
        h.steps(FILLED)?;
        h.expect("ready", list(&h), vec![0, 1, 2, 3])
    }

    fn row_22_with_one_place_whose_warp_issues_a_wake_up_is_tried_again() {
        let mut h = filled(&Params::SINGLE, 1, 4)?;
        h.expect("ready", list(&h), vec![0])?;
        h.input.w_can_issue = 1;
        set_wake(&mut h, 2);
        expect_issues(&mut h, 5, vec![Some(0); 5])?;
        h.expect("ready", list(&h), vec![0])?;
        h.input.w_can_issue = 0;
        h.step()?;
        h.expect("ready", list(&h), vec![2])?;
        h.expect("pulses", pulses(&h), SWAPPED)
    }

    fn a_leading_warp_is_one_for_life_or_until_it_leaves_the_queue() {
        for (params, expected) in [(&Params::PAPER, 0b1_0001), (&Params::VARIANT, 0b1_0000)] {
            let mut h = filled(params, 2, 4)?;
            h.input.w_stall = 1;
            h.step()?;
            h.input.w_stall = 0;
            h.step()?;
            h.expect("leading warps", h.model().state().lead, expected)?;
        }
        // A warp that is pushed out by a woken one too.
        let mut h = filled(&Params::VARIANT, 5, 2)?;
        h.input.w_stall = 1 << 1;
        h.steps(3)?;
        h.expect("ready", list(&h), vec![0, 2, 4, 6, 8, 3])?;
        set_wake(&mut h, 5);
        h.step()?;
        h.input.w_can_issue = 1 << 3;
        h.step()?;
        h.expect("ready", list(&h), vec![0, 2, 4, 6, 3, 5])?;
        h.expect("leading warps", h.model().state().lead, 0b101_0101)
    }

    fn the_search_for_a_pending_warp_goes_on_after_the_last_one() {
        let mut h = filled(&Params::BASELINE, 3, 4)?;
        h.input.w_stall = 1 << 0 | 1 << 5;
        h.steps(2)?;
        h.expect("ready", list(&h), vec![1, 2, 3, 4, 6, 7, 8, 9])?;
        h.input.w_stall = 1 << 1;
        h.step()?;
        h.expect("ready", list(&h), vec![2, 3, 4, 6, 7, 8, 9, 10])?;
        h.input.w_stall = 1 << 2;
        h.step()?;
        h.input.w_stall = 1 << 3;
        h.step()?;
        h.expect("ready", list(&h), vec![4, 6, 7, 8, 9, 10, 11, 0])
    }

    fn the_baseline_marks_no_warp_and_sees_no_wake_up() {
        let mut h = filled(&Params::BASELINE, 3, 4)?;
        h.expect("leading warps", h.model().state().lead, 0)?;
        h.expect("leading CTA", leads(&h), Some(0))?;
        for _ in 0..20 {
            set_wake(&mut h, 11);
            h.step()?;
            h.expect("pulses", pulses(&h), NOTHING)?;
        }
        h.expect("ready", h.out.ready_mask, 0xff)
    }

    fn row_23_after_a_reset_no_warp_lives_and_no_cta_leads() {
        let mut h = filled(&Params::PAPER, 8, 4)?;
        set_wake(&mut h, 3);
        h.step()?;
        h.reset();
        h.input.w_can_issue = u64::MAX >> 16;
        expect_issues(&mut h, 3, vec![None; 3])?;
        h.expect("ready", h.out.ready_mask, 0)?;
        h.expect("leading CTA", leads(&h), None)?;
        set_start(&mut h, 0, 40, 2);
        h.steps(3)?;
        h.expect("ready", list(&h), vec![40, 41])
    }

    fn every_configuration_issues_the_warps_of_a_cta_in_turn() {
        for name in Params::NAMED {
            let p = Params::named(name)?;
            let mut h = filled(&p, 1, 3)?;
            let ready = u64::from(p.ready_entries.min(3));
            let expected: Vec<u8> = (0..6).map(|n| (n % ready) as u8).collect();
            expect_order(&mut h, 6, expected)?;
        }
        Ok(())
    }
}
