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

/// A table for each metric, every mix under every compared scheduler; then SMS as the specification can be read too. Tables,
/// rows and columns of which nothing ran are left out.
pub fn markdown(runs: &Runs) -> String {
    let by_metric = METRICS.map(|metric| table(runs, metric.0, &Scheduler::COMPARED, &by_mix(runs, metric)));
    let columns = METRICS.map(|metric| (metric.0.to_string(), metric, vec![Mix::VARIED]));
    let title = format!("Other readings of the specification, mix {:?}", Mix::VARIED);
    by_metric.concat() + &table(runs, &title, &Scheduler::READINGS, &columns)
}

/// ATLAS and TCM with the quanta of the other tables, and with the published ones.
pub fn quanta(runs: &Runs) -> String {
    let of = |metric: Metric| {
        let title = format!("{}, runs of ten published quanta", metric.0);
        table(runs, &title, &Scheduler::QUANTA, &by_mix(runs, metric))
    };
    METRICS[..3].iter().map(|metric| of(*metric)).collect()
}

/// A metric of every mix, and of all.
fn by_mix(runs: &Runs, metric: Metric) -> Vec<Column> {
    let mixes = runs.mixes();
    let all = ("all".to_string(), metric, mixes.clone());
    mixes.iter().map(|m| (format!("{m:?}"), metric, vec![*m])).chain([all]).collect()
}

fn table(runs: &Runs, title: &str, schedulers: &[Scheduler], columns: &[Column]) -> String {
    let metrics = |s: &Scheduler, (_, _, mixes): &Column| runs.metrics(*s, mixes, true);
    let ran = |s: &Scheduler, column: &Column| !metrics(s, column).is_empty();
    let rows: Vec<_> = schedulers.iter().filter(|s| columns.iter().any(|c| ran(s, c))).collect();
    if rows.is_empty() {
        return String::new();
    }
    let columns: Vec<_> = columns.iter().filter(|c| rows.iter().any(|s| ran(s, c))).collect();
    let headings = columns.iter().map(|(heading, ..)| heading.as_str());
    let mut table = Table::new(["scheduler"].into_iter().chain(headings));
    for scheduler in rows {
        let cells = columns.iter().map(|column| match metrics(scheduler, column) {
            none if none.is_empty() => "-".to_string(),
            some => format!("{:.3}", column.1 .1(&some)),
        });
        table.row([scheduler.name().to_string()].into_iter().chain(cells));
    }
    format!("{title}:\n\n{}\n", table.markdown())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_the_schedulers_and_mixes_that_ran_and_is_left_out_when_none_did() {
        assert_eq!(markdown(&Runs::made_up(&[], &[Mix::H, Mix::HML])), "");
        let of_points = markdown(&Runs::made_up(&[Scheduler::Atlas, Scheduler::Batch1], &[Mix::H]));
        assert_eq!(of_points.matches("| scheduler | H | all |").count(), METRICS.len(), "{of_points}");
        assert_eq!(of_points.matches("\n| ATLAS |").count(), METRICS.len(), "{of_points}");
        for absent in ["-", "FR-FCFS", "batches of 1", "HML"] {
            assert!(!of_points.replace("|---", "").contains(&format!("| {absent}")), "{of_points}");
        }
        let readings = markdown(&Runs::made_up(&Scheduler::READINGS, &[Mix::VARIED]));
        assert!(readings.contains("Other readings of the specification, mix HML:"), "{readings}");
    }
}
