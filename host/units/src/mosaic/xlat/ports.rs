// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_xlat`, and which of them are whose of its two parts.

use crate::mosaic::l2_tlb::{self, Answer};
use crate::mosaic::params::Params;
use crate::mosaic::walker::{self, Flush, Found};
use crate::mosaic::PERM;
use crate::ports::ports;
use crate::wide::Wide;

ports! {
    /// Inputs of `mosaic_xlat` in one core cycle (specification section 5). What is there for each port lies from port 0 on.
    pub struct In: In, p: Params;
    /// A bit for each port: a lookup, accepted if `lk_ready` has the bit.
    lk_valid: u8 = p.ports();
    /// Its SM, below `num_cores`.
    lk_core: u32 = p.ports() * p.core_width();
    /// Its virtual base page, which the SM does not wait for yet.
    lk_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// The read at `wm_*` is taken.
    wm_ready: bool = 1;
    /// The entry that a read has found; always accepted.
    wd_valid: bool = 1;
    /// Its `wm_tag`.
    wd_tag: u8 = p.walk_width();
    /// The entry.
    wd_pte: u64 = 64;
    /// Write the root register and the address space of an SM that waits for nothing.
    root_we: bool = 1;
    /// That SM.
    root_core: u8 = p.core_width();
    /// Frame of 4 KB of its table of depth 1.
    root_ppn: u64 = p.table_width();
    /// Its address space.
    root_asid: u32 = p.asid_w as usize;
    /// A flush, taken if `fl_ready`.
    fl_valid: bool = 1;
    /// The address space that it is of.
    fl_asid: u32 = p.asid_w as usize;
    /// The large page that it is of.
    fl_lvpn: u64 = p.lvpn_width();
    /// 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    fl_kind: bool = 1;
    /// Of all pages of the address space, whatever the two before say.
    fl_space: bool = 1;
    /// Of all address spaces, whatever the four before say.
    fl_all: bool = 1;
    /// A bit for each SM: its TLB has done the flush of `l1fl_*`.
    l1fl_ack: u64 = p.num_cores as usize;
}

ports! {
    /// Outputs of `mosaic_xlat`, all by registers.
    pub struct Out: Out, p: Params;
    /// A bit for each port that accepts a lookup in this cycle.
    lk_ready: u8 = p.ports();
    /// A bit for each port: a lookup has hit, and this is the answer.
    rsp_valid: u8 = p.ports();
    /// Its SM; 0 without `rsp_valid`, as the four that follow.
    rsp_core: u32 = p.ports() * p.core_width();
    /// Its base page.
    rsp_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// That lies in a large page.
    rsp_large: u8 = p.ports();
    /// Its frame, of a large page with 0 as its lowest 9 bits.
    rsp_ppn: Wide<3> = p.ports() * p.ppn_width();
    /// Its permissions.
    rsp_perm: u8 = p.ports() * PERM;
    /// A walk has ended.
    wrsp_valid: bool = 1;
    /// The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    wrsp_mask: u64 = p.num_cores as usize;
    /// The base page that was looked up.
    wrsp_vpn: u64 = p.vpn_width();
    /// It lies in a large page.
    wrsp_large: bool = 1;
    /// Its frame, of a large page with 0 as its lowest 9 bits; 0 with `wrsp_fault`.
    wrsp_ppn: u64 = p.ppn_width();
    /// Its permissions; 0 with `wrsp_fault`.
    wrsp_perm: u8 = PERM;
    /// An entry on the way was not valid: a far-fault.
    wrsp_fault: bool = 1;
    /// A read of an entry of a page table, which stays until it is taken.
    wm_valid: bool = 1;
    /// Its physical address, of 8 bytes; 0 without `wm_valid`, as the two that follow.
    wm_addr: u64 = p.pa_w as usize;
    /// Its depth, 1 for the root.
    wm_depth: u8 = 3;
    /// The walk, which no other read under way has.
    wm_tag: u8 = p.walk_width();
    /// A flush is taken: none is under way.
    fl_ready: bool = 1;
    /// Pulse: the flush is done, here and in the SMs.
    fl_done: bool = 1;
    /// A flush for the TLBs of SMs, behind `rsp_*` and `wrsp_*` of this cycle and of those before.
    l1fl_valid: bool = 1;
    /// The SMs that it is for, each of which acknowledges it; 0 without `l1fl_valid`, as the three that follow.
    l1fl_mask: u64 = p.num_cores as usize;
    /// The large page.
    l1fl_lvpn: u64 = p.lvpn_width();
    /// 0 LARGE, 1 BASE.
    l1fl_kind: bool = 1;
    /// Of all pages.
    l1fl_all: bool = 1;
}

