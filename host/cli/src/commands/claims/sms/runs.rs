// SPDX-License-Identifier: Apache-2.0
//! The runs of the claims.

use super::super::runner::{Call, Runner};
use super::plan::{Mix, Plan, Scheduler, Workload, GPU_PROGRAMS};
use crate::manifest::{self, Program};
use crate::result::ResultFile;
use crate::speedup::{Speeds, Speedups};
use crate::summary::ratio;
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use warpsmith_gpu::unit::sms::SmsStats;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Figures {
    speeds: Speeds,
    /// Row hits of all column commands.
    row_hits: f64,
    /// Bytes per second.
    bandwidth: f64,
    /// Requests of a batch, mean over all sources; 0 without batches.
    batch: f64,
}

impl Figures {
    /// Of a run with memory controllers.
    fn of(file: &ResultFile) -> Result<Figures> {
        let total = &file.statistics.total;
        let sharing = file.statistics.sharing.as_ref().context("the result has no `sharing`")?;
        let hits: u64 = sharing.sources.iter().map(|s| s.stats.row_hits).sum();
        let opened: u64 = sharing.sources.iter().map(|s| s.stats.row_opened).sum();
        let dram = &total.counters.dram;
        let sms = total.units.of::<SmsStats>().unwrap_or_default();
        Ok(Figures {
            speeds: Speeds::of(total, sharing.cpus.iter().map(|core| &core.stats)),
            row_hits: ratio(hits as f64, (hits + opened) as f64),
            batch: ratio(sms.batch_requests as f64, sms.batches as f64),
            bandwidth: ratio((dram.read_bytes + dram.write_bytes) as f64, total.time.seconds),
        })
    }
}

/// The metrics of one workload under one scheduler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Metrics {
    pub speedups: Speedups,
    pub row_hits: f64,
    pub bandwidth: f64,
    pub batch: f64,
}

/// What shares the machine in a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Job {
    scheduler: Scheduler,
    benchmarks: Vec<&'static str>,
    gpu: Option<&'static str>,
}

impl Job {
    /// Of `warpsmith run`.
    fn options(&self, plan: &Plan) -> Vec<String> {
        let mut options = vec!["--with".to_string(), self.scheduler.with(plan)];
        options.extend(["--cycles".to_string(), plan.cycles.to_string()]);
        if !self.benchmarks.is_empty() {
            options.extend(["--cpus".to_string(), self.benchmarks.join(",")]);
        }
        options
    }
}

/// The finished runs.
pub struct Runs {
    workloads: Vec<Workload>,
    figures: BTreeMap<Job, Figures>,
}

impl Runs {
    /// Runs what `wanted` names, and everything alone, or takes it from the cache.
    pub fn make(
        runner: &Runner,
        plan: &Plan,
        programs: &[Program],
        wanted: impl Fn(Scheduler, Option<Mix>) -> bool,
    ) -> Result<Runs> {
        let programs = GPU_PROGRAMS
            .into_iter()
            .map(|name| manifest::find(programs, name))
            .collect::<Result<Vec<_>>>()?;
        let call = |job: &Job| Call {
            message: job.scheduler.name().to_string(),
            options: job.options(plan),
            programs: programs.iter().copied().filter(|p| job.gpu == Some(&p.name[..])).collect(),
        };
        let calls: Vec<_> =
            jobs(&plan.workloads, wanted).into_iter().map(|job| (job.clone(), call(&job))).collect();
        Ok(Runs { workloads: plan.workloads.clone(), figures: runner.run(&calls, Figures::of)? })
    }

    fn alone(&self, benchmark: &'static str) -> f64 {
        let job = Job { scheduler: Scheduler::FrFcfs, benchmarks: vec![benchmark], gpu: None };
        self.figures.get(&job).and_then(|f| f.speeds.cpus.first().copied()).unwrap_or_default()
    }

    fn gpu_alone(&self, gpu: &'static str) -> f64 {
        let job = Job { scheduler: Scheduler::FrFcfs, benchmarks: Vec::new(), gpu: Some(gpu) };
        self.figures.get(&job).map_or(0.0, |f| f.speeds.gpu)
    }

