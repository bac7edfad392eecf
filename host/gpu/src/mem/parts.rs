// SPDX-License-Identifier: Apache-2.0
//! The parts of the memory system that run side by side between two exchanges.

use super::address::AddressMap;
use super::check::{ChannelWatch, SmWatch};
use super::dram::Channel;
use super::network::{Inlet, Network, Outlet};
use super::packet::{HomeRequest, MemRequest, MemResponse};
use super::partition::{L2Sockets, Now, Partition};
use crate::attachments::{BankSockets, SliceSockets};
use crate::clock::EdgeSet;
use crate::cpu::Cores;
use crate::machine::IcntSpec;
use crate::socket::MemoryController;
use crate::types::{Domain, IcntCycle};

/// The way of an SM, or of the page walker, to the memory system.
pub struct SmPort<'a> {
    pub(super) icnt: &'a IcntSpec,
    /// Ports of a sub-partition; SMs take turns among them.
    pub(super) ports: usize,
    pub(super) map: &'a AddressMap,
    pub(super) requests: &'a mut Inlet<HomeRequest>,
    pub(super) replies: &'a mut Outlet<MemResponse>,
    pub(super) watch: Option<&'a mut SmWatch>,
}

impl SmPort<'_> {
    /// Injects a request of this SM if the injection port has room for its flits; returns whether it had.
    #[inline]
    pub fn push(&mut self, now: IcntCycle, request: MemRequest) -> bool {
        let flits = request.request_flits(self.icnt);
        if !self.requests.can_accept(flits) {
            return false;
        }
        let home = self.map.home(request.line);
        if let Some(watch) = &mut self.watch {
            watch.sent(now, &request);
        }
        let port = home.partition * self.ports + (usize::from(request.requester.sm) & (self.ports - 1));
        self.requests.push(now, port, flits, HomeRequest { request, local: home.local });
        true
    }

    /// Takes the next response that has arrived. Responses arrive at one flit per interconnect cycle.
    #[inline]
    pub fn pop(&mut self, now: IcntCycle) -> Option<MemResponse> {
        let response = self.replies.pop(now)?;
        if let Some(watch) = &mut self.watch {
            // A response that nobody waits for is kept back: the violation ends the run.
            if !watch.answered(now, &response) {
                return None;
            }
        }
        Some(response)
    }
}

/// A DRAM channel with the L2 sub-partitions in front of it; all of them together if CPU cores share the channels.
pub struct Slice<'a> {
    /// The moment of the last exchange.
    pub(super) now: Now,
    /// Nothing is under way, nor can be before the next exchange: only units count time, and cores never rest.
    pub(super) resting: bool,
    /// Sub-partitions per channel, and ports and banks of each.
    pub(super) subs: usize,
    pub(super) ports: usize,
    pub(super) banks: usize,
    /// There are page walks.
    pub(super) walks: bool,
    pub(super) partitions: &'a mut [Partition],
    pub(super) channels: &'a mut [Channel],
    /// One per channel.
    pub(super) controllers: &'a mut [Box<dyn MemoryController>],
    /// One per sub-partition, or none.
    pub(super) sockets: &'a mut [SliceSockets],
    /// One per bank, or none.
    pub(super) bank_sockets: &'a mut [BankSockets],
    pub(super) cores: Option<&'a mut Cores>,
    /// By sub-partition, requests also by port.
    pub(super) requests: &'a mut [Outlet<HomeRequest>],
    pub(super) replies: &'a mut [Inlet<MemResponse>],
    /// One per channel, or none.
    pub(super) watches: &'a mut [ChannelWatch],
}

/// One direction of the crossbar, with the moments between which it is to run.
pub enum Crossing<'a> {
    /// From SMs to L2.
    Requests(&'a mut Network<HomeRequest>, IcntCycle, IcntCycle),
    /// From L2 to SMs.
    Replies(&'a mut Network<MemResponse>, IcntCycle, IcntCycle),
}

impl Crossing<'_> {
    /// What has been sent changes hands.
    pub fn run(&mut self) {
        match self {
            Crossing::Requests(network, from, to) => network.exchange(*from, *to),
            Crossing::Replies(network, from, to) => network.exchange(*from, *to),
        }
    }
}

impl Slice<'_> {
    /// Steps the clocks that have an edge at each of the following moments.
    pub fn run(&mut self, moments: impl IntoIterator<Item = EdgeSet>) {
        if self.resting && self.cores.is_none() && self.channels.iter().all(Channel::rests) {
            return;
        }
        for edges in moments {
            self.now.pass(edges);
            if edges.has(Domain::L2) && !self.resting {
                self.step_l2();
            }
            if edges.has(Domain::Dram) {
                self.step_dram();
            }
        }
    }

    fn step_l2(&mut self) {
        for (index, channel) in self.channels.iter_mut().enumerate() {
            let entered = channel.tick_l2(self.now.l2, self.now.dram);
            if let (Some(watch), Some(request)) = (self.watches.get_mut(index), entered) {
                watch.entered(&request);
            }
        }
        // The sub-partitions of a channel take turns at its port.
        let rotation = self.now.l2.0 as usize & (self.subs - 1);
        for i in 0..self.partitions.len() {
            let index = i ^ rotation;
            let channel = &mut self.channels[index / self.subs];
            let requests = &mut self.requests[index * self.ports..(index + 1) * self.ports];
            let partition = &mut self.partitions[index];
            if partition.rests(requests, channel) {
                continue;
            }
            let replies = &mut self.replies[index];
            let banks = index * self.banks..(index + 1) * self.banks;
            let sockets = L2Sockets {
                route: self.sockets.get_mut(index).and_then(|sockets| sockets.route.as_deref_mut()),
                walks: self.walks,
                banks: self.bank_sockets.get_mut(banks).unwrap_or_default(),
            };
            partition.tick(self.now, requests, replies, channel, sockets);
        }
    }

    fn step_dram(&mut self) {
        let now = self.now.dram;
        if let Some(cores) = &mut self.cores {
            let (channels, watches) = (&mut *self.channels, &mut *self.watches);
            for (core, token) in channels.iter_mut().flat_map(Channel::take_finished) {
                cores.finished(core, token);
            }
            cores.step(now, |channel, core, request| {
                if let Some(watch) = watches.get_mut(channel) {
                    watch.entered_from_cpu(&request);
                }
                channels[channel].push_cpu(core, request);
            });
        }
        let retired = self.cores.as_ref().map_or(&[][..], |cores| cores.retired());
        for (index, channel) in self.channels.iter_mut().enumerate() {
            let command = channel.tick(now, self.controllers[index].as_mut(), retired);
            let Some(watch) = self.watches.get_mut(index) else { continue };
            if channel.refreshes(now) {
                watch.refresh(now);
            }
            if let Some(command) = command {
                watch.command(now, command);
            }
        }
    }
}
