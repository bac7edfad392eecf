// SPDX-License-Identifier: Apache-2.0
//! Miss status holding registers: who waits for each outstanding line.

use serde::{Deserialize, Serialize};

use super::access::Fill;
use crate::types::{Origin, PrefetchTag};

/// One entry beside its tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Tokens that wait.
    waiting: u8,
    /// The first of them is the access that missed.
    missed: bool,
    /// Why the line was asked for; of a prefetch that a demand has met: the demand.
    origin: Origin,
}

/// A fixed number of entries, each with a fixed number of waiting accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mshrs<T> {
    merges: usize,
    entries: Vec<Entry>,
    tokens: Vec<T>,
    free: Vec<u16>,
}

impl<T: Copy + Default> Mshrs<T> {
    pub(super) fn new(entries: u32, merges: u32) -> Mshrs<T> {
        Mshrs {
            merges: merges as usize,
            entries: vec![Entry::default(); entries as usize],
            tokens: vec![T::default(); (entries * merges) as usize],
            free: (0..entries as u16).rev().collect(),
        }
    }

    pub(super) fn full(&self) -> bool {
        self.free.is_empty()
    }

    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn outstanding(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Takes a free entry, of which there must be one, for a line that is asked for because of `origin`; `missed`: the
    /// access that missed will wait.
    pub(super) fn take(&mut self, origin: Origin, missed: bool) -> u16 {
        let entry = self.free.pop().expect("the caller has seen a free MSHR");
        self.entries[entry as usize] = Entry { waiting: 0, missed, origin };
        entry
    }

    /// Whether no further access can wait in `entry`.
    #[inline]
    pub(super) fn saturated(&self, entry: u16) -> bool {
        self.entries[entry as usize].waiting as usize == self.merges
    }

    /// Makes an access wait in `entry`, which must not be saturated.
    #[inline]
    pub(super) fn wait(&mut self, entry: u16, token: T) {
        let e = entry as usize;
        let waiting = &mut self.entries[e].waiting;
        self.tokens[e * self.merges + *waiting as usize] = token;
        *waiting += 1;
    }

    /// A demand wants the line of `entry`, which a prefetch has asked for. Returns the prefetch's tag.
    pub(super) fn upgrade(&mut self, entry: u16) -> Option<PrefetchTag> {
        match std::mem::take(&mut self.entries[entry as usize].origin) {
            Origin::Prefetch(tag) => Some(tag),
            Origin::Demand | Origin::Walk { .. } => None,
        }
    }

    /// Whether exactly the entries `held` (in order, none twice) are taken, none by more accesses than fit.
    ///
    /// # Errors
    /// The entry for which it does not hold.
    pub(super) fn audit(&self, held: &[u16]) -> Result<(), String> {
        let mut free = self.free.clone();
        free.sort_unstable();
        for entry in 0..self.entries.len() as u16 {
            let waiting = self.entries[usize::from(entry)].waiting;
            match (held.binary_search(&entry).is_ok(), free.binary_search(&entry).is_ok()) {
                (true, true) => return Err(format!("MSHR {entry} of an outstanding line is free")),
                (false, false) => return Err(format!("MSHR {entry} is taken by no outstanding line")),
                (true, false) if usize::from(waiting) > self.merges => {
                    return Err(format!(
                        "{waiting} accesses wait in MSHR {entry}, which takes {}",
                        self.merges
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Frees `entry` and gives what waited, in the order of the accesses.
    pub(super) fn release(&mut self, entry: u16) -> Fill<'_, T> {
        self.free.push(entry);
        let first = entry as usize * self.merges;
        let Entry { waiting, missed, origin } = self.entries[entry as usize];
        Fill { waited: &self.tokens[first..first + waiting as usize], missed, origin }
    }
}
