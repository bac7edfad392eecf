// SPDX-License-Identifier: Apache-2.0
//! The request buffer that the policies share: who may enter, which request a bank serves, which bank gets the
//! command.
//!
//! Each bank serves the request that its policy puts first; of the banks whose next command is legal, the one whose
//! request is first of all gets the cycle. Half the entries are reserved for CPUs, where there are any.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::machine::{DramSpec, MachineSpec};
use crate::mem::dram::Timing;
use crate::socket::{
    BurstRequest, ControllerCommand, ControllerIn, ControllerOut, ControllerShape, MemoryController,
};
use crate::types::{Command, DramCycle};

/// A request in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub request: BurstRequest,
    /// DRAM cycle of its arrival; no two are equal.
    pub arrival: u64,
    /// Belongs to the batch under way (PAR-BS).
    pub marked: bool,
}

/// The requests for one bank, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    pub entries: Vec<Entry>,
    pub open_row: Option<u32>,
    /// Entries, from the oldest on, that are older than the policy's limit.
    overdue: usize,
    /// Index and key of the entry to serve; to be found anew if `None`.
    first: Option<(usize, u64)>,
}

/// What orders requests.
pub trait Order: Send {
    /// Age in DRAM cycles beyond which a request comes before all younger than that.
    fn age_limit(&self) -> u64 {
        u64::MAX
    }

    /// Of two requests the one with the larger key is served first, of equal ones the older. `hit`: its row is open.
    fn key(&self, entry: &Entry, hit: bool) -> u32;

    /// A request has arrived.
    fn arrived(&mut self, _request: &BurstRequest) {}

    /// A command for a request of `source` issues; the bank works on it for `cycles`.
    fn commanded(&mut self, _now: u64, _bank: u8, _source: u8, _cycles: u64) {}

    /// A cycle begins. May mark entries; returns whether a key may have changed.
    fn step(&mut self, now: u64, banks: &mut [Bank], retired: &[u64]) -> bool;
}

/// A controller with one buffer, ordered by `O`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RequestBuffer<O> {
    order: O,
    shape: ControllerShape,
    gpu: u8,
    entries: u32,
    gpu_limit: u32,
    occupied: u32,
    occupied_by_gpu: u32,
    banks: Vec<Bank>,
    timing: Timing,
    /// Cycles that a bank works on a command: PRE, ACT, RD, WR.
    work: [u64; 4],
    /// The cycle whose command is chosen next.
    now: u64,
}

impl<O: Order> RequestBuffer<O> {
    /// An empty buffer of `entries` for the cores of `machine` and its GPU.
    pub fn new(machine: &MachineSpec, entries: u32, order: O) -> RequestBuffer<O> {
        let cpus = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores);
        let dram = without_groups(&machine.dram);
        let (t, burst) = (&dram.timing, dram.burst_cycles());
        RequestBuffer {
            order,
            shape: ControllerShape::ports(cpus + 1, entries + 64, 1 << 15),
            gpu: cpus as u8,
            entries,
            gpu_limit: if cpus == 0 { entries } else { entries / 2 },
            occupied: 0,
            occupied_by_gpu: 0,
            banks: vec![Bank::default(); dram.banks as usize],
            timing: Timing::new(&dram),
            work: [t.rp, t.rcd, t.cl + burst, t.wl + burst].map(u64::from),
            now: 0,
        }
    }

    /// The policy, for its tests.
    #[cfg(test)]
    pub fn order(&self) -> &O {
        &self.order
    }

    fn enter(&mut self, request: BurstRequest) {
        self.occupied += 1;
        self.occupied_by_gpu += u32::from(request.source == self.gpu);
        self.order.arrived(&request);
        let bank = &mut self.banks[usize::from(request.bank)];
        let entry = Entry { request, arrival: self.now, marked: false };
        bank.entries.push(entry);
        // Younger than all others: it comes first only with a larger key.
        let key = bank.key(&self.order, bank.entries.len() - 1);
        if bank.first.is_some_and(|(_, first)| key > first) {
            bank.first = Some((bank.entries.len() - 1, key));
        }
    }

    /// Sources whose request may come, by the occupancy at the start of the cycle.
    fn ready(&self) -> u64 {
        let cpus = (1 << self.gpu) - 1;
        match self.occupied < self.entries {
            false => 0,
            true => cpus | u64::from(self.occupied_by_gpu < self.gpu_limit) << self.gpu,
        }
    }

    /// The command of the bank whose request is first of those that may get one.
    fn choose(&mut self) -> Option<(usize, Command)> {
        let now = DramCycle(self.now);
        let limit = self.order.age_limit();
        let mut best: Option<((u64, u64), usize, Command)> = None;
        for (index, bank) in self.banks.iter_mut().enumerate() {
            let Some(command) = bank.next_command(self.now, limit, &self.order) else { continue };
            if !is_legal(&self.timing, command, now) {
                continue;
            }
            let (entry, key) = bank.first?;
            // The larger key first, then the older.
            let rank = (key, u64::MAX - bank.entries[entry].arrival);
            if best.is_none_or(|(other, ..)| rank > other) {
                best = Some((rank, index, command));
            }
        }
        best.map(|(_, bank, command)| (bank, command))
    }

    fn issue(&mut self, index: usize, command: Command) -> Option<ControllerCommand> {
        self.timing.issue(command, DramCycle(self.now));
        let bank = &mut self.banks[index];
        let (entry, _) = bank.first.take()?;
        let request = bank.entries[entry].request;
        let (kind, id) = match command {
            Command::Precharge { .. } => {
                bank.open_row = None;
                (0, 0)
            }
            Command::Activate { row, .. } => {
                bank.open_row = Some(row);
                (1, 0)
            }
            Command::Read { .. } | Command::Write { .. } => {
                bank.remove(entry);
                self.occupied -= 1;
                self.occupied_by_gpu -= u32::from(request.source == self.gpu);
                (2 + usize::from(request.write), request.id)
            }
        };
        self.order.commanded(self.now, index as u8, request.source, self.work[kind]);
        Some(ControllerCommand { command, id })
    }
}

