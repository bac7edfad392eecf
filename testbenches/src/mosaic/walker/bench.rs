// SPDX-License-Identifier: Apache-2.0
//! A walker with page tables in memory.

use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::walker::{Found, In, Miss, Out, Page};
use warpsmith_units::mosaic::{Mapping, SLOT_BITS};

use super::Harness;
use crate::mosaic::coalescer::tables::{Tables, FRAME, ROOT};
use crate::BenchError;

pub type Done<T> = Result<T, BenchError>;

/// The address space of all SMs, and the permissions of [`Tables::of_large_page`].
pub const ASID: u32 = 3;
pub const PERM: u8 = 3;

/// The end of a walk, and the cycle that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub cycle: u64,
    pub mask: u64,
    pub page: Page,
    pub found: Found,
}

/// A walker whose reads find what is in memory `latency` cycles after they are taken, in order, as long as `answers`.
pub struct Bench {
    pub h: Harness,
    pub lvpn: u64,
    pub tables: Tables,
    pub answers: bool,
    pub latency: u64,
    /// All reads that have been taken, and those that wait for data, with the cycle in which it is due.
    pub reads: Vec<Out>,
    pub waiting: Vec<(u64, Out)>,
    pub ends: Vec<Answer>,
}

impl Bench {
    /// The tables of one large page, which all SMs have.
    pub fn start(params: &Params) -> Done<Bench> {
        let lvpn = if params.lvpn_width() > 20 { 0x12_3456 } else { 1 };
        let h = Harness::start(params, In { wm_ready: true, ..In::default() })?;
        let tables = Tables::of_large_page(params, lvpn);
        let (reads, waiting, ends) = Default::default();
        let mut b = Bench { h, lvpn, tables, answers: true, latency: 1, reads, waiting, ends };
        for core in 0..params.num_cores as u8 {
            let i = &mut b.h.input;
            (i.root_we, i.root_core, i.root_ppn) = (true, core, ROOT);
            b.cycle()?;
        }
        Ok(b)
    }

    pub fn page(&self, slot: u64) -> Page {
        Page { asid: ASID, vpn: self.lvpn << SLOT_BITS | slot }
    }

    /// A lookup of this cycle.
    pub fn look(&mut self, port: usize, core: u8, page: Page) {
        self.h.input.set_miss(&self.h.params, port, &Miss { core, page });
    }

    /// The entry of a base page, and that with the large bit.
    pub fn leaf(&mut self, slot: u64) -> &mut u64 {
        let address = Tables::leaf(&self.h.params, slot);
        self.tables.0.entry(address).or_default()
    }

    pub fn above(&mut self) -> &mut u64 {
        let address = Tables::large(&self.h.params, self.lvpn);
        self.tables.0.entry(address).or_default()
    }

    /// Flushes the large page, of the address space of the SMs, in this cycle.
    pub fn flush(&mut self) {
        let i = &mut self.h.input;
        (i.flush_valid, i.flush_asid, i.flush_lvpn) = (true, ASID, self.lvpn);
    }

    /// Where the base page is, in a large page or by itself.
    pub fn mapping(&self, slot: u64, large: bool) -> Found {
        let ppn = FRAME << SLOT_BITS | if large { 0 } else { slot };
        let ppn = ppn & ((1 << self.h.params.ppn_width()) - 1);
        Some(Mapping { large, ppn, perm: PERM })
    }

    pub fn cycle(&mut self) -> Done<()> {
        let now = self.h.now();
        if self.answers && self.waiting.first().is_some_and(|(due, _)| *due <= now) {
            let (_, read) = self.waiting.remove(0);
            let entry = self.tables.0.get(&read.wm_addr).copied().unwrap_or_default();
            let i = &mut self.h.input;
            (i.wd_valid, i.wd_tag, i.wd_pte) = (true, read.wm_tag, entry);
        }
        let shown = self.h.out;
        if shown.wm_valid && self.h.input.wm_ready {
            self.reads.push(shown);
            self.waiting.push((now + self.latency, shown));
        }
        self.h.step()?;
        let i = &mut self.h.input;
        (i.miss_core, i.miss_asid, i.miss_vpn) = Default::default();
        (i.flush_space, i.flush_all) = (false, false);
        if let Some((page, found)) = self.h.out.ended() {
            self.ends.push(Answer { cycle: now, mask: self.h.out.wrsp_mask, page, found });
        }
        Ok(())
    }

    /// That many cycles.
    pub fn cycles(&mut self, cycles: u64) -> Done<()> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// Until no walk is left.
    pub fn finish(&mut self) -> Done<()> {
        for _ in 0..4000 {
            self.cycle()?;
            if self.h.model().state().walks().next().is_none() {
                return Ok(());
            }
        }
        self.h.expect("walks are over", false, true)
    }

    /// Depths of all reads.
    pub fn depths(&self) -> Vec<u8> {
        self.reads.iter().map(|read| read.wm_depth).collect()
    }

    /// Compares the ends of all walks: who is answered, for which base page of the large one, with what.
    pub fn expect_ends(&self, expected: &[(u64, u64, Found)]) -> Done<()> {
        let ends: Vec<_> = self.ends.iter().map(|end| (end.mask, end.page, end.found)).collect();
        let expected: Vec<_> =
            expected.iter().map(|(mask, slot, found)| (*mask, self.page(*slot), *found)).collect();
        self.h.expect("ends", ends, expected)
    }
}
