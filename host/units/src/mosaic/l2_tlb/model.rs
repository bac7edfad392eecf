// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_l2_tlb` (specification sections 2.6 and 2.10, decisions D11, D12 and D16, O14, O21 to O28, O48).
//!
//! Within a cycle: the walk that has ended fills, in a base page that of the cycle before, large entries are probed, lookups are resolved, port 0
//! before port 1, a flush goes on.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::flush::{Flushing, Step};
use super::ports::{Answer, In, Out};
use crate::lru_store::LruStore;
use crate::mosaic::params::Params;
use crate::mosaic::walker::{Flush, Miss, Page};
use crate::mosaic::{Mapping, SLOT_BITS};
use crate::{ForeignState, Snapshot, Unit};

/// A lookup in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lookup {
    /// The SM, below `num_cores`.
    pub core: u8,
    /// The base page in its address space.
    pub page: Page,
    /// It goes through with this one to its end: base pages are probed, too.
    pub last: bool,
    /// What was found of its large page in the cycle before it is resolved.
    pub large: Option<Mapping>,
}

/// Lookups of one cycle, by port.
type Lookups = [Option<Lookup>; 2];

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The address space of each SM.
    spaces: Vec<u32>,
    /// Entries by base page, in sets, and by large page, whose number is in `vpn`.
    base: Vec<LruStore<Page, Mapping>>,
    large: LruStore<Page, Mapping>,
    /// What a walk has found in the last cycle, of a base page.
    filling: Option<(Page, Mapping)>,
    /// The lookups of the last `l2_lat` - 1 cycles, the oldest first.
    in_flight: VecDeque<Lookups>,
    /// Those that go through once more, unless the walker takes them now.
    again: Lookups,
    flush: Option<Flushing>,
    /// What the last cycle has decided.
    shown: Out,
}

/// The shared TLB.
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

    /// The outputs of the coming cycle.
    pub fn out(&self) -> Out {
        let s = &self.state;
        let takes = |port: &usize| s.flush.is_none() && s.again[*port].is_none();
        let ready = (0..self.params.ports()).filter(takes).fold(0, |mask, port| mask | 1 << port);
        Out { lk_ready: ready, fl_ready: s.flush.is_none(), ..s.shown }
    }
}

/// Large page of a base page, and its address space.
fn large_page(page: Page) -> Page {
    Page { vpn: page.vpn >> SLOT_BITS, ..page }
}

impl State {
    fn reset(p: &Params) -> State {
        State {
            spaces: vec![0; p.num_cores as usize],
            base: vec![LruStore::new(p.l2_ways); p.l2_sets() as usize],
            large: LruStore::new(p.l2_large),
            filling: None,
            in_flight: vec![[None; 2]; p.l2_lat as usize - 1].into(),
            again: [None; 2],
            flush: None,
            shown: Out::default(),
        }
    }

    /// The sets of entries of base pages.
    pub fn base(&self) -> &[LruStore<Page, Mapping>] {
        &self.base
    }

    /// The entries of large pages.
    pub fn large(&self) -> &LruStore<Page, Mapping> {
        &self.large
    }

    /// The base page that is filled in the coming cycle.
    pub fn filling(&self) -> Option<(Page, Mapping)> {
        self.filling
    }

    /// The flush under way.
    pub fn flush(&self) -> Option<&Flushing> {
        self.flush.as_ref()
    }

    /// The lookups that are resolved next.
    pub fn due(&self) -> Lookups {
        self.in_flight.front().copied().unwrap_or_default()
    }

    /// The address space of each SM.
    pub fn spaces(&self) -> &[u32] {
        &self.spaces
    }

    fn set_of(&mut self, page: Page) -> &mut LruStore<Page, Mapping> {
        let sets = self.base.len() as u64;
        &mut self.base[(page.vpn % sets) as usize]
    }

    /// Large entries are invalidated, but for one that is new.
    fn clear_large(&mut self, of: Flush, new: Option<Page>) {
        let first_page = |key: &Page| Page { vpn: key.vpn << SLOT_BITS, ..*key };
        self.large.flush(|key| of.concerns(first_page(key)) && new != Some(*key));
    }

    /// A lookup is answered, or missed for the walker, or goes through once more for the base pages.
    fn resolve(&mut self, p: &Params, port: usize, lookup: Lookup) {
        let Lookup { core, page, last, large } = lookup;
        let base = || if last { self.set_of(page).look(page) } else { None };
        if let Some(mapping) = large.or_else(base) {
            self.shown.set_answer(p, port, &Answer { core, vpn: page.vpn, mapping });
            return;
        }
        if last {
            self.shown.set_miss(p, port, &Miss { core, page });
        }
        self.again[port] = Some(Lookup { last: true, large: None, ..lookup });
    }

    fn step(&mut self, p: &Params, i: &In, ready: u8) {
        let taken = self.shown.miss_valid & i.miss_ready;
        self.shown = Out::default();
        let mut entering = std::mem::take(&mut self.again);
        for (port, lookup) in entering.iter_mut().enumerate().take(p.ports()) {
            if taken >> port & 1 == 1 {
                *lookup = None;
            }
            if let Some((core, vpn)) = i.lookup(p, port).filter(|_| ready >> port & 1 == 1) {
                let asid = self.spaces.get(usize::from(core)).copied().unwrap_or_default();
                *lookup = Some(Lookup { core, page: Page { asid, vpn }, last: !p.l2_serial, large: None });
            }
        }

        let filled = i.fill();
        let new = filled.filter(|(_, mapping)| mapping.large).and_then(|(page, mapping)| {
            let key = large_page(page);
            self.large.fill_new(key, mapping).then_some(key)
        });
        let base = std::mem::replace(&mut self.filling, filled.filter(|(_, mapping)| !mapping.large));
        if let Some((page, mapping)) = base {
            self.set_of(page).fill_new(page, mapping);
        }

        let due = self.in_flight.pop_front().unwrap_or_default();
        self.in_flight.push_back(entering);
        let step = self.flush.map(|flush| flush.step);
        if step != Some(Step::Large) {
            for lookup in self.in_flight[0].iter_mut().flatten() {
                lookup.large = self.large.look(large_page(lookup.page));
            }
        }
        for (port, lookup) in due.iter().enumerate() {
            if let Some(lookup) = lookup {
                self.resolve(p, port, *lookup);
            }
        }

        match (self.flush, step) {
            (Some(flush), Some(Step::Large)) => self.clear_large(flush.of, new),
            (Some(flush), Some(Step::Set(set))) if base.is_none() => {
                self.base[set as usize].flush(|page| flush.of.concerns(*page));
            }
            _ => {}
        }
        self.flush = match self.flush {
            Some(flush) => flush.after(p, i, &self.spaces, base.is_some(), &mut self.shown),
            None => i.flush().map(|flush| Flushing::begin(p, flush)),
        };
        if let Some(space) = i.root_we.then(|| self.spaces.get_mut(usize::from(i.root_core))).flatten() {
            *space = i.root_asid;
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.spaces.len() == p.num_cores as usize
            && state.base.len() == p.l2_sets() as usize
            && state.base.iter().all(|set| set.size() == p.l2_ways as usize)
            && state.large.size() == p.l2_large as usize
            && state.in_flight.len() == p.l2_lat as usize - 1;
        if !fits {
            let what = "it is of a TLB of another size".to_string();
            return Err(ForeignState { unit: "mosaic_l2_tlb", what });
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
        let ready = self.out().lk_ready;
        self.state.step(&self.params, i, ready);
        self.out()
    }
}
