// SPDX-License-Identifier: Apache-2.0
//! Invariants 6, 7, 9 and 10 of specification section 11, as far as one `mosaic_l1_tlb` shows them.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Model;
use super::ports::{In, Out};
use super::L1Tlb;
use crate::mosaic::params::Params;
use crate::mosaic::{FLUSH_BASE, SLOT_BITS};
use crate::{Monitor, Violation};

/// What there is of a page: its frame and permissions.
type Found = (u64, u8);

/// Follows one `mosaic_l1_tlb` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Warps that wait for each page.
    waiting: BTreeMap<u64, u64>,
    /// What the answers since the last flush have said of base pages, and of large ones.
    base: BTreeMap<u64, BTreeSet<Found>>,
    large: BTreeMap<u64, BTreeSet<Found>>,
}

impl Monitor<L1Tlb> for Checker {
    fn new(params: &Params) -> Checker {
        let (waiting, base, large) = Default::default();
        Checker { params: params.clone(), cycle: 0, waiting, base, large }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        self.told(i);
        let result =
            self.woken(i, o).and_then(|()| self.answer(i, o)).and_then(|()| self.inside(i, o, model));
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "mosaic_l1_tlb", cycle, what })
    }
}

impl Checker {
    /// An answer, then a flush, which is of the answer too.
    fn told(&mut self, i: &In) {
        if let Some(mapping) = i.mapping() {
            let (pages, page) = match mapping.large {
                true => (&mut self.large, i.fill_vpn >> SLOT_BITS),
                false => (&mut self.base, i.fill_vpn),
            };
            pages.entry(page).or_default().insert((mapping.ppn, mapping.perm));
        }
        if i.flush_valid {
            self.large.retain(|lvpn, _| !i.flush_all && *lvpn != i.flush_lvpn);
            let of_base = |vpn: u64| i.flush_kind == FLUSH_BASE && vpn >> SLOT_BITS == i.flush_lvpn;
            self.base.retain(|vpn, _| !i.flush_all && !of_base(*vpn));
        }
    }

    /// Invariants 7 and 10: who waits for a page is woken by its answer, all at once.
    fn woken(&mut self, i: &In, o: &Out) -> Result<(), String> {
        if !o.wake_valid {
            return match (o.wake_waiters, o.wake_fault) {
                (0, false) => Ok(()),
                _ => Err("invariant 10: a wake that is none has waiters".to_string()),
            };
        }
        let waiters = self.waiting.remove(&i.fill_vpn);
        if !i.fill_valid || waiters != Some(o.wake_waiters) {
            return Err(format!("invariant 10: {:#x} are woken, {waiters:x?} wait", o.wake_waiters));
        }
        if o.wake_fault != i.fill_fault {
            return Err("invariant 10: a fault is answered as such".to_string());
        }
        let found = (o.wake_ppn, o.wake_perm);
        match self.known(o.wake_large, i.fill_vpn) {
            Some(all) if all.contains(&found) => Ok(()),
            _ if o.wake_fault => Ok(()),
            _ => Err(format!("invariant 7: {found:x?} of page {:#x} has been flushed", i.fill_vpn)),
        }
    }

    fn known(&self, large: bool, vpn: u64) -> Option<&BTreeSet<Found>> {
        if large {
            self.large.get(&(vpn >> SLOT_BITS))
        } else {
            self.base.get(&vpn)
        }
    }

    /// Invariants 7 and 10: a lookup hits what is known, or waits, or has met MSHRs that are all in use.
    fn answer(&mut self, i: &In, o: &Out) -> Result<(), String> {
        if !i.lk_valid {
            return if o.res_hit || o.res_pending {
                Err("invariant 10: an answer without a lookup".to_string())
            } else {
                Ok(())
            };
        }
        if o.res_pending {
            *self.waiting.entry(i.lk_vpn).or_default() |= 1 << i.lk_warp;
        }
        let found = (o.res_ppn, o.res_perm);
        match (o.res_hit, o.res_pending) {
            (true, true) => Err("invariant 10: a lookup hits and waits".to_string()),
            (true, false) if self.known(o.res_large, i.lk_vpn).is_none_or(|all| !all.contains(&found)) => {
                Err(format!("invariant 7: {found:x?} of page {:#x} is out of date", i.lk_vpn))
            }
            (false, false) if self.waiting.len() < self.params.l1_mshrs as usize => {
                Err("invariant 10: a lookup is refused though an MSHR is free".to_string())
            }
            _ => Ok(()),
        }
    }

    /// What only the model's state shows.
    fn inside(&self, i: &In, o: &Out, model: &Model) -> Result<(), String> {
        let s = model.state();
        let waiting: BTreeMap<u64, u64> = s.waiting().map(|mshr| (mshr.vpn, mshr.waiters)).collect();
        if waiting != self.waiting {
            return Err(format!("invariant 10: {waiting:x?} wait, not {:x?}", self.waiting));
        }
        for (store, pages) in [(s.base(), &self.base), (s.large(), &self.large)] {
            let mut keys = BTreeSet::new();
            if !store.entries().all(|(key, _)| keys.insert(*key)) {
                return Err("invariant 9: a page has two entries".to_string());
            }
            if !store.ages_are_a_permutation() {
                return Err("invariant 9: the ages are no permutation".to_string());
            }
            if !keys.iter().all(|key| pages.contains_key(key)) {
                return Err("invariant 6: an entry has outlived a flush".to_string());
            }
        }
        if o.flush_ack != i.flush_valid {
            return Err("section 2.10: a flush is acknowledged in the next cycle".to_string());
        }
        Ok(())
    }
}
