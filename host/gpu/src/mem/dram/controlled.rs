// SPDX-License-Identifier: Apache-2.0
//! A DRAM channel behind a memory controller: it hands the controller at most one burst a cycle, performs its
//! commands, and takes the data where they belong. Sources that are ready take turns.

mod transfers;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::DramRequest;
use crate::machine::MachineSpec;
use crate::mem::address::Column;
use crate::mem::{AddressMap, DelayQueue};
use crate::socket::{BurstRequest, ControllerIn, ControllerOut, ControllerShape, MemoryController};
use crate::stats::{DramStats, SourceStats};
use crate::types::{Command, DramCycle, L2Cycle, Line, Place};
use transfers::Transfers;

/// A burst that a CPU core reads or writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpuRequest {
    pub place: Place,
    /// In bursts from the start of the row.
    pub column: u16,
    pub write: bool,
    /// Returned with the data of a read.
    pub token: u32,
    /// When the core made it.
    pub arrival: DramCycle,
}

/// For whom a burst is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Owner {
    /// With the token of the request.
    Cpu(u32),
    /// With the index of the line.
    Gpu(u16),
}

/// A burst between its admission and the end of its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Slot {
    owner: Owner,
    source: u8,
    write: bool,
    arrival: DramCycle,
}

/// A line of L2 of which some bursts have not moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LineWork {
    request: DramRequest,
    arrival: DramCycle,
    /// Bursts that the controller has not been given.
    unsent: u8,
    /// Bursts whose data has not moved.
    unmoved: u8,
    /// Whether its first column command has been counted as row hit or not.
    counted: bool,
}

/// One channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Controlled {
    latency: u64,
    bursts_per_line: u8,
    burst_bytes: u64,
    map: AddressMap,
    row_mask: u32,
    /// The GPU's number as a source; cores have those below.
    gpu: u8,
    /// On the way from L2.
    inbound: DelayQueue<DramRequest, L2Cycle>,
    /// The line whose bursts are being sent.
    sending: Option<u16>,
    /// What the cores wait to send, by core.
    cpu: Vec<VecDeque<CpuRequest>>,
    /// Bit `s`: source `s` has something to send.
    waiting: u64,
    /// The source that comes first when several are ready.
    turn: u32,
    /// The controller's outputs in this cycle.
    seen: ControllerOut,
    slots: Vec<Option<Slot>>,
    free_slots: Vec<u16>,
    lines: Vec<LineWork>,
    free_lines: Vec<u16>,
    transfers: Transfers,
    /// By sub-partition of the channel: reads that are under way or not taken, and the lines.
    reading: Vec<u32>,
    returns: Vec<DelayQueue<Line, DramCycle>>,
    return_limit: u32,
    /// What has finished for cores: core, and token of a read.
    finished: Vec<(u8, Option<u32>)>,
    sources: Vec<SourceStats>,
    stats: DramStats,
}

impl Controlled {
    /// An idle channel for a controller of this shape, all rows closed.
    pub fn new(machine: &MachineSpec, shape: ControllerShape) -> Controlled {
        let spec = &machine.dram;
        let subs = machine.l2.sub_partitions_per_channel;
        let all = |n: u32| (0..n as u16).rev().collect();
        let cores = shape.sources as usize - 1;
        Controlled {
            latency: u64::from(machine.l2.dram_latency),
            bursts_per_line: spec.bursts_per_line() as u8,
            burst_bytes: u64::from(spec.burst_bytes()),
            map: AddressMap::new(machine),
            row_mask: shape.rows - 1,
            gpu: cores as u8,
            inbound: DelayQueue::new(machine.l2.dram_latency_queue),
            sending: None,
            cpu: vec![VecDeque::new(); cores],
            waiting: 0,
            turn: 0,
            seen: ControllerOut::default(),
            slots: vec![None; shape.ids as usize],
            free_slots: all(shape.ids),
            lines: vec![LineWork::default(); shape.ids as usize],
            free_lines: all(shape.ids),
            transfers: Transfers::new(spec),
            reading: vec![0; subs as usize],
            returns: vec![DelayQueue::new(spec.return_queue.div_ceil(subs)); subs as usize],
            return_limit: spec.return_queue.div_ceil(subs),
            finished: Vec::new(),
            sources: vec![SourceStats::default(); shape.sources as usize],
            stats: DramStats::default(),
        }
    }

