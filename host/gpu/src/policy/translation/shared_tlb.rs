// SPDX-License-Identifier: Apache-2.0
//! The shared L2 TLB with its walker (MASK, sections 2.3, 2.4, 2.5 without tokens, and 2.9; decisions D1, D8, D9, D27; of single
//! cycles docs/translation.md, T16 to T23).
//!
//! Within a cycle: flush, fill, replay, port 0, port 1, data of walk reads, a root. What is read and filled next is chosen from
//! the state at the start of the cycle.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::walks::{Page, Walks};
use crate::attachments::Socket;
use crate::machine::MachineSpec;
use crate::mmu::store::Store;
use crate::policy::info::PolicyInfo;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, Frame, Root, SharedTlb, TlbHit, TlbIn, TlbLookup, TlbOut, Translation, UnitError, WalkRead,
    Walked,
};

pub const INFO: PolicyInfo = PolicyInfo {
    name: "shared_tlb",
    socket: Socket::SharedTlb,
    meaning: "an L2 TLB that all SMs share, every walk fills it (the default)",
    source: "Ausavarungnirun 2017 (SharedTLB), specification of MASK, sections 2.3 to 2.5",
    params: &[],
    install: |_, machine, a| a.shared_tlb(machine, |_| Box::new(L2Tlb::new(machine))),
};

/// A flush under way: cycles since the one after its acceptance, and of which address space; none: of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Flush {
    cycle: u32,
    asid: Option<u16>,
}

/// Its whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    latency: u32,
    ports: u32,
    replay_depth: usize,
    /// Of each SM.
    roots: Vec<Root>,
    sets: Vec<Store<Page, Frame>>,
    walks: Walks,
    /// Cycles so far, and the lookups that are not resolved yet with the cycle in which they are.
    now: u64,
    in_flight: VecDeque<(u64, u8, TlbLookup)>,
    /// Those that wait for a context, the oldest first.
    replay: VecDeque<TlbLookup>,
    /// The walk that ends in this cycle.
    fill: Option<usize>,
    flush: Option<Flush>,
    read: Option<WalkRead>,
    /// What was answered in the last cycle.
    answers: TlbOut,
}

/// The shared L2 TLB.
pub struct L2Tlb(State);

impl L2Tlb {
    /// Empty, for a machine that translates.
    pub fn new(machine: &MachineSpec) -> L2Tlb {
        let spec = machine.mmu.clone().unwrap_or_default();
        let sets = spec.l2.entries / spec.l2.ways;
        L2Tlb(State {
            latency: spec.l2.latency,
            ports: spec.l2.ports,
            replay_depth: spec.l2.replay_queue as usize,
            roots: vec![Root::default(); machine.sm.count as usize],
            sets: vec![Store::new(spec.l2.ways); sets as usize],
            walks: Walks::new(&spec),
            now: 0,
            in_flight: VecDeque::new(),
            replay: VecDeque::new(),
            fill: None,
            flush: None,
            read: None,
            answers: TlbOut::default(),
        })
    }
}

impl State {
    /// Whether nothing is under way.
    fn rests(&self) -> bool {
        self.walks.idle()
            && self.in_flight.is_empty()
            && self.flush.is_none()
            && self.replay.is_empty()
            && self.read.is_none()
    }

    fn page_of(&self, lookup: &TlbLookup) -> Page {
        Page { asid: self.roots[usize::from(lookup.sm)].asid, vpn: lookup.vpn }
    }

    fn set_of(&mut self, page: Page) -> &mut Store<Page, Frame> {
        let sets = self.sets.len() as u64;
        &mut self.sets[(page.vpn % sets) as usize]
    }

    /// Whether fills and replays are held in the cycle that comes `ahead` cycles after this one.
    fn is_held(&self, ahead: u32) -> bool {
        self.flush.is_some_and(|flush| flush.cycle + ahead >= self.latency)
    }

    fn ready(&self) -> u8 {
        if self.flush.is_some() || self.in_flight.len() + self.replay.len() > self.replay_depth - 2 {
            return 0;
        }
        let ports = (1 << self.ports) - 1;
        let fills = self.fill.is_some_and(|context| self.walks.found(context));
        if fills {
            ports & !(1 << (self.ports - 1))
        } else {
            ports
        }
    }

    /// A set is invalidated; in the first of these cycles walks are poisoned, too.
    fn flush(&mut self) {
        let Some(Flush { cycle, asid }) = self.flush else { return };
        let Some(set) = cycle.checked_sub(self.latency) else { return };
        if set == 0 {
            self.walks.poison(asid);
        }
        if let Some(set) = self.sets.get_mut(set as usize) {
            set.flush(|page| asid.is_none_or(|asid| asid == page.asid));
        }
    }

