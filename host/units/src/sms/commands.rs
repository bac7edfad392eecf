// SPDX-License-Identifier: Apache-2.0
//! Stage 3, the DRAM command scheduler (DCS): a FIFO for each bank, of which only the heads are looked at
//! (specification section 2.3).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::params::Params;
use crate::bitset::cyclic;
use crate::dram_timing::{DramTiming, Issue, Request};

/// Stage 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandScheduler {
    /// The FIFO of each bank, the oldest request first.
    pub banks: Vec<VecDeque<Request>>,
    /// Requests in all banks.
    pub total: u32,
    /// Bit `b`: bank `b` has a request.
    occupied: u64,
    /// `dcs_ptr`: bank with which the cyclic order begins.
    pub ptr: u8,
    /// No head can get a command before this cycle, as long as no other head appears.
    quiet_until: u64,
}

impl CommandScheduler {
    pub(super) fn new(params: &Params) -> CommandScheduler {
        let fifo = || VecDeque::with_capacity(params.dcs_fifo as usize);
        CommandScheduler {
            banks: (0..params.channel.n_bank).map(|_| fifo()).collect(),
            total: 0,
            occupied: 0,
            ptr: 0,
            quiet_until: 0,
        }
    }

    /// Whether a bank's FIFO has an entry free.
    pub(super) fn room(&self, params: &Params, bank: u8) -> bool {
        self.banks[usize::from(bank)].len() < params.dcs_fifo as usize
    }

    /// The command goes out: the order now begins after its bank, and a request that got its RD or WR is gone.
    pub(super) fn retire(&mut self, issue: &Issue) {
        let bank = usize::from(issue.request.bank);
        self.ptr = ((bank + 1) % self.banks.len()) as u8;
        self.quiet_until = 0;
        if issue.command.is_column() {
            self.banks[bank].pop_front();
            self.total -= 1;
            if self.banks[bank].is_empty() {
                self.occupied &= !(1 << bank);
            }
        }
    }

    /// A request comes from stage 2.
    pub(super) fn push(&mut self, request: Request) {
        let bank = usize::from(request.bank);
        if self.banks[bank].is_empty() {
            self.occupied |= 1 << bank;
            self.quiet_until = 0;
        }
        self.banks[bank].push_back(request);
        self.total += 1;
    }

    /// The command of cycle `now`.
    pub(super) fn select(&mut self, dram: &DramTiming, now: u64) -> Option<Issue> {
        if now < self.quiet_until {
            return None;
        }
        self.quiet_until = u64::MAX;
        for bank in cyclic(self.occupied, self.ptr.into()) {
            let request = self.banks[bank][0];
            let command = dram.need(&request);
            let earliest = dram.earliest(command, request.bank);
            if earliest <= now {
                self.quiet_until = 0;
                return Some(Issue { command, request });
            }
            self.quiet_until = self.quiet_until.min(earliest);
        }
        None
    }
}
