// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `medic_repl` must accept: an L2 bank whose lines come, are hit and go.

use super::order::{ALLOC, INVAL, TOUCH_HIT};
use super::ports::{In, Out};
use super::Repl;
use crate::bitset::ones64;
use crate::medic::params::Params;
use crate::{Rng, Stimulus};

/// Ways of a set with a line, and ways that wait for one.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    valid: u64,
    reserved: u64,
}

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Sets in use.
    sets: u32,
    /// Hits in eighths of the operations.
    hits: u32,
    /// A reserved way gets its line.
    fills: u32,
    invalidations: u32,
    /// Types of warps, four of them with the same chance.
    types: [u8; 4],
}

/// An L2 bank, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    sets: Vec<Set>,
    /// Set of the last query, which its victim is allocated in.
    asked: Option<u32>,
}

impl Stimulus<Repl> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime { sets: 1, hits: 4, fills: 2, invalidations: 64, types: [0, 1, 2, 3] };
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 0,
            sets: vec![Set::default(); params.sets as usize],
            asked: None,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let mut i = In { warp_type: self.regime.types[self.rng.below(4) as usize], ..In::default() };
        let victim = self.asked.take().filter(|_| !out.vq_none).map(|set| (set, out.vq_way));
        self.operate(&mut i, victim);
        self.fill();
        i.vq_set = if self.rng.one_in(2) { i.op_set } else { self.rng.below(self.regime.sets) };
        let asked = self.sets[i.vq_set as usize];
        (i.vq_valid_mask, i.vq_resv_mask) = (asked.valid as u32, asked.reserved as u32);
        self.asked = self.rng.one_in(2).then_some(i.vq_set);
        i
    }
}

impl Environment {
    /// The operation of a cycle: the victim of the cycle before gets its way, or a line is hit or becomes invalid.
    fn operate(&mut self, i: &mut In, victim: Option<(u32, u8)>) {
        let (g, r) = (self.regime, &mut self.rng);
        if let Some((set, way)) = victim.filter(|_| r.below(8) >= g.hits) {
            (i.op_valid, i.op, i.op_set, i.way) = (true, ALLOC as u8, set, way);
            let state = &mut self.sets[set as usize];
            state.valid &= !(1 << way);
            state.reserved |= 1 << way;
            return;
        }
        i.op_set = r.below(g.sets);
        let state = &mut self.sets[i.op_set as usize];
        let Some(way) = r.pick(state.valid) else { return };
        i.way = way as u8;
        i.op_valid = !r.one_in(8);
        i.op = TOUCH_HIT as u8;
        if i.op_valid && r.one_in(g.invalidations) {
            i.op = if r.one_in(8) { 3 } else { INVAL as u8 };
            state.valid &= !(u64::from(i.op == INVAL as u8) << way);
        }
    }

    /// A line comes in.
    fn fill(&mut self) {
        if !self.rng.one_in(self.regime.fills) {
            return;
        }
        let set = self.rng.below(self.regime.sets) as usize;
        if let Some(way) = self.rng.pick(self.sets[set].reserved) {
            self.sets[set].reserved &= !(1 << way);
            self.sets[set].valid |= 1 << way;
        }
    }

    fn change_regime(&mut self) {
        let all = self.params.sets;
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            sets: of([1, 2, all, all]),
            hits: of([0, 1, 4, 7]),
            fills: of([1, 1, 2, 16]),
            invalidations: of([4, 16, 256, u32::MAX]),
            types: [[0, 1, 2, 3], [2, 3, 2, 3], [3, 3, 3, 0], [1, 1, 0, 2]][of([0, 1, 2, 3]) as usize],
        };
        self.left = of([16, 64, 256, 1024]);
        // The cache is emptied now and then; a way may have a line and be reserved for another, too.
        if self.rng.one_in(8) {
            let ways = ones64(self.params.assoc);
            for set in &mut self.sets {
                (set.valid, set.reserved) = (self.rng.dense(4) & ways, self.rng.dense(1) & ways);
            }
        }
    }
}
