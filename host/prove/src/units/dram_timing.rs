// SPDX-License-Identifier: Apache-2.0
//! The block `dram_timing`, which the memory controllers share.

use warpsmith_units::dram_timing::{Ages, Channel, Command};
use warpsmith_units::word::{low, Bit, Word};

use crate::equality::{Circuit, Symbol};

/// Bits of a counter.
const COUNTER_BITS: u32 = 6;

/// Row state and timing of a channel, if no command comes early: a counter is what is left of the longest interval.
pub(super) fn dram_timing(c: &mut Circuit, channel: &Channel) {
    let (valid, command) = (c.input_bit("cmd_valid"), c.input("cmd"));
    let (bank, row) = (c.input("cmd_bank"), c.input("cmd_row"));
    let t = &channel.timing;
    let mut state = c.registers(Ages::<Symbol>::layout(channel), Ages::reset());
    let rows = c.array("open_row", channel.n_bank);
    // Bit k of all banks' counters is the k-th word.
    let [act, column, pre] = ["t_act", "t_col", "t_pre"].map(|name| c.array(name, COUNTER_BITS));
    let counter = |words: &[Symbol], bank: u32| {
        let bits = words.iter().zip(0..).map(|(word, k)| Symbol::from(word.bit(bank)) << k);
        bits.fold(Symbol::from(0), |all, bit| all | bit)
    };
    let outputs = [Command::Pre, Command::Act, Command::Rd, Command::Wr];
    let names = ["pre_ok", "act_ok", "rd_ok", "wr_ok"];
    for (of, name) in outputs.into_iter().zip(names) {
        let bit = |b: u32| state.allows(t, of, b as usize).select(Symbol::one_at(b.into()), Symbol::from(0));
        let ok = (0..channel.n_bank).fold(Symbol::from(0), |all, b| all | bit(b));
        c.equal(name, ok);
        c.assume(!(valid & command.is(of as u32)) | (ok & Symbol::one_at(bank)).any());
    }
    c.equal("open", state.open);
    // The row of a closed bank means nothing.
    let of_all = (0..channel.n_bank)
        .fold(Symbol::from(0), |all, b| all | state.row[b as usize] << (b * channel.row_bits));
    c.equal_if(state.open.is(low::<Symbol>(channel.n_bank)), "open_row", of_all);
    for (b, row) in rows.into_iter().enumerate() {
        c.claim(!state.open.bit(b as u32) | row.is(state.row[b]));
        c.claim(counter(&act, b as u32).is(state.until_act(t, b)));
        c.claim(counter(&column, b as u32).is(state.until_column(t, b)));
        c.claim(counter(&pre, b as u32).is(state.until_pre(t, b)));
    }
    c.equal("t_rd", state.until_rd(t));
    c.equal("t_wr", state.until_wr(t));
    c.equal("t_rrd", state.until_next_act(t));
    for (kept, left) in c.array("t_faw", 4).into_iter().zip(state.window(t)) {
        c.claim(kept.is(left));
    }
    state.step(channel, valid, command, bank, row);
    c.next(state);
}
