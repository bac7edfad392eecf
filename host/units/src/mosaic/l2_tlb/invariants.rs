// SPDX-License-Identifier: Apache-2.0
//! Invariants 6, 7, 9 and 10 of specification section 11, as far as `mosaic_l2_tlb` shows them.

use std::collections::{BTreeMap, HashSet};

use super::model::Model;
use super::ports::{Answer, In, Out};
use super::L2Tlb;
use crate::lru_store::LruStore;
use crate::mosaic::params::Params;
use crate::mosaic::walker::{Flush, Page};
use crate::mosaic::{Mapping, FLUSH_BASE, SLOT_BITS};
use crate::{Monitor, Violation};

/// A flush that was taken: what it is of, the cycle in which the walker was told, and the SMs that have not acknowledged it.
#[derive(Clone, Copy, Debug)]
struct Taken {
    of: Flush,
    base: bool,
    told: Option<u64>,
    unacknowledged: Option<u64>,
}

/// The last cycle in which walks have ended with each frame and permissions.
type Ends = BTreeMap<(u64, u8), u64>;

/// Follows one `mosaic_l2_tlb` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Outputs that the inputs of a cycle meet.
    shown: Out,
    spaces: Vec<u32>,
    /// Lookups without an answer, by SM and page, and when each was accepted.
    waiting: BTreeMap<(u8, u64), u64>,
    /// What walks have found behind the last flush, by size and page, of large ones the first.
    found: BTreeMap<(bool, Page), Ends>,
    flush: Option<Taken>,
}

impl Monitor<L2Tlb> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            shown: Model::new(params).out(),
            spaces: vec![0; params.num_cores as usize],
            waiting: BTreeMap::new(),
            found: BTreeMap::new(),
            flush: None,
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result = self
            .inputs(i)
            .and_then(|()| self.answers(o))
            .and_then(|()| self.misses(o))
            .and_then(|()| self.flushes(i, o))
            .and_then(|()| self.root(i))
            .and_then(|()| self.inside(model));
        let cycle = self.cycle;
        self.cycle += 1;
        self.shown = *o;
        result.map_err(|what| Violation { unit: "mosaic_l2_tlb", cycle, what })
    }
}

/// The base page itself, or the first of its large page.
fn key(large: bool, page: Page) -> (bool, Page) {
    let low = if large { SLOT_BITS } else { 0 };
    (large, Page { vpn: page.vpn >> low << low, ..page })
}

fn unique(stores: &[&LruStore<Page, Mapping>]) -> bool {
    let mut keys = HashSet::new();
    stores.iter().flat_map(|store| store.entries()).all(|(key, _)| keys.insert(*key))
}

impl Checker {
    fn inputs(&mut self, i: &In) -> Result<(), String> {
        let p = self.params.clone();
        for port in 0..p.ports() {
            if let Some(miss) = self.shown.miss(&p, port).filter(|_| i.miss_ready >> port & 1 == 1) {
                self.waiting.remove(&(miss.core, miss.page.vpn));
            }
            let accepted = i.lookup(&p, port).filter(|_| self.shown.lk_ready >> port & 1 == 1);
            if accepted.is_some_and(|lookup| self.waiting.insert(lookup, self.cycle).is_some()) {
                return Err(format!("illegal stimulus: {accepted:x?} while the SM waits for that page"));
            }
        }
        if let Some((page, Mapping { large, ppn, perm })) = i.fill() {
            self.found.entry(key(large, page)).or_default().insert((ppn, perm), self.cycle);
        }
        Ok(())
    }

    /// Cycles from a lookup to what is shown next, if the SM waits for that page.
    fn age(&self, core: u8, vpn: u64) -> Option<u64> {
        self.waiting.get(&(core, vpn)).map(|accepted| self.cycle + 1 - accepted)
    }

    /// Rounds of the lookups that have found nothing.
    fn rounds(&self) -> u64 {
        if self.params.l2_serial {
            2
        } else {
            1
        }
    }

    /// Invariants 6, 7 and 10: what is answered was asked for, in its turn, and a walk has found it behind the last flush.
    fn answers(&mut self, o: &Out) -> Result<(), String> {
        let lat = u64::from(self.params.l2_lat);
        for port in 0..self.params.ports() {
            let Some(Answer { core, vpn, mapping }) = o.answer(&self.params, port) else { continue };
            let least = if mapping.large { lat } else { self.rounds() * lat };
            match self.age(core, vpn) {
                Some(age) if age % lat == 0 && age >= least => {}
                age => {
                    return Err(format!("invariant 10: SM {core}, {vpn:#x}: answered {age:?} cycles later"))
                }
            }
            self.waiting.remove(&(core, vpn));
            let page = Page { asid: self.spaces[usize::from(core)], vpn };
            let ends = self.found.get(&key(mapping.large, page));
            if !ends.is_some_and(|ends| ends.contains_key(&(mapping.ppn, mapping.perm))) {
                return Err(format!("invariants 6 and 7: no walk has found {mapping:x?} of {page:x?}"));
            }
        }
        Ok(())
    }

