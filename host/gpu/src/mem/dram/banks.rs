// SPDX-License-Identifier: Apache-2.0
//! The banks of a channel at work: each on one request, whose row it opens and whose bursts it moves.
//!
//! Each cycle at most one command issues: a column command if one may, else an activation or precharge, in each case for the
//! oldest request. The data bus keeps its direction while a bank works in it, because turning it costs.

use serde::{Deserialize, Serialize};

use super::timing::Timing;
use crate::machine::DramSpec;
use crate::socket::ControllerCommand;
use crate::types::{Command, DramCycle};

/// No command can issue until something comes in.
pub const NEVER: DramCycle = DramCycle(u64::MAX);

/// The request that a bank works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Names it to whoever started it.
    pub token: u16,
    pub row: u32,
    pub write: bool,
    /// Column commands still to issue.
    pub bursts: u8,
    /// Smaller is older; no two are equal.
    pub order: u64,
}

/// A burst that has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Of the request that it belongs to.
    pub token: u16,
    pub write: bool,
    /// It was the last one: the bank is idle again.
    pub last: bool,
}

/// Banks at work by the command that they need next, as bit masks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Need {
    activate: u64,
    precharge: u64,
    /// Column reads and column writes.
    column: [u64; 2],
}

/// All banks of one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banks {
    /// Banks at work, and on what.
    working: u64,
    work: Vec<Work>,
    need: Need,
    timing: Timing,
    /// Whether the last column command was a write.
    writing: bool,
    /// Banks at work by direction: reads, writes.
    at_work: [u32; 2],
}

impl Banks {
    /// Idle banks, all rows closed.
    pub fn new(spec: &DramSpec) -> Banks {
        Banks {
            working: 0,
            work: vec![Work::default(); spec.banks as usize],
            need: Need::default(),
            timing: Timing::new(spec),
            writing: false,
            at_work: [0; 2],
        }
    }

    /// Banks that work on a request, as a mask.
    #[inline]
    pub fn working(&self) -> u64 {
        self.working
    }

    /// Banks at work on reads, or on writes.
    #[inline]
    pub fn at_work(&self, write: bool) -> u32 {
        self.at_work[usize::from(write)]
    }

    /// Whether the last column command was a write.
    #[inline]
    pub fn writing(&self) -> bool {
        self.writing
    }

    /// The open row of a bank.
    #[inline]
    pub fn open_row(&self, bank: u8) -> Option<u32> {
        self.timing.open_row(bank)
    }

    /// An idle bank begins with a request.
    pub fn start(&mut self, bank: u8, work: Work) {
        let direction = usize::from(work.write);
        let need = match self.timing.open_row(bank) {
            Some(open) if open == work.row => &mut self.need.column[direction],
            Some(_) => &mut self.need.precharge,
            None => &mut self.need.activate,
        };
        *need |= 1 << bank;
        self.working |= 1 << bank;
        self.at_work[direction] += 1;
        self.work[usize::from(bank)] = work;
    }

    /// A cycle: the command that issues, with the token of the request whose burst it moves (0 of an activation or a precharge),
    /// and the cycle before which no other will.
    pub fn command(&mut self, now: DramCycle) -> (Option<ControllerCommand>, DramCycle) {
        match self.next_command(now) {
            Ok(command) => {
                let id = self.issue(command, now).map_or(0, |moved| moved.token);
                (Some(ControllerCommand { command, id }), now.next())
            }
            Err(wake) => (None, wake),
        }
    }

    /// The command to issue at `now`, or the cycle before which none may issue.
    pub fn next_command(&self, now: DramCycle) -> Result<Command, DramCycle> {
        // The bus turns when no bank works in its direction any more.
        let write = self.writing != (self.at_work(self.writing) == 0);
        let columns = self.need.column[usize::from(write)];
        let (column, column_wake) =
            self.oldest_ready(columns, self.timing.bus_at(write), now, |bank| self.timing.column_at(bank));
        if let Some((_, bank)) = column {
            return Ok(if write { Command::Write { bank } } else { Command::Read { bank } });
        }
        let (activate, activate_wake) =
            self.oldest_ready(self.need.activate, self.timing.activate_gate(), now, |bank| {
                self.timing.activate_at(bank)
            });
        let (precharge, precharge_wake) =
            self.oldest_ready(self.need.precharge, now, now, |bank| self.timing.precharge_at(bank));
        match (activate, precharge) {
            (Some(a), p) if p.is_none_or(|p| a.0 < p.0) => {
                Ok(Command::Activate { bank: a.1, row: self.work[a.1 as usize].row })
            }
            (_, Some((_, bank))) => Ok(Command::Precharge { bank }),
            _ => Err(column_wake.min(activate_wake).min(precharge_wake)),
        }
    }

    /// The bank in `banks` with the oldest request among those that are ready at `now`, with its request's order;
    /// and a cycle before which no other is ready. No bank is ready before `gate`, nor before its own cycle `at`.
    #[inline]
    fn oldest_ready(
        &self,
        mut banks: u64,
        gate: DramCycle,
        now: DramCycle,
        at: impl Fn(u8) -> DramCycle,
    ) -> (Option<(u64, u8)>, DramCycle) {
        if banks == 0 {
            return (None, NEVER);
        }
        if now < gate {
            return (None, gate);
        }
        let (mut oldest, mut wake) = (None, NEVER);
        while banks != 0 {
            let bank = banks.trailing_zeros() as u8;
            banks &= banks - 1;
            let (ready, order) = (at(bank), self.work[bank as usize].order);
            if now < ready {
                wake = wake.min(ready);
            } else if oldest.is_none_or(|(o, _)| order < o) {
                oldest = Some((order, bank));
            }
        }
        (oldest, wake)
    }

    /// Issues a command that [`Banks::next_command`] gave for `now`; what a column command moves.
    pub fn issue(&mut self, command: Command, now: DramCycle) -> Option<Moved> {
        self.timing.issue(command, now);
        match command {
            Command::Activate { bank, .. } => {
                self.need.activate &= !(1 << bank);
                self.need.column[usize::from(self.work[bank as usize].write)] |= 1 << bank;
                None
            }
            Command::Precharge { bank } => {
                self.need.precharge &= !(1 << bank);
                self.need.activate |= 1 << bank;
                None
            }
            Command::Read { bank } | Command::Write { bank } => Some(self.transfer(bank)),
        }
    }

    /// A burst of the bank's request moves.
    fn transfer(&mut self, bank: u8) -> Moved {
        let work = &mut self.work[bank as usize];
        let (token, write, direction) = (work.token, work.write, usize::from(work.write));
        self.writing = write;
        work.bursts -= 1;
        let last = work.bursts == 0;
        if last {
            self.working &= !(1 << bank);
            self.need.column[direction] &= !(1 << bank);
            self.at_work[direction] -= 1;
        }
        Moved { token, write, last }
    }
}
