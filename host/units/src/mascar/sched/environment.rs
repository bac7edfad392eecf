// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mascar_sched` must accept.

use super::ports::{In, Out};
use super::Sched;
use crate::bitset::ones64;
use crate::mascar::params::Params;
use crate::{Rng, Stimulus};

/// What the warps mostly do for some cycles: densities in eighths.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// One in so many cycles MP changes.
    mp_changes: u32,
    ib_valid: u32,
    head_is_mem: u32,
    ops_ready: u32,
    dep_ll: u32,
    pending: u32,
    free: u32,
    /// One in so many cycles some warps wait at barriers and fences, exit, or their slots are empty.
    gaps: u32,
}

/// Warps of one SM, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    mp: bool,
    ranks: Vec<u8>,
}

impl Stimulus<Sched> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            mp_changes: 1,
            ib_valid: 8,
            head_is_mem: 4,
            ops_ready: 8,
            dep_ll: 0,
            pending: 0,
            free: 8,
            gaps: 8,
        };
        let ranks = (0..params.n_warps as u8).collect();
        Environment { params: params.clone(), rng: Rng::new(seed), regime, left: 0, mp: false, ranks }
    }

    fn next_input(&mut self, _: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let (r, g) = (&mut self.rng, self.regime);
        self.mp ^= r.one_in(g.mp_changes);
        let warps = ones64(self.params.n_warps);
        let mut gap = |eighths: u32| if r.one_in(g.gaps) { r.dense(eighths) & warps } else { 0 };
        let (at_barrier, at_fence, exited, empty) = (gap(2), gap(2), gap(1), gap(2));
        let rexq_has = r.dense(g.pending) & warps & !exited;
        let head = r.pick(rexq_has).filter(|_| !r.one_in(4));
        let mut i = In {
            mp: self.mp,
            slot_live: warps & !empty,
            ib_valid: r.dense(g.ib_valid) & warps,
            head_is_mem: r.dense(g.head_is_mem) & warps,
            ops_ready: r.dense(g.ops_ready) & warps,
            dep_ll: r.dense(g.dep_ll) & warps,
            at_barrier,
            at_fence,
            exited,
            comp_free: r.dense(g.free) as u8 & ones64(self.params.n_sched) as u8,
            lsu_free: r.dense(g.free) & 1 == 1,
            lsu_has: r.dense(g.pending) & warps & !exited,
            rexq_has,
            rexq_head_v: head.is_some(),
            rexq_head_warp: head.unwrap_or(0) as u8,
            rexq_head_leaves: head.is_some() && r.dense(g.free) & 1 == 1,
            ..In::default()
        };
        for (w, rank) in self.ranks.iter().enumerate() {
            i.set_rank(w as u32, *rank, &self.params);
        }
        i
    }
}

impl Environment {
    fn change_regime(&mut self) {
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            mp_changes: of([1, 2, 16, 64]),
            ib_valid: of([1, 4, 7, 8]),
            head_is_mem: of([1, 4, 6, 8]),
            ops_ready: of([1, 4, 7, 8]),
            dep_ll: of([0, 0, 1, 4]),
            pending: of([0, 1, 4, 8]),
            free: of([2, 6, 8, 8]),
            gaps: of([2, 8, 64, 1024]),
        };
        self.left = of([8, 16, 64, 256]);
        let (a, b) = (self.rng.below(self.params.n_warps), self.rng.below(self.params.n_warps));
        self.ranks.rotate_left(a as usize);
        self.ranks.swap(a as usize, b as usize);
    }
}
