// SPDX-License-Identifier: Apache-2.0
//! An L2 sub-partition, as stages:
//!
//! ```text
//! crossbar port -> route -> bank queue -> tags -> miss path -> DRAM channel
//!                    |                     |         ^  |
//!                    +------- past --------|---------+  v
//! crossbar port <------------ answers <----+------------+
//! ```
//! Each is a type in a file of its own. What cannot move waits where it is: a request in its port while its way is full.

mod answers;
mod bank_queue;
mod miss_path;
mod route;
mod tag_stage;

use serde::{Deserialize, Serialize};

use super::address::AddressMap;
use super::dram::Channel;
use super::lookahead::Lookahead;
use super::network::{Inlet, Outlet};
use super::packet::{HomeRequest, MemRequest, MemResponse, Served};
use crate::cache::Cache;
use crate::clock::EdgeSet;
use crate::machine::MachineSpec;
use crate::socket::{L2Replacement, L2Route, Route, Way};
use crate::types::{Domain, DramCycle, IcntCycle, L2Cycle, MemKind};

use answers::Answers;
use bank_queue::BankQueue;
use miss_path::MissPath;
use tag_stage::{Looked, TagStage};

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
    pub replacement: Option<&'a mut (dyn L2Replacement + 'static)>,
}

/// One L2 sub-partition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partition {
    queue: BankQueue,
    tags: TagStage,
    misses: MissPath,
    answers: Answers,
}

impl Partition {
    /// Sub-partition `index` of a machine, empty.
    pub fn new(machine: &MachineSpec, lookahead: &Lookahead, index: usize) -> Partition {
        Partition {
            queue: BankQueue::new(lookahead.rop_latency, lookahead.rop_queue),
            tags: TagStage::new(&machine.l2, machine.lines()),
            misses: MissPath::new(index, AddressMap::new(machine)),
            answers: Answers::new(machine),
        }
    }

    /// One L2 cycle, the last stage first.
    pub fn tick(
        &mut self,
        now: Now,
        requests: &mut Outlet<HomeRequest>,
        replies: &mut Inlet<MemResponse>,
        channel: &mut Channel,
        mut sockets: L2Sockets,
    ) {
        if self.is_quiet() && requests.is_drained() && !self.misses.expects(channel) {
            return;
        }
        let cache = &mut self.tags.cache;
        self.answers.step(now.icnt, replies);
        self.misses.receive(now.dram, cache, channel, &mut self.answers);
        self.misses.send(now.l2, cache, channel, sockets.route.is_some());
        self.look(now, replies, sockets.replacement.as_deref_mut());
        self.accept(now, requests, replies, sockets);
    }

    /// The request at the tags looks for its line, if it could be answered at once.
    fn look(
        &mut self,
        now: Now,
        replies: &mut Inlet<MemResponse>,
        replacement: Option<&mut (dyn L2Replacement + 'static)>,
    ) {
        let Some(at) = self.queue.front(now.l2) else { return };
        if !self.answers.fits(&at.request, replies) {
            return;
        }
        match self.tags.look(now.l2, at, replacement) {
            Looked::Refused => return,
            Looked::Waits => {}
            Looked::Done(served) => self.answers.send(now.icnt, &at.request, served, replies),
        }
        self.queue.pop(now.l2);
    }

    /// The request at the port goes its way.
    #[inline]
    fn accept(
        &mut self,
        now: Now,
        requests: &mut Outlet<HomeRequest>,
        replies: &mut Inlet<MemResponse>,
        sockets: L2Sockets,
    ) {
        let Some(at) = requests.front(now.icnt) else { return };
        let Route { way, priority } = route::route(sockets.route, now.l2, at, &self.tags.cache);
        let gone = match way {
            Way::Tags if self.queue.has_room() => {
                self.queue.push(now.l2, at.of_class(priority));
                true
            }
            Way::Tags => false,
            Way::Past => self.pass(now.icnt, at.of_class(priority), replies, sockets.replacement),
        };
        if gone {
            requests.pop(now.icnt);
        }
    }

    /// A request goes past the tags; returns whether it could. A store is globally visible once it is in the miss queue.
    fn pass(
        &mut self,
        now: IcntCycle,
        at: HomeRequest,
        replies: &mut Inlet<MemResponse>,
        replacement: Option<&mut (dyn L2Replacement + 'static)>,
    ) -> bool {
        let store = at.request.kind == MemKind::Write;
        if store && !self.answers.fits(&at.request, replies) {
            return false;
        }
        let gone = self.misses.pass(at, &mut self.tags.cache, replacement);
        if gone && store {
            self.answers.send(now, &at.request, Served::Bypassed, replies);
        }
        gone
    }

    /// Whether nothing here can change without something coming in.
    fn is_quiet(&self) -> bool {
        self.queue.is_empty() && self.answers.is_empty() && self.tags.cache.next_miss().is_none()
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.is_quiet() && self.tags.cache.idle() && self.misses.idle()
    }

    /// The cache, for its counters.
    pub fn cache(&self) -> &Cache<MemRequest> {
        &self.tags.cache
    }
}
