// SPDX-License-Identifier: Apache-2.0
//! The prefetch table: entries of loads (FOA, SCALAR) and of triggers (TRIG) (specification section 3).

use serde::{Deserialize, Serialize};

use super::learning::{Trained, FILLED, SENT};
use crate::apogee::params::Params;
use crate::word::{signals, Bit, Word};

signals! {
    /// The warps of an entry whose prefetch is on its way (state 01), and those whose line has come (state 10).
    #[derive(Default)]
    pub struct Warps<W>, p: Params;
    /// Bit `w`: a tracked prefetch of warp `w` is on its way.
    pub sent: W = p.n_warps;
    /// Bit `w`: the tracked line of warp `w` has come, and the warp has not loaded since.
    pub filled: W = p.n_warps;
}

impl<W: Word> Warps<W> {
    /// A tracked prefetch of a warp is sent.
    pub fn send(&mut self, warp: W) {
        let mask = W::one_at(warp);
        (self.sent, self.filled) = (self.sent | mask, self.filled & !mask);
    }

    /// A tracked line of a warp has come.
    pub fn fill(&mut self, warp: W) {
        let mask = W::one_at(warp);
        (self.filled, self.sent) = (self.filled | self.sent & mask, self.sent & !mask);
    }

    /// Nothing is pending for these warps.
    pub fn forget(&mut self, warps: W) {
        (self.sent, self.filled) = (self.sent & !warps, self.filled & !warps);
    }
}

signals! {
    /// What changes in a trigger that fires.
    pub struct Firing<W>, p: Params;
    /// PC of the load at which it fires.
    pub pc: W = p.pc_bits;
    /// Times that it has fired while not slow, and 1; saturating.
    pub conf: W = p.conf_bits;
    /// Loads from the one that misses back to the one at which it fires, at least 1.
    pub hops: W = p.dist_bits;
    /// A load has had to wait for its line since it fired last.
    pub slow: W::Bit = 1;
}

impl<W: Word> Firing<W> {
    /// It fires at a load; if that `follows` another one, `last` is the other's PC. Whether it moves there (section 2.5).
    pub fn fire(&mut self, p: &Params, follows: W::Bit, last: W) -> W::Bit {
        let one = W::from(1);
        let moves = self.slow & follows & !last.is(self.pc) & self.hops.below(p.dist_max());
        let confirmed = !self.slow & self.conf.below(p.conf_max());
        confirmed.when(self, |trigger| trigger.conf = trigger.conf + one);
        moves.when(self, |trigger| (trigger.pc, trigger.hops) = (last, trigger.hops + one));
        self.slow = false.into();
        moves
    }
}

/// The first of the smallest keys, its number and itself; 0 and 2^32 - 1 without any. Keys are below that.
pub fn least<W: Word>(keys: impl Iterator<Item = W>) -> (W, W) {
    let mut least = (W::from(0), W::from(u32::MAX));
    for (number, key) in (0u32..).zip(keys) {
        key.below(least.1).when(&mut least, |least| *least = (W::from(number), key));
    }
    least
}

/// A line that a load will fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// Address of the line.
    pub line: u64,
    /// A load has had to wait for the line since the trigger fired last.
    pub slow: bool,
    /// Loads from the one that misses back to the one at which it fires, at least 1.
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
    /// PC of the load; of a trigger that of the load at which it fires.
    pub pc: u32,
    /// Of a trigger; that of a load is in [`Trained`].
    conf: u32,
    /// What it is for, with what only entries of that kind have.
    pub kind: Kind,
    /// States of a load.
    warps: Warps,
}

impl Entry {
    /// An entry of a load.
    pub fn load(pc: u32, trained: Trained) -> Entry {
        Entry { pc, conf: 0, kind: Kind::Load(trained), warps: Warps::default() }
    }

    /// An entry of a trigger (section 2.5).
    pub fn trigger(pc: u32, line: u64) -> Entry {
        let kind = Kind::Trigger(Trigger { line, slow: false, hops: 1 });
        Entry { pc, conf: 1, kind, warps: Warps::default() }
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
        let is_in = |warps: u64| (warps >> warp & 1) as u32;
        (is_in(self.warps.sent) * SENT) | (is_in(self.warps.filled) * FILLED)
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table(Vec<Option<Entry>>);

impl Table {
    /// `n_entries` free entries.
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
        let key = |entry: &Option<Entry>| entry.map_or(0, |entry| u64::from(entry.conf()) + 1);
        least(self.0.iter().map(key)).0 as usize
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
            entry.kind = Kind::Load(trained);
            entry.warps.forget(if forget { u64::MAX } else { 1 << warp });
        }
    }

    /// A tracked prefetch of a warp has been sent.
    pub fn sent(&mut self, index: usize, warp: u8) {
        if let Some(entry) = self.load_mut(index) {
            entry.warps.send(warp.into());
        }
    }

    /// A tracked line of a warp has come.
    pub fn filled(&mut self, index: usize, warp: u8) {
        if let Some(entry) = self.load_mut(index) {
            entry.warps.fill(warp.into());
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
        let mut firing: Firing =
            Firing { pc: entry.pc.into(), conf: entry.conf.into(), hops: t.hops.into(), slow: t.slow };
        let moves = firing.fire(params, last.is_some(), last.unwrap_or_default().into());
        (entry.pc, entry.conf) = (firing.pc as u32, firing.conf as u32);
        (t.hops, t.slow) = (firing.hops as u32, firing.slow);
        Some((t.line, moves))
    }
}
