// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_l1_tlb` (specification sections 2.6 and 2.10, decisions D11 and D12, O3 to O6).
//!
//! Within a cycle: an answer of the shared TLB, a lookup, a flush. Neither of the first two meets what the flush is of.

use serde::{Deserialize, Serialize};

use super::ports::{In, Out};
use crate::bitset::cyclic;
use crate::lru_store::LruStore;
use crate::mosaic::params::Params;
use crate::mosaic::{Mapping, FLUSH_BASE, SLOT_BITS};
use crate::{ForeignState, Snapshot, Unit};

/// A page that warps wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mshr {
    /// Number of the base page.
    pub vpn: u64,
    /// Warps that wait for it, a bit each.
    pub waiters: u64,
    /// The shared TLB has been asked for it.
    pub asked: bool,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// By the number of the base page, and of the large one.
    base: LruStore<u64, Mapping>,
    large: LruStore<u64, Mapping>,
    mshrs: Vec<Option<Mshr>>,
    /// Where the search for the next page to ask for begins.
    next: u32,
    /// The page at `miss_vpn`.
    miss: Option<u64>,
    /// What was answered in the last cycle.
    answers: Out,
}

/// The TLB of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// In its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// What a flush is of.
fn flushes(i: &In, large: bool, lvpn: u64) -> bool {
    i.flush_valid && (i.flush_all || (lvpn == i.flush_lvpn && (large || i.flush_kind == FLUSH_BASE)))
}

impl State {
    fn reset(p: &Params) -> State {
        State {
            base: LruStore::new(p.l1_base),
            large: LruStore::new(p.l1_large),
            mshrs: vec![None; p.l1_mshrs as usize],
            next: 0,
            miss: None,
            answers: Out::default(),
        }
    }

    /// The entries of base pages.
    pub fn base(&self) -> &LruStore<u64, Mapping> {
        &self.base
    }

    /// The entries of large pages.
    pub fn large(&self) -> &LruStore<u64, Mapping> {
        &self.large
    }

    /// The pages that are waited for.
    pub fn waiting(&self) -> impl Iterator<Item = &Mshr> {
        self.mshrs.iter().flatten()
    }

    fn out(&self) -> Out {
        let (miss_valid, miss_vpn) = (self.miss.is_some(), self.miss.unwrap_or_default());
        Out { miss_valid, miss_vpn, ..self.answers }
    }

    /// A bit for each MSHR whose page is still to be asked for.
    fn unasked(&self) -> u64 {
        let of = |mshr: &Option<Mshr>| u64::from(mshr.is_some_and(|mshr| !mshr.asked));
        self.mshrs.iter().rev().fold(0, |mask, mshr| mask << 1 | of(mshr))
    }

    /// The page of an MSHR is asked for, if it is still waited for.
    fn ask(&mut self, place: usize) -> Option<u64> {
        let places = self.mshrs.len() as u32;
        let mshr = self.mshrs[place].as_mut()?;
        mshr.asked = true;
        self.next = (place as u32 + 1) % places;
        Some(mshr.vpn)
    }

    /// An answer of the shared TLB.
    fn fill(&mut self, i: &In) {
        let of_page = |mshr: &Option<Mshr>| mshr.is_some_and(|mshr| mshr.vpn == i.fill_vpn);
        let place = self.mshrs.iter().position(of_page);
        let lvpn = i.fill_vpn >> SLOT_BITS;
        let mapping = i.mapping();
        if let Some(mapping) = mapping {
            if flushes(i, mapping.large, lvpn) {
                // It is asked for again.
                if let Some(mshr) = place.and_then(|place| self.mshrs[place].as_mut()) {
                    mshr.asked = false;
                }
                return;
            }
            let (store, key) =
                if mapping.large { (&mut self.large, lvpn) } else { (&mut self.base, i.fill_vpn) };
            store.fill_new(key, mapping);
        }
        if let Some(mshr) = place.and_then(|place| self.mshrs[place].take()) {
            let (Mapping { large, ppn, perm }, o) = (mapping.unwrap_or_default(), &mut self.answers);
            (o.wake_valid, o.wake_waiters, o.wake_fault) = (true, mshr.waiters, mapping.is_none());
            (o.wake_large, o.wake_ppn, o.wake_perm) = (large, ppn, perm);
        }
    }

    fn look(&mut self, i: &In) -> Option<Mapping> {
        let lvpn = i.lk_vpn >> SLOT_BITS;
        let large = if flushes(i, true, lvpn) { None } else { self.large.look(lvpn) };
        large.or_else(|| if flushes(i, false, lvpn) { None } else { self.base.look(i.lk_vpn) })
    }

    fn lookup(&mut self, i: &In) {
        if let Some(hit) = self.look(i) {
            let o = &mut self.answers;
            (o.res_hit, o.res_large, o.res_ppn, o.res_perm) = (true, hit.large, hit.ppn, hit.perm);
            return;
        }
        let warp = 1 << i.lk_warp;
        self.answers.res_pending = true;
        if let Some(mshr) = self.mshrs.iter_mut().flatten().find(|mshr| mshr.vpn == i.lk_vpn) {
            mshr.waiters |= warp;
        } else if let Some(free) = self.mshrs.iter_mut().find(|mshr| mshr.is_none()) {
            *free = Some(Mshr { vpn: i.lk_vpn, waiters: warp, asked: false });
        } else {
            self.answers.res_pending = false;
        }
    }

    fn step(&mut self, i: &In) {
        self.answers = Out { flush_ack: i.flush_valid, ..Out::default() };
        let turn = cyclic(self.unasked(), self.next).next();
        if i.fill_valid {
            self.fill(i);
        }
        // A page that this cycle answers is not asked for, nor is another one in its place; one that it misses is in the next at the earliest.
        if self.miss.is_none() || i.miss_ready {
            self.miss = turn.and_then(|place| self.ask(place));
        }
        if i.lk_valid {
            self.lookup(i);
        }
        self.base.flush(|vpn| flushes(i, false, vpn >> SLOT_BITS));
        self.large.flush(|lvpn| flushes(i, true, *lvpn));
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.base.size() == p.l1_base as usize
            && state.large.size() == p.l1_large as usize
            && state.mshrs.len() == p.l1_mshrs as usize
            && state.next < p.l1_mshrs;
        if !fits {
            let what = "it is of a TLB of another size".to_string();
            return Err(ForeignState { unit: "mosaic_l1_tlb", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        self.state.step(i);
        self.state.out()
    }
}
