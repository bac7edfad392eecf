// SPDX-License-Identifier: Apache-2.0
//! An L2 sub-partition: the way from the crossbar through the ROP delay to the tags, and back.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::address::AddressMap;
use super::dram::{Channel, DramRequest};
use super::lookahead::Lookahead;
use super::network::{Inlet, Outlet};
use super::packet::{MemRequest, MemResponse, Served};
use super::queue::DelayQueue;
use crate::cache::{Access, Cache, Outcome};
use crate::clock::EdgeSet;
use crate::machine::{IcntSpec, MachineSpec};
use crate::types::{Domain, DramCycle, IcntCycle, L2Cycle, Line, MemKind};

/// A request at its home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeRequest {
    pub request: MemRequest,
    /// The line's number in the sub-partition.
    pub local: Line,
}

/// The moment, on the clocks that meet in L2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now {
    pub icnt: IcntCycle,
    pub l2: L2Cycle,
    pub dram: DramCycle,
}

impl Now {
    /// Goes on to the next moment, at which the clocks of `edges` have an edge.
    #[inline]
    pub fn pass(&mut self, edges: EdgeSet) {
        self.icnt.0 += u64::from(edges.has(Domain::Icnt));
        self.l2.0 += u64::from(edges.has(Domain::L2));
        self.dram.0 += u64::from(edges.has(Domain::Dram));
    }
}

/// One L2 sub-partition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    index: usize,
    rop_latency: u64,
    atomic_bytes_per_cycle: u64,
    icnt: IcntSpec,
    map: AddressMap,
    rop: DelayQueue<HomeRequest, L2Cycle>,
    cache: Cache<MemRequest>,
    /// Requests whose line has come and that wait for the reply port.
    filled: VecDeque<(MemRequest, Served)>,
    /// When the atomic unit can take the next request.
    atomic_free: L2Cycle,
}

impl Partition {
    /// Sub-partition `index` of a machine, empty.
    pub fn new(machine: &MachineSpec, lookahead: &Lookahead, index: usize) -> Partition {
        Partition {
            index,
            rop_latency: u64::from(lookahead.rop_latency),
            atomic_bytes_per_cycle: u64::from(machine.l2.atomic_bytes_per_cycle),
            icnt: machine.icnt.clone(),
            map: AddressMap::new(machine),
            rop: DelayQueue::new(lookahead.rop_queue),
            cache: Cache::new(&machine.l2.cache),
            filled: VecDeque::with_capacity(machine.l2.cache.mshr_merges as usize),
            atomic_free: L2Cycle(0),
        }
    }

    /// One L2 cycle.
    pub fn tick(
        &mut self,
        now: Now,
        requests: &mut Outlet<HomeRequest>,
        replies: &mut Inlet<MemResponse>,
        channel: &mut Channel,
    ) {
        if self.is_quiet() && requests.is_drained() && !channel.has_returns(self.index) {
            return;
        }
        self.answer_filled(now.icnt, replies);
        self.take_return(now.dram, channel);
        self.send_miss(now.l2, channel);
        self.access_tags(now, replies);
        if self.rop.has_room() {
            if let Some(request) = requests.pop(now.icnt) {
                self.rop.push(now.l2 + self.rop_latency, request);
            }
        }
    }

    fn answer_filled(&mut self, now: IcntCycle, replies: &mut Inlet<MemResponse>) {
        if let Some(&(request, served)) = self.filled.front() {
            if self.reply(now, &request, served, replies) {
                self.filled.pop_front();
            }
        }
    }

    fn take_return(&mut self, now: DramCycle, channel: &mut Channel) {
        if self.filled.is_empty() {
            if let Some(local) = channel.pop_return(self.index, now) {
                let fill = self.cache.fill(local);
                let first = if fill.missed { Served::Miss } else { Served::Merged };
                let served = std::iter::once(first).chain(std::iter::repeat(Served::Merged));
                self.filled.extend(fill.waited.iter().copied().zip(served));
            }
        }
    }

    fn send_miss(&mut self, now: L2Cycle, channel: &mut Channel) {
        if !channel.can_accept() {
            return;
        }
        if let Some(miss) = self.cache.pop_miss() {
            channel.push(
                now,
                DramRequest {
                    place: self.map.place(self.index, miss.line),
                    local: miss.line,
                    partition: self.index as u16,
                    write: miss.kind == MemKind::Write,
                },
            );
        }
    }

    fn access_tags(&mut self, now: Now, replies: &mut Inlet<MemResponse>) {
        let Some(&HomeRequest { request, local }) = self.rop.front(now.l2) else { return };
        let atomic = request.kind == MemKind::Atomic;
        let reply_fits = replies.can_accept(request.reply_flits(&self.icnt));
        if !reply_fits || (atomic && now.l2 < self.atomic_free) {
            return;
        }
        let access = Access {
            line: local,
            kind: request.kind,
            bytes: request.bytes,
            covers_line: request.covers_line,
            evict_first: request.evict_first,
            requester: request.requester,
            origin: request.origin,
            token: request,
        };
        match self.cache.access(&access) {
            Outcome::Fail(_) => return,
            // A store is globally visible once L2 has taken it; a hit has its data at hand.
            Outcome::Hit => {
                self.reply(now.icnt, &request, Served::Hit, replies);
            }
            Outcome::HitReserved if request.kind == MemKind::Write => {
                self.reply(now.icnt, &request, Served::Merged, replies);
            }
            Outcome::Miss { .. } if request.kind == MemKind::Write => {
                self.reply(now.icnt, &request, Served::Miss, replies);
            }
            Outcome::HitReserved | Outcome::Miss { .. } | Outcome::Forwarded { .. } => {}
        }
        self.rop.pop(now.l2);
        if atomic {
            self.atomic_free = now.l2 + u64::from(request.bytes).div_ceil(self.atomic_bytes_per_cycle);
        }
    }

    /// Sends the response of `request` if the reply port has room.
    fn reply(
        &self,
        now: IcntCycle,
        request: &MemRequest,
        served: Served,
        replies: &mut Inlet<MemResponse>,
    ) -> bool {
        let flits = request.reply_flits(&self.icnt);
        let fits = replies.can_accept(flits);
        if fits {
            replies.push(now, usize::from(request.requester.sm), flits, request.response(served));
        }
        fits
    }

    /// Whether nothing here can change without something coming in.
    fn is_quiet(&self) -> bool {
        self.rop.is_empty() && self.filled.is_empty() && self.cache.next_miss().is_none()
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.is_quiet() && self.cache.idle()
    }

    /// The cache, for its counters.
    pub fn cache(&self) -> &Cache<MemRequest> {
        &self.cache
    }
}
