// SPDX-License-Identifier: Apache-2.0
//! Runs as an array job of Slurm. What it says is believed of tasks that wait, of nothing else.

use super::super::store::Store;
use super::job::{answer, said, Job, Keeper};
use super::parts::Parts;
use super::Options;
use anyhow::{ensure, Context, Result};
use std::ffi::OsString;
use std::process::Command;
use std::time::{Duration, Instant};

/// Time between two questions, which cost the controller something.
const ASK: Duration = Duration::from_secs(3);

/// Submits the tasks and waits until Slurm has none of them any more.
///
/// # Errors
/// Slurm refuses them.
pub fn make(options: &Options, store: &Store, parts: &Parts) -> Result<()> {
    let job = submit(options, store, parts)?;
    Job::note(store, Keeper::Slurm, &job, parts)?;
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
///
/// # Errors
/// Slurm does not answer.
pub fn waiting(job: &str) -> Result<Vec<usize>> {
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
