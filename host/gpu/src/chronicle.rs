// SPDX-License-Identifier: Apache-2.0
//! What happened when: every CTA on its SM, and every decision of what sits in the sockets of throttles and frequency managers. Kept only
//! if it is asked for, for pictures of a run; no part of results.

use crate::sm::Sm;
use crate::socket::Levels;
use crate::types::{bits, SmCycle};

/// A CTA from its launch to its completion. Both are seen between two epochs, that is up to 15 SM cycles late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtaSpan {
    /// Number of the SM, from 0.
    pub sm: u32,
    /// CTA slot of the SM.
    pub slot: u32,
    /// Number of the lane whose kernel it was of: with several programs that of the program.
    pub lane: u8,
    /// SM cycles since the GPU was made.
    pub from: u64,
    /// The same, of the completion.
    pub to: u64,
}

/// What the throttle of an SM says from a cycle on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttled {
    /// SM cycles since the GPU was made; up to 15 late, as those of [`CtaSpan`].
    pub cycle: u64,
    /// Number of the SM, from 0.
    pub sm: u32,
    /// Target of concurrent CTAs.
    pub num_blocks: u8,
    /// CTAs that are resident and paused.
    pub paused: u32,
}

/// The chronicle of a run.
#[derive(Default)]
pub struct Chronicle {
    ctas: Vec<CtaSpan>,
    throttles: Vec<Throttled>,
    levels: Vec<(u64, Levels)>,
    clock: Vec<(u64, f64)>,
    /// By SM.
    sms: Vec<Last>,
}

/// What was seen last of an SM.
#[derive(Clone, Default)]
struct Last {
    resident: u32,
    /// The cycle in which the CTA of each slot was launched, and its lane.
    launched: [(u64, u8); 32],
    throttle: Option<(u8, u32)>,
}

impl Chronicle {
    /// What changed up to `cycle`, at which so many seconds are over.
    pub(crate) fn observe(&mut self, cycle: SmCycle, seconds: f64, levels: Levels, sms: &[Sm]) {
        self.sms.resize(sms.len(), Last::default());
        for (sm, (last, now)) in (0..).zip(self.sms.iter_mut().zip(sms)) {
            let output = now.throttle_output();
            let said = (output.num_blocks, (now.resident() & output.pause_cta).count_ones());
            if last.throttle.replace(said) != Some(said) {
                let (num_blocks, paused) = said;
                self.throttles.push(Throttled { cycle: cycle.0, sm, num_blocks, paused });
            }
            let resident = now.resident();
            for slot in bits((last.resident & !resident).into()) {
                let (from, lane) = last.launched[slot as usize];
                self.ctas.push(CtaSpan { sm, slot, lane, from, to: cycle.0 });
            }
            for slot in bits((resident & !last.resident).into()) {
                last.launched[slot as usize] = (cycle.0, now.lane_of(slot).unwrap_or_default());
            }
            last.resident = resident;
        }
        // Between two of them time passes evenly.
        if self.levels.last().is_none_or(|last| last.1 != levels) {
            self.levels.push((cycle.0, levels));
            self.clock.push((cycle.0, seconds));
        }
    }

    /// The CTAs that have completed, in the order of that.
    pub fn ctas(&self) -> &[CtaSpan] {
        &self.ctas
    }

    /// Every change of what a throttle says.
    pub fn throttles(&self) -> &[Throttled] {
        &self.throttles
    }

    /// Every change of the levels: from which SM cycle on which are in force.
    pub fn levels(&self) -> &[(u64, Levels)] {
        &self.levels
    }

    /// Simulated seconds at the SM cycles at which the levels changed. In between, and behind the last, time passes evenly.
    pub fn clock(&self) -> &[(u64, f64)] {
        &self.clock
    }
}
