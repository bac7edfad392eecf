// SPDX-License-Identifier: Apache-2.0
//! Stops a run at its limit or when the user interrupts it, and shows how far it is.

use crate::progress;
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use signal_hook::consts::SIGINT;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{MaxCycles, Poll, Progress, RunControl, StopReason};

pub struct SessionControl {
    limit: MaxCycles,
    /// SM cycles between two pauses.
    every: Option<u64>,
    interrupt: Arc<AtomicBool>,
    bar: ProgressBar,
}

impl SessionControl {
    /// From now on an interrupt (SIGINT) ends the run with a partial result, instead of the process without one; a second
    /// interrupt ends the process, for a program that does not come back to us.
    /// The run pauses at every multiple of `every` SM cycles.
    pub fn new(max_cycles: Option<u64>, every: Option<u64>) -> Result<Self> {
        let interrupt = Arc::new(AtomicBool::new(false));
        const FAILED: &str = "cannot be told of interrupts";
        // In this order: the first interrupt must find the flag unset here.
        signal_hook::flag::register_conditional_default(SIGINT, interrupt.clone()).context(FAILED)?;
        signal_hook::flag::register(SIGINT, interrupt.clone()).context(FAILED)?;
        Ok(SessionControl {
            limit: MaxCycles(max_cycles.unwrap_or(u64::MAX)),
            every,
            interrupt,
            bar: progress::spinner(),
        })
    }

    pub fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Takes the progress off the terminal.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl RunControl for SessionControl {
    fn poll(&mut self, progress: &Progress) -> Poll {
        if self.interrupted() {
            return Poll::Stop(StopReason::Interrupted);
        }
        if !self.bar.is_hidden() {
            let Progress { kernel, cycle, ctas_done, ctas, .. } = progress;
            self.bar.set_message(format!("{kernel}: {ctas_done}/{ctas} CTAs, SM cycle {}", cycle.0));
            self.bar.tick();
        }
        self.limit.poll(progress)
    }

    fn next_pause(&self, now: SmCycle) -> SmCycle {
        SmCycle(self.every.map_or(u64::MAX, |every| (now.0 / every + 1).saturating_mul(every)))
    }
}
