// SPDX-License-Identifier: Apache-2.0
//! A DRAM channel, whatever controller it has: the way from L2, the requests of CPU cores, their admission to the
//! controller, the data that its commands move, and the way back.
//!
//! The requests of L2 wait in a queue for each [`Priority`]. The head of a queue enters the channel when the controller
//! is ready for it and the return queue has a place for its data; a line goes on to the controller as a whole or burst by
//! burst, as the controller takes it. Sources that are ready take turns, more urgent classes first, unless the machine has one
//! entrance for all of them ([`Entrance`]). Refresh is the channel's, not the controller's ([`Refresh`]).

mod entrance;
mod refresh;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::request::{CpuRequest, DramRequest};
use crate::machine::MachineSpec;
use crate::mem::address::{AddressMap, Column};
use crate::mem::queue::DelayQueue;
use crate::region::MAX_APPLICATIONS;
use crate::socket::{
    BurstRequest, ControllerCommand, ControllerIn, ControllerShape, Interface, MemoryController, Rate,
};
use crate::stats::{DramStats, SharedStats, SourceStats};
use crate::types::{bits, Command, DramCycle, L2Cycle, Line, Place, Priority};
use entrance::Entrance;
use refresh::{Begun, Refresh};
use rows::{Opening, Rows};

const CLASSES: usize = Priority::ALL.len();

/// For whom a request of the controller is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Owner {
    /// With the token of the request.
    Cpu(u32),
    /// With the index of the line.
    Gpu(u16),
}

/// A request between its admission and its last column command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Slot {
    owner: Owner,
    source: u8,
    arrival: DramCycle,
    /// Column commands still to come.
    bursts: u8,
}

/// A line of L2 of which some bursts have not moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LineWork {
    request: DramRequest,
    arrival: DramCycle,
    /// Bursts that the controller has not been given.
    unsent: u8,
    /// Bursts whose column command is still to come.
    unmoved: u8,
    /// The first opening of its row that one of its bursts needed.
    opening: Option<Opening>,
}

/// Data on the bus whose end somebody waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Transfer {
    end: DramCycle,
    source: u8,
    /// Of a core's burst: the token of a read, `None` of a write.
    core: Option<Option<u32>>,
}

/// One channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    latency: u64,
    bursts_per_line: u8,
    burst_bytes: u64,
    burst_cycles: u64,
    /// Cycles from a command to the end of its data: reads, writes.
    delay: [u64; 2],
    map: AddressMap,
    row_mask: u32,
    interface: Interface,
    rate: Rate,
    /// The GPU's number as a source; cores have those below.
    gpu: u8,
    /// The entry of the controller: of the GPU by application, class and direction, of each core by direction.
    gpu_entries: Vec<[[u8; 2]; CLASSES]>,
    cpu_entries: Vec<[u8; 2]>,
    /// On the way from L2, by class.
    inbound: [DelayQueue<DramRequest, L2Cycle>; CLASSES],
    /// Bit `c`: a request of class `c` is on the way.
    coming: u64,
    /// Lines that wait in the channel; only behind one that is being sent.
    entrance: Entrance,
    /// The line whose bursts are being sent, by class.
    sending: [Option<u16>; CLASSES],
    /// What the cores wait to send, by core.
    cpu: Vec<VecDeque<CpuRequest>>,
    /// Bit `s`: core `s` has something to send; from bit `gpu` on, a line of each class.
    waiting: u64,
    /// The source that comes first when several are ready.
    turn: u32,
    /// Entries that are ready.
    ready: u64,
    /// A command of a controller with ports, to be seen in the next cycle.
    pins: Option<ControllerCommand>,
    /// Steps that the controller's clock is ahead, in `1 / rate.cycles`.
    phase: u32,
    /// The controller sleeps until then.
    sleep: DramCycle,
    slots: Vec<Option<Slot>>,
    free_slots: Vec<u16>,
    lines: Vec<LineWork>,
    free_lines: Vec<u16>,
    /// Column commands to come for what the controller has.
    owed: u32,
    rows: Rows,
    refresh: Refresh,
    /// All banks were last precharged for a refresh.
    precharged: Option<DramCycle>,
    /// The last direction of the data bus.
    writing: bool,
    transfers: VecDeque<Transfer>,
    /// Sources whose completion the controller has not been told.
    completed: VecDeque<u8>,
    /// L2 sub-partitions of the channel, and banks of each; powers of two.
    subs: usize,
    banks: usize,
    /// By sub-partition of the channel and bank of it: reads that are under way or not taken, and the lines.
    reading: Vec<u32>,
    returns: Vec<DelayQueue<Line, DramCycle>>,
    /// Bit `q`: return queue `q` is not empty.
    returned: u64,
    return_limit: u32,
    /// What has finished for cores: core, and token of a read.
    finished: Vec<(u8, Option<u32>)>,
    sources: Vec<SourceStats>,
    /// By application, if there are several.
    applications: Vec<SharedStats>,
    stats: DramStats,
}

