// SPDX-License-Identifier: Apache-2.0
//! How fast the simulator is.

use std::ops::AddAssign;
use std::time::Duration;

/// What the simulator has done in this process, without what a checkpoint brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// SM cycles.
    pub cycles: u64,
    /// Time in which it simulated them; that in which it waits for the program is not in it.
    pub time: Duration,
}

impl Effort {
    /// SM cycles a second, if there was anything to simulate.
    pub fn speed(&self) -> Option<f64> {
        (self.cycles > 0 && !self.time.is_zero()).then(|| self.cycles as f64 / self.time.as_secs_f64())
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, more: Effort) {
        self.cycles += more.cycles;
        self.time += more.time;
    }
}
