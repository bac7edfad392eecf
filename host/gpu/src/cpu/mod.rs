// SPDX-License-Identifier: Apache-2.0
//! CPU cores that share the DRAM with the GPU (specification of SMS, section 8.2).
//!
//! A core executes `width` instructions a cycle until a miss of its last-level cache is `window` instructions old.
//! What it misses comes from a proxy of a SPEC benchmark or from a trace. The way between core and controller takes
//! no time of its own.

mod benchmark;
mod core;
mod geometry;
mod miss;
mod proxy;
mod trace;
mod workload;

pub use benchmark::{Benchmark, Intensity, BENCHMARKS};
pub use trace::Trace;
pub use workload::Workload;

use serde::{Deserialize, Serialize};

use self::core::Core;
use self::geometry::{Geometry, Target};
use crate::machine::{CpuSpec, MachineSpec};
use crate::mem::dram::CpuRequest;
use crate::stats::CoreStats;
use crate::types::DramCycle;

/// Rows of a bank that the cores use at most: as many as the specification's row numbers have (section 4, `row_bits`).
pub const ROWS: u32 = 1 << 15;

/// All cores of a machine that execute something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cores {
    cores: Vec<Core>,
    /// By source: instructions executed.
    retired: Vec<u64>,
    /// CPU cycles of a DRAM cycle.
    ratio: u64,
    /// DRAM cycles so far.
    cycles: u64,
}

impl Cores {
    /// One core for each workload, of at most `spec.cores`; `rows` is what the controllers take. Equal arguments
    /// give equal misses.
    pub fn new(machine: &MachineSpec, spec: &CpuSpec, rows: u32, workloads: Vec<Workload>) -> Cores {
        let geometry = Geometry::new(machine, rows);
        let ratio = u64::from(spec.mhz / machine.clock.dram_mhz);
        Cores {
            retired: vec![0; spec.cores as usize],
            cores: workloads
                .into_iter()
                .zip(0..)
                .map(|(workload, index)| Core::new(spec, ratio, index, workload, geometry.clone()))
                .collect(),
            ratio,
            cycles: 0,
        }
    }

    /// The data of a read of `core` has come, or (without a token) that of a write has gone.
    pub fn finished(&mut self, core: u8, token: Option<u32>) {
        self.cores[usize::from(core)].finished(token);
    }

    /// One DRAM cycle: what misses is sent to a channel, from a core.
    pub fn step(&mut self, now: DramCycle, mut send: impl FnMut(usize, usize, CpuRequest)) {
        self.cycles += 1;
        for (index, core) in self.cores.iter_mut().enumerate() {
            core.step(|target, write, token| {
                let Target { channel, place, column } = target;
                send(channel.into(), index, CpuRequest { place, column, write, token, arrival: now });
            });
            self.retired[index] = core.instructions();
        }
    }

    /// Instructions that each core of the machine has executed.
    pub fn retired(&self) -> &[u64] {
        &self.retired
    }

    /// What each core executes, and what it counted so far.
    pub fn stats(&self) -> Vec<(&str, CoreStats)> {
        let cycles = self.cycles * self.ratio;
        self.cores.iter().map(|core| (core.name(), CoreStats { cycles, ..core.stats() })).collect()
    }
}
