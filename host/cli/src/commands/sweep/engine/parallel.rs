// SPDX-License-Identifier: Apache-2.0
//! Runs by GNU parallel, over ssh.

use super::super::store::Store;
use super::parts::Parts;
use super::Options;
use anyhow::{ensure, Context, Result};
use std::process::Command;

/// Exit codes up to this one are the number of tasks that failed, which the folder of the sweep says better.
const FAILED_TASKS: i32 = 101;

/// Makes the tasks on all machines of `--hosts`.
///
/// # Errors
/// GNU parallel is not there or refuses them.
pub fn make(options: &Options, store: &Store, parts: &Parts) -> Result<()> {
    let hosts = options.hosts.as_deref().context("--engine parallel needs --hosts")?;
    let hosts = hosts.canonicalize().with_context(|| format!("cannot read {}", hosts.display()))?;
    let mut call = Command::new("parallel");
    call.args(["--will-cite", "--sshloginfile"]).arg(hosts);
    call.arg("--joblog").arg(store.logs().join("parallel.txt"));
    if let Some(jobs) = options.jobs {
        call.arg("--jobs").arg(jobs.to_string());
    }
    call.arg(parts.line("{}")?);
    call.arg(":::").args((0..parts.tasks.len()).map(|task| task.to_string()));
    let missing = "GNU parallel cannot be started: apt-get install parallel";
    let ended = parts.follow(store, &mut call, missing)?;
    let failed = ended.code().is_none_or(|code| code > FAILED_TASKS);
    ensure!(!failed, "GNU parallel failed; what it said stands above");
    Ok(())
}