    /// Invariant 10: a lookup that has gone its rounds is answered or offered to the walker, and no other one is.
    fn misses(&mut self, o: &Out) -> Result<(), String> {
        let lat = u64::from(self.params.l2_lat);
        let due = |accepted: u64| {
            let age = self.cycle + 1 - accepted;
            age % lat == 0 && age >= self.rounds() * lat
        };
        let expected: Vec<_> =
            self.waiting.iter().filter(|(_, accepted)| due(**accepted)).map(|(lookup, _)| *lookup).collect();
        let mut offered = Vec::new();
        for port in 0..self.params.ports() {
            let Some(miss) = o.miss(&self.params, port) else { continue };
            if miss.page.asid != self.spaces[usize::from(miss.core)] {
                return Err(format!("{miss:x?} is of another address space than its SM"));
            }
            offered.push((miss.core, miss.page.vpn));
        }
        offered.sort_unstable();
        if offered == expected {
            Ok(())
        } else {
            Err(format!("invariant 10: {offered:x?} are offered to the walker, not {expected:x?}"))
        }
    }

    /// Invariants 6 and 10: a flush is done once, when the walker and the SMs of its address space know; behind it nothing is
    /// answered that was found before.
    fn flushes(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let now = self.cycle;
        if let Some(mask) = self.flush.as_mut().and_then(|flush| flush.unacknowledged.as_mut()) {
            *mask &= !i.l1fl_ack;
        }
        if let (true, Some(flush)) = (self.shown.flush_valid, &mut self.flush) {
            if flush.told.replace(now).is_some() {
                return Err("the walker is told of a flush twice".to_string());
            }
        }
        if self.shown.fl_ready {
            self.flush = i.flush().map(|(of, base)| Taken { of, base, told: None, unacknowledged: None });
        }
        let ends = o.l1fl_valid || o.fl_done && self.flush.is_some_and(|one| one.unacknowledged.is_none());
        if ends {
            self.send(o)?;
        }
        let done = self.flush.is_some_and(|flush| flush.unacknowledged == Some(0)) && !o.l1fl_valid;
        if done != o.fl_done {
            return Err(format!("invariant 10: fl_done is {}, of {:x?}", o.fl_done, self.flush));
        }
        if done {
            self.flush = None;
        }
        let idle = self.flush.is_none();
        if o.fl_ready != idle || !idle && o.lk_ready != 0 {
            return Err(format!("ready for {:#x} and {} with {:x?}", o.lk_ready, o.fl_ready, self.flush));
        }
        Ok(())
    }

    /// The flush goes to the SMs, if there are any: what was found until the walker was told is not answered any more.
    fn send(&mut self, o: &Out) -> Result<(), String> {
        let Some(Taken { of, base, told: Some(told), unacknowledged: None }) = self.flush else {
            return Err(format!("invariant 6: the SMs are told, or no SM has to be, of {:x?}", self.flush));
        };
        let concerned = |asid: u32| match of {
            Flush::All => true,
            Flush::Space(of) | Flush::LargePage(of, _) => asid == of,
        };
        let mask = (0..self.spaces.len())
            .filter(|core| concerned(self.spaces[*core]))
            .fold(0, |mask: u64, core| mask | 1 << core);
        let (lvpn, all) = match of {
            Flush::LargePage(_, lvpn) => (lvpn, false),
            Flush::All | Flush::Space(_) => (0, true),
        };
        let expected = if mask == 0 { (0, 0, false, false) } else { (mask, lvpn, base == FLUSH_BASE, all) };
        if (o.l1fl_mask, o.l1fl_lvpn, o.l1fl_kind, o.l1fl_all) != expected {
            return Err(format!("the SMs are told {o:x?}, not {expected:x?}"));
        }
        for ((large, page), ends) in &mut self.found {
            if of.concerns(*page) && (*large || base) {
                ends.retain(|_, cycle| *cycle > told);
            }
        }
        self.found.retain(|_, ends| !ends.is_empty());
        if let Some(flush) = &mut self.flush {
            flush.unacknowledged = Some(mask);
        }
        Ok(())
    }

    /// A flush of the cycle goes to those that had its address space before.
    fn root(&mut self, i: &In) -> Result<(), String> {
        if !i.root_we {
            return Ok(());
        }
        if self.waiting.keys().any(|(core, _)| *core == i.root_core) {
            return Err(format!("illegal stimulus: the root of SM {} changes while it waits", i.root_core));
        }
        self.spaces[usize::from(i.root_core)] = i.root_asid;
        Ok(())
    }

    /// Invariant 9, which only the model's state shows.
    fn inside(&self, model: &Model) -> Result<(), String> {
        let s = model.state();
        let base: Vec<_> = s.base().iter().collect();
        if !unique(&[s.large()]) || !unique(&base) {
            return Err("invariant 9: a page has two entries".to_string());
        }
        if !base.iter().chain([&s.large()]).all(|store| store.ages_are_a_permutation()) {
            return Err("invariant 9: ages are no permutation".to_string());
        }
        Ok(())
    }
}
