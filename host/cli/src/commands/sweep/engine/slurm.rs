// SPDX-License-Identifier: Apache-2.0
//! Runs as an array job of Slurm. What it says is believed of tasks that wait, of nothing else.

use super::super::store::Store;
use super::parts::Parts;
use super::Options;
use crate::output;
use anyhow::{bail, ensure, Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Time between two questions, which cost the controller something.
const ASK: Duration = Duration::from_secs(3);

/// Submits the tasks and waits until Slurm has none of them any more.
///
/// # Errors
/// Slurm refuses them.
pub fn make(options: &Options, store: &Store, parts: &Parts) -> Result<()> {
    let job = submit(options, store, parts)?;
    output::write_atomically(&store.job(), format!("{job}\n{}\n", parts.file.display()).as_bytes())?;
    eprintln!("job {job} of Slurm: {} tasks", parts.tasks.len());
    let mut asked = Instant::now();
    parts.watch(store, || {
        if asked.elapsed() < ASK {
            return Ok(true);
        }
        asked = Instant::now();
        Ok(!waiting(&job)?.is_empty())
    })
}

/// Tasks of an array at most.
///
/// # Errors
/// Slurm does not answer.
pub fn largest_array() -> Result<usize> {
    let said = said(Command::new("scontrol").args(["show", "config"]))?;
    let value = said.lines().find_map(|line| line.strip_prefix("MaxArraySize")?.split('=').nth(1));
    // The highest index is one less.
    value.and_then(|value| value.trim().parse().ok()).context("`scontrol show config` has no MaxArraySize")
}

/// The keys of the runs that Slurm still has, if it can be asked.
pub fn pending(store: &Store) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(store.job()).ok()?;
    let (job, file) = text.trim_end().split_once('\n')?;
    let tasks = waiting(job).ok()?;
    let parts = Parts::load(Path::new(file)).ok()?;
    let runs = tasks.into_iter().filter_map(|task| parts.tasks.get(task)).flatten();
    Some(runs.map(|run| run.key.clone()).collect())
}

/// Submits the tasks. The name of the job.
fn submit(options: &Options, store: &Store, parts: &Parts) -> Result<String> {
    let mut call = Command::new("sbatch");
    call.args(["--parsable", "--job-name=warpsmith-sweep", "--requeue", "--ntasks=1"]);
    call.arg(format!("--array=0-{}", parts.tasks.len() - 1));
    call.arg(format!("--output={}", store.logs().join("slurm-%A_%a.txt").display()));
    for (option, value) in
        [("partition", &options.partition), ("time", &options.time), ("mem", &options.memory)]
    {
        call.args(value.as_ref().map(|value| format!("--{option}={value}")));
    }
    // The task itself gets the signal before the time limit, so that it can end its run.
    call.arg("--signal=B:TERM@30");
    let mut wrap = OsString::from("--wrap=exec ");
    wrap.push(parts.line("\"$SLURM_ARRAY_TASK_ID\"")?);
    call.arg(wrap);
    let name = said(&mut call)?;
    Ok(name.trim().split(';').next().unwrap_or_default().to_string())
}

/// Numbers of the tasks that wait or run.
fn waiting(job: &str) -> Result<Vec<usize>> {
    let output = answer(Command::new("squeue").args(["-h", "-r", "-t", "all", "-o", "%K %T", "-j", job]))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        // It forgets jobs after a while.
        ensure!(error.contains("Invalid job id"), "squeue: {}", error.trim_end());
        return Ok(Vec::new());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let under_way = text.lines().filter_map(|line| {
        let (task, state) = line.split_once(' ')?;
        let ends = ["COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "DEADLINE"];
        (!ends.contains(&state.trim())).then(|| task.parse().ok()).flatten()
    });
    Ok(under_way.collect())
}

fn answer(command: &mut Command) -> Result<Output> {
    let name = PathBuf::from(command.get_program());
    command.output().with_context(|| {
        format!("{} of Slurm cannot be started: is it installed, and in PATH?", name.display())
    })
}

/// What a command that succeeds says.
fn said(command: &mut Command) -> Result<String> {
    let output = answer(command)?;
    if !output.status.success() {
        let name = PathBuf::from(command.get_program());
        bail!("{}: {}", name.display(), String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
