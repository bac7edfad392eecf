// SPDX-License-Identifier: Apache-2.0
//! Stage 2: picks a batch, shortest job first or round robin, and drains it (specification section 2.2).

use serde::{Deserialize, Serialize};

use super::formation::Formation;
use crate::mask::cyclic;

/// 16-bit Galois shift register, mask 0xB400, moved 16 steps a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Lfsr(u16);

impl Lfsr {
    const SEED: Lfsr = Lfsr(0xACE1);

    /// The ten low bits, then 16 steps.
    fn draw(&mut self) -> u32 {
        let drawn = u32::from(self.0) & 0x3ff;
        for _ in 0..16 {
            self.0 = self.0 >> 1 ^ if self.0 & 1 == 1 { 0xB400 } else { 0 };
        }
        drawn
    }
}

/// The batch that is being drained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    pub src: u8,
    /// Picked shortest job first.
    pub sjf: bool,
    /// Requests that have left stage 1.
    pub moved: u8,
}

/// Stage 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchScheduler {
    /// `None`: a batch can be picked.
    pub active: Option<Batch>,
    /// Source with which the cyclic order begins.
    pub rr_ptr: u8,
    rng: Lfsr,
}

/// What stage 2 moves in a cycle.
pub(super) struct Move {
    pub batch: Batch,
    /// The request that leaves is the last of its batch.
    pub last: bool,
}

impl BatchScheduler {
    pub(super) fn new() -> BatchScheduler {
        BatchScheduler { active: None, rr_ptr: 0, rng: Lfsr::SEED }
    }

    /// One cycle. `candidates` are the sources that can be picked, `p_q10` is 0 during global bypass, when no random
    /// number is drawn (`None`). `room` tells whether a bank's FIFO has an entry free.
    pub(super) fn step(
        &mut self,
        formation: &Formation,
        candidates: u64,
        p_q10: Option<u32>,
        room: impl Fn(u8) -> bool,
    ) -> Option<Move> {
        if self.active.is_none() && candidates != 0 {
            self.active = Some(self.pick(formation, candidates, p_q10));
        }
        let batch = self.active.as_mut()?;
        let src = usize::from(batch.src);
        if !formation.head(src).is_some_and(|r| room(r.bank)) {
            return None;
        }
        batch.moved += 1;
        let moved = Move { batch: *batch, last: formation.head_is_last(src) };
        if moved.last {
            self.active = None;
        }
        Some(moved)
    }

    fn pick(&mut self, formation: &Formation, candidates: u64, p_q10: Option<u32>) -> Batch {
        let sjf = p_q10.is_some_and(|p| self.rng.draw() < p);
        let mut order = cyclic(candidates, self.rr_ptr.into());
        let inflight = |s: &usize| formation.sources[*s].inflight;
        // Of equal ones `min_by_key` returns the first.
        let src = if sjf { order.min_by_key(inflight) } else { order.next() };
        let src = src.expect("there are candidates") as u8;
        if !sjf {
            self.rr_ptr = if usize::from(src) + 1 == formation.sources.len() { 0 } else { src + 1 };
        }
        Batch { src, sjf, moved: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_and_the_share_below_922_are_those_of_the_specification() {
        let mut rng = Lfsr::SEED;
        let first: Vec<u32> = (0..9).map(|_| rng.draw()).collect();
        assert_eq!(first, [0x0e1, 0x362, 0x30d, 0x377, 0x3bf, 0x13a, 0x23a, 0x3a2, 0x103]);
        let mut rng = Lfsr::SEED;
        let below = (0..65_535).filter(|_| rng.draw() < 922).count();
        assert_eq!(rng, Lfsr::SEED, "full period");
        assert_eq!(format!("{:.4}", below as f64 / 65_535.0), "0.9004");
    }
}
