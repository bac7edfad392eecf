// SPDX-License-Identifier: Apache-2.0
//! A lookup in the shared TLB as one word: page, warp, SM, application, from the lowest bit on.

use warpsmith_units::mask::params::Params;
use warpsmith_units::word::low;

use crate::equality::Symbol;

/// Lanes, and bits of the parts of a lookup, the lowest first.
pub struct Parts {
    pub lanes: u32,
    pub page: u32,
    pub asid: u32,
    pub warp: u32,
    pub core: u32,
    pub app: u32,
}

impl Parts {
    pub fn new(p: &Params) -> Parts {
        Parts {
            lanes: p.l2tlb_ports + 1,
            page: p.vpn_width() as u32 + p.asid_w,
            asid: p.asid_w,
            warp: p.warp_width() as u32,
            core: p.core_width() as u32,
            app: p.app_width() as u32,
        }
    }

    pub fn width(&self) -> u32 {
        self.page + self.warp + self.core + self.app
    }

    pub fn page(&self, lookup: Symbol) -> Symbol {
        lookup & low(self.page)
    }

    pub fn asid(&self, lookup: Symbol) -> Symbol {
        (lookup >> (self.page - self.asid)) & low(self.asid)
    }

    pub fn warp(&self, lookup: Symbol) -> Symbol {
        (lookup >> self.page) & low(self.warp)
    }

    pub fn core(&self, lookup: Symbol) -> Symbol {
        (lookup >> (self.page + self.warp)) & low(self.core)
    }

    pub fn app(&self, lookup: Symbol) -> Symbol {
        lookup >> (self.page + self.warp + self.core)
    }
}
