// SPDX-License-Identifier: Apache-2.0
//! A DRAM channel with a request scheduler: the way from L2, the scheduler's queues, the banks and the data bus.
//!
//! Each idle bank takes up a request that the scheduler picks. Each cycle at most one command issues: a column
//! command if one may, else an activation or precharge, in each case for the oldest request. Banks take up requests
//! of one direction at a time, because turning the data bus costs: writes wait in a queue of their own until enough of
//! them have gathered or no read is left, then they are drained; a limit bounds the wait of either. Refresh is not
//! modelled.

mod queue;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{DramRequest, Timing};
use crate::machine::MachineSpec;
use crate::mem::DelayQueue;
use crate::socket::{DramScheduler, Waiting};
use crate::stats::DramStats;
use crate::types::{Command, DramCycle, L2Cycle, Line};
use queue::Queue;

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

/// One channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scheduled {
    latency: u64,
    direction_limit: u32,
    write_high: u32,
    write_low: u32,
    bursts_per_line: u8,
    burst_cycles: u64,
    burst_bytes: u64,
    sub_mask: usize,
    /// The banks of each sub-partition.
    sub_banks: Vec<u64>,
    /// On the way from L2.
    inbound: DelayQueue<DramRequest, L2Cycle>,
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
    /// By sub-partition of the channel.
    returns: Vec<DelayQueue<Line, DramCycle>>,
    accepted: u64,
    stats: DramStats,
}

impl Scheduled {
    /// An idle channel with all rows closed.
    pub fn new(machine: &MachineSpec) -> Scheduled {
        let spec = &machine.dram;
        let subs = machine.l2.sub_partitions_per_channel;
        Scheduled {
            latency: u64::from(machine.l2.dram_latency),
            direction_limit: spec.direction_limit,
            write_high: spec.write_high,
            write_low: spec.write_low,
            bursts_per_line: spec.bursts_per_line() as u8,
            burst_cycles: u64::from(spec.burst_cycles()),
            burst_bytes: u64::from(spec.burst_bytes()),
            sub_mask: subs as usize - 1,
            sub_banks: (0..subs)
                .map(|sub| (0..spec.banks).step_by(subs as usize).fold(0, |m, b| m | 1 << (b + sub)))
                .collect(),
            inbound: DelayQueue::new(machine.l2.dram_latency_queue),
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
            returns: vec![DelayQueue::new(spec.return_queue.div_ceil(subs)); subs as usize],
            accepted: 0,
            stats: DramStats::default(),
        }
    }

    /// Whether L2 can send another request.
    #[inline]
    pub fn can_accept(&self) -> bool {
        self.inbound.has_room()
    }

    /// Takes a request from L2; [`Scheduled::can_accept`] must hold.
    pub fn push(&mut self, now: L2Cycle, request: DramRequest) {
        self.inbound.push(now + self.latency, request);
    }

    /// Takes the next line that has been read for `partition`.
    #[inline]
    pub fn pop_return(&mut self, partition: usize, now: DramCycle) -> Option<Line> {
        let returns = &mut self.returns[partition & self.sub_mask];
        if !returns.has_room() {
            self.wake = DramCycle(0);
        }
        returns.pop(now)
    }

    /// Whether a line for `partition` has been read or is on the data bus.
    #[inline]
    pub fn has_returns(&self, partition: usize) -> bool {
        !self.returns[partition & self.sub_mask].is_empty()
    }

    /// One L2 cycle: a request that has come all the way from L2 enters the queue of its direction; returns it.
    #[inline]
    pub fn tick_l2(&mut self, l2: L2Cycle, now: DramCycle) -> Option<DramRequest> {
        let write = self.inbound.front(l2)?.write;
        let queue = &mut self.queues[usize::from(write)];
        if !queue.has_room() {
            return None;
        }
        let request = self.inbound.pop(l2)?;
        let DramRequest { place, local, partition, .. } = request;
        queue.enter(Waiting { place, write, partition, order: self.accepted, arrival: now.0 }, local);
        self.accepted += 1;
        self.wake = DramCycle(0);
        Some(request)
    }

    /// One DRAM cycle; returns the command that issued.
    #[inline]
    pub fn tick(&mut self, now: DramCycle, scheduler: &mut dyn DramScheduler) -> Option<Command> {
        let idle = self.queues.iter().all(Queue::is_empty);
        self.stats.busy_cycles += u64::from(!idle);
        if idle || now < self.wake {
            return None;
        }
        let declined = self.take_up(now, scheduler);
        let command = self.next_command(now);
        match command {
            Ok(command) => self.issue(command, now),
            Err(wake) => self.wake = wake,
        }
        let turned = self.choose_direction();
        // After a command or a turn, anything may follow; a scheduler that left a bank idle is asked again.
        if command.is_ok() || turned || declined {
            self.wake = now.next();
        }
        command.ok()
    }

