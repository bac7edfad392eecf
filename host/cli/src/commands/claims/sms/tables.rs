// SPDX-License-Identifier: Apache-2.0
//! The metrics as tables.

use super::plan::{Mix, Scheduler};
use super::runs::{mean, unfairness, Metrics, Runs};
use crate::table::Table;

/// A metric over workloads, with its title.
type Metric = (&'static str, fn(&[Metrics]) -> f64);

const METRICS: [Metric; 5] = [
    ("CPU weighted speedup (of 16)", |m| mean(m, |m| m.speedups.weighted_speedup)),
    ("GPU speedup", |m| mean(m, |m| m.speedups.gpu_speedup)),
    ("Unfairness, CPUs (harmonic mean; smaller is fairer)", unfairness),
    ("System performance: CPU weighted speedup + GPU speedup", |m| mean(m, |m| m.speedups.system(1.0))),
    ("System performance with 1000 times the GPU speedup", |m| mean(m, |m| m.speedups.system(1000.0))),
];

/// One column: a heading, and a metric over some mixes.
type Column = (String, Metric, Vec<Mix>);

/// A table for each metric, every mix under every compared scheduler; then SMS as the specification can be read too.
pub fn markdown(runs: &Runs) -> String {
    let mixes = runs.mixes();
    let by_metric = METRICS.map(|metric| {
        let mut columns: Vec<Column> = mixes.iter().map(|m| (format!("{m:?}"), metric, vec![*m])).collect();
        columns.push(("all".to_string(), metric, mixes.clone()));
        format!("{}:\n\n{}\n", metric.0, table(runs, &Scheduler::COMPARED, &columns))
    });
    let columns = METRICS.map(|metric| (metric.0.to_string(), metric, vec![Mix::VARIED]));
    let readings = table(runs, &Scheduler::READINGS, &columns);
    format!(
        "{}Other readings of the specification, mix {:?}:\n\n{readings}\n",
        by_metric.concat(),
        Mix::VARIED
    )
}

fn table(runs: &Runs, schedulers: &[Scheduler], columns: &[Column]) -> String {
    let headings = columns.iter().map(|(heading, ..)| heading.clone());
    let mut table = Table::new(["scheduler".to_string()].into_iter().chain(headings));
    for scheduler in schedulers {
        let cells = columns.iter().map(|(_, (_, of), mixes)| match runs.metrics(*scheduler, mixes, true) {
            none if none.is_empty() => "-".to_string(),
            some => format!("{:.3}", of(&some)),
        });
        table.row([scheduler.name().to_string()].into_iter().chain(cells));
    }
    table.markdown()
}
