// SPDX-License-Identifier: Apache-2.0
//! Runs on this machine, as many at a time as it has cores and memory for.

use super::super::plan::Run;
use super::super::store::Store;
use super::super::work::{self, Done};
use crate::progress;
use crate::system;
use anyhow::Result;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use warpsmith_synth::in_parallel;

/// Bytes that must be free before a run begins beside others: what a run of the larger machines takes.
const ROOM: u64 = 1 << 30;
/// Time after which a run that waits looks for room again.
const PATIENCE: Duration = Duration::from_millis(200);

/// Makes the runs, `jobs` at a time at most.
///
/// # Errors
/// The folder of the sweep cannot be written.
pub fn make(jobs: usize, store: &Store, checkpoint_every: Option<u64>, runs: &[Run]) -> Result<()> {
    let command = system::command()?;
    let gate = Gate::default();
    let failed = AtomicUsize::new(0);
    let bar = progress::bar(runs.len() as u64);
    let made = in_parallel(jobs, runs, |run| {
        gate.enter();
        let done = work::make(store, run, &command, checkpoint_every);
        gate.leave();
        if matches!(done, Ok(Done::Failed)) {
            let failed = failed.fetch_add(1, Ordering::Relaxed) + 1;
            bar.set_message(format!("{failed} failed"));
        }
        bar.inc(1);
        done
    });
    bar.finish_and_clear();
    made.map(drop)
}

/// Lets a run begin if no other is under way, or if there is room for it.
#[derive(Default)]
struct Gate {
    under_way: Mutex<usize>,
    left: Condvar,
}

impl Gate {
    fn enter(&self) {
        let mut count = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        while *count > 0 && system::available_memory().is_some_and(|bytes| bytes < ROOM) {
            let waited = self.left.wait_timeout(count, PATIENCE);
            count = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *count += 1;
    }

    fn leave(&self) {
        *self.under_way.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.left.notify_one();
    }
}
