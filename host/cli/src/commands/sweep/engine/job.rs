// SPDX-License-Identifier: Apache-2.0
//! The job that an engine has of a sweep, kept in its folder: whoever asks how the sweep is can ask the engine too.

use super::super::store::Store;
use super::parts::Parts;
use crate::output;
use anyhow::{bail, Context, Result};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::{Command, Output};

/// An engine that keeps jobs when the sweep has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keeper {
    Slurm,
    Hq,
}

/// A job, by what its engine calls it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub keeper: Keeper,
    pub name: String,
    /// Where its tasks are listed.
    parts: PathBuf,
}

impl Job {
    /// Notes that the tasks are with an engine.
    ///
    /// # Errors
    /// The folder of the sweep cannot be written.
    pub fn note(store: &Store, keeper: Keeper, name: &str, parts: &Parts) -> Result<()> {
        let job = Job { keeper, name: name.to_string(), parts: parts.file.clone() };
        output::write_atomically(&store.job(), &serde_json::to_vec(&job)?)
    }

    /// The one that was noted last, if any was.
    pub fn of(store: &Store) -> Option<Job> {
        serde_json::from_slice(&std::fs::read(store.job()).ok()?).ok()
    }

    /// The keys of the runs of these tasks.
    pub fn keys(&self, tasks: &[usize]) -> Option<Vec<String>> {
        let parts = Parts::load(&self.parts).ok()?;
        let runs = tasks.iter().filter_map(|task| parts.tasks.get(*task)).flatten();
        Some(runs.map(|run| run.key.clone()).collect())
    }
}

/// What a command of an engine answers.
///
/// # Errors
/// It cannot be started.
pub fn answer(command: &mut Command) -> Result<Output> {
    let name = name(command);
    command
        .output()
        .with_context(|| format!("{name} cannot be started: is the engine installed, and in PATH?"))
}

/// What a command that succeeds says.
///
/// # Errors
/// It fails, with what it says.
pub fn said(command: &mut Command) -> Result<String> {
    let output = answer(command)?;
    if !output.status.success() {
        bail!("{}: {}", name(command), String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}
