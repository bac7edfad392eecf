// SPDX-License-Identifier: Apache-2.0
//! The finished runs by groups, with the metric of specification section 8.

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

/// The runs of groups with each variant that `wanted` names and that they are for, and of each program alone on as many SMs.
fn jobs(
    groups: &[Group],
    sms: u32,
    wanted: impl Fn(&Group, Variant) -> bool,
) -> BTreeSet<Job<Variant, &'static Workload>> {
    let wanted = groups.iter().flat_map(|group| {
        let variants = Variant::ALL.iter().copied().filter(|v| group.runs(*v) && wanted(group, *v));
        variants.map(|v| (v, &group.members[..])).collect::<Vec<_>>()
    });
    sharing::jobs(wanted, Variant::base, sms)
}

impl Runs {
    /// Makes the runs that are wanted, or takes them from the cache. The machine has so many SMs; runs without the cost of paging take so
    /// many cycles.
    pub fn make(
        runner: &Runner,
        programs: &[Program],
        groups: Vec<Group>,
        (sms, cycles): (u32, u64),
        wanted: impl Fn(&Group, Variant) -> bool,
    ) -> Result<Runs> {
        let jobs = jobs(&groups, sms, wanted);
        let length = |variant: Variant| Length::Cycles(cycles * variant.length());
        let shared = Shared::make(runner, programs, &jobs, sms, length, Figures::of)?;
        Ok(Runs { groups, shared })
    }

    /// The run of a group with a variant, if it was made.
    pub fn find(&self, group: &Group, variant: Variant) -> Option<&Figures> {
        self.shared.find(&group.members, variant)
    }

    /// The same of a run that a point needs.
    pub fn of(&self, group: &Group, variant: Variant) -> &Figures {
        self.find(group, variant).expect("a run that the point needs")
    }

    /// The groups of some kinds that a variant has run.
    pub fn with(&self, variant: Variant, kinds: fn(Kind) -> bool) -> impl Iterator<Item = &Group> {
        let ran = move |group: &&Group| kinds(group.kind) && self.find(group, variant).is_some();
        self.groups.iter().filter(ran)
    }

    /// The sum of the IPC of each program over that alone on as many SMs: the weighted speedup.
    pub fn weighted(&self, group: &Group, variant: Variant) -> Option<f64> {
        self.shared.weighted(&group.members, variant, variant.base())
    }

    /// Mean over the groups of some kinds of the weighted speedup with one variant over that with another; 0 if none ran both.
    pub fn gain(&self, variant: Variant, other: Variant, kinds: fn(Kind) -> bool) -> f64 {
        let gain = |group: &Group| Some(self.weighted(group, variant)? / self.weighted(group, other)?);
        mean(&self.groups.iter().filter(|group| kinds(group.kind)).filter_map(gain).collect::<Vec<_>>())
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
