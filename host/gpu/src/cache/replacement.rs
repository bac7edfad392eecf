// SPDX-License-Identifier: Apache-2.0
//! What chooses the line that leaves a full set.

use serde::{Deserialize, Serialize};

use super::access::Access;
use super::way::Meta;
use crate::types::{Line, MemKind, Origin, Requester, WarpTag};

/// An access, as far as replacement is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Numbered as that of [`Access`].
    pub line: Line,
    /// What it does to the line.
    pub kind: MemKind,
    /// On whose behalf; the owner of the line if that comes in.
    pub requester: Requester,
    /// Why the line is wanted: by an instruction, a prefetcher or a page walk.
    pub origin: Origin,
    /// Of its warp ([`crate::socket::WarpTyper`]).
    pub warp_tag: WarpTag,
}

impl Use {
    #[inline]
    pub(crate) fn of<T>(access: &Access<T>) -> Use {
        let Access { line, kind, requester, origin, warp_tag, .. } = *access;
        Use { line, kind, requester, origin, warp_tag }
    }
}

/// Where a line that comes in stands in the order in which the lines of its set leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Last.
    MostRecent,
    /// First, unless it is used again.
    LeastRecent,
}

/// The ways of a full set, none of them free. A way is numbered within the whole cache.
#[derive(Clone, Copy)]
pub struct Set<'a> {
    pub(super) first: usize,
    pub(super) ways: &'a [Meta],
}

impl Set<'_> {
    /// Its number in the cache.
    pub fn number(&self) -> usize {
        self.first / self.ways.len()
    }

    /// Its first way.
    pub fn first(&self) -> usize {
        self.first
    }

    /// The ways whose line is on its way, as a mask; all others are present.
    pub fn pending(&self) -> u64 {
        let pending = |(i, meta): (usize, &Meta)| u64::from(meta.state.pending()) << i;
        self.ways.iter().enumerate().map(pending).sum()
    }

    /// The ways whose line is present; the others' lines are on their way and cannot leave.
    pub fn present(&self) -> impl Iterator<Item = usize> + '_ {
        let present = self.ways.iter().enumerate().filter(|(_, meta)| meta.state.present());
        present.map(|(i, _)| self.first + i)
    }
}

/// A replacement policy: told what happens to each way, asked which to give up. What it leaves out is as in [`Lru`].
pub trait Replacement {
    /// `by` has found its line in `way`, present or on its way; it is the most recent of its set now.
    fn touched(&mut self, _way: usize, _by: &Use) {}

    /// The line of `way` is on its way for a prefetch, and the demand `by` is the first to want it.
    fn upgraded(&mut self, _way: usize, _by: &Use) {}

    /// The line of `by` gets `way`, and will come. Says where it stands.
    fn inserted(&mut self, _way: usize, _by: &Use) -> Position {
        Position::MostRecent
    }

    /// `line` has left `way`: for another one, or evicted by a store.
    fn evicted(&mut self, _way: usize, _line: Line) {}

    /// The way of `set` to give up, of which `oldest` is the least recently used that is present; `None` if there is
    /// none that may leave.
    fn victim(&mut self, _set: Set, oldest: Option<usize>) -> Option<usize> {
        oldest
    }
}

/// Least recently used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lru;

impl Replacement for Lru {}
