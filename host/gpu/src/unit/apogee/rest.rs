// SPDX-License-Identifier: Apache-2.0
//! When the clock of `apogee` can rest: RTL costs much more than the cycles of an SM around it.

use serde::{Deserialize, Serialize};
use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::Out;

/// Cycles of a load in the table, but for its triggers, and some more.
const A_LOAD: u32 = 8;

/// Counts down the cycles in which something inside may still change. After them, and as long as the unit is told nothing, only
/// a prefetch that the L1 takes changes something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    left: u32,
}

impl Rest {
    /// Whether a cycle in which the unit is told nothing changes nothing; a prefetch is `taken` in it or not.
    pub fn sleeps(&self, taken: bool) -> bool {
        self.left == 0 && !taken
    }

    /// A cycle in which the unit was `told` something or a prefetch was `taken`, or not; it shows `out` now.
    pub fn stepped(&mut self, told: bool, taken: bool, out: &Out, params: &Params) {
        self.left = self.left.saturating_sub(1);
        let mut at_least = |cycles| self.left = self.left.max(cycles);
        let loads = A_LOAD * params.wait_depth;
        if told {
            at_least(params.issue_latency + loads);
        }
        if out.stat_trig_fire {
            at_least(loads);
        }
        // Jobs fill the queue, with cycles between them; then they wait for the L1.
        if taken || out.stat_trusted || out.stat_trig_fire {
            at_least(params.pfq_depth + 2 * params.job_depth + 4);
        }
    }
}