    /// Whether L2 can send another request.
    #[inline]
    pub fn can_accept(&self) -> bool {
        self.inbound.has_room()
    }

    /// Takes a request from L2; [`Controlled::can_accept`] must hold.
    pub fn push(&mut self, now: L2Cycle, request: DramRequest) {
        self.inbound.push(now + self.latency, request);
    }

    /// Takes a request of a core. The core bounds how many it has under way.
    pub fn push_cpu(&mut self, core: usize, request: CpuRequest) {
        self.cpu[core].push_back(request);
        self.waiting |= 1 << core;
    }

    /// Takes what has finished for cores: the core, and the token of a read or `None` for a write.
    pub fn take_finished(&mut self) -> impl Iterator<Item = (u8, Option<u32>)> + '_ {
        self.finished.drain(..)
    }

    /// Takes the next line that has been read for `partition`.
    #[inline]
    pub fn pop_return(&mut self, partition: usize, now: DramCycle) -> Option<Line> {
        let sub = partition & (self.returns.len() - 1);
        let line = self.returns[sub].pop(now)?;
        self.reading[sub] -= 1;
        Some(line)
    }

    /// Whether a line for `partition` has been read.
    #[inline]
    pub fn has_returns(&self, partition: usize) -> bool {
        !self.returns[partition & (self.returns.len() - 1)].is_empty()
    }

    /// One L2 cycle: a line that has come all the way from L2 arrives at the controller; returns its request.
    #[inline]
    pub fn tick_l2(&mut self, l2: L2Cycle, now: DramCycle) -> Option<DramRequest> {
        if self.sending.is_some() {
            return None;
        }
        let DramRequest { partition, write, .. } = *self.inbound.front(l2)?;
        let reading = &mut self.reading[partition as usize & (self.returns.len() - 1)];
        if !write && *reading == self.return_limit {
            return None;
        }
        let index = self.free_lines.pop()?;
        *reading += u32::from(!write);
        let mut request = self.inbound.pop(l2)?;
        request.place.row &= self.row_mask;
        let bursts = self.bursts_per_line;
        self.lines[usize::from(index)] =
            LineWork { request, arrival: now, unsent: bursts, unmoved: bursts, counted: false };
        self.sending = Some(index);
        self.waiting |= 1 << self.gpu;
        Some(request)
    }

    /// One DRAM cycle; `retired` has the instructions of each core. Returns the command that issued.
    #[inline]
    pub fn tick(
        &mut self,
        now: DramCycle,
        controller: &mut dyn MemoryController,
        retired: &[u64],
    ) -> Option<Command> {
        self.stats.busy_cycles += u64::from(self.free_slots.len() != self.slots.len());
        let command = self.seen.command.map(|c| {
            self.perform(now, c.command, c.id);
            c.command
        });
        let completed = self.transfers.ended(now).map(|id| self.complete(now, id));
        let request = self.next_request(self.seen.ready);
        self.seen = controller.step(&ControllerIn { request, completed, retired });
        command
    }

    /// Admits the next burst of a source that is ready.
    fn next_request(&mut self, ready: u64) -> Option<BurstRequest> {
        let candidates = self.waiting & ready;
        if candidates == 0 {
            return None;
        }
        let later = candidates & (u64::MAX << self.turn);
        let source = if later == 0 { candidates } else { later }.trailing_zeros();
        let id = self.free_slots.pop()?;
        self.turn = (source + 1) % self.sources.len() as u32;
        let source = source as u8;
        let (owner, write, place, column, arrival) =
            if source == self.gpu { self.next_of_line()? } else { self.next_of_core(source)? };
        self.slots[usize::from(id)] = Some(Slot { owner, source, write, arrival });
        let Place { bank, row } = place;
        Some(BurstRequest { source, id, write, bank, row, column })
    }

    fn next_of_core(&mut self, core: u8) -> Option<(Owner, bool, Place, u16, DramCycle)> {
        let queue = &mut self.cpu[usize::from(core)];
        let CpuRequest { place, column, write, token, arrival } = queue.pop_front()?;
        if queue.is_empty() {
            self.waiting &= !(1 << core);
        }
        Some((Owner::Cpu(token), write, place, column, arrival))
    }

    fn next_of_line(&mut self) -> Option<(Owner, bool, Place, u16, DramCycle)> {
        let index = self.sending?;
        let line = &mut self.lines[usize::from(index)];
        let burst = self.bursts_per_line - line.unsent;
        line.unsent -= 1;
        if line.unsent == 0 {
            self.sending = None;
            self.waiting &= !(1 << self.gpu);
        }
        let DramRequest { place, local, write, .. } = line.request;
        let Column(first) = self.map.column(local);
        let column = first * u16::from(self.bursts_per_line) + u16::from(burst);
        Some((Owner::Gpu(index), write, place, column, line.arrival))
    }

    /// Does what the controller commands.
    fn perform(&mut self, now: DramCycle, command: Command, id: u16) {
        let write = match command {
            Command::Activate { bank, .. } => {
                self.stats.activates += 1;
                return self.transfers.opened(bank);
            }
            Command::Precharge { bank } => return self.transfers.closed(bank),
            Command::Read { .. } => false,
            Command::Write { .. } => true,
        };
        let bank = command.bank();
        let opening = self.transfers.begin(now, bank, write, id, &mut self.stats);
        let (bursts, bytes) = match write {
            true => (&mut self.stats.write_bursts, &mut self.stats.write_bytes),
            false => (&mut self.stats.read_bursts, &mut self.stats.read_bytes),
        };
        *bursts += 1;
        *bytes += self.burst_bytes;
        let Some(slot) = &self.slots[usize::from(id)] else { return };
        let source = &mut self.sources[usize::from(slot.source)];
        match opening {
            None => source.row_hits += 1,
            Some(_) => source.row_opened += 1,
        }
        let first = match slot.owner {
            Owner::Cpu(_) => true,
            Owner::Gpu(index) => !std::mem::replace(&mut self.lines[usize::from(index)].counted, true),
        };
        if first {
            match opening {
                None => self.stats.row_hits += 1,
                Some(transfers::Opening::Closed) => self.stats.row_misses += 1,
                Some(transfers::Opening::Other) => self.stats.row_conflicts += 1,
            }
        }
    }

    /// The data of a burst has moved: hands it on, frees its slot and names its source.
    fn complete(&mut self, now: DramCycle, id: u16) -> u8 {
        let Some(Slot { owner, source, write, arrival }) = self.slots[usize::from(id)].take() else {
            return self.gpu;
        };
        self.free_slots.push(id);
        let stats = &mut self.sources[usize::from(source)];
        if write {
            stats.writes += 1;
        } else {
            stats.reads += 1;
            stats.read_latency += now - arrival;
        }
        let line_done = match owner {
            Owner::Cpu(token) => {
                self.finished.push((source, (!write).then_some(token)));
                true
            }
            Owner::Gpu(index) => self.line_moved(now, index),
        };
        if line_done {
            *if write { &mut self.stats.write_lines } else { &mut self.stats.read_lines } += 1;
        }
        source
    }

    /// A burst of the line has moved; whether it was the last one.
    fn line_moved(&mut self, now: DramCycle, index: u16) -> bool {
        let line = &mut self.lines[usize::from(index)];
        line.unmoved -= 1;
        if line.unmoved != 0 {
            return false;
        }
        let DramRequest { partition, local, write, .. } = line.request;
        if !write {
            let sub = usize::from(partition) & (self.returns.len() - 1);
            self.returns[sub].push(now, local);
        }
        self.free_lines.push(index);
        true
    }

    /// Whether no request of L2 is under way.
    pub fn idle(&self) -> bool {
        self.free_lines.len() == self.lines.len()
            && self.inbound.is_empty()
            && self.returns.iter().all(DelayQueue::is_empty)
    }

    /// What was counted so far.
    pub fn stats(&self) -> &DramStats {
        &self.stats
    }

    /// What was counted so far for each source.
    pub fn sources(&self) -> &[SourceStats] {
        &self.sources
    }
}
