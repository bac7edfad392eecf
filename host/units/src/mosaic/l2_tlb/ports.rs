// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_l2_tlb`.

use bitvec::field::BitField;

use crate::mosaic::params::Params;
use crate::mosaic::walker::{Flush, Miss, Page};
use crate::mosaic::{Mapping, FLUSH_BASE, PERM, SLOT_BITS};
use crate::ports::ports;
use crate::wide::{field, Wide};

ports! {
    /// Inputs of `mosaic_l2_tlb` in one core cycle (specification section 5). What is there for each port lies from port 0 on.
    pub struct In: In, p: Params;
    /// A bit for each port: a lookup, accepted if `lk_ready` has the bit.
    lk_valid: u8 = p.ports();
    /// Its SM, below `num_cores`.
    lk_core: u32 = p.ports() * p.core_width();
    /// Its virtual base page, which the SM does not wait for yet.
    lk_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// A bit for each port of the walker that takes a lookup.
    miss_ready: u8 = p.ports();
    /// A walk has ended; always accepted.
    wrsp_valid: bool = 1;
    /// Its address space.
    wrsp_asid: u32 = p.asid_w as usize;
    /// The base page that was looked up.
    wrsp_vpn: u64 = p.vpn_width();
    /// It lies in a large page.
    wrsp_large: bool = 1;
    /// Its frame; of a large page the lowest 9 bits do not count.
    wrsp_ppn: u64 = p.ppn_width();
    /// Its permissions.
    wrsp_perm: u8 = PERM;
    /// It has no frame: a far-fault.
    wrsp_fault: bool = 1;
    /// Write the address space of an SM that waits for nothing.
    root_we: bool = 1;
    /// That SM.
    root_core: u8 = p.core_width();
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
    /// Outputs of `mosaic_l2_tlb`, all by registers.
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
    /// A bit for each port: a lookup that has missed, for the walker; if it is not taken now, it is offered again `l2_lat` cycles later.
    miss_valid: u8 = p.ports();
    /// Its SM; 0 without `miss_valid`, as the two that follow.
    miss_core: u32 = p.ports() * p.core_width();
    /// Its address space.
    miss_asid: u32 = p.ports() * p.asid_w as usize;
    /// Its base page.
    miss_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// A flush for the walker, as its ports of this name.
    flush_valid: bool = 1;
    /// The address space that it is of; 0 without `flush_valid`, as the three that follow.
    flush_asid: u32 = p.asid_w as usize;
    /// The large page.
    flush_lvpn: u64 = p.lvpn_width();
    /// Of all pages of the address space.
    flush_space: bool = 1;
    /// Of all address spaces.
    flush_all: bool = 1;
    /// A flush is taken: none is under way.
    fl_ready: bool = 1;
    /// Pulse: the flush is done, here, in the walker and in the SMs.
    fl_done: bool = 1;
    /// A flush for the TLBs of SMs, behind `rsp_*` and the walker's `wrsp_*` of this cycle and of those before.
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

/// A lookup that has hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The SM, below `num_cores`.
    pub core: u8,
    /// Number of the base page that was looked up.
    pub vpn: u64,
    /// Where it is: the mapping of the base page or of its large page.
    pub mapping: Mapping,
}

fn part(packed: u32, port: usize, width: usize) -> u32 {
    packed >> (port * width) & ((1 << width) - 1)
}

impl In {
    /// The SM and the base page of the lookup at a port.
    pub fn lookup(&self, p: &Params, port: usize) -> Option<(u8, u64)> {
        let core = part(self.lk_core, port, p.core_width()) as u8;
        let vpn = self.lk_vpn[field(port, p.vpn_width())].load_le();
        (self.lk_valid >> port & 1 == 1).then_some((core, vpn))
    }

    /// Puts a lookup at a port, whose fields are 0.
    pub fn set_lookup(&mut self, p: &Params, port: usize, core: u8, vpn: u64) {
        self.lk_valid |= 1 << port;
        self.lk_core |= u32::from(core) << (port * p.core_width());
        self.lk_vpn[field(port, p.vpn_width())].store_le(vpn);
    }

    /// The base page of the walk that has ended, and what is to be filled.
    pub fn fill(&self) -> Option<(Page, Mapping)> {
        let low = if self.wrsp_large { SLOT_BITS } else { 0 };
        let mapping =
            Mapping { large: self.wrsp_large, ppn: self.wrsp_ppn >> low << low, perm: self.wrsp_perm };
        let page = Page { asid: self.wrsp_asid, vpn: self.wrsp_vpn };
        (self.wrsp_valid && !self.wrsp_fault).then_some((page, mapping))
    }

    /// What is to be flushed, and whether entries of base pages are.
    pub fn flush(&self) -> Option<(Flush, bool)> {
        self.fl_valid.then_some(match (self.fl_all, self.fl_space) {
            (true, _) => (Flush::All, true),
            (false, true) => (Flush::Space(self.fl_asid), true),
            (false, false) => (Flush::LargePage(self.fl_asid, self.fl_lvpn), self.fl_kind == FLUSH_BASE),
        })
    }
}

impl Out {
    /// The answer at a port.
    pub fn answer(&self, p: &Params, port: usize) -> Option<Answer> {
        (self.rsp_valid >> port & 1 == 1).then(|| Answer {
            core: part(self.rsp_core, port, p.core_width()) as u8,
            vpn: self.rsp_vpn[field(port, p.vpn_width())].load_le(),
            mapping: Mapping {
                large: self.rsp_large >> port & 1 == 1,
                ppn: self.rsp_ppn[field(port, p.ppn_width())].load_le(),
                perm: part(self.rsp_perm.into(), port, PERM) as u8,
            },
        })
    }

    /// Puts an answer at a port, whose fields are 0.
    pub(super) fn set_answer(&mut self, p: &Params, port: usize, answer: &Answer) {
        let Mapping { large, ppn, perm } = answer.mapping;
        self.rsp_valid |= 1 << port;
        self.rsp_core |= u32::from(answer.core) << (port * p.core_width());
        self.rsp_vpn[field(port, p.vpn_width())].store_le(answer.vpn);
        self.rsp_large |= u8::from(large) << port;
        self.rsp_ppn[field(port, p.ppn_width())].store_le(ppn);
        self.rsp_perm |= perm << (port * PERM);
    }

    /// The lookup for the walker at a port.
    pub fn miss(&self, p: &Params, port: usize) -> Option<Miss> {
        (self.miss_valid >> port & 1 == 1).then(|| Miss {
            core: part(self.miss_core, port, p.core_width()) as u8,
            page: Page {
                asid: part(self.miss_asid, port, p.asid_w as usize),
                vpn: self.miss_vpn[field(port, p.vpn_width())].load_le(),
            },
        })
    }

    /// Puts one at a port, whose fields are 0.
    pub(super) fn set_miss(&mut self, p: &Params, port: usize, miss: &Miss) {
        self.miss_valid |= 1 << port;
        self.miss_core |= u32::from(miss.core) << (port * p.core_width());
        self.miss_asid |= miss.page.asid << (port as u32 * p.asid_w);
        self.miss_vpn[field(port, p.vpn_width())].store_le(miss.page.vpn);
    }
}
