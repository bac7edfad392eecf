// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern PerCTA and DIST.

use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::Parameters;

use super::{Sm, DROPPED, INSTALLED, NOTHING, REGISTERED, RIGHT, WRONG};
use crate::directed::directed;
use crate::BenchError;

/// PCs of loads.
const A: u64 = 0x100;
const B: u64 = 0x108;
const C: u64 = 0x110;
const D: u64 = 0x118;

/// Two CTAs of four warps in the paper's configuration.
fn paper() -> Result<Sm, BenchError> {
    Sm::with_ctas(&Params::PAPER, 2, 4)
}

/// Mispredicted loads of CTA 0's warp 2, whose base and stride are those of `train(A, 0x1000, 0x100)`.
fn mispredict(sm: &mut Sm, times: u32) -> Result<(), BenchError> {
    (0..times).try_for_each(|_| sm.expect_load(A, 0, 2, &[0x8000], WRONG))
}

directed! {
    fn row_1_loads_of_no_or_more_than_four_requests_change_nothing() {
        let mut sm = paper()?;
        sm.train(A, 0x1000, 0x100)?;
        sm.prefetches(10)?;
        let state = |sm: &Sm| (sm.registered(0, A), sm.registered(1, A), sm.trained(A), sm.h.model().state().jobs());
        let before = state(&sm);
        for addresses in [0, 5] {
            for (cta, widx) in [(0, 0), (0, 2), (1, 0)] {
                sm.set_load(A, cta, widx, &[0x8000; 4]);
                sm.h.input.ld_n = addresses;
                sm.step()?;
                sm.h.expect("what happens of the load", sm.pulses(), NOTHING)?;
                sm.step()?;
                sm.h.expect("the tables change", state(&sm) == before, true)?;
            }
        }
        sm.expect_prefetches("prefetches", 10, vec![])
    }

    fn row_2_the_pc_0_registers_and_matches() {
        let mut sm = paper()?;
        sm.train(0, 0x1000, 0x80)?;
        sm.expect_lead("leading warp and base", 0, 0, Some((0, 0x1000)))?;
        sm.expect_stride("stride", 0, Some((0x80, 0)))?;
        sm.expect_load(0, 0, 3, &[0x1180], RIGHT)?;
        sm.expect_lead("another PC", 0, A, None)
    }

    fn row_3_a_third_pc_takes_the_place_of_the_least_recently_updated() {
        let mut sm = paper()?;
        for (pc, base) in [(A, 0x1000), (B, 0x2000), (C, 0x3000)] {
            sm.expect_load(pc, 0, 0, &[base], REGISTERED)?;
        }
        sm.expect_lead("first", 0, A, None)?;
        sm.expect_lead("second", 0, B, Some((0, 0x2000)))?;
        sm.expect_lead("third", 0, C, Some((0, 0x3000)))?;
        // The other CTA's entries are its own.
        sm.expect_load(A, 1, 0, &[0x9000], REGISTERED)?;
        sm.expect_lead("second", 0, B, Some((0, 0x2000)))
    }

    fn row_3_sticky_a_pc_for_which_there_is_no_entry_is_ignored() {
        let mut sm = Sm::with_ctas(&Params::VARIANT, 2, 4)?;
        for pc in [A, B, C] {
            sm.expect_load(pc, 0, 0, &[0x1000], REGISTERED)?;
        }
        sm.expect_load(D, 0, 0, &[0x1000], NOTHING)?;
        sm.expect_lead("the new one", 0, D, None)?;
        sm.expect_lead("the first", 0, A, Some((0, 0x1000)))?;
        // An entry that is dropped is free again.
        sm.expect_load(B, 0, 0, &[0x1000, 0x2000], REGISTERED)?;
        sm.expect_load(B, 0, 1, &[0x1100, 0x2040], DROPPED)?;
        sm.expect_load(D, 0, 0, &[0x4000], REGISTERED)?;
        sm.expect_lead("the new one", 0, D, Some((0, 0x4000)))
    }

    fn row_4_registering_again_makes_an_entry_the_most_recent_and_verification_does_not() {
        let mut sm = paper()?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_load(B, 0, 0, &[0x2000], REGISTERED)?;
        sm.expect_load(A, 0, 0, &[0x5000], REGISTERED)?;
        sm.expect_load(C, 0, 0, &[0x3000], REGISTERED)?;
        sm.expect_lead("the older", 0, B, None)?;
        sm.expect_lead("the renewed", 0, A, Some((0, 0x5000)))?;
        sm.expect_load(A, 0, 2, &[0x5200], RIGHT)?;
        sm.expect_load(B, 0, 0, &[0x2000], REGISTERED)?;
        sm.expect_lead("the verified", 0, A, None)?;
        sm.expect_lead("the other", 0, C, Some((0, 0x3000)))
    }

    fn row_5_unequal_differences_drop_the_entry_and_the_next_warp_leads() {
        let mut sm = paper()?;
        sm.expect_load(A, 0, 0, &[0x1000, 0x2000], REGISTERED)?;
        sm.expect_load(A, 0, 1, &[0x1100, 0x2180], DROPPED)?;
        sm.expect_lead("entry", 0, A, None)?;
        sm.expect_stride("stride", A, None)?;
        sm.expect_load(A, 0, 3, &[0x1300, 0x2300], REGISTERED)?;
        sm.expect_lead("leading warp and base", 0, A, Some((3, 0x1300)))
    }

    fn row_6_the_warp_before_the_leading_one_teaches_the_negated_difference_and_one_after_next_nothing() {
        let mut sm = paper()?;
        sm.expect_load(A, 0, 2, &[0x1200], REGISTERED)?;
        sm.expect_load(A, 0, 0, &[0x1000], NOTHING)?;
        sm.expect_stride("stride", A, None)?;
        sm.expect_load(A, 0, 1, &[0x1100], INSTALLED)?;
        sm.expect_stride("stride", A, Some((0x100, 0)))?;
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)
    }

    fn row_7_a_stride_of_0_is_installed_and_makes_no_job() {
        let mut sm = paper()?;
        sm.expect_load(A, 1, 0, &[0x1000], REGISTERED)?;
        sm.train(A, 0x1000, 0)?;
        sm.expect_stride("stride", A, Some((0, 0)))?;
        sm.expect_load(A, 0, 2, &[0x1000], RIGHT)?;
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.expect_prefetches("prefetches", 20, vec![])
    }

    fn row_7_negative_strides_wrap_below_address_0() {
        let mut sm = paper()?;
        sm.expect_load(A, 1, 0, &[0], REGISTERED)?;
        sm.train(A, 0x1000, -128)?;
        sm.expect_stride("stride", A, Some((0xffff_ff80, 0)))?;
        sm.expect_load(A, 0, 3, &[0x1000 - 3 * 128], RIGHT)?;
        sm.expect_prefetches("prefetches", 20, vec![(5, 0xffff_ff80), (7, 0xffff_fe80)])
    }

    fn row_8_a_pc_is_silent_from_129_mispredictions_on_and_its_count_stays_at_255() {
        let mut sm = paper()?;
        sm.expect_load(A, 1, 0, &[0x4000], REGISTERED)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.prefetches(20)?;
        mispredict(&mut sm, 127)?;
        sm.prefetches(20)?;
        sm.expect_load(A, 0, 2, &[0x8000], WRONG)?;
        sm.expect_stride("mispredictions", A, Some((0x100, 128)))?;
        sm.expect_prefetches("prefetches at 128", 20, vec![(6, 0x4200)])?;
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.expect_prefetches("case 2 at 128", 20, vec![(1, 0x1100), (2, 0x1200), (3, 0x1300)])?;
        sm.expect_load(A, 0, 2, &[0x8000], WRONG)?;
        sm.expect_load(A, 0, 3, &[0x1300], RIGHT)?;
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.expect_stride("mispredictions", A, Some((0x100, 129)))?;
        sm.expect_prefetches("prefetches at 129", 20, vec![])?;
        mispredict(&mut sm, 126)?;
        sm.expect_stride("mispredictions", A, Some((0x100, 255)))?;
        mispredict(&mut sm, 1)?;
        sm.expect_stride("mispredictions", A, Some((0x100, 255)))?;
        sm.expect_load(A, 0, 2, &[0x1200], RIGHT)
    }

    fn row_8_a_stride_that_was_replaced_starts_again_from_0() {
        let mut sm = paper()?;
        sm.train(A, 0x1000, 0x100)?;
        mispredict(&mut sm, 130)?;
        for pc in [B, C] {
            sm.train(pc, 0x2000, 0x80)?;
        }
        sm.expect_stride("stride of the oldest", A, None)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_stride("stride", A, Some((0x100, 0)))?;
        sm.expect_stride("stride of the then oldest", B, None)
    }

    fn row_9_a_predicted_request_that_is_missing_is_a_misprediction_and_a_further_one_is_not() {
        let mut sm = paper()?;
        sm.expect_load(A, 0, 0, &[0x1000, 0x2000], REGISTERED)?;
        sm.expect_load(A, 0, 1, &[0x1100, 0x2100], INSTALLED)?;
        sm.expect_load(A, 0, 2, &[0x1200], WRONG)?;
        sm.expect_load(A, 0, 2, &[0x1200, 0x2200, 0x7000], RIGHT)?;
        sm.expect_load(A, 0, 2, &[0x2200, 0x1200], WRONG)?;
        sm.expect_stride("mispredictions", A, Some((0x100, 2)))
    }

    fn a_stride_is_learnt_of_the_requests_that_both_warps_have() {
        let mut sm = paper()?;
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.expect_load(A, 0, 1, &[0x1100, 0x7000], INSTALLED)?;
        sm.expect_load(B, 0, 0, &[0x1000, 0x2000], REGISTERED)?;
        sm.expect_load(B, 0, 1, &[0x1080], INSTALLED)?;
        sm.expect_stride("stride", B, Some((0x80, 0)))
    }

    fn addresses_are_verified_by_line_and_with_smaller_cmp_log2_more_finely() {
        let mut sm = paper()?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_load(A, 0, 2, &[0x127f], RIGHT)?;
        sm.expect_load(A, 0, 2, &[0x1280], WRONG)?;
        let mut sm = Sm::with_ctas(&Params::VARIANT, 2, 4)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.expect_load(A, 0, 2, &[0x120f], RIGHT)?;
        sm.expect_load(A, 0, 2, &[0x1210], WRONG)
    }

    fn a_difference_that_does_not_fit_into_a_stride_is_none() {
        for (difference, expected) in [
            ((1 << 23) - 1, INSTALLED),
            (1 << 23, DROPPED),
            (-(1 << 23), INSTALLED),
            (-(1 << 23) - 1, DROPPED),
        ] {
            let mut sm = Sm::with_ctas(&Params::VARIANT, 2, 4)?;
            sm.expect_load(A, 0, 0, &[1 << 30], REGISTERED)?;
            sm.expect_load(A, 0, 1, &[(1u64 << 30).wrapping_add_signed(difference)], expected)?;
            if expected == INSTALLED {
                let third = (1 << 30) + 2 * difference;
                sm.expect_load(A, 0, 2, &[third as u64], RIGHT)?;
            }
        }
        Ok(())
    }

    fn row_15_of_loads_of_two_ctas_one_after_the_other_the_second_finds_the_stride_of_the_first() {
        let mut sm = paper()?;
        sm.expect_load(A, 1, 0, &[0x5000], REGISTERED)?;
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.expect_load(A, 0, 1, &[0x1100], INSTALLED)?;
        sm.expect_load(A, 1, 1, &[0x5180], WRONG)?;
        sm.expect_stride("stride", A, Some((0x100, 1)))?;
        // There is room for another stride, and for one only.
        sm.train(B, 0x2000, 0x80)?;
        sm.expect_stride("stride", A, Some((0x100, 1)))
    }

    fn a_warp_that_registers_and_its_neighbour_in_the_next_cycle_teach_a_stride() {
        let mut sm = paper()?;
        sm.set_load(A, 0, 0, &[0x1000]);
        sm.step()?;
        sm.set_load(A, 0, 1, &[0x1100]);
        sm.step()?;
        sm.h.expect("what happens of the second", sm.pulses(), INSTALLED)?;
        sm.set_load(A, 0, 0, &[0x2000]);
        sm.step()?;
        sm.h.expect("what happens of the third", sm.pulses(), REGISTERED)?;
        sm.set_load(A, 0, 2, &[0x2200]);
        sm.step()?;
        sm.h.expect("what happens of the fourth", sm.pulses(), RIGHT)
    }

    fn row_13_a_load_in_the_cycle_in_which_its_slot_starts_or_ends_leaves_no_entry() {
        let mut sm = paper()?;
        sm.expect_load(A, 0, 0, &[0x1000], REGISTERED)?;
        sm.set_start(2, 8, 4);
        sm.set_load(A, 2, 0, &[0x1000]);
        sm.step()?;
        sm.h.expect("what happens of the load of no CTA", sm.pulses(), NOTHING)?;
        sm.expect_lead("entry", 2, A, None)?;
        sm.set_end(1);
        sm.set_load(A, 1, 0, &[0x1000]);
        sm.step()?;
        sm.expect_lead("entry after the end", 1, A, None)?;
        sm.set_end(0);
        sm.set_start(0, 0, 4);
        sm.set_load(A, 0, 1, &[0x1100]);
        sm.step()?;
        sm.h.expect("what happens of the last load", sm.pulses(), INSTALLED)?;
        sm.expect_lead("entry of the slot that starts anew", 0, A, None)?;
        sm.expect_stride("stride", A, Some((0x100, 0)))?;
        sm.expect_load(A, 0, 3, &[0x1000], REGISTERED)
    }

    fn a_load_of_a_slot_without_a_cta_is_ignored() {
        let mut sm = paper()?;
        sm.expect_load(A, 2, 0, &[0x1000], NOTHING)?;
        sm.end(0)?;
        sm.step()?;
        sm.expect_load(A, 0, 0, &[0x1000], NOTHING)
    }

    fn a_kernel_starts_with_empty_tables_and_the_load_of_its_cycle_is_ignored() {
        let mut sm = paper()?;
        sm.expect_load(A, 1, 0, &[0x1000], REGISTERED)?;
        sm.train(A, 0x1000, 0x100)?;
        sm.h.input.kernel_start = true;
        sm.expect_load(B, 0, 0, &[0x1000], NOTHING)?;
        sm.expect_stride("stride", A, None)?;
        for (cta, pc) in [(0, A), (0, B), (1, A)] {
            sm.expect_lead("entry", cta, pc, None)?;
        }
        // Its CTAs stay where they are.
        sm.expect_load(A, 1, 0, &[0x1000], REGISTERED)
    }

    fn loads_with_indirect_addresses_are_ignored_if_they_are_excluded() {
        for (params, expected) in [(Params::PAPER, REGISTERED), (Params::VARIANT, NOTHING)] {
            let mut sm = Sm::with_ctas(&params, 1, 4)?;
            sm.h.input.ld_indirect = true;
            sm.expect_load(A, 0, 0, &[0x1000], expected)?;
        }
        Ok(())
    }

    fn row_23_after_a_reset_in_the_middle_of_a_job_nothing_is_left() {
        let mut sm = paper()?;
        sm.expect_load(A, 1, 0, &[0x4000], REGISTERED)?;
        sm.h.input.pf_ready = false;
        sm.train(A, 0x1000, 0x100)?;
        sm.steps(3)?;
        sm.h.expect("a prefetch", sm.h.out.pf_valid, true)?;
        sm.h.reset();
        sm.step()?;
        sm.h.expect("a prefetch", sm.h.out.pf_valid, false)?;
        sm.expect_load(A, 0, 0, &[0x1000], NOTHING)?;
        sm.start(0, 0, 4)?;
        sm.train(A, 0x1000, 0x100)
    }

    fn a_stride_is_learnt_in_the_paper_s_widths_in_others_and_in_the_smallest() {
        for name in ["paper", "nb1", "variant", "single", "tiny"] {
            let p = Params::named(name)?;
            let mut sm = Sm::with_ctas(&p, 1, 4)?;
            sm.train(3, 0x40, 0x20)?;
            sm.expect_load(3, 0, 3, &[0xa0], RIGHT)?;
        }
        Ok(())
    }
}
