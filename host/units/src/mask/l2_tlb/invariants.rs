// SPDX-License-Identifier: Apache-2.0
//! Invariants 1 to 4 and 6 to 8 of specification section 11, as far as one `mask_l2_tlb` shows them.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::model::Model;
use super::ports::{In, Out};
use super::walks::Lookup;
use super::L2Tlb;
use crate::mask::params::Params;
use crate::{Monitor, Violation};

/// Follows one `mask_l2_tlb` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Outputs that the inputs of a cycle meet.
    shown: Out,
    /// Lookups that are not resolved yet, by cycle of acceptance.
    in_flight: VecDeque<[Option<Lookup>; 2]>,
    /// Pages that SMs wait for.
    waiting: BTreeMap<(u8, u64), ()>,
}

impl Monitor<L2Tlb> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            shown: Model::new(params).out(),
            in_flight: vec![[None; 2]; params.l2tlb_latency as usize - 1].into(),
            waiting: BTreeMap::new(),
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result = self.inputs(i).and_then(|()| self.answers(o)).and_then(|()| self.inside(o, model));
        let cycle = self.cycle;
        self.cycle += 1;
        self.shown = *o;
        result.map_err(|what| Violation { unit: "mask_l2_tlb", cycle, what })
    }
}

impl Checker {
    fn inputs(&mut self, i: &In) -> Result<(), String> {
        let p = self.params.clone();
        let mut accepted = [None; 2];
        for (port, place) in accepted.iter_mut().enumerate().take(p.ports()) {
            *place = i.lookup(&p, port).filter(|_| self.shown.lk_ready >> port & 1 == 1);
            let Some(lookup) = *place else { continue };
            if self.waiting.insert((lookup.core, lookup.vpn), ()).is_some() {
                return Err(format!("illegal stimulus: {lookup:?} while the SM waits for that page"));
            }
        }
        self.in_flight.push_back(accepted);
        if i.root_we && self.waiting.keys().any(|(core, _)| *core == i.root_core) {
            return Err(format!("illegal stimulus: the root of SM {} changes while it waits", i.root_core));
        }
        Ok(())
    }

    /// Invariant 2: each lookup has one answer, a hit in its turn.
    fn answers(&mut self, o: &Out) -> Result<(), String> {
        let due = self.in_flight.pop_front().unwrap_or_default();
        for (port, lookup) in due.iter().enumerate().take(self.params.ports()) {
            let Some((core, hit)) = o.resolved(&self.params, port) else { continue };
            match lookup {
                Some(lookup) if lookup.core == core && hit.is_none_or(|vpn| vpn == lookup.vpn) => {}
                _ => return Err(format!("invariant 2: port {port} answers SM {core} for {lookup:?}")),
            }
            if let Some(vpn) = hit {
                self.end(core, vpn)?;
            }
        }
        if o.wrsp_valid {
            for core in (0..64).filter(|core| o.wrsp_mask >> core & 1 == 1) {
                self.end(core, o.wrsp_vpn)?;
            }
            if o.wrsp_mask == 0 {
                return Err("invariant 2: an answer for nobody".to_string());
            }
        }
        Ok(())
    }

    fn end(&mut self, core: u8, vpn: u64) -> Result<(), String> {
        match self.waiting.remove(&(core, vpn)) {
            Some(()) => Ok(()),
            None => Err(format!(
                "invariant 2: SM {core} is answered for page {vpn:#x}, which it does not wait for"
            )),
        }
    }

    /// What only the model's state shows.
    fn inside(&self, o: &Out, model: &Model) -> Result<(), String> {
        let (p, s) = (&self.params, model.state());
        let mut pages = HashSet::new();
        if !s.stores().flat_map(|store| store.entries()).all(|(page, _)| pages.insert(*page)) {
            return Err("invariant 1: a page has two entries".to_string());
        }
        if !s.walks().busy().all(|walk| pages.insert(walk.page)) {
            return Err("invariant 1: a page that is walked to has an entry or another walk".to_string());
        }
        if !s.walks().is_sound() {
            return Err("a walk context is in two states".to_string());
        }
        for walk in s.walks().busy() {
            let foreign = |core: &usize| s.roots()[*core].asid != walk.page.asid;
            if crate::bitset::bits(walk.waiters).any(|core| foreign(&core)) {
                return Err(format!("invariant 3: {walk:?} has a waiter of another address space"));
            }
        }
        let live: usize = (0..p.num_apps as usize).map(|app| usize::from(o.live(app))).sum();
        if live != s.walks().busy().count() {
            return Err(format!("invariant 6: {live} walks of all applications"));
        }
        if !s.stores().all(|store| store.ages_are_a_permutation()) {
            return Err("invariant 7: ages of a set are no permutation".to_string());
        }
        if s.waiting() > p.replay_depth as usize {
            return Err(format!("{} lookups wait for a context", s.waiting()));
        }
        Ok(())
    }
}