impl Channel {
    /// An idle channel in front of this controller, all rows closed.
    pub fn new(machine: &MachineSpec, controller: &dyn MemoryController) -> Channel {
        let ControllerShape { sources, ids, rows, interface, rate } = controller.shape();
        let spec = &machine.dram;
        let subs = machine.l2.sub_partitions_per_channel;
        let all = |n: u32| (0..n as u16).rev().collect();
        let cores = sources as u8 - 1;
        let both = [false, true];
        let of_core = |core| both.map(|write| controller.entry(core, Priority::Normal, write));
        let of_application = |application| {
            Priority::ALL.map(|class| both.map(|write| controller.entry_of(cores, class, write, application)))
        };
        let burst = spec.burst_cycles();
        let banks = machine.l2.banks().banks;
        let return_limit = spec.return_queue.div_ceil(subs * banks);
        Channel {
            latency: u64::from(machine.l2.dram_latency),
            bursts_per_line: machine.bursts_per_line() as u8,
            burst_bytes: u64::from(spec.burst_bytes()),
            burst_cycles: burst.into(),
            delay: [spec.timing.cl + burst, spec.timing.wl + burst].map(u64::from),
            map: AddressMap::new(machine),
            row_mask: rows - 1,
            interface,
            rate,
            gpu: cores,
            gpu_entries: (0..MAX_APPLICATIONS as u8).map(of_application).collect(),
            cpu_entries: (0..cores).map(of_core).collect(),
            inbound: Priority::ALL.map(|_| DelayQueue::new(machine.l2.dram_latency_queue)),
            coming: 0,
            entrance: Entrance::new(machine, controller, ids),
            sending: [None; CLASSES],
            cpu: vec![VecDeque::new(); cores.into()],
            waiting: 0,
            turn: 0,
            ready: controller.ready_at_reset(),
            pins: None,
            phase: 0,
            sleep: DramCycle(0),
            slots: vec![None; ids as usize],
            free_slots: all(ids),
            lines: vec![LineWork::default(); ids as usize],
            free_lines: all(ids),
            owed: 0,
            rows: Rows::new(spec.banks),
            refresh: Refresh::new(spec),
            precharged: None,
            writing: false,
            transfers: VecDeque::new(),
            completed: VecDeque::new(),
            subs: subs as usize,
            banks: banks as usize,
            reading: vec![0; (subs * banks) as usize],
            returns: vec![DelayQueue::new(return_limit); (subs * banks) as usize],
            returned: 0,
            return_limit,
            finished: Vec::new(),
            sources: vec![SourceStats::default(); sources as usize],
            applications: Vec::new(),
            stats: DramStats::default(),
        }
    }

    /// Whether L2 can send another request of this class.
    #[inline]
    pub fn can_accept(&self, class: Priority) -> bool {
        self.inbound[class as usize].has_room()
    }

