// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `cta_pf_engine` must accept.

use super::ports::{In, Out};
use super::Engine;
use crate::cta_prefetch::params::Params;
use crate::cta_prefetch::residents::Residents;
use crate::word::low;
use crate::{Rng, Stimulus};

/// What a load does as long as it is regular.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    pc: u64,
    base: u64,
    stride: u64,
    /// From one request to the next.
    gap: u64,
    n: u32,
}

/// What mostly happens for some cycles. One in so many cycles or loads, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    loads: u32,
    /// PCs in use.
    pcs: u32,
    /// CTA slots that load.
    slots: u64,
    /// A load that is not regular.
    irregular: u32,
    /// A load with another number of requests.
    other_n: u32,
    /// A warp out of turn.
    out_of_turn: u32,
    /// In eighths.
    ready: u32,
    starts: u32,
    ends: u32,
    /// Warps of a CTA at most.
    warps: u32,
    /// Addresses that are not those of lines.
    unaligned: bool,
}

/// The load/store unit, the CTA slots and the L1D of an SM, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    residents: Residents,
    /// Where the CTA of each slot begins, and whose turn it is there: PC and warp.
    places: Vec<u64>,
    turns: Vec<(u32, u32)>,
    patterns: Vec<Pattern>,
    lead: Option<u8>,
}

impl Stimulus<Engine> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            loads: 1,
            pcs: 1,
            slots: u64::MAX,
            irregular: u32::MAX,
            other_n: u32::MAX,
            out_of_turn: u32::MAX,
            ready: 8,
            starts: 1,
            ends: u32::MAX,
            warps: 4,
            unaligned: false,
        };
        let n_cta = params.n_cta as usize;
        let patterns = 2 * params.percta_entries.max(params.dist_entries) + 2;
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 0,
            residents: Residents::new(params),
            places: vec![0; n_cta],
            turns: vec![(0, 0); n_cta],
            patterns: vec![Pattern::default(); patterns as usize],
            lead: None,
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let g = self.regime;
        let mut i = In {
            kernel_start: self.rng.one_in(4096),
            pf_ready: self.rng.dense(g.ready) & 1 == 1,
            lead_cta: self.lead.unwrap_or(0),
            lead_valid: self.lead.is_some(),
            ..In::default()
        };
        if self.rng.one_in(g.loads) {
            self.load(&mut i);
        }
        self.come_and_go(&mut i);
        if self.lead.is_none_or(|lead| self.residents.get(lead).is_none()) || self.rng.one_in(512) {
            self.lead = self.rng.pick(self.residents.active()).map(|slot| slot as u8);
        }
        i
    }
}

impl Environment {
    /// A number of the lowest `width` bits; of lines, if it is an address.
    fn address(&mut self) -> u64 {
        let cut = if self.regime.unaligned { 0 } else { self.params.line_log2 };
        (self.rng.bits() & low::<u64>(self.params.addr_w)) >> cut << cut
    }

    /// A distance from address to address: few lines, of either sign, or any.
    fn distance(&mut self) -> u64 {
        match self.rng.below(4) {
            0 => self.address(),
            _ => {
                let lines = u64::from(self.rng.below(8)).wrapping_sub(3) << self.params.line_log2;
                let odd = if self.regime.unaligned { u64::from(self.rng.below(3)) } else { 0 };
                lines.wrapping_add(odd) & low::<u64>(self.params.addr_w)
            }
        }
    }

    fn pattern(&mut self) -> Pattern {
        let pc = match self.rng.below(8) {
            0 => 0,
            _ => self.rng.bits() & low::<u64>(self.params.pc_w),
        };
        let base = self.address();
        let n = 1 + self.rng.below(self.params.n_base);
        Pattern { pc, base, stride: self.distance(), gap: self.distance(), n }
    }

