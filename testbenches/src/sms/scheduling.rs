// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern stage 2 of `sms`.

use warpsmith_units::sms::params::Params;

use super::controller::{paper, without_bypass, GPU, NEVER};
use super::Driver;
use crate::directed::directed;
use crate::BenchError;

/// Probabilities x 1024.
const ALWAYS_RR: u32 = 0;
const ALWAYS_SJF: u32 = 1024;

/// One open batch of one request for each source, then all close in one cycle.
fn all_ready(d: &mut Driver) -> Result<(), BenchError> {
    d.set_thresholds(NEVER);
    for src in 0..=GPU {
        d.read(src, src % 8, 1)?;
    }
    d.set_thresholds(0);
    d.idle(200)
}

/// A controller with `low_path` whose CPUs are of low intensity, and whose first GPU's batch of four for bank 0 has begun to move in the
/// cycle in which CPU 0 has read row 2 of `bank`.
fn beside_a_drain(bank: u8) -> Result<Driver, BenchError> {
    let mut d = without_bypass(&Params::VARIANT, NEVER, ALWAYS_RR)?;
    d.idle(Params::VARIANT.mpkc_window.into())?;
    d.stream(3, 0, 1, 4)?;
    d.set_thresholds(0);
    d.read(0, bank, 2)?;
    Ok(d)
}

