// SPDX-License-Identifier: Apache-2.0
//! Stops a run at its limit or when the user interrupts it, and lets its progress be shown.

use super::meter::{Extent, Meter};
use crate::progress;
use indicatif::ProgressBar;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{Poll, Progress, RunControl, StopReason};

pub struct SessionControl {
    limit: SmCycle,
    /// SM cycles between two pauses.
    every: Option<u64>,
    meter: Meter,
    /// What device code prints goes to standard output while the kernel runs: the program is ours.
    prints: bool,
}

impl SessionControl {
    /// From now on a signal (SIGINT, SIGTERM, SIGHUP) ends the run with a partial result, instead of the process without one; a
    /// second one ends the process.
    /// The run is at `cycle`, ends at the cycle that `extent` has, if any, and pauses at every multiple of `every` SM
    /// cycles.
    pub fn new(extent: Extent, cycle: SmCycle, every: Option<u64>) -> Self {
        SessionControl::shown(progress::spinner(), extent, cycle, every)
    }

    /// The same without a pause, for one of several runs at a time, of which nothing is shown.
    pub fn hidden(extent: Extent, cycle: SmCycle) -> Self {
        SessionControl::shown(ProgressBar::hidden(), extent, cycle, None)
    }

    fn shown(bar: ProgressBar, extent: Extent, cycle: SmCycle, every: Option<u64>) -> Self {
        warpsmith_process::end_gently();
        SessionControl {
            limit: SmCycle(extent.cycles.unwrap_or(u64::MAX)),
            every,
            meter: Meter::new(bar, extent, cycle.0),
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

    /// Called now and then while no kernel runs: shows the progress. Whether the run is to end.
    pub fn idle(&mut self, cycle: SmCycle) -> bool {
        self.meter.show(cycle.0, None);
        self.interrupted()
    }

    /// Takes the progress off the terminal.
    pub fn finish(&self) {
        self.meter.finish();
    }
}

impl RunControl for SessionControl {
    fn poll(&mut self, progress: &Progress) -> Poll {
        if self.interrupted() {
            return Poll::Stop(StopReason::Interrupted);
        }
        self.meter.show(progress.cycle.0, Some(progress));
        Poll::Continue
    }

    fn limit(&self) -> SmCycle {
        self.limit
    }

    fn take_printed(&mut self, _application: u8, printed: &mut Vec<u8>) {
        if self.prints {
            crate::streams::output(printed);
            printed.clear();
        }
    }

    fn next_pause(&self, now: SmCycle) -> SmCycle {
        SmCycle(self.every.map_or(u64::MAX, |every| (now.0 / every + 1).saturating_mul(every)))
    }
}
