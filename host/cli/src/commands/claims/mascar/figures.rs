// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run.

use crate::result::ResultFile;
use crate::summary::{dram_bus, dram_bytes, ratio};
use serde::Serialize;
use warpsmith_gpu::unit::mascar::MascarStats;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Seconds.
    pub time: f64,
    /// Joules.
    pub energy: f64,
    /// Joules that only follow the run time: leakage, standby, clock of active SMs.
    pub energy_of_time: f64,
    /// Warp instructions per L1 miss.
    pub instructions_per_miss: f64,
    /// Lines per load, store or atomic.
    pub lines_per_access: f64,
    /// Hits of L1 accesses.
    pub hit_rate: f64,
    /// Share of active cycles in which the oldest memory instruction could not move.
    pub lsu_stall: f64,
    /// Share of samples with a reusable line behind a blocked instruction and no warp that issued.
    pub reuse_blocked: f64,
    /// Share of active cycles in memory access priority.
    pub memory_priority: f64,
    /// Bytes.
    pub dram_bytes: f64,
    /// Share of lines whose DRAM row was open.
    pub row_hits: f64,
    /// Share of DRAM cycles, over all channels, in which the data bus carried data.
    pub dram_bus: f64,
    /// Share of DRAM cycles, over all channels, in which a channel held a request.
    pub dram_busy: f64,
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let channels = file.spec.configuration.machine.dram.channels;
        let c = &total.counters;
        let of = |part: u64, all: u64| ratio(part as f64, all as f64);
        let e = &total.energy;
        let mascar = total.units.of::<MascarStats>().unwrap_or_default();
        let dram_cycles = total.time.dram_cycles * u64::from(channels);
        Figures {
            time: total.time.seconds,
            energy: e.total(),
            energy_of_time: e.leakage + e.standby + e.sm_clock,
            instructions_per_miss: c.sm.warp_instructions as f64 / c.l1.misses.max(1) as f64,
            lines_per_access: of(c.sm.transactions, c.sm.loads + c.sm.stores + c.sm.atomics),
            hit_rate: of(c.l1.hits, c.l1.accesses),
            lsu_stall: of(c.sm.lsu_stall_cycles, c.sm.active_cycles),
            reuse_blocked: of(c.sm.sampled_reuse_blocked, c.sm.samples),
            memory_priority: of(mascar.memory_priority_cycles, c.sm.active_cycles),
            dram_bytes: dram_bytes(total),
            row_hits: of(c.dram.row_hits, c.dram.row_hits + c.dram.row_misses + c.dram.row_conflicts),
            dram_bus: dram_bus(total, &file.spec.configuration.machine),
            dram_busy: of(c.dram.busy_cycles, dram_cycles),
        }
    }
}
