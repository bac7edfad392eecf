// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `frfcfs`, and those of the shared timing that differ.

use warpsmith_units::dram_timing::{Command, ControllerOut};
use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::frfcfs::In;
use warpsmith_units::Parameters;

use super::Driver;
use crate::directed::directed;
use crate::BenchError;

/// The paper's GPU.
const GPU: u8 = 16;

fn driver(params: &Params) -> Result<Driver, BenchError> {
    Driver::new(params, In::default())
}

fn paper() -> Result<Driver, BenchError> {
    driver(&Params::PAPER)
}

/// A bank with row 1 open.
fn opened(mut d: Driver) -> Result<Driver, BenchError> {
    d.read(0, 0, 1)?;
    d.idle(13)?;
    d.h.expect("the first request is served", d.served(), vec![0])?;
    Ok(d)
}

/// Age above which an entry of `small` becomes urgent, cycles.
const DUE: u64 = 1 << (Params::SMALL.age_bits - 2);

/// A conflict of source 0 comes, then hits of source 1 for as long as it is twice due; its age when it is served.
fn age_of_conflict(d: &mut Driver) -> Result<Option<u64>, BenchError> {
    let arrival = d.h.now();
    d.read(0, 0, 2)?;
    while d.h.now() < arrival + 2 * DUE {
        if d.ready(1) {
            d.present(1, 0, 1);
        }
        d.step()?;
    }
    let served = d.commands.iter().find(|(_, i)| i.command == Command::Rd && i.request.row == 2);
    Ok(served.map(|(cycle, _)| cycle - arrival))
}

directed! {
    fn a_younger_hit_goes_before_an_older_conflict_of_its_bank_in_both_buffers() {
        for params in [Params::SMALL, Params::SMALL_COLLAPSE] {
            let mut d = opened(driver(&params)?)?;
            d.read(0, 0, 2)?;
            d.read(1, 0, 1)?;
            d.idle(100)?;
            d.h.expect("order of service", d.served(), vec![0, 2, 1])?;
        }
        Ok(())
    }

    fn a_conflict_that_has_become_urgent_goes_before_the_hits_that_keep_coming() {
        // The scrubber needs up to 16 cycles more, tRAS .. tRCD less than 64.
        let mut d = opened(driver(&Params::SMALL)?)?;
        let age = age_of_conflict(&mut d)?;
        let in_time = age.is_some_and(|age| (DUE..DUE + 16 + 64).contains(&age));
        d.h.expect("the conflict is served soon after it is due", (age, in_time), (age, true))?;
        let closed = d.commands.iter().find(|(_, i)| i.command == Command::Pre).map(|(_, i)| i.request.src);
        d.h.expect("source that the first PRE serves", closed, Some(0))
    }

    fn the_scrubber_goes_on_where_it_was_after_cycles_without_a_request() {
        let mut ages = Vec::new();
        for idle in [100, 105, 111] {
            let mut d = opened(driver(&Params::SMALL)?)?;
            d.idle(idle)?;
            ages.push(age_of_conflict(&mut d)?);
            d.h.expect("age of the conflict when it is served", ages.last(), ages.first())?;
        }
        Ok(())
    }

    fn in_the_collapsing_buffer_a_conflict_waits_for_as_long_as_hits_come() {
        let mut d = opened(driver(&Params::SMALL_COLLAPSE)?)?;
        d.read(0, 0, 2)?;
        for _ in 0..3000 {
            if d.ready(1) {
                d.present(1, 0, 1);
            }
            d.step()?;
        }
        d.h.expect("a PRE", d.cycles_of(Command::Pre), vec![])
    }

    fn with_150_entries_of_the_gpu_a_cpu_is_accepted_and_the_gpu_refused() {
        for name in ["paper", "collapse"] {
            let mut d = driver(&Params::named(name)?)?;
            let mut row = 0;
            while d.ready(GPU) {
                d.read(GPU, 0, row)?;
                row += 1;
            }
            let held = |d: &Driver| (d.h.model().state().0.buffer.occupied, d.h.model().state().0.gpu_occupied);
            d.h.expect("(entries, of the GPU)", held(&d), (150, 150))?;
            d.h.expect("src_ready", d.h.out.src_ready(), 0xffff)?;
            d.present(GPU, 0, 1);
            d.step()?;
            d.h.expect("of the GPU after a refused request", held(&d).1, 150)?;
            let before = held(&d).0;
            d.read(0, 1, 1)?;
            d.h.expect("entries after one of a CPU", held(&d).0, before + 1)?;
        }
        Ok(())
    }

    fn a_full_buffer_refuses_everyone_until_an_entry_is_free() {
        let mut d = driver(&Params::SMALL)?;
        let mut row = 0;
        while d.ready(0) {
            d.read(0, 0, row)?;
            row = (row + 1) % 64;
        }
        let held = |d: &Driver| d.h.model().state().0.buffer.occupied;
        d.h.expect("(entries, src_ready)", (held(&d), d.h.out.src_ready()), (16, 0))?;
        while !d.ready(0) {
            d.step()?;
        }
        d.h.expect("entries when a source is ready again", held(&d), 15)
    }

    fn the_order_holds_when_the_time_stamps_wrap_at_2_16_with_live_entries() {
        let mut d = paper()?;
        d.idle_to((1 << 16) - 4)?;
        // Eight rows of one bank: nothing but age decides.
        for row in 0..8 {
            d.read((row % 3) as u8, 2, row)?;
        }
        d.idle(8 * 60)?;
        d.h.expect("order of service", d.served(), (0..8).collect())
    }

    fn an_arrival_can_have_a_command_in_the_next_cycle() {
        for mode in ["paper", "collapse"] {
            let params = Params::named(mode)?;
            let mut d = driver(&params)?;
            d.read(3, 4, 5)?;
            d.h.expect("cycle of the ACT", d.cycles_of(Command::Act), vec![1])?;
            d.idle(20)?;
            d.h.expect("cycle of the RD", d.cycles_of(Command::Rd), vec![11])?;
            d.h.expect("mode", params.age_mode == AgeMode::Collapse, mode == "collapse")?;
        }
        Ok(())
    }

    fn a_fifth_act_within_the_window_waits_for_its_end() {
        let mut d = paper()?;
        for bank in 0..5 {
            d.read(GPU, bank, 1)?;
        }
        d.idle(100)?;
        let acts = d.cycles_of(Command::Act);
        let distances: Vec<_> = acts.iter().map(|cycle| cycle - acts[0]).collect();
        // A hit goes before an ACT, so that the third and fourth may come a cycle later than tRRD says.
        d.h.expect("the fifth ACT after the first", distances[4], 32)
    }

    fn reset_with_requests_everywhere_leaves_nothing() {
        for params in [Params::PAPER, Params::SMALL_COLLAPSE] {
            let mut d = driver(&params)?;
            for n in 0..200u32 {
                if d.ready((n % 4) as u8) {
                    d.read((n % 4) as u8, (n % 4) as u8, n % 3)?;
                }
            }
            d.h.expect("entries", d.h.model().state().0.buffer.occupied > 5, true)?;
            d.h.reset();
            for _ in 0..300 {
                d.h.step()?;
                d.h.expect("a command", d.h.out.cmd_valid, false)?;
            }
            d.h.expect("src_ready", d.h.out.src_ready(), (1 << params.channel.n_src()) - 1)?;
        }
        Ok(())
    }
}
