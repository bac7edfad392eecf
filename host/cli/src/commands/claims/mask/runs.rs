// SPDX-License-Identifier: Apache-2.0
//! The finished runs, with the metrics of specification section 8.

use super::super::runner::Runner;
use super::super::runs::Policy;
use super::super::sharing::{self, Job, Length, Shared};
use super::figures::Figures;
use super::plan::{Group, Kind, Variant};
use super::workloads::Workload;
use crate::manifest::Program;
use crate::means::mean;
use anyhow::Result;
use serde_json::Value;
use std::collections::BTreeSet;

/// The finished runs.
pub struct Runs {
    pub groups: Vec<Group>,
    shared: Shared<Variant, &'static Workload, Figures>,
}

/// The runs of groups with each variant that `wanted` names and that they are for, and of each program alone with SharedTLB on as many SMs.
fn jobs(
    groups: &[Group],
    sms: u32,
    wanted: impl Fn(&Group, Variant) -> bool,
) -> BTreeSet<Job<Variant, &'static Workload>> {
    let wanted = groups.iter().flat_map(|group| {
        let variants = Variant::ALL.iter().copied().filter(|v| group.runs(*v) && wanted(group, *v));
        variants.map(|v| (v, &group.members[..])).collect::<Vec<_>>()
    });
    sharing::jobs(wanted, |_| Variant::SHARED_TLB, sms)
}

impl Runs {
    /// Makes the runs that are wanted, or takes them from the cache. The machine has so many SMs; a run takes so many cycles.
    pub fn make(
        runner: &Runner,
        programs: &[Program],
        groups: Vec<Group>,
        (sms, cycles): (u32, u64),
        wanted: impl Fn(&Group, Variant) -> bool,
    ) -> Result<Runs> {
        let jobs = jobs(&groups, sms, wanted);
        let shared = Shared::make(runner, programs, &jobs, sms, |_| Length::Cycles(cycles), Figures::of)?;
        Ok(Runs { groups, shared })
    }

    /// The run of a group with a variant, if it was made.
    pub fn find(&self, group: &Group, variant: Variant) -> Option<&Figures> {
        self.shared.find(&group.members, variant)
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
        self.shared.speedups(&group.members, variant, Variant::SHARED_TLB)
    }

    /// What each member did alone.
    pub fn each_alone(&self, group: &Group) -> Option<Vec<&Figures>> {
        self.shared.each_alone(&group.members, Variant::SHARED_TLB)
    }

    /// The sum of the speedups: the weighted speedup.
    pub fn weighted(&self, group: &Group, variant: Variant) -> Option<f64> {
        self.shared.weighted(&group.members, variant, Variant::SHARED_TLB)
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
        self.shared.json()
    }
}

#[cfg(test)]
impl Runs {
    /// Made-up runs on so many SMs.
    pub fn made_up(
        groups: Vec<Group>,
        sms: u32,
        figures: impl Fn(&Job<Variant, &'static Workload>) -> Option<Figures>,
    ) -> Runs {
        let jobs = jobs(&groups, sms, |_, _| true);
        Runs { groups, shared: Shared::made_up(jobs, sms, figures) }
    }
}
