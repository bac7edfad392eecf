// SPDX-License-Identifier: Apache-2.0
//! What the block throttle is told, and the statistics that go with it.

use super::Sm;
use crate::socket::WarpStatus;
use crate::types::SmCycle;

/// SM cycles between two samples of the warp states.
const SAMPLE_PERIOD: u64 = 128;

impl Sm {
    /// The warps' state before issue: an instruction that issues is still the head in this cycle.
    #[inline]
    pub(super) fn snapshot(&mut self) {
        let w = &self.warps;
        self.input.status = WarpStatus {
            slot_live: w.live,
            ib_valid: w.ib_valid,
            at_barrier: w.at_barrier | w.at_fence,
            sb_ready: w.sb_ready,
            is_mem: w.memory_heads(),
            issued: 0,
            load_pending: self.ldst.load_pending() | self.texture.pending(),
            lsu_blocked: false,
        };
    }

    /// Counts the cycle `now`, after issue.
    #[inline]
    pub(super) fn account(&mut self, now: SmCycle) {
        self.count_for(self.leader());
        if self.resident != 0 || self.input.cta_done != 0 {
            self.stats.active_cycles += 1;
            self.input.status.lsu_blocked = !self.ldst.accepts();
            self.stats.lsu_blocked_cycles += u64::from(self.input.status.lsu_blocked);
            self.stats.paused_cta_cycles += u64::from(self.output.pause_cta.count_ones());
        }
        if now.0 % SAMPLE_PERIOD == SAMPLE_PERIOD - 1 {
            self.sample();
        }
    }

    /// What the warps do in this cycle.
    fn sample(&mut self) {
        let WarpStatus { slot_live, ib_valid, at_barrier, sb_ready, is_mem, issued, lsu_blocked, .. } =
            self.input.status;
        let active = slot_live & ib_valid & !at_barrier & !self.output.pause_warp;
        let rest = active & !issued;
        let blocked = if lsu_blocked { is_mem } else { 0 };
        let count = |mask: u64| u64::from(mask.count_ones());
        let s = &mut self.stats;
        s.samples += 1;
        s.sampled_live += count(slot_live);
        s.sampled_active += count(active);
        s.sampled_issued += count(active & issued);
        s.sampled_waiting += count(rest & !sb_ready);
        s.sampled_xalu += count(rest & sb_ready & !is_mem);
        s.sampled_xmem += count(rest & sb_ready & blocked);
        if issued == 0 {
            s.sampled_reuse_blocked += u64::from(self.ldst.reuse_blocked(&self.caches.l1));
        }
    }

    /// The throttle's cycle; its outputs are visible in the next one.
    #[inline]
    pub(super) fn throttle(&mut self, gwde_empty: bool) {
        self.input.grid_active = true;
        self.input.gwde_empty = gwde_empty;
        let throttle = self.sockets.throttle.as_mut();
        let output = throttle.map_or(self.output, |throttle| throttle.step(&self.input));
        self.stats.ctas_paused += u64::from((output.pause_cta & !self.output.pause_cta).count_ones());
        self.output = output;
        self.input.kernel_start = None;
        self.input.cta_launch = 0;
        self.input.cta_done = 0;
        self.input.gwde_gnt = false;
    }
}
