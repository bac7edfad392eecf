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
use crate::socket::{L2Replacement, L2Route, Way};
use crate::stats::L2Stats;
use crate::types::{Domain, DramCycle, IcntCycle, L2Cycle, MemKind};

use bank::Bank;
use miss_path::MissPath;
use tag_stage::Looked;

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

/// What sits in the sockets of one sub-partition.
#[derive(Default)]
pub struct L2Sockets<'a> {
    pub route: Option<&'a mut (dyn L2Route + 'static)>,
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

/// One L2 sub-partition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    banks: Vec<Bank>,
    misses: MissPath,
    stats: L2Stats,
}

impl Partition {
    /// Sub-partition `index` of a machine, empty.
    pub fn new(machine: &MachineSpec, lookahead: &Lookahead, index: usize) -> Partition {
        Partition {
            banks: (0..machine.l2.banks().banks).map(|n| Bank::new(machine, lookahead, n)).collect(),
            misses: MissPath::new(machine, index),
            stats: L2Stats::default(),
        }
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
        if self.is_quiet()
            && requests.iter().all(Outlet::is_drained)
            && !self.banks.iter().any(|bank| self.misses.expects(bank, channel))
        {
            return;
        }
        let in_turn = |n: usize| (0..n).map(move |i| (i + now.l2.0 as usize) & (n - 1));
        for bank in in_turn(self.banks.len()) {
            self.banks[bank].answers.step(now.icnt, replies);
        }
        for bank in in_turn(self.banks.len()) {
            self.misses.receive(now.dram, &mut self.banks[bank], channel);
        }
        self.misses.send(now.l2, channel, sockets.route.is_some());
        for bank in in_turn(self.banks.len()) {
            self.look(now, bank, replies, &mut sockets);
        }
        let mut taken = 0;
        for port in in_turn(requests.len()) {
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
        let (at, line) = (*at, one.line(at.local));
        match one.tags.look(now.l2, &at, line, self.misses.room(), sockets.replacement(bank)) {
            Looked::Refused => return,
            Looked::Waits => {}
            Looked::Done(served) => one.answers.send(now.icnt, &at.request, served, replies),
            Looked::Unallocated => {
                self.stats.unallocated += 1;
                match at.request.kind {
                    MemKind::Write => {
                        self.misses.pass_store(&at, one, None);
                        one.answers.send(now.icnt, &at.request, Served::Miss, replies);
                    }
                    MemKind::Read | MemKind::Atomic => drop(self.misses.pass(at, Served::Miss)),
                }
            }
        }
        let waited = one.queue.pop(now.l2);
        self.misses.take(one);
        self.stats.looked += 1;
        self.stats.queue_cycles += waited;
        if let Some(route) = sockets.route() {
            route.looked(&at.request, waited);
        }
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
        let routed = at.routed(route.priority, route.way == Way::NoAllocate);
        let gone = match route.way {
            Way::Tags | Way::NoAllocate => {
                let room = *taken >> bank & 1 == 0 && one.queue.has_room();
                if room {
                    one.queue.push(now.l2, routed);
                    *taken |= 1 << bank;
                }
                room
            }
            Way::Past => self.pass(now, routed, bank, replies, sockets),
        };
        if !gone {
            self.stats.port_wait_cycles += 1;
            return;
        }
        self.stats.bypassed += u64::from(route.way == Way::Past);
        if let Some(one) = sockets.route() {
            one.routed(&routed.request, routed.local, route.way);
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
        self.misses.is_empty() && self.banks.iter().all(|bank| bank.queue.is_empty() && bank.answers.is_empty())
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.is_quiet() && self.misses.idle() && self.caches().all(Cache::idle)
    }

    /// The caches of its banks, for their counters.
    pub fn caches(&self) -> impl Iterator<Item = &Cache<MemRequest>> {
        self.banks.iter().map(|bank| &bank.tags.cache)
    }

    /// What was counted outside the caches.
    pub fn stats(&self) -> &L2Stats {
        &self.stats
    }
}
