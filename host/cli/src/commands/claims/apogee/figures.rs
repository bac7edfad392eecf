// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run, with the metrics of specification section 8.4.

use crate::result::ResultFile;
use crate::summary::{dram_bus, dram_bytes, issued, ratio};
use serde::Serialize;
use warpsmith_gpu::stats::PrefetchStats;
use warpsmith_gpu::unit::apogee::ApogeeStats;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Joules that the SMs took: leakage of the chip, and what their instructions and clocks cost. Crossbar, L2 and DRAM are left out, as in
    /// the dissertation (section 5.4.3).
    pub sm_energy: f64,
    /// SM cycles.
    pub cycles: f64,
    /// Share of the lines that loads demanded that were neither in the L1 nor on their way.
    pub miss_ratio: f64,
    /// Lines that the L1s asked for, for a load or a prefetch.
    pub requests: f64,
    /// Share of the prefetched lines that a demand used, whether it came before or after the line; none were prefetched: nothing.
    pub accuracy: Option<f64>,
    /// Share of the prefetched lines that left the L1 before a demand.
    pub early: Option<f64>,
    /// Share of the lines that a demand used for which it had to wait.
    pub late: Option<f64>,
    /// Bytes.
    pub dram_bytes: f64,
    /// Share of DRAM cycles, over all channels, in which the data bus carried data.
    pub dram_bus: f64,
    /// Share of active SM cycles in which an instruction issued.
    pub issued: f64,
    /// Share of the loads that the unit could not look at.
    pub missed_loads: f64,
    /// Triggers that fired, and those that moved.
    pub triggers: u64,
    pub trigger_moves: u64,
    /// Entries lost to others.
    pub evictions: u64,
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let machine = &file.spec.configuration.machine;
        let prefetch = total.units.of::<PrefetchStats>().unwrap_or_default();
        let unit = total.units.of::<ApogeeStats>().unwrap_or_default();
        let of = |part: u64, all: u64| ratio(part as f64, all as f64);
        let used = prefetch.useful + prefetch.late;
        let prefetched = |part| (prefetch.issued > 0).then(|| of(part, prefetch.issued));
        Figures {
            sm_energy: total.energy.leakage + total.energy.sm_domain(),
            cycles: total.time.sm_cycles as f64,
            miss_ratio: of(prefetch.demands_missed, prefetch.demands),
            requests: (total.counters.l1.misses + prefetch.issued) as f64,
            accuracy: prefetched(used),
            early: prefetched(prefetch.early_evicted),
            late: (used > 0).then(|| of(prefetch.late, used)),
            dram_bytes: dram_bytes(total),
            dram_bus: dram_bus(total, machine),
            issued: issued(total, machine),
            missed_loads: of(unit.missed_loads, unit.loads),
            triggers: unit.triggers,
            trigger_moves: unit.trigger_moves,
            evictions: unit.evictions,
        }
    }
}
