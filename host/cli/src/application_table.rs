// SPDX-License-Identifier: Apache-2.0
//! What `warpsmith run` prints of several programs.

use crate::result::{ApplicationRecord, Statistics};
use crate::summary::ratio;
use crate::table::Table;
use warpsmith_gpu::stats::CacheStats;

/// A row for each of the programs; nothing if there is only one.
pub fn applications(statistics: &Statistics, names: &[&str]) -> String {
    if statistics.applications.is_empty() {
        return String::new();
    }
    let alone = statistics.alone.as_ref().map_or(&[][..], |alone| &alone.applications);
    let cores = statistics.alone.as_ref().map_or(0, |alone| alone.cpus.len());
    let mut headings = vec!["program", "SMs", "kernels", "starts", "SM cycles", "IPC", "L1 miss"];
    if !alone.is_empty() {
        headings.extend(["IPC alone", "slowdown"]);
    }
    headings.push("end");
    let mut table = Table::new(headings);
    for (index, (one, name)) in statistics.applications.iter().zip(names).enumerate() {
        let ApplicationRecord { sms, kernels, starts, cycles, l1, exit, .. } = one;
        let mut row = vec![
            format!("{} {name}", index + 1),
            sms.to_string(),
            kernels.len().to_string(),
            starts.to_string(),
            cycles.to_string(),
            format!("{:.2}", one.ipc()),
            format!("{:.1} %", 100.0 * miss_rate(l1)),
        ];
        if let Some(alone) = alone.get(index) {
            row.extend([format!("{alone:.2}"), format!("{:.2}", ratio(*alone, one.ipc()))]);
        }
        row.push(exit.short());
        table.row(row);
    }
    let costs = statistics.speedups().map_or(String::new(), |s| {
        format!(
            "against each alone on as many SMs{}: weighted speedup {:.3} of {}, unfairness {:.2}, IPC throughput {:.2}\n",
            if cores > 0 { ", and each core alone" } else { "" },
            s.weighted_speedup,
            alone.len() + cores,
            s.unfairness,
            s.ipc_throughput.unwrap_or_default(),
        )
    });
    format!("\n{}{costs}", table.text())
}

fn miss_rate(l1: &CacheStats) -> f64 {
    ratio(l1.misses as f64, l1.accesses as f64)
}
