// SPDX-License-Identifier: Apache-2.0
//! The machine's own memory controller: a queue of reads, and one of writes that is drained in batches.
//!
//! Each idle bank takes up a request, first ready first come first served or strictly first come first served. Each cycle at
//! most one command issues: a column command if one may, else an activation or precharge, in each case for the oldest
//! request. Banks take up requests of one direction at a time, because turning the data bus costs: writes wait in a queue of
//! their own until enough of them have gathered or no read is left, then they are drained; a limit bounds the wait of either.
//! It is asked for a command only when one may issue.

mod queue;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::timing::Timing;
use crate::machine::{DramPolicy, MachineSpec};
use crate::socket::{
    BurstRequest, ControllerCommand, ControllerIn, ControllerOut, ControllerShape, Interface,
    MemoryController, Rate,
};
use crate::types::{Command, DramCycle, Priority};
use queue::{Queue, Waiting};

/// The request that a bank works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Work {
    slot: u8,
    row: u32,
    write: bool,
    /// Column commands still to issue.
    bursts: u8,
    order: u64,
}

/// Banks at work by the command that they need next, as bit masks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Need {
    activate: u64,
    precharge: u64,
    /// Column reads and column writes.
    column: [u64; 2],
}

/// No command can issue until something comes in.
const NEVER: DramCycle = DramCycle(u64::MAX);

/// The controller of one channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draining {
    policy: DramPolicy,
    sources: u32,
    direction_limit: u32,
    write_high: u32,
    write_low: u32,
    /// Reads, writes.
    queues: [Queue; 2],
    /// Banks at work, and on what.
    working: u64,
    work: Vec<Work>,
    need: Need,
    timing: Timing,
    /// Whether the last column command was a write.
    writing: bool,
    /// Whether banks take up writes, and how many requests they took up since that changed.
    draining: bool,
    taken: u32,
    /// Banks at work by direction: reads, writes.
    at_work: [u32; 2],
    /// Nothing can issue before this cycle.
    wake: DramCycle,
    /// Requests that came so far.
    accepted: u64,
}

impl Draining {
    /// An idle controller for a channel of `machine`, whose queues and limits it has; all rows closed.
    pub fn new(machine: &MachineSpec, policy: DramPolicy) -> Draining {
        let spec = &machine.dram;
        Draining {
            policy,
            sources: machine.cpu.as_ref().map_or(0, |cpu| cpu.cores) + 1,
            direction_limit: spec.direction_limit,
            write_high: spec.write_high,
            write_low: spec.write_low,
            queues: [spec.scheduler_queue, spec.write_queue].map(|depth| Queue::new(depth, spec.banks)),
            working: 0,
            work: vec![Work::default(); spec.banks as usize],
            need: Need::default(),
            timing: Timing::new(spec),
            writing: false,
            draining: false,
            taken: 0,
            at_work: [0; 2],
            wake: DramCycle(0),
            accepted: 0,
        }
    }

    /// One for each channel of `machine`, with the order that it names.
    pub fn of(machine: &MachineSpec) -> Vec<Box<dyn MemoryController>> {
        let one = || Box::new(Draining::new(machine, machine.dram.scheduler)) as Box<dyn MemoryController>;
        std::iter::repeat_with(one).take(machine.dram.channels as usize).collect()
    }

    /// A request enters the queue of its direction.
    fn enter(&mut self, request: &BurstRequest) {
        let &BurstRequest { id, write, bank, row, bursts, arrival, .. } = request;
        let waiting = Waiting { id, bank, row, write, bursts, order: self.accepted, arrival };
        self.queues[usize::from(write)].enter(waiting);
        self.accepted += 1;
        self.wake = DramCycle(0);
    }

    /// The command of this cycle, if one may issue.
    fn command(&mut self, now: DramCycle) -> Option<ControllerCommand> {
        if now < self.wake {
            return None;
        }
        let declined = self.take_up(now);
        let command = self.next_command(now);
        let issued = match command {
            Ok(command) => Some(self.issue(command, now)),
            Err(wake) => {
                self.wake = wake;
                None
            }
        };
        let turned = self.choose_direction();
        // After a command or a turn, anything may follow; a bank that was left idle is asked again.
        if issued.is_some() || turned || declined {
            self.wake = now.next();
        }
        issued
    }

    /// Idle banks take up requests of the present direction. While writes drain, those for which none waits open the rows
    /// of the reads that come next. Returns whether one was left idle.
    fn take_up(&mut self, now: DramCycle) -> bool {
        let declined = self.take_up_from(usize::from(self.draining), u64::MAX, now);
        if !(self.draining && self.writing) {
            return declined;
        }
        let others = !self.queues[usize::from(true)].wanted();
        self.take_up_from(usize::from(false), others, now) || declined
    }

