// SPDX-License-Identifier: Apache-2.0
//! An L2 sub-partition, as stages:
//!
//! ```text
//! crossbar ports -> route -> bank queues -> tags -> miss path -> DRAM channel
//!                     |                      |         ^  |
//!                     +------- past ---------|---------+  v
//! crossbar port  <------------- answers <----+------------+
//! ```
//! Each is a type in a file of its own. What cannot move waits where it is: a request in its port while its way is full.
//! Ports and banks are looked at one after the other; which comes first changes with every cycle.

mod answers;
mod bank;
mod bank_queue;
mod miss_path;
mod route;
mod tag_stage;

use serde::{Deserialize, Serialize};

use super::dram::Channel;
use super::lookahead::Lookahead;
use super::network::{Inlet, Outlet};
use super::packet::{HomeRequest, MemRequest, MemResponse, Served};
use crate::attachments::BankSockets;
use crate::cache::Cache;
use crate::clock::EdgeSet;
use crate::machine::MachineSpec;
use crate::socket::{L2Replacement, L2Route, Looks, Way};
use crate::stats::{L2Stats, SharedStats};
use crate::types::{bits, Domain, DramCycle, IcntCycle, L2Cycle, MemKind};

use bank::Bank;
use miss_path::MissPath;
use tag_stage::Looked;

/// The moment, on the clocks that meet in L2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now {
    /// Of the interconnect clock.
    pub icnt: IcntCycle,
    /// Of the L2 clock.
    pub l2: L2Cycle,
    /// Of the DRAM command clock.
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

/// What sits in the sockets of one sub-partition.
#[derive(Default)]
pub struct L2Sockets<'a> {
    pub route: Option<&'a mut (dyn L2Route + 'static)>,
    /// There are page walks, whose reads say their class themselves.
    pub walks: bool,
    /// Of each bank, or of none.
    pub banks: &'a mut [BankSockets],
}

impl L2Sockets<'_> {
    #[inline]
    fn route(&mut self) -> Option<&mut (dyn L2Route + 'static)> {
        self.route.as_deref_mut()
    }

    #[inline]
    fn replacement(&mut self, bank: usize) -> Option<&mut (dyn L2Replacement + 'static)> {
        self.banks.get_mut(bank)?.replacement.as_deref_mut()
    }
}

/// The numbers of the bits of `mask`, from number `first` on and round.
#[inline]
fn in_turn(mask: u64, first: u32) -> impl Iterator<Item = usize> {
    bits(mask.rotate_right(first)).map(move |bit| (bit + first) as usize % 64)
}

/// One L2 sub-partition. Bit `b` of a mask is bank `b`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    banks: Vec<Bank>,
    /// Banks with a request in their queue, and those with one that waits to be answered.
    queued: u64,
    answering: u64,
    misses: MissPath,
    stats: L2Stats,
    /// Counted only where there are page walks.
    looks: Looks,
    /// By application, if there are several.
    applications: Vec<SharedStats>,
}

impl Partition {
    /// Sub-partition `index` of a machine, empty.
    pub fn new(machine: &MachineSpec, lookahead: &Lookahead, index: usize) -> Partition {
        Partition {
            banks: (0..machine.l2.banks().banks).map(|n| Bank::new(machine, lookahead, n)).collect(),
            queued: 0,
            answering: 0,
            misses: MissPath::new(machine, index),
            stats: L2Stats::default(),
            looks: Looks::default(),
            applications: Vec::new(),
        }
    }

    /// Whether nothing happens in a cycle; `requests` are its ports.
    #[inline]
    pub fn rests(&self, requests: &[Outlet<HomeRequest>], channel: &Channel) -> bool {
        self.is_quiet() && !self.misses.expects(channel) && requests.iter().all(Outlet::is_drained)
    }

    /// One L2 cycle, the last stage first; `requests` are its ports.
    pub fn tick(
        &mut self,
        now: Now,
        requests: &mut [Outlet<HomeRequest>],
        replies: &mut Inlet<MemResponse>,
        channel: &mut Channel,
        mut sockets: L2Sockets,
    ) {
        let first = now.l2.0 as u32 & (self.banks.len() as u32 - 1);
        for bank in in_turn(self.answering, first) {
            let answers = &mut self.banks[bank].answers;
            answers.step(now.icnt, replies);
            self.answering &= !(u64::from(answers.is_empty()) << bank);
        }
        for bank in in_turn(self.misses.expected(channel), first) {
            let one = &mut self.banks[bank];
            self.misses.receive(now.dram, one, channel);
            self.answering |= u64::from(!one.answers.is_empty()) << bank;
        }
        self.misses.send(now.l2, channel, sockets.route.is_some() || sockets.walks);
        for bank in in_turn(self.queued, first) {
            self.look(now, bank, replies, &mut sockets);
        }
        let (mut taken, ports) = (0, requests.len());
        for port in (0..ports).map(|port| (port + now.l2.0 as usize) & (ports - 1)) {
            self.accept(now, port, &mut requests[port], &mut taken, replies, &mut sockets);
        }
    }

