// SPDX-License-Identifier: Apache-2.0
//! The ports of `eq_sm`.

use bitvec::field::BitField;

use super::decision::Sums;
use crate::equalizer::params::Params;
use crate::ports::ports;
use crate::{field, Wide};

/// The port `warp_cta` at its widest: 64 warps x 5 bits.
pub type WarpCta = Wide<10>;

ports! {
    /// Inputs of `eq_sm` in one SM cycle (specification section 5.1). Bit `i` of a vector is slot `i`.
    pub struct In: In, p: Params;
    /// 0: count nothing, vote NONE, `num_blocks` held at the kernel's limit.
    en: bool = 1;
    /// Some grid is in flight on the GPU; 0 forces NONE votes.
    grid_active: bool = 1;
    /// Pulse: a kernel starts; `w_cta_in` and `nb_max_in` are valid.
    kernel_start: bool = 1;
    /// Warps per CTA of the kernel.
    w_cta_in: u8 = p.w_cta_width();
    /// Concurrent CTAs of the kernel at most (resource limit), at least 1.
    nb_max_in: u8 = p.nb_width();
    /// The warp slot holds a warp.
    slot_live: u64 = p.n_warps as usize;
    /// The head instruction buffer entry is valid.
    ib_valid: u64 = p.n_warps as usize;
    /// The warp waits at a barrier.
    at_barrier: u64 = p.n_warps as usize;
    /// The head instruction's operands are ready in the scoreboard.
    sb_ready: u64 = p.n_warps as usize;
    /// The head instruction is a memory instruction.
    is_mem: u64 = p.n_warps as usize;
    /// The warp issued in this cycle.
    issued: u64 = p.n_warps as usize;
    /// No further memory instruction can enter the LD/ST queue in this cycle.
    lsu_blocked: bool = 1;
    /// CTA slot of each warp, `clog2(n_cta)` bits each (at least 1), warp 0 lowest, packed little-endian.
    warp_cta: WarpCta = p.n_warps as usize * p.cta_id_width();
    /// Pulses: the CTA slot becomes resident.
    cta_launch: u32 = p.n_cta as usize;
    /// Pulses: the CTA of the slot finishes.
    cta_done: u32 = p.n_cta as usize;
    /// The global work distribution engine has no undispatched CTA left.
    gwde_empty: bool = 1;
    /// The global work distribution engine accepts the request; `cta_launch` follows later.
    gwde_gnt: bool = 1;
}

ports! {
    /// Outputs of `eq_sm`, as seen in the following cycle.
    pub struct Out: Out, p: Params;
    /// Request for one new CTA.
    gwde_req: bool = 1;
    /// The scheduler must not issue these warps.
    pause_warp: u64 = p.n_warps as usize;
    /// The same per CTA slot.
    pause_cta: u32 = p.n_cta as usize;
    /// Pulse, once per epoch: `vote` is valid.
    vote_valid: bool = 1;
    /// 0 NONE, 1 COMP, 2 MEM.
    vote: u8 = 2;
    /// Target of concurrently running CTAs.
    num_blocks: u8 = p.nb_width();
    /// Sum of Active warps that the last decision used.
    dbg_acc_active: u32 = p.acc_width();
    /// Sum of Waiting warps that the last decision used.
    dbg_acc_wait: u32 = p.acc_width();
    /// Sum of Xalu warps that the last decision used.
    dbg_acc_xalu: u32 = p.acc_width();
    /// Sum of Xmem warps that the last decision used.
    dbg_acc_xmem: u32 = p.acc_width();
}

impl From<&Out> for Sums {
    /// The sums that the last decision used.
    fn from(out: &Out) -> Sums {
        Sums {
            active: out.dbg_acc_active,
            wait: out.dbg_acc_wait,
            xalu: out.dbg_acc_xalu,
            xmem: out.dbg_acc_xmem,
        }
    }
}

/// CTA slot of warp `warp` in a flattened `warp_cta` map of `width` bits a warp.
pub fn cta_of(map: &WarpCta, warp: usize, width: usize) -> usize {
    map[field(warp, width)].load_le()
}

/// Writes the CTA slot of warp `warp` into a flattened `warp_cta` map of `width` bits a warp.
pub fn set_cta_of(map: &mut WarpCta, warp: usize, width: usize, cta: usize) {
    map[field(warp, width)].store_le(cta);
}