impl Bank {
    /// The key of an entry, overdue ones above all others.
    fn key(&self, order: &impl Order, index: usize) -> u64 {
        let entry = &self.entries[index];
        let hit = self.open_row == Some(entry.request.row);
        u64::from(index < self.overdue) << 32 | u64::from(order.key(entry, hit))
    }

    /// What the request that comes first needs.
    fn next_command(&mut self, now: u64, limit: u64, order: &impl Order) -> Option<Command> {
        let overdue = |e: &&Entry| now - e.arrival > limit;
        if self.entries.get(self.overdue).filter(overdue).is_some() {
            self.overdue += 1;
            self.first = None;
        }
        if self.first.is_none() {
            let keys = (0..self.entries.len()).map(|i| (self.key(order, i), i));
            // The first of equal keys is the oldest.
            let best = keys.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
            self.first = Some((best.1, best.0));
        }
        let (entry, _) = self.first?;
        let BurstRequest { bank, row, write, .. } = self.entries[entry].request;
        Some(match self.open_row {
            None => Command::Activate { bank, row },
            Some(open) if open != row => Command::Precharge { bank },
            Some(_) if write => Command::Write { bank },
            Some(_) => Command::Read { bank },
        })
    }

    fn remove(&mut self, index: usize) {
        self.entries.remove(index);
        self.overdue -= usize::from(index < self.overdue);
    }
}

fn is_legal(timing: &Timing, command: Command, now: DramCycle) -> bool {
    let from = match command {
        Command::Activate { bank, .. } => timing.activate_gate().max(timing.activate_at(bank)),
        Command::Precharge { bank } => timing.precharge_at(bank),
        Command::Read { bank } => timing.bus_at(false).max(timing.column_at(bank)),
        Command::Write { bank } => timing.bus_at(true).max(timing.column_at(bank)),
    };
    from <= now
}

/// The DRAM as the timing rules of the specification's section 2.4 see it: without bank groups, so that every column
/// command keeps the longer distance, and with two idle cycles beside it between a read and a write.
fn without_groups(dram: &DramSpec) -> DramSpec {
    let distance = dram.column_distance();
    let mut dram = dram.clone();
    dram.bank_groups = 1;
    (dram.timing.ccd, dram.timing.ccdl) = (distance, distance);
    dram.timing.turnaround = (distance + 2).saturating_sub(dram.burst_cycles());
    dram
}

impl<O: Order + Serialize + DeserializeOwned> MemoryController for RequestBuffer<O> {
    fn shape(&self) -> ControllerShape {
        self.shape
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        if let Some(request) = input.request {
            self.enter(request);
        }
        self.now += 1;
        if self.order.step(self.now, &mut self.banks, input.retired) {
            self.banks.iter_mut().for_each(|bank| bank.first = None);
        }
        let ready = self.ready();
        let chosen = self.choose();
        let command = chosen.and_then(|(bank, command)| self.issue(bank, command));
        ControllerOut { ready, command, ..ControllerOut::default() }
    }
}