    /// The request at the tags of a bank looks for its line, if it could be answered at once.
    #[inline]
    fn look(&mut self, now: Now, bank: usize, replies: &mut Inlet<MemResponse>, sockets: &mut L2Sockets) {
        let one = &mut self.banks[bank];
        let Some(at) = one.queue.front(now.l2) else { return };
        if !one.answers.fits(&at.request, replies) {
            return;
        }
        let line = one.line(at.local);
        let served = match one.tags.look(now.l2, at, line, self.misses.room(), sockets.replacement(bank)) {
            Looked::Refused => return,
            Looked::Waits(served) => served,
            Looked::Done(served) => {
                one.answers.send(now.icnt, &at.request, served, replies);
                served
            }
            Looked::Unallocated => {
                self.stats.unallocated += 1;
                let at = *at;
                match at.request.kind {
                    MemKind::Write => {
                        self.misses.pass_store(&at, one, None);
                        one.answers.send(now.icnt, &at.request, Served::Miss, replies);
                    }
                    MemKind::Read | MemKind::Atomic => drop(self.misses.pass(at, Served::Miss)),
                }
                Served::Miss
            }
        };
        let waited = one.queue.waited(now.l2);
        self.stats.looked += 1;
        self.stats.queue_cycles += waited;
        let at = one.queue.front(now.l2);
        let application = at.map(|at| usize::from(at.request.requester.application));
        if let Some(stats) = application.and_then(|application| self.applications.get_mut(application)) {
            stats.l2_accesses += 1;
            stats.l2_hits += u64::from(served == Served::Hit);
        }
        if let Some(at) = at.filter(|_| sockets.walks) {
            self.looks.count(at.request.origin, served);
        }
        if let (Some(route), Some(at)) = (sockets.route(), one.queue.front(now.l2)) {
            route.looked(&at.request, waited, served);
        }
        one.queue.pop(now.l2);
        self.queued &= !(u64::from(one.queue.is_empty()) << bank);
        self.misses.take(one);
    }

    /// The request at a port goes its way, if that has room and no other port's went to the same bank in this cycle;
    /// `taken` are the banks that took one.
    #[inline]
    fn accept(
        &mut self,
        now: Now,
        port: usize,
        requests: &mut Outlet<HomeRequest>,
        taken: &mut u64,
        replies: &mut Inlet<MemResponse>,
        sockets: &mut L2Sockets,
    ) {
        let Some(at) = requests.front(now.icnt) else { return };
        let bank = at.local.0 as usize & (self.banks.len() - 1);
        let one = &mut self.banks[bank];
        let route = route::route(sockets.route(), now.l2, port, at, one);
        let gone = match route.way {
            Way::Tags | Way::NoAllocate => {
                let room = *taken >> bank & 1 == 0 && one.queue.has_room();
                if room {
                    one.queue.push(now.l2, at.routed(route.priority, route.way == Way::NoAllocate));
                    *taken |= 1 << bank;
                    self.queued |= 1 << bank;
                }
                room
            }
            Way::Past => self.pass(now, at.routed(route.priority, false), bank, replies, sockets),
        };
        if !gone {
            self.stats.port_wait_cycles += 1;
            return;
        }
        self.stats.bypassed += u64::from(route.way == Way::Past);
        if let Some(one) = sockets.route() {
            one.routed(&at.request, at.local, route);
        }
        requests.pop(now.icnt);
    }

    /// A request goes past the tags; returns whether it could. A store is globally visible once it is in the miss queue.
    fn pass(
        &mut self,
        now: Now,
        at: HomeRequest,
        bank: usize,
        replies: &mut Inlet<MemResponse>,
        sockets: &mut L2Sockets,
    ) -> bool {
        if at.request.kind != MemKind::Write {
            return self.misses.pass(at, Served::Bypassed);
        }
        let one = &mut self.banks[bank];
        // The tags do one thing in a cycle.
        let busy = one.queue.has_served(now.l2) && one.tags.cache.contains(one.line(at.local));
        let gone = !busy
            && one.answers.fits(&at.request, replies)
            && self.misses.pass_store(&at, one, sockets.replacement(bank));
        if gone {
            one.answers.send(now.icnt, &at.request, Served::Bypassed, replies);
        }
        gone
    }

    /// Whether nothing here can change without something coming in.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.queued | self.answering == 0 && self.misses.is_empty()
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.is_quiet() && self.misses.idle() && self.caches().all(Cache::idle)
    }

    /// The caches of its banks, for their counters.
    pub fn caches(&self) -> impl Iterator<Item = &Cache<MemRequest>> {
        self.banks.iter().map(|bank| &bank.tags.cache)
    }

    /// What has looked for lines, where there are page walks.
    pub fn looks(&self) -> Looks {
        self.looks
    }

    /// From now on so many applications share it.
    pub fn share(&mut self, applications: usize) {
        self.applications = vec![SharedStats::default(); applications];
    }

    /// What was counted for each of several applications.
    pub fn of_applications(&self) -> &[SharedStats] {
        &self.applications
    }

    /// What was counted outside the caches.
    pub fn stats(&self) -> &L2Stats {
        &self.stats
    }
}
