// SPDX-License-Identifier: Apache-2.0
//! Runs as a task array of HyperQueue, on a server and workers that the user has started. It is asked in the ways that its
//! documentation calls stable.

use super::super::store::Store;
use super::job::{said, Job, Keeper};
use super::parts::Parts;
use super::Options;
use anyhow::{ensure, Context, Result};
use std::ffi::OsString;
use std::process::Command;

/// Submits the tasks and waits until HyperQueue has none of them any more.
///
/// # Errors
/// There is no server, or it refuses them.
pub fn make(options: &Options, store: &Store, parts: &Parts) -> Result<()> {
    let job = submit(options, store, parts)?;
    Job::note(store, Keeper::Hq, &job, parts)?;
    eprintln!("job {job} of HyperQueue: {} tasks", parts.tasks.len());
    let ended =
        parts.follow(store, Command::new("hq").args(["job", "wait", &job]), "hq cannot be started")?;
    // That tasks failed, which the folder of the sweep says better, is no failure of this command.
    ensure!(
        ended.success(),
        "`hq job wait {job}` failed; what it said stands above, and --resume makes what is missing"
    );
    Ok(())
}

/// Submits the tasks. The number of the job.
fn submit(options: &Options, store: &Store, parts: &Parts) -> Result<String> {
    let mut call = Command::new("hq");
    call.args(["--output-mode=quiet", "submit", "--name=warpsmith-sweep"]);
    call.arg(format!("--array=0-{}", parts.tasks.len() - 1));
    for stream in ["stdout", "stderr"] {
        let mut file = OsString::from(format!("--{stream}="));
        file.push(store.logs().join(format!("hq-%{{JOB_ID}}-%{{TASK_ID}}.{stream}")));
        call.arg(file);
    }
    call.args(options.time.as_ref().map(|time| format!("--time-limit={time}")));
    let mut line = OsString::from("exec ");
    line.push(parts.line("\"$HQ_TASK_ID\"")?);
    call.args(["--", "sh", "-c"]).arg(line);
    Ok(said(&mut call)?.trim().to_string())
}

/// Numbers of the tasks that wait or run.
///
/// # Errors
/// HyperQueue does not answer.
pub fn waiting(job: &str) -> Result<Vec<usize>> {
    let said = said(Command::new("hq").args(["job", "task-ids", job, "--filter=waiting,running"]))?;
    numbers(said.trim()).with_context(|| format!("`hq job task-ids` said `{}`", said.trim()))
}

/// The numbers of `1,4-6,10-14:2`, which is how HyperQueue writes tasks and reads them.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (range, step) = part.split_once(':').unwrap_or((part, "1"));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let step = step.parse().ok().filter(|step| *step > 0)?;
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        all.extend((first..=last).step_by(step));
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_numbers_and_ranges_with_steps() {
        assert_eq!(numbers("1,4-6,10-14:2"), Some(vec![1, 4, 5, 6, 10, 12, 14]));
        assert_eq!(numbers(""), Some(vec![]));
        assert_eq!(numbers("1-2:0"), None);
        assert_eq!(numbers("job"), None);
    }
}
