// SPDX-License-Identifier: Apache-2.0
//! The figures of a sweep: a row a run, and means only over what is whole.

use super::plan::{Plan, Run};
use super::store::{State, Store};
use crate::csv::quoted;
use crate::means::geomean;
use crate::summary::Summary;
use crate::table::Table;
use std::collections::BTreeMap;
use std::io;

/// The figures of each run, where it is complete.
pub struct Figures<'a> {
    rows: Vec<(&'a Run, Option<Summary>)>,
}

/// A run over the first of its case.
pub struct Gain {
    /// Time of the first over its own.
    pub speedup: f64,
    /// Its energy over that of the first.
    pub energy: f64,
}

/// The gains of some runs, none of those that are missing.
pub struct Gains(Vec<Option<Gain>>);

impl Gains {
    pub fn runs(&self) -> usize {
        self.0.len()
    }

    fn missing(&self) -> usize {
        self.0.iter().filter(|gain| gain.is_none()).count()
    }

    /// The geometric mean of a figure; none if a run is missing.
    pub fn mean(&self, of: fn(&Gain) -> f64) -> Option<f64> {
        let all: Option<Vec<f64>> = self.0.iter().map(|gain| gain.as_ref().map(of)).collect();
        all.map(|all| geomean(&all))
    }
}

/// What says which runs are compared: all but what is attached.
type Case<'a> = (&'a str, &'a [String], &'a str, Option<u64>);

fn case(run: &Run) -> Case<'_> {
    (&run.program, &run.args, &run.machine, run.seed)
}

impl<'a> Figures<'a> {
    pub fn of(store: &Store, plan: &'a Plan) -> Figures<'a> {
        let figures = |run: &'a Run| (run, store.completed(run).map(|file| Summary::of(&file)));
        Figures { rows: plan.runs.iter().map(figures).collect() }
    }

    /// Runs without figures.
    pub fn missing(&self) -> usize {
        self.rows.iter().filter(|(_, summary)| summary.is_none()).count()
    }

    /// What a run gains over the first of its case, of the runs that are compared.
    fn gain(&self, run: &Run, summary: &Summary) -> Option<Gain> {
        let (_, first) = self.rows.iter().find(|(other, _)| case(other) == case(run))?;
        let first = first.as_ref()?;
        Some(Gain { speedup: first.time / summary.time, energy: summary.energy / first.energy })
    }

    fn speedup(&self, run: &Run, summary: &Summary) -> Option<f64> {
        self.gain(run, summary).map(|gain| gain.speedup)
    }

    /// The gains of the runs with each `key`, in the order of the sweep; none of a run that is missing, or without one to compare it with.
    pub fn gains_by<K: Copy + Ord>(&self, key: impl Fn(&'a Run) -> K) -> Vec<(K, Gains)> {
        let mut groups: Vec<(K, Gains)> = Vec::new();
        let mut places: BTreeMap<K, usize> = BTreeMap::new();
        for (run, summary) in &self.rows {
            let key = key(run);
            let place = *places.entry(key).or_insert_with(|| {
                groups.push((key, Gains(Vec::new())));
                groups.len() - 1
            });
            let (_, Gains(all)) = &mut groups[place];
            all.push(summary.as_ref().and_then(|summary| self.gain(run, summary)));
        }
        groups
    }

    /// A row a run.
    pub fn runs(&self) -> Table {
        let mut table = Table::left([
            "program",
            "machine",
            "with",
            "seed",
            "time, ms",
            "speedup",
            "energy, mJ",
            "IPC",
            "L1 miss rate, %",
            "DRAM, GB/s",
        ]);
        for (run, summary) in &self.rows {
            let mut cells = vec![program(run), run.machine.clone(), run.with.clone(), seed(run)];
            match summary {
                Some(s) => cells.extend([
                    format!("{:.4}", s.time * 1e3),
                    self.speedup(run, s).map_or("-".into(), |speedup| format!("{speedup:.3}")),
                    format!("{:.3}", s.energy * 1e3),
                    format!("{:.2}", s.ipc),
                    format!("{:.1}", s.l1_miss_rate * 100.0),
                    format!("{:.1}", s.dram_bandwidth / 1e9),
                ]),
                None => cells.extend(std::iter::repeat_n("-".to_string(), 6)),
            }
            table.row(cells);
        }
        table
    }

    /// Geometric mean of the speedups of each thing that is attached; of one with a run missing, or with one missing that it is compared
    /// with, there is none.
    pub fn means(&self) -> Table {
        let mut table = Table::left(["with", "runs", "mean speedup"]);
        for (with, gains) in self.gains_by(|run| &run.with[..]) {
            let missing = || format!("none: {} missing", gains.missing());
            let said = gains.mean(|gain| gain.speedup).map_or_else(missing, |mean| format!("{mean:.3}"));
            table.row([with.to_string(), gains.runs().to_string(), said]);
        }
        table
    }

    /// All figures in full precision; those of runs that are missing are empty. Times in seconds, energies in joules, DRAM in bytes a second.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn csv(&self, to: &mut dyn io::Write) -> io::Result<()> {
        writeln!(
            to,
            "key,program,args,machine,with,seed,time,speedup,energy,ipc,l1_miss_rate,dram_bandwidth"
        )?;
        for (run, summary) in &self.rows {
            let words = [
                &run.key,
                &run.program,
                &run.args.join(" "),
                &run.machine,
                &run.with,
                &run.seed.map_or(String::new(), |s| s.to_string()),
            ];
            let words = words.map(|word| quoted(word));
            let figures = match summary {
                Some(s) => [
                    Some(s.time),
                    self.speedup(run, s),
                    Some(s.energy),
                    Some(s.ipc),
                    Some(s.l1_miss_rate),
                    Some(s.dram_bandwidth),
                ],
                None => [None; 6],
            };
            let figures = figures.map(|figure| figure.map_or(String::new(), |figure| figure.to_string()));
            writeln!(to, "{},{}", words.join(","), figures.join(","))?;
        }
        Ok(())
    }
}

fn program(run: &Run) -> String {
    [std::slice::from_ref(&run.program), &run.args].concat().join(" ")
}

fn seed(run: &Run) -> String {
    run.seed.map_or("-".into(), |seed| seed.to_string())
}

/// A row a run: how it is.
pub fn status(plan: &Plan, states: &[State]) -> Table {
    let mut table = Table::left(["run", "state", "program", "machine", "with", "seed", "message"]);
    for (run, state) in plan.runs.iter().zip(states) {
        let message = match state {
            State::Failed(message) => message.lines().next().unwrap_or_default(),
            _ => "",
        };
        let cells =
            [&run.key[..12], state.name(), &program(run), &run.machine, &run.with, &seed(run), message];
        table.row(cells);
    }
    table
}

/// How many runs are how.
pub fn counts(states: &[State]) -> String {
    let mut counts: Vec<(&str, usize)> =
        ["completed", "failed", "running", "pending", "missing"].map(|name| (name, 0)).to_vec();
    for state in states {
        if let Some((_, count)) = counts.iter_mut().find(|(name, _)| *name == state.name()) {
            *count += 1;
        }
    }
    let said = counts.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{count} {name}"));
    format!("{} runs: {}", states.len(), said.collect::<Vec<_>>().join(", "))
}