impl In {
    /// What the shared TLB gets, beside a walker that shows this.
    pub(super) fn to_tlb(self, w: &walker::Out) -> l2_tlb::In {
        l2_tlb::In {
            lk_valid: self.lk_valid,
            lk_core: self.lk_core,
            lk_vpn: self.lk_vpn,
            miss_ready: w.miss_ready,
            wrsp_valid: w.wrsp_valid,
            wrsp_asid: w.wrsp_asid,
            wrsp_vpn: w.wrsp_vpn,
            wrsp_large: w.wrsp_large,
            wrsp_ppn: w.wrsp_ppn,
            wrsp_perm: w.wrsp_perm,
            wrsp_fault: w.wrsp_fault,
            root_we: self.root_we,
            root_core: self.root_core,
            root_asid: self.root_asid,
            fl_valid: self.fl_valid,
            fl_asid: self.fl_asid,
            fl_lvpn: self.fl_lvpn,
            fl_kind: self.fl_kind,
            fl_space: self.fl_space,
            fl_all: self.fl_all,
            l1fl_ack: self.l1fl_ack,
        }
    }

    /// What the walker gets, beside a shared TLB that shows this.
    pub(super) fn to_walker(self, t: &l2_tlb::Out) -> walker::In {
        walker::In {
            miss_valid: t.miss_valid,
            miss_core: t.miss_core,
            miss_asid: t.miss_asid,
            miss_vpn: t.miss_vpn,
            wm_ready: self.wm_ready,
            wd_valid: self.wd_valid,
            wd_tag: self.wd_tag,
            wd_pte: self.wd_pte,
            root_we: self.root_we,
            root_core: self.root_core,
            root_ppn: self.root_ppn,
            flush_valid: t.flush_valid,
            flush_asid: t.flush_asid,
            flush_lvpn: t.flush_lvpn,
            flush_space: t.flush_space,
            flush_all: t.flush_all,
        }
    }

    /// The SM and the base page of the lookup at a port.
    pub fn lookup(&self, p: &Params, port: usize) -> Option<(u8, u64)> {
        self.to_tlb(&walker::Out::default()).lookup(p, port)
    }

    /// Puts a lookup at a port, whose fields are 0.
    pub fn set_lookup(&mut self, p: &Params, port: usize, core: u8, vpn: u64) {
        let mut tlb = self.to_tlb(&walker::Out::default());
        tlb.set_lookup(p, port, core, vpn);
        (self.lk_valid, self.lk_core, self.lk_vpn) = (tlb.lk_valid, tlb.lk_core, tlb.lk_vpn);
    }

    /// What is to be flushed, and whether entries of base pages are.
    pub fn flush(&self) -> Option<(Flush, bool)> {
        self.to_tlb(&walker::Out::default()).flush()
    }
}

impl Out {
    /// What both show.
    pub(super) fn of(t: &l2_tlb::Out, w: &walker::Out) -> Out {
        Out {
            lk_ready: t.lk_ready,
            rsp_valid: t.rsp_valid,
            rsp_core: t.rsp_core,
            rsp_vpn: t.rsp_vpn,
            rsp_large: t.rsp_large,
            rsp_ppn: t.rsp_ppn,
            rsp_perm: t.rsp_perm,
            wrsp_valid: w.wrsp_valid,
            wrsp_mask: w.wrsp_mask,
            wrsp_vpn: w.wrsp_vpn,
            wrsp_large: w.wrsp_large,
            wrsp_ppn: w.wrsp_ppn,
            wrsp_perm: w.wrsp_perm,
            wrsp_fault: w.wrsp_fault,
            wm_valid: w.wm_valid,
            wm_addr: w.wm_addr,
            wm_depth: w.wm_depth,
            wm_tag: w.wm_tag,
            fl_ready: t.fl_ready,
            fl_done: t.fl_done,
            l1fl_valid: t.l1fl_valid,
            l1fl_mask: t.l1fl_mask,
            l1fl_lvpn: t.l1fl_lvpn,
            l1fl_kind: t.l1fl_kind,
            l1fl_all: t.l1fl_all,
        }
    }

    /// The answer to a lookup that has hit, at a port.
    pub fn answer(&self, p: &Params, port: usize) -> Option<Answer> {
        let Out { rsp_valid, rsp_core, rsp_vpn, rsp_large, rsp_ppn, rsp_perm, .. } = *self;
        let t =
            l2_tlb::Out { rsp_valid, rsp_core, rsp_vpn, rsp_large, rsp_ppn, rsp_perm, ..Default::default() };
        t.answer(p, port)
    }

    /// The walk that has ended: the SMs that it is for, its base page and what it has found.
    pub fn ended(&self) -> Option<(u64, u64, Found)> {
        let Out { wrsp_valid, wrsp_vpn, wrsp_large, wrsp_ppn, wrsp_perm, wrsp_fault, .. } = *self;
        let w = walker::Out {
            wrsp_valid,
            wrsp_vpn,
            wrsp_large,
            wrsp_ppn,
            wrsp_perm,
            wrsp_fault,
            ..Default::default()
        };
        w.ended().map(|(page, found)| (self.wrsp_mask, page.vpn, found))
    }
}