    fn load(&mut self, i: &mut In) {
        let (g, n_base) = (self.regime, self.params.n_base);
        let active = self.residents.active() & g.slots;
        let slot = match self.rng.one_in(64) {
            true => Some(self.rng.below(self.params.n_cta) as usize),
            false => self.rng.pick(active),
        };
        let Some(slot) = slot else { return };
        let nw = self.residents.slots[slot].map_or(1, |cta| u32::from(cta.nw));
        let (mut pc, mut widx) = self.turns[slot];
        self.turns[slot] = match widx + 1 < nw {
            true => (pc, widx + 1),
            false => ((pc + 1) % g.pcs, 0),
        };
        if self.rng.one_in(g.out_of_turn) {
            (pc, widx) = (self.rng.below(g.pcs), self.rng.below(nw));
        }
        let load = self.patterns[(pc % g.pcs) as usize];
        i.ld_valid = true;
        i.ld_pc = load.pc;
        i.ld_cta = slot as u8;
        i.ld_widx = widx.min(nw - 1) as u8;
        i.ld_n = if self.rng.one_in(g.other_n) { self.rng.below(n_base + 2) } else { load.n } as u8;
        i.ld_indirect = self.rng.one_in(16);
        let ahead = load.stride.wrapping_mul(u64::from(i.ld_widx)).wrapping_add(self.places[slot]);
        let odd = if self.rng.one_in(g.irregular) { self.distance() } else { 0 };
        let at = self.rng.below(n_base);
        for request in 0..n_base {
            let regular = load.base.wrapping_add(ahead).wrapping_add(load.gap.wrapping_mul(request.into()));
            // One request is elsewhere, or all are.
            let odd = if at % 2 == 0 || at == request { odd } else { 0 };
            i.set_addr(request, regular.wrapping_add(odd) & low::<u64>(self.params.addr_w), &self.params);
        }
    }

    /// A CTA ends, another starts.
    fn come_and_go(&mut self, i: &mut In) {
        let g = self.regime;
        if let Some(slot) = self.rng.pick(self.residents.active()).filter(|_| self.rng.one_in(g.ends)) {
            (i.cta_end_valid, i.cta_end_slot) = (true, slot as u8);
            self.residents.slots[slot] = None;
        }
        let free = (0..self.residents.slots.len()).find(|c| self.residents.slots[*c].is_none());
        let slot = match i.cta_end_valid && self.rng.one_in(4) {
            true => Some(i.cta_end_slot.into()),
            false => free.filter(|slot| !i.cta_end_valid || *slot != usize::from(i.cta_end_slot)),
        };
        let Some(slot) = slot.filter(|_| self.rng.one_in(g.starts)) else { return };
        let Some(cta) = Residents::fit(&self.params, self.residents.warps(), g.warps, &mut self.rng) else {
            return;
        };
        i.cta_start_valid = true;
        (i.cta_start_slot, i.cta_start_first, i.cta_start_nw) = (slot as u8, cta.first, cta.nw);
        self.residents.slots[slot] = Some(cta);
        (self.places[slot], self.turns[slot]) = (self.address(), (0, 0));
    }

    fn change_regime(&mut self) {
        let p = &self.params;
        let (all, n_warps) = (self.patterns.len() as u32, p.n_warps);
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            loads: of([1, 1, 4, 32]),
            pcs: of([1, 2, 3.min(all), all]),
            slots: u64::MAX,
            irregular: of([2, 16, 256, u32::MAX]),
            other_n: of([4, 32, 256, u32::MAX]),
            out_of_turn: of([1, 4, 32, u32::MAX]),
            ready: of([0, 2, 7, 8]),
            starts: of([1, 1, 8, 64]),
            ends: of([8, 64, 512, 4096]),
            warps: of([2, 4, 16, n_warps]),
            unaligned: of([0, 0, 0, 1]) == 1,
        };
        self.left = of([64, 256, 1024, 4096]);
        if self.rng.one_in(3) {
            self.regime.slots = 1 << self.rng.below(self.params.n_cta);
        }
        if self.rng.one_in(2) {
            for n in 0..self.patterns.len() {
                self.patterns[n] = self.pattern();
            }
        }
    }
}
