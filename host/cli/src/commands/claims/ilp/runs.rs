// SPDX-License-Identifier: Apache-2.0
//! The finished runs, with the metrics of specification section 8.4.

use super::super::by_workload;
use super::super::runner::Runner;
use super::super::runs;
use super::super::sharing::{Job, Length, Shared, Speeds};
use super::energy::Prices;
use super::figures::{Figures, Part, Together};
use super::plan::Variant;
use super::workloads::{self, row, Class, Mix, Row};
use crate::manifest::Program;
use crate::means::{geomean, mean};
use anyhow::Result;
use serde_json::{json, Value};
use std::collections::BTreeSet;

/// Runs of one workload each.
pub type Alone = runs::Runs<Variant, Figures>;
type Mixes = Shared<Variant, &'static Row, Together>;

/// The finished runs.
pub struct Runs {
    pub alone: Alone,
    pub mixes: Vec<Mix>,
    together: Mixes,
    /// Of the energy model.
    pub prices: Prices,
}

/// On which GPU the two programs of a mix run alone, to hold their speed against.
const ALONE_ON: [Variant; 2] = [Variant::GPU_I, Variant::GPU_T];

/// The runs of mixes on all GPUs, and of their programs alone.
fn jobs(mixes: &[Mix]) -> BTreeSet<Job<Variant, &'static Row>> {
    let of = |mix: &Mix| {
        let together = Variant::FOR_MIXES.into_iter().map(|gpu| Job::together(gpu, &mix[..]));
        let alone = ALONE_ON.into_iter().zip(mix).map(|(gpu, one)| Job::together(gpu, &[*one]));
        together.chain(alone).collect::<Vec<_>>()
    };
    mixes.iter().flat_map(of).collect()
}

impl Runs {
    /// With the finished runs of single workloads, makes those of the mixes, or takes them from the cache.
    pub fn make(
        alone: Alone,
        runner: &Runner,
        programs: &[Program],
        (mixes, sms): (Vec<Mix>, u32),
        length: Length,
    ) -> Result<Runs> {
        let jobs = jobs(&mixes);
        let together = Shared::make(runner, programs, &jobs, sms, |_| length, Together::of)?;
        Ok(Runs { alone, mixes, together, prices: Prices::SPECIFIED })
    }

    /// The workloads that ran alone, in the order of the paper's table.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row> + '_ {
        workloads::ROWS.iter().filter(|row| self.alone.names().any(|name| *name == row.name))
    }

    /// The same of a class.
    pub fn of_class(&self, class: Class) -> impl Iterator<Item = &'static Row> + '_ {
        self.rows().filter(move |row| row.class() == class)
    }

    pub fn find(&self, row: &Row, variant: Variant) -> Option<&Figures> {
        self.alone.find(&row.name, variant)
    }

    /// IPC over that with another; none if a workload does not run with one of them.
    pub fn gain(&self, row: &Row, variant: Variant, base: Variant) -> Option<f64> {
        Some(self.find(row, variant)?.ipc / self.find(row, base)?.ipc)
    }

    /// The workloads that ran with both, and what each gains.
    pub fn gains(&self, variant: Variant, base: Variant) -> Vec<(&'static Row, f64)> {
        self.rows().filter_map(|row| Some((row, self.gain(row, variant, base)?))).collect()
    }

    /// Their geometric mean.
    pub fn mean_gain(&self, variant: Variant, base: Variant) -> f64 {
        geomean(&self.gains(variant, base).into_iter().map(|(_, gain)| gain).collect::<Vec<_>>())
    }

    /// Mean accuracy of a predictor, over the workloads that have something to predict.
    pub fn accuracy(&self, predictor: Variant) -> f64 {
        let of = |row| self.find(row, predictor)?.accuracy();
        mean(&self.rows().filter_map(of).collect::<Vec<_>>())
    }

    /// The run of a mix, if it was made.
    pub fn mix(&self, mix: &Mix, gpu: Variant) -> Option<&Together> {
        self.together.find(mix, gpu)
    }

    /// Weighted speedup: half of the sum of what each program has of its speed alone, the first on GPU-I, the second on GPU-T.
    pub fn weighted(&self, mix: &Mix, gpu: Variant) -> Option<f64> {
        let ipcs = self.mix(mix, gpu)?.ipcs();
        let alone = ALONE_ON.into_iter().zip(mix);
        let part = |(ipc, (gpu, one)): (f64, (Variant, &&'static Row))| {
            Some(ipc / self.together.find(&[*one], gpu)?.ipcs().first()?)
        };
        Some(ipcs.into_iter().zip(alone).map(part).sum::<Option<f64>>()? / 2.0)
    }

    /// What the work that a mix does on GPU-T takes on another GPU. What ILP SMs do for an instruction beside is that of the program alone on
    /// GPU-I.
    pub fn energy(&self, mix: &Mix, gpu: Variant) -> Option<f64> {
        let (here, there) = (self.mix(mix, gpu)?, self.mix(mix, Variant::GPU_T)?);
        let parts = here.parts.iter().zip(&there.parts).zip(mix);
        let part = |((here, there), row): ((&Part, &Part), &&Row)| {
            let beside = match here.on_ilp {
                true => Some(&self.find(row, Variant::GPU_I)?.beside),
                false => None,
            };
            let all = self.prices.energy(&here.work, here.sms, beside);
            Some(all / here.work.instructions * there.work.instructions)
        };
        parts.map(part).sum()
    }

    /// Mean over the mixes of a figure with one GPU over that with another; none if no mix ran on both.
    pub fn mean_of_mixes(&self, figure: impl Fn(&Mix) -> Option<f64>) -> Option<f64> {
        let all: Vec<f64> = self.mixes.iter().filter_map(figure).collect();
        (!all.is_empty()).then(|| mean(&all))
    }

    /// Every run with its figures.
    pub fn json(&self) -> Value {
        let alone = by_workload::json(&self.alone, |name| row(name).map(Row::class));
        json!({ "alone": alone, "mixes": self.together.json() })
    }
}

#[cfg(test)]
impl Runs {
    /// Made-up runs: of single workloads, and of mixes.
    pub fn made_up(
        alone: &[(&str, Variant, Figures)],
        together: impl Fn(&Mix, Variant) -> Option<Together>,
    ) -> Runs {
        let mixes = workloads::mixes(false);
        let of = |job: &Job<Variant, &'static Row>| match job.members[..] {
            [first, second] => together(&[first, second], job.policy),
            // Alone two warp instructions in an SM cycle.
            _ => {
                Some(Together { parts: vec![Part { ipc: 2.0, ..Default::default() }], ..Default::default() })
            }
        };
        let together = Shared::made_up(jobs(&mixes), 0, of);
        Runs { alone: Alone::of_workloads(alone), mixes, together, prices: Prices::SPECIFIED }
    }
}