    /// Takes a request from L2; [`Channel::can_accept`] must hold for its class.
    pub fn push(&mut self, now: L2Cycle, request: DramRequest) {
        self.coming |= 1 << request.priority as usize;
        self.inbound[request.priority as usize].push(now + self.latency, request);
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

    /// The return queue of a line of a sub-partition: each bank of each has one.
    #[inline]
    fn returns_for(&self, partition: u16, local: Line) -> usize {
        (usize::from(partition) & (self.subs - 1)) * self.banks + (local.0 as usize & (self.banks - 1))
    }

    /// Takes the next line of a return queue.
    #[inline]
    pub fn pop_return(&mut self, queue: usize, now: DramCycle) -> Option<Line> {
        let line = self.returns[queue].pop(now)?;
        self.returned &= !(u64::from(self.returns[queue].is_empty()) << queue);
        self.reading[queue] -= 1;
        Some(line)
    }

    /// The return queues for which a line has been read or is on the data bus, as a mask.
    #[inline]
    pub fn returned(&self) -> u64 {
        self.returned
    }

    /// One L2 cycle: a line that has come all the way from L2 enters the channel; returns its request.
    #[inline]
    pub fn tick_l2(&mut self, l2: L2Cycle, now: DramCycle) -> Option<DramRequest> {
        let mut coming = self.coming;
        while coming != 0 {
            let class = coming.ilog2() as usize;
            if self.may_enter(class, l2) {
                return self.enter(class, l2, now);
            }
            coming &= !(1 << class);
        }
        None
    }

    /// The first request of a class enters the channel.
    fn enter(&mut self, class: usize, l2: L2Cycle, now: DramCycle) -> Option<DramRequest> {
        let index = self.free_lines.pop()?;
        let mut request = self.inbound[class].pop(l2)?;
        self.coming &= !(u64::from(self.inbound[class].is_empty()) << class);
        let queue = self.returns_for(request.partition, request.local);
        self.reading[queue] += u32::from(!request.write);
        request.place.row &= self.row_mask;
        let bursts = self.bursts_per_line;
        self.lines[usize::from(index)] =
            LineWork { request, arrival: now, unsent: bursts, unmoved: bursts, opening: None };
        if self.entrance.holds_lines() {
            self.entrance.push(class, index, request.place, now);
            self.send_next(class);
        } else {
            self.send(class, index);
        }
        Some(request)
    }

    /// The bursts of this line are sent from now on.
    fn send(&mut self, class: usize, index: u16) {
        self.sending[class] = Some(index);
        self.waiting |= 1 << (self.gpu as usize + class);
    }

    /// Those of the next line that waits here, unless others are being sent.
    fn send_next(&mut self, class: usize) {
        if self.sending[class].is_none() {
            if let Some(index) = self.entrance.pop(class, self.bursts_per_line) {
                self.send(class, index);
            }
        }
    }

    /// Whether the first request of a class has arrived, and the controller or the entrance, and the return queue, have room for it.
    #[inline]
    fn may_enter(&self, class: usize, l2: L2Cycle) -> bool {
        let Some(request) = self.inbound[class].front(l2) else { return false };
        let DramRequest { partition, local, write, .. } = *request;
        let room = match self.entrance.holds_lines() {
            true => self.entrance.has_room(class),
            false => self.sending[class].is_none() && self.ready >> self.entry_of(request, class) & 1 == 1,
        };
        room && (write || self.reading[self.returns_for(partition, local)] < self.return_limit)
    }

    /// The entry of a request of the GPU.
    #[inline]
    fn entry_of(&self, request: &DramRequest, class: usize) -> u8 {
        self.gpu_entries[usize::from(request.requester.application)][class][usize::from(request.write)]
    }

    /// One DRAM cycle; `retired` has the instructions of each core. Returns the command that issued.
    #[inline]
    pub fn tick(
        &mut self,
        now: DramCycle,
        controller: &mut dyn MemoryController,
        retired: &[u64],
    ) -> Option<Command> {
        if self.refresh.holds(now) {
            self.hold(now);
        }
        let direct = self.interface == Interface::Direct;
        if direct && self.waiting == 0 && now < self.sleep && self.transfers.is_empty() {
            self.stats.busy_cycles += u64::from(self.owed != 0);
            return None;
        }
        if !self.transfers.is_empty() {
            self.end_transfers(now);
        }
        let command = match direct {
            true => self.step(now, controller, retired, true),
            false => {
                let seen = self.pins.take();
                self.pins = self.step_at_rate(now, controller, retired);
                seen
            }
        };
        self.stats.busy_cycles += u64::from(self.owed != 0);
        command.map(|c| {
            self.refresh.follow(now, c.command);
            self.perform(now, c.command, c.id);
            c.command
        })
    }

    /// A cycle in which requests are held back for a refresh.
    fn hold(&mut self, now: DramCycle) {
        self.stats.refresh_cycles += 1;
        if self.owed != 0 {
            return;
        }
        if let Some(Begun { refreshes, reopened }) = self.refresh.begin(now) {
            self.stats.refreshes += refreshes;
            self.stats.activates += reopened;
            self.precharged = Some(now);
        }
    }

    /// Whether all banks are precharged for a refresh in this cycle.
    pub fn refreshes(&self, now: DramCycle) -> bool {
        self.precharged == Some(now)
    }

    /// The steps of the controller in this DRAM cycle.
    fn step_at_rate(
        &mut self,
        now: DramCycle,
        controller: &mut dyn MemoryController,
        retired: &[u64],
    ) -> Option<ControllerCommand> {
        self.phase += self.rate.steps;
        let mut command = None;
        while self.phase >= self.rate.cycles {
            self.phase -= self.rate.cycles;
            let commands = self.phase < self.rate.cycles;
            command = self.step(now, controller, retired, commands);
        }
        command
    }

    /// One step of the controller.
    #[inline]
    fn step(
        &mut self,
        now: DramCycle,
        controller: &mut dyn MemoryController,
        retired: &[u64],
        commands: bool,
    ) -> Option<ControllerCommand> {
        let completed = self.completed.pop_front();
        let held = self.waiting == 0 || self.refresh.holds(now);
        let request = if held { None } else { self.next_request() };
        let out = controller.step(&ControllerIn { now, request, completed, retired, commands });
        self.ready = out.ready;
        self.sleep = out.sleep;
        out.command
    }

    /// Admits the next request of a source that is ready, of the most urgent class.
    fn next_request(&mut self) -> Option<BurstRequest> {
        let flow = self.next_flow()?;
        let id = self.free_slots.pop()?;
        let core = flow < usize::from(self.gpu);
        let request = if core { self.next_of_core(flow, id) } else { self.next_of_line(flow, id) }?;
        self.turn = (u32::from(request.source) + 1) % self.sources.len() as u32;
        self.owed += u32::from(request.bursts);
        Some(request)
    }

    /// Of those that wait and whose entry is ready, the most urgent one, then the one whose turn is first. At a shared entrance it is the
    /// most urgent one, then the oldest, if its entry is ready.
    fn next_flow(&self) -> Option<usize> {
        let gpu = u32::from(self.gpu);
        let turns = self.sources.len() as u32;
        let shared = self.entrance.is_shared();
        let candidates = bits(self.waiting).filter_map(|flow| {
            let (class, entry) = match flow.checked_sub(gpu) {
                None => {
                    let request = self.cpu[flow as usize].front()?;
                    (0, self.cpu_entries[flow as usize][usize::from(request.write)])
                }
                Some(class) => {
                    let index = self.sending[class as usize]?;
                    (class, self.entry_of(&self.lines[usize::from(index)].request, class as usize))
                }
            };
            let turn = (flow.min(gpu) + turns - self.turn) % turns;
            let ready = self.ready >> entry & 1 == 1;
            let arrival = if shared { self.oldest_of(flow as usize)? } else { DramCycle(0) };
            (ready || shared).then_some((CLASSES as u32 - class, arrival, turn, flow as usize, ready))
        });
        candidates.min().filter(|(.., ready)| *ready).map(|(.., flow, _)| flow)
    }

    /// When the oldest request of a core, or of a class of the GPU's, came.
    fn oldest_of(&self, flow: usize) -> Option<DramCycle> {
        let Some(class) = flow.checked_sub(self.gpu.into()) else {
            return self.cpu[flow].front().map(|request| request.arrival);
        };
        let sent = self.lines[usize::from(self.sending[class]?)].arrival;
        Some(self.entrance.oldest(class).map_or(sent, |oldest| oldest.min(sent)))
    }

    fn next_of_core(&mut self, core: usize, id: u16) -> Option<BurstRequest> {
        let queue = &mut self.cpu[core];
        let CpuRequest { place, column, write, token, arrival } = queue.pop_front()?;
        if queue.is_empty() {
            self.waiting &= !(1 << core);
        }
        let (source, bursts, Place { bank, row }) = (core as u8, 1, place);
        self.slots[usize::from(id)] = Some(Slot { owner: Owner::Cpu(token), source, arrival, bursts });
        Some(BurstRequest {
            source,
            id,
            write,
            bank,
            row,
            column,
            bursts,
            arrival,
            ..BurstRequest::default()
        })
    }

    /// The whole line or its next burst.
    fn next_of_line(&mut self, flow: usize, id: u16) -> Option<BurstRequest> {
        let class = flow - usize::from(self.gpu);
        let index = self.sending[class]?;
        let line = &mut self.lines[usize::from(index)];
        let first = self.bursts_per_line - line.unsent;
        let bursts = if self.interface == Interface::Direct { line.unsent } else { 1 };
        line.unsent -= bursts;
        let line = *line;
        if line.unsent == 0 {
            self.sending[class] = None;
            self.waiting &= !(1 << flow);
            self.send_next(class);
        }
        let (source, arrival) = (self.gpu, line.arrival);
        let DramRequest { place: Place { bank, row }, local, write, priority, requester, origin, .. } =
            line.request;
        let (application, depth) = (requester.application, origin.walk_depth());
        let Column(column) = self.map.column(local);
        let column = column * u16::from(self.bursts_per_line) + u16::from(first);
        self.slots[usize::from(id)] = Some(Slot { owner: Owner::Gpu(index), source, arrival, bursts });
        Some(BurstRequest {
            source,
            id,
            write,
            bank,
            row,
            column,
            bursts,
            priority,
            application,
            depth,
            arrival,
        })
    }

    /// Does what the controller commands.
    #[inline]
    fn perform(&mut self, now: DramCycle, command: Command, id: u16) {
        let write = match command {
            Command::Activate { bank, .. } => {
                self.stats.activates += 1;
                return self.rows.opened(bank);
            }
            Command::Precharge { bank } => return self.rows.closed(bank),
            Command::Read { .. } => false,
            Command::Write { .. } => true,
        };
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
        let opening = self.rows.used(command.bank());
        self.move_burst(now + self.delay[usize::from(write)], write, id, opening);
    }

    /// A burst of request `id` moves until `end`.
    #[inline]
    fn move_burst(&mut self, end: DramCycle, write: bool, id: u16, opening: Option<Opening>) {
        let Some(slot) = &mut self.slots[usize::from(id)] else { return };
        let Slot { owner, source, arrival, .. } = *slot;
        slot.bursts -= 1;
        self.owed -= 1;
        if slot.bursts == 0 {
            self.slots[usize::from(id)] = None;
            self.free_slots.push(id);
        }
        let stats = &mut self.sources[usize::from(source)];
        *if opening.is_none() { &mut stats.row_hits } else { &mut stats.row_opened } += 1;
        if write {
            stats.writes += 1;
        } else {
            stats.reads += 1;
            stats.read_latency += end - arrival;
        }
        let core = match owner {
            Owner::Cpu(token) => {
                self.count_request(write, opening);
                Some((!write).then_some(token))
            }
            Owner::Gpu(index) => {
                self.line_moves(end, index, opening);
                None
            }
        };
        if core.is_some() || self.interface == Interface::Ports {
            self.transfers.push_back(Transfer { end, source, core });
        }
    }

    /// Counts a line or a core's burst that has moved, and the opening of a row that it needed.
    fn count_request(&mut self, write: bool, opening: Option<Opening>) {
        let stats = &mut self.stats;
        *if write { &mut stats.write_lines } else { &mut stats.read_lines } += 1;
        *match opening {
            None => &mut stats.row_hits,
            Some(Opening::Closed) => &mut stats.row_misses,
            Some(Opening::Other) => &mut stats.row_conflicts,
        } += 1;
    }

    /// A burst of the line moves until `end`; after the last one L2 can take the line.
    fn line_moves(&mut self, end: DramCycle, index: u16, opening: Option<Opening>) {
        let line = &mut self.lines[usize::from(index)];
        line.opening = line.opening.or(opening);
        line.unmoved -= 1;
        if line.unmoved != 0 {
            return;
        }
        let LineWork { opening, arrival, request, .. } = *line;
        let DramRequest { partition, local, write, .. } = request;
        self.count_request(write, opening);
        if let Some(stats) = self.applications.get_mut(usize::from(request.requester.application)) {
            let walk = request.origin.walk_depth() != 0;
            stats.dram_read_lines += u64::from(!write);
            stats.dram_write_lines += u64::from(write);
            stats.dram_row_hits += u64::from(opening.is_none());
            stats.dram_walk_reads += u64::from(walk && !write);
            if !write {
                *if walk { &mut stats.dram_walk_cycles } else { &mut stats.dram_data_cycles } +=
                    end - arrival;
            }
        }
        if !write {
            let queue = self.returns_for(partition, local);
            self.returns[queue].push(end, local);
            self.returned |= 1 << queue;
        }
        self.free_lines.push(index);
    }

    /// Hands on what has moved by now.
    fn end_transfers(&mut self, now: DramCycle) {
        while let Some(&Transfer { end, source, core }) = self.transfers.front() {
            if end > now {
                return;
            }
            self.transfers.pop_front();
            self.finished.extend(core.map(|token| (source, token)));
            if self.interface == Interface::Ports {
                self.completed.push_back(source);
            }
        }
    }

    /// Asks the controller in the next cycle, asleep or not.
    #[cfg(test)]
    pub(super) fn wake(&mut self) {
        self.sleep = DramCycle(0);
    }

    /// Whether nothing can happen until L2 sends something: only the time of a controller with ports, and of refreshes, goes on by itself.
    pub fn rests(&self) -> bool {
        self.interface == Interface::Direct && self.owed == 0 && self.waiting == 0 && !self.refresh.is_on()
    }

    /// Whether no request of L2 is under way.
    pub fn idle(&self) -> bool {
        self.free_lines.len() == self.lines.len()
            && self.coming == 0
            && self.returns.iter().all(DelayQueue::is_empty)
    }

    /// What was counted so far.
    pub fn stats(&self) -> &DramStats {
        &self.stats
    }

    /// From now on so many applications share it.
    pub fn share(&mut self, applications: usize) {
        self.applications = vec![SharedStats::default(); applications];
    }

    /// What was counted so far for each of several applications.
    pub fn of_applications(&self) -> &[SharedStats] {
        &self.applications
    }

    /// What was counted so far for each source.
    pub fn sources(&self) -> &[SourceStats] {
        &self.sources
    }
}
