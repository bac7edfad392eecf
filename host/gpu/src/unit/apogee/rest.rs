// SPDX-License-Identifier: Apache-2.0
//! When the clock of `apogee` can rest: RTL costs much more than the cycles of an SM around it.

use serde::{Deserialize, Serialize};
use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{In, Out};

/// Cycles from an outcome until the next load waits for its own: commit, trigger entry, look, and two in reserve (P8).
const A_LOAD: u32 = 8;
/// Cycles of a place in the queue until a further line stands in it: the next job, its first line.
const A_LINE: u32 = 3;
/// After so many cycles without a line for the L1 no job is left: from one to the next it takes fewer.
const NO_JOB: u32 = 4;

/// Counts down the cycles in which something inside may still change, as far as its outputs tell. After them, and as long as the
/// unit is told nothing, only a prefetch that the L1 takes changes something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// Cycles until no load is walked and the oldest one, if any, waits for its outcome.
    loads: u32,
    /// Cycles until jobs have filled the queue, or none is left.
    lines: u32,
    /// Cycles since there was a line for the L1, or the reason for one.
    without: u32,
}

impl Rest {
    /// A cycle in which it does not rest, whatever happens.
    #[cfg(test)]
    pub fn awake() -> Rest {
        Rest { loads: 1, ..Rest::default() }
    }

    /// Whether a cycle in which the unit is told nothing changes nothing; a prefetch is `taken` in it or not.
    pub fn sleeps(&self, taken: bool) -> bool {
        self.loads == 0 && self.lines == 0 && !taken
    }

    /// A cycle in which the unit was told `input`; a prefetch was `taken` or not, and it shows `out` now.
    pub fn stepped(&mut self, input: &In, taken: bool, out: &Out, params: &Params) {
        let most_loads = params.issue_latency + A_LOAD * params.wait_depth;
        let most_lines = params.pfq_depth + 2 * params.job_depth + 4;
        self.loads = self.loads.saturating_sub(1);
        self.lines = self.lines.saturating_sub(1);
        if input.flush {
            self.loads = self.loads.max(A_LOAD);
        }
        if input.ld_v && input.ld_first {
            self.loads = (self.loads + A_LOAD).max(params.issue_latency);
        }
        if input.res_v {
            self.loads += A_LOAD;
        }
        if out.stat_trig_fire {
            self.loads = (self.loads + 2).max(A_LOAD);
            self.lines += 2;
        }
        self.loads = self.loads.min(most_loads);
        if taken {
            self.lines += A_LINE;
        }
        if out.stat_trusted {
            self.lines = most_lines;
        }
        self.lines = self.lines.min(most_lines);
        self.without += 1;
        if out.pf_v || out.stat_trusted || out.stat_trig_fire {
            self.without = 0;
        }
        if self.without >= NO_JOB {
            (self.lines, self.without) = (0, NO_JOB);
        }
    }
}
