// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `medic_memsched`, and the rules of section 2.6 one by one.

use warpsmith_units::dram_timing::{Command, Request};
use warpsmith_units::medic::memsched::In;
use warpsmith_units::medic::params::Params;
use warpsmith_units::Parameters;

use super::Driver;
use crate::directed::directed;
use crate::BenchError;

/// The queues, as sources.
const LO: u8 = 0;
const HI: u8 = 1;

fn driver(params: &Params) -> Result<Driver, BenchError> {
    Driver::new(params, In::default())
}

fn paper() -> Result<Driver, BenchError> {
    driver(&Params::PAPER)
}

/// The paper's with row 1 of some banks open, and every command allowed again. Identifications begin with the number of banks.
fn opened(banks: u8) -> Result<Driver, BenchError> {
    let mut d = paper()?;
    for bank in 0..banks {
        d.read(LO, bank, 1)?;
    }
    d.idle(100)?;
    d.commands.clear();
    Ok(d)
}

/// Requests of a queue to different rows of one bank until it is full; the rows begin with `row`.
fn fill(d: &mut Driver, queue: u8, bank: u8, row: u32) -> Result<(), BenchError> {
    let mut row = row;
    while d.ready(queue) {
        d.read(queue, bank, row)?;
        row += 1;
    }
    Ok(())
}

/// Requests in a queue.
fn held(d: &Driver, queue: u8) -> usize {
    d.h.model().state().queues[usize::from(queue)].len()
}

/// The commands so far: kind, bank and row.
fn commands(d: &Driver) -> Vec<(Command, u8, u32)> {
    d.commands.iter().map(|(_, i)| (i.command, i.request.bank, i.request.row)).collect()
}

