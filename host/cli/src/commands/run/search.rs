// SPDX-License-Identifier: Apache-2.0
//! `--split search`: the static split of the SMs with the best weighted speedup.

use crate::progress;
use crate::speedup::{Speeds, Speedups};
use crate::table::Table;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use warpsmith_synth::in_parallel;

/// Runs that a search makes.
pub trait Runs: Sync {
    /// The IPC of each program on its part of the SMs, beside the others.
    fn shared(&self, split: &[u32]) -> Result<Vec<f64>>;

    /// The IPC of one program on its part, without the others.
    fn alone(&self, program: usize, split: &[u32]) -> Result<f64>;
}

/// One run.
enum Job {
    Shared(Vec<u32>),
    Alone { program: usize, split: Vec<u32> },
}

/// Every way to split `sms` SMs among so many programs, with at least one for each.
fn splits(programs: usize, sms: u32) -> Vec<Vec<u32>> {
    if programs == 1 {
        return vec![vec![sms]];
    }
    let most = sms + 1 - programs as u32;
    let rest = |first: u32| {
        splits(programs - 1, sms - first).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (1..=most).flat_map(rest).collect()
}

/// The best split, the first of equals, with a table of all. A program is measured alone once for each number of SMs.
/// `threads` runs are made at a time.
///
/// # Errors
/// A run fails.
pub fn best(runs: &impl Runs, programs: usize, sms: u32, threads: usize) -> Result<(Vec<u32>, String)> {
    let splits = splits(programs, sms);
    let mut known: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let mut jobs: Vec<Job> = splits.iter().cloned().map(Job::Shared).collect();
    for split in &splits {
        for (program, part) in split.iter().enumerate() {
            known.entry((program, *part)).or_insert_with(|| {
                jobs.push(Job::Alone { program, split: split.clone() });
                jobs.len() - 1
            });
        }
    }
    let speeds = all(runs, &jobs, threads)?;
    let mut table = Table::new(["split", "weighted speedup", "unfairness", "IPC throughput"]);
    let mut best: Option<(usize, f64)> = None;
    for (index, split) in splits.iter().enumerate() {
        let alone = split.iter().enumerate().map(|(program, part)| speeds[known[&(program, *part)]][0]);
        let of = |applications| Speeds { applications, ..Speeds::default() };
        let costs = Speedups::of(&of(speeds[index].clone()), &of(alone.collect()));
        table.row([
            words(split),
            format!("{:.3}", costs.weighted_speedup),
            format!("{:.2}", costs.unfairness),
            format!("{:.2}", costs.ipc_throughput.unwrap_or_default()),
        ]);
        if best.is_none_or(|(_, most)| costs.weighted_speedup > most) {
            best = Some((index, costs.weighted_speedup));
        }
    }
    let (index, _) = best.context("there is no split")?;
    Ok((splits[index].clone(), table.text()))
}

/// As on the command line.
fn words(split: &[u32]) -> String {
    split.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Makes all runs, so many at a time. The IPCs of each, in the order of the jobs, which decides the error too.
fn all(runs: &impl Runs, jobs: &[Job], threads: usize) -> Result<Vec<Vec<f64>>> {
    let bar = progress::bar(jobs.len() as u64);
    let speeds = in_parallel(threads, jobs, |job| {
        let speeds = match job {
            Job::Shared(split) => runs.shared(split).with_context(|| format!("split {}", words(split))),
            Job::Alone { program, split } => runs
                .alone(*program, split)
                .map(|ipc| vec![ipc])
                .with_context(|| format!("program {} alone on {} SMs", program + 1, split[*program])),
        };
        bar.inc(1);
        speeds
    });
    bar.finish_and_clear();
    speeds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Program 0 gains by every SM up to five, program 1 is as fast on any.
    struct Made;

    impl Runs for Made {
        fn shared(&self, split: &[u32]) -> Result<Vec<f64>> {
            Ok(vec![f64::from(split[0].min(5)), 1.0])
        }

        fn alone(&self, program: usize, _: &[u32]) -> Result<f64> {
            Ok(if program == 0 { 5.0 } else { 2.0 })
        }
    }

    #[test]
    fn every_split_is_tried_and_the_first_of_the_best_is_taken_on_any_number_of_threads() {
        for threads in [1, 4] {
            let (split, table) = best(&Made, 2, 8, threads).unwrap();
            assert_eq!(split, [5, 3]);
            assert_eq!(table.lines().count(), 2 + 7);
            let row = table.lines().find(|line| line.starts_with("5,3")).expect("a row");
            assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["5,3", "1.500", "2.00", "6.00"]);
        }
    }

    #[test]
    fn a_split_gives_each_program_at_least_one_sm() {
        assert_eq!(splits(3, 4), [[1, 1, 2], [1, 2, 1], [2, 1, 1]]);
        assert_eq!(splits(2, 15).len(), 14);
    }
}
