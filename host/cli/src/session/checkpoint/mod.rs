// SPDX-License-Identifier: Apache-2.0
//! Checkpoints of a run: when they are written and where, and how a run goes on from one. `docs/checkpoints.md`
//! describes them.

mod file;
mod identity;
mod log;

pub use log::{differs, read, write, Asked, Call};

use crate::result::RunSpec;
use anyhow::{bail, Context, Result};
use identity::Identity;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{StateError, StateReader, StateWriter};

/// Which checkpoints a run writes, and which one it starts from.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CheckpointOptions {
    /// Write a checkpoint every N SM cycles of the whole run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint_every: Option<u64>,
    /// Folder of the checkpoints, made if it is missing; the files are named after the program and the cycle
    #[arg(long, value_name = "DIR", default_value = "checkpoints")]
    checkpoint_dir: PathBuf,
    /// How many checkpoints of the run to keep, the latest ones; 0 keeps all
    #[arg(long, value_name = "K", default_value_t = 2)]
    checkpoint_keep: usize,
    /// Go on from a checkpoint; everything else on the command line must be as in the run that wrote it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl CheckpointOptions {
    /// Whether the run has anything to do with checkpoints.
    pub fn used(&self) -> bool {
        self.checkpoint_every.is_some() || self.resume.is_some()
    }

    /// The checkpoint that the run starts from.
    pub fn resumed(&self) -> Option<&Path> {
        self.resume.as_deref()
    }
}

/// What a run was doing when a checkpoint was written.
#[derive(Default)]
pub struct Progress {
    /// The calls that had been answered.
    pub log: Vec<Call>,
    /// The launch that was under way; none when a trace is replayed.
    pub pending: Option<Asked>,
}

/// The checkpoints of one run.
pub struct Checkpoints {
    options: CheckpointOptions,
    identity: Identity,
    /// Start of the files' names.
    name: String,
    written: VecDeque<PathBuf>,
}

impl Checkpoints {
    /// Those of a run of `spec`, if it has anything to do with checkpoints.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub fn of(options: &CheckpointOptions, spec: &RunSpec) -> Result<Option<Checkpoints>> {
        if !options.used() {
            return Ok(None);
        }
        let (options, identity) = (options.clone(), Identity::new(spec)?);
        if options.checkpoint_every.is_some() {
            let folder = &options.checkpoint_dir;
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {} for checkpoints", folder.display()))?;
            crate::output::check_folder(folder)?;
        }
        let name = identity.name();
        Ok(Some(Checkpoints { options, identity, name, written: VecDeque::new() }))
    }

    /// SM cycles between two checkpoints.
    pub fn every(&self) -> Option<u64> {
        self.options.checkpoint_every
    }

    /// Restores with `take` from the checkpoint that was asked for, if any.
    ///
    /// # Errors
    /// The checkpoint cannot be read, is damaged, or is of another run.
    pub fn resume<T>(&self, take: impl FnOnce(&mut StateReader) -> Result<T>) -> Result<Option<T>> {
        let Some(path) = &self.options.resume else { return Ok(None) };
        let taken = file::read(path, |from| {
            let made: Identity = from.take()?;
            if let Some(difference) = made.difference(&self.identity) {
                bail!("it is of another run: {difference}");
            }
            take(from)
        });
        taken.map(Some).with_context(|| format!("cannot go on from {}", path.display()))
    }

    /// Writes a checkpoint at `cycle`, which `fill` fills, and removes the oldest one that this run wrote if there are too many. A
    /// failure does not end the run, which may be worth more than the checkpoint: it is reported on standard error.
    pub fn write(&mut self, cycle: SmCycle, fill: impl FnOnce(&mut StateWriter) -> Result<(), StateError>) {
        let path = self.options.checkpoint_dir.join(format!("{}-{:012}.checkpoint", self.name, cycle.0));
        let done = file::write(&path, |to| {
            to.put(&self.identity)?;
            fill(to)
        });
        match done {
            Ok(()) => self.keep(path),
            Err(error) => {
                eprintln!("warpsmith: no checkpoint at SM cycle {}: {error:#}; the run goes on", cycle.0);
            }
        }
    }

    fn keep(&mut self, path: PathBuf) {
        self.written.push_back(path);
        let keep = self.options.checkpoint_keep;
        while keep != 0 && self.written.len() > keep {
            if let Some(old) = self.written.pop_front() {
                // Somebody may have moved it; it is not needed any more.
                let _ = std::fs::remove_file(old);
            }
        }
    }

    /// The last one that this run wrote.
    pub fn latest(&self) -> Option<&Path> {
        self.written.back().map(PathBuf::as_path)
    }
}
