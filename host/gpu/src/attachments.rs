// SPDX-License-Identifier: Apache-2.0
//! What sits in the sockets of a GPU.

use crate::cpu::Workload;
use crate::machine::MachineSpec;
use crate::socket::{
    BlockThrottle, FixedLevels, FrequencyManager, L2Replacement, L2Route, Levels, LoadGate, LoadPath,
    MemoryController, MissRule, Prefetcher, SmScheduler, WarpScheduler,
};

/// The units and policies of one GPU, in the order of the SMs.
pub struct Attachments {
    /// One per SM, or none at all: then every CTA that fits is launched.
    pub throttles: Vec<Box<dyn BlockThrottle>>,
    /// `schedulers` of the machine per SM, SM by SM, or none at all: then they are loose round-robin.
    pub schedulers: Vec<Box<dyn WarpScheduler>>,
    /// One per SM in the place of its `schedulers`, or none at all.
    pub sm_schedulers: Vec<Box<dyn SmScheduler>>,
    /// One per SM, or none at all: then all warps may miss.
    pub miss_rules: Vec<Box<dyn MissRule>>,
    /// One per SM, or none at all.
    pub load_gates: Vec<Box<dyn LoadGate>>,
    /// One per SM, or none at all: then the LD/ST unit tries again what the L1 refuses.
    pub load_paths: Vec<Box<dyn LoadPath>>,
    /// One per SM, or none at all.
    pub prefetchers: Vec<Box<dyn Prefetcher>>,
    /// One per L2 sub-partition, or none at all: then every request goes to the tags.
    pub l2_routes: Vec<Box<dyn L2Route>>,
    /// One per L2 sub-partition, or none at all: then it is LRU.
    pub l2_replacements: Vec<Box<dyn L2Replacement>>,
    pub frequency: Box<dyn FrequencyManager>,
    /// One per DRAM channel, or none at all: then the machine's DRAM scheduler works.
    pub controllers: Vec<Box<dyn MemoryController>>,
    /// What the CPU cores execute; needs controllers.
    pub cpus: Vec<Workload>,
}

impl Attachments {
    /// The baseline: nothing but nominal clocks.
    pub fn baseline() -> Attachments {
        Attachments {
            throttles: Vec::new(),
            schedulers: Vec::new(),
            sm_schedulers: Vec::new(),
            miss_rules: Vec::new(),
            load_gates: Vec::new(),
            load_paths: Vec::new(),
            prefetchers: Vec::new(),
            l2_routes: Vec::new(),
            l2_replacements: Vec::new(),
            frequency: Box::new(FixedLevels(Levels::NOMINAL)),
            controllers: Vec::new(),
            cpus: Vec::new(),
        }
    }

    /// One block throttle from `make` for every SM.
    pub fn set_throttles(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn BlockThrottle>) {
        self.throttles = fill(machine.sm.count as usize, make);
    }

    /// One warp scheduler from `make` for every hardware scheduler.
    pub fn set_schedulers(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn WarpScheduler>) {
        self.schedulers = fill((machine.sm.count * machine.sm.schedulers) as usize, make);
    }

    /// One unit from `make` for every SM, in the place of its warp schedulers.
    pub fn set_sm_schedulers(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn SmScheduler>) {
        self.sm_schedulers = fill(machine.sm.count as usize, make);
    }

    /// One miss rule from `make` for every SM.
    pub fn set_miss_rules(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn MissRule>) {
        self.miss_rules = fill(machine.sm.count as usize, make);
    }

    /// One load path from `make` for every SM.
    pub fn set_load_paths(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn LoadPath>) {
        self.load_paths = fill(machine.sm.count as usize, make);
    }

    /// One load gate from `make` for every SM.
    pub fn set_load_gates(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn LoadGate>) {
        self.load_gates = fill(machine.sm.count as usize, make);
    }

    /// One prefetcher from `make` for every SM.
    pub fn set_prefetchers(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn Prefetcher>) {
        self.prefetchers = fill(machine.sm.count as usize, make);
    }

    /// One route from `make` for every L2 sub-partition.
    pub fn set_l2_routes(&mut self, machine: &MachineSpec, make: impl FnMut() -> Box<dyn L2Route>) {
        self.l2_routes = fill(slices(machine), make);
    }

    /// One replacement policy from `make` for every L2 sub-partition.
    pub fn set_l2_replacements(
        &mut self,
        machine: &MachineSpec,
        make: impl FnMut() -> Box<dyn L2Replacement>,
    ) {
        self.l2_replacements = fill(slices(machine), make);
    }

    /// One memory controller from `make` for every channel.
    pub fn set_controllers(
        &mut self,
        machine: &MachineSpec,
        make: impl FnMut() -> Box<dyn MemoryController>,
    ) {
        self.controllers = fill(machine.dram.channels as usize, make);
    }
}

/// L2 sub-partitions of a machine.
fn slices(machine: &MachineSpec) -> usize {
    (machine.dram.channels * machine.l2.sub_partitions_per_channel) as usize
}

fn fill<T>(n: usize, make: impl FnMut() -> T) -> Vec<T> {
    std::iter::repeat_with(make).take(n).collect()
}
