// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `simt_bpred`.

use warpsmith_units::ilp::bpred::In;
use warpsmith_units::ilp::params::{BpMode, Params};

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

const ALL: u32 = u32::MAX;

fn start(params: &Params, mode: BpMode) -> Result<Harness, BenchError> {
    Harness::start(params, In { mode: mode as u8, ..In::default() })
}

/// What is predicted of a branch of warp 0, and its counter.
fn look_up(h: &mut Harness, pc: u32, target: u32) -> Result<(bool, u32), BenchError> {
    (h.input.lk_valid, h.input.lk_pc, h.input.lk_target) = (true, pc, target);
    h.step()?;
    h.expect("pr_valid", h.out.pr_valid, true)?;
    Ok((h.out.pr_taken, h.out.pr_idx))
}

/// Sets the resolution of a branch of warp 0.
fn set_resolve(h: &mut Harness, index: u32, predicted: bool, active: u32, taken: u32) {
    let i = &mut h.input;
    (i.rs_valid, i.rs_idx, i.rs_pred) = (true, index, predicted);
    (i.rs_active, i.rs_taken) = (active, taken);
}

/// Resolves branches that all go one way.
fn train(h: &mut Harness, index: u32, outcomes: &[bool]) -> Result<(), BenchError> {
    for taken in outcomes {
        set_resolve(h, index, *taken, ALL, if *taken { ALL } else { 0 });
        h.step()?;
    }
    Ok(())
}

fn counter(h: &Harness, index: u32) -> u8 {
    h.model().state().counters[index as usize]
}

