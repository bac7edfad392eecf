// SPDX-License-Identifier: Apache-2.0
//! A bounded queue whose entries become visible after a delay: a pipeline with back-pressure.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// First in, first out; `C` is a cycle of the clock that the delay is counted in. Entries must be pushed in
/// the order in which they become ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DelayQueue<T, C> {
    capacity: usize,
    entries: VecDeque<(C, T)>,
}

impl<T: Copy, C: Copy + Ord> DelayQueue<T, C> {
    /// An empty queue of fixed capacity.
    pub fn new(capacity: u32) -> Self {
        DelayQueue { capacity: capacity as usize, entries: VecDeque::with_capacity(capacity as usize) }
    }

    /// Whether one more entry fits.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.entries.len() < self.capacity
    }

    /// Whether there is no entry, ready or not.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().map(|(_, entry)| entry)
    }

    /// Appends an entry that can be taken from cycle `ready` on.
    #[inline]
    pub fn push(&mut self, ready: C, entry: T) {
        debug_assert!(self.has_room() && self.entries.back().is_none_or(|(before, _)| *before <= ready));
        self.entries.push_back((ready, entry));
    }

    /// The oldest entry, if it is ready at `now`.
    #[inline]
    pub fn front(&self, now: C) -> Option<&T> {
        self.entries.front().filter(|(ready, _)| *ready <= now).map(|(_, entry)| entry)
    }

    /// When the oldest entry is or was ready.
    #[inline]
    pub fn ready(&self) -> Option<C> {
        self.entries.front().map(|(ready, _)| *ready)
    }

    /// Takes the oldest entry, if it is ready at `now`.
    #[inline]
    pub fn pop(&mut self, now: C) -> Option<T> {
        self.front(now).copied().inspect(|_| {
            self.entries.pop_front();
        })
    }
}
