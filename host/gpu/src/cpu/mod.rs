// SPDX-License-Identifier: Apache-2.0
//! CPU cores that share the DRAM with the GPU (specification of SMS, section 8.2).
//!
//! A core executes `width` instructions a cycle until a miss of its last-level cache is `window` instructions old.
//! What it misses comes from a proxy of a SPEC benchmark or from a trace. The way between core and controller takes
//! no time of its own.

mod benchmark;
mod core;
mod proxy;
mod trace;

pub use benchmark::{Benchmark, Intensity, BENCHMARKS};
pub use trace::Trace;

use serde::{Deserialize, Serialize};

use self::core::Core;
use crate::machine::{CpuSpec, MachineSpec};
use crate::mem::{AddressMap, Channel, CpuRequest, Place};
use crate::stats::CoreStats;
use crate::types::{DramCycle, Line, LINE_BYTES};

/// What a core executes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Workload {
    /// The proxy of a benchmark.
    Proxy(Benchmark),
    Trace(Trace),
}

impl Workload {
    /// The benchmark, or the file name of the trace.
    pub fn name(&self) -> &str {
        match self {
            Workload::Proxy(benchmark) => &benchmark.name,
            Workload::Trace(trace) => trace.name(),
        }
    }
}

/// A burst in DRAM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Target {
    channel: u8,
    place: Place,
    /// In bursts from the start of the row.
    column: u16,
}

/// The DRAM that the cores see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Geometry {
    map: AddressMap,
    channels: u32,
    banks: u32,
    rows: u32,
    /// Bursts of a row.
    columns: u32,
    burst_bytes: u64,
    bursts_per_line: u64,
    sub_bits: u32,
}

impl Geometry {
    fn new(machine: &MachineSpec, rows: u32) -> Geometry {
        let dram = &machine.dram;
        Geometry {
            map: AddressMap::new(machine),
            channels: dram.channels,
            banks: dram.banks,
            rows,
            columns: dram.row_bytes / dram.burst_bytes(),
            burst_bytes: dram.burst_bytes().into(),
            bursts_per_line: dram.bursts_per_line().into(),
            sub_bits: machine.l2.sub_partitions_per_channel.ilog2(),
        }
    }

    /// Bytes of all channels.
    fn bytes(&self) -> u64 {
        [self.channels, self.banks, self.rows, self.columns].map(u64::from).iter().product::<u64>()
            * self.burst_bytes
    }

    /// Where a physical address lies; addresses beyond the last row wrap.
    fn target(&self, address: u64) -> Target {
        let home = self.map.home(Line(address / LINE_BYTES));
        let mut place = self.map.place(home.partition, home.local);
        place.row &= self.rows - 1;
        let burst = address / self.burst_bytes % self.bursts_per_line;
        Target {
            channel: (home.partition >> self.sub_bits) as u8,
            place,
            column: (u64::from(self.map.column(home.local).0) * self.bursts_per_line + burst) as u16,
        }
    }
}

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

    /// One DRAM cycle: takes what the channels have finished, and sends what misses. `sent` sees every request.
    pub fn step(
        &mut self,
        now: DramCycle,
        channels: &mut [Channel],
        mut sent: impl FnMut(usize, &CpuRequest),
    ) {
        for channel in channels.iter_mut().filter_map(Channel::controlled) {
            for (core, token) in channel.take_finished() {
                self.cores[usize::from(core)].finished(token);
            }
        }
        self.cycles += 1;
        for (index, core) in self.cores.iter_mut().enumerate() {
            core.step(|target, write, token| {
                let Target { channel, place, column } = target;
                let request = CpuRequest { place, column, write, token, arrival: now };
                let channel = usize::from(channel);
                sent(channel, &request);
                if let Some(channel) = channels[channel].controlled() {
                    channel.push_cpu(index, request);
                }
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
