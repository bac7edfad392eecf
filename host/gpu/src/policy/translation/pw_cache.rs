// SPDX-License-Identifier: Apache-2.0
//! No shared TLB, but a cache of page tables' entries in front of the walker's reads (Power et al. 2014, in the form of the
//! specification of MASK, section 8, decision D36).
//!
//! A lookup begins a walk, or joins that of its page, in the cycle in which it is accepted; it waits in the replay FIFO if no context
//! is free. Every read of a walk looks in the cache first, at one of its ports; a miss goes to L2 and its entry comes into the
//! cache with the answer, if it is valid.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::walks::{Page, Walks};
use crate::attachments::Socket;
use crate::machine::MachineSpec;
use crate::mmu::{entry, store::Store};
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, Root, SharedTlb, TlbIn, TlbLookup, TlbOut, UnitError, WalkRead};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("sets", "sets of the cache", 64, 1, 4096),
    ParamInfo::number("ways", "ways of a set, of 8 bytes", 16, 1, 32),
    ParamInfo::number("latency", "SM cycles of a look into the cache", 10, 1, 200),
    ParamInfo::number("ports", "looks that begin in an SM cycle", 4, 1, 16),
];

pub const INFO: PolicyInfo = PolicyInfo {
    name: "pw_cache",
    socket: Socket::SharedTlb,
    meaning: "no L2 TLB: walks for every miss of an L1 TLB, with a cache of entries of page tables",
    source: "Power 2014, as in the specification of MASK, section 8",
    params: PARAMS,
    install: |s, machine, a| a.shared_tlb(machine, |_| Box::new(PwCache::new(s, machine))),
};

/// Its whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    latency: u64,
    ports: u32,
    tlb_ports: u32,
    replay_depth: usize,
    roots: Vec<Root>,
    /// Entries by their number among all entries of memory.
    sets: Vec<Store<u64, u64>>,
    walks: Walks,
    now: u64,
    /// Reads that look into the cache, with the cycle in which they know.
    looking: VecDeque<(u64, WalkRead)>,
    /// Those that go to L2, the first one offered; and by context those that are there.
    missed: VecDeque<WalkRead>,
    sent: Vec<Option<u64>>,
    replay: VecDeque<TlbLookup>,
    /// The address space whose flush is under way; none: all.
    flush: Option<Option<u16>>,
    answers: TlbOut,
}

/// Walker and page-walk cache.
pub struct PwCache(State);

impl PwCache {
    pub(super) fn new(s: &Settings, machine: &MachineSpec) -> PwCache {
        let spec = machine.mmu.clone().unwrap_or_default();
        PwCache(State {
            latency: s.get(2).into(),
            ports: s.get(3),
            tlb_ports: spec.l2.ports,
            replay_depth: spec.l2.replay_queue as usize,
            roots: vec![Root::default(); machine.sm.count as usize],
            sets: vec![Store::new(s.get(1)); s.get(0) as usize],
            walks: Walks::new(&spec),
            now: 0,
            looking: VecDeque::new(),
            missed: VecDeque::new(),
            sent: vec![None; spec.walks as usize],
            replay: VecDeque::new(),
            flush: None,
            answers: TlbOut::default(),
        })
    }
}

impl State {
    fn rests(&self) -> bool {
        self.walks.idle() && self.replay.is_empty() && self.flush.is_none()
    }

    fn ready(&self) -> u8 {
        let room = self.flush.is_none() && self.replay.len() + 2 <= self.replay_depth;
        if room {
            (1 << self.tlb_ports) - 1
        } else {
            0
        }
    }

    fn set_of(&mut self, address: u64) -> (&mut Store<u64, u64>, u64) {
        let number = address >> 3;
        let set = (number % self.sets.len() as u64) as usize;
        (&mut self.sets[set], number)
    }

    /// A lookup joins a walk or begins one; whether it could.
    fn walk(&mut self, lookup: &TlbLookup) -> bool {
        let root = self.roots[usize::from(lookup.sm)];
        let page = Page { asid: root.asid, vpn: lookup.vpn };
        self.walks.join(page, lookup.sm) || self.walks.begin(page, root.application, lookup)
    }

    fn step(&mut self, input: &TlbIn) {
        let ready = self.ready();
        self.walks.restart(false);
        // Nothing translated is kept here, and no valid entry changes while its address space lives: only walks begin anew.
        if let Some(asid) = self.flush.take() {
            self.walks.poison(asid);
            for set in &mut self.sets {
                set.flush(|_| true);
            }
            self.answers.flush_ack = true;
        }
        if let Some(context) = self.walks.choose_over(None) {
            self.walks.chosen_over(context);
            self.answers.walked = Some(self.walks.end(context).1);
        }
        if let Some(first) = self.replay.front().copied() {
            if self.walk(&first) {
                self.replay.pop_front();
            }
        }
        for (port, lookup) in input.lookups.iter().enumerate() {
            let Some(lookup) = lookup.filter(|_| ready >> port & 1 == 1) else { continue };
            self.answers.missed |= 1 << lookup.sm;
            if !self.replay.is_empty() || !self.walk(&lookup) {
                self.replay.push_back(lookup);
            }
        }
        self.look();
        if input.read_taken {
            if let Some(read) = self.missed.pop_front() {
                self.sent[usize::from(read.context)] = Some(read.address);
            }
        }
        if let Some((context, found)) = input.data {
            let address = self.sent[usize::from(context)].take();
            if let Some(address) = address.filter(|_| entry::table(found).is_some()) {
                let (set, number) = self.set_of(address);
                if !set.holds(number) {
                    set.fill(number, found);
                }
            }
            self.walks.data(context.into(), found);
        }
        if let Some((sm, root)) = input.root {
            self.roots[usize::from(sm)] = root;
        }
        self.flush = input.flush;
    }

    /// Reads that have looked long enough know; others begin to look.
    fn look(&mut self) {
        while let Some((_, read)) = self.looking.front().copied().filter(|one| one.0 <= self.now) {
            self.looking.pop_front();
            let (set, number) = self.set_of(read.address);
            match set.look(number) {
                Some(found) => self.walks.data(read.context.into(), found),
                None => self.missed.push_back(read),
            }
        }
        for _ in 0..self.ports {
            let Some(context) = self.walks.choose_read() else { return };
            let read = self.walks.issue(context, &self.roots);
            self.looking.push_back((self.now + self.latency, read));
        }
    }
}

impl SharedTlb for PwCache {
    fn out(&self) -> TlbOut {
        let State { missed, flush, answers, .. } = &self.0;
        let read = missed.front().copied();
        TlbOut { ready: self.0.ready(), read, flush_ready: flush.is_none(), ..*answers }
    }

    fn step(&mut self, input: &TlbIn) {
        let state = &mut self.0;
        state.answers = TlbOut::default();
        if !state.rests() || *input != TlbIn::default() {
            state.step(input);
        }
        state.now += 1;
    }
}

impl Saved for PwCache {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.0)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.0 = from.take()?;
        Ok(())
    }
}

impl Attachment for PwCache {
    fn check(&self) -> Result<(), UnitError> {
        let State { sets, walks, .. } = &self.0;
        let sound = sets.iter().try_for_each(Store::audit).and_then(|()| walks.audit());
        sound.map_err(|what| UnitError(format!("page-walk cache: {what}")))
    }
}
