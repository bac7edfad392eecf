// SPDX-License-Identifier: Apache-2.0
//! Miss status holding registers: who waits for each outstanding line.

use serde::{Deserialize, Serialize};

/// A fixed number of entries, each with a fixed number of waiting accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mshrs<T> {
    merges: usize,
    /// Tokens that wait in each entry.
    waiting: Vec<u8>,
    tokens: Vec<T>,
    free: Vec<u16>,
}

impl<T: Copy + Default> Mshrs<T> {
    pub(super) fn new(entries: u32, merges: u32) -> Mshrs<T> {
        Mshrs {
            merges: merges as usize,
            waiting: vec![0; entries as usize],
            tokens: vec![T::default(); (entries * merges) as usize],
            free: (0..entries as u16).rev().collect(),
        }
    }

    pub(super) fn full(&self) -> bool {
        self.free.is_empty()
    }

    pub(super) fn entries(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn outstanding(&self) -> usize {
        self.waiting.len() - self.free.len()
    }

    /// Takes a free entry, of which there must be one.
    pub(super) fn take(&mut self) -> u16 {
        let entry = self.free.pop().expect("the caller has seen a free MSHR");
        self.waiting[entry as usize] = 0;
        entry
    }

    /// Whether no further access can wait in `entry`.
    #[inline]
    pub(super) fn saturated(&self, entry: u16) -> bool {
        self.waiting[entry as usize] as usize == self.merges
    }

    /// Makes an access wait in `entry`, which must not be saturated.
    #[inline]
    pub(super) fn wait(&mut self, entry: u16, token: T) {
        let e = entry as usize;
        self.tokens[e * self.merges + self.waiting[e] as usize] = token;
        self.waiting[e] += 1;
    }

    /// Whether exactly the entries `held` (in order, none twice) are taken, none by more accesses than fit.
    ///
    /// # Errors
    /// The entry for which it does not hold.
    pub(super) fn audit(&self, held: &[u16]) -> Result<(), String> {
        let mut free = self.free.clone();
        free.sort_unstable();
        for entry in 0..self.waiting.len() as u16 {
            let waiting = self.waiting[usize::from(entry)];
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

    /// Frees `entry` and gives the tokens that waited, in the order of their accesses.
    pub(super) fn release(&mut self, entry: u16) -> &[T] {
        self.free.push(entry);
        let first = entry as usize * self.merges;
        &self.tokens[first..first + self.waiting[entry as usize] as usize]
    }
}
