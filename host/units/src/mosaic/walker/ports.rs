// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_walker`.

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};

use super::walk::{Found, Page};
use crate::mosaic::params::Params;
use crate::mosaic::{Mapping, PERM, SLOT_BITS};
use crate::ports::ports;
use crate::wide::{field, Wide};

ports! {
    /// Inputs of `mosaic_walker` in one core cycle (specification section 5). What is there for each port lies from port 0 on.
    pub struct In: In, p: Params;
    /// A bit for each port: a lookup that has missed, taken if `miss_ready` has the bit.
    miss_valid: u8 = p.ports();
    /// Its SM, below `num_cores`.
    miss_core: u32 = p.ports() * p.core_width();
    /// Its address space.
    miss_asid: u32 = p.ports() * p.asid_w as usize;
    /// Its virtual base page, which the SM does not wait for yet.
    miss_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// The read at `wm_*` is taken.
    wm_ready: bool = 1;
    /// The entry that a read has found; always accepted.
    wd_valid: bool = 1;
    /// Its `wm_tag`.
    wd_tag: u8 = p.walk_width();
    /// The entry.
    wd_pte: u64 = 64;
    /// Write the root register of an SM that waits for nothing.
    root_we: bool = 1;
    /// That SM.
    root_core: u8 = p.core_width();
    /// Frame of 4 KB of its table of depth 1.
    root_ppn: u64 = p.table_width();
    /// What walks have read is out of date; always accepted.
    flush_valid: bool = 1;
    /// Of this address space.
    flush_asid: u32 = p.asid_w as usize;
    /// Of this large page.
    flush_lvpn: u64 = p.lvpn_width();
    /// Of all pages of the address space, whatever `flush_lvpn` says.
    flush_space: bool = 1;
    /// Of all address spaces, whatever the three before say.
    flush_all: bool = 1;
}

ports! {
    /// Outputs of `mosaic_walker`, all by registers.
    pub struct Out: Out, p: Params;
    /// A bit for each port that takes a lookup in this cycle.
    miss_ready: u8 = p.ports();
    /// A walk has ended.
    wrsp_valid: bool = 1;
    /// The SMs that it is for; 0 without `wrsp_valid`, as all that follows.
    wrsp_mask: u64 = p.num_cores as usize;
    /// The address space.
    wrsp_asid: u32 = p.asid_w as usize;
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
}

/// A lookup that has missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The SM, below `num_cores`.
    pub core: u8,
    /// The base page in its address space.
    pub page: Page,
}

/// What a flush is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flush {
    /// All pages of all address spaces.
    All,
    /// All pages of this address space.
    Space(u32),
    /// Of this address space the large page of this number, and its base pages.
    LargePage(u32, u64),
}

impl Flush {
    /// Whether it is of that page.
    pub fn concerns(self, page: Page) -> bool {
        match self {
            Flush::All => true,
            Flush::Space(asid) => asid == page.asid,
            Flush::LargePage(asid, lvpn) => asid == page.asid && lvpn == page.vpn >> SLOT_BITS,
        }
    }
}

impl In {
    /// The lookup at a port.
    pub fn miss(&self, p: &Params, port: usize) -> Option<Miss> {
        let of = |packed: u32, width: usize| packed >> (port * width) & ((1 << width) - 1);
        (self.miss_valid >> port & 1 == 1).then(|| Miss {
            core: of(self.miss_core, p.core_width()) as u8,
            page: Page {
                asid: of(self.miss_asid, p.asid_w as usize),
                vpn: self.miss_vpn[field(port, p.vpn_width())].load_le(),
            },
        })
    }

    /// Puts a lookup at a port, whose fields are 0.
    pub fn set_miss(&mut self, p: &Params, port: usize, miss: &Miss) {
        self.miss_valid |= 1 << port;
        self.miss_core |= u32::from(miss.core) << (port * p.core_width());
        self.miss_asid |= miss.page.asid << (port as u32 * p.asid_w);
        self.miss_vpn[field(port, p.vpn_width())].store_le(miss.page.vpn);
    }

    /// What is flushed.
    pub fn flush(&self) -> Option<Flush> {
        self.flush_valid.then_some(match (self.flush_all, self.flush_space) {
            (true, _) => Flush::All,
            (false, true) => Flush::Space(self.flush_asid),
            (false, false) => Flush::LargePage(self.flush_asid, self.flush_lvpn),
        })
    }
}

impl Out {
    /// The page of the walk that has ended, and what it has found.
    pub fn ended(&self) -> Option<(Page, Found)> {
        let mapping = Mapping { large: self.wrsp_large, ppn: self.wrsp_ppn, perm: self.wrsp_perm };
        let page = Page { asid: self.wrsp_asid, vpn: self.wrsp_vpn };
        self.wrsp_valid.then_some((page, (!self.wrsp_fault).then_some(mapping)))
    }
}
