// SPDX-License-Identifier: Apache-2.0
//! CTA pausing: keeps the number of running CTAs of an SM at a target (specification of Equalizer, section 2.5).

use serde::{Deserialize, Serialize};

use crate::socket::{ThrottleIn, ThrottleOut};
use crate::types::bits;

/// The host-code controller that the throttling policies share. Running means resident and not paused.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CtaPausing {
    resident: u32,
    paused: u32,
    /// Launch number per CTA slot: a smaller one is older.
    launched: [u64; 32],
    launches: u64,
    /// A CTA was granted and is not launched yet.
    granted: bool,
    max_ctas: u8,
    /// The target for which nothing is left to do until something happens, and whether a CTA is asked for then. Found
    /// anew after a checkpoint.
    #[serde(skip)]
    settled: Option<(u8, bool)>,
}

impl CtaPausing {
    /// The resource limit of the running kernel, 0 before the first one.
    pub fn max_ctas(&self) -> u8 {
        self.max_ctas
    }

    /// One SM cycle with the target `num_blocks`: at most one CTA is paused or released, and a new one is asked
    /// for when all resident ones run and there is room.
    #[inline]
    pub fn step(&mut self, input: &ThrottleIn, num_blocks: u8) -> ThrottleOut {
        let quiet =
            (input.cta_done | input.cta_launch) == 0 && !input.gwde_gnt && input.kernel_start.is_none();
        let wants = match self.settled {
            Some((target, wants)) if quiet && target == num_blocks => wants,
            _ => self.change(input, num_blocks),
        };
        ThrottleOut {
            gwde_req: wants && !input.gwde_empty,
            pause_warp: self.paused_warps(input),
            pause_cta: self.paused,
            bottleneck: None,
            num_blocks,
        }
    }

    /// A cycle in which something happens or is left to do. Returns whether there is room for another CTA.
    fn change(&mut self, input: &ThrottleIn, num_blocks: u8) -> bool {
        if let Some(start) = input.kernel_start {
            self.max_ctas = start.max_ctas;
        }
        let target = u32::from(num_blocks);
        self.resident &= !input.cta_done;
        self.paused &= self.resident;
        let running = self.resident & !self.paused;
        if running.count_ones() > target {
            self.paused |= self.by_age(running, |a, b| a > b);
        } else if running.count_ones() < target && self.paused != 0 {
            self.paused &= !self.by_age(self.paused, |a, b| a < b);
        }
        self.launch(input.cta_launch);
        self.granted = (self.granted || input.gwde_gnt) && input.cta_launch == 0;

        let running = (self.resident & !self.paused).count_ones();
        let wants = running < target
            && self.paused == 0
            && self.resident.count_ones() < u32::from(self.max_ctas)
            && !self.granted;
        let settled = running == target || running < target && self.paused == 0;
        self.settled = settled.then_some((num_blocks, wants));
        wants
    }

    fn launch(&mut self, slots: u32) {
        for slot in bits(slots.into()) {
            self.launched[slot as usize] = self.launches;
            self.launches += 1;
        }
        self.resident |= slots;
    }

    /// The one slot of the non-empty set `of` that comes first when ordered by `before` on launch numbers.
    fn by_age(&self, of: u32, before: fn(u64, u64) -> bool) -> u32 {
        let first = bits(of.into()).reduce(|best, slot| {
            if before(self.launched[slot as usize], self.launched[best as usize]) {
                slot
            } else {
                best
            }
        });
        first.map_or(0, |slot| 1 << slot)
    }

    fn paused_warps(&self, input: &ThrottleIn) -> u64 {
        if self.paused == 0 {
            return 0;
        }
        let live = bits(input.status.slot_live);
        live.filter(|w| self.paused >> input.cta_of(*w) & 1 == 1).fold(0, |mask, w| mask | 1 << w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::KernelStart;

    /// A controller after `n` CTAs were launched into slots 0.. with limit 8.
    fn with_ctas(n: u32) -> CtaPausing {
        let mut c = CtaPausing::default();
        let start = Some(KernelStart { warps_per_cta: 1, max_ctas: 8 });
        c.step(&ThrottleIn { kernel_start: start, ..Default::default() }, 8);
        for slot in 0..n {
            c.step(&ThrottleIn { cta_launch: 1 << slot, ..Default::default() }, 8);
        }
        c
    }

    #[test]
    fn a_lower_target_pauses_the_youngest_running_cta_one_a_cycle() {
        let mut c = with_ctas(4);
        let idle = ThrottleIn::default();
        assert_eq!(c.step(&idle, 2).pause_cta, 0b1000);
        assert_eq!(c.step(&idle, 2).pause_cta, 0b1100);
        assert_eq!(c.step(&idle, 2).pause_cta, 0b1100);
    }

    #[test]
    fn a_finished_cta_releases_the_oldest_paused_one_and_asks_for_none() {
        let mut c = with_ctas(4);
        let idle = ThrottleIn::default();
        c.step(&idle, 2);
        c.step(&idle, 2);
        let out = c.step(&ThrottleIn { cta_done: 0b0001, ..idle }, 2);
        assert_eq!((out.pause_cta, out.gwde_req), (0b1000, false));
    }

    #[test]
    fn a_granted_cta_is_asked_for_once() {
        let mut c = with_ctas(1);
        let idle = ThrottleIn::default();
        assert!(c.step(&idle, 8).gwde_req);
        assert!(!c.step(&ThrottleIn { gwde_gnt: true, ..idle }, 8).gwde_req);
        assert!(c.step(&ThrottleIn { cta_launch: 2, ..idle }, 8).gwde_req);
    }

    #[test]
    fn nothing_is_asked_of_an_empty_gwde_or_above_the_resource_limit() {
        let mut c = with_ctas(7);
        assert!(!c.step(&ThrottleIn { gwde_empty: true, ..Default::default() }, 8).gwde_req);
        assert!(!c.step(&ThrottleIn { cta_launch: 1 << 7, ..Default::default() }, 9).gwde_req);
    }

    #[test]
    fn the_warps_of_a_paused_cta_are_paused() {
        let mut c = with_ctas(2);
        let mut input = ThrottleIn::new(2);
        input.status.slot_live = 0b1111;
        (0..4).for_each(|w| input.set_cta(w, w / 2));
        assert_eq!(c.step(&input, 1).pause_warp, 0b1100);
    }
}
