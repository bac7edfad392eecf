// SPDX-License-Identifier: Apache-2.0
//! The summary that `warpsmith run` prints: kernels, totals, and what the attachments did.

use crate::result::Statistics;
use crate::summary::{self, Summary};
use crate::table::{shares, sparkline, Table};
use std::borrow::Cow;
use std::collections::HashMap;
use warpsmith_gpu::stats::{StatGroup, Stats};
use warpsmith_protocol::{demangled, short_name};

/// The launches of one kernel together.
struct Row<'a> {
    kernel: &'a str,
    calls: u64,
    stats: Stats,
}

/// A table of kernels in the order of their first launch, and the totals.
pub fn kernels(statistics: &Statistics) -> String {
    let mut rows: Vec<Row> = Vec::new();
    for record in &statistics.kernels {
        match rows.iter_mut().find(|r| r.kernel == record.kernel) {
            Some(row) => {
                row.calls += 1;
                add(&mut row.stats, &record.stats);
            }
            None => rows.push(Row { kernel: &record.kernel, calls: 1, stats: record.stats.clone() }),
        }
    }
    // Those of several programs have a table of their own.
    let others: usize = statistics.applications.iter().map(|one| one.kernels.len()).sum();
    let calls = rows.iter().map(|r| r.calls).sum::<u64>() + others as u64;
    rows.push(Row { kernel: "total", calls, stats: statistics.total.clone() });
    let mut table = Table::new(["kernel", "calls", "SM cycles", "IPC", "L1 miss", "time, ms", "energy, mJ"]);
    let symbols: Vec<&str> = rows.iter().map(|row| row.kernel).collect();
    for (name, Row { calls, stats, .. }) in names(&symbols).into_iter().zip(rows) {
        table.row([
            name,
            calls.to_string(),
            stats.time.sm_cycles.to_string(),
            format!("{:.2}", summary::ipc(&stats)),
            format!("{:.1} %", summary::l1_miss_rate(&stats) * 100.0),
            format!("{:.4}", stats.time.seconds * 1e3),
            format!("{:.3}", stats.energy.total() * 1e3),
        ]);
    }
    table.text()
}

/// The names of kernels for the table: with the types of its parameters where another one has the same name.
fn names(symbols: &[&str]) -> Vec<String> {
    let short: Vec<Cow<str>> = symbols.iter().map(|symbol| short_name(symbol)).collect();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for name in &short {
        *uses.entry(name).or_default() += 1;
    }
    let name = |(symbol, short): (&&str, &Cow<str>)| match uses[short.as_ref()] {
        1 => short.to_string(),
        _ => demangled(symbol).into_owned(),
    };
    symbols.iter().zip(&short).map(name).collect()
}

/// Adds to `sum` what the table shows of `more`.
fn add(sum: &mut Stats, more: &Stats) {
    sum.time = sum.time.plus(more.time);
    sum.energy = sum.energy.plus(more.energy);
    sum.counters.sm = sum.counters.sm.plus(more.counters.sm);
    sum.counters.l1 = sum.counters.l1.plus(more.counters.l1);
}

/// The components' shares of the energy, which must not be 0.
fn energy(total: &Stats) -> String {
    let e = &total.energy;
    let components = [
        ("leakage", e.leakage),
        ("SMs", e.sm_domain() - e.l1_shared),
        ("caches and shared memory of the SMs", e.l1_shared),
        ("crossbar", e.noc),
        ("L2", e.l2),
        ("DRAM", e.dram_activate + e.dram_read + e.dram_write),
        ("standby", e.standby),
    ];
    let parts = components.map(|(name, joules)| format!("{name} {:.0} %", joules / e.total() * 100.0));
    format!("energy        {}\n", parts.join(", "))
}

/// Where the clocks were, where the energy went, and how many CTAs ran.
pub fn adaptation(statistics: &Statistics) -> String {
    let mut out = String::new();
    let (sm, memory) = Summary::level_shares(&statistics.total.time);
    out += &format!("SM clock      {} % of the time at low/nominal/high\n", shares(sm));
    out += &format!("memory clock  {} % of the time at low/nominal/high\n", shares(memory));
    if statistics.total.energy.total() > 0.0 {
        out += &energy(&statistics.total);
    }
    let ctas: Vec<f64> =
        statistics.kernels.iter().flat_map(|r| &r.timeline).map(|s| s.running_ctas).collect();
    if !ctas.is_empty() {
        let most = ctas.iter().copied().fold(0.0, f64::max);
        let mean = ctas.iter().sum::<f64>() / ctas.len() as f64;
        let line = sparkline(&ctas, most, 40);
        out += &format!("CTAs per SM   mean {mean:.2}, most {most:.2}  {line}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_shown_by_its_name_and_by_its_parameters_too_if_that_is_not_its_alone() {
        let symbols = ["_Z6assignPKfPiiii", "_Z4stepf", "_Z4stepi", "main_loop"];
        assert_eq!(names(&symbols), ["assign", "step(float)", "step(int)", "main_loop"]);
    }

    #[test]
    fn every_component_of_the_energy_has_its_share() {
        let json = serde_json::to_value(Stats::default().energy).unwrap();
        for component in json.as_object().unwrap().keys() {
            let mut json = json.clone();
            json[component] = 2.0.into();
            let stats = Stats { energy: serde_json::from_value(json).unwrap(), ..Stats::default() };
            let line = energy(&stats);
            assert_eq!(line.matches(" 100 %").count(), 1, "{component}: {line}");
        }
    }
}
