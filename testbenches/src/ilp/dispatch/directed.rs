// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `het_dispatch`.

use warpsmith_units::ilp::dispatch::In;
use warpsmith_units::ilp::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// The SMs from `n_tlp` on are ILP SMs; every offer is taken.
fn start(params: &Params) -> Result<Harness, BenchError> {
    let pool = ((1u64 << params.n_ilp) - 1) << params.n_tlp;
    Harness::start(params, In { pool, l_ready: true, ..In::default() })
}

/// Sets a kernel of the TLP class whose thread blocks have so many threads.
fn set_kernel(h: &mut Harness, tbs: u32, threads: u32) {
    let i = &mut h.input;
    (i.k_valid, i.k_tbs, i.k_threads, i.k_regs, i.k_smem) = (true, tbs, threads, 0, 0);
    (i.k_conc_warps, i.k_total_threads) = (32, 1 << 20);
}

/// Sets one of the ILP class.
fn set_ilp_kernel(h: &mut Harness, tbs: u32, threads: u32) {
    set_kernel(h, tbs, threads);
    h.input.k_conc_warps = 4;
}

/// What the next cycles launch: SM and kernel.
fn launches(h: &mut Harness, cycles: u64) -> Result<Vec<(u8, bool)>, BenchError> {
    let mut launched = vec![];
    for _ in 0..cycles {
        h.step()?;
        launched.extend(h.out.l_valid.then_some((h.out.l_sm, h.out.l_kid)));
    }
    Ok(launched)
}

/// A thread block ends.
fn end(h: &mut Harness, sm: u8, kid: bool) {
    (h.input.d_valid, h.input.d_sm, h.input.d_kid) = (true, sm, kid);
}

