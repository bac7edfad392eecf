// SPDX-License-Identifier: Apache-2.0
//! What becomes of a branch whose outcome is known (specification section 2.3).

use crate::word::{Bit, Word};

/// A branch that is resolved.
#[derive(Clone, Copy, Debug)]
pub struct Branch<W: Word> {
    /// The threads that execute it, a bit each.
    pub active: W,
    /// Those of them for which it is taken; bits of other threads do not matter.
    pub taken: W,
    /// Its prediction: taken.
    pub predicted: W::Bit,
}

/// What becomes of a branch. One without threads teaches nothing.
#[derive(Clone, Copy, Debug)]
pub struct Resolution<W: Word> {
    /// Some of its threads take it, and some do not.
    pub diverges: W::Bit,
    /// All of its threads go where it was not predicted to go.
    pub wrong: W::Bit,
    /// The threads that follow the predicted path, a bit each; 0 if it was predicted wrongly.
    pub follow: W,
    /// The predictor learns from it.
    pub teaches: W::Bit,
    /// What it learns, taken or not: of a divergent branch what was predicted.
    pub outcome: W::Bit,
}

impl<W: Word> Branch<W> {
    /// A divergent branch is right whichever way it was predicted.
    pub fn resolve(&self) -> Resolution<W> {
        let (taken, not) = (self.taken & self.active, self.active & !self.taken);
        let diverges = taken.any() & not.any();
        let teaches = self.active.any();
        let wrong = teaches & !diverges & (taken.any() ^ self.predicted);
        let one_way = wrong.select(W::from(0), self.active);
        let follow = diverges.select(self.predicted.select(taken, not), one_way);
        let outcome = diverges.select(self.predicted, taken.any());
        Resolution { diverges, wrong, follow, teaches, outcome }
    }
}

/// A counter of two bits that goes up or down and stops at both ends.
pub fn counted<W: Word>(counter: W, up: W::Bit) -> W {
    let most = counter.is(3u32).select(counter, counter.wrapping_add(W::from(1)));
    let least = counter.is(0u32).select(counter, counter.wrapping_sub(W::from(1)));
    up.select(most, least)
}
