// SPDX-License-Identifier: Apache-2.0
//! What makes the runs of a sweep. All engines but the local one call `warpsmith sweep work` for parts of them, and see the folder
//! of the sweep and this command under the same names on all machines.

mod hq;
mod job;
pub mod local;
mod parallel;
mod parts;
mod slurm;

use super::plan::{Plan, Run};
use super::store::{State, Store};
use super::work;
use crate::failure::usage;
use crate::system;
use anyhow::{Context, Result};
use job::{Job, Keeper};
use parts::Parts;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How runs are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// On this machine
    #[default]
    Local,
    /// As an array job of Slurm
    Slurm,
    /// By GNU parallel over ssh, on the machines of --hosts
    Parallel,
    /// As a task array of HyperQueue
    Hq,
}

/// Options of the engines.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// What makes the runs
    #[arg(long, value_enum, default_value_t)]
    pub engine: Kind,
    /// Runs at a time on a machine, at most [default: its cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Runs that a task of an engine makes, one behind the other
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    pub per_task: u64,
    /// Machines for GNU parallel, a line each, as its --sshloginfile
    #[arg(long, value_name = "FILE", required_if_eq("engine", "parallel"))]
    pub hosts: Option<PathBuf>,
    /// Partition of Slurm
    #[arg(long, value_name = "NAME")]
    pub partition: Option<String>,
    /// Time limit of a task of Slurm or HyperQueue, as these write it
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Memory of a task of Slurm, as its --mem
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
}

impl Options {
    /// Runs at a time on this machine.
    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(system::cores).max(1)
    }

    /// Whether each option is for the engine.
    ///
    /// # Errors
    /// One would do nothing.
    pub fn check(&self) -> Result<()> {
        let slurm = self.engine == Kind::Slurm;
        let limits = slurm || self.engine == Kind::Hq;
        for (option, given, of, engines) in [
            ("--partition", self.partition.is_some(), slurm, "slurm"),
            ("--memory", self.memory.is_some(), slurm, "slurm"),
            ("--time", self.time.is_some(), limits, "slurm and hq"),
            ("--hosts", self.hosts.is_some(), self.engine == Kind::Parallel, "parallel"),
        ] {
            if given && !of {
                return Err(usage(format!("{option} is for --engine {engines}; leave it out")));
            }
        }
        Ok(())
    }
}

/// Makes these runs, and comes back when none of them is under way any more.
///
/// # Errors
/// The engine is not there or refuses them. That a run fails is no error.
pub fn make(options: &Options, store: &Store, plan: &Plan, runs: &[Run]) -> Result<()> {
    match options.engine {
        Kind::Local => local::make(options.jobs(), store, plan.checkpoint_every, runs),
        Kind::Slurm => {
            let limit = slurm::largest_array()?;
            slurm::make(options, store, &Parts::of(store, plan, runs, options.per_task, limit)?)
        }
        Kind::Parallel => {
            parallel::make(options, store, &Parts::of(store, plan, runs, options.per_task, usize::MAX)?)
        }
        Kind::Hq => hq::make(options, store, &Parts::of(store, plan, runs, options.per_task, usize::MAX)?),
    }
}

/// The state of each run of the plan, of those that an engine still has too.
///
/// # Errors
/// The folder of the sweep cannot be read.
pub fn states(store: &Store, plan: &Plan) -> Result<Vec<State>> {
    let pending: BTreeSet<String> = pending(store).into_iter().flatten().collect();
    let state = |run: &Run| {
        Ok(match store.state(run)? {
            State::Missing if pending.contains(&run.key) => State::Pending,
            state => state,
        })
    };
    plan.runs.iter().map(state).collect()
}

/// The keys of the runs that an engine still has, if it can be asked.
fn pending(store: &Store) -> Option<Vec<String>> {
    let job = Job::of(store)?;
    let tasks = match job.keeper {
        Keeper::Slurm => slurm::waiting(&job.name),
        Keeper::Hq => hq::waiting(&job.name),
    };
    job.keys(&tasks.ok()?)
}

/// Makes the runs of one task, one behind the other: what an engine calls.
///
/// # Errors
/// There is no such task, or the folder of the sweep cannot be written. That a run fails is no error.
pub fn work(file: &Path, task: usize) -> Result<ExitCode> {
    let parts = Parts::load(file)?;
    let runs = parts.tasks.get(task).with_context(|| format!("{} has no task {task}", file.display()))?;
    // `tasks/NAME.json` is in the folder of the sweep.
    let folder = file.parent().and_then(Path::parent).context("the list is in no folder of a sweep")?;
    let (store, command) = (Store::open(folder)?, system::command()?);
    for run in runs {
        work::make(&store, run, &command, parts.checkpoint_every)?;
    }
    Ok(ExitCode::SUCCESS)
}
