// SPDX-License-Identifier: Apache-2.0
//! The ports of `mascar_sched`.

use bitvec::field::BitField;

use crate::bitset::ones64;
use crate::mascar::params::Params;
use crate::ports::ports;
use crate::{field, Wide};

/// The port `age_rank` at its widest: 64 warps x 6 bits.
pub type AgeRanks = Wide<12>;

ports! {
    /// Inputs of `mascar_sched` in one SM cycle (specification section 5.2). Bit `w` of a vector is warp slot `w`.
    pub struct In: In, p: Params;
    /// Memory access priority mode, from `mascar_sat`.
    mp: bool = 1;
    /// The warp slot holds a warp.
    slot_live: u64 = p.n_warps as usize;
    /// The head instruction buffer entry is valid.
    ib_valid: u64 = p.n_warps as usize;
    /// The head instruction accesses memory.
    head_is_mem: u64 = p.n_warps as usize;
    /// The head instruction's operands are ready.
    ops_ready: u64 = p.n_warps as usize;
    /// The head instruction needs a long-latency load under way.
    dep_ll: u64 = p.n_warps as usize;
    /// The warp waits at a barrier.
    at_barrier: u64 = p.n_warps as usize;
    /// The warp waits at a memory fence.
    at_fence: u64 = p.n_warps as usize;
    /// The warp has exited.
    exited: u64 = p.n_warps as usize;
    /// Age rank of each warp, 0 oldest, warp 0 lowest.
    age_rank: AgeRanks = p.n_warps as usize * p.warp_width();
    /// The scheduler's arithmetic pipe can accept an instruction.
    comp_free: u8 = p.n_sched as usize;
    /// The LSU can take a new memory instruction.
    lsu_free: bool = 1;
    /// The LSU holds unsent requests of the warp.
    lsu_has: u64 = p.n_warps as usize;
    /// The re-execution queue holds requests of the warp.
    rexq_has: u64 = p.n_warps as usize;
    /// The re-execution queue is not empty.
    rexq_head_v: bool = 1;
    /// Warp of the re-execution queue's head.
    rexq_head_warp: u8 = p.warp_width();
    /// That head leaves the queue in this cycle: the L1 accepts it.
    rexq_head_leaves: bool = 1;
}

ports! {
    /// Outputs of `mascar_sched`. Grants and warp status answer to the inputs of the same cycle; the owner is a register.
    pub struct Out: Out, p: Params;
    /// The scheduler issues an instruction in this cycle.
    grant_v: u8 = p.n_sched as usize, comb;
    /// Its warp, scheduler 0 lowest; 0 without a grant.
    grant_warp: u32 = p.n_sched as usize * p.warp_width(), comb;
    /// The instruction accesses memory; at most one scheduler's.
    grant_mem: u8 = p.n_sched as usize, comb;
    /// There is an owner warp.
    owner_v: bool = 1;
    /// The owner warp; 0 without one.
    owner: u8 = p.warp_width();
    /// Warp status table: the next instruction accesses memory.
    wst_mem: u64 = p.n_warps as usize, comb;
    /// Warp status table: do not issue.
    wst_stall: u64 = p.n_warps as usize, comb;
}

/// An instruction that a scheduler issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Slot of its warp.
    pub warp: u8,
    /// It accesses memory.
    pub mem: bool,
}

impl Out {
    /// What scheduler `scheduler` issues.
    pub fn grant(&self, scheduler: u32, params: &Params) -> Option<Grant> {
        let (width, s) = (params.warp_width(), scheduler as usize);
        (self.grant_v >> s & 1 == 1).then(|| Grant {
            warp: (self.grant_warp >> (s * width)) as u8 & ones64(width as u32) as u8,
            mem: self.grant_mem >> s & 1 == 1,
        })
    }
}

impl In {
    /// Age rank of a warp.
    pub fn rank(&self, warp: u32, params: &Params) -> u8 {
        self.age_rank[field(warp as usize, params.warp_width())].load_le()
    }

    /// Sets the age rank of a warp.
    pub fn set_rank(&mut self, warp: u32, rank: u8, params: &Params) {
        self.age_rank[field(warp as usize, params.warp_width())].store_le(rank);
    }
}
