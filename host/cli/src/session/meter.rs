// SPDX-License-Identifier: Apache-2.0
//! How far a run is, how fast, and how long it will take, as far as that can be known.

use indicatif::{HumanCount, HumanDuration, ProgressBar};
use std::time::{Duration, Instant};
use warpsmith_gpu::Progress;
use warpsmith_protocol::short_name;

/// Time between two drawings.
const REDRAW: Duration = Duration::from_millis(100);

/// The speed shown is that of the last one or two of these.
const WINDOW: Duration = Duration::from_secs(10);

/// Letters of a kernel's name that are shown.
const NAME: usize = 60;

/// What the work of a session is known to be at most.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    /// The SM cycle at which the run ends.
    pub cycles: Option<u64>,
    /// Launches, if their number is known before.
    pub launches: Option<usize>,
}

/// Shows the progress of a session.
pub struct Meter {
    bar: ProgressBar,
    extent: Extent,
    drawn: Instant,
    /// Times at which the run was at an SM cycle, the older first.
    marks: [(Instant, u64); 2],
}

impl Meter {
    /// From `cycle` on.
    pub fn new(bar: ProgressBar, extent: Extent, cycle: u64) -> Meter {
        let now = Instant::now();
        Meter { bar, extent, drawn: now, marks: [(now, cycle); 2] }
    }

    /// Shows that the run is at `cycle`, in a kernel or without one.
    pub fn show(&mut self, cycle: u64, kernel: Option<&Progress>) {
        let now = Instant::now();
        if now - self.drawn < REDRAW {
            return;
        }
        self.drawn = now;
        let [(since, from), newer] = self.marks;
        let speed = cycle.saturating_sub(from) as f64 / (now - since).as_secs_f64();
        if now - newer.0 >= WINDOW {
            self.marks = [newer, (now, cycle)];
        }
        self.bar.set_message(line(cycle, kernel, speed, self.extent));
        self.bar.tick();
    }

    /// Takes the progress off the terminal.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// One line; `speed` is in SM cycles a second.
fn line(cycle: u64, kernel: Option<&Progress>, speed: f64, extent: Extent) -> String {
    let mut parts = Vec::new();
    // The time that so many SM cycles take.
    let time = |cycles: f64| {
        let seconds = Duration::try_from_secs_f64(cycles / speed).ok()?;
        Some(HumanDuration(seconds))
    };
    if let Some(Progress { kernel, launch, ctas_done, ctas, .. }) = kernel {
        let of = extent.launches.map_or(String::new(), |n| format!(" of {n}"));
        let name: String = short_name(kernel).chars().take(NAME).collect();
        parts.push(format!("launch {launch}{of}, {name}: {ctas_done}/{ctas} CTAs"));
    }
    parts.push(format!("SM cycle {}", HumanCount(cycle)));
    parts.push(format!("{} SM cycles/s", HumanCount(speed as u64)));
    if let Some(Progress { kernel_cycles, ctas_done, ctas, .. }) = kernel.filter(|k| k.ctas_done > 0) {
        let left = *kernel_cycles as f64 * (ctas - ctas_done) as f64 / *ctas_done as f64;
        parts.extend(time(left).map(|time| format!("{time:#} left of the kernel")));
    }
    if let Some(end) = extent.cycles {
        let left = end.saturating_sub(cycle) as f64;
        parts.extend(time(left).map(|time| format!("{time:#} to SM cycle {}", HumanCount(end))));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_gpu::types::SmCycle;

    fn kernel(ctas_done: u64) -> Progress<'static> {
        Progress {
            kernel: "_Z6assignPKfPiiii",
            launch: 3,
            cycle: SmCycle(2_000_000),
            kernel_cycles: 500_000,
            seconds: 0.0,
            ctas_done,
            ctas: 400,
        }
    }

    #[test]
    fn a_line_has_launch_kernel_ctas_cycle_speed_and_what_is_left_of_the_kernel_and_to_the_limit() {
        let extent = Extent { cycles: Some(3_000_000), launches: Some(12) };
        assert_eq!(
            line(2_000_000, Some(&kernel(100)), 50_000.0, extent),
            "launch 3 of 12, assign: 100/400 CTAs, SM cycle 2,000,000, 50,000 SM cycles/s, 30s left of the kernel, \
             20s to SM cycle 3,000,000"
        );
    }

    #[test]
    fn what_cannot_be_known_is_left_out() {
        let text = line(2_000_000, Some(&kernel(0)), 0.0, Extent { cycles: Some(3_000_000), launches: None });
        assert_eq!(text, "launch 3, assign: 0/400 CTAs, SM cycle 2,000,000, 0 SM cycles/s");
        assert_eq!(line(7, None, 9.0, Extent::default()), "SM cycle 7, 9 SM cycles/s");
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = "k".repeat(70_000);
        let text = line(1, Some(&Progress { kernel: &name, ..kernel(1) }), 1.0, Extent::default());
        assert!(text.len() < 200, "{text}");
    }
}
