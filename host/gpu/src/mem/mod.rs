// SPDX-License-Identifier: Apache-2.0
//! The memory system behind the SMs: crossbar, L2 sub-partitions and DRAM channels. It models time only;
//! data is read and written when an instruction issues.
//!
//! ```text
//! SM -> input buffer -> request network -> bank queue -> L2 tags -> miss queue -> DRAM delay -> controller -> banks
//! SM <- output buffer <- reply network <----------------- L2 <------------------------------- return queue
//! ```
//! Every arrow is a bounded queue: what cannot move holds back what is behind it, up to the SM.
//!
//! The crossbar takes some cycles to cross. So long the SMs and the slices (a DRAM channel with its L2 sub-partitions) run
//! side by side ([`MemorySystem::parts`]); then what they sent changes hands ([`MemorySystem::exchange`]).

pub(crate) mod address;
mod check;
#[cfg(test)]
mod check_tests;
pub(crate) mod dram;
mod lookahead;
mod network;
#[cfg(test)]
mod network_tests;
pub(crate) mod packet;
mod partition;
mod parts;
mod queue;
mod saved;

pub use address::{AddressMap, Home};
#[cfg(test)]
pub(crate) use dram::Checker as DramChecker;
pub use dram::{Channel, CpuRequest, Draining, DramRequest};
pub use lookahead::Lookahead;
pub use packet::{DataClass, MemRequest, MemResponse, Served};
pub use parts::{Crossing, Slice, SmPort};
pub use queue::DelayQueue;

use serde::{Deserialize, Serialize};

use crate::attachments::{BankSockets, SliceSockets, Sockets};
use crate::clock::EdgeSet;
use crate::cpu::Cores;
use crate::machine::{IcntSpec, MachineSpec};
use crate::socket::{Announcement, Looks, MemoryController, UnitError};
use crate::stats::{
    CacheStats, CoreStats, DramStats, IcntStats, L2Stats, SharedStats, SourceStats, StatGroup, UnitStats,
};
use crate::types::{DramCycle, IcntCycle, L2Cycle};
use crate::violation::Violation;

use check::{ChannelWatch, SmWatch};
use network::Network;
use packet::HomeRequest;
pub use partition::Now;
use partition::Partition;

/// All state of the memory system but that of the memory controllers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    now: Now,
    requests: Network<HomeRequest>,
    replies: Network<MemResponse>,
    partitions: Vec<Partition>,
    channels: Vec<Channel>,
    /// CPU cores that share the channels.
    cores: Option<Cores>,
    /// Whether the write-backs of earlier requests are done as well.
    drained: bool,
}

impl State {
    /// Requests whose response has not been taken, by SM.
    fn in_flight(&self) -> impl Iterator<Item = u64> + '_ {
        let ends = self.requests.inlets.iter().zip(&self.replies.outlets);
        ends.map(|(requests, replies)| requests.packets - replies.packets)
    }
}

/// Crossbar, L2 and DRAM.
pub struct MemorySystem {
    icnt: IcntSpec,
    map: AddressMap,
    /// Sub-partitions per channel, and ports and banks of each.
    subs: usize,
    ports: usize,
    banks: usize,
    /// There are page walks; the last client of the crossbar makes them.
    walks: bool,
    state: State,
    /// One per channel.
    controllers: Vec<Box<dyn MemoryController>>,
    /// Of each sub-partition, or of none.
    sockets: Vec<SliceSockets>,
    /// Of each bank of L2, or of none.
    bank_sockets: Vec<BankSockets>,
    /// Whether the controllers' sources are told apart in results.
    shared: bool,
    /// One per SM and one per channel, or none at all.
    sm_watches: Vec<SmWatch>,
    channel_watches: Vec<ChannelWatch>,
}

impl MemorySystem {
    /// The memory system of a machine, empty and idle, with the machine's own memory controllers.
    pub fn new(machine: &MachineSpec) -> MemorySystem {
        let own = Draining::of(machine);
        MemorySystem { shared: false, ..MemorySystem::with_controllers(machine, own, None) }
    }

