// SPDX-License-Identifier: Apache-2.0
//! The ports of `simt_bpred`.

use crate::ilp::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `simt_bpred` in one fast cycle (specification section 5).
    pub struct In: In, p: Params;
    /// 0: branches are not predicted; 1: static; 2: gshare; 3: by their outcome.
    mode: u8 = 2;
    /// A conditional branch is looked up.
    lk_valid: bool = 1;
    /// Its PC.
    lk_pc: u32 = 32;
    /// Its target.
    lk_target: u32 = 32;
    /// Its warp.
    lk_warp: u8 = p.warp_width();
    /// Its outcome, in mode 3.
    lk_oracle: bool = 1;
    /// A branch is resolved.
    rs_valid: bool = 1;
    /// Its warp.
    rs_warp: u8 = p.warp_width();
    /// The threads that execute it.
    rs_active: u32 = p.warp_size as usize;
    /// Those for which it is taken.
    rs_taken: u32 = p.warp_size as usize;
    /// Its prediction: `pr_taken` of its lookup.
    rs_pred: bool = 1;
    /// Its counter: `pr_idx` of its lookup.
    rs_idx: u32 = p.index_width();
}

ports! {
    /// Outputs of `simt_bpred`.
    pub struct Out: Out, p: Params;
    /// A branch was looked up in the cycle before.
    pr_valid: bool = 1;
    /// It is predicted as taken; 0 without one.
    pr_taken: bool = 1;
    /// The counter of its PC and its history; 0 without one.
    pr_idx: u32 = p.index_width();
    /// The threads of the resolved branch diverge.
    rs_div: bool = 1, comb;
    /// It was predicted wrongly.
    rs_mis: bool = 1, comb;
    /// The threads that follow the predicted path.
    rs_follow: u32 = p.warp_size as usize, comb;
}
