// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern stage 1 of `sms`.

use warpsmith_units::sms::params::Params;

use super::controller::{paper, without_bypass, GPU, NEVER};
use crate::directed::directed;
use crate::BenchError;

const LOW: u64 = 0;
const MEDIUM: u64 = 1;
const HIGH: u64 = 2;

/// A batch fills the FIFO of a CPU alone; a request to its row that comes when the first has left begins another.
fn fill_and_go_on(params: &Params, cpu: u8) -> Result<(), BenchError> {
    let mut d = without_bypass(params, NEVER, 0)?;
    d.stream(cpu, 0, 1, params.cpu_fifo)?;
    d.step()?;
    d.h.expect("entries after one has left", d.entries(cpu), params.cpu_fifo as usize - 1)?;
    d.read(cpu, 0, 1)?;
    d.set_thresholds(0);
    d.idle(200)?;
    d.h.expect("batches", d.picked(), vec![(cpu, false, params.cpu_fifo as u8), (cpu, false, 1)])
}

directed! {
    fn the_same_row_of_two_banks_makes_two_batches() {
        let mut d = paper(200, 0)?;
        d.read(GPU, 0, 5)?;
        d.read(GPU, 1, 5)?;
        d.idle(300)?;
        d.h.expect("batches", d.picked(), vec![(GPU, false, 1), (GPU, false, 1)])
    }

    fn rows_x_y_x_make_three_batches_in_order() {
        let mut d = paper(50, 0)?;
        for row in [7, 7, 8, 7] {
            d.read(GPU, 3, row)?;
        }
        d.idle(300)?;
        d.h.expect("batches", d.picked(), vec![(GPU, false, 2), (GPU, false, 1), (GPU, false, 1)])?;
        d.h.expect("order of service", d.served(), vec![0, 1, 2, 3])
    }

    fn ten_requests_to_one_row_fill_a_cpus_fifo_and_close_one_batch_of_ten() {
        let mut d = paper(NEVER, 0)?;
        for n in 0..10 {
            d.h.expect("entries", d.entries(2), n)?;
            d.read(2, 0, 1)?;
        }
        d.h.expect("src_ready when full", d.ready(2), false)?;
        d.idle(100)?;
        d.h.expect("batches", d.picked(), vec![(2, false, 10)])
    }

    fn a_full_fifos_batch_stays_closed_when_space_appears() {
        fill_and_go_on(&Params::PAPER, 2)
    }

    fn a_full_fifo_closes_the_youngest_of_two_batches_only_with_full_closes_2() {
        // Full FIFOs of a CPU whose batches wait while the GPU's drains: the second one grows when the first has begun to leave.
        for (params, gpu, first, second, lengths) in [
            (Params::VARIANT, 3, 2, 3, vec![6, 2, 4]),
            (Params::PAPER, GPU, 4, 6, vec![20, 4, 7]),
            (Params::SMALL, 2, 1, 2, vec![4, 1, 2, 1]),
        ] {
            let mut d = without_bypass(&params, NEVER, 0)?;
            d.stream(gpu, 0, 1, params.gpu_fifo)?;
            d.stream(0, 1, 1, first)?;
            d.stream(0, 1, 2, second)?;
            d.h.expect("src_ready when full", d.ready(0), false)?;
            while !d.ready(0) {
                d.step()?;
            }
            d.read(0, 1, 2)?;
            d.set_thresholds(0);
            d.idle(400)?;
            d.h.expect("lengths", d.picked().iter().map(|b| b.2).collect::<Vec<_>>(), lengths)?;
        }
        Ok(())
    }

    fn with_full_closes_0_a_batch_that_has_filled_its_fifo_is_drained_and_closed_then() {
        fill_and_go_on(&Params::VARIANT, 0)
    }

    fn an_arrival_in_the_cycle_in_which_age_first_exceeds_the_threshold_begins_a_batch() {
        for (arrival, lengths) in [(13, vec![2]), (14, vec![1, 1])] {
            let mut d = paper(13, 0)?;
            d.read(GPU, 0, 1)?;
            d.idle_to(arrival)?;
            d.read(GPU, 0, 1)?;
            d.idle(100)?;
            d.h.expect("lengths", d.picked().iter().map(|b| b.2).collect::<Vec<_>>(), lengths)?;
        }
        Ok(())
    }

    fn with_threshold_0_a_request_a_cycle_goes_through_with_two_cycles_of_latency() {
        let mut d = paper(0, 0)?;
        for _ in 0..12 {
            d.read(GPU, 0, 1)?;
        }
        d.step()?;
        let expected = (2..14).collect::<Vec<u64>>();
        d.h.expect("cycles of the pulses", d.batches.iter().map(|b| b.0).collect(), expected)?;
        d.h.expect("batches", d.picked(), vec![(GPU, false, 1); 12])?;
        d.h.expect("first command", d.commands[0].0, 2)
    }

    fn an_arrival_while_its_sources_last_batch_drains_its_last_entry_begins_a_batch() {
        let mut d = paper(13, 0)?;
        d.read(GPU, 0, 1)?;
        d.read(GPU, 0, 1)?;
        d.idle_to(15)?;
        d.read(GPU, 0, 1)?;
        d.h.expect("batches when the drain has ended", d.picked(), vec![(GPU, false, 2)])?;
        d.idle(100)?;
        d.h.expect("batches", d.picked(), vec![(GPU, false, 2), (GPU, false, 1)])
    }

    fn push_and_pop_in_one_cycle_keep_the_occupancy_below_and_at_the_depth() {
        // Three entries a CPU.
        let mut d = without_bypass(&Params::SMALL, NEVER, 0)?;
        d.stream(0, 0, 1, 3)?;
        d.h.expect("(entries, ready) full", (d.entries(0), d.ready(0)), (3, false))?;
        d.present(0, 0, 1);
        d.step()?;
        d.h.expect("(entries, ready) after a pop and a refused push", (d.entries(0), d.ready(0)), (2, true))?;
        d.read(0, 0, 1)?;
        d.h.expect("(entries, ready) after push and pop", (d.entries(0), d.ready(0)), (2, true))?;
        d.read(0, 0, 1)?;
        let filled = (d.entries(0), d.ready(0));
        d.h.expect("(entries, ready) after a push while stage 3 is full", filled, (3, false))
    }

    fn a_request_of_a_source_that_is_not_ready_changes_nothing() {
        let mut d = without_bypass(&Params::SMALL, NEVER, 0)?;
        // The GPU's stalled drain keeps the CPU's FIFO full.
        d.stream(2, 0, 1, 4)?;
        d.stream(0, 0, 2, 3)?;
        d.h.expect("ready", d.ready(0), false)?;
        let before = (d.entries(0), d.inflight(0));
        d.present(0, 1, 5);
        d.step()?;
        d.h.expect("(entries, in flight)", (d.entries(0), d.inflight(0)), before)?;
        d.idle(300)?;
        d.h.expect("requests served", d.served().len(), 7)
    }

    fn a_completion_does_not_help_an_arrival_of_the_same_cycle_when_31_are_in_flight() {
        let mut d = paper(0, 0)?;
        d.hold = true;
        for n in 0..31 {
            d.read(0, (n % 8) as u8, 1)?;
            d.idle(20)?;
        }
        d.h.expect("(ready, in flight)", (d.ready(0), d.inflight(0)), (false, 31))?;
        d.hold = false;
        d.present(0, 0, 1);
        d.step()?;
        d.h.expect("in flight: completed, and refused", d.inflight(0), 30)?;
        d.hold = true;
        d.read(0, 0, 1)?;
        d.h.expect("in flight: accepted in the next cycle", d.inflight(0), 31)
    }

    fn arrival_and_completion_in_one_cycle_leave_the_count_in_flight() {
        let mut d = paper(0, 0)?;
        d.hold = true;
        d.read(0, 0, 1)?;
        d.read(0, 0, 1)?;
        d.idle(60)?;
        d.hold = false;
        d.read(0, 0, 1)?;
        d.h.expect("in flight", d.inflight(0), 2)
    }

    fn counts_of_9_10_100_and_101_a_window_are_low_medium_medium_and_high() {
        for (count, class) in [(9, LOW), (10, MEDIUM), (100, MEDIUM), (101, HIGH)] {
            let mut d = paper(0, 0)?;
            d.stream(5, 0, 1, count)?;
            d.idle_to(2499)?;
            d.h.expect("class of the first window", d.class(5), MEDIUM)?;
            d.step()?;
            d.h.expect("class", d.class(5), class)?;
            d.h.expect("class of an idle CPU", d.class(4), LOW)?;
        }
        Ok(())
    }

    fn an_arrival_in_the_last_cycle_of_a_window_counts_to_the_next() {
        let params = Params::SMALL;
        let (window, lo) = (u64::from(params.mpkc_window), params.mpkc_lo);
        let mut d = without_bypass(&params, 0, 0)?;
        d.stream(1, 0, 1, lo - 1)?;
        d.idle_to(window - 1)?;
        d.read(1, 0, 1)?;
        d.h.expect("class", d.class(1), LOW)?;
        d.stream(1, 0, 1, lo - 1)?;
        d.idle_to(2 * window)?;
        d.h.expect("class", d.class(1), MEDIUM)
    }

    fn the_count_of_arrivals_saturates_and_the_class_is_high() {
        // Five bits; 40 would wrap to 8, which is medium.
        let params = Params::SMALL;
        let mut d = without_bypass(&params, 0, 0)?;
        d.stream(1, 0, 1, 40)?;
        d.idle_to(u64::from(params.mpkc_window))?;
        d.h.expect("class", d.class(1), HIGH)
    }

    fn reset_with_requests_everywhere_leaves_nothing() {
        let mut d = paper(0, 512)?;
        for n in 0..200u32 {
            let src = (n % 17) as u8;
            if d.ready(src) {
                d.read(src, (n * 5 % 8) as u8, n % 3)?;
            }
        }
        d.h.expect("requests wait in stages 1 and 3", d.entries(GPU) > 0 && !d.commands.is_empty(), true)?;
        d.h.reset();
        let mut fresh = paper(0, 512)?;
        d.h.expect("outputs", d.h.out, fresh.h.out)?;
        for _ in 0..300 {
            d.h.step()?;
            fresh.h.step()?;
            d.h.expect("outputs after reset", d.h.out, fresh.h.out)?;
        }
        d.h.expect("a command", d.h.out.cmd_valid, false)?;
        d.h.expect("in flight", (0..17).map(|s| d.inflight(s)).sum::<u32>(), 0)
    }
}
