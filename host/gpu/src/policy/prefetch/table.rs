// SPDX-License-Identifier: Apache-2.0
//! What tables of prefetchers share: entries that are found by a key, the one used least recently making room.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::Access;

/// A fully associative table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lru<K, V> {
    entries: usize,
    /// The one used least recently first.
    rows: Vec<(K, V)>,
}

impl<K: PartialEq, V> Lru<K, V> {
    /// An empty table.
    pub fn new(entries: u32) -> Lru<K, V> {
        Lru { entries: entries as usize, rows: Vec::with_capacity(entries as usize) }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// The value of `key`, which is now the one used last.
    pub fn get(&mut self, key: &K) -> Option<&mut V> {
        let row = self.rows.iter().position(|(known, _)| known == key)?;
        self.rows[row..].rotate_left(1);
        self.rows.last_mut().map(|(_, value)| value)
    }

    /// The value of `key`, which is now the one used last; a new one if there was none.
    pub fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        if self.get(&key).is_none() {
            self.insert(key, V::default());
        }
        let last = self.rows.len() - 1;
        &mut self.rows[last].1
    }

    /// Gives `key` a value, and returns the one that it had.
    pub fn replace(&mut self, key: K, value: V) -> Option<V> {
        if let Some(known) = self.get(&key) {
            return Some(std::mem::replace(known, value));
        }
        self.insert(key, value);
        None
    }

    /// Adds a row for `key`, which has none.
    fn insert(&mut self, key: K, value: V) {
        if self.rows.len() == self.entries {
            self.rows.remove(0);
        }
        self.rows.push((key, value));
    }

    /// Keeps the rows for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        self.rows.retain(|(key, value)| keep(key, value));
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.rows.iter().map(|(key, value)| (key, value))
    }
}

/// The address of the first active lane, which stands for the access.
pub fn first_address(access: &Access) -> Option<u64> {
    access.addr.get(access.mask.trailing_zeros() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_least_recently_makes_room() {
        let mut table = Lru::new(2);
        assert_eq!(
            (table.replace(1, 'a'), table.replace(2, 'b'), table.replace(1, 'c')),
            (None, None, Some('a'))
        );
        assert_eq!(table.replace(3, 'd'), None);
        assert_eq!((table.get(&2).copied(), table.get(&1).copied()), (None, Some('c')));
        table.replace(4, 'e');
        assert_eq!(table.iter().collect::<Vec<_>>(), [(&1, &'c'), (&4, &'e')]);
    }
}
