// SPDX-License-Identifier: Apache-2.0
//! The ports of `cta_sched`.

use crate::cta_prefetch::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `cta_sched` in one SM cycle (specification section 5). Bit `w` of a vector is warp `w`.
    pub struct In: In, p: Params;
    /// A kernel starts.
    kernel_start: bool = 1;
    /// A CTA starts.
    cta_start_valid: bool = 1;
    /// Its slot, below `n_cta`.
    cta_start_slot: u8 = p.cta_width();
    /// Its first warp.
    cta_start_first: u8 = p.warp_width();
    /// Its warps, at least 1; they are contiguous and none of them lives.
    cta_start_nw: u8 = p.warps_width();
    /// A CTA ends.
    cta_end_valid: bool = 1;
    /// Its slot.
    cta_end_slot: u8 = p.cta_width();
    /// The initial distribution of CTAs to this SM goes on.
    hold_fill: bool = 1;
    /// The warp can issue an instruction.
    w_can_issue: u64 = p.n_warps as usize;
    /// The warp waits for a long-latency operation, a barrier or a fence.
    w_stall: u64 = p.n_warps as usize;
    /// A warp has finished.
    warp_done_valid: bool = 1;
    /// That warp.
    warp_done: u8 = p.warp_width();
    /// A prefetched line has arrived.
    wake_valid: bool = 1;
    /// The warp that it serves.
    wake_warp: u8 = p.warp_width();
}

ports! {
    /// Outputs of `cta_sched`. What issues answers to the inputs of the same cycle; the rest are registers.
    pub struct Out: Out, p: Params;
    /// A warp issues an instruction in this cycle.
    issue_valid: bool = 1, comb;
    /// That warp; 0 if none does.
    issue_warp: u8 = p.warp_width(), comb;
    /// Warps in the ready queue.
    ready_mask: u64 = p.n_warps as usize;
    /// The leading CTA; 0 if there is none.
    lead_cta: u8 = p.cta_width();
    /// There is one.
    lead_valid: bool = 1;
    /// Pulse: a warp has entered a free place of the ready queue.
    st_promote: bool = 1;
    /// Pulse: a stalled warp has left it.
    st_demote: bool = 1;
    /// Pulse: a woken warp has taken the place of another.
    st_swap: bool = 1;
    /// Pulse: a wake-up was lost, since no further one can wait.
    st_wakedrop: bool = 1;
}
