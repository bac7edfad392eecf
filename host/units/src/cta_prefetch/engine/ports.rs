// SPDX-License-Identifier: Apache-2.0
//! The ports of `cta_pf_engine`.

use bitvec::field::BitField;

use crate::cta_prefetch::params::Params;
use crate::ports::ports;
use crate::{field, Wide};

/// The port `ld_addr` at its widest: 32 requests x 64 bits.
pub type Addresses = Wide<64>;

ports! {
    /// Inputs of `cta_pf_engine` in one SM cycle (specification section 5). All but `pf_ready` are taken through one pipeline
    /// stage: they act one cycle later.
    pub struct In: In, p: Params;
    /// A kernel starts: tables, jobs and the generator are cleared.
    kernel_start: bool = 1;
    /// A CTA starts.
    cta_start_valid: bool = 1;
    /// Its slot, below `n_cta`.
    cta_start_slot: u8 = p.cta_width();
    /// Its first warp.
    cta_start_first: u8 = p.warp_width();
    /// Its warps, at least 1; they are contiguous.
    cta_start_nw: u8 = p.warps_width();
    /// A CTA ends.
    cta_end_valid: bool = 1;
    /// Its slot.
    cta_end_slot: u8 = p.cta_width();
    /// A warp load has been coalesced. Always accepted.
    ld_valid: bool = 1;
    /// PC of the load.
    ld_pc: u64 = p.pc_w as usize;
    /// CTA slot of the warp.
    ld_cta: u8 = p.cta_width();
    /// The warp's number in its CTA.
    ld_widx: u8 = p.warp_width();
    /// Its requests; `n_base` + 1 for more than `n_base`.
    ld_n: u8 = p.requests_width();
    /// Address of each request, the first lowest.
    ld_addr: Addresses = (p.n_base * p.addr_w) as usize;
    /// The address comes from a load.
    ld_indirect: bool = 1;
    /// The leading CTA, from the scheduler.
    lead_cta: u8 = p.cta_width();
    /// There is one.
    lead_valid: bool = 1;
    /// The L1D accepts the prefetch.
    pf_ready: bool = 1;
}

ports! {
    /// Outputs of `cta_pf_engine`, as seen in the following cycle. All are functions of registers.
    pub struct Out: Out, p: Params;
    /// A prefetch is asked for; it stays until it is accepted, its CTA ends or its entry is rewritten.
    pf_valid: bool = 1;
    /// Address of the line; 0 without a prefetch.
    pf_addr: u64 = p.addr_w as usize;
    /// The warp that it serves; 0 without a prefetch.
    pf_warp: u8 = p.warp_width();
    /// No further job can be taken.
    job_full: bool = 1;
    /// Pulse: a leading warp's base addresses are registered.
    st_reg: bool = 1;
    /// Pulse: a stride is installed.
    st_stride: bool = 1;
    /// Pulse: an entry is dropped, since its requests have no common stride.
    st_nonstride: bool = 1;
    /// Pulse: a load is compared with its prediction.
    st_verify: bool = 1;
    /// Pulse: and differs.
    st_mis: bool = 1;
    /// Pulse: a job is lost, since no further one can be taken.
    st_jobdrop: bool = 1;
}

impl In {
    /// Address of a request.
    pub fn addr(&self, request: u32, params: &Params) -> u64 {
        self.ld_addr[field(request as usize, params.addr_w as usize)].load_le()
    }

    /// Sets the address of a request.
    pub fn set_addr(&mut self, request: u32, addr: u64, params: &Params) {
        self.ld_addr[field(request as usize, params.addr_w as usize)].store_le(addr);
    }
}
