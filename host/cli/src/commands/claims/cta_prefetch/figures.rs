// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run, with the metrics of specification section 8.4.

use crate::result::ResultFile;
use crate::summary::{dram_bus, dram_bytes, issued, ratio};
use serde::Serialize;
use warpsmith_gpu::stats::{IssueStats, PrefetchStats};
use warpsmith_gpu::unit::cta_prefetch::CtaPrefetchStats;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// CTAs of the largest grid.
    pub ctas: u64,
    /// Of the first kernel: warps of a CTA, CTAs at a time on an SM.
    pub warps: u32,
    pub concurrent: u32,
    /// SM cycles.
    pub cycles: f64,
    /// Prefetches sent / lines that loads demanded.
    pub coverage: f64,
    /// Share of the prefetched lines that a demand used, whether it came before or after the line; none were prefetched: nothing.
    pub accuracy: Option<f64>,
    /// The same with prefetches that were not sent, because the line was there or on its way, counted as prefetched and used.
    pub right: Option<f64>,
    /// Share of the demanded lines that were neither in the L1 nor on their way.
    pub miss_ratio: f64,
    /// Share of the prefetched lines that left the L1 before a demand.
    pub early: f64,
    /// Share of the lines that a demand used for which it had to wait.
    pub late: f64,
    /// SM cycles from a prefetch to its demand, those whose line was there in time.
    pub distance: Option<f64>,
    /// Cycles without issue, by cause.
    pub stalls: Stalls,
    /// Loads with a stride that an SM's engine found, mean over kernels.
    pub striding_loads: f64,
    /// Loads that were compared with their prediction, and the share of them that differed.
    pub verifications: u64,
    pub mispredicted: f64,
    /// Bytes.
    pub dram_bytes: f64,
    /// Share of DRAM cycles, over all channels, in which the data bus carried data.
    pub dram_bus: f64,
    /// Share of active SM cycles in which an instruction issued.
    pub issued: f64,
}

/// Cycles without issue of all SMs, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Stalls {
    pub raw: f64,
    pub control: f64,
    pub structural: f64,
}

impl Stalls {
    pub fn total(&self) -> f64 {
        self.raw + self.control + self.structural
    }
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let machine = &file.spec.configuration.machine;
        let prefetch = total.units.of::<PrefetchStats>().unwrap_or_default();
        let issue = total.units.of::<IssueStats>().unwrap_or_default();
        let unit = total.units.of::<CtaPrefetchStats>().unwrap_or_default();
        let of = |part: u64, all: u64| ratio(part as f64, all as f64);
        let used = prefetch.useful + prefetch.late;
        let kernels = &file.statistics.kernels;
        let ctas = || kernels.iter().map(|kernel| kernel.grid.iter().map(|n| u64::from(*n)).product::<u64>());
        // Each SM that gets a CTA of a kernel finds the strides anew.
        let searches: u64 = ctas().map(|ctas| ctas.min(machine.sm.count.into())).sum();
        let first = kernels.first().map(|kernel| kernel.occupancy);
        Figures {
            ctas: ctas().max().unwrap_or_default(),
            warps: first.map_or(0, |first| first.warps_per_cta),
            concurrent: first.map_or(0, |first| first.ctas_per_sm),
            cycles: total.time.sm_cycles as f64,
            coverage: of(prefetch.issued, prefetch.demands),
            accuracy: (prefetch.issued > 0).then(|| of(used, prefetch.issued)),
            right: (prefetch.issued + prefetch.dropped > 0)
                .then(|| of(used + prefetch.dropped, prefetch.issued + prefetch.dropped)),
            miss_ratio: of(prefetch.demands_missed, prefetch.demands),
            early: of(prefetch.early_evicted, prefetch.issued),
            late: of(prefetch.late, used),
            distance: (prefetch.useful > 0).then(|| of(prefetch.useful_distance, prefetch.useful)),
            stalls: Stalls {
                raw: issue.raw as f64,
                control: issue.control as f64,
                structural: issue.structural as f64,
            },
            striding_loads: of(unit.strides, searches),
            verifications: unit.verifications,
            mispredicted: of(unit.mispredictions, unit.verifications),
            dram_bytes: dram_bytes(total),
            dram_bus: dram_bus(total, machine),
            issued: issued(total, machine),
        }
    }
}
