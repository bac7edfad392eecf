// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run, with the metrics of specification section 8.4.

use crate::result::ResultFile;
use crate::summary::{dram_bus, ipc, issued, ratio};
use serde::Serialize;
use warpsmith_gpu::unit::medic::MedicStats;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Warp instructions in an SM cycle, all SMs, of each launch.
    pub ipc: Vec<f64>,
    /// The same of the whole run, and its SM cycles.
    pub total_ipc: f64,
    pub cycles: f64,
    /// Joules.
    pub energy: f64,
    /// Warps classified, and the shares of all hit, mostly hit, balanced, mostly miss, all miss among them.
    pub classified: u64,
    pub types: [f64; 5],
    /// Share of the warps classified again that had the same type; and how many.
    pub kept: Option<f64>,
    pub reclassified: u64,
    /// L2 cycles that a request waited in front of the tags.
    pub queue_latency: f64,
    /// Requests that looked up L2, that went past it, and lines that DRAM moved.
    pub looked: f64,
    pub bypassed: f64,
    pub dram_requests: f64,
    /// Share of the requests of L2 that found no line there or on its way; one that went past it found none.
    pub miss_rate: f64,
    /// Share of the lines that DRAM moved for which no row had to be opened.
    pub row_hits: f64,
    /// SM cycles from the fastest to the slowest hit of a load of an all-hit warp; there were such loads.
    pub divergence: Option<f64>,
    /// Requests answered in a thousand L2 cycles.
    pub retired: f64,
    /// Share of active SM cycles in which an instruction issued; share of DRAM cycles in which the data bus carried data.
    pub issued: f64,
    pub dram_bus: f64,
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let machine = &file.spec.configuration.machine;
        let unit = total.units.of::<MedicStats>().unwrap_or_default();
        let of = |part: u64, all: u64| ratio(part as f64, all as f64);
        let types = [unit.all_hit, unit.mostly_hit, unit.balanced, unit.mostly_miss, unit.all_miss];
        let classified = types.iter().sum();
        let (l2, banks, dram) = (&total.counters.l2, &total.counters.l2_banks, &total.counters.dram);
        let dram_requests = dram.read_lines + dram.write_lines;
        Figures {
            ipc: file.statistics.kernels.iter().map(|kernel| ipc(&kernel.stats)).collect(),
            total_ipc: ipc(total),
            cycles: total.time.sm_cycles as f64,
            energy: total.energy.total(),
            classified,
            types: types.map(|count| of(count, classified)),
            kept: (unit.reclassified > 0).then(|| of(unit.same_type, unit.reclassified)),
            reclassified: unit.reclassified,
            queue_latency: of(banks.queue_cycles, banks.looked),
            looked: banks.looked as f64,
            bypassed: banks.bypassed as f64,
            dram_requests: dram_requests as f64,
            miss_rate: of(l2.misses + banks.bypassed, l2.accesses + banks.bypassed),
            row_hits: of(dram.row_hits, dram_requests),
            divergence: (unit.all_hit_loads > 0).then(|| of(unit.all_hit_divergence, unit.all_hit_loads)),
            retired: 1000.0 * of(total.counters.icnt.reply_packets, total.time.l2_cycles),
            issued: issued(total, machine),
            dram_bus: dram_bus(total, machine),
        }
    }
}
