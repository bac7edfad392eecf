// SPDX-License-Identifier: Apache-2.0
//! Stage 2: picks a batch, shortest job first or round robin, and drains it (specification section 2.2).

use super::formation::Formation;
use super::params::Params;
use crate::arbiter;
use crate::word::{signals, Bit, Word};

/// Seed and mask of the Galois shift register.
const SEED: u32 = 0xACE1;
const MASK: u32 = 0xB400;

/// A batch that is being drained, or was until the previous cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Its source.
    pub src: u8,
    /// Picked shortest job first.
    pub sjf: bool,
    /// Requests that have left stage 1.
    pub moved: u8,
}

signals! {
    /// Stage 2.
    pub struct BatchScheduler<W>, p: Params;
    /// A batch has been picked and not all of it has left. Else one can be picked.
    pub draining: W::Bit = 1;
    /// The last request of a batch left in the previous cycle.
    pub drained: W::Bit = 1;
    /// The batch of either: its source,
    pub src: W = p.channel.src_width() as u32;
    /// picked shortest job first,
    pub sjf: W::Bit = 1;
    /// its requests that have left stage 1.
    pub moved: W = p.batch_width() as u32;
    /// Source with which the cyclic order begins.
    pub rr_ptr: W = p.channel.src_width() as u32;
    /// 16-bit Galois shift register.
    pub rng: W = 16;
}

/// What the pick depends on.
#[derive(Clone, Copy, Debug)]
pub struct Choice<W: Word> {
    /// Bit `s`: source `s` has a batch that can be picked.
    pub ready: W,
    /// Global bypass: round robin, and no random number is drawn.
    pub bypass: W::Bit,
    /// Probability of shortest job first x 1024.
    pub p_q10: W,
}

/// What stage 2 moves in a cycle.
pub(super) struct Move {
    pub batch: Batch,
    /// The request that leaves is the last of its batch.
    pub last: bool,
}

impl<W: Word> BatchScheduler<W> {
    /// After reset.
    pub fn reset() -> BatchScheduler<W> {
        let (no, zero) = (W::Bit::from(false), W::from(0));
        BatchScheduler {
            draining: no,
            drained: no,
            src: zero,
            sjf: no,
            moved: zero,
            rr_ptr: zero,
            rng: W::from(SEED),
        }
    }

    /// The first half of a cycle: picks one of the `n_src` sources, unless a batch is being drained.
    pub fn pick(&mut self, n_src: u32, choice: &Choice<W>, inflight: impl Fn(u32) -> W) {
        let Choice { ready, bypass, p_q10 } = *choice;
        self.drained = false.into();
        (!self.draining & ready.any()).when(self, |s| {
            s.draining = true.into();
            s.moved = W::from(0);
            s.sjf = false.into();
            (!bypass).when(s, |s| s.sjf = s.draw().below(p_q10));
            s.src = arbiter::first(ready, s.rr_ptr);
            (!s.sjf).when(s, |s| s.rr_ptr = arbiter::after(s.src, n_src));
            s.sjf.when(s, |s| s.src = arbiter::smallest(ready, s.rr_ptr, inflight));
        });
    }

    /// The second half: a request of the picked batch leaves, if `moves`; it may be its `last`.
    pub fn drain(&mut self, moves: W::Bit, last: W::Bit) {
        moves.when(self, |s| {
            s.moved = s.moved + W::from(1);
            last.when(s, |s| {
                s.draining = false.into();
                s.drained = true.into();
            });
        });
    }

    /// A random number: the ten low bits of the register, which then makes 16 steps.
    fn draw(&mut self) -> W {
        let drawn = self.rng & W::from(0x3ff);
        for _ in 0..16 {
            let mask = self.rng.bit(0).select(W::from(MASK), W::from(0));
            self.rng = self.rng >> 1 ^ mask;
        }
        drawn
    }
}

impl BatchScheduler {
    /// The batch that is being drained.
    pub fn active(&self) -> Option<Batch> {
        self.draining.then_some(self.batch())
    }

    /// The batch whose last request left in the previous cycle.
    pub fn drained(&self) -> Option<Batch> {
        self.drained.then_some(self.batch())
    }

    fn batch(&self) -> Batch {
        Batch { src: self.src as u8, sjf: self.sjf, moved: self.moved as u8 }
    }

    /// One cycle. `room` tells whether a bank's FIFO has an entry free.
    pub(super) fn step(
        &mut self,
        formation: &Formation,
        choice: &Choice<u64>,
        room: impl Fn(u8) -> bool,
    ) -> Option<Move> {
        let sources = &formation.sources;
        self.pick(sources.len() as u32, choice, |s| sources[s as usize].inflight.into());
        let src = usize::from(self.active()?.src);
        if !formation.head(src).is_some_and(|r| room(r.bank)) {
            return None;
        }
        let last = formation.head_is_last(src);
        self.drain(true, last);
        Some(Move { batch: self.batch(), last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_and_the_share_below_922_are_those_of_the_specification() {
        let mut unit = BatchScheduler::<u64>::reset();
        let first: Vec<u64> = (0..9).map(|_| unit.draw()).collect();
        assert_eq!(first, [0x0e1, 0x362, 0x30d, 0x377, 0x3bf, 0x13a, 0x23a, 0x3a2, 0x103]);
        let mut unit = BatchScheduler::<u64>::reset();
        let below = (0..65_535).filter(|_| unit.draw() < 922).count();
        assert_eq!(unit, BatchScheduler::reset(), "full period");
        assert_eq!(format!("{:.4}", below as f64 / 65_535.0), "0.9004");
    }
}
