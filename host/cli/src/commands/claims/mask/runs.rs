// SPDX-License-Identifier: Apache-2.0
//! The finished runs, with the metrics of specification section 8.

use super::super::runner::{Call, Runner};
use super::super::runs::Policy;
use super::figures::Figures;
use super::plan::{Group, Job, Kind, Variant};
use super::workloads::Workload;
use crate::manifest::Program;
use crate::means::mean;
use anyhow::{Context, Result};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The finished runs.
pub struct Runs {
    pub groups: Vec<Group>,
    sms: u32,
    figures: BTreeMap<Job, Figures>,
}

impl Runs {
    /// Runs the groups with each variant that `wanted` names and that they are for, and each program alone with SharedTLB on as many SMs;
    /// or takes it from the cache. The machine has so many SMs.
    pub fn make(
        runner: &Runner,
        programs: &[Program],
        groups: Vec<Group>,
        (sms, cycles): (u32, u64),
        wanted: impl Fn(&Group, Variant) -> bool,
    ) -> Result<Runs> {
        let mut jobs = BTreeSet::new();
        for group in &groups {
            for variant in Variant::ALL.iter().copied().filter(|v| group.runs(*v) && wanted(group, *v)) {
                jobs.insert(Job { variant, members: group.members.clone(), sms: None });
                let alone = |(one, sms): (&&'static Workload, u32)| alone(one, sms);
                jobs.extend(group.members.iter().zip(group.split(sms)).map(alone));
            }
        }
        let members: BTreeMap<&str, Program> = jobs
            .iter()
            .flat_map(|job| &job.members)
            .map(|one| {
                let program = programs.iter().find(|program| program.name == one.program);
                let program =
                    program.with_context(|| format!("programs.toml has no program `{}`", one.program))?;
                let args_default = one.arguments.iter().map(|argument| argument.to_string()).collect();
                Ok((one.program, Program { args_default, ..program.clone() }))
            })
            .collect::<Result<_>>()?;
        let call = |job: &Job| Call {
            message: job.message(),
            options: job.options(cycles),
            programs: job.members.iter().map(|one| &members[one.program]).collect(),
        };
        let calls: Vec<_> = jobs.iter().map(|job| (job.clone(), call(job))).collect();
        Ok(Runs { groups, sms, figures: runner.run(&calls, |file| Ok(Figures::of(file)))? })
    }

    /// The run of a group with a variant, if it was made.
    pub fn find(&self, group: &Group, variant: Variant) -> Option<&Figures> {
        self.figures.get(&Job { variant, members: group.members.clone(), sms: None })
    }

    /// The groups of a kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }

    /// All pairs.
    pub fn pairs(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| matches!(group.kind, Kind::Pair(_)))
    }

    /// The IPC of each program over that alone on as many SMs.
    pub fn speedups(&self, group: &Group, variant: Variant) -> Option<Vec<f64>> {
        let shared = self.find(group, variant)?;
        let members = group.members.iter().zip(group.split(self.sms));
        members
            .zip(&shared.programs)
            .map(|((one, sms), shared)| Some(shared.ipc / self.alone(one, sms)?.programs.first()?.ipc))
            .collect()
    }

    /// The run of a program alone on so many SMs.
    pub fn alone(&self, one: &'static Workload, sms: u32) -> Option<&Figures> {
        self.figures.get(&alone(one, sms))
    }

    /// What each member did alone.
    pub fn each_alone(&self, group: &Group) -> Option<Vec<&Figures>> {
        group.members.iter().zip(group.split(self.sms)).map(|(one, sms)| self.alone(one, sms)).collect()
    }

    /// Their sum: the weighted speedup.
    pub fn weighted(&self, group: &Group, variant: Variant) -> Option<f64> {
        Some(self.speedups(group, variant)?.iter().sum())
    }

    /// The largest slowdown: the unfairness.
    pub fn unfairness(&self, group: &Group, variant: Variant) -> Option<f64> {
        self.speedups(group, variant)?.into_iter().map(f64::recip).max_by(f64::total_cmp)
    }

    /// Mean of the weighted speedup over groups, all of which must have run.
    pub fn mean_weighted<'a>(
        &self,
        groups: impl Iterator<Item = &'a Group>,
        variant: Variant,
    ) -> Option<f64> {
        let all = groups.map(|group| self.weighted(group, variant)).collect::<Option<Vec<_>>>()?;
        (!all.is_empty()).then(|| mean(&all))
    }

    /// Every run with its figures.
    pub fn json(&self) -> Value {
        let all = self.figures.iter().map(|(job, figures)| {
            let programs: Vec<_> = job.members.iter().map(|one| one.program).collect();
            json!({ "programs": programs, "policy": job.variant, "sms": job.sms, "figures": figures })
        });
        all.collect()
    }
}

/// A program alone: its speed is what others are held against.
fn alone(one: &'static Workload, sms: u32) -> Job {
    Job { variant: Variant::SHARED_TLB, members: vec![one], sms: Some(sms) }
}

#[cfg(test)]
impl Runs {
    /// Made-up runs on so many SMs.
    pub fn made_up(groups: Vec<Group>, sms: u32, figures: impl Fn(&Job) -> Option<Figures>) -> Runs {
        let mut all = BTreeMap::new();
        for group in &groups {
            let of_variants = Variant::ALL.iter().filter(|v| group.runs(**v));
            let shared = of_variants.map(|v| Job { variant: *v, members: group.members.clone(), sms: None });
            let each = group.members.iter().zip(group.split(sms)).map(|(one, sms)| alone(one, sms));
            all.extend(shared.chain(each).filter_map(|job| Some((job.clone(), figures(&job)?))));
        }
        Runs { groups, sms, figures: all }
    }
}