    /// The same with a controller for each channel, and the CPU cores that share the channels with the GPU.
    pub fn with_controllers(
        machine: &MachineSpec,
        controllers: Vec<Box<dyn MemoryController>>,
        cores: Option<Cores>,
    ) -> MemorySystem {
        let channels: Vec<_> = controllers.iter().map(|c| Channel::new(machine, c.as_ref())).collect();
        let walks = machine.mmu.is_some();
        let clients = machine.sm.count as usize + usize::from(walks);
        let lookahead = Lookahead::new(machine);
        let partitions = channels.len() * machine.l2.sub_partitions_per_channel as usize;
        let ports = machine.l2.banks().ports as usize;
        MemorySystem {
            icnt: machine.icnt.clone(),
            map: AddressMap::new(machine),
            subs: machine.l2.sub_partitions_per_channel as usize,
            ports,
            banks: machine.l2.banks().banks as usize,
            walks,
            state: State {
                now: Now { icnt: IcntCycle(0), l2: L2Cycle(0), dram: DramCycle(0) },
                requests: Network::new(&machine.icnt, lookahead.added, clients, partitions * ports),
                replies: Network::new(&machine.icnt, lookahead.added, partitions, clients),
                partitions: (0..partitions).map(|index| Partition::new(machine, &lookahead, index)).collect(),
                channels,
                cores,
                drained: true,
            },
            controllers,
            sockets: Vec::new(),
            bank_sockets: Vec::new(),
            shared: true,
            sm_watches: Vec::new(),
            channel_watches: Vec::new(),
        }
    }

    /// Takes what sits in the sockets of each L2 sub-partition and of each of their banks; none: nothing.
    pub fn attach(&mut self, sockets: Vec<SliceSockets>, banks: Vec<BankSockets>) {
        (self.sockets, self.bank_sockets) = (sockets, banks);
    }

    /// Watches every request and every DRAM command from now on; nothing may be under way.
    pub fn start_checks(&mut self, machine: &MachineSpec) {
        self.sm_watches = (0..self.state.requests.inlets.len()).map(SmWatch::new).collect();
        let channels = 0..self.state.channels.len();
        self.channel_watches = channels.map(|channel| ChannelWatch::new(machine, channel)).collect();
    }

    /// What can run side by side until the next exchange: the ports of the SMs, after them that of the page walker if there is one,
    /// and the slices behind the crossbar.
    pub fn parts(&mut self) -> (impl Iterator<Item = SmPort<'_>>, impl Iterator<Item = Slice<'_>>) {
        let State { now, requests, replies, partitions, channels, cores, drained } = &mut self.state;
        let sms = requests.inlets.iter_mut().zip(&mut replies.outlets);
        let mut watches = self.sm_watches.iter_mut();
        let (icnt, map, ports_each) = (&self.icnt, &self.map, self.ports);
        let ports = sms.map(move |(requests, replies)| SmPort {
            icnt,
            ports: ports_each,
            map,
            requests,
            replies,
            watch: watches.next(),
        });
        // CPU cores use all channels.
        let (now, subs, banks, walks) = (*now, self.subs, self.banks, self.walks);
        let per_slice = if cores.is_some() { channels.len() } else { 1 };
        let mut controllers = self.controllers.chunks_mut(per_slice);
        let mut sockets = self.sockets.chunks_mut(subs * per_slice);
        let mut bank_sockets = self.bank_sockets.chunks_mut(subs * banks * per_slice);
        let mut watches = self.channel_watches.chunks_mut(per_slice);
        let mut cores = cores.as_mut();
        let slices = partitions
            .chunks_mut(subs * per_slice)
            .zip(channels.chunks_mut(per_slice))
            .zip(requests.outlets.chunks_mut(subs * ports_each * per_slice))
            .zip(replies.inlets.chunks_mut(subs * per_slice));
        let slices = slices.map(move |(((partitions, channels), requests), replies)| Slice {
            now,
            resting: *drained,
            subs,
            ports: ports_each,
            banks,
            walks,
            partitions,
            channels,
            controllers: controllers.next().unwrap_or_default(),
            sockets: sockets.next().unwrap_or_default(),
            bank_sockets: bank_sockets.next().unwrap_or_default(),
            cores: cores.take(),
            requests,
            replies,
            watches: watches.next().unwrap_or_default(),
        });
        (ports, slices)
    }

