// SPDX-License-Identifier: Apache-2.0
//! The timing rules of a channel (specification section 2.4). Instead of counting down, it remembers from which cycle
//! on each command is allowed: a counter is 0 from then on.

use serde::{Deserialize, Serialize};

use super::params::Timing;
use super::request::{Command, Request};

/// One bank: its open row, and the first cycles in which it takes ACT, RD or WR, and PRE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Bank {
    row: Option<u32>,
    act: u64,
    col: u64,
    pre: u64,
}

/// Everything that a channel remembers. Cycles count from reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    banks: Vec<Bank>,
    /// First cycles of RD, WR, and ACT to any bank.
    rd: u64,
    wr: u64,
    rrd: u64,
    /// First cycle of the next ACT by each of the last four, oldest at `oldest`.
    window: [u64; 4],
    oldest: usize,
}

/// The timing of one channel.
#[derive(Clone, Debug)]
pub struct DramTiming {
    timing: Timing,
    state: State,
}

impl DramTiming {
    /// All banks closed, every command allowed.
    pub fn new(timing: &Timing, n_bank: u32) -> DramTiming {
        let banks = vec![Bank::default(); n_bank as usize];
        DramTiming::resume(timing, State { banks, rd: 0, wr: 0, rrd: 0, window: [0; 4], oldest: 0 })
    }

    /// Goes on from `state`, which a channel of the same parameters had.
    pub fn resume(timing: &Timing, state: State) -> DramTiming {
        DramTiming { timing: *timing, state }
    }

    /// The state, for a checkpoint.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The open row of a bank.
    pub fn open_row(&self, bank: u8) -> Option<u32> {
        self.state.banks[usize::from(bank)].row
    }

    /// The command that a request needs next.
    pub fn need(&self, request: &Request) -> Command {
        match self.open_row(request.bank) {
            None => Command::Act,
            Some(row) if row == request.row => request.column_command(),
            Some(_) => Command::Pre,
        }
    }

    /// The first cycle in which `command` to `bank` keeps the rules.
    pub fn earliest(&self, command: Command, bank: u8) -> u64 {
        let (s, b) = (&self.state, &self.state.banks[usize::from(bank)]);
        match command {
            Command::Pre => b.pre,
            Command::Act => b.act.max(s.rrd).max(s.window[s.oldest]),
            Command::Rd => b.col.max(s.rd),
            Command::Wr => b.col.max(s.wr),
        }
    }

    /// The command goes to the DRAM in cycle `now`, which must not be before [`DramTiming::earliest`].
    pub fn issue(&mut self, command: Command, bank: u8, row: u32, now: u64) {
        let (s, t) = (&mut self.state, &self.timing);
        let b = &mut s.banks[usize::from(bank)];
        let after = |first: &mut u64, cycles: u32| *first = (*first).max(now + u64::from(cycles));
        match command {
            Command::Pre => {
                b.row = None;
                after(&mut b.act, t.t_rp);
            }
            Command::Act => {
                b.row = Some(row);
                after(&mut b.col, t.t_rcd);
                after(&mut b.pre, t.t_ras);
                after(&mut b.act, t.t_rc);
                after(&mut s.rrd, t.t_rrd);
                s.window[s.oldest] = now + u64::from(t.t_faw);
                s.oldest = (s.oldest + 1) % 4;
            }
            Command::Rd => {
                after(&mut b.pre, t.t_rtp);
                after(&mut s.rd, t.t_ccd);
                after(&mut s.wr, t.read_to_write());
            }
            Command::Wr => {
                after(&mut b.pre, t.write_to_precharge());
                after(&mut s.wr, t.t_ccd);
                after(&mut s.rd, t.write_to_read());
            }
        }
    }
}
