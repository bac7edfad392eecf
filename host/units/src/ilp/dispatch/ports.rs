// SPDX-License-Identifier: Apache-2.0
//! The ports of `het_dispatch`.

use crate::ilp::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `het_dispatch` in one cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A bit for each SM: it is an ILP SM. It stays as it is.
    pool: u64 = p.sms() as usize;
    /// A kernel is launched; it is taken if `k_ready`.
    k_valid: bool = 1;
    /// Its thread blocks.
    k_tbs: u32 = p.tb_w as usize;
    /// What a thread block needs: threads,
    k_threads: u32 = p.threads_width();
    /// registers,
    k_regs: u32 = p.regs_width();
    /// bytes of shared memory.
    k_smem: u32 = p.smem_width();
    /// Warps of it that an SM can hold at a time.
    k_conc_warps: u8 = 6;
    /// Its threads.
    k_total_threads: u32 = 32;
    /// The offered launch is taken.
    l_ready: bool = 1;
    /// A thread block has ended.
    d_valid: bool = 1;
    /// Its SM.
    d_sm: u8 = p.sm_width();
    /// The number of its kernel.
    d_kid: bool = 1;
}

ports! {
    /// Outputs of `het_dispatch`.
    pub struct Out: Out, p: Params;
    /// A kernel is taken.
    k_ready: bool = 1;
    /// The number that it gets; 0 while none is taken.
    k_kid: bool = 1;
    /// A thread block is to be launched; it stays until `l_ready`.
    l_valid: bool = 1, comb;
    /// The SM; 0 without one, like the ports that follow.
    l_sm: u8 = p.sm_width(), comb;
    /// The number of its kernel.
    l_kid: bool = 1, comb;
    /// The thread block.
    l_tb: u32 = p.tb_w as usize, comb;
    /// All thread blocks of a kernel have ended.
    kdone_valid: bool = 1;
    /// The kernel; 0 without one.
    kdone_kid: bool = 1;
}
