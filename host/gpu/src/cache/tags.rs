// SPDX-License-Identifier: Apache-2.0
//! The tag array: which lines are present, in what state, in which order they were used.

use serde::{Deserialize, Serialize};

use super::access::Access;
use super::replacement::{Position, Replacement, Set};
use super::way::{Meta, State, EMPTY};
use crate::machine::{CacheSpec, SetIndex};
use crate::types::{Line, Requester};

/// Both more than any access count.
const FIRST: u64 = 1 << 62;
const KEEP: u64 = 1 << 63;

/// A way of a set, as an index into the array.
pub(super) type Way = usize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tags {
    set_bits: u32,
    ways: usize,
    index: SetIndex,
    lines: Vec<Line>,
    meta: Vec<Meta>,
    uses: u64,
}

impl Tags {
    pub(super) fn new(spec: &CacheSpec) -> Tags {
        let n = (spec.sets * spec.ways) as usize;
        Tags {
            set_bits: spec.sets.ilog2(),
            ways: spec.ways as usize,
            index: spec.set_index,
            lines: vec![Line(0); n],
            meta: vec![EMPTY; n],
            uses: 0,
        }
    }

    /// The ways of the set of `line`.
    #[inline]
    fn set(&self, line: Line) -> std::ops::Range<Way> {
        let bits = match self.index {
            SetIndex::Linear => line.0,
            SetIndex::Xor => line.0 ^ (line.0 >> self.set_bits) ^ (line.0 >> (2 * self.set_bits)),
        };
        let first = (bits & ((1 << self.set_bits) - 1)) as usize * self.ways;
        first..first + self.ways
    }

    /// The way that holds `line`, present or pending.
    #[inline]
    pub(super) fn find(&self, line: Line) -> Option<Way> {
        let set = self.set(line);
        let first = set.start;
        let hit = self.lines[set]
            .iter()
            .zip(&self.meta[first..])
            .position(|(&l, m)| l == line && m.state != State::Invalid)?;
        Some(first + hit)
    }

    /// The way to give up for `line`: an invalid one, else the one that `replacement` chooses. The oldest is the least
    /// recently used one that is not pending, one to evict first before the others.
    pub(super) fn victim<R: Replacement + ?Sized>(&self, line: Line, replacement: &mut R) -> Option<Way> {
        let (set, mut oldest) = (self.set(line), None);
        for way in set.clone() {
            let meta = &self.meta[way];
            match meta.state {
                State::Invalid => return Some(way),
                State::Reserved | State::ReservedDirty => {}
                State::Valid | State::Dirty => {
                    if oldest.is_none_or(|v: Way| meta.used < self.meta[v].used) {
                        oldest = Some(way);
                    }
                }
            }
        }
        replacement.victim(Set { first: set.start, ways: &self.meta[set] }, oldest)
    }

    /// The lines on their way, each with its MSHR.
    pub(super) fn pending(&self) -> impl Iterator<Item = (Line, u16)> + '_ {
        let all = self.lines.iter().zip(&self.meta);
        all.filter(|(_, meta)| meta.state.pending()).map(|(line, meta)| (*line, meta.mshr))
    }

    #[inline]
    pub(super) fn line(&self, way: Way) -> Line {
        self.lines[way]
    }

    #[inline]
    pub(super) fn meta(&self, way: Way) -> Meta {
        self.meta[way]
    }

    #[inline]
    pub(super) fn set_state(&mut self, way: Way, state: State) {
        self.meta[way].state = state;
    }

    /// Makes `way` the most recently used of its set: of the lines to evict first, or of the others.
    #[inline]
    pub(super) fn touch(&mut self, way: Way, evict_first: bool) {
        self.uses += 1;
        self.meta[way].used = self.uses | if evict_first { FIRST } else { KEEP };
    }

    /// The line of `access`, which has just got `way`, takes its position in the set.
    #[inline]
    pub(super) fn enter<T>(&mut self, way: Way, access: &Access<T>, position: Position) {
        self.meta[way].prefetched = access.origin.is_prefetch();
        match position {
            Position::MostRecent => self.touch(way, access.evict_first),
            Position::LeastRecent => {
                self.uses += 1;
                self.meta[way].used = FIRST - self.uses;
            }
        }
    }

    /// Whether `access` is the first demand for the line of `way`, which a prefetch has asked for.
    #[inline]
    pub(super) fn first_wanted<T>(&mut self, way: Way, access: &Access<T>) -> bool {
        let first = self.meta[way].prefetched && !access.origin.is_prefetch();
        self.meta[way].prefetched &= !first;
        first
    }

    /// Gives `way` to `line`, which has yet to be used.
    pub(super) fn allocate(&mut self, way: Way, line: Line, state: State, mshr: u16, owner: Requester) {
        self.lines[way] = line;
        self.meta[way] = Meta { used: 0, mshr, owner, state, prefetched: false };
    }

    /// Drops every present line, or those that an application has brought in; pending ones stay.
    pub(super) fn invalidate(&mut self, of: Option<u8>) {
        let own = |m: &&mut Meta| of.is_none_or(|application| m.owner.application == application);
        for meta in self.meta.iter_mut().filter(own).filter(|m| m.state.present()) {
            meta.state = State::Invalid;
        }
    }
}
