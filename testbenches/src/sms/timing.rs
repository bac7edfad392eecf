// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern stage 3 of `sms` and the DRAM's timing.

use warpsmith_units::dram_timing::{Command, Request};

use super::controller::{paper, GPU};
use crate::directed::directed;

directed! {
    fn of_two_eligible_banks_the_next_in_cyclic_order_from_dcs_ptr_goes_first() {
        let mut d = paper(0, 0)?;
        for bank in [2, 1, 5] {
            d.read(GPU, bank, 1)?;
        }
        d.idle(60)?;
        let acts: Vec<_> = d.commands.iter().filter(|(_, i)| i.command == Command::Act).collect();
        d.h.expect("banks of the ACTs", acts.iter().map(|(_, i)| i.request.bank).collect(), vec![2, 5, 1])?;
        let cycles: Vec<_> = acts.iter().map(|(cycle, _)| cycle - acts[0].0).collect();
        d.h.expect("their distances (tRRD)", cycles, vec![0, 5, 10])
    }

    fn a_fifth_act_within_the_window_waits_for_its_end() {
        let mut d = paper(0, 0)?;
        for bank in 0..5 {
            d.read(GPU, bank, 1)?;
        }
        d.idle(100)?;
        let acts = d.cycles_of(Command::Act);
        let distances: Vec<_> = acts.iter().map(|cycle| cycle - acts[0]).collect();
        // In cycle 15 the RD of bank 1 is before the ACT of bank 3 in cyclic order.
        d.h.expect("ACTs after the first", distances, vec![0, 5, 10, 16, 32])
    }

    fn a_read_after_a_write_waits_for_twtr_after_the_write_data_in_the_same_and_another_bank() {
        for bank in [0, 1] {
            let mut d = paper(0, 0)?;
            for bank in [0, 1] {
                d.read(GPU, bank, 1)?;
            }
            d.idle(60)?;
            d.arrive(Request { src: GPU, bank: 0, row: 1, wr: true, ..Request::default() })?;
            d.read(GPU, bank, 1)?;
            d.idle(60)?;
            let write = d.cycles_of(Command::Wr)[0];
            // tCWL 8 + tBL 4 + tWTR 6
            d.h.expect("cycles from WR to RD", d.cycles_of(Command::Rd)[2] - write, 18)?;
        }
        Ok(())
    }

    fn a_write_after_a_read_waits_for_the_turnaround() {
        let mut d = paper(0, 0)?;
        d.read(GPU, 0, 1)?;
        d.arrive(Request { src: GPU, bank: 0, row: 1, wr: true, ..Request::default() })?;
        d.idle(60)?;
        // tCL 10 - tCWL 8 + tCCD 4 + 2
        let distance = d.cycles_of(Command::Wr)[0] - d.cycles_of(Command::Rd)[0];
        d.h.expect("cycles from RD to WR", distance, 8)
    }

    fn a_conflict_takes_tras_trp_and_trcd() {
        let mut d = paper(0, 0)?;
        d.read(GPU, 0, 1)?;
        d.read(GPU, 0, 2)?;
        d.idle(100)?;
        let commands: Vec<_> = d.commands.iter().map(|(cycle, i)| (cycle - 2, i.command)).collect();
        let expected = vec![
            (0, Command::Act),
            (10, Command::Rd),
            (28, Command::Pre),
            (38, Command::Act),
            (48, Command::Rd),
        ];
        d.h.expect("commands, cycles from the first", commands, expected)
    }
}
