// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_xlat` must accept: SMs, and page tables that change as section 2 has it.

use super::ports::{In, Out};
use super::tables::{Change, Tables};
use super::Xlat;
use crate::bitset::{bits, ones64};
use crate::mosaic::params::Params;
use crate::mosaic::walker::Page;
use crate::mosaic::{FLUSH_BASE, FLUSH_LARGE, SLOT_BITS};
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
    /// Changes of page tables, and flushes that nothing asks for.
    changes: u32,
    flushes: u32,
    acknowledgements: u32,
    roots: u32,
}

/// A flush that is offered or under way.
#[derive(Clone, Copy, Debug)]
struct Flushing {
    ports: In,
    change: Option<Change>,
    taken: bool,
}

/// The SMs, the driver and the memory that holds the page tables, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    tables: Tables,
    /// Of each SM: its address space, and the pages that it waits for.
    spaces: Vec<u32>,
    waiting: Vec<Vec<u64>>,
    /// Tags and entries of reads, and cycles to their data.
    reads: Vec<(u8, u64, u32)>,
    flush: Option<Flushing>,
    /// SMs that have a flush to acknowledge, and those that have an address space.
    flushed: u64,
    started: u32,
}

impl Stimulus<Xlat> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            large_pages: 2,
            slots: 8,
            lookups: 2,
            latency: 3,
            stalls: 4,
            changes: 100,
            flushes: 500,
            acknowledgements: 2,
            roots: 100,
        };
        let cores = params.num_cores as usize;
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 300,
            tables: Tables::new(params),
            spaces: vec![0; cores],
            waiting: vec![Vec::new(); cores],
            reads: Vec::new(),
            flush: None,
            flushed: 0,
            started: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        self.see(out);
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        let mut i = In::default();
        self.flush(out, &mut i);
        let root = self.write_root(&mut i);
        if self.started == self.params.num_cores {
            self.look_up(out, &mut i, root);
        }
        self.read(out, &mut i);
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
            changes: of(&[2, 30, 300, 3000]),
            flushes: of(&[2, 1000, 100_000]),
            acknowledgements: of(&[1, 2, 10]),
            roots: of(&[10, 300]),
        };
        // A memory that never takes a read would leave nothing else to be seen.
        self.left = if self.regime.stalls == 1 { 20 * self.params.l2_lat } else { 1000 };
    }

    /// Answers, and a flush that is done.
    fn see(&mut self, out: &Out) {
        for answer in (0..self.params.ports()).filter_map(|port| out.answer(&self.params, port)) {
            self.waiting[usize::from(answer.core)].retain(|vpn| *vpn != answer.vpn);
        }
        if let Some((mask, page, _)) = out.ended() {
            for core in bits(mask) {
                self.waiting[core].retain(|vpn| *vpn != page);
            }
        }
        self.flushed |= out.l1fl_mask;
        if out.fl_done {
            let change = self.flush.take().and_then(|flush| flush.change);
            if let Some(change) = change {
                self.tables.flushed(&mut self.rng, change);
            }
        }
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

    /// Page tables change, one large page at a time, and what that is of is flushed.
    fn flush(&mut self, out: &Out, i: &mut In) {
        if self.flush.is_none() {
            let page = Page { asid: self.space(), vpn: self.page() >> SLOT_BITS };
            let changes = self.rng.one_in(self.regime.changes);
            let change = if changes { self.tables.change(&mut self.rng, page) } else { None };
            if change.is_some() || self.rng.one_in(self.regime.flushes) {
                let moves = matches!(change, Some(Change::Moves(_)));
                let mut ports = In { fl_valid: true, fl_asid: page.asid, fl_lvpn: page.vpn, ..In::default() };
                let base = moves || self.rng.one_in(2);
                ports.fl_kind = if base { FLUSH_BASE } else { FLUSH_LARGE };
                ports.fl_space = self.rng.one_in(8);
                ports.fl_all = self.rng.one_in(12);
                self.flush = Some(Flushing { ports, change, taken: false });
            }
        }
        let Some(flush) = self.flush.as_mut().filter(|flush| !flush.taken) else { return };
        *i = flush.ports;
        flush.taken = out.fl_ready;
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
        i.root_ppn = self.tables.root(space);
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

    /// Reads, and their data in any order.
    fn read(&mut self, out: &Out, i: &mut In) {
        let Regime { latency, stalls, .. } = self.regime;
        for (.., left) in &mut self.reads {
            *left = left.saturating_sub(1);
        }
        if let Some(place) = self.reads.iter().position(|(.., left)| *left == 0) {
            let (tag, entry, _) = self.reads.swap_remove(place);
            (i.wd_valid, i.wd_tag, i.wd_pte) = (true, tag, entry);
        }
        i.wm_ready = stalls != 1 && !self.rng.one_in(stalls);
        if out.wm_valid && i.wm_ready {
            let entry = self.tables.read(&mut self.rng, out.wm_addr);
            let left = latency + self.rng.below(latency + 2);
            self.reads.push((out.wm_tag, entry, left));
        }
    }
}
