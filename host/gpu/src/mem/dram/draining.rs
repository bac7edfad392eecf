// SPDX-License-Identifier: Apache-2.0
//! The machine's own memory controller: a queue of reads, and one of writes that is drained in batches.
//!
//! Each idle bank takes up a request, first ready first come first served or strictly first come first served. Banks take up requests of one direction at a time, because turning the data bus costs: writes wait in a queue of
//! their own until enough of them have gathered or no read is left, then they are drained; a limit bounds the wait of either.
//! It is asked for a command only when one may issue.

mod queue;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::banks::{Banks, Moved, Work, NEVER};
use crate::machine::{DramPolicy, MachineSpec};
use crate::socket::{
    BurstRequest, ControllerCommand, ControllerIn, ControllerOut, ControllerShape, Interface,
    MemoryController, Rate,
};
use crate::types::{Command, DramCycle, Priority};
use queue::{Queue, Waiting};

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
    banks: Banks,
    /// Whether banks take up writes, and how many requests they took up since that changed.
    draining: bool,
    taken: u32,
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
            banks: Banks::new(spec),
            draining: false,
            taken: 0,
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
        let command = self.banks.next_command(now);
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
        if !(self.draining && self.banks.writing()) {
            return declined;
        }
        let others = !self.queues[usize::from(true)].wanted();
        self.take_up_from(usize::from(false), others, now) || declined
    }

    /// The idle ones of `banks` take up requests of one direction.
    fn take_up_from(&mut self, direction: usize, banks: u64, now: DramCycle) -> bool {
        let mut declined = false;
        let mut idle = self.queues[direction].wanted() & banks & !self.banks.working();
        while idle != 0 {
            let bank = idle.trailing_zeros() as usize;
            idle &= idle - 1;
            let queue = &self.queues[direction];
            let slot = match self.policy {
                DramPolicy::Frfcfs => queue.first_ready(bank, self.banks.open_row(bank as u8), now),
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
        let opened = if self.draining { self.banks.at_work(false) } else { 0 };
        let [reads, writes] = [self.queues[0].len() + opened, self.queues[1].len()];
        let (here, there, enough) = match self.draining {
            false => (reads, writes, writes >= self.write_high),
            true => (writes, reads, writes <= self.write_low),
        };
        let exhausted = here == 0 && self.banks.at_work(self.draining) == 0;
        // Not before the bus has followed the last change.
        let settled = self.banks.writing() == self.draining;
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
        self.banks.start(bank as u8, Work { token: slot as u16, row, write, bursts, order });
    }

    /// Issues a command; for a column command with its request, which the last one finishes.
    fn issue(&mut self, command: Command, now: DramCycle) -> ControllerCommand {
        let id = match self.banks.issue(command, now) {
            Some(Moved { token, write, last }) => self.queues[usize::from(write)].moved(token.into(), last),
            None => 0,
        };
        ControllerCommand { command, id }
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
