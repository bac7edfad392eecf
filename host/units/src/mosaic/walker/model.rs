// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_walker` (specification sections 2.5 and 2.10, decisions D7 to D10, D12 and D17, O14 to O20, O49).
//!
//! Within a cycle: a flush, an entry that was read, the next read, lookups, the walk that ends. Whose turn it is to read and to end was chosen in a
//! cycle before.

use serde::{Deserialize, Serialize};

use super::ports::{In, Miss, Out};
use super::walk::Walk;
use crate::bitset::{bits, cyclic, ones64};
use crate::mosaic::entry::Entry;
use crate::mosaic::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// The whole state. A busy walk is about to read (`ready`), is over, or else reads. Bit `w` of a mask is walk `w`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    walks: Vec<Walk>,
    busy: u64,
    ready: u64,
    over: u64,
    /// Those that read what is out of date.
    poisoned: u64,
    /// The walk whose turn it is to read, until it has, and that which is to end; where the search for the next one begins.
    read_turn: Option<u8>,
    end_turn: Option<u8>,
    next_read: u32,
    next_end: u32,
    /// Frame of the root of each SM.
    roots: Vec<u64>,
    /// The read that is offered, and the answer.
    shown: Out,
}

/// The walker.
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
        let free = self.state.walks.len() - self.state.busy.count_ones() as usize;
        Out { miss_ready: ones64(self.params.ports().min(free) as u32) as u8, ..self.state.shown }
    }
}

impl State {
    fn reset(p: &Params) -> State {
        State {
            walks: vec![Walk::default(); p.walk_ctx as usize],
            busy: 0,
            ready: 0,
            over: 0,
            poisoned: 0,
            read_turn: None,
            end_turn: None,
            next_read: 0,
            next_end: 0,
            roots: vec![0; p.num_cores as usize],
            shown: Out::default(),
        }
    }

    /// The walks that are not free, with their numbers.
    pub fn walks(&self) -> impl Iterator<Item = (usize, &Walk)> {
        bits(self.busy).map(|place| (place, &self.walks[place]))
    }

    /// Those that are to begin anew when their read is done.
    pub fn poisoned(&self) -> u64 {
        self.poisoned
    }

    /// Those that have ended but for their answer.
    pub fn over(&self) -> u64 {
        self.over
    }

    /// The one of them whose turn it is to be answered in the coming cycle.
    pub fn end_turn(&self) -> Option<u8> {
        self.end_turn
    }

    /// The root of an SM.
    pub fn root(&self, core: usize) -> u64 {
        self.roots[core]
    }

    /// Whether every walk is in one state, and only those that read are poisoned.
    pub fn is_sound(&self) -> bool {
        let apart = self.ready & self.over | (self.ready | self.over) & self.poisoned;
        apart == 0 && (self.ready | self.over | self.poisoned) & !self.busy == 0
    }

    /// Whose turn is next among some walks, without that whose turn it was; `next` is where the search begins.
    fn turn(walks: u32, among: u64, was: Option<u8>, next: &mut u32) -> Option<u8> {
        let others = among & !was.map_or(0, |place| 1 << place);
        let place = cyclic(others, *next).next()?;
        *next = (place as u32 + 1) % walks;
        Some(place as u8)
    }

    /// Walks that a flush is of.
    fn flushed(&self, i: &In) -> u64 {
        let Some(flush) = i.flush() else { return 0 };
        let concerned = |place: &usize| flush.concerns(self.walks[*place].page);
        bits(self.busy).filter(concerned).fold(0, |mask, place| mask | 1 << place)
    }

    fn offer(&mut self, p: &Params, place: Option<usize>) {
        let o = &mut self.shown;
        (o.wm_valid, o.wm_addr, o.wm_depth, o.wm_tag) = (false, 0, 0, 0);
        let Some(place) = place else { return };
        let walk = &self.walks[place];
        (o.wm_valid, o.wm_depth, o.wm_tag) = (true, walk.depth(), place as u8);
        o.wm_addr = walk.address(p, self.roots[usize::from(walk.core)]);
        self.ready &= !(1 << place);
    }

