// SPDX-License-Identifier: Apache-2.0
//! The global work distribution engine (GWDE): hands out the CTAs of a grid in order, x fastest, to the SMs that
//! ask; at most one a cycle to each SM, in round-robin order.

use serde::{Deserialize, Serialize};

/// What is left of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispatcher {
    grid: [u32; 3],
    next: u64,
    ctas: u64,
    /// The SM that is served first.
    first: usize,
}

impl Dispatcher {
    /// All CTAs of `grid` are to be dispatched.
    pub fn new(grid: [u32; 3]) -> Self {
        Self { grid, next: 0, ctas: grid.iter().map(|n| u64::from(*n)).product(), first: 0 }
    }

    /// No undispatched CTA is left.
    #[inline]
    pub fn empty(&self) -> bool {
        self.next == self.ctas
    }

    /// CTAs dispatched so far.
    pub fn dispatched(&self) -> u64 {
        self.next
    }

    /// CTAs of the grid.
    pub fn ctas(&self) -> u64 {
        self.ctas
    }

    /// One cycle: `asks(sm)` says whether an SM of `sms` asks; `launch(sm, ctaid)` gives it a CTA.
    #[inline]
    pub fn step(
        &mut self,
        sms: usize,
        asks: impl Fn(usize) -> bool,
        mut launch: impl FnMut(usize, [u32; 3]),
    ) {
        let first = self.first;
        for sm in (first..sms).chain(0..first) {
            if self.empty() {
                return;
            }
            if asks(sm) {
                launch(sm, self.take());
                self.first = (sm + 1) % sms;
            }
        }
    }

    /// The next CTA, for which another has found an SM.
    pub fn take(&mut self) -> [u32; 3] {
        let ctaid = self.ctaid();
        self.next += 1;
        ctaid
    }

    fn ctaid(&self) -> [u32; 3] {
        let [x, y, _] = self.grid.map(u64::from);
        [self.next % x, self.next / x % y, self.next / (x * y)].map(|n| n as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cta_is_dispatched_once_in_order() {
        let mut d = Dispatcher::new([3, 2, 2]);
        let mut seen = Vec::new();
        while !d.empty() {
            d.step(2, |_| true, |_, ctaid| seen.push(ctaid));
        }
        let expected: Vec<[u32; 3]> =
            (0..2).flat_map(|z| (0..2).flat_map(move |y| (0..3).map(move |x| [x, y, z]))).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn an_sm_gets_one_cta_a_cycle_and_the_turn_goes_round() {
        let mut d = Dispatcher::new([6, 1, 1]);
        let mut seen = Vec::new();
        d.step(4, |_| true, |sm, _| seen.push(sm));
        assert_eq!(seen, [0, 1, 2, 3]);
        d.step(4, |sm| sm != 0, |sm, _| seen.push(sm));
        assert_eq!(seen, [0, 1, 2, 3, 1, 2]);
    }
}
