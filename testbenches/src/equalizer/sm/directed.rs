// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `eq_sm`, each with the values it must show.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::Sums;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

const NONE: u8 = 0;
const COMP: u8 = 1;
const MEM: u8 = 2;

/// Warps per CTA of most kernels here; with the 8 CTAs of the paper's machine they fill the 48 slots.
const W: u32 = 6;

fn sums(active: u32, wait: u32, xalu: u32, xmem: u32) -> Sums {
    Sums { active, wait, xalu, xmem }
}

/// An epoch that asks for one block less, one more, or none of both.
fn less(p: &Params) -> Sums {
    let over = (W + 1) * p.samples();
    sums(over, 0, 0, over)
}

fn more(p: &Params) -> Sums {
    sums(p.samples(), p.samples(), 0, 0)
}

fn same(p: &Params) -> Sums {
    sums(p.samples(), 0, 0, 0)
}

/// A running kernel on the paper's machine.
fn fermi() -> Result<(Params, Harness), BenchError> {
    let p = Params::FERMI;
    let h = Harness::running(&p, W, 8)?;
    Ok((p, h))
}

/// A running kernel on the paper's machine with all 8 CTAs launched, slot 7 first: slot 0 is the youngest.
fn full() -> Result<(Params, Harness), BenchError> {
    let (p, mut h) = fermi()?;
    h.launch(&[7, 6, 5, 4, 3, 2, 1, 0])?;
    h.expect("pause_cta", h.out.pause_cta, 0)?;
    Ok((p, h))
}

/// Lets one epoch pass and checks vote and sums.
fn decides(h: &mut Harness, totals: Sums, vote: u8) -> Result<(), BenchError> {
    h.epoch(totals)?;
    h.expect("the sums of the decision", h.sums(), totals)?;
    h.expect("vote", h.out.vote, vote)
}

