// SPDX-License-Identifier: Apache-2.0
//! The request buffer: entries that stay where they are until they are served.

use serde::{Deserialize, Serialize};

use crate::dram_timing::Request;

/// One request in the buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The request, as it arrived.
    pub request: Request,
    /// Cycle of its arrival; no two entries have the same.
    pub arrival: u64,
    /// Goes before all that are not.
    pub urgent: bool,
}

/// The entries, and which of them are valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    entries: Vec<Entry>,
    /// Bit `i % 64` of word `i / 64`: entry `i` is free.
    free: Vec<u64>,
    /// Valid entries.
    pub occupied: u32,
    /// Urgent entries.
    pub urgent: u32,
}

impl Buffer {
    /// An empty buffer of `n` entries.
    pub(super) fn new(n: u32) -> Buffer {
        let word = |first: u32| crate::bitset::ones64((n - first).min(64));
        Buffer {
            entries: vec![Entry::default(); n as usize],
            free: (0..n).step_by(64).map(word).collect(),
            occupied: 0,
            urgent: 0,
        }
    }

    /// The entry at `index`, if it is valid.
    pub(super) fn get(&self, index: usize) -> Option<&Entry> {
        (self.free[index / 64] >> (index % 64) & 1 == 0).then(|| &self.entries[index])
    }

    /// All valid entries and where they are.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Entry)> {
        (0..self.entries.len()).filter_map(|i| Some((i, self.get(i)?)))
    }

    /// Puts a request into the lowest free entry, of which there must be one.
    pub(super) fn insert(&mut self, request: Request, arrival: u64) -> usize {
        let word = self.free.iter().position(|w| *w != 0).expect("readiness says that an entry is free");
        let bit = self.free[word].trailing_zeros() as usize;
        self.free[word] &= self.free[word] - 1;
        self.occupied += 1;
        self.entries[64 * word + bit] = Entry { request, arrival, urgent: false };
        64 * word + bit
    }

    /// Frees a valid entry, and gives what it held.
    pub(super) fn remove(&mut self, index: usize) -> Entry {
        let entry = self.entries[index];
        self.free[index / 64] |= 1 << (index % 64);
        self.occupied -= 1;
        self.urgent -= u32::from(entry.urgent);
        entry
    }

    /// Makes a valid entry urgent; false if it was.
    pub(super) fn make_urgent(&mut self, index: usize) -> bool {
        let before = std::mem::replace(&mut self.entries[index].urgent, true);
        self.urgent += u32::from(!before);
        !before
    }
}
