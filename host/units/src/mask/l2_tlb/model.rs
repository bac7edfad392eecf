// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mask_l2_tlb` (specification sections 2.1, 2.3 to 2.5 and 2.9, decision D1; of single cycles
//! docs/translation.md, T15 to T23, and decisions M14 to M18).
//!
//! Within a cycle: flush, fill, replay, port 0, port 1, data of walk reads, a root. What is read and filled next is chosen from
//! the state at the start of the cycle.

use std::collections::VecDeque;

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};

use super::ports::{In, Out, LIVE, PERM};
use super::store::{Frame, Page, Store};
use super::walks::{Lookup, Read, Root, Walks};
use crate::mask::params::Params;
use crate::wide::field;
use crate::{ForeignState, Snapshot, Unit};

/// A flush under way: cycles since the one after its acceptance, and of which address space; none: of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Flush {
    cycle: u32,
    asid: Option<u32>,
}

/// The walk that ends in a cycle, and whether it may fill the main array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Fill {
    context: usize,
    main: bool,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Of each SM.
    roots: Vec<Root>,
    sets: Vec<Store>,
    bypass: Store,
    walks: Walks,
    /// The lookups of the last `l2tlb_latency` - 1 cycles, the oldest first, and how many there are.
    in_flight: VecDeque<[Option<Lookup>; 2]>,
    flying: usize,
    replay: VecDeque<Lookup>,
    fill: Option<Fill>,
    flush: Option<Flush>,
    read: Option<Read>,
    /// What was answered in the last cycle.
    answers: Out,
}

/// The shared L2 TLB.
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
        self.state.out(&self.params)
    }
}

impl State {
    fn reset(p: &Params) -> State {
        State {
            roots: vec![Root::default(); p.num_cores as usize],
            sets: vec![Store::new(p.l2tlb_ways); p.sets() as usize],
            bypass: Store::new(p.bypass_entries),
            walks: Walks::new(p),
            in_flight: vec![[None; 2]; p.l2tlb_latency as usize - 1].into(),
            flying: 0,
            replay: VecDeque::new(),
            fill: None,
            flush: None,
            read: None,
            answers: Out::default(),
        }
    }

    /// The sets of the main array, then the bypass cache.
    pub fn stores(&self) -> impl Iterator<Item = &Store> {
        self.sets.iter().chain([&self.bypass])
    }

    /// The bypass cache.
    pub fn bypass(&self) -> &Store {
        &self.bypass
    }

    /// The walk contexts.
    pub fn walks(&self) -> &Walks {
        &self.walks
    }

    /// Lookups that wait for a context.
    pub fn waiting(&self) -> usize {
        self.replay.len()
    }