    /// Both directions of the crossbar, for [`Crossing::run`], after all parts have come to the moment `to`. They can run
    /// side by side, but not beside the parts.
    pub fn exchange(&mut self, to: Now) -> [Crossing<'_>; 2] {
        let state = &mut self.state;
        let from = std::mem::replace(&mut state.now, to);
        let waiting = state.in_flight().any(|n| n != 0);
        let rests = state.drained && !waiting;
        state.drained = !waiting
            && state.partitions.iter().all(Partition::idle)
            && state.channels.iter().all(Channel::idle);
        let (from, to) = (if rests { to.icnt } else { from.icnt }, to.icnt);
        [Crossing::Requests(&mut state.requests, from, to), Crossing::Replies(&mut state.replies, from, to)]
    }

    /// The shared TLB says something to all channels.
    pub fn hear(&mut self, announcement: &Announcement) {
        self.controllers.iter_mut().for_each(|controller| controller.hear(announcement));
    }

    /// The moment of the last exchange.
    pub fn now(&self) -> Now {
        self.state.now
    }

    /// Injects a request if there is room for it; returns whether there was.
    pub fn push(&mut self, request: MemRequest) -> bool {
        let now = self.state.now.icnt;
        self.parts().0.nth(request.requester.sm.into()).is_some_and(|mut port| port.push(now, request))
    }

    /// Takes the next response that has arrived at `sm`.
    pub fn pop_response(&mut self, sm: usize) -> Option<MemResponse> {
        let now = self.state.now.icnt;
        self.parts().0.nth(sm)?.pop(now)
    }

    /// Steps the clocks that have an edge, with an exchange at the end.
    pub fn tick(&mut self, edges: EdgeSet) {
        let mut now = self.state.now;
        now.pass(edges);
        self.parts().1.for_each(|mut slice| slice.run([edges]));
        self.exchange(now).iter_mut().for_each(Crossing::run);
    }

    /// Packets, accesses of L2 and commands of DRAM since the GPU was made: it grows while anything moves.
    pub fn movements(&self) -> u64 {
        let (icnt, l2, dram) = self.stats();
        let packets = icnt.request_packets + icnt.reply_packets;
        packets + l2.accesses + l2.fills + dram.activates + dram.read_bursts + dram.write_bursts
    }

    /// Whether no request, response or write-back is under way.
    pub fn idle(&self) -> bool {
        self.state.drained
    }

    /// The first violation that was noticed in passing; cheap enough for every cycle.
    #[inline]
    pub fn noticed(&self) -> Option<&Violation> {
        let sms = self.sm_watches.iter().find_map(SmWatch::violation);
        sms.or_else(|| self.channel_watches.iter().find_map(ChannelWatch::violation))
    }

