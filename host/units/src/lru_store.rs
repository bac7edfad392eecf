// SPDX-License-Identifier: Apache-2.0
//! A store of a few entries with true LRU, such as a TLB or one of its sets.

use serde::{Deserialize, Serialize};

/// Places for entries. Ages are a permutation of the numbers of places, 0 the most recently used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LruStore<K, V> {
    entries: Vec<Option<(K, V)>>,
    ages: Vec<u16>,
}

impl<K: Copy + PartialEq, V: Copy> LruStore<K, V> {
    /// So many places, at most 65536, all empty.
    pub fn new(places: u32) -> LruStore<K, V> {
        LruStore { entries: vec![None; places as usize], ages: (0..places).map(|age| age as u16).collect() }
    }

    /// The valid entries.
    pub fn entries(&self) -> impl Iterator<Item = &(K, V)> {
        self.entries.iter().flatten()
    }

    /// Places.
    pub fn size(&self) -> usize {
        self.entries.len()
    }

    fn touch(&mut self, place: usize) {
        let age = self.ages[place];
        self.ages.iter_mut().filter(|other| **other < age).for_each(|other| *other += 1);
        self.ages[place] = 0;
    }

    /// What there is of a key, whose place is the most recently used from now on.
    pub fn look(&mut self, key: K) -> Option<V> {
        let place = self.entries.iter().position(|entry| entry.is_some_and(|(one, _)| one == key))?;
        self.touch(place);
        self.entries[place].map(|(_, value)| value)
    }

    /// Writes an entry into the lowest empty place, else over the least recently used one.
    pub fn fill(&mut self, key: K, value: V) {
        let last = self.entries.len() - 1;
        let empty = self.entries.iter().position(Option::is_none);
        let oldest = self.ages.iter().position(|age| usize::from(*age) == last);
        if let Some(place) = empty.or(oldest) {
            self.entries[place] = Some((key, value));
            self.touch(place);
        }
    }

    /// The same of a key that is not here; one that is becomes the most recently used, and stays what it is. Whether it is new.
    pub fn fill_new(&mut self, key: K, value: V) -> bool {
        let new = self.look(key).is_none();
        if new {
            self.fill(key, value);
        }
        new
    }

    /// Drops the entries of some keys. Ages stay.
    pub fn flush(&mut self, goes: impl Fn(&K) -> bool) {
        self.entries
            .iter_mut()
            .filter(|entry| entry.as_ref().is_some_and(|(key, _)| goes(key)))
            .for_each(|entry| *entry = None);
    }

    /// Whether the ages say of every place when it was used last.
    pub fn ages_are_a_permutation(&self) -> bool {
        let mut ages = self.ages.clone();
        ages.sort_unstable();
        ages.iter().enumerate().all(|(place, age)| place == usize::from(*age))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_empty_place_is_taken_else_that_of_the_least_recently_used() {
        let mut store = LruStore::new(3);
        (0..3).for_each(|page| store.fill(page, 10 * page));
        assert_eq!(store.look(0), Some(0));
        store.fill(3, 30);
        assert_eq!([0, 1, 2, 3].map(|page| store.clone().look(page)), [Some(0), None, Some(20), Some(30)]);
        store.flush(|page| *page == 7);
        assert_eq!(store.entries().count(), 3);
        store.flush(|page| *page < 4);
        assert_eq!((store.entries().count(), store.ages_are_a_permutation()), (0, true));
    }

    #[test]
    fn of_256_places_each_has_its_age() {
        let mut store = LruStore::new(256);
        (0..256).for_each(|page| store.fill(page, ()));
        store.fill(256, ());
        assert_eq!((store.look(0), store.look(1)), (None, Some(())));
        assert!(store.ages_are_a_permutation());
    }
}