    /// Of each SM.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    fn page_of(&self, lookup: &Lookup) -> Page {
        Page { asid: self.roots[usize::from(lookup.core)].asid, vpn: lookup.vpn }
    }

    fn set_of(&mut self, page: Page) -> &mut Store {
        let sets = self.sets.len() as u64;
        &mut self.sets[(page.vpn % sets) as usize]
    }

    /// Main array and bypass cache are probed together; a page is in one of them only.
    fn look(&mut self, page: Page) -> Option<Frame> {
        self.set_of(page).look(page).or_else(|| self.bypass.look(page))
    }

    /// Whether fills and replays are held in the cycle that comes `ahead` cycles after this one (T22).
    fn is_held(&self, p: &Params, ahead: u32) -> bool {
        self.flush.is_some_and(|flush| flush.cycle + ahead >= p.l2tlb_latency)
    }

    fn ready(&self, p: &Params) -> u8 {
        if self.flush.is_some() || self.flying + self.replay.len() > p.replay_depth as usize - 2 {
            return 0;
        }
        let ports = (1u8 << p.l2tlb_ports) - 1;
        match self.fill {
            Some(fill) if fill.main => ports & !(1 << (p.l2tlb_ports - 1)),
            _ => ports,
        }
    }

    fn out(&self, p: &Params) -> Out {
        let mut out = self.answers;
        out.lk_ready = self.ready(p);
        out.flush_ready = self.flush.is_none();
        if let Some(read) = self.read {
            out.wm_valid = true;
            (out.wm_addr, out.wm_depth, out.wm_app, out.wm_tag) =
                (read.address, read.depth, read.app, read.context);
        }
        for app in 0..p.num_apps as usize {
            let live = self.walks.busy().filter(|walk| usize::from(walk.app) == app).count();
            out.ptw_live[field(app, LIVE)].store_le(live);
        }
        out
    }

    /// A set is invalidated; in the first of these cycles the bypass cache, too, and walks are poisoned.
    fn flush(&mut self, p: &Params) {
        let Some(Flush { cycle, asid }) = self.flush else { return };
        let Some(set) = cycle.checked_sub(p.l2tlb_latency) else { return };
        let goes = |page: &Page| asid.is_none_or(|asid| asid == page.asid);
        if set == 0 {
            self.walks.poison(asid);
            self.bypass.flush(goes);
        }
        if let Some(set) = self.sets.get_mut(set as usize) {
            set.flush(goes);
        }
    }

    /// The walk that was chosen fills and is answered.
    fn end_walk(&mut self) {
        let Some(Fill { context, main }) = self.fill else { return };
        let walk = self.walks.end(context);
        if let Some(frame) = walk.found {
            let store = if main { self.set_of(walk.page) } else { &mut self.bypass };
            store.fill(walk.page, frame);
        }
        self.answer(walk.waiters, walk.page.vpn, walk.found);
        self.answers.wrsp_walk = true;
    }

    fn answer(&mut self, mask: u64, vpn: u64, found: Option<Frame>) {
        let o = &mut self.answers;
        (o.wrsp_valid, o.wrsp_mask, o.wrsp_vpn, o.wrsp_fault) = (true, mask, vpn, found.is_none());
        let frame = found.unwrap_or_default();
        (o.wrsp_ppn, o.wrsp_perm) = (frame.ppn, frame.perm);
    }

    /// The first lookup that waits for a context is resolved again.
    fn replay(&mut self, p: &Params) {
        if self.fill.is_some() || self.is_held(p, 0) || !self.walks.has_room(p) {
            return;
        }
        let Some(lookup) = self.replay.pop_front() else { return };
        let page = self.page_of(&lookup);
        if let Some(frame) = self.look(page) {
            self.answer(1 << lookup.core, lookup.vpn, Some(frame));
        } else if !self.walks.join(page, lookup.core) {
            self.begin(p, page, &lookup);
        }
    }

    fn begin(&mut self, p: &Params, page: Page, lookup: &Lookup) -> bool {
        let app = self.roots[usize::from(lookup.core)].app;
        self.walks.begin(p, page, app, lookup)
    }

    /// A lookup is resolved for the first time.
    fn resolve(&mut self, p: &Params, port: usize, lookup: &Lookup) {
        let page = self.page_of(lookup);
        let main = self.set_of(page).look(page);
        let bypassed = self.bypass.look(page);
        let hit = main.or(bypassed);
        if hit.is_none() && self.walks.join(page, lookup.core) {
            return;
        }
        let o = &mut self.answers;
        o.res_valid |= 1 << port;
        o.res_core |= u32::from(lookup.core) << (port * p.core_width());
        if let Some(frame) = hit {
            o.res_hit |= 1 << port;
            o.res_bypass |= u8::from(bypassed.is_some()) << port;
            o.res_vpn[field(port, p.vpn_width())].store_le(page.vpn);
            o.res_ppn[field(port, p.ppn_width())].store_le(frame.ppn);
            o.res_perm |= frame.perm << (port * PERM);
        } else if !self.replay.is_empty() || !self.begin(p, page, lookup) {
            self.replay.push_back(*lookup);
        }
    }

    /// A flush goes on by a cycle, or begins.
    fn go_on(&mut self, p: &Params, i: &In) {
        let last = p.l2tlb_latency + p.sets();
        self.flush = match self.flush {
            Some(flush) if flush.cycle == last => {
                self.answers.flush_ack = true;
                None
            }
            Some(flush) => Some(Flush { cycle: flush.cycle + 1, ..flush }),
            None if i.flush_req => Some(Flush { cycle: 0, asid: (!i.flush_all).then_some(i.flush_asid) }),
            None => None,
        };
    }

    fn step(&mut self, p: &Params, i: &In) {
        self.answers = Out::default();
        let ready = self.ready(p);
        let free = self.read.is_none() || i.wm_ready;
        let read = if free { self.walks.choose_read() } else { None };
        let now = self.fill.map(|fill| fill.context);
        let next = if self.is_held(p, 1) { None } else { self.walks.choose_over(now) };
        let held = self.is_held(p, 0);

        self.walks.restart(held);
        self.flush(p);
        self.end_walk();
        self.replay(p);
        let due = self.in_flight.pop_front().unwrap_or_default();
        for (port, lookup) in due.iter().enumerate() {
            if let Some(lookup) = lookup {
                self.flying -= 1;
                self.resolve(p, port, lookup);
            }
        }
        if free {
            self.read = read.map(|context| self.walks.issue(p, context, &self.roots));
        }
        if i.wd_valid {
            self.walks.data(p, i.wd_tag.into(), i.wd_pte);
        }
        if let Some((core, root)) = i.root() {
            self.roots[usize::from(core)] = root;
        }
        let mut accepted = [None; 2];
        for (port, place) in accepted.iter_mut().enumerate().take(p.ports()) {
            *place = i.lookup(p, port).filter(|_| ready >> port & 1 == 1);
        }
        self.flying += accepted.iter().flatten().count();
        self.in_flight.push_back(accepted);
        self.fill = next.map(|context| {
            self.walks.chosen_over(p, context);
            let walk = self.walks.walk(context);
            Fill { context, main: walk.found.is_some() && i.may_fill(walk.app, walk.core, walk.warp) }
        });
        self.go_on(p, i);
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.roots.len() == p.num_cores as usize
            && state.sets.len() == p.sets() as usize
            && state.sets.iter().all(|set| set.size() == p.l2tlb_ways as usize)
            && state.bypass.size() == p.bypass_entries as usize
            && state.walks.fits(p)
            && state.in_flight.len() == p.l2tlb_latency as usize - 1;
        if !fits {
            let what = "it is of a TLB of another size".to_string();
            return Err(ForeignState { unit: "mask_l2_tlb", what });
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
        self.state.step(&self.params, i);
        self.out()
    }
}
