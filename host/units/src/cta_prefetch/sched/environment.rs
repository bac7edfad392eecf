// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `cta_sched` must accept.

use super::ports::{In, Out};
use super::Sched;
use crate::bitset::bits;
use crate::cta_prefetch::params::Params;
use crate::cta_prefetch::residents::Residents;
use crate::{Rng, Stimulus};

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Warps that begin and end to be stalled in a cycle, in 64ths.
    stalls: u32,
    wakes: u32,
    /// Warps that can issue, of those that are not stalled, in eighths.
    able: u32,
    /// A live warp finishes.
    done: u32,
    /// Only warps of the ready queue finish.
    done_ready: bool,
    wake: u32,
    /// Wake-ups of warps of the ready queue.
    wake_ready: u32,
    starts: u32,
    /// Warps of a CTA at most.
    warps: u32,
    hold: bool,
}

/// The warps and CTA slots of an SM, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    residents: Residents,
    live: u64,
    stall: u64,
}

impl Stimulus<Sched> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            stalls: 0,
            wakes: 64,
            able: 8,
            done: u32::MAX,
            done_ready: false,
            wake: u32::MAX,
            wake_ready: 1,
            starts: 1,
            warps: 4,
            hold: false,
        };
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 0,
            residents: Residents::new(params),
            live: 0,
            stall: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let (g, r) = (self.regime, &mut self.rng);
        let mut sparse =
            |of_64: u32| r.dense(of_64 >> 3) & if of_64 < 8 { r.dense(of_64) & r.dense(1) } else { u64::MAX };
        self.stall = (self.stall & !sparse(g.wakes)) | sparse(g.stalls);
        let mut i = In {
            kernel_start: r.one_in(2048),
            hold_fill: g.hold,
            w_stall: self.stall & self.live | r.bits() & !self.live & r.dense(1),
            w_can_issue: r.dense(g.able) & !self.stall,
            ..In::default()
        };
        let anyone = if g.done_ready { out.ready_mask & self.live } else { self.live };
        if let Some(warp) = r.pick(anyone).filter(|_| r.one_in(g.done)) {
            (i.warp_done_valid, i.warp_done) = (true, warp as u8);
        }
        if r.one_in(g.wake) {
            let ready = r.one_in(g.wake_ready);
            let pending = if ready { out.ready_mask } else { self.live & !out.ready_mask };
            let warp = r.pick(pending).unwrap_or_else(|| r.below(self.params.n_warps) as usize);
            (i.wake_valid, i.wake_warp) = (true, warp as u8);
        }
        self.come_and_go(&mut i);
        if i.warp_done_valid {
            self.live &= !(1 << i.warp_done);
        }
        if let Some(cta) = self.residents.get(i.cta_start_slot).filter(|_| i.cta_start_valid) {
            self.live |= cta.warps();
        }
        self.mask(&mut i);
        i
    }
}

impl Environment {
    /// A CTA ends whose warps have finished, another starts.
    fn come_and_go(&mut self, i: &mut In) {
        let done = if i.warp_done_valid { 1 << i.warp_done } else { 0 };
        let over = |slot: &usize| {
            self.residents.slots[*slot].is_some_and(|cta| cta.warps() & self.live & !done == 0)
        };
        if let Some(slot) = bits(self.residents.active()).find(over) {
            (i.cta_end_valid, i.cta_end_slot) = (true, slot as u8);
            self.residents.slots[slot] = None;
        }
        let free = (0..self.residents.slots.len()).find(|c| self.residents.slots[*c].is_none());
        let Some(slot) = free.filter(|_| self.rng.one_in(self.regime.starts)) else { return };
        // A warp that is done in this cycle lives until its end.
        let taken = self.residents.warps() | self.live;
        let Some(cta) = Residents::fit(&self.params, taken, self.regime.warps, &mut self.rng) else { return };
        i.cta_start_valid = true;
        (i.cta_start_slot, i.cta_start_first, i.cta_start_nw) = (slot as u8, cta.first, cta.nw);
        self.residents.slots[slot] = Some(cta);
    }

    /// Bits of warps that there are.
    fn mask(&self, i: &mut In) {
        let warps = crate::bitset::ones64(self.params.n_warps);
        i.w_stall &= warps;
        i.w_can_issue &= warps;
    }

    fn change_regime(&mut self) {
        let n_warps = self.params.n_warps;
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            stalls: of([0, 1, 4, 16]),
            wakes: of([1, 4, 16, 64]),
            able: of([1, 4, 7, 8]),
            done: of([4, 16, 64, 1024]),
            done_ready: of([0, 0, 1, 1]) == 1,
            wake: of([1, 2, 16, u32::MAX]),
            wake_ready: of([2, 8, 64, u32::MAX]),
            starts: of([1, 1, 8, 64]),
            warps: of([1, 4, 16, n_warps]),
            hold: of([0, 0, 0, 1]) == 1,
        };
        self.left = of([16, 64, 256, 1024]);
    }
}
