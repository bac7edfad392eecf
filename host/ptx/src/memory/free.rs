// SPDX-License-Identifier: Apache-2.0
//! The free ranges of device memory, by address: the first that is large enough is found without looking at the others.

use std::collections::BTreeMap;

/// Ranges that start in the same piece of the address space are searched one by one.
const PIECE: u64 = 1 << 16;

/// Free ranges, none of which touches another. Sizes and starts in bytes.
pub(super) struct FreeRanges {
    /// Size by start.
    ranges: BTreeMap<u64, u64>,
    /// A tree of maxima over the pieces of the address space: element `pieces + i` is the size of the largest range that starts in
    /// piece `i`, element `i` below `pieces` the maximum of elements `2i` and `2i + 1`.
    largest: Vec<u64>,
    /// A power of two.
    pieces: usize,
}

impl FreeRanges {
    /// These ranges, each a start and a size, of a memory of `capacity` bytes.
    pub fn new(capacity: u64, ranges: impl IntoIterator<Item = (u64, u64)>) -> FreeRanges {
        let pieces = (capacity.div_ceil(PIECE) as usize).next_power_of_two();
        let mut free = FreeRanges { ranges: BTreeMap::new(), largest: vec![0; 2 * pieces], pieces };
        ranges.into_iter().for_each(|(start, bytes)| free.add(start, bytes));
        free
    }

    /// Size of the largest range, 0 if there is none.
    pub fn largest(&self) -> u64 {
        self.largest[1]
    }

    /// Takes the first `bytes` of the first range that has so many; gives their start.
    pub fn take(&mut self, bytes: u64) -> Option<u64> {
        if bytes > self.largest() {
            return None;
        }
        let mut node = 1;
        while node < self.pieces {
            node = 2 * node + usize::from(self.largest[2 * node] < bytes);
        }
        let piece = (node - self.pieces) as u64 * PIECE;
        let (&start, &size) = self.ranges.range(piece..piece + PIECE).find(|(_, size)| **size >= bytes)?;
        self.remove(start);
        self.add(start + bytes, size - bytes);
        Some(start)
    }

    /// Gives `bytes` bytes from `start` back, none of which is free.
    pub fn give(&mut self, mut start: u64, mut bytes: u64) {
        if let Some((&before, &size)) =
            self.ranges.range(..start).next_back().filter(|(b, s)| **b + **s == start)
        {
            self.remove(before);
            (start, bytes) = (before, size + bytes);
        }
        if let Some(size) = self.ranges.get(&(start + bytes)).copied() {
            self.remove(start + bytes);
            bytes += size;
        }
        self.add(start, bytes);
    }

    fn add(&mut self, start: u64, bytes: u64) {
        if bytes > 0 {
            self.ranges.insert(start, bytes);
            self.update(start);
        }
    }

    fn remove(&mut self, start: u64) {
        self.ranges.remove(&start);
        self.update(start);
    }

    /// Mends the tree after a change of the range at `start`.
    fn update(&mut self, start: u64) {
        let piece = start / PIECE * PIECE;
        let mut node = self.pieces + (start / PIECE) as usize;
        self.largest[node] =
            self.ranges.range(piece..piece + PIECE).map(|(_, size)| *size).max().unwrap_or(0);
        while node > 1 {
            node /= 2;
            self.largest[node] = self.largest[2 * node].max(self.largest[2 * node + 1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_search_among_hundreds_of_thousands_of_holes_looks_at_those_of_one_piece() {
        let (count, bytes) = (400_000, 256);
        let mut free = FreeRanges::new(2 * count * bytes, [(0, 2 * count * bytes)]);
        (0..count).for_each(|i| assert_eq!(free.take(bytes), Some(i * bytes)));
        (0..count).step_by(2).for_each(|i| free.give(i * bytes, bytes));
        assert_eq!(free.ranges.len() as u64, count / 2 + 1);
        let crowded =
            (0..free.pieces as u64).map(|i| free.ranges.range(i * PIECE..(i + 1) * PIECE).count()).max();
        assert!(crowded <= Some((PIECE / bytes) as usize), "{crowded:?}");
        // Behind all the holes, which are too small; then the holes from the first on.
        (0..count / 4).for_each(|i| assert_eq!(free.take(2 * bytes), Some((count + 2 * i) * bytes)));
        (0..count).step_by(2).for_each(|i| assert_eq!(free.take(bytes), Some(i * bytes)));
    }

    proptest! {
        #[test]
        fn the_lowest_range_that_is_large_enough_is_taken(
            steps in prop::collection::vec((1u64..300, any::<prop::sample::Index>(), any::<bool>()), 1..200),
        ) {
            const UNIT: u64 = 4096;
            let units = 1000;
            let mut free = FreeRanges::new(units * UNIT, [(0, units * UNIT)]);
            // What is taken, unit by unit, and the reference: a search from the start.
            let mut taken = vec![false; units as usize];
            let mut live: Vec<(u64, u64)> = Vec::new();
            for (size, which, give) in steps {
                if give && !live.is_empty() {
                    let (start, size) = live.swap_remove(which.index(live.len()));
                    taken[start as usize..(start + size) as usize].fill(false);
                    free.give(start * UNIT, size * UNIT);
                    continue;
                }
                let place = taken.windows(size as usize).position(|w| w.iter().all(|t| !t)).map(|p| p as u64);
                prop_assert_eq!(free.take(size * UNIT), place.map(|p| p * UNIT));
                if let Some(start) = place {
                    taken[start as usize..(start + size) as usize].fill(true);
                    live.push((start, size));
                }
            }
            let longest = taken.split(|t| *t).map(<[bool]>::len).max().unwrap_or(0) as u64;
            prop_assert_eq!(free.largest(), longest * UNIT);
        }
    }
}
