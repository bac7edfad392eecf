// SPDX-License-Identifier: Apache-2.0
//! The named barriers of a CTA (PTX `bar`): 16 of them, counted in warps.

use serde::{Deserialize, Serialize};

/// Named barriers per CTA.
pub const BARRIERS: usize = 16;

/// One barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Barrier {
    /// Warps that arrived since it last opened, waiting or not.
    arrived: u32,
    /// Warp slots that wait.
    waiting: u64,
    /// Warps it waits for, or 0: all warps of the CTA that have not exited.
    expected: u32,
}

/// All barriers of one CTA.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barriers([Barrier; BARRIERS]);

impl Barriers {
    /// Warp slot `warp` arrives at barrier `id` (below 16), which opens after `expected` warps (0: all of the
    /// `live` warps of the CTA). Returns the warps released if it opens.
    pub fn arrive(&mut self, id: usize, warp: u32, waits: bool, expected: u32, live: u32) -> Option<u64> {
        let b = &mut self.0[id];
        b.arrived += 1;
        b.expected = expected;
        b.waiting |= u64::from(waits) << warp;
        b.open(live)
    }

    /// The barrier that opens because only `live` warps of the CTA are left, with the warps released.
    pub fn after_exit(&mut self, live: u32) -> Option<(usize, u64)> {
        let waiting = self.0.iter_mut().enumerate().filter(|(_, b)| b.arrived > 0 && b.expected == 0);
        waiting.filter_map(|(id, b)| Some((id, b.open(live)?))).next()
    }

    /// Barriers with waiting warps: number, warps that arrived, warps expected (0: all).
    pub fn waiting(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        let waiting = self.0.iter().enumerate().filter(|(_, b)| b.waiting != 0);
        waiting.map(|(id, b)| (id, b.arrived, b.expected))
    }
}

impl Barrier {
    fn open(&mut self, live: u32) -> Option<u64> {
        let expected = if self.expected == 0 { live } else { self.expected };
        (self.arrived >= expected).then(|| std::mem::take(self).waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barrier_opens_for_all_waiting_warps_when_the_last_one_arrives() {
        let mut b = Barriers::default();
        assert_eq!(b.arrive(0, 3, true, 0, 3), None);
        assert_eq!(b.arrive(0, 5, true, 0, 3), None);
        assert_eq!(b.arrive(0, 4, true, 0, 3), Some(0b111000));
        assert_eq!(b, Barriers::default());
    }

    #[test]
    fn an_arriving_warp_counts_but_does_not_wait() {
        let mut b = Barriers::default();
        assert_eq!(b.arrive(7, 0, false, 2, 8), None);
        assert_eq!(b.arrive(7, 1, true, 2, 8), Some(0b10));
    }

    #[test]
    fn an_exit_opens_a_barrier_that_waits_for_all_but_not_one_with_a_count() {
        let mut b = Barriers::default();
        assert_eq!(b.arrive(0, 0, true, 0, 2), None);
        assert_eq!(b.arrive(1, 1, true, 2, 2), None);
        assert_eq!(b.after_exit(1), Some((0, 0b1)));
        assert_eq!(b.after_exit(1), None);
    }
}
