// SPDX-License-Identifier: Apache-2.0
//! The memory system behind the SMs: crossbar, L2 sub-partitions and DRAM channels. It models time only;
//! data is read and written when an instruction issues.
//!
//! ```text
//! SM -> input buffer -> request network -> ROP delay -> L2 tags -> miss queue -> DRAM delay -> scheduler -> banks
//! SM <- output buffer <- reply network <----------------- L2 <------------------------------- return queue
//! ```
//! Every arrow is a bounded queue: what cannot move holds back what is behind it, up to the SM.

mod address;
mod check;
#[cfg(test)]
mod check_tests;
mod dram;
mod network;
#[cfg(test)]
mod network_tests;
mod packet;
mod partition;
mod queue;
mod saved;

pub use address::{AddressMap, Home, Place};
#[cfg(test)]
pub(crate) use dram::Checker as DramChecker;
pub(crate) use dram::Timing;
pub use dram::{Channel, Command, Controlled, CpuRequest, DramRequest, Scheduled};
pub use packet::{MemKind, MemRequest, MemResponse};
pub use queue::DelayQueue;

use serde::{Deserialize, Serialize};

use crate::clock::EdgeSet;
use crate::cpu::Cores;
use crate::machine::{DramPolicy, IcntSpec, MachineSpec};
use crate::policy::{Fcfs, Frfcfs};
use crate::socket::{DramScheduler, MemoryController, UnitError};
use crate::stats::{BatchStats, CacheStats, CoreStats, DramStats, IcntStats, SourceStats, StatGroup};
use crate::types::{Domain, DramCycle, IcntCycle, L2Cycle};
use crate::violation::Violation;

use check::MemoryCheck;
use network::Network;
use partition::{HomeRequest, Now, Partition};

/// All state of the memory system but that of the DRAM schedulers and controllers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    now: Now,
    requests: Network<HomeRequest>,
    replies: Network<MemResponse>,
    partitions: Vec<Partition>,
    channels: Vec<Channel>,
    /// CPU cores that share the channels.
    cores: Option<Cores>,
    /// Requests whose response has not been taken.
    in_flight: u64,
    /// Whether the write-backs of earlier requests are done as well.
    drained: bool,
}

/// Crossbar, L2 and DRAM.
pub struct MemorySystem {
    icnt: IcntSpec,
    map: AddressMap,
    sub_bits: u32,
    state: State,
    /// One per channel, or none because the channels have controllers.
    schedulers: Vec<Box<dyn DramScheduler>>,
    controllers: Vec<Box<dyn MemoryController>>,
    check: Option<Box<MemoryCheck>>,
}

impl MemorySystem {
    /// The memory system of a machine, empty and idle, with the DRAM scheduler that the machine names.
    pub fn new(machine: &MachineSpec) -> MemorySystem {
        let scheduler: fn() -> Box<dyn DramScheduler> = match machine.dram.scheduler {
            DramPolicy::Frfcfs => || Box::new(Frfcfs),
            DramPolicy::Fcfs => || Box::new(Fcfs),
        };
        MemorySystem::with_schedulers(machine, scheduler)
    }

    /// The same with a scheduler from `make` in every channel.
    pub fn with_schedulers(
        machine: &MachineSpec,
        make: impl FnMut() -> Box<dyn DramScheduler>,
    ) -> MemorySystem {
        let channel = || Channel::Scheduled(Box::new(Scheduled::new(machine)));
        let channels = machine.dram.channels as usize;
        MemorySystem {
            schedulers: std::iter::repeat_with(make).take(channels).collect(),
            ..MemorySystem::with_channels(
                machine,
                std::iter::repeat_with(channel).take(channels).collect(),
                None,
            )
        }
    }

    /// The memory system of a machine, empty and idle, with a memory controller for each channel, and the CPU cores
    /// that share them with the GPU.
    pub fn with_controllers(
        machine: &MachineSpec,
        controllers: Vec<Box<dyn MemoryController>>,
        cores: Option<Cores>,
    ) -> MemorySystem {
        let shapes = controllers.iter().map(|c| c.shape());
        let channels =
            shapes.map(|shape| Channel::Controlled(Box::new(Controlled::new(machine, shape)))).collect();
        MemorySystem { controllers, ..MemorySystem::with_channels(machine, channels, cores) }
    }

