// SPDX-License-Identifier: Apache-2.0
//! Translations with true LRU: a set of the main array, or the bypass cache (specification sections 2.3, 2.5 and 3).

use serde::{Deserialize, Serialize};

/// A page of an address space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Page {
    pub asid: u32,
    pub vpn: u64,
}

/// Where a page is, and what may be done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub ppn: u64,
    pub perm: u8,
}

/// Places for translations. Ages are a permutation of the numbers of places, 0 the most recently used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Store {
    entries: Vec<Option<(Page, Frame)>>,
    ages: Vec<u8>,
}

impl Store {
    /// So many places, all empty.
    pub fn new(places: u32) -> Store {
        Store { entries: vec![None; places as usize], ages: (0..places as u8).collect() }
    }

    /// The valid entries.
    pub fn entries(&self) -> impl Iterator<Item = &(Page, Frame)> {
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

    /// The frame of a page, whose place is the most recently used from now on.
    pub fn look(&mut self, page: Page) -> Option<Frame> {
        let of = |entry: &Option<(Page, Frame)>| entry.is_some_and(|(one, _)| one == page);
        let place = self.entries.iter().position(of)?;
        self.touch(place);
        self.entries[place].map(|(_, frame)| frame)
    }

    /// Writes a translation into the lowest empty place, else over the least recently used one.
    pub fn fill(&mut self, page: Page, frame: Frame) {
        let last = self.entries.len() - 1;
        let empty = self.entries.iter().position(Option::is_none);
        let oldest = self.ages.iter().position(|age| usize::from(*age) == last);
        if let Some(place) = empty.or(oldest) {
            self.entries[place] = Some((page, frame));
            self.touch(place);
        }
    }

    /// Drops what is of an address space, or (none) all. Ages stay.
    pub fn flush(&mut self, asid: Option<u32>) {
        let goes = |page: Page| asid.is_none_or(|asid| asid == page.asid);
        self.entries
            .iter_mut()
            .filter(|entry| entry.is_some_and(|(page, _)| goes(page)))
            .for_each(|e| *e = None);
    }

    /// Invariant 7.
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
        let page = |vpn| Page { asid: 1, vpn };
        let mut store = Store::new(3);
        (0..3).for_each(|vpn| store.fill(page(vpn), Frame { ppn: vpn, perm: 1 }));
        assert_eq!(store.look(page(0)).map(|frame| frame.ppn), Some(0));
        store.fill(page(3), Frame::default());
        assert_eq!(
            [0, 1, 2, 3].map(|vpn| store.clone().look(page(vpn)).is_some()),
            [true, false, true, true]
        );
        store.flush(Some(2));
        assert_eq!(store.entries().count(), 3);
        store.flush(Some(1));
        assert_eq!((store.entries().count(), store.ages_are_a_permutation()), (0, true));
    }
}
