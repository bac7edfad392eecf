// SPDX-License-Identifier: Apache-2.0
//! The runs of programs with policies.

use super::runner::{Call, Runner};
use crate::manifest::{Class, Program};
use crate::result::ResultFile;
use anyhow::Result;
use std::collections::BTreeMap;

/// Something to run a program with: the unit, a variant of it, or what it is compared with.
pub trait Policy: Copy + Ord + Send + Sync + 'static {
    const ALL: &'static [Self];

    /// Heading of its column.
    fn name(self) -> &'static str;

    /// The arguments of `warpsmith run --with`; without one the machine is as its file says.
    fn with(self) -> Vec<&'static str>;

    /// The arguments of `-m`.
    fn machine(self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The finished runs, with the figures `F` of each.
pub struct Runs<P, F> {
    classes: BTreeMap<String, Class>,
    figures: BTreeMap<(String, P), F>,
}

impl<P: Policy, F: Send> Runs<P, F> {
    /// Runs every wanted combination, or takes it from the cache.
    pub fn make(
        runner: &Runner,
        programs: &[Program],
        wanted: impl Fn(&Program, P) -> bool,
        figures: fn(&ResultFile) -> Result<F>,
    ) -> Result<Runs<P, F>> {
        let mut calls = Vec::new();
        let mut classes = BTreeMap::new();
        for program in programs {
            for policy in P::ALL.iter().copied().filter(|p| wanted(program, *p)) {
                let message = format!("{}, {}", program.name, policy.name());
                let with = policy.with().into_iter().map(|with| ["--with", with]);
                let machine = policy.machine().into_iter().map(|key| ["-m", key]);
                let options = with.chain(machine).flatten().map(Into::into).collect();
                let call = Call { message, options, programs: vec![program] };
                calls.push(((program.name.clone(), policy), call));
                classes.insert(program.name.clone(), program.class);
            }
        }
        Ok(Runs { classes, figures: runner.run(&calls, figures)? })
    }

    /// These runs and those of other programs.
    pub fn and(mut self, others: Runs<P, F>) -> Runs<P, F> {
        self.classes.extend(others.classes);
        self.figures.extend(others.figures);
        self
    }

    /// The run of this program with this policy; it must have been wanted.
    pub fn get(&self, program: &str, policy: P) -> &F {
        &self.figures[&(program.to_string(), policy)]
    }

    /// The same, where the run may not have been wanted.
    pub fn find(&self, program: &str, policy: P) -> Option<&F> {
        self.figures.get(&(program.to_string(), policy))
    }

    /// Every run: program, policy, what came out.
    pub fn all(&self) -> impl Iterator<Item = (&str, P, &F)> {
        self.figures.iter().map(|((program, policy), figures)| (program.as_str(), *policy, figures))
    }

    /// The programs that ran.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// The class of a program that ran.
    pub fn class(&self, program: &str) -> Class {
        self.classes[program]
    }
}

#[cfg(test)]
impl<P: Policy, F: Clone> Runs<P, F> {
    /// Made-up runs: program, class, policy, figures.
    pub fn made_up(runs: &[(&str, Class, P, F)]) -> Runs<P, F> {
        Runs {
            classes: runs.iter().map(|(name, class, ..)| (name.to_string(), *class)).collect(),
            figures: runs.iter().map(|(name, _, p, f)| ((name.to_string(), *p), f.clone())).collect(),
        }
    }

    /// The same of workloads, whose class does not count.
    pub fn of_workloads(runs: &[(&str, P, F)]) -> Runs<P, F> {
        let all: Vec<_> = runs.iter().map(|(name, p, f)| (*name, Class::Memory, *p, f.clone())).collect();
        Runs::made_up(&all)
    }
}