    fn with_channels(machine: &MachineSpec, channels: Vec<Channel>, cores: Option<Cores>) -> MemorySystem {
        let sms = machine.sm.count as usize;
        let partitions = channels.len() * machine.l2.sub_partitions_per_channel as usize;
        MemorySystem {
            icnt: machine.icnt.clone(),
            map: AddressMap::new(machine),
            sub_bits: machine.l2.sub_partitions_per_channel.ilog2(),
            state: State {
                now: Now { icnt: IcntCycle(0), l2: L2Cycle(0), dram: DramCycle(0) },
                requests: Network::new(&machine.icnt, sms, partitions),
                replies: Network::new(&machine.icnt, partitions, sms),
                partitions: (0..partitions).map(|index| Partition::new(machine, index)).collect(),
                channels,
                cores,
                in_flight: 0,
                drained: true,
            },
            schedulers: Vec::new(),
            controllers: Vec::new(),
            check: None,
        }
    }

    /// Watches every request and every DRAM command from now on; nothing may be under way.
    pub fn start_checks(&mut self, machine: &MachineSpec) {
        self.check = Some(Box::new(MemoryCheck::new(machine)));
    }

    /// Whether the injection port of `request.sm` has room for the request's flits.
    #[inline]
    pub fn can_accept(&self, request: &MemRequest) -> bool {
        self.state.requests.can_accept(usize::from(request.sm), request.request_flits(&self.icnt))
    }

    /// Injects a request; [`MemorySystem::can_accept`] must hold.
    pub fn push(&mut self, request: MemRequest) {
        let home = self.map.home(request.line);
        let flits = request.request_flits(&self.icnt);
        let packet = HomeRequest { request, local: home.local };
        if let Some(check) = &mut self.check {
            check.sent(self.state.now.icnt, &request);
        }
        self.state.requests.push(usize::from(request.sm), home.partition, flits, packet);
        self.state.in_flight += 1;
        self.state.drained = false;
    }

    /// Takes the next response that has arrived at `sm`. Responses arrive at one flit per interconnect cycle.
    #[inline]
    pub fn pop_response(&mut self, sm: usize) -> Option<MemResponse> {
        let response = self.state.replies.pop(sm, self.state.now.icnt)?;
        if let Some(check) = &mut self.check {
            // A response that nobody waits for is kept back: the violation ends the run.
            if !check.answered(self.state.now.icnt, sm, &response) {
                return None;
            }
        }
        self.state.in_flight -= 1;
        Some(response)
    }

    /// Steps the clocks that have an edge.
    #[inline]
    pub fn tick(&mut self, edges: EdgeSet) {
        let now = &mut self.state.now;
        now.icnt.0 += u64::from(edges.has(Domain::Icnt));
        now.l2.0 += u64::from(edges.has(Domain::L2));
        now.dram.0 += u64::from(edges.has(Domain::Dram));
        if !self.state.drained {
            self.step(edges);
        } else if edges.has(Domain::Dram) && !self.controllers.is_empty() {
            // Controllers count time, and cores never rest.
            self.step_dram();
        }
    }

    fn step(&mut self, edges: EdgeSet) {
        let state = &mut self.state;
        let now = state.now;
        if edges.has(Domain::Icnt) {
            state.requests.tick(now.icnt);
            state.replies.tick(now.icnt);
        }
        if edges.has(Domain::L2) {
            self.step_l2();
        }
        if edges.has(Domain::Dram) {
            self.step_dram();
        }
        let state = &mut self.state;
        if state.in_flight == 0 {
            state.drained =
                state.partitions.iter().all(Partition::idle) && state.channels.iter().all(Channel::idle);
        }
    }

