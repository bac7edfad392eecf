// SPDX-License-Identifier: Apache-2.0
//! `eq_sm`: the per-SM half of Equalizer.

/// Words of the flattened `warp_cta` port at its widest (64 warps x 5 bits).
pub const WARP_CTA_WORDS: usize = 10;

/// Inputs of `eq_sm` in one SM cycle (specification section 5.1). Bit `i` of a vector is slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct In {
    pub en: bool,
    pub grid_active: bool,
    pub kernel_start: bool,
    pub w_cta_in: u8,
    pub nb_max_in: u8,
    pub slot_live: u64,
    pub ib_valid: u64,
    pub at_barrier: u64,
    pub sb_ready: u64,
    pub is_mem: u64,
    pub issued: u64,
    pub lsu_blocked: bool,
    /// CTA slot of each warp, `clog2(n_cta)` bits each (at least 1), warp 0 lowest, packed little-endian.
    pub warp_cta: [u32; WARP_CTA_WORDS],
    pub cta_launch: u32,
    pub cta_done: u32,
    pub gwde_empty: bool,
    pub gwde_gnt: bool,
}

/// Outputs of `eq_sm`, as seen in the following cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub gwde_req: bool,
    pub pause_warp: u64,
    pub pause_cta: u32,
    pub vote_valid: bool,
    /// 0 NONE, 1 COMP, 2 MEM.
    pub vote: u8,
    pub num_blocks: u8,
    pub dbg_acc_active: u32,
    pub dbg_acc_wait: u32,
    pub dbg_acc_xalu: u32,
    pub dbg_acc_xmem: u32,
}
