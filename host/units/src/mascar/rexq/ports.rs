// SPDX-License-Identifier: Apache-2.0
//! The ports of `mascar_rexq`.

use crate::mascar::params::Params;
use crate::ports::ports;
use crate::Wide;

/// The thread offsets at their widest: 64 threads x 7 bits.
pub type Offsets = Wide<14>;

ports! {
    /// Inputs of `mascar_rexq` in one SM cycle (specification section 5.3).
    pub struct In: In, p: Params;
    /// The LSU has a request.
    lsu_v: bool = 1;
    /// Base address of the request.
    lsu_base: u64 = p.addr_bits as usize;
    /// Offset of each thread from it, thread 0 lowest.
    lsu_off: Offsets = p.offsets_width();
    /// Its warp, below `n_warps`.
    lsu_warp: u8 = p.warp_width();
    /// Its destination register.
    lsu_reg: u8 = p.reg_bits as usize;
    /// Its active threads.
    lsu_mask: u64 = p.warp_size as usize;
    /// What it does, for the L1: 0 load, 1 store, 2 atomic.
    lsu_op: u8 = 2;
    /// It is the first request of its instruction.
    lsu_first: bool = 1;
    /// The L1 accepts the request `l1_*`; else it refuses it.
    l1_ack: bool = 1;
    /// There is an owner warp; for `owner_bypass_full`.
    owner_v: bool = 1;
    /// The owner warp.
    owner: u8 = p.warp_width();
}

ports! {
    /// Outputs of `mascar_rexq`. The request to the L1 and the readiness answer to the inputs of the same cycle.
    pub struct Out: Out, p: Params;
    /// The LSU's request is taken: accepted, or put into the queue.
    lsu_rdy: bool = 1, comb;
    /// A request goes to the L1 in this cycle.
    l1_v: bool = 1, comb;
    /// It is of the queue, not the LSU; 0 like the rest without one.
    l1_src: bool = 1, comb;
    /// Base address of the request.
    l1_base: u64 = p.addr_bits as usize, comb;
    /// Offset of each thread from it.
    l1_off: Offsets = p.offsets_width(), comb;
    /// Its warp.
    l1_warp: u8 = p.warp_width(), comb;
    /// Its destination register.
    l1_reg: u8 = p.reg_bits as usize, comb;
    /// Its active threads.
    l1_mask: u64 = p.warp_size as usize, comb;
    /// What it does.
    l1_op: u8 = 2, comb;
    /// It is the first request of its instruction.
    l1_first: bool = 1, comb;
    /// Warps with requests in the queue.
    rexq_has: u64 = p.n_warps as usize;
    /// The queue is not empty.
    head_v: bool = 1;
    /// Warp of its head; 0 if it is empty.
    head_warp: u8 = p.warp_width();
    /// Requests in the queue.
    count: u8 = p.count_width();
    /// The queue can take no more; 0 if there is no queue.
    full: bool = 1;
    /// The head leaves the queue in this cycle: the L1 accepts it.
    head_leaves: bool = 1, comb;
}