    fn step_dram(&mut self) {
        let State { now, channels, cores, .. } = &mut self.state;
        let now = now.dram;
        if let Some(cores) = cores {
            cores.step(now, channels, |channel, request| {
                if let Some(check) = &mut self.check {
                    check.entered_from_cpu(channel, request);
                }
            });
        }
        let retired = cores.as_ref().map_or(&[][..], Cores::retired);
        for (index, channel) in channels.iter_mut().enumerate() {
            let command = match channel {
                Channel::Scheduled(c) => c.tick(now, self.schedulers[index].as_mut()),
                Channel::Controlled(c) => c.tick(now, self.controllers[index].as_mut(), retired),
            };
            if let (Some(check), Some(command)) = (&mut self.check, command) {
                check.command(now, index, command);
            }
        }
    }

    fn step_l2(&mut self) {
        let State { now, requests, replies, partitions, channels, .. } = &mut self.state;
        for (index, channel) in channels.iter_mut().enumerate() {
            let entered = channel.tick_l2(now.l2, now.dram);
            if let (Some(check), Some(request)) = (&mut self.check, entered) {
                check.entered(index, &request);
            }
        }
        // The sub-partitions of a channel take turns at its port.
        let rotation = now.l2.0 as usize & ((1 << self.sub_bits) - 1);
        for i in 0..partitions.len() {
            let index = i ^ rotation;
            partitions[index].tick(*now, requests, replies, &mut channels[index >> self.sub_bits]);
        }
    }

    /// Whether no request, response or write-back is under way.
    pub fn idle(&self) -> bool {
        self.state.drained
    }

    /// The first violation that was noticed in passing; cheap enough for every cycle.
    #[inline]
    pub fn noticed(&self) -> Option<&Violation> {
        self.check.as_ref()?.violation()
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
            partition.cache().audit().map_err(at(format!("L2 sub-partition {index}"), "L2", now.l2.0))?;
        }
        let Some(check) = &self.check else { return Ok(()) };
        if check.under_way() != self.state.in_flight {
            let what = format!("{} requests under way, {} counted", check.under_way(), self.state.in_flight);
            return Err(at("memory system".into(), "interconnect", now.icnt.0)(what));
        }
        // Cores have requests under way at any time.
        let idle = self.idle() && self.state.cores.is_none();
        let unmoved = if idle { check.unmoved(now.dram) } else { None };
        unmoved.map_or(Ok(()), Err)
    }

    /// [`MemorySystem::audit`] at the end of a kernel, when every request must have been answered.
    ///
    /// # Errors
    /// As for `audit`; the oldest request that is left.
    pub fn audit_end(&self) -> Result<(), Violation> {
        self.audit()?;
        let left = self.check.as_ref().and_then(|check| check.unanswered(self.state.now.icnt));
        left.map_or(Ok(()), Err)
    }

    /// Whether the attached controllers are still sound.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check_controllers(&self) -> Result<(), UnitError> {
        self.controllers.iter().try_for_each(|controller| controller.check())
    }

    /// What the controllers counted for each source, summed over the channels; empty without controllers.
    pub fn sources(&self) -> Vec<SourceStats> {
        let mut sums = Vec::new();
        for channel in &self.state.channels {
            let Channel::Controlled(channel) = channel else { continue };
            sums.resize(channel.sources().len(), SourceStats::default());
            sums.iter_mut().zip(channel.sources()).for_each(|(sum, source)| *sum = sum.plus(*source));
        }
        sums
    }

    /// The batches of all controllers.
    pub fn batches(&self) -> BatchStats {
        self.controllers.iter().map(|controller| controller.batches()).sum()
    }

    /// What each CPU core executes, and what it counted.
    pub fn cores(&self) -> Vec<(&str, CoreStats)> {
        self.state.cores.as_ref().map_or_else(Vec::new, Cores::stats)
    }

    /// The counters of the crossbar, of L2 and of DRAM, each summed over its parts.
    pub fn stats(&self) -> (IcntStats, CacheStats, DramStats) {
        let (request_packets, request_flits) = self.state.requests.traffic();
        let (reply_packets, reply_flits) = self.state.replies.traffic();
        let icnt = IcntStats { request_packets, request_flits, reply_packets, reply_flits };
        let l2 = self.state.partitions.iter().map(|p| *p.cache().stats());
        let dram = self.state.channels.iter().map(|c| *c.stats());
        (icnt, l2.sum(), dram.sum())
    }
}