    /// The walk that was chosen fills and is answered.
    fn fill(&mut self) {
        let Some(context) = self.fill else { return };
        let (page, walked) = self.walks.end(context);
        if let Some(found) = walked.page {
            self.set_of(page).fill(page, found.frame);
        }
        self.answers.walked = Some(walked);
    }

    /// The first lookup that waits for a context is resolved again.
    fn replay(&mut self) {
        if self.fill.is_some() || self.is_held(0) || !self.walks.has_room() {
            return;
        }
        let Some(lookup) = self.replay.pop_front() else { return };
        let page = self.page_of(&lookup);
        if let Some(frame) = self.set_of(page).look(page) {
            let (sms, vpn, page) = (1 << lookup.sm, lookup.vpn, Some(Translation::base(frame)));
            self.answers.walked = Some(Walked { sms, vpn, page, walk: false });
        } else if !self.walks.join(page, lookup.sm) {
            self.begin(page, &lookup);
        }
    }

    fn begin(&mut self, page: Page, lookup: &TlbLookup) -> bool {
        let application = self.roots[usize::from(lookup.sm)].application;
        self.walks.begin(page, application, lookup)
    }

    /// A lookup is resolved for the first time.
    fn resolve(&mut self, port: usize, lookup: &TlbLookup) {
        let page = self.page_of(lookup);
        if let Some(frame) = self.set_of(page).look(page) {
            let (sm, vpn, page) = (lookup.sm, lookup.vpn, Translation::base(frame));
            self.answers.hits[port] = Some(TlbHit { sm, vpn, page });
        } else if !self.walks.join(page, lookup.sm) {
            self.answers.missed |= 1 << lookup.sm;
            if !self.replay.is_empty() || !self.begin(page, lookup) {
                self.replay.push_back(*lookup);
            }
        }
    }

    /// A flush goes on by a cycle, or begins.
    fn go_on(&mut self, asked: Option<Option<u16>>) {
        let last = self.latency + self.sets.len() as u32;
        self.flush = match self.flush {
            Some(flush) if flush.cycle == last => {
                self.answers.flush_ack = true;
                None
            }
            Some(flush) => Some(Flush { cycle: flush.cycle + 1, ..flush }),
            None => asked.map(|asid| Flush { cycle: 0, asid }),
        };
    }

    fn step(&mut self, input: &TlbIn) {
        let ready = self.ready();
        let free = self.read.is_none() || input.read_taken;
        let read = if free { self.walks.choose_read() } else { None };
        let fill = if self.is_held(1) { None } else { self.walks.choose_over(self.fill) };
        let held = self.is_held(0);

        self.walks.restart(held);
        self.flush();
        self.fill();
        self.replay();
        while let Some((_, port, lookup)) = self.in_flight.front().copied().filter(|one| one.0 == self.now) {
            self.in_flight.pop_front();
            self.resolve(port.into(), &lookup);
        }
        if free {
            self.read = read.map(|context| self.walks.issue(context, &self.roots));
        }
        if let Some((context, entry)) = input.data {
            self.walks.data(context.into(), entry);
        }
        if let Some((sm, root)) = input.root {
            self.roots[usize::from(sm)] = root;
        }
        let resolved = self.now + u64::from(self.latency) - 1;
        for (port, lookup) in input.lookups.iter().enumerate() {
            if let Some(lookup) = lookup.filter(|_| ready >> port & 1 == 1) {
                self.in_flight.push_back((resolved, port as u8, lookup));
            }
        }
        self.fill = fill;
        if let Some(context) = fill {
            self.walks.chosen_over(context);
        }
        self.go_on(input.flush);
    }
}

impl SharedTlb for L2Tlb {
    fn out(&self) -> TlbOut {
        let State { read, flush, answers, .. } = &self.0;
        TlbOut { ready: self.0.ready(), read: *read, flush_ready: flush.is_none(), ..*answers }
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

impl Saved for L2Tlb {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.0)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.0 = from.take()?;
        Ok(())
    }
}

impl Attachment for L2Tlb {
    fn check(&self) -> Result<(), UnitError> {
        let State { sets, walks, .. } = &self.0;
        let sound = sets.iter().try_for_each(Store::audit).and_then(|()| walks.audit());
        sound.map_err(|what| UnitError(format!("shared L2 TLB: {what}")))
    }
}
