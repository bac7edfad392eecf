// SPDX-License-Identifier: Apache-2.0
//! The prefetch table: entries of loads (FOA, SCALAR) and of triggers (TRIG) (specification section 3).

use serde::{Deserialize, Serialize};

use super::learning::{Trained, FILLED, SENT};
use crate::apogee::params::Params;

/// A line that a load will fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    pub line: u64,
    pub slow: bool,
    pub hops: u32,
}

/// What an entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A load: FOA, or SCALAR.
    Load(Trained),
    /// TRIG.
    Trigger(Trigger),
}

/// An entry that is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub pc: u32,
    /// Of a trigger; that of a load is in [`Trained`].
    conf: u32,
    pub kind: Kind,
    /// Of a load: the warps in state 01,
    sent: u64,
    /// and those in state 10.
    filled: u64,
}

impl Entry {
    /// An entry of a load.
    pub fn load(pc: u32, trained: Trained) -> Entry {
        Entry { pc, conf: 0, kind: Kind::Load(trained), sent: 0, filled: 0 }
    }

    /// An entry of a trigger (section 2.5).
    pub fn trigger(pc: u32, line: u64) -> Entry {
        let kind = Kind::Trigger(Trigger { line, slow: false, hops: 1 });
        Entry { pc, conf: 1, kind, sent: 0, filled: 0 }
    }

    /// Its confidence.
    pub fn conf(&self) -> u32 {
        match &self.kind {
            Kind::Load(trained) => trained.conf as u32,
            Kind::Trigger(_) => self.conf,
        }
    }

    /// State of a warp; 0 of a trigger.
    pub fn state(&self, warp: u8) -> u32 {
        ((self.sent >> warp & 1) as u32 * SENT) | ((self.filled >> warp & 1) as u32 * FILLED)
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table(Vec<Option<Entry>>);

impl Table {
    pub fn new(params: &Params) -> Table {
        Table(vec![None; params.n_entries as usize])
    }

    /// Whether the other is of the same size.
    pub fn fits(&self, other: &Table) -> bool {
        self.0.len() == other.0.len()
    }

    /// Entries that are in use, with their indices.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.0.iter().enumerate().filter_map(|(index, entry)| Some((index, entry.as_ref()?)))
    }

    /// An entry.
    pub fn get(&self, index: usize) -> Option<&Entry> {
        self.0.get(index)?.as_ref()
    }

    /// The entry of the load with this PC.
    pub fn of_load(&self, pc: u32) -> Option<usize> {
        self.entries().find(|(_, e)| e.pc == pc && matches!(e.kind, Kind::Load(_))).map(|(index, _)| index)
    }

    /// The triggers of this PC, the lowest index first.
    pub fn triggers(&self, pc: u32) -> impl Iterator<Item = usize> + '_ {
        let fires = move |e: &Entry| e.pc == pc && matches!(e.kind, Kind::Trigger(_));
        self.entries().filter(move |(_, e)| fires(e)).map(|(index, _)| index)
    }

    /// Whether a trigger fetches this line.
    pub fn fetches(&self, line: u64) -> bool {
        self.entries().any(|(_, e)| matches!(e.kind, Kind::Trigger(t) if t.line == line))
    }

    /// The entry to allocate: a free one, or the one with the lowest confidence (P13).
    fn victim(&self) -> usize {
        let conf = |index: &usize| self.0[*index].map(|entry| entry.conf());
        (0..self.0.len()).min_by_key(conf).unwrap_or(0)
    }

    /// Puts a new entry into the table. Where, and whether another is lost.
    pub fn allocate(&mut self, entry: Entry) -> (usize, bool) {
        let index = self.victim();
        let evicts = self.0[index].replace(entry).is_some();
        (index, evicts)
    }

    /// What an entry of a load has, with the state of a warp. The entry must be one.
    pub fn trained(&self, index: usize, warp: u8) -> Option<Trained> {
        let entry = self.get(index)?;
        match entry.kind {
            Kind::Load(trained) => Some(Trained { state: entry.state(warp).into(), ..trained }),
            Kind::Trigger(_) => None,
        }
    }

    /// What an entry of a load has after one of a warp; `forget`: nothing is pending for the others either.
    pub fn learn(&mut self, index: usize, warp: u8, trained: Trained, forget: bool) {
        if let Some(entry) = &mut self.0[index] {
            let others = if forget { 0 } else { !(1 << warp) };
            entry.kind = Kind::Load(trained);
            entry.sent &= others;
            entry.filled &= others;
        }
    }

    /// A tracked prefetch of a warp has been sent.
    pub fn sent(&mut self, index: usize, warp: u8) {
        if let Some(entry) = self.load_mut(index) {
            entry.sent |= 1 << warp;
            entry.filled &= !(1 << warp);
        }
    }

    /// A tracked line of a warp has come.
    pub fn filled(&mut self, index: usize, warp: u8) {
        if let Some(entry) = self.load_mut(index) {
            entry.filled |= entry.sent & 1 << warp;
            entry.sent &= !(1 << warp);
        }
    }

    fn load_mut(&mut self, index: usize) -> Option<&mut Entry> {
        self.0.get_mut(index)?.as_mut().filter(|entry| matches!(entry.kind, Kind::Load(_)))
    }

    /// A demand has merged into a line that this entry has fetched.
    pub fn merged(&mut self, index: usize) {
        if let Some(Entry { kind: Kind::Trigger(t), .. }) = self.0.get_mut(index).and_then(Option::as_mut) {
            t.slow = true;
        }
    }

    /// A trigger fires at a load after load `last`: its line, and whether it moves there (section 2.5). The entry must be one.
    pub fn fire(&mut self, index: usize, last: Option<u32>, params: &Params) -> Option<(u64, bool)> {
        let entry = self.0[index].as_mut()?;
        let Kind::Trigger(t) = &mut entry.kind else { return None };
        let mut moves = false;
        if t.slow {
            t.slow = false;
            let before = last.filter(|last| *last != entry.pc && t.hops < params.dist_max());
            if let Some(pc) = before {
                (entry.pc, moves) = (pc, true);
                t.hops += 1;
            }
        } else {
            entry.conf = (entry.conf + 1).min(params.conf_max());
        }
        Some((t.line, moves))
    }
}
