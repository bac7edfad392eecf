// SPDX-License-Identifier: Apache-2.0
//! The timing wheel: what will complete in which cycle.

use serde::{Deserialize, Serialize};

use crate::types::SmCycle;

/// Something that completes at a known cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Completion {
    /// The instruction at `pc` of `warp` writes its registers.
    Arithmetic { warp: u8, pc: u32 },
    /// One transaction of memory operation `op` is served.
    Memory { op: u32 },
    /// One line of texture fetch `fetch` is served.
    Texture { fetch: u32 },
}

/// A ring of cycles, longer than the longest latency.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wheel {
    slots: Vec<Vec<Completion>>,
}

impl Wheel {
    /// A wheel for latencies of up to `longest` cycles.
    pub fn new(longest: u32) -> Self {
        Self { slots: vec![Vec::new(); (longest as usize + 1).next_power_of_two()] }
    }

    /// `what` completes `latency` cycles after `now`: at least 1, at most the longest latency.
    #[inline]
    pub fn add(&mut self, now: SmCycle, latency: u32, what: Completion) {
        debug_assert!(latency >= 1 && (latency as usize) < self.slots.len());
        let slot = self.slot(now + u64::from(latency));
        self.slots[slot].push(what);
    }

    /// Takes one of the completions of cycle `now`, in the order in which they were added last to first.
    #[inline]
    pub fn pop(&mut self, now: SmCycle) -> Option<Completion> {
        let slot = self.slot(now);
        self.slots[slot].pop()
    }

    #[inline]
    fn slot(&self, cycle: SmCycle) -> usize {
        cycle.0 as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_completion_comes_in_its_cycle() {
        let mut wheel = Wheel::new(20);
        for latency in [1, 20, 7, 7] {
            wheel.add(SmCycle(100), latency, Completion::Memory { op: latency });
        }
        let mut seen = Vec::new();
        for cycle in 101..=120 {
            while let Some(Completion::Memory { op }) = wheel.pop(SmCycle(cycle)) {
                seen.push((cycle - 100, u64::from(op)));
            }
        }
        assert_eq!(seen, [(1, 1), (7, 7), (7, 7), (20, 20)]);
    }
}
