// SPDX-License-Identifier: Apache-2.0
//! Runs divided into the tasks of an engine.

use super::super::plan::{Plan, Run};
use super::super::store::Store;
use crate::{output, progress, shell, system};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use warpsmith_process::EndsWithUs;

/// Time between two looks at what is complete.
const POLL: Duration = Duration::from_millis(500);

/// The list of tasks, in a file that each of them reads.
#[derive(Debug, Serialize, Deserialize)]
pub struct Parts {
    /// Where the list is.
    pub file: PathBuf,
    pub checkpoint_every: Option<u64>,
    /// The runs of each task.
    pub tasks: Vec<Vec<Run>>,
}

impl Parts {
    /// Tasks of `per_task` runs, or of more if there may be only `limit` tasks; written into the folder of the sweep.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn of(store: &Store, plan: &Plan, runs: &[Run], per_task: u64, limit: usize) -> Result<Parts> {
        let per_task = usize::try_from(per_task)?.max(runs.len().div_ceil(limit.max(1)));
        let name = format!("{}-{}", std::process::id(), runs.first().map_or("", |run| &run.key[..8]));
        let file = store.tasks(&name);
        let tasks = runs.chunks(per_task).map(<[Run]>::to_vec).collect();
        let parts = Parts { file, checkpoint_every: plan.checkpoint_every, tasks };
        output::write_atomically(&parts.file, &serde_json::to_vec(&parts)?)?;
        Ok(parts)
    }

    /// # Errors
    /// The file is no such list.
    pub fn load(file: &Path) -> Result<Parts> {
        let text = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is no list of tasks", file.display()))
    }

    /// The line of a shell that makes a task, whose number `task` stands for.
    ///
    /// # Errors
    /// The system does not say where this command is.
    pub fn line(&self, task: &str) -> Result<OsString> {
        let [command, file] = [shell::quoted(system::command()?), shell::quoted(&self.file)];
        Ok([command, "sweep work".into(), file, "--task".into(), task.into()].join(OsStr::new(" ")))
    }

    /// Starts what makes the runs, which ends when we do, and shows how many are complete until it has ended.
    ///
    /// # Errors
    /// It cannot be started: `missing` says so.
    pub fn follow(&self, store: &Store, call: &mut Command, missing: &'static str) -> Result<ExitStatus> {
        let mut child =
            call.stdin(Stdio::null()).stdout(Stdio::null()).ends_with_us().spawn().context(missing)?;
        self.watch(store, || Ok(child.try_wait()?.is_none()))?;
        Ok(child.wait()?)
    }

    /// Shows how many runs are complete while `under_way` says that the engine works; it is asked every so many looks.
    ///
    /// # Errors
    /// Those of `under_way`.
    pub fn watch(&self, store: &Store, mut under_way: impl FnMut() -> Result<bool>) -> Result<()> {
        let mut left: Vec<&Run> = self.tasks.iter().flatten().collect();
        let bar = progress::bar(left.len() as u64);
        let all = left.len();
        while under_way()? {
            left.retain(|run| !store.result(run).exists());
            bar.set_position((all - left.len()) as u64);
            std::thread::sleep(POLL);
        }
        bar.finish_and_clear();
        Ok(())
    }
}
