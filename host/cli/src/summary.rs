// SPDX-License-Identifier: Apache-2.0
//! What comparisons need of one result file.

use crate::result::ResultFile;
use crate::speedup::Speedups;
use serde::Serialize;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::{Stats, TimeStats};

/// Indices into shares by level.
pub const LOW: usize = 0;
pub const NOMINAL: usize = 1;
pub const HIGH: usize = 2;

/// The figures of one complete run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// File name of the program.
    pub program: String,
    pub args: Vec<String>,
    /// Content of the program, SHA-256.
    pub sha256: String,
    /// Simulated time, seconds.
    pub time: f64,
    /// SM cycles.
    pub sm_cycles: u64,
    /// Energy, joules.
    pub energy: f64,
    /// Warp instructions per SM cycle, all SMs together.
    pub ipc: f64,
    /// Share of L1 accesses that miss; an access to a line under way is no miss. 0 without accesses.
    pub l1_miss_rate: f64,
    /// DRAM bytes per second, reads and writes.
    pub dram_bandwidth: f64,
    /// CTAs that run on an SM, mean over SMs and samples.
    pub mean_ctas: f64,
    /// Share of time of the SM domain at LOW, NOMINAL, HIGH.
    pub sm_share: [f64; 3],
    /// The same of the memory domain.
    pub memory_share: [f64; 3],
    /// Share of the block throttle's votes for more memory bandwidth; 0 without votes.
    pub mem_votes: f64,
    /// CTAs that run on an SM, mean over SMs, one value a sample.
    pub ctas: Vec<f64>,
    /// Target number of CTAs, mean over SMs, one value a sample.
    pub num_blocks: Vec<f64>,
    /// What sharing the memory costs cores and GPU, if each was run alone too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sharing: Option<Speedups>,
}

impl Summary {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Summary {
        let statistics = &file.statistics;
        let s = &statistics.total;
        let t = &s.time;
        let samples = || statistics.kernels.iter().flat_map(|k| &k.timeline);
        let ctas: Vec<f64> = samples().map(|sample| sample.running_ctas).collect();
        let (sm_share, memory_share) = Summary::level_shares(t);
        let dram = &s.counters.dram;
        let program = file.spec.program.clone();
        Summary {
            program: program.name,
            args: program.args,
            sha256: program.sha256,
            time: t.seconds,
            sm_cycles: t.sm_cycles,
            energy: s.energy.total(),
            ipc: ipc(s),
            l1_miss_rate: l1_miss_rate(s),
            dram_bandwidth: ratio((dram.read_bytes + dram.write_bytes) as f64, t.seconds),
            mean_ctas: ratio(ctas.iter().sum(), ctas.len() as f64),
            sm_share,
            memory_share,
            mem_votes: mem_votes(samples().map(|sample| sample.votes)),
            ctas,
            num_blocks: samples().map(|sample| sample.num_blocks).collect(),
            sharing: statistics.speedups(),
        }
    }

    /// Shares of time at LOW, NOMINAL, HIGH of the SM domain and of the memory domain.
    pub fn level_shares(t: &TimeStats) -> ([f64; 3], [f64; 3]) {
        let share = |seconds: [f64; 3]| seconds.map(|s| ratio(s, t.seconds));
        (
            share([t.sm_low_seconds, t.sm_nominal_seconds, t.sm_high_seconds]),
            share([t.memory_low_seconds, t.memory_nominal_seconds, t.memory_high_seconds]),
        )
    }
}

/// Warp instructions per SM cycle, all SMs together.
pub fn ipc(s: &Stats) -> f64 {
    ratio(s.counters.sm.warp_instructions as f64, s.time.sm_cycles as f64)
}

/// L1 misses per access.
pub fn l1_miss_rate(s: &Stats) -> f64 {
    ratio(s.counters.l1.misses as f64, s.counters.l1.accesses as f64)
}

/// Bytes that DRAM read and wrote.
pub fn dram_bytes(s: &Stats) -> f64 {
    (s.counters.dram.read_bytes + s.counters.dram.write_bytes) as f64
}

/// Share of DRAM cycles, over all channels, in which the data bus carried data.
pub fn dram_bus(s: &Stats, machine: &MachineSpec) -> f64 {
    let cycles = s.time.dram_cycles * u64::from(machine.dram.channels);
    ratio(s.counters.dram.data_cycles as f64, cycles as f64)
}

/// Issue slots of active SM cycles in which an instruction issued.
pub fn issued(s: &Stats, machine: &MachineSpec) -> f64 {
    let slots = s.counters.sm.active_cycles * u64::from(machine.sm.schedulers);
    ratio(s.counters.sm.slots_used as f64, slots as f64)
}

/// Share of the votes NONE, COMP, MEM that are MEM.
fn mem_votes(samples: impl Iterator<Item = [u32; 3]>) -> f64 {
    let sum = samples.fold([0.0; 3], |sum, v| std::array::from_fn(|i| sum[i] + f64::from(v[i])));
    ratio(sum[2], sum.iter().sum())
}

/// `a / b`, 0 where there is nothing to divide by.
pub fn ratio(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        0.0
    } else {
        a / b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_votes_is_over_all_samples() {
        assert_eq!(mem_votes([[1, 2, 3], [0, 0, 6]].into_iter()), 0.75);
        assert_eq!(mem_votes([[0; 3]].into_iter()), 0.0);
    }
}
