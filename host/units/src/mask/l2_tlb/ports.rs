// SPDX-License-Identifier: Apache-2.0
//! The ports of `mask_l2_tlb`.

use bitvec::field::BitField;

use super::contexts::may_fill;
use super::store::Frame;
use super::walks::{Lookup, Root};
use crate::mask::params::Params;
use crate::ports::ports;
use crate::wide::{field, Wide};

ports! {
    /// Inputs of `mask_l2_tlb` in one core cycle (specification section 5.1). What is there for each port lies from port 0 on.
    pub struct In: In, p: Params;
    /// A bit for each port: a lookup, accepted if `lk_ready` has the bit. An SM is at one port at most.
    lk_valid: u8 = p.ports();
    /// Its SM, below `num_cores`.
    lk_core: u32 = p.ports() * p.core_width();
    /// Its warp slot, below `warps_per_core`.
    lk_warp: u32 = p.ports() * p.warp_width();
    /// Its virtual page, which the SM does not wait for yet.
    lk_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// The walk read at `wm_*` is taken.
    wm_ready: bool = 1;
    /// The entry that a walk read has found; always accepted.
    wd_valid: bool = 1;
    /// Its `wm_tag`.
    wd_tag: u8 = p.context_width();
    /// The entry: bit 0 valid, bits 4 to 1 permissions, from bit 12 on the frame of 4 KB.
    wd_pte: u64 = 64;
    /// Write the root register of an SM that has nothing in flight.
    root_we: bool = 1;
    /// That SM.
    root_core: u8 = p.core_width();
    /// Frame of 4 KB of its table of depth 1.
    root_ppn: u64 = p.table_width();
    /// Its address space.
    root_asid: u32 = p.asid_w as usize;
    /// Its application, below `num_apps`.
    root_app: u8 = p.app_width();
    /// Begin a flush, accepted if `flush_ready`.
    flush_req: bool = 1;
    /// It is of all address spaces; else of one.
    flush_all: bool = 1;
    /// That one.
    flush_asid: u32 = p.asid_w as usize;
    /// Tokens decide which walks fill the main array.
    en_tokens: bool = 1;
    /// Applications of which an epoch has ended.
    seen: u32 = p.num_apps as usize;
    /// Warps of each SM that hold a token, 0 to 256, from SM 0 on.
    share: Wide<18> = p.num_cores as usize * SHARE;
}

ports! {
    /// Outputs of `mask_l2_tlb`, all by registers.
    pub struct Out: Out, p: Params;
    /// A bit for each port that accepts a lookup in this cycle.
    lk_ready: u8 = p.ports();
    /// A bit for each port: a lookup of `l2tlb_latency` cycles ago has hit or missed; not one that joined a walk.
    res_valid: u8 = p.ports();
    /// It has hit, and this is the answer.
    res_hit: u8 = p.ports();
    /// The bypass cache had it; 0 without a hit.
    res_bypass: u8 = p.ports();
    /// Its SM; 0 without `res_valid`.
    res_core: u32 = p.ports() * p.core_width();
    /// The page of a hit; 0 without.
    res_vpn: Wide<3> = p.ports() * p.vpn_width();
    /// Its frame; 0 without.
    res_ppn: Wide<3> = p.ports() * p.ppn_width();
    /// Its permissions; 0 without.
    res_perm: u8 = p.ports() * PERM;
    /// A walk has ended, or a lookup of the replay FIFO has hit.
    wrsp_valid: bool = 1;
    /// It is the end of a walk.
    wrsp_walk: bool = 1;
    /// The SMs that it is for.
    wrsp_mask: u64 = p.num_cores as usize;
    /// The page; 0 without `wrsp_valid`, as the three that follow.
    wrsp_vpn: u64 = p.vpn_width();
    /// Its frame; 0 with `wrsp_fault`.
    wrsp_ppn: u64 = p.ppn_width();
    /// Its permissions; 0 with `wrsp_fault`.
    wrsp_perm: u8 = PERM;
    /// An entry on the way was not valid.
    wrsp_fault: bool = 1;
    /// A walk read, which stays until it is taken.
    wm_valid: bool = 1;
    /// Its physical address, of 8 bytes; 0 without `wm_valid`, as the three that follow.
    wm_addr: u64 = p.pa_w as usize;
    /// Its depth, 1 for the root.
    wm_depth: u8 = 3;
    /// The application.
    wm_app: u8 = p.app_width();
    /// The walk context.
    wm_tag: u8 = p.context_width();
    /// A flush is accepted in this cycle.
    flush_ready: bool = 1;
    /// Pulse: the flush is over.
    flush_ack: bool = 1;
    /// Walks of each application, 7 bits each.
    ptw_live: Wide<7> = p.num_apps as usize * LIVE;
}

/// Bits of permissions, of a share, and of a number of walks.
pub(super) const PERM: usize = 4;
pub(super) const SHARE: usize = 9;
pub(super) const LIVE: usize = 7;

impl In {
    /// The lookup at a port.
    pub fn lookup(&self, p: &Params, port: usize) -> Option<Lookup> {
        let of = |packed: u32, width: usize| packed >> (port * width) & ((1 << width) - 1);
        (self.lk_valid >> port & 1 == 1).then(|| Lookup {
            core: of(self.lk_core, p.core_width()) as u8,
            warp: of(self.lk_warp, p.warp_width()) as u8,
            vpn: self.lk_vpn[field(port, p.vpn_width())].load_le(),
        })
    }

    /// Puts a lookup at a port.
    pub fn set_lookup(&mut self, p: &Params, port: usize, lookup: &Lookup) {
        self.lk_valid |= 1 << port;
        self.lk_core |= u32::from(lookup.core) << (port * p.core_width());
        self.lk_warp |= u32::from(lookup.warp) << (port * p.warp_width());
        self.lk_vpn[field(port, p.vpn_width())].store_le(lookup.vpn);
    }

    /// What is written into a root register, and of which SM.
    pub fn root(&self) -> Option<(u8, Root)> {
        let root = Root { table: self.root_ppn, asid: self.root_asid, app: self.root_app };
        self.root_we.then_some((self.root_core, root))
    }

    /// Sets the warps of an SM that hold a token.
    pub fn set_share(&mut self, core: usize, share: u32) {
        self.share[field(core, SHARE)].store_le(share);
    }

    /// Whether a walk of the application that a warp began may fill the main array (section 2.5).
    pub fn may_fill(&self, app: u8, core: u8, warp: u8) -> bool {
        let share: u32 = self.share[field(core.into(), SHARE)].load_le();
        may_fill(self.en_tokens, self.seen >> app & 1 == 1, u64::from(warp), u64::from(share))
    }
}

impl Out {
    /// The SM of the lookup that was resolved at a port, and its page if it has hit.
    pub fn resolved(&self, p: &Params, port: usize) -> Option<(u8, Option<u64>)> {
        let width = p.core_width();
        (self.res_valid >> port & 1 == 1).then(|| {
            let core = self.res_core >> (port * width) & ((1 << width) - 1);
            let hit = self.res_hit >> port & 1 == 1;
            (core as u8, hit.then(|| self.res_vpn[field(port, p.vpn_width())].load_le()))
        })
    }

    /// Where the page of the hit at a port is.
    pub fn frame(&self, p: &Params, port: usize) -> Frame {
        let perm = self.res_perm >> (port * PERM) & ((1 << PERM) - 1);
        Frame { ppn: self.res_ppn[field(port, p.ppn_width())].load_le(), perm }
    }

    /// Walks of an application.
    pub fn live(&self, app: usize) -> u8 {
        self.ptw_live[field(app, LIVE)].load_le()
    }
}
