// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern jobs and prefetches.

use warpsmith_units::cta_prefetch::params::Params;

use super::{Sm, INSTALLED, REGISTERED, RIGHT};
use crate::directed::directed;
use crate::BenchError;

/// PCs of loads.
const A: u64 = 0x100;
const B: u64 = 0x108;

/// Four CTAs of four warps in the paper's configuration, whose leading warps have registered `A`.
fn registered() -> Result<Sm, BenchError> {
    let mut sm = Sm::with_ctas(&Params::PAPER, 4, 4)?;
    for cta in [3, 2, 1] {
        sm.expect_load(A, cta, 0, &[0x10000 * u64::from(cta)], REGISTERED)?;
    }
    Ok(sm)
}

/// The same, when the stride is known and the L1D takes nothing.
fn held() -> Result<Sm, BenchError> {
    let mut sm = registered()?;
    sm.h.input.pf_ready = false;
    sm.train(A, 0x1000, 0x100)?;
    sm.steps(2)?;
    Ok(sm)
}

/// What is asked for.
fn request(sm: &Sm) -> (bool, u8, u64) {
    (sm.h.out.pf_valid, sm.h.out.pf_warp, sm.h.out.pf_addr)
}

directed! {
    fn the_first_prefetch_comes_three_cycles_after_the_load_then_one_a_cycle() {
        let mut sm = registered()?;
        sm.train(A, 0x1000, 0x100)?;
        for warp in [None, None, Some(5), Some(9), Some(13), None] {
            sm.h.expect("warp", sm.h.out.pf_valid.then_some(sm.h.out.pf_warp), warp)?;
            sm.step()?;
        }
        sm.expect_prefetches("prefetches", 0, vec![(5, 0x10100), (9, 0x20100), (13, 0x30100)])
    }

    fn case_1_serves_the_warp_of_the_same_number_and_not_the_leading_one() {
        let mut sm = registered()?;
        // In CTA 2 warp 1 leads.
        sm.end(2)?;
        sm.start(2, 8, 4)?;
        sm.expect_load(A, 2, 1, &[0x20000], REGISTERED)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_prefetches("prefetches", 20, vec![(5, 0x10100), (13, 0x30100)])?;
        sm.expect_load(A, 0, 2, &[0x1200], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![(6, 0x10200), (10, 0x20100), (14, 0x30200)])
    }

    fn case_1_leaves_out_ctas_without_the_warp_and_those_whose_base_is_not_known() {
        let mut sm = Sm::with_ctas(&Params::PAPER, 1, 4)?;
        sm.start(1, 4, 2)?;
        sm.start(2, 6, 4)?;
        sm.start(3, 10, 4)?;
        for cta in [1, 2] {
            sm.expect_load(A, cta, 0, &[0x10000 * u64::from(cta)], REGISTERED)?;
        }
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_prefetches("prefetches", 20, vec![(5, 0x10100), (7, 0x20100)])?;
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![(9, 0x20300)])
    }

    fn warps_of_trailing_ctas_teach_and_verify_but_do_not_trigger() {
        let mut sm = registered()?;
        sm.expect_load(A, 1, 1, &[0x10100], INSTALLED)?;
        sm.expect_load(A, 1, 2, &[0x10200], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![])?;
        sm.h.input.lead_cta = 1;
        sm.h.input.lead_valid = false;
        sm.expect_load(A, 1, 2, &[0x10200], RIGHT)?;
        sm.expect_prefetches("prefetches without a leading CTA", 20, vec![])?;
        sm.h.input.lead_valid = true;
        sm.expect_load(A, 1, 2, &[0x10200], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![(10, 0x20200), (14, 0x30200)])
    }

    fn case_2_serves_all_other_warps_from_the_next_on_and_case_1_then_leaves_the_cta_out() {
        let mut sm = registered()?;
        sm.train(A, 0x1000, 0x100)?;
        sm.prefetches(20)?;
        sm.end(2)?;
        sm.start(2, 8, 4)?;
        sm.expect_load(A, 2, 2, &[0x20200], REGISTERED)?;
        let all = vec![(11, 0x20300), (8, 0x20000), (9, 0x20100)];
        sm.expect_prefetches("case 2", 20, all)?;
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)?;
        sm.expect_prefetches("case 1", 20, vec![(7, 0x10300), (15, 0x30300)])
    }

    fn case_1_serves_every_cta_if_none_is_left_out() {
        let mut sm = Sm::with_ctas(&Params::VARIANT, 2, 4)?;
        sm.expect_load(A, 1, 0, &[0x10000], REGISTERED)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_load(A, 1, 0, &[0x20000], REGISTERED)?;
        sm.prefetches(20)?;
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)?;
        sm.expect_prefetches("case 1", 20, vec![(7, 0x20300)])
    }

    fn a_prefetch_is_of_the_line() {
        let mut sm = registered()?;
        sm.expect_load(A, 1, 0, &[0x10033], REGISTERED)?;
        sm.train(A, 0x1000, 0x70)?;
        sm.expect_prefetches("prefetches", 3, vec![(5, 0x10080)])
    }

    fn row_10_a_job_for_which_there_is_no_place_is_lost_and_its_load_is_registered_all_the_same() {
        let mut sm = held()?;
        sm.h.expect("a prefetch is held", sm.h.out.pf_valid, true)?;
        for widx in [2, 3, 2] {
            sm.expect_load(A, 0, widx, &[0x1000 + 0x100 * u64::from(widx)], RIGHT)?;
        }
        sm.h.expect("full", sm.h.out.job_full, false)?;
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)?;
        sm.step()?;
        sm.h.expect("full", (sm.h.out.job_full, sm.h.out.st_jobdrop), (true, false))?;
        sm.expect_load(A, 3, 0, &[0x40000], REGISTERED)?;
        sm.h.expect("lost", (sm.h.out.job_full, sm.h.out.st_jobdrop), (true, true))?;
        sm.expect_lead("base", 3, A, Some((0, 0x40000)))?;
        sm.h.expect("pulse is over", sm.h.out.st_jobdrop, false)?;
        sm.h.input.pf_ready = true;
        sm.prefetches(60)?;
        // Case 2 has not served it, so case 1 does.
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![(7, 0x10300), (11, 0x20300), (15, 0x40300)])
    }

    fn a_place_that_becomes_free_in_the_same_cycle_is_no_place() {
        let mut sm = held()?;
        for widx in [2, 3, 2, 3] {
            sm.expect_load(A, 0, widx, &[0x1000 + 0x100 * u64::from(widx)], RIGHT)?;
        }
        // The load counts in the cycle after the last prefetch of the running job, in which the next job is taken.
        sm.h.input.pf_ready = true;
        sm.steps(2)?;
        sm.expect_load(A, 0, 2, &[0x1200], RIGHT)?;
        sm.h.expect("lost", (sm.h.out.job_full, sm.h.out.st_jobdrop), (true, true))?;
        sm.expect_load(A, 0, 2, &[0x1200], RIGHT)?;
        sm.h.expect("taken", (sm.h.out.job_full, sm.h.out.st_jobdrop), (false, false))
    }

    fn row_11_a_prefetch_that_is_not_taken_stays_and_loads_go_on() {
        let mut sm = held()?;
        let held = request(&sm);
        sm.h.expect("a prefetch", held, (true, 5, 0x10100))?;
        for n in 0..100u64 {
            let widx = 1 + (n % 3) as u8;
            sm.expect_load(B, 0, 0, &[0x2000], REGISTERED)?;
            sm.expect_load(A, 0, widx, &[0x1000 + 0x100 * u64::from(widx)], RIGHT)?;
            sm.h.expect("the prefetch", request(&sm), held)?;
        }
        sm.h.input.pf_ready = true;
        let first: Vec<_> = sm.prefetches(3)?;
        sm.h.expect("prefetches", first, vec![(5, 0x10100), (9, 0x20100), (13, 0x30100)])
    }

    fn row_12_the_generator_leaves_a_cta_that_ends_and_goes_on() {
        let mut sm = held()?;
        sm.end(1)?;
        sm.h.expect("the prefetch, while the end is under way", request(&sm), (true, 5, 0x10100))?;
        sm.step()?;
        sm.h.expect("the prefetch", request(&sm), (false, 0, 0))?;
        sm.step()?;
        sm.h.expect("the prefetch of the next CTA", request(&sm), (true, 9, 0x20100))?;
        sm.end(2)?;
        sm.end(3)?;
        sm.steps(3)?;
        sm.h.expect("the prefetch", request(&sm), (false, 0, 0))?;
        sm.h.input.pf_ready = true;
        sm.expect_load(A, 0, 2, &[0x1200], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![])
    }

    fn row_12_case_2_of_a_cta_that_ends_is_over() {
        let mut sm = held()?;
        sm.h.input.pf_ready = true;
        sm.prefetches(20)?;
        sm.expect_load(A, 1, 0, &[0x50000], REGISTERED)?;
        sm.h.input.pf_ready = false;
        sm.steps(2)?;
        sm.h.expect("the prefetch", request(&sm), (true, 5, 0x50100))?;
        sm.end(1)?;
        sm.expect_load(A, 2, 0, &[0x60000], REGISTERED)?;
        sm.h.input.pf_ready = true;
        sm.taken.clear();
        sm.expect_prefetches("prefetches", 20, vec![(9, 0x60100), (10, 0x60200), (11, 0x60300)])
    }

    fn an_entry_that_is_rewritten_changes_the_prefetch_that_waits() {
        let mut sm = held()?;
        sm.expect_load(A, 1, 0, &[0x70000], REGISTERED)?;
        sm.h.expect("the prefetch", request(&sm), (true, 5, 0x10100))?;
        sm.step()?;
        sm.h.expect("the prefetch", request(&sm), (true, 5, 0x70100))
    }

    fn row_13_a_kernel_that_starts_ends_the_running_job_and_those_that_wait() {
        let mut sm = held()?;
        sm.expect_load(A, 0, 2, &[0x1200], RIGHT)?;
        sm.h.input.kernel_start = true;
        sm.step()?;
        sm.step()?;
        sm.h.expect("the prefetch", request(&sm), (false, 0, 0))?;
        sm.h.input.pf_ready = true;
        sm.expect_prefetches("prefetches", 20, vec![])
    }

    fn row_14_the_job_of_a_leading_cta_that_ends_goes_on() {
        let mut sm = held()?;
        sm.end(0)?;
        sm.h.input.lead_cta = 1;
        sm.h.input.pf_ready = true;
        sm.expect_prefetches("prefetches", 20, vec![(5, 0x10100), (9, 0x20100), (13, 0x30100)])
    }

    fn row_16_a_cta_of_one_warp_has_none_to_prefetch_for() {
        let mut sm = registered()?;
        sm.train(A, 0x1000, 0x100)?;
        sm.prefetches(20)?;
        sm.start(4, 16, 1)?;
        sm.expect_load(A, 4, 0, &[0x50000], REGISTERED)?;
        sm.expect_load(A, 1, 0, &[0x60000], REGISTERED)?;
        sm.expect_prefetches("prefetches", 20, vec![(5, 0x60100), (6, 0x60200), (7, 0x60300)])
    }

    fn row_16_a_cta_of_32_warps_with_four_requests_each_gets_124_prefetches() {
        let mut sm = Sm::with_ctas(&Params::PAPER, 1, 4)?;
        sm.start(1, 4, 32)?;
        sm.train(A, 0x1000, 0x100)?;
        let base: Vec<u64> = (0..4).map(|n| 0x10000 + 0x8000 * n).collect();
        sm.expect_load(A, 1, 0, &base, REGISTERED)?;
        let expected: Vec<_> =
            (1..32).flat_map(|w| base.iter().map(move |b| (4 + w as u8, b + 0x100 * w))).collect();
        sm.h.expect("requests", expected.len(), 124)?;
        sm.expect_prefetches("prefetches", 127, expected)
    }

    fn row_16_all_48_warps_of_one_cta_are_served() {
        let mut sm = Sm::with_ctas(&Params::PAPER, 1, 48)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_load(A, 0, 0, &[0x8000], REGISTERED)?;
        let expected: Vec<_> = (1..48).map(|w| (w as u8, 0x8000 + 0x100 * w)).collect();
        sm.expect_prefetches("prefetches", 60, expected)
    }

    fn row_16_all_64_warps_of_one_cta_are_served() {
        let mut sm = Sm::with_ctas(&Params::WARPS64, 1, 64)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_load(A, 0, 63, &[0x1000 + 63 * 0x100], RIGHT)?;
        sm.expect_load(A, 0, 0, &[0x8000], REGISTERED)?;
        let expected: Vec<_> = (1..64).map(|w| (w as u8, 0x8000 + 0x100 * w)).collect();
        sm.expect_prefetches("prefetches", 80, expected)
    }

    fn without_prefetching_strides_are_learnt_and_no_job_is_made() {
        let mut sm = Sm::with_ctas(&Params::BASELINE, 2, 4)?;
        sm.expect_load(A, 1, 0, &[0x4000], REGISTERED)?;
        sm.train(A, 0x1000, 0x100)?;
        for _ in 0..10 {
            sm.expect_load(A, 0, 2, &[0x1200], RIGHT)?;
            sm.h.expect("jobs", (sm.h.out.job_full, sm.h.out.st_jobdrop), (false, false))?;
        }
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.expect_prefetches("prefetches", 20, vec![])
    }
}