    /// Idle banks take up requests of the present direction. While writes drain, those for which none waits open the rows
    /// of the reads that come next. Returns whether the scheduler left a bank idle.
    fn take_up(&mut self, now: DramCycle, scheduler: &mut dyn DramScheduler) -> bool {
        let declined = self.take_up_from(usize::from(self.draining), u64::MAX, now, scheduler);
        if !(self.draining && self.writing) {
            return declined;
        }
        let others = !self.queues[usize::from(true)].wanted();
        self.take_up_from(usize::from(false), others, now, scheduler) || declined
    }

    /// The idle ones of `banks` take up requests of one direction.
    fn take_up_from(
        &mut self,
        direction: usize,
        banks: u64,
        now: DramCycle,
        scheduler: &mut dyn DramScheduler,
    ) -> bool {
        let mut declined = false;
        let mut idle = self.queues[direction].wanted() & banks & !self.working;
        while idle != 0 {
            let bank = idle.trailing_zeros() as usize;
            idle &= idle - 1;
            let view = self.queues[direction].view(bank, self.timing.open_row(bank as u8), now);
            match scheduler.pick(&view) {
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
        let Waiting { place, write, order, .. } = self.queues[direction].take_up(slot);
        let (count, need) = match self.timing.open_row(bank as u8) {
            Some(row) if row == place.row => (&mut self.stats.row_hits, &mut self.need.column[direction]),
            Some(_) => (&mut self.stats.row_conflicts, &mut self.need.precharge),
            None => (&mut self.stats.row_misses, &mut self.need.activate),
        };
        *count += 1;
        *need |= 1 << bank;
        self.working |= 1 << bank;
        self.at_work[direction] += 1;
        self.work[bank] =
            Work { slot: slot as u8, row: place.row, write, bursts: self.bursts_per_line, order };
    }

    /// The command to issue at `now`, or the cycle before which none may issue.
    fn next_command(&self, now: DramCycle) -> Result<Command, DramCycle> {
        // The bus turns when no bank works in its direction any more.
        let write = self.writing != (self.at_work[usize::from(self.writing)] == 0);
        let columns = self.need.column[usize::from(write)] & !if write { 0 } else { self.blocked_banks() };
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

    /// Banks whose data L2 has no room for.
    fn blocked_banks(&self) -> u64 {
        let full = self.returns.iter().zip(&self.sub_banks).filter(|(returns, _)| !returns.has_room());
        full.fold(0, |mask, (_, banks)| mask | banks)
    }

    fn issue(&mut self, command: Command, now: DramCycle) {
        self.timing.issue(command, now);
        match command {
            Command::Activate { bank, .. } => {
                self.stats.activates += 1;
                self.need.activate &= !(1 << bank);
                self.need.column[usize::from(self.work[bank as usize].write)] |= 1 << bank;
            }
            Command::Precharge { bank } => {
                self.need.precharge &= !(1 << bank);
                self.need.activate |= 1 << bank;
            }
            Command::Read { bank } | Command::Write { bank } => self.transfer(bank, now),
        }
    }

    /// Counts a column command and finishes the bank's request with its last one.
    fn transfer(&mut self, bank: u8, now: DramCycle) {
        let work = &mut self.work[bank as usize];
        let write = work.write;
        work.bursts -= 1;
        let (last, slot) = (work.bursts == 0, work.slot as usize);
        if write != self.writing {
            self.writing = write;
            self.stats.turnarounds += 1;
        }
        self.stats.data_cycles += self.burst_cycles;
        let (bursts, bytes) = match write {
            true => (&mut self.stats.write_bursts, &mut self.stats.write_bytes),
            false => (&mut self.stats.read_bursts, &mut self.stats.read_bytes),
        };
        *bursts += 1;
        *bytes += self.burst_bytes;
        if last {
            self.working &= !(1 << bank);
            self.need.column[usize::from(write)] &= !(1 << bank);
            self.at_work[usize::from(write)] -= 1;
            let line = self.queues[usize::from(write)].leave(slot);
            if write {
                self.stats.write_lines += 1;
            } else {
                self.stats.read_lines += 1;
                let ready = self.timing.read_data_end(now);
                self.returns[bank as usize & self.sub_mask].push(ready, line);
            }
        }
    }

    /// Whether no request is under way.
    pub fn idle(&self) -> bool {
        self.queues.iter().all(Queue::is_empty)
            && self.inbound.is_empty()
            && self.returns.iter().all(DelayQueue::is_empty)
    }

    /// What was counted so far.
    pub fn stats(&self) -> &DramStats {
        &self.stats
    }
}