directed! {
    fn a_kernel_is_taken_and_launched_from_the_next_cycle_on_one_thread_block_a_cycle() {
        let mut h = start(&Params::PAPER)?;
        set_kernel(&mut h, 3, 256);
        let nothing = h.eval()?.l_valid;
        h.expect("offer in the cycle", nothing, false)?;
        h.step()?;
        for (sm, tb) in [(0, 0), (1, 1), (2, 2)] {
            let out = h.eval()?;
            h.expect("launch", (out.l_valid, out.l_sm, out.l_kid, out.l_tb), (true, sm, false, tb))?;
            h.step()?;
        }
        let more = h.eval()?.l_valid;
        h.expect("offer", more, false)
    }

    fn a_thread_block_that_fits_no_sm_is_never_launched_and_holds_nobody_up() {
        for change in [
            (|i| i.k_threads = 1025) as fn(&mut In),
            |i| i.k_regs = 16385,
            |i| i.k_smem = 16385,
        ] {
            let mut h = start(&Params::PAPER)?;
            set_kernel(&mut h, 5, 64);
            change(&mut h.input);
            h.step()?;
            let none = launches(&mut h, 100)?;
            h.expect("launches", none.len(), 0)?;
            set_kernel(&mut h, 4, 64);
            h.step()?;
            let other = launches(&mut h, 100)?;
            h.expect("launches of the other", other, vec![(0, true), (1, true), (2, true), (3, true)])?;
            for sm in 0..4 {
                end(&mut h, sm, true);
                h.step()?;
            }
            h.expect("done", (h.out.kdone_valid, h.out.kdone_kid), (true, true))?;
            h.steps(50)?;
            h.expect("it stays", (h.out.kdone_valid, h.out.k_ready, h.out.k_kid), (false, true, true))?;
        }
        Ok(())
    }

    fn few_warps_or_few_threads_make_a_kernel_one_for_the_ilp_sms() {
        for (warps, threads, ilp) in [(16, 32768, true), (16, 32769, false), (15, 32769, true), (63, 1, true)] {
            let mut h = start(&Params::PAPER)?;
            set_kernel(&mut h, 1, 64);
            (h.input.k_conc_warps, h.input.k_total_threads) = (warps, threads);
            h.step()?;
            h.expect("ILP", (warps, threads, h.model().state().kernels[0].ilp), (warps, threads, ilp))?;
        }
        Ok(())
    }

    fn a_kernel_alone_has_all_sms_and_leaves_the_others_to_a_second_one_when_it_comes() {
        let mut h = start(&Params::HALF)?;
        set_kernel(&mut h, 1000, 512);
        h.step()?;
        let all = launches(&mut h, 30)?;
        let sms: Vec<u8> = (0..30).collect();
        h.expect("SMs", all.iter().map(|(sm, _)| *sm).collect::<Vec<_>>(), sms)?;
        set_ilp_kernel(&mut h, 1000, 512);
        h.step()?;
        let both = launches(&mut h, 30)?;
        for (sm, kid) in both {
            h.expect("kind of the SM", (sm, sm >= 15), (sm, kid))?;
        }
        // Room in an ILP SM goes to the kernel of its class.
        end(&mut h, 20, false);
        h.step()?;
        let next = launches(&mut h, 3)?;
        h.expect("launch", next, vec![(20, true)])
    }

    fn while_a_pool_is_drained_it_takes_thread_blocks_of_the_other_class() {
        let mut h = start(&Params::VARIANT)?;
        set_ilp_kernel(&mut h, 6, 64);
        h.step()?;
        set_kernel(&mut h, 40, 64);
        h.step()?;
        let first = launches(&mut h, 11)?;
        let foreign = |launches: &[(u8, bool)]| launches.iter().filter(|(sm, kid)| (*sm >= 6) == *kid).count();
        h.expect("launches", first.len(), 11)?;
        let later = launches(&mut h, 30)?;
        h.expect("thread blocks of the TLP kernel in ILP SMs", foreign(&later) > 0, true)?;
        h.expect("kernels with thread blocks left", h.model().state().kernels[0].remaining, 0)
    }

    fn without_spilling_each_pool_keeps_to_its_class() {
        let mut h = start(&Params::TINY)?;
        set_kernel(&mut h, 3, 1);
        h.step()?;
        let got = launches(&mut h, 10)?;
        h.expect("launches", got, vec![(0, false), (0, false)])
    }

    fn a_launch_and_an_end_in_one_sm_and_cycle_both_count() {
        let mut h = start(&Params::TINY)?;
        set_kernel(&mut h, 3, 1);
        h.step()?;
        let got = launches(&mut h, 1)?;
        h.expect("launches", got, vec![(0, false)])?;
        end(&mut h, 0, false);
        let out = h.eval()?;
        h.expect("launch", (out.l_valid, out.l_sm), (true, 0))?;
        h.step()?;
        let free = h.model().state().free[0];
        h.expect("free", (free.tbs, free.threads), (1, 2))?;
        h.expect("running", h.model().state().kernels[0].running, 1)
    }

    fn a_kernel_without_thread_blocks_is_done_in_the_next_cycle() {
        let mut h = start(&Params::PAPER)?;
        set_kernel(&mut h, 0, 64);
        h.step()?;
        h.expect("done", (h.out.kdone_valid, h.out.kdone_kid, h.out.k_kid), (true, false, true))?;
        h.step()?;
        h.expect("gone", (h.out.kdone_valid, h.out.k_kid), (false, false))
    }

    fn a_third_kernel_is_not_taken() {
        let mut h = start(&Params::PAPER)?;
        set_kernel(&mut h, 1, 64);
        h.step()?;
        set_ilp_kernel(&mut h, 2, 64);
        h.step()?;
        h.expect("k_ready", h.out.k_ready, false)?;
        let [first, second] = h.model().state().kernels;
        set_kernel(&mut h, 9, 64);
        h.step()?;
        h.expect("k_ready", h.out.k_ready, false)?;
        let kept = h.model().state().kernels;
        h.expect("needs", [kept[0].need, kept[1].need], [first.need, second.need])?;
        h.expect("classes", [kept[0].ilp, kept[1].ilp], [false, true])
    }

    fn an_offer_that_is_refused_stays_although_a_kernel_comes_that_has_a_better_right() {
        let mut h = start(&Params::PAPER)?;
        h.input.l_ready = false;
        set_kernel(&mut h, 100, 64);
        h.step()?;
        h.step()?;
        h.input.l_ready = true;
        launches(&mut h, 20)?;
        h.input.l_ready = false;
        h.step()?;
        h.expect("offer", (h.out.l_valid, h.out.l_sm, h.out.l_kid), (true, 20, false))?;
        set_ilp_kernel(&mut h, 100, 64);
        h.step()?;
        for _ in 0..20 {
            h.step()?;
            h.expect("offer", (h.out.l_valid, h.out.l_sm, h.out.l_kid), (true, 20, false))?;
        }
        h.input.l_ready = true;
        let next = launches(&mut h, 2)?;
        h.expect("launches", next, vec![(20, false), (21, true)])
    }

    fn two_kernels_of_a_class_take_turns() {
        let mut h = start(&Params::PAPER)?;
        h.input.l_ready = false;
        set_kernel(&mut h, 10, 64);
        h.step()?;
        set_kernel(&mut h, 10, 64);
        h.step()?;
        h.input.l_ready = true;
        let next = launches(&mut h, 4)?;
        h.expect("launches", next, vec![(0, false), (1, true), (2, false), (3, true)])
    }
}
