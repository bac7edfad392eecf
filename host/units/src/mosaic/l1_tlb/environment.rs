// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_l1_tlb` must accept.

use super::ports::{In, Out};
use super::L1Tlb;
use crate::bitset::ones64;
use crate::mosaic::params::Params;
use crate::mosaic::SLOT_BITS;
use crate::{Rng, Stimulus};

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Large pages in use, and base pages of each.
    large_pages: u32,
    slots: u32,
    lookups: u32,
    /// Cycles from a request to its answer at least.
    latency: u32,
    stalls: u32,
    /// Answers that are of large pages, and faults.
    large: u32,
    faults: u32,
    /// Answers that nobody has asked for.
    others: u32,
    flushes: u32,
}

/// The warps of an SM, and the shared TLB, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// Pages that the shared TLB has been asked for, and cycles to the answer.
    asked: Vec<(u64, u32)>,
}

impl Stimulus<L1Tlb> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            large_pages: 2,
            slots: 8,
            lookups: 2,
            latency: 3,
            stalls: 4,
            large: 4,
            faults: 20,
            others: 50,
            flushes: 200,
        };
        Environment { params: params.clone(), rng: Rng::new(seed), regime, left: 300, asked: Vec::new() }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        let mut i = In::default();
        if self.rng.one_in(self.regime.lookups) {
            (i.lk_valid, i.lk_vpn) = (true, self.page());
            i.lk_warp = self.rng.below(self.params.warps_per_core) as u8;
        }
        self.answer(&mut i);
        i.miss_ready = !self.rng.one_in(self.regime.stalls);
        if out.miss_valid && i.miss_ready {
            self.asked.push((out.miss_vpn, self.regime.latency + self.rng.below(self.regime.latency + 2)));
        }
        if self.rng.one_in(self.regime.flushes) {
            i.flush_valid = true;
            i.flush_lvpn = self.page() >> SLOT_BITS;
            i.flush_kind = self.rng.one_in(2);
            i.flush_all = self.rng.one_in(8);
        }
        i
    }
}

impl Environment {
    fn change(&mut self) {
        let r = &mut self.rng;
        let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
        let (base, large) = (self.params.l1_base, self.params.l1_large);
        self.regime = Regime {
            large_pages: of(&[1, 2, 2 * large]),
            slots: of(&[1, 4, base.min(300), (2 * base).min(512)]),
            lookups: of(&[1, 1, 2, 8]),
            latency: of(&[0, 3, 30]),
            stalls: of(&[2, 10, 100]),
            large: of(&[1, 2, 4, 1000]),
            faults: of(&[8, 100]),
            others: of(&[5, 100]),
            flushes: of(&[2, 30, 300]),
        };
        self.left = if self.regime.flushes == 2 { 60 } else { 500 };
    }

    fn page(&mut self) -> u64 {
        let (large, slot) = (self.rng.below(self.regime.large_pages), self.rng.below(self.regime.slots));
        let lvpn = u64::from(large) ^ u64::from(large) << 14;
        (lvpn << SLOT_BITS | u64::from(slot)) & ones64(self.params.vpn_width() as u32)
    }

    /// Answers in any order, at times one that nobody waits for.
    fn answer(&mut self, i: &mut In) {
        for (_, left) in &mut self.asked {
            *left = left.saturating_sub(1);
        }
        let due = self.asked.iter().position(|(_, left)| *left == 0);
        let page = due.map(|place| self.asked.swap_remove(place).0);
        let other = self.rng.one_in(self.regime.others).then(|| self.page());
        let Some(page) = page.or(other) else { return };
        let r = &mut self.rng;
        (i.fill_valid, i.fill_vpn) = (true, page);
        i.fill_large = r.one_in(self.regime.large);
        i.fill_fault = r.one_in(self.regime.faults);
        i.fill_ppn = r.bits() & ones64(self.params.ppn_width() as u32);
        i.fill_perm = r.below(16) as u8;
    }
}