directed! {
    fn with_the_low_queue_full_and_the_high_one_empty_a_high_arrival_is_accepted_in_its_cycle() {
        let mut d = paper()?;
        fill(&mut d, LO, 0, 1)?;
        d.h.expect("requests in the low queue", held(&d, LO), 16)?;
        let now = d.h.now();
        d.read(HI, 1, 1)?;
        d.h.expect("its ACT", d.commands.last().map(|(c, i)| (*c, i.command, i.request.bank)), Some((now + 1, Command::Act, 1)))
    }

    fn with_the_high_queue_full_a_high_arrival_waits_and_low_ones_are_accepted() {
        let mut d = paper()?;
        fill(&mut d, HI, 0, 1)?;
        d.h.expect("readiness of low, high", (d.ready(LO), d.ready(HI)), (true, false))?;
        d.present(HI, 1, 1);
        d.step()?;
        d.h.expect("requests in the high queue after a refused one", held(&d, HI), 16)?;
        d.read(LO, 1, 1)?;
        d.h.expect("requests in the low queue", held(&d, LO), 1)?;
        while !d.ready(HI) {
            d.step()?;
        }
        d.h.expect("requests in the high queue when it is ready again", held(&d, HI), 15)
    }

    fn a_high_conflict_closes_the_row_that_a_low_request_hits() {
        let mut d = opened(1)?;
        // A write keeps the row open for tCWL + tBL + tWR, and reads away for less.
        d.arrive(Request { src: LO, bank: 0, row: 1, wr: true, ..Request::default() })?;
        let written = d.cycles_of(Command::Wr)[0];
        d.read(LO, 0, 1)?;
        d.read(HI, 0, 2)?;
        d.idle(100)?;
        let t = &d.h.params.channel.timing;
        let allowed = written + u64::from(t.write_to_precharge());
        d.h.expect("the first PRE", d.cycles_of(Command::Pre)[0], allowed)?;
        let expected = vec![
            (Command::Wr, 0, 1),
            (Command::Pre, 0, 2),
            (Command::Act, 0, 2),
            (Command::Rd, 0, 2),
            (Command::Pre, 0, 1),
            (Command::Act, 0, 1),
            (Command::Rd, 0, 1),
        ];
        d.h.expect("commands", commands(&d), expected)
    }

    fn a_low_request_of_another_bank_goes_while_a_high_one_waits_for_its_timing() {
        let mut d = opened(2)?;
        d.read(HI, 0, 2)?;
        // PRE of bank 0 is out; its ACT has to wait for tRP.
        d.read(LO, 1, 1)?;
        let last = d.commands.last().map(|(cycle, i)| (*cycle, i.command, i.request.bank));
        d.h.expect("the command after the PRE", last, Some((d.h.now(), Command::Rd, 1)))?;
        d.h.expect("requests in the high queue", held(&d, HI), 1)
    }

    fn a_low_request_waits_for_as_long_as_a_high_one_wants_its_bank() {
        let mut d = opened(1)?;
        let conflict = d.read(HI, 0, 2)?;
        let hit = d.read(LO, 0, 1)?;
        let other = d.read(HI, 0, 3)?;
        d.idle(200)?;
        let served = d.served();
        d.h.expect("order of service", served[served.len() - 3..].to_vec(), vec![conflict, other, hit])
    }

    fn of_two_commands_in_time_the_high_one_goes_first() {
        let mut d = opened(2)?;
        // Both become possible when the data of a write are over.
        d.arrive(Request { src: LO, bank: 0, row: 1, wr: true, ..Request::default() })?;
        let low = d.read(LO, 0, 1)?;
        let high = d.read(HI, 1, 1)?;
        d.idle(50)?;
        let served = d.served();
        d.h.expect("order of service", served[served.len() - 2..].to_vec(), vec![high, low])
    }

    fn in_each_queue_a_younger_hit_goes_before_an_older_conflict_of_its_bank() {
        for queue in [LO, HI] {
            let mut d = opened(1)?;
            // While a write is under way, neither a read nor a PRE is possible.
            d.arrive(Request { src: queue, bank: 0, row: 1, wr: true, ..Request::default() })?;
            let conflict = d.read(queue, 0, 2)?;
            let hit = d.read(queue, 0, 1)?;
            d.idle(100)?;
            let served = d.served();
            d.h.expect("order of service", served[served.len() - 2..].to_vec(), vec![hit, conflict])?;
        }
        Ok(())
    }

    fn among_hits_and_among_others_the_oldest_goes_first() {
        for queue in [LO, HI] {
            let mut d = paper()?;
            let ids = (0..6).map(|n| d.read(queue, 0, 1 + n / 2)).collect::<Result<Vec<_>, _>>()?;
            d.idle(200)?;
            d.h.expect("order of service", d.served(), ids)?;
        }
        Ok(())
    }

    fn a_high_row_miss_goes_before_a_low_row_hit_of_another_bank() {
        let mut d = opened(2)?;
        d.arrive(Request { src: LO, bank: 0, row: 1, wr: true, ..Request::default() })?;
        // The ACT of bank 2 and the read of bank 0 are both possible when the write-to-read delay is over; the ACT could go before.
        d.read(LO, 0, 1)?;
        let due = d.cycles_of(Command::Wr)[0] + u64::from(d.h.params.channel.timing.write_to_read());
        d.idle_to(due - 1)?;
        d.read(HI, 2, 5)?;
        let last = d.commands.last().map(|(cycle, i)| (*cycle, i.command, i.request.bank));
        d.h.expect("the command when both are possible", last, Some((due, Command::Act, 2)))?;
        d.step()?;
        let last = d.commands.last().map(|(cycle, i)| (*cycle, i.command, i.request.bank));
        d.h.expect("the command after it", last, Some((due + 1, Command::Rd, 0)))
    }

    fn an_arrival_has_its_first_command_in_the_next_cycle_and_keeps_its_identification() {
        for queue in [LO, HI] {
            let mut d = paper()?;
            let request = Request { src: queue, bank: 5, row: 0x7abc, col: 0x2a, wr: true, ..Request::default() };
            let id = d.arrive(request)?;
            d.idle(20)?;
            let seen: Vec<_> = d.commands.iter().map(|(c, i)| (*c, i.command, i.request.id, i.request.row, i.request.col)).collect();
            d.h.expect("commands", seen, vec![(1, Command::Act, id, 0x7abc, 0x2a), (13, Command::Wr, id, 0x7abc, 0x2a)])?;
        }
        Ok(())
    }

    fn reads_of_an_open_row_come_every_t_ccd_cycles() {
        let mut d = paper()?;
        d.stream(HI, 0, 1, 12)?;
        d.idle(50)?;
        let reads = d.cycles_of(Command::Rd);
        let gaps: Vec<_> = reads.windows(2).map(|w| w[1] - w[0]).collect();
        d.h.expect("cycles between reads", gaps, vec![2; 11])
    }

    fn every_request_is_served_once() {
        let mut d = paper()?;
        let mut ids = Vec::new();
        for n in 0..400u32 {
            let queue = (n / 3 % 2) as u8;
            if d.ready(queue) {
                ids.push(d.read(queue, (n % 5) as u8, n % 7)?);
            } else {
                d.step()?;
            }
        }
        d.idle(4000)?;
        let mut served = d.served();
        served.sort_unstable();
        d.h.expect("identifications", served, ids)
    }

    fn without_a_limit_a_low_request_waits_for_as_long_as_high_ones_want_its_bank() {
        let mut d = opened(1)?;
        d.read(HI, 0, 2)?;
        d.read(LO, 0, 1)?;
        for n in 0..5000 {
            if d.ready(HI) {
                d.present(HI, 0, 2 + n / 1000);
            }
            d.step()?;
        }
        d.h.expect("requests in the low queue", held(&d, LO), 1)
    }

    fn with_a_limit_a_low_request_goes_first_when_it_has_been_the_oldest_for_so_long() {
        let params = Params::named("paper:lo_starve_limit=200")?;
        let mut d = driver(&params)?;
        d.stream(HI, 0, 2, 4)?;
        let arrival = d.h.now();
        let starved = d.read(LO, 0, 1)?;
        let served = |d: &Driver| {
            d.commands.iter().find(|(_, i)| i.command.is_column() && i.request.id == starved).map(|(c, _)| *c)
        };
        while served(&d).is_none() && d.h.now() < 2000 {
            if d.ready(HI) {
                d.present(HI, 0, 2);
            }
            d.step()?;
        }
        // In its queue from the next cycle on, and 200 cycles later it goes first: PRE, ACT and RD.
        let due = arrival + 1 + 200;
        let of = |command: Command| {
            d.commands.iter().find(|(_, i)| i.command == command && i.request.id == starved).map_or(0, |(c, _)| *c)
        };
        let (pre, act, rd) = (of(Command::Pre), of(Command::Act), of(Command::Rd));
        let t = &params.channel.timing;
        d.h.expect("PRE when RD allows it", (due..due + u64::from(t.t_rtp)).contains(&pre), true)?;
        d.h.expect("ACT and RD", (act - pre, rd - act), (t.t_rp.into(), t.t_rcd.into()))?;
        let between = d.commands.iter().filter(|(c, i)| (pre..rd).contains(c) && i.request.id != starved).count();
        d.h.expect("other commands to its bank meanwhile", between, 0)
    }

    fn reset_with_requests_everywhere_leaves_nothing() {
        for params in [Params::PAPER, Params::SMALL] {
            let mut d = driver(&params)?;
            for n in 0..100u32 {
                let queue = (n % 2) as u8;
                if d.ready(queue) {
                    d.read(queue, (n % 4) as u8, n % 3)?;
                }
            }
            d.h.expect("requests", held(&d, LO) + held(&d, HI) > 4, true)?;
            d.h.reset();
            d.h.expect("readiness", (d.h.out.rdy_lo, d.h.out.rdy_hi), (true, true))?;
            for _ in 0..300 {
                d.h.step()?;
                d.h.expect("a command", d.h.out.cmd_valid, false)?;
            }
            d.h.expect("readiness", (d.h.out.rdy_lo, d.h.out.rdy_hi), (true, true))?;
        }
        Ok(())
    }
}