    /// The idle ones of `banks` take up requests of one direction.
    fn take_up_from(&mut self, direction: usize, banks: u64, now: DramCycle) -> bool {
        let mut declined = false;
        let mut idle = self.queues[direction].wanted() & banks & !self.working;
        while idle != 0 {
            let bank = idle.trailing_zeros() as usize;
            idle &= idle - 1;
            let queue = &self.queues[direction];
            let slot = match self.policy {
                DramPolicy::Frfcfs => queue.first_ready(bank, self.timing.open_row(bank as u8), now),
                DramPolicy::Fcfs => queue.first_come(bank),
            };
            match slot {
                Some(slot) => self.start(bank, direction, slot),
                None => declined = true,
            }
        }
        declined
    }

    /// Starts or ends the draining of writes; returns whether it did.
    fn choose_direction(&mut self) -> bool {
        // Reads whose rows were opened during a drain have left their queue, and wait all the same.
        let opened = if self.draining { self.at_work[0] } else { 0 };
        let [reads, writes] = [self.queues[0].len() + opened, self.queues[1].len()];
        let (here, there, enough) = match self.draining {
            false => (reads, writes, writes >= self.write_high),
            true => (writes, reads, writes <= self.write_low),
        };
        let exhausted = here == 0 && self.at_work[usize::from(self.draining)] == 0;
        // Not before the bus has followed the last change.
        let settled = self.writing == self.draining;
        let turns = there != 0 && (exhausted || settled && (enough || self.taken >= self.direction_limit));
        if turns {
            self.draining = !self.draining;
            self.taken = 0;
        }
        turns
    }

    fn start(&mut self, bank: usize, direction: usize, slot: usize) {
        self.taken += u32::from(direction == usize::from(self.draining));
        let Waiting { row, write, order, bursts, .. } = self.queues[direction].take_up(slot);
        let need = match self.timing.open_row(bank as u8) {
            Some(open) if open == row => &mut self.need.column[direction],
            Some(_) => &mut self.need.precharge,
            None => &mut self.need.activate,
        };
        *need |= 1 << bank;
        self.working |= 1 << bank;
        self.at_work[direction] += 1;
        self.work[bank] = Work { slot: slot as u8, row, write, bursts, order };
    }

    /// The command to issue at `now`, or the cycle before which none may issue.
    fn next_command(&self, now: DramCycle) -> Result<Command, DramCycle> {
        // The bus turns when no bank works in its direction any more.
        let write = self.writing != (self.at_work[usize::from(self.writing)] == 0);
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

    /// Issues a command; for a column command with its request, which the last one finishes.
    fn issue(&mut self, command: Command, now: DramCycle) -> ControllerCommand {
        self.timing.issue(command, now);
        let id = match command {
            Command::Activate { bank, .. } => {
                self.need.activate &= !(1 << bank);
                self.need.column[usize::from(self.work[bank as usize].write)] |= 1 << bank;
                0
            }
            Command::Precharge { bank } => {
                self.need.precharge &= !(1 << bank);
                self.need.activate |= 1 << bank;
                0
            }
            Command::Read { bank } | Command::Write { bank } => self.transfer(bank),
        };
        ControllerCommand { command, id }
    }

    /// A burst of the bank's request moves; returns the request.
    fn transfer(&mut self, bank: u8) -> u16 {
        let work = &mut self.work[bank as usize];
        let (direction, slot) = (usize::from(work.write), work.slot as usize);
        self.writing = work.write;
        work.bursts -= 1;
        let last = work.bursts == 0;
        if last {
            self.working &= !(1 << bank);
            self.need.column[direction] &= !(1 << bank);
            self.at_work[direction] -= 1;
        }
        self.queues[direction].moved(slot, last)
    }
}

impl MemoryController for Draining {
    fn shape(&self) -> ControllerShape {
        // Every slot of both queues has a request at most.
        ControllerShape {
            sources: self.sources,
            ids: 128,
            rows: 1 << 31,
            interface: Interface::Direct,
            rate: Rate::DRAM,
        }
    }

    /// Reads and writes wait apart.
    fn entry(&self, _source: u8, _priority: Priority, write: bool) -> u8 {
        write.into()
    }

    fn ready_at_reset(&self) -> u64 {
        0b11
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        if let Some(request) = &input.request {
            self.enter(request);
        }
        if self.queues.iter().all(Queue::is_empty) {
            return ControllerOut { ready: 0b11, command: None, sleep: NEVER };
        }
        let command = self.command(input.now);
        let [reads, writes] = &self.queues;
        let ready = u64::from(reads.has_room()) | u64::from(writes.has_room()) << 1;
        ControllerOut { ready, command, sleep: self.wake }
    }
}