directed! {
    fn with_low_path_a_request_of_low_intensity_moves_beside_a_drain_in_the_cycle_after_its_arrival() {
        let mut d = beside_a_drain(1)?;
        d.h.expect("entries of both sources", (d.entries(3), d.entries(0)), (3, 1))?;
        d.step()?;
        d.h.expect("entries a cycle later", (d.entries(3), d.entries(0)), (2, 0))?;
        d.idle(300)?;
        d.h.expect("batches", d.picked(), vec![(3, false, 4)])?;
        d.h.expect("requests served", d.served().len(), 5)
    }

    fn with_low_path_a_request_waits_for_its_turn_where_a_drain_writes_its_banks_fifo() {
        let mut d = beside_a_drain(0)?;
        d.step()?;
        d.h.expect("entries a cycle later", (d.entries(3), d.entries(0)), (2, 1))?;
        d.idle(300)?;
        d.h.expect("batches", d.picked(), vec![(3, false, 4), (0, false, 1)])
    }

    fn with_low_path_an_arrival_as_the_request_before_it_leaves_begins_a_batch() {
        let mut d = beside_a_drain(1)?;
        d.read(0, 1, 2)?;
        d.h.expect("entries of the CPU", d.entries(0), 1)?;
        d.idle(300)?;
        d.h.expect("batches of the GPU", d.picked(), vec![(3, false, 4)])?;
        d.h.expect("requests served", d.served().len(), 6)
    }

    fn of_17_ready_sources_with_equal_counts_sjf_picks_in_cyclic_order_from_rr_ptr() {
        let mut d = paper(0, ALWAYS_RR)?;
        d.read(4, 0, 1)?;
        d.idle(100)?;
        d.h.input.cfg_p_q10 = ALWAYS_SJF;
        all_ready(&mut d)?;
        let order = d.picked()[1..].iter().map(|b| b.0).collect::<Vec<_>>();
        d.h.expect("order of the picks", order, (5..=16).chain(0..=4).collect())
    }

    fn sjf_picks_the_source_with_the_fewest_requests_in_flight() {
        let mut d = paper(NEVER, ALWAYS_SJF)?;
        d.hold = true;
        for (src, requests) in [(3, 3), (GPU, 4), (9, 1), (12, 2)] {
            d.stream(src, src % 8, 1, requests)?;
        }
        d.set_thresholds(0);
        d.idle(100)?;
        let order = d.picked().iter().map(|b| b.0).collect::<Vec<_>>();
        d.h.expect("order of the picks", order, vec![9, 12, 3, GPU])
    }

    fn probability_0_is_always_round_robin_and_1024_always_sjf() {
        for (p, sjf) in [(ALWAYS_RR, false), (ALWAYS_SJF, true)] {
            let mut d = paper(0, p)?;
            for _ in 0..3 {
                all_ready(&mut d)?;
            }
            d.h.expect("picks", d.picked().len(), 51)?;
            d.h.expect("all picked the same way", d.batches.iter().all(|(_, b)| b.sjf == sjf), true)?;
        }
        Ok(())
    }

    fn round_robin_serves_the_sources_in_cyclic_order() {
        let mut d = paper(0, ALWAYS_RR)?;
        d.read(10, 0, 1)?;
        d.idle(100)?;
        all_ready(&mut d)?;
        let order = d.picked()[1..].iter().map(|b| b.0).collect::<Vec<_>>();
        d.h.expect("order of the picks", order, (11..=16).chain(0..=10).collect())
    }

    fn a_bypass_that_begins_in_mid_drain_lets_the_drain_complete_and_changes_the_next_pick() {
        let mut d = paper(NEVER, ALWAYS_SJF)?;
        d.stream(GPU, 0, 1, 5)?;
        d.stream(3, 1, 1, 2)?;
        d.set_thresholds(0);
        d.idle(3)?;
        d.h.expect("batches in mid-drain", d.picked(), vec![(3, true, 2)])?;
        d.h.input.cfg_gb_thr = 64;
        d.stream(3, 1, 1, 1)?;
        d.idle(100)?;
        let expected = vec![(3, true, 2), (GPU, true, 5), (3, false, 1)];
        d.h.expect("batches", d.picked(), expected)
    }

    fn a_bypass_that_ends_in_mid_drain_lets_the_drain_complete_and_changes_the_next_pick() {
        let mut d = paper(NEVER, ALWAYS_SJF)?;
        d.stream(GPU, 0, 1, 5)?;
        d.h.input.cfg_gb_thr = 64;
        d.idle(2)?;
        d.h.expect("batches in mid-drain", d.picked(), vec![])?;
        d.h.input.cfg_gb_thr = 0;
        d.set_thresholds(0);
        d.stream(3, 1, 1, 1)?;
        d.idle(100)?;
        d.h.expect("batches", d.picked(), vec![(GPU, false, 5), (3, true, 1)])
    }

    fn a_write_of_the_bypass_bound_acts_in_the_next_cycle() {
        let mut d = paper(NEVER, ALWAYS_SJF)?;
        d.read(3, 1, 1)?;
        d.h.input.cfg_gb_thr = 64;
        d.step()?;
        d.h.expect("entries in the cycle of the write", d.entries(3), 1)?;
        d.step()?;
        d.h.expect("entries a cycle later", d.entries(3), 0)?;
        d.idle(100)?;
        d.h.expect("batches", d.picked(), vec![(3, false, 1)])
    }

    fn a_full_bank_fifo_stalls_a_drain_that_resumes_in_order_and_nothing_else_moves() {
        let mut d = without_bypass(&Params::SMALL, NEVER, ALWAYS_RR)?;
        // Four requests of the GPU, source 2, for a bank FIFO of two.
        d.stream(2, 0, 1, 4)?;
        d.set_thresholds(0);
        d.read(0, 1, 1)?;
        d.idle(7)?;
        d.h.expect("batches while the bank's FIFO is full", d.picked(), vec![])?;
        d.h.expect("entries of both sources", (d.entries(2), d.entries(0)), (2, 1))?;
        d.idle(100)?;
        d.h.expect("batches", d.picked(), vec![(2, false, 4), (0, false, 1)])?;
        d.h.expect("order of service to bank 0", d.served()[..4].to_vec(), vec![0, 1, 2, 3])
    }

    fn with_pick_checks_space_a_source_whose_bank_is_full_is_not_picked() {
        // Bank FIFOs of three; GPUs are sources 3 and 4.
        let mut d = without_bypass(&Params::VARIANT, 0, ALWAYS_RR)?;
        for row in 0..5 {
            d.read(3, 0, row)?;
        }
        d.read(0, 1, 1)?;
        d.idle(3)?;
        let order = d.picked().iter().map(|b| b.0).collect::<Vec<_>>();
        d.h.expect("picks with bank 0 full", order, vec![3, 3, 3, 0])?;
        d.idle(300)?;
        d.h.expect("requests served", d.served().len(), 6)
    }
}
