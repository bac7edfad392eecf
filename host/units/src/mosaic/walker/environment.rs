// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_walker` must accept.

use super::ports::{In, Miss, Out};
use super::walk::Page;
use super::Walker;
use crate::bitset::{bits, ones64};
use crate::mosaic::entry::{DISABLED, LARGE, VALID};
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
    /// Cycles from a read to its data at least.
    latency: u32,
    stalls: u32,
    /// Entries that are not valid, have the large bit, and are disabled.
    faults: u32,
    large: u32,
    disabled: u32,
    flushes: u32,
    roots: u32,
}

/// The shared TLB with its SMs, and the memory that holds the page tables, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// Of each SM: its address space, and the pages that it waits for.
    spaces: Vec<u32>,
    waiting: Vec<Vec<Page>>,
    /// Tags of reads, and cycles to their data.
    reads: Vec<(u8, u32)>,
    /// SMs that have a root.
    started: u32,
}

impl Stimulus<Walker> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            large_pages: 2,
            slots: 8,
            lookups: 2,
            latency: 3,
            stalls: 4,
            faults: 20,
            large: 4,
            disabled: 4,
            flushes: 200,
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
            reads: Vec::new(),
            started: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if let Some((page, _)) = out.ended() {
            for core in bits(out.wrsp_mask) {
                self.waiting[core].retain(|one| *one != page);
            }
        }
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        let mut i = In::default();
        let root = self.write_root(&mut i);
        if self.started == self.params.num_cores {
            self.look_up(out, &mut i, root);
        }
        self.read(out, &mut i);
        if self.rng.one_in(self.regime.flushes) {
            let page = self.page(0);
            i.flush_valid = true;
            (i.flush_asid, i.flush_lvpn) = (self.space(), page.vpn >> SLOT_BITS);
            i.flush_space = self.rng.one_in(4);
            i.flush_all = self.rng.one_in(8);
        }
        i
    }
}

impl Environment {
    fn change(&mut self) {
        let r = &mut self.rng;
        let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
        self.regime = Regime {
            large_pages: of(&[1, 2, 9]),
            slots: of(&[1, 4, 40, 512]),
            lookups: of(&[1, 1, 2, 8]),
            latency: of(&[0, 3, 30, 150]),
            stalls: of(&[1, 2, 10, 100]),
            faults: of(&[8, 100, 100_000]),
            large: of(&[1, 2, 4, 1000]),
            disabled: of(&[1, 2, 100]),
            flushes: of(&[2, 30, 300, 100_000]),
            roots: of(&[10, 300]),
        };
        // A memory that never takes a read, or flushes without end, would leave nothing else to be seen.
        self.left = if self.regime.stalls == 1 || self.regime.flushes == 2 { 60 } else { 500 };
    }

    /// Few address spaces, so that SMs share pages.
    fn space(&mut self) -> u32 {
        self.rng.below(3)
    }

    fn page(&mut self, asid: u32) -> Page {
        let (large, slot) = (self.rng.below(self.regime.large_pages), self.rng.below(self.regime.slots));
        let lvpn = u64::from(large) ^ u64::from(large) << 14;
        let vpn = (lvpn << SLOT_BITS | u64::from(slot)) & ones64(self.params.vpn_width() as u32);
        Page { asid, vpn }
    }

    /// Each SM gets a root; later perhaps another one, if it waits for nothing.
    fn write_root(&mut self, i: &mut In) -> Option<u32> {
        let first = self.started < self.params.num_cores;
        let core = if first { self.started } else { self.rng.below(self.params.num_cores) };
        if !first && (!self.rng.one_in(self.regime.roots) || !self.waiting[core as usize].is_empty()) {
            return None;
        }
        self.started += u32::from(first);
        self.spaces[core as usize] = self.space();
        (i.root_we, i.root_core) = (true, core as u8);
        i.root_ppn = self.rng.bits() & ones64(self.params.table_width() as u32);
        Some(core)
    }

    fn look_up(&mut self, out: &Out, i: &mut In, root: Option<u32>) {
        let p = self.params.clone();
        let mut other = root;
        for port in 0..p.ports() {
            let core = self.rng.below(p.num_cores);
            let page = self.page(self.spaces[core as usize]);
            let asks = self.rng.one_in(self.regime.lookups);
            let waiting = &self.waiting[core as usize];
            if !asks || other == Some(core) || root == Some(core) || waiting.contains(&page) {
                continue;
            }
            other = Some(core);
            i.set_miss(&p, port, &Miss { core: core as u8, page });
            // One that is not taken is made again at some time, or not.
            if out.miss_ready >> port & 1 == 1 {
                self.waiting[core as usize].push(page);
            }
        }
    }

    /// Reads, and their data in any order.
    fn read(&mut self, out: &Out, i: &mut In) {
        let Regime { latency, stalls, faults, large, disabled, .. } = self.regime;
        for (_, left) in &mut self.reads {
            *left = left.saturating_sub(1);
        }
        let r = &mut self.rng;
        if let Some(place) = self.reads.iter().position(|(_, left)| *left == 0) {
            (i.wd_valid, i.wd_tag) = (true, self.reads.swap_remove(place).0);
            let mut bit = |bit: u64, rate: u32| if r.one_in(rate) { bit } else { 0 };
            let flags = bit(VALID, faults) ^ VALID | bit(LARGE, large) | bit(DISABLED, disabled);
            i.wd_pte = r.bits() & !(VALID | LARGE | DISABLED) | flags;
        }
        i.wm_ready = stalls != 1 && !r.one_in(stalls);
        if out.wm_valid && i.wm_ready {
            self.reads.push((out.wm_tag, latency + r.below(latency + 2)));
        }
    }
}
