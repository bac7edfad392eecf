// SPDX-License-Identifier: Apache-2.0
//! Time, frequency residency and energy.

use super::declare::statistics;
use crate::clock::ClockTree;
use crate::types::{Domain, Group, Level};

statistics! {
    /// Read from the clock tree.
    TimeStats {
        seconds: f64, "s", "simulated time";
        sm_cycles: u64, "SM cycles", "edges of the SM clock";
        icnt_cycles: u64, "interconnect cycles", "edges of the interconnect clock";
        l2_cycles: u64, "L2 cycles", "edges of the L2 clock";
        dram_cycles: u64, "DRAM cycles", "edges of the DRAM command clock";
        sm_low_seconds: f64, "s", "time that the SM domain spent at LOW";
        sm_nominal_seconds: f64, "s", "time that the SM domain spent at NOMINAL";
        sm_high_seconds: f64, "s", "time that the SM domain spent at HIGH";
        memory_low_seconds: f64, "s", "time that the memory domain spent at LOW";
        memory_nominal_seconds: f64, "s", "time that the memory domain spent at NOMINAL";
        memory_high_seconds: f64, "s", "time that the memory domain spent at HIGH";
    }
}

impl TimeStats {
    /// The time statistics since the start of `clocks`.
    pub fn of(clocks: &ClockTree) -> TimeStats {
        let at = |group, level: Level| clocks.seconds(clocks.residency(group)[level as usize]);
        TimeStats {
            seconds: clocks.seconds(clocks.now()),
            sm_cycles: clocks.cycles(Domain::Sm),
            icnt_cycles: clocks.cycles(Domain::Icnt),
            l2_cycles: clocks.cycles(Domain::L2),
            dram_cycles: clocks.cycles(Domain::Dram),
            sm_low_seconds: at(Group::Sm, Level::Low),
            sm_nominal_seconds: at(Group::Sm, Level::Nominal),
            sm_high_seconds: at(Group::Sm, Level::High),
            memory_low_seconds: at(Group::Memory, Level::Low),
            memory_nominal_seconds: at(Group::Memory, Level::Nominal),
            memory_high_seconds: at(Group::Memory, Level::High),
        }
    }
}

statistics! {
    /// Accumulated by `EnergyMeter`.
    EnergyStats {
        leakage: f64, "J", "leakage of the chip";
        sm_clock: f64, "J", "active cycles of SMs: clock tree, fetch, schedulers";
        issue: f64, "J", "issue of warp instructions";
        register_file: f64, "J", "register-file accesses";
        alu: f64, "J", "integer and floating-point units";
        sfu: f64, "J", "special-function units";
        l1_shared: f64, "J", "L1, texture cache, shared memory and constant cache";
        noc: f64, "J", "flits through the crossbar";
        l2: f64, "J", "accesses, fills and write-backs of L2";
        dram_activate: f64, "J", "DRAM row activations and precharges";
        dram_read: f64, "J", "DRAM column reads";
        dram_write: f64, "J", "DRAM column writes";
        standby: f64, "J", "standby of the memory domain";
    }
}

impl EnergyStats {
    /// All components together, in joules.
    pub fn total(&self) -> f64 {
        self.leakage + self.sm_domain() + self.memory_domain()
    }

    /// The components that scale with the SM domain's voltage, in joules.
    pub fn sm_domain(&self) -> f64 {
        self.sm_clock + self.issue + self.register_file + self.alu + self.sfu + self.l1_shared
    }

    /// The components that scale with the memory domain's voltage, in joules.
    pub fn memory_domain(&self) -> f64 {
        self.noc + self.l2 + self.dram_activate + self.dram_read + self.dram_write + self.standby
    }
}
