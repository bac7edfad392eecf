// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_l1_tlb`.

use super::super::{Mapping, PERM};
use crate::mosaic::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `mosaic_l1_tlb` in one core cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A lookup of a warp.
    lk_valid: bool = 1;
    /// Its virtual base page.
    lk_vpn: u64 = p.vpn_width();
    /// Its warp slot, below `warps_per_core`.
    lk_warp: u8 = p.warp_width();
    /// The request at `miss_*` is taken.
    miss_ready: bool = 1;
    /// An answer of the shared TLB; always accepted.
    fill_valid: bool = 1;
    /// The base page that was asked for.
    fill_vpn: u64 = p.vpn_width();
    /// It lies in a large page.
    fill_large: bool = 1;
    /// Its frame; of a large page the lowest 9 bits do not count.
    fill_ppn: u64 = p.ppn_width();
    /// Its permissions.
    fill_perm: u8 = PERM;
    /// It has no frame: a far-fault.
    fill_fault: bool = 1;
    /// A flush, behind the answer of the same cycle; always accepted.
    flush_valid: bool = 1;
    /// The large page that it is of.
    flush_lvpn: u64 = p.lvpn_width();
    /// 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    flush_kind: bool = 1;
    /// Of all pages, whatever the two before say.
    flush_all: bool = 1;
}

ports! {
    /// Outputs of `mosaic_l1_tlb`, all by registers.
    pub struct Out: Out, p: Params;
    /// The lookup of the last cycle has hit, and this is the answer.
    res_hit: bool = 1;
    /// It has missed, and is answered at `wake_*`. With neither it has missed without a free MSHR, and must be made again.
    res_pending: bool = 1;
    /// It has hit a large page.
    res_large: bool = 1;
    /// The frame of a hit, of a large page with 0 as its lowest 9 bits; 0 without, as the one that follows.
    res_ppn: u64 = p.ppn_width();
    /// Its permissions.
    res_perm: u8 = PERM;
    /// A page that the shared TLB is asked for, which stays until it is taken.
    miss_valid: bool = 1;
    /// That page; 0 without `miss_valid`.
    miss_vpn: u64 = p.vpn_width();
    /// The page of an MSHR was answered in the last cycle.
    wake_valid: bool = 1;
    /// The warps that wait for it; 0 without `wake_valid`, as all that follows.
    wake_waiters: u64 = p.warps_per_core as usize;
    /// It lies in a large page.
    wake_large: bool = 1;
    /// Its frame, as `res_ppn`; 0 of a fault, as the one that follows.
    wake_ppn: u64 = p.ppn_width();
    /// Its permissions.
    wake_perm: u8 = PERM;
    /// It has no frame.
    wake_fault: bool = 1;
    /// The flush of the last cycle is done.
    flush_ack: bool = 1;
}

impl In {
    /// The answer of the shared TLB that is a mapping.
    pub fn mapping(&self) -> Option<Mapping> {
        let ppn = if self.fill_large { self.fill_ppn & !0x1ff } else { self.fill_ppn };
        (self.fill_valid && !self.fill_fault).then_some(Mapping {
            large: self.fill_large,
            ppn,
            perm: self.fill_perm,
        })
    }
}
