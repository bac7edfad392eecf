// SPDX-License-Identifier: Apache-2.0
//! Translations that replace each other by true LRU: an L1 TLB, or a set of the L2 TLB.

use serde::{Deserialize, Serialize};

/// At most so many values by key, the most recently used first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Store<K, V> {
    capacity: usize,
    entries: Vec<(K, V)>,
}

impl<K: Copy + PartialEq, V: Copy> Store<K, V> {
    /// Room for so many, at least one.
    pub fn new(capacity: u32) -> Self {
        Store { capacity: capacity as usize, entries: Vec::with_capacity(capacity as usize) }
    }

    /// The value of `key`, which becomes the most recently used.
    #[inline]
    pub fn look(&mut self, key: K) -> Option<V> {
        let place = self.entries.iter().position(|(k, _)| *k == key)?;
        self.entries[..=place].rotate_right(1);
        self.entries.first().map(|(_, value)| *value)
    }

    /// Whether `key` is there.
    pub fn holds(&self, key: K) -> bool {
        self.entries.iter().any(|(k, _)| *k == key)
    }

    /// Puts `value` there as the most recently used; if all places are taken, the least recently used leaves.
    pub fn fill(&mut self, key: K, value: V) {
        self.entries.truncate(self.capacity - 1);
        self.entries.insert(0, (key, value));
    }

    /// Drops all for which `goes` holds; returns how many.
    pub fn flush(&mut self, goes: impl Fn(&K) -> bool) -> usize {
        let before = self.entries.len();
        self.entries.retain(|(key, _)| !goes(key));
        before - self.entries.len()
    }

    /// The keys, each once.
    ///
    /// # Errors
    /// There are too many, or one is there twice.
    pub fn audit(&self) -> Result<(), String> {
        let twice = (1..self.entries.len())
            .any(|i| self.entries[..i].iter().any(|(key, _)| *key == self.entries[i].0));
        match (self.entries.len() > self.capacity, twice) {
            (false, false) => Ok(()),
            (true, _) => Err(format!("{} translations in {} places", self.entries.len(), self.capacity)),
            (false, true) => Err("a page has two translations".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_that_was_not_used_for_longest_leaves_and_only_when_all_places_are_taken() {
        let mut store = Store::new(3);
        (0..3).for_each(|key| store.fill(key, key * 10));
        assert_eq!(store.look(0), Some(0));
        store.fill(3, 30);
        assert_eq!([1, 0, 2, 3].map(|key| store.holds(key)), [false, true, true, true]);
        store.flush(|key| *key == 0);
        store.fill(4, 40);
        assert_eq!([2, 3, 4].map(|key| store.look(key)), [Some(20), Some(30), Some(40)]);
        assert_eq!(store.audit(), Ok(()));
    }

    #[test]
    fn a_translation_that_is_there_twice_is_noticed() {
        let mut store = Store::new(3);
        store.fill(7, 1);
        store.fill(7, 2);
        assert!(store.audit().is_err());
    }
}
