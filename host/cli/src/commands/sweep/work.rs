// SPDX-License-Identifier: Apache-2.0
//! Makes one run of a sweep, unless it is complete or somebody else makes it.

use super::plan::Run;
use super::store::Store;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warpsmith_process::EndsWithUs;

/// Lines of a failed run's output that are kept.
const LINES: usize = 20;

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Completed,
    Failed,
    /// Somebody else makes it.
    Elsewhere,
}

/// Makes the run by a process of its own. That it fails is no error here: its message is kept.
///
/// # Errors
/// The folder of the sweep cannot be written, or the command not be started.
pub fn make(store: &Store, run: &Run, command: &Path, checkpoint_every: Option<u64>) -> Result<Done> {
    let Some(_lock) = store.begin(run)? else { return Ok(Done::Elsewhere) };
    if store.completed(run).is_some() {
        return Ok(Done::Completed);
    }
    let mut call = Command::new(command);
    call.arg("run").arg("-o").arg(store.result(run));
    if let Some(every) = checkpoint_every {
        let folder = store.checkpoints(run);
        call.arg("--checkpoint-every").arg(every.to_string()).arg("--checkpoint-dir").arg(&folder);
        if let Some(latest) = latest(&folder) {
            call.arg("--resume").arg(latest);
        }
    }
    let output = call
        .args(&run.line)
        .stdin(Stdio::null())
        .ends_with_us()
        .output()
        .context("this command cannot be started again")?;
    if output.status.success() && store.completed(run).is_some() {
        // They cost as much as device memory, and nothing needs them any more.
        let _ = std::fs::remove_dir_all(store.checkpoints(run));
        store.say(run, "")?;
        return Ok(Done::Completed);
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    store.say(run, &format!("{last}\n`warpsmith run` ended with {}", output.status))?;
    Ok(Done::Failed)
}

/// The checkpoint of the highest cycle, which stands in its name.
fn latest(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "checkpoint")).max()
}