directed! {
    fn all_warps_active_in_all_samples_give_1536_and_the_next_epoch_starts_at_0() {
        let (_, mut h) = fermi()?;
        decides(&mut h, sums(1536, 0, 0, 0), NONE)?;
        decides(&mut h, sums(1536, 0, 0, 0), NONE)?;
        decides(&mut h, sums(7, 0, 0, 0), NONE)
    }

    fn xmem_of_exactly_w_cta_times_samples_is_not_memory_bound_one_more_is() {
        let (p, mut h) = fermi()?;
        for _ in 0..p.hyst_epochs {
            decides(&mut h, sums(1536, 0, 0, W * 32), MEM)?;
        }
        h.expect("num_blocks (bandwidth arm)", h.out.num_blocks, 8)?;
        for _ in 0..p.hyst_epochs {
            decides(&mut h, sums(1536, 0, 0, W * 32 + 1), MEM)?;
        }
        h.expect("num_blocks (memory arm)", h.out.num_blocks, 7)
    }

    fn xalu_of_exactly_w_cta_times_samples_is_compute_bound_only_with_comp_ge() {
        let (_, mut h) = fermi()?;
        decides(&mut h, sums(1536, 0, W * 32, 0), NONE)?;
        decides(&mut h, sums(1536, 0, W * 32 + 1, 0), COMP)?;
        let dense = Params::DENSE;
        let mut h = Harness::running(&dense, W, 3)?;
        decides(&mut h, sums(24 * 256, 0, W * 256 - 1, 0), NONE)?;
        decides(&mut h, sums(24 * 256, 0, W * 256, 0), COMP)
    }

    fn xmem_of_64_is_not_saturated_65_is() {
        let (_, mut h) = fermi()?;
        decides(&mut h, sums(1536, 0, 0, 64), NONE)?;
        decides(&mut h, sums(1536, 0, 0, 65), MEM)
    }

    fn exactly_half_of_the_warps_waiting_is_not_unsaturated() {
        let (_, mut h) = fermi()?;
        decides(&mut h, sums(200, 100, 0, 0), NONE)?;
        decides(&mut h, sums(200, 101, 0, 0), MEM)
    }

    fn equal_xalu_and_xmem_in_the_unsaturated_arm_vote_mem() {
        let (_, mut h) = fermi()?;
        decides(&mut h, sums(200, 150, 20, 20), MEM)?;
        decides(&mut h, sums(200, 150, 21, 20), COMP)
    }

    fn no_active_warp_votes_comp_with_a_grid_and_none_without() {
        let (_, mut h) = fermi()?;
        decides(&mut h, sums(0, 0, 0, 0), COMP)?;
        h.input.grid_active = false;
        decides(&mut h, sums(0, 0, 0, 0), NONE)
    }

    fn memory_arm_wins_when_both_sums_exceed() {
        let (p, mut h) = fermi()?;
        for _ in 0..p.hyst_epochs {
            decides(&mut h, sums(1536, 0, 600, 500), MEM)?;
        }
        h.expect("num_blocks", h.out.num_blocks, 7)
    }

    fn less_less_more_less_less_less_gives_one_reduction_after_the_sixth_epoch() {
        let (p, mut h) = fermi()?;
        for totals in [less(&p), less(&p), more(&p), less(&p), less(&p)] {
            h.epoch(totals)?;
            h.expect("num_blocks", h.out.num_blocks, 8)?;
        }
        h.epoch(less(&p))?;
        h.expect("num_blocks after the sixth epoch", h.out.num_blocks, 7)
    }

    fn less_less_same_less_gives_no_reduction() {
        let (p, mut h) = fermi()?;
        for totals in [less(&p), less(&p), same(&p), less(&p)] {
            h.epoch(totals)?;
            h.expect("num_blocks", h.out.num_blocks, 8)?;
        }
        Ok(())
    }

    fn six_times_less_gives_reductions_in_epochs_three_and_six() {
        let (p, mut h) = fermi()?;
        for expected in [8, 8, 7, 7, 7, 6] {
            h.epoch(less(&p))?;
            h.expect("num_blocks", h.out.num_blocks, expected)?;
        }
        Ok(())
    }

    fn less_at_one_block_stays_at_one_pauses_nothing_and_uses_up_the_count() {
        let p = Params::FERMI;
        let mut h = Harness::running(&p, W, 2)?;
        h.launch(&[0])?;
        h.epochs(3, less(&p))?;
        h.expect("num_blocks", h.out.num_blocks, 1)?;
        h.epochs(3, less(&p))?;
        h.expect("num_blocks at the clamp", h.out.num_blocks, 1)?;
        h.expect("pause_cta", h.out.pause_cta, 0)?;
        // The count began again: two epochs of `more` are not enough, the third is.
        h.epochs(2, more(&p))?;
        h.expect("num_blocks after two epochs", h.out.num_blocks, 1)?;
        h.epoch(more(&p))?;
        h.expect("num_blocks after three epochs", h.out.num_blocks, 2)
    }

    fn more_with_two_paused_releases_the_oldest_and_does_not_ask_the_dispatcher() {
        let (p, mut h) = full()?;
        h.input.gwde_empty = false;
        h.epochs(6, less(&p))?;
        h.run_to(8)?;
        h.expect("pause_cta: the two youngest", h.out.pause_cta, 0b11)?;
        h.epochs(3, more(&p))?;
        h.run_to(8)?;
        h.expect("num_blocks", h.out.num_blocks, 7)?;
        h.expect("pause_cta: the older of the two runs", h.out.pause_cta, 0b01)?;
        h.expect("gwde_req", h.out.gwde_req, false)
    }

    fn more_with_none_paused_and_the_dispatcher_empty_asks_when_it_is_no_longer() {
        let (p, mut h) = full()?;
        h.epochs(3, less(&p))?;
        h.run_to(8)?;
        // The youngest, slot 0, is paused and cannot end; slot 7 ends, so slot 0 runs again.
        h.input.cta_done = 1 << 7;
        h.step()?;
        h.step()?;
        h.expect("pause_cta", h.out.pause_cta, 0)?;
        h.epochs(3, more(&p))?;
        h.run_to(8)?;
        h.expect("num_blocks", h.out.num_blocks, 8)?;
        h.expect("gwde_req while empty", h.out.gwde_req, false)?;
        h.input.gwde_empty = false;
        h.step()?;
        h.expect("gwde_req", h.out.gwde_req, true)
    }

    fn done_in_the_cycle_of_a_reduction_is_applied_first() {
        let (p, mut h) = full()?;
        h.epochs(3, less(&p))?;
        h.expect("num_blocks", h.out.num_blocks, 7)?;
        // The new target is compared in this cycle: without the completion a CTA would be paused.
        h.input.cta_done = 1 << 3;
        h.step()?;
        h.expect("pause_cta", h.out.pause_cta, 0)?;
        h.step()?;
        h.expect("pause_cta later", h.out.pause_cta, 0)
    }

    fn two_done_in_one_cycle_release_the_paused_one_and_then_ask_once() {
        let (p, mut h) = full()?;
        h.input.gwde_empty = false;
        h.epochs(3, less(&p))?;
        h.run_to(8)?;
        h.expect("pause_cta", h.out.pause_cta, 0b1)?;
        h.input.cta_done = 0b1100;
        h.step()?;
        h.expect("pause_cta after the cycle of the two", h.out.pause_cta, 0)?;
        h.expect("gwde_req", h.out.gwde_req, true)?;
        h.input.gwde_gnt = true;
        h.step()?;
        h.input.gwde_gnt = false;
        h.expect("gwde_req after the grant", h.out.gwde_req, false)?;
        h.launch(&[2])?;
        h.step()?;
        h.expect("gwde_req after the launch", h.out.gwde_req, false)
    }

    fn a_paused_cta_with_outstanding_loads_is_invisible_to_all_counters() {
        let (p, mut h) = full()?;
        h.epochs(3, less(&p))?;
        h.run_to(8)?;
        h.expect("pause_warp: the warps of slot 0", h.out.pause_warp, 0b11_1111)?;
        // All warps wait for their loads, those of the paused CTA too; in the middle of the epoch the data come.
        h.input.ib_valid = h.input.slot_live;
        h.input.is_mem = 0;
        h.input.issued = 0;
        h.input.sb_ready = 0;
        h.run_to(p.epoch_len / 2)?;
        h.input.sb_ready = h.input.slot_live;
        h.until_vote()?;
        h.expect("the sums of the decision", h.sums(), sums(42 * 32, 42 * 16, 42 * 16, 0))
    }

    fn done_and_launch_of_one_slot_in_one_cycle_are_refused_as_illegal() {
        let (_, mut h) = full()?;
        h.input.cta_done = 0b100;
        h.input.cta_launch = 0b100;
        let refused = matches!(h.step(), Err(BenchError::Invariant { violation, .. }) if violation.contains("illegal"));
        h.expect("whether the stimulus is refused", refused, true)
    }

    fn kernel_start_in_the_middle_of_an_epoch_clears_and_votes_none() {
        let (p, mut h) = fermi()?;
        h.epochs(5, less(&p))?;
        h.expect("num_blocks", h.out.num_blocks, 7)?;
        h.run_to(p.epoch_len / 2)?;
        h.start_kernel(W, 5)?;
        h.expect("num_blocks at the start", h.out.num_blocks, 5)?;
        h.epoch(less(&p))?;
        h.expect("vote of the partial epoch", h.out.vote, NONE)?;
        let half = p.samples() / 2;
        h.expect("acc_xmem of the partial epoch", h.sums().xmem, (W + 1) * half)?;
        // Neither the two decisions before the start nor the skipped one count.
        h.epochs(2, less(&p))?;
        h.expect("num_blocks after two epochs", h.out.num_blocks, 5)?;
        h.epoch(less(&p))?;
        h.expect("num_blocks after three epochs", h.out.num_blocks, 4)
    }

    fn kernel_start_in_the_decision_cycle_votes_none_and_skips_the_next_epoch_too() {
        let (p, mut h) = fermi()?;
        h.epochs(2, less(&p))?;
        while h.phase() != 1 {
            h.input.ib_valid = 0;
            h.step()?;
        }
        h.start_kernel(W, 8)?;
        h.expect("vote_valid", h.out.vote_valid, true)?;
        h.expect("vote", h.out.vote, NONE)?;
        h.expect("num_blocks", h.out.num_blocks, 8)?;
        h.epoch(sums(0, 0, 0, 0))?;
        h.expect("vote of the next epoch", h.out.vote, NONE)?;
        decides(&mut h, sums(0, 0, 0, 0), COMP)
    }

    fn without_reset_on_launch_the_target_stays_below_the_new_limit() {
        let p = Params::DENSE;
        let mut h = Harness::running(&p, W, 3)?;
        h.expect("num_blocks after reset stays 1", h.out.num_blocks, 1)?;
        h.epochs(2 * p.hyst_epochs, more(&p))?;
        h.expect("num_blocks", h.out.num_blocks, 3)?;
        h.start_kernel(W, 2)?;
        h.expect("num_blocks of the smaller kernel", h.out.num_blocks, 2)?;
        h.start_kernel(W, 3)?;
        h.expect("num_blocks of the larger kernel", h.out.num_blocks, 2)
    }

    fn a_pause_is_registered_before_the_sample_of_its_cycle_counts() {
        // Sampling every other cycle, the decision at the end of cycle 511 pauses at the end of cycle 512, so that
        // the sample of cycle 513 does not see the paused CTA.
        let p = Params::DENSE;
        let mut h = Harness::running(&p, W, 3)?;
        h.epochs(2 * p.hyst_epochs, more(&p))?;
        h.launch(&[0, 1, 2])?;
        h.epochs(p.hyst_epochs, less(&p))?;
        h.expect("num_blocks", h.out.num_blocks, 2)?;
        h.expect("pause_cta before", h.out.pause_cta, 0)?;
        h.input.ib_valid = h.input.slot_live;
        h.input.issued = h.input.slot_live & !0xff;
        h.step()?;
        h.expect("pause_cta: the oldest", h.out.pause_cta, 0b001)?;
        h.expect("pause_warp", h.out.pause_warp, 0xff)?;
        h.until_vote()?;
        h.expect("acc_active", h.sums().active, 16 * 256)
    }

    fn the_vote_is_visible_three_cycles_after_the_last_sample_and_the_pause_four() {
        let (p, mut h) = full()?;
        h.epochs(2, less(&p))?;
        h.expect("phase of the cycle that shows the vote", h.phase(), 2)?;
        h.epoch(less(&p))?;
        h.expect("num_blocks in cycle s+3", h.out.num_blocks, 7)?;
        h.expect("pause_warp in cycle s+3", h.out.pause_warp, 0)?;
        h.step()?;
        h.expect("pause_warp in cycle s+4", h.out.pause_warp, 0b11_1111)
    }

    fn a_sample_period_below_four_shows_the_vote_in_the_cycle_after_the_last_sample() {
        let p = Params::DENSE;
        let mut h = Harness::running(&p, W, 3)?;
        h.epoch(same(&p))?;
        h.expect("phase of the cycle that shows the vote", h.phase(), 0)
    }

    fn launches_of_one_cycle_are_ordered_by_slot_the_lower_is_older() {
        let (p, mut h) = fermi()?;
        h.input.cta_launch = 0b1111_1111;
        h.step()?;
        h.epochs(3, less(&p))?;
        h.run_to(8)?;
        h.expect("pause_cta", h.out.pause_cta, 1 << 7)
    }

    fn disabled_it_votes_nothing_holds_the_limit_and_skips_the_epoch_after() {
        let (p, mut h) = fermi()?;
        h.epochs(3, less(&p))?;
        h.expect("num_blocks", h.out.num_blocks, 7)?;
        h.input.en = false;
        for _ in 0..2 * p.epoch_len {
            h.step()?;
            h.expect("vote_valid while disabled", h.out.vote_valid, false)?;
            h.expect("num_blocks while disabled", h.out.num_blocks, 8)?;
        }
        h.input.en = true;
        h.epoch(less(&p))?;
        h.expect("vote of the partial epoch", h.out.vote, NONE)?;
        h.epoch(less(&p))?;
        h.expect("vote", h.out.vote, MEM)
    }

    fn a_warp_at_a_barrier_is_active_only_with_barrier_active() {
        for (p, active) in [(Params::FERMI, 0), (Params::DENSE, 24 * 256)] {
            let mut h = Harness::running(&p, W, 3)?;
            h.input.ib_valid = h.input.slot_live;
            h.input.at_barrier = h.input.slot_live;
            h.input.sb_ready = 0;
            h.input.issued = 0;
            h.until_vote()?;
            h.expect("the sums of the decision", h.sums(), sums(active, 0, 0, 0))?;
        }
        Ok(())
    }

    fn a_ready_memory_warp_is_in_no_counter_unless_the_lsu_is_blocked() {
        let (_, mut h) = fermi()?;
        h.input.ib_valid = h.input.slot_live;
        h.input.sb_ready = h.input.slot_live;
        h.input.is_mem = h.input.slot_live;
        h.input.issued = 0;
        h.input.lsu_blocked = false;
        h.until_vote()?;
        h.expect("the sums of the decision", h.sums(), sums(1536, 0, 0, 0))
    }

    fn a_finite_grid_is_launched_completely_and_nothing_stays_paused() {
        let p = Params::SMALL;
        let mut h = Harness::new(&p)?;
        h.start_kernel(4, 4)?;
        let (mut left, mut resident, mut launched) = (40, 0u32, 0);
        for cycle in 0..100 * p.epoch_len {
            h.input.gwde_empty = left == 0;
            let granted = h.out.gwde_req && left > 0;
            h.input.gwde_gnt = granted;
            let totals = if cycle / (8 * p.epoch_len) % 2 == 0 { less_small(&p) } else { more(&p) };
            // One CTA, the lowest that runs, ends now and then.
            let running = resident & !h.out.pause_cta;
            if cycle % 700 == 699 && running != 0 {
                h.input.cta_done = running & running.wrapping_neg();
            }
            if launched > 0 {
                let free = !resident & 0xf;
                h.input.cta_launch = free & free.wrapping_neg();
                launched = 0;
            }
            resident = resident & !h.input.cta_done | h.input.cta_launch;
            h.drive(totals)?;
            if granted {
                left -= 1;
                launched = 1;
            }
        }
        h.expect("CTAs left", left, 0)?;
        h.expect("resident CTAs", resident, 0)?;
        h.expect("pause_cta", h.out.pause_cta, 0)
    }
}

/// As [`less`], for the 16 warps and kernels of 4 warps per CTA of the small machine.
fn less_small(p: &Params) -> Sums {
    sums(5 * p.samples(), 0, 0, 5 * p.samples())
}
