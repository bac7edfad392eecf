// SPDX-License-Identifier: Apache-2.0
//! A shared TLB and its walker with page tables in memory.

use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::walker::Found;
use warpsmith_units::mosaic::xlat::{In, Out};
use warpsmith_units::mosaic::{Mapping, SLOT_BITS};

use super::Harness;
use crate::mosaic::coalescer::tables::{Tables, FRAME, ROOT};
use crate::BenchError;

pub type Done<T> = Result<T, BenchError>;

/// The address space of all SMs, and the permissions of [`Tables::of_large_page`].
pub const ASID: u32 = 2;
pub const PERM: u8 = 3;

/// An answer, at a port or at the end of a walk: the cycle in which it is shown, the SM, the base page, what was found.
pub type Answer = (u64, u8, u64, Found);

/// The numbers of the set bits: SMs, or ports.
pub fn each(mask: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

/// Reads find what is in memory `latency` cycles after they are taken, in order. SMs acknowledge flushes at once.
pub struct Bench {
    pub h: Harness,
    pub lvpn: u64,
    pub tables: Tables,
    pub latency: u64,
    /// Depths of all reads that have been taken.
    pub depths: Vec<u8>,
    /// Those that wait for data, with the cycle in which it is due.
    waiting: Vec<(u64, Out)>,
    pub answers: Vec<Answer>,
    /// The cycle in which the SMs were told of a flush.
    pub told: Option<u64>,
}

impl Bench {
    /// The tables of one large page, which all SMs have.
    pub fn start(params: &Params) -> Done<Bench> {
        let lvpn = if params.lvpn_width() > 20 { 0x12_3456 } else { 1 };
        let h = Harness::start(params, In { wm_ready: true, ..In::default() })?;
        let (depths, waiting, answers) = Default::default();
        let tables = Tables::of_large_page(params, lvpn);
        let mut b = Bench { h, lvpn, tables, latency: 1, depths, waiting, answers, told: None };
        b.write_roots()?;
        Ok(b)
    }

    pub fn write_roots(&mut self) -> Done<()> {
        for core in 0..self.h.params.num_cores as u8 {
            let i = &mut self.h.input;
            (i.root_we, i.root_core, i.root_ppn, i.root_asid) = (true, core, ROOT, ASID);
            self.cycle()?;
        }
        Ok(())
    }

    /// A reset, which memory and drivers see, too.
    pub fn reset(&mut self) -> Done<()> {
        self.h.reset();
        self.waiting.clear();
        self.answers.clear();
        self.write_roots()
    }

    pub fn page(&self, slot: u64) -> u64 {
        self.lvpn << SLOT_BITS | slot
    }

    /// A lookup of this cycle.
    pub fn look(&mut self, port: usize, core: u8, vpn: u64) {
        self.h.input.set_lookup(&self.h.params, port, core, vpn);
    }

    /// Makes a lookup in the first cycle in which a port takes one.
    pub fn look_when_ready(&mut self, core: u8, vpn: u64) -> Done<()> {
        while self.h.out.lk_ready & 1 == 0 {
            self.cycle()?;
        }
        self.look(0, core, vpn);
        self.cycle()
    }

    /// A flush of the large page in this cycle.
    pub fn flush(&mut self, kind: bool) {
        let i = &mut self.h.input;
        (i.fl_valid, i.fl_asid, i.fl_lvpn, i.fl_kind) = (true, ASID, self.lvpn, kind);
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

    /// Where the base page is, in a large page or by itself.
    pub fn mapping(&self, slot: u64, large: bool) -> Found {
        let ppn = FRAME << SLOT_BITS | if large { 0 } else { slot };
        let ppn = ppn & ((1 << self.h.params.ppn_width()) - 1);
        Some(Mapping { large, ppn, perm: PERM })
    }

    /// Entries of large pages.
    pub fn large_entries(&self) -> usize {
        self.h.model().tlb().state().large().entries().count()
    }

    pub fn cycle(&mut self) -> Done<()> {
        let (now, shown, i) = (self.h.now(), self.h.out, &mut self.h.input);
        if self.waiting.first().is_some_and(|(due, _)| *due <= now) {
            let (_, read) = self.waiting.remove(0);
            let entry = self.tables.0.get(&read.wm_addr).copied().unwrap_or_default();
            (i.wd_valid, i.wd_tag, i.wd_pte) = (true, read.wm_tag, entry);
        }
        if shown.wm_valid && i.wm_ready {
            self.depths.push(shown.wm_depth);
            self.waiting.push((now + self.latency, shown));
        }
        i.l1fl_ack = shown.l1fl_mask;
        self.h.step()?;
        let i = &mut self.h.input;
        (i.lk_core, i.lk_vpn, i.fl_space, i.fl_all) = Default::default();
        let (o, now) = (self.h.out, self.h.now());
        let hits = (0..self.h.params.ports()).filter_map(|port| o.answer(&self.h.params, port));
        self.answers.extend(hits.map(|a| (now, a.core, a.vpn, Some(a.mapping))));
        if let Some((mask, vpn, found)) = o.ended() {
            self.answers.extend(each(mask).map(|core| (now, core, vpn, found)));
        }
        if o.l1fl_valid {
            self.told = Some(now);
        }
        Ok(())
    }

    pub fn cycles(&mut self, cycles: u64) -> Done<()> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// Until there are so many answers, and some cycles more, in which none may come.
    pub fn finish(&mut self, answers: usize) -> Done<()> {
        for _ in 0..4000 {
            if self.answers.len() >= answers {
                break;
            }
            self.cycle()?;
        }
        self.cycles(100)?;
        self.h.expect("answers", self.answers.len(), answers)
    }

    /// What a lookup finds, and how many cycles later.
    pub fn find(&mut self, core: u8, vpn: u64) -> Done<(u64, Found)> {
        let before = self.answers.len();
        let from = self.h.now();
        self.look_when_ready(core, vpn)?;
        self.finish(before + 1)?;
        let (cycle, .., found) = self.answers[before];
        Ok((cycle - from, found))
    }
}
