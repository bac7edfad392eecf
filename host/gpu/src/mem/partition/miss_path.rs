// SPDX-License-Identifier: Apache-2.0
//! Stage: the way to the DRAM channel and back, of misses, write-backs, and requests that go past the tags.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::bank::Bank;
use crate::cache::{Access, Lru};
use crate::machine::MachineSpec;
use crate::mem::address::AddressMap;
use crate::mem::dram::{Channel, DramRequest};
use crate::mem::packet::{HomeRequest, MemRequest, Served};
use crate::socket::L2Replacement;
use crate::types::{DramCycle, L2Cycle, Line, MemKind};

/// The miss queue, which the banks of a sub-partition share, and what stands between it and the channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissPath {
    /// The sub-partition.
    index: usize,
    map: AddressMap,
    /// Its return queues among those of the channel, as a mask, and the position of the first.
    returns: u64,
    first_return: u32,
    depth: usize,
    /// To DRAM, oldest first; lines have their number in the sub-partition.
    queue: VecDeque<Access<MemRequest>>,
    /// Reads and atomic operations whose line, when it comes, is not kept, oldest first, and how they are served.
    past: Vec<(HomeRequest, Served)>,
}

impl MissPath {
    /// Of sub-partition `index`.
    pub fn new(machine: &MachineSpec, index: usize) -> MissPath {
        let depth = machine.l2.cache.miss_queue as usize;
        let banks = machine.l2.banks().banks;
        let first_return = (index as u32 & (machine.l2.sub_partitions_per_channel - 1)) * banks;
        MissPath {
            index,
            map: AddressMap::new(machine),
            returns: ((1 << banks) - 1) << first_return,
            first_return,
            depth,
            queue: VecDeque::with_capacity(depth),
            past: Vec::new(),
        }
    }

    /// Entries of the miss queue that are free.
    #[inline]
    pub fn room(&self) -> usize {
        self.depth.saturating_sub(self.queue.len())
    }

    /// Takes what `bank` wants of DRAM, for which it has seen room.
    #[inline]
    pub fn take(&mut self, bank: &mut Bank) {
        while bank.tags.cache.next_miss().is_some() {
            let Some(miss) = bank.tags.cache.pop_miss() else { return };
            self.queue.push_back(Access { line: bank.line_of_partition(miss.line), ..miss });
        }
    }

    /// Sends a read or an atomic operation straight to the miss queue; its line is not kept when it comes. Returns whether
    /// there was room.
    pub fn pass(&mut self, request: HomeRequest, served: Served) -> bool {
        let room = self.room() > 0;
        if room {
            self.queue.push_back(Access { kind: MemKind::Read, ..request.access(request.local) });
            self.past.push((request, served));
        }
        room
    }

    /// Sends a store straight to the miss queue, and takes the copy in `bank` away. Returns whether there was room.
    pub fn pass_store(
        &mut self,
        request: &HomeRequest,
        bank: &mut Bank,
        replacement: Option<&mut (dyn L2Replacement + 'static)>,
    ) -> bool {
        let access = request.access(bank.line(request.local));
        let cache = &mut bank.tags.cache;
        cache.set_miss_room(self.room());
        let room = match replacement {
            None => cache.pass_store(&access, &mut Lru),
            Some(replacement) => cache.pass_store(&access, replacement),
        };
        self.take(bank);
        room
    }

    /// The oldest request of the miss queue goes to the channel. Where they are of several `classes`, one whose class finds
    /// room there overtakes those that do not.
    #[inline]
    pub fn send(&mut self, now: L2Cycle, channel: &mut Channel, classes: bool) {
        let fits = |miss: &Access<MemRequest>| channel.can_accept(miss.token.priority);
        let miss = match self.queue.front() {
            Some(first) if fits(first) => self.queue.pop_front(),
            Some(_) if classes => {
                let fitting = self.queue.iter().position(fits);
                fitting.and_then(|index| self.queue.remove(index))
            }
            _ => return,
        };
        if let Some(miss) = miss {
            channel.push(
                now,
                DramRequest {
                    place: self.map.place(self.index, miss.line),
                    local: miss.line,
                    partition: self.index as u16,
                    write: miss.kind == MemKind::Write,
                    priority: miss.token.priority,
                    requester: miss.requester,
                    origin: miss.origin,
                },
            );
        }
    }

    /// A line comes back to `bank`, if everyone has been answered whom the last one served. One that was asked for both past
    /// the tags and by them serves the former first. What atomic operations did to it goes on to DRAM even if the queue is
    /// full: it waits where the line was awaited, because lines that come must never wait for requests to leave.
    #[inline]
    pub fn receive(&mut self, now: DramCycle, bank: &mut Bank, channel: &mut Channel) {
        if !bank.answers.is_empty() {
            return;
        }
        let Some(local) = channel.pop_return(self.first_return as usize + bank.number(), now) else { return };
        match self.past.iter().position(|(request, _)| request.local == local) {
            Some(i) => {
                let (request, served) = self.past.remove(i);
                if request.request.kind == MemKind::Atomic {
                    self.queue.push_back(Access { kind: MemKind::Write, ..request.access(local) });
                }
                bank.answers.add(request.request, served);
            }
            None => self.fill(local, bank),
        }
    }

    fn fill(&mut self, local: Line, bank: &mut Bank) {
        let line = bank.line(local);
        let fill = bank.tags.cache.fill(line);
        let first = if fill.missed { Served::Miss } else { Served::Merged };
        let served = std::iter::once(first).chain(std::iter::repeat(Served::Merged));
        fill.waited.iter().zip(served).for_each(|(request, served)| bank.answers.add(*request, served));
        self.take(bank);
    }

    /// Whether the channel may have something for a bank.
    #[inline]
    pub fn expects(&self, channel: &Channel) -> bool {
        channel.returned() & self.returns != 0
    }

    /// The banks for which it may.
    #[inline]
    pub fn expected(&self, channel: &Channel) -> u64 {
        (channel.returned() & self.returns) >> self.first_return
    }

    /// Whether nothing waits for the channel.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether no request past the tags is under way.
    pub fn idle(&self) -> bool {
        self.past.is_empty()
    }
}