directed! {
    fn statically_a_branch_to_itself_or_backward_is_taken_and_one_forward_is_not() {
        let mut h = start(&Params::PAPER, BpMode::Static)?;
        for (target, expected) in [(0x1000, true), (0x0ff8, true), (0x1008, false), (0xffff_fff8, false)] {
            let (taken, _) = look_up(&mut h, 0x1000, target)?;
            h.expect("taken", (target, taken), (target, expected))?;
        }
        Ok(())
    }

    fn without_prediction_no_branch_is_taken_and_nothing_is_learnt() {
        let mut h = start(&Params::PAPER, BpMode::Off)?;
        let (taken, index) = look_up(&mut h, 0x1000, 0)?;
        h.expect("taken", taken, false)?;
        train(&mut h, index, &[false, false, false])?;
        h.expect("counter and history", (counter(&h, index), h.model().state().histories[0]), (2, 0))
    }

    fn perfect_prediction_is_the_outcome() {
        let mut h = start(&Params::PAPER, BpMode::Perfect)?;
        for outcome in [true, false, true] {
            h.input.lk_oracle = outcome;
            let (taken, index) = look_up(&mut h, 0x1000, 0x2000)?;
            h.expect("taken", taken, outcome)?;
            set_resolve(&mut h, index, taken, ALL, if outcome { ALL } else { 0 });
            let wrong = h.eval()?.rs_mis;
            h.expect("rs_mis", wrong, false)?;
            h.step()?;
        }
        Ok(())
    }

    fn a_counter_stops_at_both_ends() {
        let mut h = start(&Params::PAPER, BpMode::Gshare)?;
        h.expect("at first", counter(&h, 5), 2)?;
        train(&mut h, 5, &[true, true, true])?;
        h.expect("at its most", counter(&h, 5), 3)?;
        train(&mut h, 5, &[false; 5])?;
        h.expect("at its least", counter(&h, 5), 0)?;
        train(&mut h, 5, &[true, true])?;
        h.expect("on its way", counter(&h, 5), 2)
    }

    fn the_history_holds_the_last_nine_outcomes() {
        let mut h = start(&Params::PAPER, BpMode::Gshare)?;
        let (_, index) = look_up(&mut h, 0x10 << 3, 0)?;
        h.expect("without a history", index, 0x10)?;
        train(&mut h, 100, &[true; 9])?;
        let (_, index) = look_up(&mut h, 0x10 << 3, 0)?;
        h.expect("nine taken", index, 0x1ef)?;
        train(&mut h, 100, &[false])?;
        let (_, index) = look_up(&mut h, 0x10 << 3, 0)?;
        h.expect("the first has gone", index, 0x1fe ^ 0x10)?;
        train(&mut h, 100, &[false; 9])?;
        let (_, index) = look_up(&mut h, 0x10 << 3, 0)?;
        h.expect("all have gone", index, 0x10)
    }

    fn each_warp_has_its_own_history_where_the_parameters_say_so() {
        for (params, expected) in [(Params::PAPER, [1, 1]), (Params::VARIANT, [1, 0])] {
            let mut h = start(&params, BpMode::Gshare)?;
            train(&mut h, 9, &[true])?;
            for (warp, history) in expected.into_iter().enumerate() {
                h.input.lk_warp = warp as u8;
                let (_, index) = look_up(&mut h, 0, 0)?;
                h.expect("index", (warp, index), (warp, history))?;
            }
        }
        Ok(())
    }

    fn a_lookup_in_the_cycle_of_an_update_sees_the_old_counter_and_history() {
        let mut h = start(&Params::PAPER, BpMode::Gshare)?;
        train(&mut h, 9, &[false])?;
        train(&mut h, 9, &[true])?;
        // The history is 1 now, and the counter is 2 again.
        set_resolve(&mut h, 9, true, ALL, 0);
        let (taken, index) = look_up(&mut h, (9 ^ 1) << 3, 0)?;
        h.expect("in the cycle", (taken, index), (true, 9))?;
        let (taken, index) = look_up(&mut h, (9 ^ 2) << 3, 0)?;
        h.expect("after it", (taken, index), (false, 9))
    }

    fn a_divergent_branch_is_right_either_way_and_teaches_what_was_predicted() {
        for (predicted, follow, learnt) in [(true, 0x00ff, 3), (false, 0xff00, 1)] {
            let mut h = start(&Params::PAPER, BpMode::Gshare)?;
            set_resolve(&mut h, 77, predicted, 0xffff, 0xffff_00ff);
            let out = h.eval()?;
            h.expect("divergent, wrong, who follows", (out.rs_div, out.rs_mis, out.rs_follow), (true, false, follow))?;
            h.step()?;
            let history = h.model().state().histories[0];
            h.expect("counter and history", (counter(&h, 77), history), (learnt, predicted.into()))?;
        }
        Ok(())
    }

    fn a_branch_that_goes_one_way_is_right_or_wrong_and_none_follow_a_wrong_one() {
        for (predicted, taken) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut h = start(&Params::PAPER, BpMode::Gshare)?;
            set_resolve(&mut h, 3, predicted, 0xff0, if taken { 0xfff } else { 0xf });
            let out = h.eval()?;
            let wrong = predicted != taken;
            h.expect("divergent, wrong", (out.rs_div, out.rs_mis), (false, wrong))?;
            h.expect("who follows", out.rs_follow, if wrong { 0 } else { 0xff0 })?;
            h.step()?;
            h.expect("counter", counter(&h, 3), if taken { 3 } else { 1 })?;
        }
        Ok(())
    }

    fn a_branch_without_threads_is_right_and_teaches_nothing() {
        for predicted in [true, false] {
            let mut h = start(&Params::PAPER, BpMode::Gshare)?;
            set_resolve(&mut h, 3, predicted, 0, ALL);
            let out = h.eval()?;
            h.expect("divergent, wrong, who follows", (out.rs_div, out.rs_mis, out.rs_follow), (false, false, 0))?;
            h.step()?;
            h.expect("counter and history", (counter(&h, 3), h.model().state().histories[0]), (2, 0))?;
        }
        Ok(())
    }

    fn reset_makes_all_counters_weakly_taken_again() {
        let mut h = start(&Params::PAPER, BpMode::Gshare)?;
        train(&mut h, 0, &[false; 12])?;
        let (taken, _) = look_up(&mut h, 0, 0)?;
        h.expect("before", taken, false)?;
        h.reset();
        let (taken, _) = look_up(&mut h, 0, 0)?;
        h.expect("after", taken, true)
    }
}
