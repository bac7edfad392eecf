// SPDX-License-Identifier: Apache-2.0
//! The ports of `mask_epoch`.

use bitvec::field::BitField;

use crate::field;
use crate::mask::params::Params;
use crate::ports::ports;
use crate::Wide;

ports! {
    /// Inputs of `mask_epoch` in one core cycle (specification sections 2.6 to 2.8 and 5.1, decision M5).
    pub struct In: In, p: Params;
    /// A bit for each port of the shared TLB: a lookup is resolved there that is counted as a hit or a miss.
    res_valid: u8 = p.l2tlb_ports as usize;
    /// It is a hit.
    res_hit: u8 = p.l2tlb_ports as usize;
    /// Its SM, below `num_cores`, from port 0 on.
    res_core: u32 = p.l2tlb_ports as usize * p.core_width();
    /// Walks of each application under way, 7 bits each.
    ptw_live: Wide<7> = 7 * p.num_apps as usize;
    /// Requests of this cycle that look for their line in the L2 cache: of data, then of each depth; 6 bits each.
    l2_acc: u64 = 6 * (p.pt_levels as usize + 1);
    /// Those of them that find it there.
    l2_hit: u64 = 6 * (p.pt_levels as usize + 1);
    /// Warps that have issued in each SM in the epoch that ended last, 8 bits each, `uniq` of `mask_monitor`.
    uniq: Wide<16> = 8 * p.num_cores as usize;
    /// The most warps that a page has stalled in each SM, 6 bits each, `warps_peak` of `mask_monitor`.
    warps_peak: Wide<12> = 6 * p.num_cores as usize;
    /// Application of each SM, below `num_apps`.
    core_app: Wide<10> = p.num_cores as usize * p.app_width();
    /// SMs that take part.
    core_on: u64 = p.num_cores as usize;
    /// Applications that take part.
    app_active: u32 = p.num_apps as usize;
}

ports! {
    /// Outputs of `mask_epoch`; all are registers.
    pub struct Out: Out, p: Params;
    /// The last cycle of an epoch.
    epoch_tick: bool = 1;
    /// Bit d-1: walk reads of depth d go past the L2 cache.
    bypass_bits: u8 = p.pt_levels as usize;
    /// Requests of a turn of each application in the silver queues, 10 bits each.
    quota: Wide<10> = 10 * p.num_apps as usize;
    /// Pulse: what follows from an epoch shows for the first time.
    quota_we: bool = 1;
    /// Warps of each SM that hold a token, the lowest ones, 9 bits each.
    share: Wide<18> = 9 * p.num_cores as usize;
    /// Applications that have had an epoch with lookups, whose warps need tokens.
    seen: u32 = p.num_apps as usize;
}

impl In {
    /// Sets the warps of an SM that have issued, and the most that a page has stalled.
    pub fn set_warps(&mut self, core: usize, uniq: u32, peak: u32) {
        self.uniq[field(core, 8)].store_le(uniq);
        self.warps_peak[field(core, 6)].store_le(peak);
    }

    /// Sets the application of an SM.
    pub fn set_app(&mut self, p: &Params, core: usize, app: u32) {
        self.core_app[field(core, p.app_width())].store_le(app);
    }

    /// Sets the walks of an application.
    pub fn set_live(&mut self, app: usize, walks: u32) {
        self.ptw_live[field(app, 7)].store_le(walks);
    }
}

impl Out {
    /// Warps of an SM that hold a token.
    pub fn share(&self, core: usize) -> u32 {
        self.share[field(core, 9)].load_le()
    }

    /// Requests of a turn of an application.
    pub fn quota(&self, app: usize) -> u32 {
        self.quota[field(app, 10)].load_le()
    }
}
