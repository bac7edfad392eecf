// SPDX-License-Identifier: Apache-2.0
//! What issue logic sees that chooses for all schedulers of the SM at once.

use super::kernel::Unit;
use super::Sm;
use crate::socket::{MemoryView, SmView};
use crate::types::SmCycle;

impl Sm {
    /// The registers of the memory side.
    pub(super) fn memory_view(&self) -> MemoryView {
        let parked = self.sockets.path.as_ref().map(|path| path.parked()).unwrap_or_default();
        MemoryView {
            mshrs: self.caches.l1.outstanding() as u32,
            miss_queue: self.caches.l1.queued() as u32,
            texture_saturated: self.caches.texture.saturated(),
            constant_saturated: self.caches.constant.saturated(),
            unsent: self.ldst.unsent() | self.texture.unsent(),
            parked: parked.warps,
            parked_head: parked.head,
            parked_head_left: false,
        }
    }

    /// The state before issue; `memory` is that of the start of the cycle.
    pub(super) fn view(&self, memory: &MemoryView, candidates: u64, now: SmCycle) -> SmView {
        let w = &self.warps;
        // A warp that has executed its exit leaves when its last request has: an owner's slot must not be given up before.
        let leaving = self.exited & (memory.unsent | memory.parked);
        let live = w.live | leaving;
        let ready = candidates & w.sb_ready;
        let fetches = if self.takes(Unit::Texture, now) { ready & w.heads(Unit::Texture) } else { 0 };
        let accesses = if self.takes(Unit::Mem, now) { ready & w.heads(Unit::Mem) } else { 0 };
        SmView {
            memory: *memory,
            memory_first: self.sockets.miss_rule.as_ref().is_some_and(|rule| rule.memory_first()),
            live,
            ib_valid: w.ib_valid & w.live,
            is_mem: w.memory_heads(),
            ready: accesses | fetches | self.arithmetic(ready, now),
            long_wait: w.sb_long,
            at_barrier: w.at_barrier | self.output.pause_warp,
            at_fence: w.at_fence,
            exited: !live & (u64::MAX >> (64 - self.warp_slots)),
            operands: ready,
            filling: self.filling,
        }
    }

    /// The warps of `ready` with an arithmetic head that can issue in cycle `now`, whichever of them do: a kind of unit
    /// with fewer free pipelines than schedulers want is offered to the schedulers in turn.
    fn arithmetic(&self, ready: u64, now: SmCycle) -> u64 {
        let n = self.scheduler_slots.len();
        let first = (now.0 % n as u64) as usize;
        let mut can = 0;
        for unit in [Unit::Sp, Unit::Sfu, Unit::Dp] {
            let heads = ready & self.warps.heads(unit);
            if heads == 0 {
                continue;
            }
            let wanting =
                (first..n).chain(0..first).map(|s| heads & self.scheduler_slots[s]).filter(|mine| *mine != 0);
            can |= wanting.take(self.pipelines.free(unit, now)).fold(0, |all, mine| all | mine);
        }
        can
    }
}