    /// A lookup joins the walk of its page, or begins one in a place that was free as the cycle began.
    fn take(&mut self, miss: &Miss, free: &mut u64) {
        let of_page = bits(self.busy).find(|place| self.walks[*place].page == miss.page);
        if let Some(place) = of_page {
            self.walks[place].waiters |= 1 << miss.core;
        } else if let Some(place) = bits(*free).next() {
            self.walks[place] = Walk::of(miss.page, miss.core);
            *free &= !(1 << place);
            self.busy |= 1 << place;
            self.ready |= 1 << place;
        }
    }

    fn end(&mut self, place: Option<usize>) {
        let o = &mut self.shown;
        *o = Out {
            wm_valid: o.wm_valid,
            wm_addr: o.wm_addr,
            wm_depth: o.wm_depth,
            wm_tag: o.wm_tag,
            ..Out::default()
        };
        let Some(place) = place else { return };
        let walk = &self.walks[place];
        (o.wrsp_valid, o.wrsp_mask, o.wrsp_fault) = (true, walk.waiters, walk.found.is_none());
        (o.wrsp_asid, o.wrsp_vpn) = (walk.page.asid, walk.page.vpn);
        let found = walk.found.unwrap_or_default();
        (o.wrsp_large, o.wrsp_ppn, o.wrsp_perm) = (found.large, found.ppn, found.perm);
        self.busy &= !(1 << place);
        self.over &= !(1 << place);
    }

    fn step(&mut self, p: &Params, i: &In, taken: u8) {
        let (ready, over) = (self.ready, self.over);
        let reads = self.busy & !ready & !over;
        let stale = self.poisoned | self.flushed(i);
        let can =
            |turn: Option<u8>, walks: u64| turn.filter(|place| walks >> place & 1 == 1).map(usize::from);
        let reader = can(self.read_turn, ready & !stale);
        let ended = can(self.end_turn, over & !stale);
        let read = if i.wd_valid { reads & ones64(p.walk_ctx) & 1 << i.wd_tag } else { 0 };
        for place in bits(read & !stale) {
            let is_over = self.walks[place].read(p, Entry(i.wd_pte));
            *(if is_over { &mut self.over } else { &mut self.ready }) |= read;
        }
        let anew = stale & (ready | over | read);
        for place in bits(anew) {
            self.walks[place].begin_anew();
        }
        (self.ready, self.over) = (self.ready | anew, self.over & !anew);
        self.poisoned = stale & !anew;
        let offers = !self.shown.wm_valid || i.wm_ready;
        if offers {
            self.offer(p, reader);
        }
        if self.read_turn.is_none() || offers && reader.is_some() {
            self.read_turn = State::turn(p.walk_ctx, ready, self.read_turn, &mut self.next_read);
        }
        self.end_turn = State::turn(p.walk_ctx, over, self.end_turn, &mut self.next_end);
        let mut free = ones64(p.walk_ctx) & !self.busy;
        for port in 0..p.ports() {
            if let Some(miss) = i.miss(p, port).filter(|_| taken >> port & 1 == 1) {
                self.take(&miss, &mut free);
            }
        }
        self.end(ended);
        if let Some(root) = i.root_we.then(|| self.roots.get_mut(usize::from(i.root_core))).flatten() {
            *root = i.root_ppn;
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
        let fits = state.walks.len() == p.walk_ctx as usize
            && state.roots.len() == p.num_cores as usize
            && state.next_read < p.walk_ctx
            && state.next_end < p.walk_ctx
            && state.read_turn.into_iter().chain(state.end_turn).all(|place| u32::from(place) < p.walk_ctx);
        if !fits {
            let what = "it is of another number of walks or SMs".to_string();
            return Err(ForeignState { unit: "mosaic_walker", what });
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
        let taken = self.out().miss_ready;
        self.state.step(&self.params, i, taken);
        self.out()
    }
}
