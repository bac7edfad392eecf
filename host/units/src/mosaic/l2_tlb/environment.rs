// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_l2_tlb` must accept.

use super::ports::{In, Out};
use super::L2Tlb;
use crate::bitset::{bits, ones64};
use crate::mosaic::params::Params;
use crate::mosaic::walker::Page;
use crate::mosaic::SLOT_BITS;
use crate::{Rng, Stimulus};

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Large pages in use, and base pages of each.
    large_pages: u32,
    slots: u32,
    lookups: u32,
    /// Cycles of a walk at least.
    latency: u32,
    /// Cycles in which no walk is free, or just one.
    stalls: u32,
    /// Walks that end in large pages, and in faults.
    large: u32,
    faults: u32,
    /// Ends of walks that nobody has asked for.
    others: u32,
    flushes: u32,
    acknowledgements: u32,
    roots: u32,
}

/// A walk: its page, the SMs that wait for it, cycles that are left.
#[derive(Clone, Copy, Debug)]
struct Walk {
    page: Page,
    waiters: u64,
    left: u32,
}

/// The SMs and the walker, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// Of each SM: its address space, and the pages that it waits for.
    spaces: Vec<u32>,
    waiting: Vec<Vec<u64>>,
    walks: Vec<Walk>,
    /// SMs that have a flush to acknowledge, and those that have an address space.
    flushed: u64,
    started: u32,
}

impl Stimulus<L2Tlb> for Environment {
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
            acknowledgements: 2,
            roots: 100,
        };
        let cores = params.num_cores as usize;
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 300,
            spaces: vec![0; cores],
            waiting: vec![Vec::new(); cores],
            walks: Vec::new(),
            flushed: 0,
            started: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        for port in 0..self.params.ports() {
            if let Some(answer) = out.answer(&self.params, port) {
                self.waiting[usize::from(answer.core)].retain(|vpn| *vpn != answer.vpn);
            }
        }
        self.flushed |= out.l1fl_mask;
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        let mut i = In::default();
        let root = self.write_root(&mut i);
        if self.started == self.params.num_cores {
            self.look_up(out, &mut i, root);
        }
        self.walk(out, &mut i);
        if self.rng.one_in(self.regime.flushes) {
            let page = self.page();
            i.fl_valid = true;
            (i.fl_asid, i.fl_lvpn) = (self.space(), page >> SLOT_BITS);
            i.fl_kind = self.rng.one_in(2);
            i.fl_space = self.rng.one_in(6);
            i.fl_all = self.rng.one_in(12);
        }
        for core in bits(self.flushed) {
            if self.rng.one_in(self.regime.acknowledgements) {
                i.l1fl_ack |= 1 << core;
            }
        }
        self.flushed &= !i.l1fl_ack;
        i
    }
}

impl Environment {
    fn change(&mut self) {
        let r = &mut self.rng;
        let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
        let large = self.params.l2_large;
        self.regime = Regime {
            large_pages: of(&[1, 2, large, 2 * large]),
            slots: of(&[1, 4, 40, 512]),
            lookups: of(&[1, 1, 2, 8]),
            latency: of(&[0, 3, 30, 150]),
            stalls: of(&[1, 2, 10, 100]),
            large: of(&[1, 2, 4, 1000]),
            faults: of(&[8, 100]),
            others: of(&[1, 2, 5, 100]),
            flushes: of(&[2, 100, 1000, 100_000]),
            acknowledgements: of(&[1, 2, 10]),
            roots: of(&[10, 300]),
        };
        // A walker that never takes a lookup, or flushes without end, would leave nothing else to be seen.
        let short = self.regime.stalls == 1 || self.regime.flushes == 2;
        self.left = if short { 20 * self.params.l2_lat } else { 1000 };
    }

    /// Few address spaces, so that SMs share pages.
    fn space(&mut self) -> u32 {
        self.rng.below(3)
    }

    fn page(&mut self) -> u64 {
        let (large, slot) = (self.rng.below(self.regime.large_pages), self.rng.below(self.regime.slots));
        let lvpn = u64::from(large) ^ u64::from(large) << 14;
        (lvpn << SLOT_BITS | u64::from(slot)) & ones64(self.params.vpn_width() as u32)
    }

    /// Each SM gets an address space; later perhaps another one, if it waits for nothing.
    fn write_root(&mut self, i: &mut In) -> Option<u32> {
        let first = self.started < self.params.num_cores;
        let core = if first { self.started } else { self.rng.below(self.params.num_cores) };
        if !first && (!self.rng.one_in(self.regime.roots) || !self.waiting[core as usize].is_empty()) {
            return None;
        }
        self.started += u32::from(first);
        let space = self.space();
        self.spaces[core as usize] = space;
        (i.root_we, i.root_core, i.root_asid) = (true, core as u8, space);
        Some(core)
    }

    fn look_up(&mut self, out: &Out, i: &mut In, root: Option<u32>) {
        let p = self.params.clone();
        let mut other = root;
        for port in 0..p.ports() {
            let (core, vpn) = (self.rng.below(p.num_cores), self.page());
            let asks = self.rng.one_in(self.regime.lookups);
            let waiting = &mut self.waiting[core as usize];
            if !asks || other == Some(core) || root == Some(core) || waiting.contains(&vpn) {
                continue;
            }
            other = Some(core);
            i.set_lookup(&p, port, core as u8, vpn);
            // One that is not taken is made again at some time, or not.
            if out.lk_ready >> port & 1 == 1 {
                waiting.push(vpn);
            }
        }
    }

    /// Walks begin, and end in any order.
    fn walk(&mut self, out: &Out, i: &mut In) {
        let p = self.params.clone();
        for walk in &mut self.walks {
            walk.left = walk.left.saturating_sub(1);
        }
        let due = self.walks.iter().position(|walk| walk.left == 0);
        let ended = due.map(|place| self.walks.swap_remove(place));
        let Regime { latency, stalls, large, faults, others, .. } = self.regime;
        let stalled = stalls == 1 || self.rng.one_in(stalls);
        let free = if stalled { self.rng.below(2) * self.rng.below(2) } else { 2 };
        i.miss_ready = if stalls == 1 { 0 } else { ones64(free.min(p.l2_ports)) as u8 };
        for port in 0..p.ports() {
            let Some(miss) = out.miss(&p, port).filter(|_| i.miss_ready >> port & 1 == 1) else { continue };
            let waiter = 1 << miss.core;
            if let Some(walk) = self.walks.iter_mut().find(|walk| walk.page == miss.page) {
                walk.waiters |= waiter;
            } else {
                let left = latency + self.rng.below(latency + 2);
                self.walks.push(Walk { page: miss.page, waiters: waiter, left });
            }
        }
        let other = self.rng.one_in(others).then(|| Page { asid: self.space(), vpn: self.page() });
        let Some(page) = ended.map(|walk| walk.page).or(other) else { return };
        for core in ended.iter().flat_map(|walk| bits(walk.waiters)) {
            self.waiting[core].retain(|vpn| *vpn != page.vpn);
        }
        let r = &mut self.rng;
        (i.wrsp_valid, i.wrsp_asid, i.wrsp_vpn) = (true, page.asid, page.vpn);
        i.wrsp_large = r.one_in(large);
        i.wrsp_fault = r.one_in(faults);
        i.wrsp_ppn = r.bits() & ones64(p.ppn_width() as u32);
        i.wrsp_perm = r.below(16) as u8;
    }
}
