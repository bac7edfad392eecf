// SPDX-License-Identifier: Apache-2.0
//! Invariants 6 to 10 and 12 of specification section 11, as far as `mosaic_xlat` shows them: those of its two parts, and what follows for both.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Model;
use super::ports::{In, Out};
use super::Xlat;
use crate::bitset::bits;
use crate::mosaic::l2_tlb::Answer;
use crate::mosaic::params::Params;
use crate::mosaic::walker::{Flush, Found, Page};
use crate::mosaic::{l2_tlb, walker, Mapping, SLOT_BITS};
use crate::{Monitor, Violation};

/// Follows one `mosaic_xlat` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    tlb: l2_tlb::Checker,
    walker: walker::Checker,
    /// What the parts and both show as a cycle begins.
    of_tlb: l2_tlb::Out,
    of_walker: walker::Out,
    shown: Out,
    spaces: Vec<u32>,
    /// Lookups without an answer.
    waiting: BTreeSet<(u8, u64)>,
    /// Where each base page was, and with which permissions, since the last flush of its entries.
    places: BTreeMap<Page, (u64, u8)>,
    flush: Option<(Flush, bool)>,
}

impl Monitor<Xlat> for Checker {
    fn new(params: &Params) -> Checker {
        let model = Model::new(params);
        Checker {
            params: params.clone(),
            cycle: 0,
            tlb: l2_tlb::Checker::new(params),
            walker: walker::Checker::new(params),
            of_tlb: model.tlb().out(),
            of_walker: model.walker().out(),
            shown: model.out(),
            spaces: vec![0; params.num_cores as usize],
            waiting: BTreeSet::new(),
            places: BTreeMap::new(),
            flush: None,
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        self.parts(i, model)?;
        let result = self.both(i, o);
        let cycle = self.cycle;
        self.cycle += 1;
        self.shown = *o;
        result.map_err(|what| Violation { unit: "mosaic_xlat", cycle, what })
    }
}

impl Checker {
    /// What holds of each part.
    fn parts(&mut self, i: &In, model: &Model) -> Result<(), Violation> {
        let (to_tlb, to_walker) = (i.to_tlb(&self.of_walker), i.to_walker(&self.of_tlb));
        (self.of_tlb, self.of_walker) = (model.tlb().out(), model.walker().out());
        self.tlb.check(&to_tlb, &self.of_tlb, model.tlb())?;
        self.walker.check(&to_walker, &self.of_walker, model.walker())
    }

    fn both(&mut self, i: &In, o: &Out) -> Result<(), String> {
        for port in 0..self.params.ports() {
            let accepted = i.lookup(&self.params, port).filter(|_| self.shown.lk_ready >> port & 1 == 1);
            self.waiting.extend(accepted);
        }
        for port in 0..self.params.ports() {
            if let Some(Answer { core, vpn, mapping }) = o.answer(&self.params, port) {
                self.answer(core, vpn, Some(mapping))?;
            }
        }
        if let Some((mask, vpn, found)) = o.ended() {
            bits(mask).try_for_each(|core| self.answer(core as u8, vpn, found))?;
        }
        if self.shown.fl_ready {
            self.flush = i.flush();
        }
        if let (true, Some((of, true))) = (o.fl_done, self.flush) {
            self.places.retain(|page, _| !of.concerns(*page));
        }
        if i.root_we {
            self.spaces[usize::from(i.root_core)] = i.root_asid;
        }
        Ok(())
    }

    /// Invariants 8 and 10: a lookup has one answer, and the same place in a large page as by itself, until a flush of base pages.
    fn answer(&mut self, core: u8, vpn: u64, found: Found) -> Result<(), String> {
        if !self.waiting.remove(&(core, vpn)) {
            return Err(format!("invariant 10: SM {core} is answered, which does not wait for {vpn:#x}"));
        }
        let Some(Mapping { large, ppn, perm }) = found else { return Ok(()) };
        let page = Page { asid: self.spaces[usize::from(core)], vpn };
        let slot = if large { vpn % (1 << SLOT_BITS) } else { 0 };
        let place = (ppn | slot, perm);
        match *self.places.entry(page).or_insert(place) {
            first if first == place => Ok(()),
            first => Err(format!("invariant 8: {page:x?} is at {place:x?}, and was at {first:x?}")),
        }
    }
}
