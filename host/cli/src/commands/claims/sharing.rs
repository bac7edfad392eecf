// SPDX-License-Identifier: Apache-2.0
//! Programs that share the GPU, the SMs split evenly, and the same programs alone on as many SMs: the runs, and what sharing costs.

use super::runner::{Call, Runner};
use super::runs::Policy;
use crate::manifest::{self, Program};
use crate::result::ResultFile;
use crate::split::evenly;
use anyhow::Result;
use serde::Serialize;
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A program of `tests/programs` with its arguments.
pub trait Member: Copy + Ord + Send + Sync {
    fn program(self) -> &'static str;
    fn arguments(self) -> Vec<&'static str>;

    /// It with these arguments.
    ///
    /// # Errors
    /// It is none of `programs`.
    fn of(self, programs: &[Program]) -> Result<Program> {
        let args_default = self.arguments().into_iter().map(String::from).collect();
        Ok(Program { args_default, ..manifest::find(programs, self.program())?.clone() })
    }
}

/// When programs that run together end.
#[derive(Clone, Copy)]
pub enum Length {
    /// After so many SM cycles.
    Cycles(u64),
    /// When each has ended once; one that ends sooner is started again.
    EachOnce,
}

/// What a run says of its programs.
pub trait Speeds {
    /// Warp instructions in an SM cycle, by program, all its SMs together.
    fn ipcs(&self) -> Vec<f64>;
}

/// A run: programs and policy, on all SMs of the machine or on so many of another of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Job<P, M> {
    pub policy: P,
    pub members: Vec<M>,
    pub sms: Option<u32>,
}

impl<P: Policy, M: Member> Job<P, M> {
    /// Programs that share the machine.
    pub fn together(policy: P, members: &[M]) -> Job<P, M> {
        Job { policy, members: members.to_vec(), sms: None }
    }

    /// A program alone on so many SMs.
    pub fn alone(policy: P, one: M, sms: u32) -> Job<P, M> {
        Job { policy, members: vec![one], sms: Some(sms) }
    }

    /// Options of `warpsmith run`.
    fn options(&self, length: Length) -> Vec<String> {
        let with = self.policy.with().into_iter().map(|with| ["--with".to_string(), with.to_string()]);
        let keys = self.policy.machine().into_iter().map(str::to_string);
        let keys = keys.chain(self.sms.map(|sms| format!("sm.count={sms}")));
        let length = match length {
            Length::Cycles(cycles) => vec!["--cycles".to_string(), cycles.to_string()],
            Length::EachOnce if self.members.len() > 1 => vec!["--relaunch".to_string()],
            Length::EachOnce => Vec::new(),
        };
        with.chain(keys.map(|key| ["-m".to_string(), key])).flatten().chain(length).collect()
    }

    /// Said while it runs.
    fn message(&self) -> String {
        format!("{}, {}", name(&self.members), self.policy.name())
    }
}

/// Programs together with each policy that is wanted, and each of them alone with the `base` of that policy, on the SMs that it has of `sms`.
pub fn jobs<'a, P: Policy, M: Member + 'a>(
    wanted: impl IntoIterator<Item = (P, &'a [M])>,
    base: impl Fn(P) -> P,
    sms: u32,
) -> BTreeSet<Job<P, M>> {
    let mut jobs = BTreeSet::new();
    for (policy, members) in wanted {
        jobs.insert(Job::together(policy, members));
        let split = evenly(members.len(), sms);
        jobs.extend(members.iter().zip(split).map(|(one, sms)| Job::alone(base(policy), *one, sms)));
    }
    jobs
}

/// Programs with `_` between; several copies of one with their number.
pub fn name<M: Member>(members: &[M]) -> String {
    match members {
        [first, others @ ..] if !others.is_empty() && others.iter().all(|one| one == first) => {
            format!("{} x {}", members.len(), first.program())
        }
        _ => members.iter().map(|one| one.program()).collect::<Vec<_>>().join("_"),
    }
}

/// The finished runs, with the figures `F` of each.
pub struct Shared<P, M, F> {
    sms: u32,
    figures: BTreeMap<Job<P, M>, F>,
}

impl<P: Policy, M: Member, F: Speeds + Send> Shared<P, M, F> {
    /// Runs each job for as long as `length` says, or takes it from the cache. The machine has `sms` SMs.
    pub fn make(
        runner: &Runner,
        programs: &[Program],
        jobs: &BTreeSet<Job<P, M>>,
        sms: u32,
        length: impl Fn(P) -> Length,
        figures: fn(&ResultFile) -> F,
    ) -> Result<Shared<P, M, F>> {
        let members: BTreeMap<M, Program> = jobs
            .iter()
            .flat_map(|job| &job.members)
            .map(|one| Ok((*one, one.of(programs)?)))
            .collect::<Result<_>>()?;
        let call = |job: &Job<P, M>| Call {
            message: job.message(),
            options: job.options(length(job.policy)),
            programs: job.members.iter().map(|one| &members[one]).collect(),
        };
        let calls: Vec<_> = jobs.iter().map(|job| (job.clone(), call(job))).collect();
        Ok(Shared { sms, figures: runner.run(&calls, |file| Ok(figures(file)))? })
    }
}

impl<P: Policy, M: Member, F: Speeds> Shared<P, M, F> {
    /// The run of programs together, if it was made.
    pub fn find(&self, members: &[M], policy: P) -> Option<&F> {
        self.figures.get(&Job::together(policy, members))
    }

    /// What each member did alone on its SMs.
    pub fn each_alone(&self, members: &[M], policy: P) -> Option<Vec<&F>> {
        let split = evenly(members.len(), self.sms);
        members.iter().zip(split).map(|(one, sms)| self.figures.get(&Job::alone(policy, *one, sms))).collect()
    }

    /// The IPC of each program over that which it has alone with `base`, on as many SMs.
    pub fn speedups(&self, members: &[M], policy: P, base: P) -> Option<Vec<f64>> {
        let shared = self.find(members, policy)?.ipcs();
        let alone = self.each_alone(members, base)?;
        shared.into_iter().zip(alone).map(|(shared, alone)| Some(shared / alone.ipcs().first()?)).collect()
    }

    /// Their sum: the weighted speedup.
    pub fn weighted(&self, members: &[M], policy: P, base: P) -> Option<f64> {
        Some(self.speedups(members, policy, base)?.iter().sum())
    }
}

impl<P: Policy + Serialize, M: Member, F: Serialize> Shared<P, M, F> {
    /// Every run with its figures.
    pub fn json(&self) -> Value {
        let all = self.figures.iter().map(|(job, figures)| {
            let programs: Vec<_> = job.members.iter().map(|one| one.program()).collect();
            json!({ "programs": programs, "policy": job.policy, "sms": job.sms, "figures": figures })
        });
        all.collect()
    }
}

#[cfg(test)]
impl<P: Policy, M: Member, F> Shared<P, M, F> {
    /// Made-up runs on so many SMs.
    pub fn made_up(
        jobs: BTreeSet<Job<P, M>>,
        sms: u32,
        figures: impl Fn(&Job<P, M>) -> Option<F>,
    ) -> Shared<P, M, F> {
        let figures =
            jobs.into_iter().filter_map(|job| figures(&job).map(|figures| (job, figures))).collect();
        Shared { sms, figures }
    }
}
