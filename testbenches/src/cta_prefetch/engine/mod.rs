// SPDX-License-Identifier: Apache-2.0
//! Benches of `cta_pf_engine`.

pub(super) mod jobs;
mod random;
pub(super) mod tables;
pub(super) mod vectors;

use warpsmith_units::cta_prefetch::engine::{Registered, Trained};
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::Engine;

use crate::BenchError;

/// One `cta_pf_engine`.
pub type Harness = crate::Harness<Engine>;

/// A prefetch that the L1D has taken: warp and address.
pub type Prefetch = (u8, u64);

/// What happens of a load, in the order of the pulses: registered, stride installed, entry dropped, verified, mispredicted.
pub type Pulses = [bool; 5];

/// None of the pulses.
pub const NOTHING: Pulses = [false; 5];
/// The leading warp of a CTA has its addresses in PerCTA.
pub const REGISTERED: Pulses = [true, false, false, false, false];
/// A second warp has taught the stride, which is in DIST.
pub const INSTALLED: Pulses = [false, true, false, false, false];
/// The requests of a second warp have no common stride: the entry is dropped.
pub const DROPPED: Pulses = [false, false, true, false, false];
/// The load was where the stride says.
pub const RIGHT: Pulses = [false, false, false, true, false];
/// The load was not where the stride says.
pub const WRONG: Pulses = [false, false, false, true, true];

/// An engine with the SM around it: the L1D takes every prefetch, CTA 0 leads.
pub struct Sm {
    /// The engine, with the inputs of the next cycle.
    pub h: Harness,
    /// What the L1D has taken.
    pub taken: Vec<Prefetch>,
}

impl Sm {
    /// An engine after reset; no CTA runs.
    pub fn new(params: &Params) -> Result<Sm, BenchError> {
        let mut h = Harness::start(params, Default::default())?;
        (h.input.lead_valid, h.input.pf_ready) = (true, true);
        Ok(Sm { h, taken: Vec::new() })
    }

    /// With CTAs of `nw` warps each in the first `ctas` slots.
    pub fn with_ctas(params: &Params, ctas: u8, nw: u8) -> Result<Sm, BenchError> {
        let mut sm = Sm::new(params)?;
        (0..ctas).try_for_each(|slot| sm.start(slot, slot * nw, nw))?;
        Ok(sm)
    }

    /// One cycle, in which the L1D takes the prefetch if it is ready.
    pub fn step(&mut self) -> Result<(), BenchError> {
        if self.h.out.pf_valid && self.h.input.pf_ready {
            self.taken.push((self.h.out.pf_warp, self.h.out.pf_addr));
        }
        self.h.step()
    }

    /// That many cycles.
    pub fn steps(&mut self, cycles: u64) -> Result<(), BenchError> {
        (0..cycles).try_for_each(|_| self.step())
    }

    /// The prefetches that were taken since the last time, after so many further cycles.
    pub fn prefetches(&mut self, cycles: u64) -> Result<Vec<Prefetch>, BenchError> {
        self.steps(cycles)?;
        Ok(std::mem::take(&mut self.taken))
    }

    /// A CTA starts in this cycle's inputs.
    pub fn set_start(&mut self, slot: u8, first: u8, nw: u8) {
        let i = &mut self.h.input;
        (i.cta_start_valid, i.cta_start_slot, i.cta_start_first, i.cta_start_nw) = (true, slot, first, nw);
    }

    /// A CTA ends in this cycle's inputs.
    pub fn set_end(&mut self, slot: u8) {
        (self.h.input.cta_end_valid, self.h.input.cta_end_slot) = (true, slot);
    }

    /// A load in this cycle's inputs, with as many requests as addresses.
    pub fn set_load(&mut self, pc: u64, cta: u8, widx: u8, addr: &[u64]) {
        let i = &mut self.h.input;
        (i.ld_valid, i.ld_pc, i.ld_cta, i.ld_widx, i.ld_n) = (true, pc, cta, widx, addr.len() as u8);
        for (request, addr) in (0..).zip(addr) {
            i.set_addr(request, *addr, &self.h.params);
        }
    }

    /// A cycle in which a CTA starts in `slot`, with the `nw` warps from `first` on.
    pub fn start(&mut self, slot: u8, first: u8, nw: u8) -> Result<(), BenchError> {
        self.set_start(slot, first, nw);
        self.step()
    }

    /// A cycle in which the CTA in `slot` ends.
    pub fn end(&mut self, slot: u8) -> Result<(), BenchError> {
        self.set_end(slot);
        self.step()
    }

    /// A load, and what happens of it.
    pub fn load(&mut self, pc: u64, cta: u8, widx: u8, addr: &[u64]) -> Result<Pulses, BenchError> {
        self.set_load(pc, cta, widx, addr);
        self.step()?;
        Ok(self.pulses())
    }

    /// What happens of the load of the cycle before.
    pub fn pulses(&self) -> Pulses {
        let o = &self.h.out;
        [o.st_reg, o.st_stride, o.st_nonstride, o.st_verify, o.st_mis]
    }

    /// A load of which this happens.
    pub fn expect_load(
        &mut self,
        pc: u64,
        cta: u8,
        widx: u8,
        addr: &[u64],
        expected: Pulses,
    ) -> Result<(), BenchError> {
        let pulses = self.load(pc, cta, widx, addr)?;
        self.h.expect("what happens of the load", pulses, expected)
    }

    /// CTA 0's warps 0 and 1 teach a stride.
    pub fn train(&mut self, pc: u64, base: u64, stride: i64) -> Result<(), BenchError> {
        self.expect_load(pc, 0, 0, &[base], REGISTERED)?;
        self.expect_load(pc, 0, 1, &[base.wrapping_add_signed(stride)], INSTALLED)
    }

    /// What PerCTA has of a CTA and a PC.
    pub fn registered(&self, cta: u64, pc: u64) -> Registered {
        self.h.model().state().percta().registered(cta, pc)
    }

    /// What DIST has of a PC.
    pub fn trained(&self, pc: u64) -> Trained {
        self.h.model().state().dist().trained(pc)
    }

    /// The prefetches that are taken until so many further cycles are over.
    pub fn expect_prefetches(
        &mut self,
        what: &'static str,
        cycles: u64,
        expected: Vec<Prefetch>,
    ) -> Result<(), BenchError> {
        let prefetches = self.prefetches(cycles)?;
        self.h.expect(what, prefetches, expected)
    }

    /// The leading warp of a CTA and a PC, and its first address, a cycle after the last load.
    pub fn expect_lead(
        &mut self,
        what: &'static str,
        cta: u64,
        pc: u64,
        expected: Option<(u64, u64)>,
    ) -> Result<(), BenchError> {
        self.step()?;
        let entry = self.registered(cta, pc);
        self.h.expect(what, entry.hit.then_some((entry.lead, entry.base[0])), expected)
    }

    /// Stride and mispredictions of a PC, a cycle after the last load.
    pub fn expect_stride(
        &mut self,
        what: &'static str,
        pc: u64,
        expected: Option<(u64, u64)>,
    ) -> Result<(), BenchError> {
        self.step()?;
        let entry = self.trained(pc);
        self.h.expect(what, entry.hit.then_some((entry.stride, entry.mis)), expected)
    }
}
