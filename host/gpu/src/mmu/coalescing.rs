// SPDX-License-Identifier: Apache-2.0
//! A page coalescer with what is around it: large pages that are to be made wait for it, and its operations on page tables go to L2
//! through the crossbar, by the port of the walker.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Pages;
use crate::mem::{DataClass, MemRequest, SmPort};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    CoalesceCommand, CoalescerIn, PageCoalescer, TableOp, UnitError, LINE_ENTRIES, TABLE_OPS,
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
    /// Nothing more is done to those of a large page.
    Over(LargePage),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// Not begun, the oldest first, with the root table of each.
    waiting: VecDeque<(LargePage, u64)>,
    /// The one under way; none if its application has ended.
    under_way: Option<Option<LargePage>>,
    /// Operations under way, by number.
    sent: [Option<TableOp>; TABLE_OPS],
    /// What the coalescer is told in the cycle that goes on.
    done: Option<(u8, [u64; LINE_ENTRIES])>,
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

    /// All pages of a large one are there, in their frame.
    pub fn wants(&mut self, page: LargePage, root: u64) {
        self.state.waiting.push_back((page, root));
    }

    /// An application has ended: what is under way for it changes nothing any more.
    pub fn clear(&mut self, application: u8) {
        let State { waiting, under_way, .. } = &mut self.state;
        waiting.retain(|(page, _)| page.application != application);
        if let Some(page) = under_way {
            *page = page.filter(|page| page.application != application);
        }
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.state.under_way.is_some() || !self.state.waiting.is_empty()
    }

    /// Whether a response with this token is for it, and not for a walk.
    pub fn awaits(&self, token: u32) -> bool {
        token >= self.first_token
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
        } else if matches!(self.state.under_way, Some(Some(_))) {
            self.state.events.push(TableEvent::Op(op));
        }
        self.state.done = Some((op.tag, entries));
    }

    /// One SM cycle; whether the port of the crossbar is `free` in it.
    pub fn step(&mut self, icnt: IcntCycle, free: bool, pages: &Pages, port: &mut SmPort) {
        if !self.is_busy() {
            return;
        }
        let out = self.unit.out();
        let mut input = CoalescerIn { done: self.state.done.take(), ..CoalescerIn::default() };
        if let (Some(_), Some(page)) = (out.over, self.state.under_way) {
            self.state.events.extend(page.map(TableEvent::Over));
            self.state.under_way = None;
        }
        if out.ready && self.state.under_way.is_none() {
            if let Some((page, root)) = self.state.waiting.pop_front() {
                self.state.under_way = Some(Some(page));
                input.command =
                    Some(CoalesceCommand { asid: page.application.into(), root, lvpn: page.lvpn });
            }
        }
        if let Some(op) = out.op.filter(|_| free) {
            input.taken = port.push(icnt, self.request(&op, pages));
            if input.taken {
                self.state.sent[usize::from(op.tag)] = Some(op);
            }
        }
        self.unit.step(&input);
    }

    fn request(&self, op: &TableOp, pages: &Pages) -> MemRequest {
        let page = self.state.under_way.flatten();
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
