// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `simt_bpred`: loops and branches whose outcome their PC tells mostly, some of them divergent.

use std::collections::VecDeque;

use super::ports::{In, Out};
use super::Bpred;
use crate::bitset::ones64;
use crate::ilp::params::{BpMode, Params};
use crate::{Rng, Stimulus};

/// A branch that has been looked up, and its outcome.
#[derive(Clone, Copy, Debug)]
struct Pending {
    warp: u8,
    active: u32,
    taken: u32,
    /// Its prediction, once it has shown.
    predicted: Option<(bool, u32)>,
}

/// Fetch and execution of an SM.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    left: u32,
    mode: u8,
    /// Outcomes in eighths, and one in so many branches that diverge or have no threads.
    taken: u32,
    divergent: u32,
    empty: u32,
    pending: VecDeque<Pending>,
}

impl Stimulus<Bpred> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            left: 2000,
            mode: BpMode::Gshare as u8,
            taken: 7,
            divergent: 8,
            empty: 64,
            pending: VecDeque::new(),
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if out.pr_valid {
            if let Some(last) = self.pending.back_mut().filter(|last| last.predicted.is_none()) {
                last.predicted = Some((out.pr_taken, out.pr_idx));
            }
        }
        let (p, r) = (&self.params, &mut self.rng);
        if self.left == 0 && self.pending.is_empty() {
            let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
            (self.left, self.taken) = (of([100, 400, 1000, 3000]), of([0, 2, 6, 8]));
            (self.divergent, self.empty) = (of([2, 4, 16, 64]), of([4, 64, 512, 512]));
            self.mode = of([2, 2, 1, 3]) as u8;
            if r.one_in(8) {
                self.mode = BpMode::Off as u8;
            }
        }
        self.left = self.left.saturating_sub(1);
        let mut i = In { mode: self.mode, ..In::default() };
        if self.left > 0 && self.pending.len() < 4 && r.one_in(2) {
            let all = ones64(p.warp_size) as u32;
            let active = if r.one_in(self.empty) { 0 } else { (r.bits() as u32 | r.bits() as u32 | 1) & all };
            let whole = if r.dense(self.taken) & 1 == 1 { all } else { 0 };
            let taken = if r.one_in(self.divergent) { r.bits() as u32 & all } else { whole };
            // Few branches, whose histories meet.
            i.lk_pc = (0x1000 + r.below(24)) << p.pc_lo;
            // Near it, or so that one bit alone says which of both is lower; then also the next address on either side, which is
            // between the other one and that without the bit.
            i.lk_target = i.lk_pc.wrapping_add(r.below(5)).wrapping_sub(2);
            if r.one_in(4) {
                i.lk_target = i.lk_pc ^ 1 << r.below(32);
                if r.one_in(2) {
                    (i.lk_pc, i.lk_target) = (i.lk_target, i.lk_pc);
                }
                i.lk_target = i.lk_target.wrapping_add(r.below(3)).wrapping_sub(1);
            }
            (i.lk_valid, i.lk_warp, i.lk_oracle) = (true, r.below(p.n_warps) as u8, active & taken != 0);
            self.pending.push_back(Pending { warp: i.lk_warp, active, taken, predicted: None });
        }
        let known = self.pending.front().and_then(|first| Some((*first, first.predicted?)));
        if let Some((branch, (predicted, index))) = known.filter(|_| r.one_in(2)) {
            self.pending.pop_front();
            (i.rs_valid, i.rs_warp, i.rs_pred, i.rs_idx) = (true, branch.warp, predicted, index);
            (i.rs_active, i.rs_taken) = (branch.active, branch.taken);
        }
        i
    }
}