    /// The metrics of each workload of these mixes under a scheduler, with the GPU or without.
    pub fn metrics(&self, scheduler: Scheduler, mixes: &[Mix], with_gpu: bool) -> Vec<Metrics> {
        let workloads = self.workloads.iter().filter(|w| mixes.contains(&w.mix));
        workloads
            .filter_map(|w| {
                let gpu = with_gpu.then_some(w.gpu);
                let job = Job { scheduler, benchmarks: w.benchmarks.clone(), gpu };
                let cpus = w.benchmarks.iter().map(|b| self.alone(b)).collect();
                let alone = Speeds { cpus, gpu: self.gpu_alone(w.gpu), ..Default::default() };
                let Figures { ref speeds, row_hits, bandwidth, batch } = *self.figures.get(&job)?;
                Some(Metrics { speedups: Speedups::of(speeds, &alone), row_hits, bandwidth, batch })
            })
            .collect()
    }

    /// The mixes that were run.
    pub fn mixes(&self) -> Vec<Mix> {
        self.workloads.iter().map(|w| w.mix).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Every run with its figures.
    pub fn json(&self) -> serde_json::Value {
        let runs = self.figures.iter().map(|(job, figures)| {
            serde_json::json!({
                "scheduler": job.scheduler, "benchmarks": job.benchmarks, "gpu": job.gpu, "figures": figures
            })
        });
        runs.collect()
    }
}

/// Arithmetic mean of a metric.
pub fn mean(metrics: &[Metrics], of: fn(&Metrics) -> f64) -> f64 {
    ratio(metrics.iter().map(of).sum(), metrics.len() as f64)
}

/// Harmonic mean of the unfairness over the cores (specification section 8.4).
pub fn unfairness(metrics: &[Metrics]) -> f64 {
    1.0 / mean(metrics, |m| 1.0 / m.speedups.unfairness)
}

/// What is wanted, and what it is compared with: each benchmark and each program of the GPU alone under FR-FCFS.
/// `wanted` is asked with a mix for runs with the GPU, and without one for runs of the CPUs alone.
fn jobs(workloads: &[Workload], wanted: impl Fn(Scheduler, Option<Mix>) -> bool) -> BTreeSet<Job> {
    let mut jobs = BTreeSet::new();
    for workload in workloads {
        let Workload { mix, benchmarks, gpu } = workload;
        for scheduler in Scheduler::ALL {
            let job = |gpu| Job { scheduler, benchmarks: benchmarks.clone(), gpu };
            jobs.extend(wanted(scheduler, Some(*mix)).then(|| job(Some(*gpu))));
            jobs.extend(wanted(scheduler, None).then(|| job(None)));
        }
        let scheduler = Scheduler::FrFcfs;
        jobs.extend(benchmarks.iter().map(|b| Job { scheduler, benchmarks: vec![b], gpu: None }));
        jobs.insert(Job { scheduler, benchmarks: Vec::new(), gpu: Some(gpu) });
    }
    jobs
}

#[cfg(test)]
impl Runs {
    /// Made-up runs: a workload of each mix, all parts of equal speed, under these schedulers.
    pub fn made_up(schedulers: &[Scheduler], mixes: &[Mix]) -> Runs {
        let plan = Plan::new(false, false, None);
        let workloads: Vec<_> = plan.workloads.into_iter().filter(|w| mixes.contains(&w.mix)).collect();
        let jobs = jobs(&workloads, |scheduler, mix| mix.is_some() && schedulers.contains(&scheduler));
        let figures = jobs.into_iter().map(|job| {
            let speeds = Speeds { cpus: vec![1.0; job.benchmarks.len()], gpu: 1.0, ..Default::default() };
            (job, Figures { speeds, ..Default::default() })
        });
        Runs { figures: figures.collect(), workloads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_unfairness_is_harmonic() {
        let speedups = [2.0, 6.0].map(|unfairness| Speedups { unfairness, ..Default::default() });
        let metrics = speedups.map(|speedups| Metrics { speedups, ..Default::default() });
        assert!((unfairness(&metrics) - 3.0).abs() < 1e-12);
    }
}
