// SPDX-License-Identifier: Apache-2.0
//! A shared TLB whose walker is the bench.

use warpsmith_units::mosaic::l2_tlb::{Answer, In};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{Mapping, SLOT_BITS};

use super::Harness;
use crate::BenchError;

pub type Done<T> = Result<T, BenchError>;

/// The address space of all SMs but the last, which has another one; a large page of it, and its frame.
pub const ASID: u32 = 2;
pub const LVPN: u64 = 1;
pub const FRAME: u64 = 1;
pub const PERM: u8 = 6;

/// A TLB after reset, whose SMs have their address spaces.
pub struct Bench {
    pub h: Harness,
    /// All answers, with the cycle in which they are shown.
    pub answers: Vec<(u64, Answer)>,
    /// All lookups that were offered to the walker: cycle, port, SM and page.
    pub misses: Vec<(u64, usize, u8, u64)>,
}

impl Bench {
    pub fn start(params: &Params) -> Done<Bench> {
        let h = Harness::start(params, In { miss_ready: 3, ..In::default() })?;
        let mut b = Bench { h, answers: Vec::new(), misses: Vec::new() };
        for core in 0..params.num_cores {
            let i = &mut b.h.input;
            let other = core + 1 == params.num_cores;
            (i.root_we, i.root_core, i.root_asid) = (true, core as u8, if other { ASID + 1 } else { ASID });
            b.cycle()?;
        }
        Ok(b)
    }

    pub fn params(&self) -> Params {
        self.h.params.clone()
    }

    /// Cycles from a lookup to the answer of a base page.
    pub fn rounds(&self) -> u64 {
        u64::from(self.h.params.l2_lat) * if self.h.params.l2_serial { 2 } else { 1 }
    }

    pub fn other(&self) -> u8 {
        self.h.params.num_cores as u8 - 1
    }

    /// A lookup of this cycle.
    pub fn look(&mut self, port: usize, core: u8, vpn: u64) {
        let p = self.params();
        self.h.input.set_lookup(&p, port, core, vpn);
    }

    /// The walk that ends in this cycle.
    pub fn fill(&mut self, asid: u32, vpn: u64, mapping: Mapping) {
        let i = &mut self.h.input;
        (i.wrsp_valid, i.wrsp_asid, i.wrsp_vpn) = (true, asid, vpn);
        (i.wrsp_large, i.wrsp_ppn, i.wrsp_perm) = (mapping.large, mapping.ppn, mapping.perm);
    }

    /// The same of the address space of most SMs, in the frame that [`mapping`] says.
    pub fn fill_page(&mut self, vpn: u64, large: bool) -> Done<()> {
        self.fill(ASID, vpn, mapping(vpn, large));
        self.cycle()
    }

    /// A flush of this cycle.
    pub fn flush(&mut self, asid: u32, lvpn: u64, kind: bool) {
        let i = &mut self.h.input;
        (i.fl_valid, i.fl_asid, i.fl_lvpn, i.fl_kind) = (true, asid, lvpn, kind);
    }

    pub fn cycle(&mut self) -> Done<()> {
        self.h.step()?;
        let i = &mut self.h.input;
        (i.lk_core, i.lk_vpn, i.fl_space, i.fl_all) = Default::default();
        let (p, o, now) = (self.params(), self.h.out, self.h.now());
        for port in 0..p.ports() {
            self.answers.extend(o.answer(&p, port).map(|answer| (now, answer)));
            self.misses.extend(o.miss(&p, port).map(|miss| (now, port, miss.core, miss.page.vpn)));
        }
        Ok(())
    }

    pub fn cycles(&mut self, cycles: u64) -> Done<()> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// What a lookup finds, and how many cycles later; nothing if it is offered to the walker.
    pub fn find(&mut self, core: u8, vpn: u64) -> Done<Option<(u64, Mapping)>> {
        let (from, first) = (self.h.now(), self.answers.len());
        self.look(0, core, vpn);
        self.cycles(self.rounds() + 1)?;
        let answer =
            self.answers[first..].iter().find(|(_, answer)| (answer.core, answer.vpn) == (core, vpn));
        Ok(answer.map(|(cycle, answer)| (cycle - from, answer.mapping)))
    }

    /// Cycles from a flush of the last cycle to its pulse for the SMs, all of which acknowledge it at once, until it is done.
    pub fn finish_flush(&mut self) -> Done<u64> {
        let from = self.h.now() - 1;
        let mut sent = None;
        for _ in 0..1000 {
            if self.h.out.l1fl_valid {
                sent = Some(self.h.now() - from);
                self.h.input.l1fl_ack = self.h.out.l1fl_mask;
            }
            if self.h.out.fl_done {
                return Ok(sent.unwrap_or(self.h.now() - from));
            }
            self.cycle()?;
        }
        self.h.expect("fl_done", false, true)?;
        Ok(0)
    }
}

/// Where a page of [`LVPN`], or of another large page, is in the frames that the benches give.
pub fn mapping(vpn: u64, large: bool) -> Mapping {
    let low = if large { 0 } else { vpn % 512 };
    Mapping { large, ppn: FRAME << SLOT_BITS | low, perm: PERM }
}

/// A base page of [`LVPN`]; from 512 on, of the large pages behind it.
pub fn page(slot: u64) -> u64 {
    (LVPN << SLOT_BITS) + slot
}