    /// Looks through all queues, credits and MSHRs.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn audit(&self) -> Result<(), Violation> {
        if let Some(violation) = self.noticed() {
            return Err(violation.clone());
        }
        let State { now, requests, replies, partitions, .. } = &self.state;
        let at =
            |component: String, clock, cycle: u64| move |what| Violation { component, clock, cycle, what };
        requests.audit().map_err(at("request network".into(), "interconnect", now.icnt.0))?;
        replies.audit().map_err(at("reply network".into(), "interconnect", now.icnt.0))?;
        for (index, partition) in partitions.iter().enumerate() {
            for (bank, cache) in partition.caches().enumerate() {
                let name = format!("L2 sub-partition {index}, bank {bank}");
                cache.audit().map_err(at(name, "L2", now.l2.0))?;
            }
        }
        for (sm, (watch, counted)) in self.sm_watches.iter().zip(self.state.in_flight()).enumerate() {
            if watch.under_way() != counted {
                let what = format!("{} requests under way, {counted} counted", watch.under_way());
                return Err(at(format!("SM {sm}"), "interconnect", now.icnt.0)(what));
            }
        }
        // Cores have requests under way at any time.
        let idle = self.idle() && self.state.cores.is_none();
        let mut idle = self.channel_watches.iter().filter(|_| idle);
        idle.find_map(|watch| watch.unmoved(now.dram)).map_or(Ok(()), Err)
    }

    /// [`MemorySystem::audit`] at the end of a kernel, when every request must have been answered.
    ///
    /// # Errors
    /// As for `audit`; the oldest request that is left.
    pub fn audit_end(&self) -> Result<(), Violation> {
        self.audit()?;
        let left = self.sm_watches.iter().find_map(|watch| watch.unanswered(self.state.now.icnt));
        left.map_or(Ok(()), Err)
    }

    /// Whether what is attached is still sound.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(&self) -> Result<(), UnitError> {
        self.controllers.iter().try_for_each(|one| one.check())?;
        self.sockets.iter().try_for_each(Sockets::check)?;
        self.bank_sockets.iter().try_for_each(Sockets::check)
    }

    /// What was counted for each source, summed over the channels; empty if only the machine's own controllers are there.
    pub fn sources(&self) -> Vec<SourceStats> {
        let mut sums = Vec::new();
        for channel in self.state.channels.iter().filter(|_| self.shared) {
            sums.resize(channel.sources().len(), SourceStats::default());
            sums.iter_mut().zip(channel.sources()).for_each(|(sum, source)| *sum = sum.plus(*source));
        }
        sums
    }

    /// Adds what the attached controllers have counted of themselves.
    pub fn count(&self, to: &mut UnitStats) {
        self.controllers.iter().for_each(|one| one.count(to));
        self.sockets.iter().for_each(|sockets| sockets.count(to));
        self.bank_sockets.iter().for_each(|sockets| sockets.count(to));
    }

    /// What each CPU core executes, and what it counted.
    pub fn cores(&self) -> Vec<(&str, CoreStats)> {
        self.state.cores.as_ref().map_or_else(Vec::new, Cores::stats)
    }

    /// What the sub-partitions of L2 counted outside their caches.
    pub fn l2_stats(&self) -> L2Stats {
        self.state.partitions.iter().map(|partition| *partition.stats()).sum()
    }

    /// From now on so many applications share it, and what they do is counted for each.
    pub fn share(&mut self, applications: usize) {
        self.state.partitions.iter_mut().for_each(|partition| partition.share(applications));
        self.state.channels.iter_mut().for_each(|channel| channel.share(applications));
    }

    /// What was counted for one of several applications, summed over the parts.
    pub fn of_application(&self, application: u8) -> SharedStats {
        let partitions = self.state.partitions.iter().map(Partition::of_applications);
        let parts = partitions.chain(self.state.channels.iter().map(Channel::of_applications));
        parts.filter_map(|counted| counted.get(usize::from(application)).copied()).sum()
    }

    /// What has looked for lines in L2, where there are page walks.
    pub fn looks(&self) -> Looks {
        self.state.partitions.iter().map(Partition::looks).fold(Looks::default(), Looks::plus)
    }

    /// The counters of the crossbar, of L2 and of DRAM, each summed over its parts.
    pub fn stats(&self) -> (IcntStats, CacheStats, DramStats) {
        let (request_packets, request_flits) = self.state.requests.traffic();
        let (reply_packets, reply_flits) = self.state.replies.traffic();
        let icnt = IcntStats { request_packets, request_flits, reply_packets, reply_flits };
        let l2 = self.state.partitions.iter().flat_map(Partition::caches).map(|cache| *cache.stats());
        let dram = self.state.channels.iter().map(|channel| *channel.stats());
        (icnt, l2.sum(), dram.sum())
    }
}
