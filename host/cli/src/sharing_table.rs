// SPDX-License-Identifier: Apache-2.0
//! What `warpsmith run` prints of the sources that shared the DRAM.

use crate::result::Statistics;
use crate::speedup::Speedups;
use crate::summary::ratio;
use crate::table::Table;
use warpsmith_gpu::{CpuRecord, SourceRecord};

/// A row for each source that asked for anything; nothing without memory controllers.
pub fn sharing(statistics: &Statistics) -> String {
    let Some(sharing) = &statistics.sharing else { return String::new() };
    let mut table =
        Table::new(["source", "executes", "IPC", "reads", "writes", "row hits", "read latency, DRAM cycles"]);
    for (index, SourceRecord { source, stats }) in sharing.sources.iter().enumerate() {
        let cpu = sharing.cpus.get(index);
        let transfers = stats.row_hits + stats.row_opened;
        if transfers == 0 && cpu.is_none() {
            continue;
        }
        table.row([
            source.clone(),
            cpu.map_or("-".to_string(), |cpu| cpu.workload.clone()),
            cpu.map_or("-".to_string(), |cpu| format!("{:.3}", ipc(cpu))),
            stats.reads.to_string(),
            stats.writes.to_string(),
            format!("{:.1} %", 100.0 * ratio(stats.row_hits as f64, transfers as f64)),
            format!("{:.1}", ratio(stats.read_latency as f64, stats.reads as f64)),
        ]);
    }
    let costs = statistics.speedups().filter(|s| s.ipc_throughput.is_none()).map_or(String::new(), |s| {
        format!(
            "against each alone under FR-FCFS: CPU weighted speedup {:.3} of {}, unfairness {:.2}, GPU speedup {}\n",
            s.weighted_speedup,
            sharing.cpus.len(),
            s.unfairness,
            gpu_speedup(&s)
        )
    });
    format!("\n{}{costs}", table.text())
}

/// As in tables: there may be no program.
pub fn gpu_speedup(speedups: &Speedups) -> String {
    match speedups.gpu_speedup {
        0.0 => "-".to_string(),
        speedup => format!("{speedup:.3}"),
    }
}

/// Instructions per CPU cycle.
fn ipc(cpu: &CpuRecord) -> f64 {
    ratio(cpu.stats.instructions as f64, cpu.stats.cycles as f64)
}
