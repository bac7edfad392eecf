// SPDX-License-Identifier: Apache-2.0
//! A page coalescer with what is around it: large pages that are to be made, or to be taken apart, wait for it, and its operations on
//! page tables go to L2 through the crossbar, by the port of the walker.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Pages;
use crate::mem::{DataClass, MemRequest, SmPort};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    BasePages, CoalesceCommand, CoalescerIn, PageCoalescer, TableOp, TlbFlush, UnitError, LINE_ENTRIES,
    TABLE_OPS,
};
use crate::stats::UnitStats;
use crate::types::{IcntCycle, MemKind, Origin, Requester};

/// A large page of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LargePage {
    pub application: u8,
    pub lvpn: u64,
}

/// What has become of page tables in an epoch, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableEvent {
    Op(TableOp),
    /// Nothing more is done to those of a large page, which was to be one.
    Coalesced(LargePage),
    /// The same of one that was to be taken apart: no TLB knows it any more.
    Splintered(LargePage),
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Wanted {
    page: LargePage,
    /// Its root table.
    root: u64,
    /// It is to be taken apart, and these of its base pages stay.
    splinter: Option<BasePages>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UnderWay {
    /// None if its application has ended.
    page: Option<LargePage>,
    splinters: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// Not begun, the oldest first.
    waiting: VecDeque<Wanted>,
    under_way: Option<UnderWay>,
    /// Operations under way, by number.
    sent: [Option<TableOp>; TABLE_OPS],
    /// What the coalescer is told in the cycle that goes on.
    done: Option<(u8, [u64; LINE_ENTRIES])>,
    flushed: bool,
    events: Vec<TableEvent>,
}

/// The coalescer and its surroundings.
pub struct Coalescing {
    client: u8,
    /// The token of its operation 0: those below are the walks'.
    first_token: u32,
    unit: Box<dyn PageCoalescer>,
    state: State,
}

impl Coalescing {
    /// With nothing to do, as client number `client` of the crossbar.
    pub fn new(client: u8, first_token: u32, unit: Box<dyn PageCoalescer>) -> Coalescing {
        Coalescing { client, first_token, unit, state: State::default() }
    }

    /// All pages of a large one are there, in their frame; or it is to be taken apart, and some base pages stay.
    pub fn wants(&mut self, page: LargePage, root: u64, splinter: Option<BasePages>) {
        self.state.waiting.push_back(Wanted { page, root, splinter });
    }

    /// Whether a large page is to be taken apart.
    pub fn splinters(&self) -> bool {
        let State { waiting, under_way, .. } = &self.state;
        under_way.is_some_and(|one| one.splinters) || waiting.iter().any(|one| one.splinter.is_some())
    }

    /// The TLBs have done its flush.
    pub fn flushed(&mut self) {
        self.state.flushed = true;
    }

    /// An application has ended: what is under way for it changes nothing any more.
    pub fn clear(&mut self, application: u8) {
        let State { waiting, under_way, .. } = &mut self.state;
        waiting.retain(|one| one.page.application != application);
        if let Some(one) = under_way {
            one.page = one.page.filter(|page| page.application != application);
        }
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.state.under_way.is_some() || !self.state.waiting.is_empty()
    }

    /// Whether a response with this token is for it, and not for a walk.
    pub fn awaits(&self, token: u32) -> bool {
        (self.first_token..self.first_token + TABLE_OPS as u32).contains(&token)
    }

    /// An operation comes back.
    pub fn came(&mut self, token: u32, pages: &Pages) {
        let tag = (token - self.first_token) as usize;
        let Some(op) = self.state.sent.get_mut(tag).and_then(Option::take) else { return };
        let mut entries = [0; LINE_ENTRIES];
        if op.reads() {
            let count = usize::from(op.bytes() / 8);
            let found = (0..).map(|entry| pages.read(op.address + 8 * entry));
            entries.iter_mut().take(count).zip(found).for_each(|(to, from)| *to = from);
        } else if self.state.under_way.is_some_and(|one| one.page.is_some()) {
            self.state.events.push(TableEvent::Op(op));
        }
        self.state.done = Some((op.tag, entries));
    }

    /// One SM cycle; whether the port of the crossbar is `free` in it, and whether the TLBs take a flush. The flush that they are to
    /// begin with.
    pub fn step(
        &mut self,
        icnt: IcntCycle,
        free: bool,
        flushes: bool,
        pages: &Pages,
        port: &mut SmPort,
    ) -> Option<(u16, TlbFlush)> {
        if !self.is_busy() {
            return None;
        }
        let out = self.unit.out();
        let flush = out.flush.filter(|_| flushes);
        let mut input = CoalescerIn {
            done: self.state.done.take(),
            flush_taken: flush.is_some(),
            flushed: std::mem::take(&mut self.state.flushed),
            ..CoalescerIn::default()
        };
        if let (Some(_), Some(UnderWay { page, splinters })) = (out.over, self.state.under_way) {
            let event = if splinters { TableEvent::Splintered } else { TableEvent::Coalesced };
            self.state.events.extend(page.map(event));
            self.state.under_way = None;
        }
        if out.ready && self.state.under_way.is_none() {
            if let Some(Wanted { page, root, splinter }) = self.state.waiting.pop_front() {
                self.state.under_way = Some(UnderWay { page: Some(page), splinters: splinter.is_some() });
                let (asid, lvpn) = (page.application.into(), page.lvpn);
                input.command = Some(CoalesceCommand { asid, root, lvpn, splinter });
            }
        }
        if let Some(op) = out.op.filter(|_| free) {
            input.taken = port.push(icnt, self.request(&op, pages));
            if input.taken {
                self.state.sent[usize::from(op.tag)] = Some(op);
            }
        }
        self.unit.step(&input);
        flush
    }

    fn request(&self, op: &TableOp, pages: &Pages) -> MemRequest {
        let page = self.state.under_way.and_then(|one| one.page);
        let application = page.map_or(0, |page| page.application);
        MemRequest {
            line: pages.line_of_entry(op.address),
            token: self.first_token + u32::from(op.tag),
            bytes: op.bytes(),
            kind: if op.reads() { MemKind::Read } else { MemKind::Atomic },
            class: DataClass::PageTable,
            requester: Requester { sm: self.client, application, ..Requester::default() },
            origin: Origin::Demand,
            ..MemRequest::default()
        }
    }

    /// What has become of page tables in the epoch.
    pub fn take_events(&mut self) -> std::vec::Drain<'_, TableEvent> {
        self.state.events.drain(..)
    }

    pub fn count(&self, to: &mut UnitStats) {
        self.unit.count(to);
    }

    /// # Errors
    /// The coalescer is not sound.
    pub fn check(&self) -> Result<(), UnitError> {
        self.unit.check()
    }
}

impl Saved for Coalescing {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.state)?;
        self.unit.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        self.unit.restore(from)
    }
}
