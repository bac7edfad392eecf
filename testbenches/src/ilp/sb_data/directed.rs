// SPDX-License-Identifier: Apache-2.0
//! What specification sections 5 and 10 say of `sb_data`.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::sb_data::In;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, In::default())
}

/// Sets a write of the ALU whose lanes hold `first`, `first + 1` and so on.
fn set_alu(h: &mut Harness, entry: u8, beat: u8, mask: u32, first: u32) {
    let i = &mut h.input;
    (i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask) = (true, entry, beat, mask);
    for lane in 0..8 {
        i.set_alu(&h.params, lane, first + lane as u32);
    }
}

/// The same of a load.
fn set_load(h: &mut Harness, entry: u8, beat: u8, mask: u32, first: u32) {
    let i = &mut h.input;
    (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask) = (true, entry, beat, mask);
    for lane in 0..8 {
        i.set_load(&h.params, lane, first + lane as u32);
    }
}

/// The lanes of an operand and of the commit, of the same entry and beat.
fn read(h: &mut Harness, entry: u8, beat: u8) -> Result<[u32; 8], BenchError> {
    h.input.set_read(&h.params, 2, entry, beat);
    (h.input.cm_entry, h.input.cm_beat) = (entry, beat);
    let out = h.eval()?;
    let operand: [u32; 8] = std::array::from_fn(|lane| out.operand(&h.params, 2, lane as u32));
    let committed: [u32; 8] = std::array::from_fn(|lane| out.committed(&h.params, lane as u32));
    h.expect("what is committed", committed, operand)?;
    Ok(operand)
}

directed! {
    fn what_is_written_is_read_in_the_same_cycle_and_stays() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, 7, 3, 0xff, 100);
        let expected = [100, 101, 102, 103, 104, 105, 106, 107];
        let got = read(&mut h, 7, 3)?;
        h.expect("in the cycle", got, expected)?;
        h.step()?;
        let got = read(&mut h, 7, 3)?;
        h.expect("after it", got, expected)
    }

    fn lanes_that_are_not_written_keep_what_either_port_wrote_before() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, 2, 1, 0x0f, 10);
        h.step()?;
        set_load(&mut h, 2, 1, 0x3c, 50);
        h.step()?;
        let got = read(&mut h, 2, 1)?;
        h.expect("lanes of both", got, [10, 11, 52, 53, 54, 55, 0, 0])?;
        set_alu(&mut h, 2, 1, 0x04, 90);
        h.step()?;
        let got = read(&mut h, 2, 1)?;
        h.expect("the ALU last", got, [10, 11, 92, 53, 54, 55, 0, 0])
    }

    fn both_ports_write_in_one_cycle_the_same_and_different_entries() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, 0, 0, 0xff, 10);
        set_load(&mut h, 4, 0, 0xff, 30);
        h.step()?;
        let got = (read(&mut h, 0, 0)?[7], read(&mut h, 4, 0)?[7]);
        h.expect("different entries", got, (17, 37))?;
        set_alu(&mut h, 0, 0, 0x0f, 60);
        set_load(&mut h, 0, 0, 0x18, 80);
        h.step()?;
        let got = read(&mut h, 0, 0)?;
        h.expect("the same entry", got, [60, 61, 62, 83, 84, 15, 16, 17])
    }

    fn reset_leaves_no_results() {
        let mut h = start(&Params::PAPER)?;
        set_alu(&mut h, 5, 2, 0xff, 10);
        h.step()?;
        h.reset();
        let got = read(&mut h, 5, 2)?;
        h.expect("results", got, [0; 8])
    }
}
