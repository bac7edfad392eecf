// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `eq_fm`, each with the values it must show.

use warpsmith_units::equalizer::params::Params;

use super::Harness;
use crate::directed::directed;

const LOW: u8 = 0;
const NOMINAL: u8 = 1;
const HIGH: u8 = 2;
const ENERGY: bool = false;
const PERFORMANCE: bool = true;

directed! {
    fn seven_comp_seven_mem_one_none_of_fifteen_holds_and_eight_comp_win() {
        let mut h = Harness::new(&Params::FERMI, PERFORMANCE)?;
        h.epoch(7, 7, (NOMINAL, NOMINAL))?;
        h.epoch(8, 7, (HIGH, NOMINAL))
    }

    fn half_of_an_even_number_of_sms_is_no_majority() {
        let mut h = Harness::new(&Params::SMALL, PERFORMANCE)?;
        h.epoch(2, 2, (NOMINAL, NOMINAL))?;
        h.epoch(0, 3, (NOMINAL, HIGH))
    }

    fn each_winner_moves_the_domain_of_the_table_in_each_mode() {
        for (mode, comp, mem, levels) in [
            (PERFORMANCE, 15, 0, (HIGH, NOMINAL)),
            (PERFORMANCE, 0, 15, (NOMINAL, HIGH)),
            (ENERGY, 15, 0, (NOMINAL, LOW)),
            (ENERGY, 0, 15, (LOW, NOMINAL)),
        ] {
            let mut h = Harness::new(&Params::FERMI, mode)?;
            h.epoch(comp, mem, levels)?;
            h.epoch(comp, mem, levels)?;
            h.epoch(0, 0, levels)?;
        }
        Ok(())
    }

    fn a_winner_that_flips_every_epoch_alternates_the_domains_never_both_high() {
        let mut h = Harness::new(&Params::FERMI, PERFORMANCE)?;
        for _ in 0..4 {
            h.epoch(15, 0, (HIGH, NOMINAL))?;
            h.epoch(0, 15, (NOMINAL, HIGH))?;
        }
        Ok(())
    }

    fn a_switch_to_performance_with_sm_low_is_nominal_after_one_epoch_and_high_after_two() {
        let mut h = Harness::new(&Params::FERMI, ENERGY)?;
        h.epoch(0, 15, (LOW, NOMINAL))?;
        h.input.mode = PERFORMANCE;
        h.epoch(15, 0, (NOMINAL, NOMINAL))?;
        h.epoch(15, 0, (HIGH, NOMINAL))
    }

    fn without_maintain_nominal_only_the_named_domain_moves() {
        let p = Params::DENSE;
        let mut h = Harness::new(&p, PERFORMANCE)?;
        // The regulator is slower than an epoch: every second evaluation is skipped.
        h.epoch(6, 0, (NOMINAL, NOMINAL))?;
        h.epoch(0, 6, (HIGH, NOMINAL))?;
        h.epoch(0, 6, (HIGH, NOMINAL))?;
        h.epoch(0, 0, (HIGH, HIGH))
    }

    fn the_level_changes_vr_cycles_after_cycle_8_with_a_pulse_and_busy_before() {
        let p = Params::FERMI;
        let mut h = Harness::new(&p, PERFORMANCE)?;
        h.run_to(2)?;
        h.cast(15, 0);
        h.run_to(8)?;
        h.expect("vr_busy in cycle 8", h.out.vr_busy, 0b01)?;
        h.run_to(8 + p.vr_cycles - 1)?;
        let before = (h.out.sm_level, h.out.sm_change, h.out.vr_busy);
        h.expect("(sm_level, sm_change, vr_busy) before", before, (NOMINAL, false, 0b01))?;
        h.step()?;
        let now = (h.out.sm_level, h.out.sm_change, h.out.vr_busy);
        h.expect("(sm_level, sm_change, vr_busy) then", now, (HIGH, true, 0b00))?;
        h.step()?;
        h.expect("sm_change after", h.out.sm_change, false)
    }

    fn a_busy_regulator_skips_the_evaluation_and_drops_its_votes() {
        let p = Params::DENSE;
        let mut h = Harness::new(&p, ENERGY)?;
        h.run_to(2)?;
        h.cast(6, 0);
        h.step()?;
        h.run_to(2)?;
        h.cast(0, 6);
        h.step()?;
        h.run_to(8)?;
        h.expect("vr_busy: only the memory domain", h.out.vr_busy, 0b10)?;
        // The skipped votes for MEM must not act in the third epoch.
        h.epoch(0, 0, (NOMINAL, LOW))?;
        h.epoch(0, 0, (NOMINAL, LOW))
    }

    fn a_vote_in_the_evaluation_cycle_counts_for_the_next_epoch() {
        let p = Params::FERMI;
        let mut h = Harness::new(&p, PERFORMANCE)?;
        h.run_to(7)?;
        h.cast(15, 0);
        h.step()?;
        h.run_to(9)?;
        h.expect("vr_busy in this epoch", h.out.vr_busy, 0)?;
        h.run_to(8)?;
        h.expect("vr_busy in the next epoch", h.out.vr_busy, 0b01)
    }

    fn a_later_vote_replaces_an_earlier_one_and_three_counts_as_none() {
        let p = Params::FERMI;
        let mut h = Harness::new(&p, PERFORMANCE)?;
        h.run_to(2)?;
        h.cast(15, 0);
        h.step()?;
        h.cast(0, 15);
        h.step()?;
        h.run_to(8)?;
        h.expect("vr_busy: memory domain", h.out.vr_busy, 0b10)?;
        let mut h = Harness::new(&p, PERFORMANCE)?;
        h.run_to(2)?;
        h.cast(15, 0);
        h.step()?;
        h.cast(0, 0);
        h.input.vote[..30].fill(true);
        h.step()?;
        h.run_to(8)?;
        h.expect("vr_busy", h.out.vr_busy, 0)
    }

    fn reset_while_a_regulator_runs_gives_nominal_levels_and_idle_timers() {
        let mut h = Harness::new(&Params::FERMI, PERFORMANCE)?;
        h.epoch(15, 0, (HIGH, NOMINAL))?;
        h.cast(0, 15);
        h.run_to(100)?;
        h.expect("vr_busy", h.out.vr_busy, 0b11)?;
        h.reset();
        h.step()?;
        h.expect("(sm_level, mem_level)", (h.out.sm_level, h.out.mem_level), (NOMINAL, NOMINAL))?;
        h.expect("vr_busy", h.out.vr_busy, 0)?;
        h.run_to(1000)?;
        h.expect("levels later", (h.out.sm_level, h.out.mem_level), (NOMINAL, NOMINAL))
    }
}
