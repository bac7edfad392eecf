// SPDX-License-Identifier: Apache-2.0
//! Stops a run at its limit or when the user interrupts it, and shows how far it is.

use crate::progress;
use indicatif::ProgressBar;
use std::io::Write;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{MaxCycles, Poll, Progress, RunControl, StopReason};

pub struct SessionControl {
    limit: MaxCycles,
    /// SM cycles between two pauses.
    every: Option<u64>,
    bar: ProgressBar,
    /// What device code prints goes to standard output while the kernel runs: the program is ours.
    prints: bool,
}

impl SessionControl {
    /// From now on a signal (SIGINT, SIGTERM, SIGHUP) ends the run with a partial result, instead of the process without one; a
    /// second one ends the process.
    /// The run pauses at every multiple of `every` SM cycles.
    pub fn new(max_cycles: Option<u64>, every: Option<u64>) -> Self {
        warpsmith_process::end_gently();
        SessionControl {
            limit: MaxCycles(max_cycles.unwrap_or(u64::MAX)),
            every,
            bar: progress::spinner(),
            prints: false,
        }
    }

    /// The same, for a program that is ours: what device code prints goes to standard output while the kernel runs.
    pub fn printing(mut self) -> Self {
        self.prints = true;
        self
    }

    pub fn interrupted(&self) -> bool {
        warpsmith_process::asked_to_end()
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

    fn take_printed(&mut self, printed: &mut Vec<u8>) {
        if self.prints && std::io::stdout().write_all(printed).is_ok() {
            printed.clear();
        }
    }

    fn next_pause(&self, now: SmCycle) -> SmCycle {
        SmCycle(self.every.map_or(u64::MAX, |every| (now.0 / every + 1).saturating_mul(every)))
    }
}
