// SPDX-License-Identifier: Apache-2.0
//! A page migrator with what is around it: pages that are to be copied wait for it, and its lines go to L2 through the crossbar, by
//! the port of the walker.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::entry::ENTRY_BYTES;
use super::Pages;
use crate::mem::{DataClass, MemRequest, SmPort};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{CopyOp, CopyOpKind, MigrateCommand, MigratorIn, PageMigrator, UnitError, COPY_OPS};
use crate::stats::UnitStats;
use crate::types::{IcntCycle, MemKind, Origin, Requester, SmCycle};

/// A page that is to be copied.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Wanted {
    command: MigrateCommand,
    /// SM cycles that it takes inside DRAM.
    bulk_cycles: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// Not begun, the oldest first.
    waiting: VecDeque<Wanted>,
    under_way: Option<Wanted>,
    /// The number of a copy inside DRAM, and the cycle in which it is done.
    bulk: Option<(u8, SmCycle)>,
    /// What the migrator is told in the cycle that goes on.
    done: Option<u8>,
}

/// The migrator and its surroundings.
pub struct Copying {
    client: u8,
    /// The token of its operation 0.
    first_token: u32,
    unit: Box<dyn PageMigrator>,
    state: State,
}

impl Copying {
    /// With nothing to do, as client number `client` of the crossbar.
    pub fn new(client: u8, first_token: u32, unit: Box<dyn PageMigrator>) -> Copying {
        Copying { client, first_token, unit, state: State::default() }
    }

    /// A page is to be copied; if that is done inside DRAM, in so many SM cycles.
    pub fn wants(&mut self, command: MigrateCommand, bulk_cycles: u64) {
        self.state.waiting.push_back(Wanted { command, bulk_cycles });
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        self.state.under_way.is_some() || !self.state.waiting.is_empty()
    }

    /// Whether a response with this token is for it.
    pub fn awaits(&self, token: u32) -> bool {
        (self.first_token..self.first_token + COPY_OPS as u32).contains(&token)
    }

    /// An operation comes back.
    pub fn came(&mut self, token: u32) {
        self.state.done = Some((token - self.first_token) as u8);
    }

    /// One SM cycle; whether the port of the crossbar is `free` in it.
    pub fn step(&mut self, now: SmCycle, icnt: IcntCycle, free: bool, pages: &Pages, port: &mut SmPort) {
        if !self.is_busy() {
            return;
        }
        let out = self.unit.out();
        if let Some((tag, _)) = self.state.bulk.filter(|(_, end)| *end <= now) {
            (self.state.bulk, self.state.done) = (None, Some(tag));
        }
        let mut input = MigratorIn { done: self.state.done.take(), ..MigratorIn::default() };
        if out.over {
            self.state.under_way = None;
        }
        if out.ready && self.state.under_way.is_none() {
            self.state.under_way = self.state.waiting.pop_front();
            input.command = self.state.under_way.map(|one| one.command);
        }
        input.taken = match out.op {
            Some(CopyOp { what: CopyOpKind::Bulk, tag, .. }) => {
                let cycles = self.state.under_way.map_or(0, |one| one.bulk_cycles);
                self.state.bulk = Some((tag, now + cycles));
                true
            }
            Some(op) if free => port.push(icnt, self.request(&op, pages)),
            _ => false,
        };
        self.unit.step(&input);
    }

    fn request(&self, op: &CopyOp, pages: &Pages) -> MemRequest {
        let entry = op.what == CopyOpKind::WriteEntry;
        MemRequest {
            line: pages.line_of_entry(op.address),
            token: self.first_token + u32::from(op.tag),
            bytes: if entry { ENTRY_BYTES } else { pages.lines().bytes() as u16 },
            covers_line: op.what == CopyOpKind::WriteLine,
            kind: if op.what == CopyOpKind::ReadLine { MemKind::Read } else { MemKind::Write },
            class: if entry { DataClass::PageTable } else { DataClass::Data },
            requester: Requester { sm: self.client, ..Requester::default() },
            origin: Origin::Demand,
            ..MemRequest::default()
        }
    }

    pub fn count(&self, to: &mut UnitStats) {
        self.unit.count(to);
    }

    /// # Errors
    /// The migrator is not sound.
    pub fn check(&self) -> Result<(), UnitError> {
        self.unit.check()
    }
}

impl Saved for Copying {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.state)?;
        self.unit.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        self.unit.restore(from)
    }
}
