// SPDX-License-Identifier: Apache-2.0
//! Taking device memory to a checkpoint and back.

use serde::{Deserialize, Serialize};

use super::{padded, Allocation, FreeRanges, GlobalMemory, MemoryError, GLOBAL_BASE};
use crate::notes::Notes;

/// Bytes that are kept or left out together.
const PAGE_BYTES: u64 = 4096;

/// Everything of a device memory but its contents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemoryState {
    live: Vec<Allocation>,
    made: u64,
    fresh: u64,
    printed: Vec<u8>,
    notes: Notes,
}

impl GlobalMemory {
    /// The state without the contents.
    pub fn state(&self) -> MemoryState {
        // The contents are saved apart, changes are only compared within a run, and the last hit only saves time.
        // How reads behave belongs to the run; the free ranges are what the allocations leave.
        let GlobalMemory {
            live,
            made,
            fresh,
            printed,
            notes,
            map: _,
            free: _,
            taken: _,
            changes: _,
            last: _,
            zeros_outside: _,
        } = self;
        let (live, printed, notes) = (live.values().cloned().collect(), printed.clone(), notes.clone());
        MemoryState { live, made: *made, fresh: *fresh, printed, notes }
    }

    /// The contents: the address and the bytes of every part of an allocation that is not all zero, by address. What no
    /// allocation holds is not part of them, because [`GlobalMemory::alloc`] clears it.
    pub fn contents(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let pages = self.live.values().flat_map(|a| {
            let end = a.base + a.size;
            let starts = (a.base..end).step_by(PAGE_BYTES as usize);
            starts.map(move |start| (start, (end - start).min(PAGE_BYTES)))
        });
        pages.filter_map(|(start, bytes)| {
            let offset = (start - GLOBAL_BASE) as usize;
            let page = &self.bytes()[offset..offset + bytes as usize];
            page.iter().any(|byte| *byte != 0).then_some((start, page))
        })
    }

    /// Takes over `state`. This memory must be new: its contents, to be written afterwards, begin as zeros.
    ///
    /// # Errors
    /// The allocations do not fit this memory.
    pub fn restore(&mut self, state: MemoryState) -> Result<(), MemoryError> {
        let limit = GLOBAL_BASE + self.capacity();
        let (mut end, mut taken) = (GLOBAL_BASE, 0);
        let mut gaps = Vec::new();
        for a in &state.live {
            let room = limit.checked_sub(a.base).filter(|_| a.base >= end).unwrap_or(0);
            if a.size >= room || padded(a.size) > room {
                return Err(MemoryError::OutOfMemory { bytes: a.size, largest: limit.saturating_sub(end) });
            }
            gaps.push((end - GLOBAL_BASE, a.base - end));
            end = a.base + padded(a.size);
            taken += padded(a.size);
        }
        gaps.push((end - GLOBAL_BASE, limit - end));
        self.free = FreeRanges::new(self.capacity(), gaps);
        let MemoryState { live, made, fresh, printed, notes } = state;
        self.live = live.into_iter().map(|a| (a.base, a)).collect();
        (self.taken, self.made, self.fresh) = (taken, made, fresh);
        (self.printed, self.notes) = (printed, notes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CAPACITY: u64 = 1 << 20;

    fn taken_over(memory: &GlobalMemory) -> GlobalMemory {
        let mut other = GlobalMemory::new(CAPACITY).unwrap();
        other.restore(memory.state()).unwrap();
        memory.contents().for_each(|(address, bytes)| other.write(address, bytes).unwrap());
        other
    }

    proptest! {
        #[test]
        fn a_memory_that_takes_over_another_is_the_same_to_every_later_call(
            sizes in prop::collection::vec(0u64..20_000, 1..8),
            freed in prop::collection::vec(any::<bool>(), 8),
            writes in prop::collection::vec((any::<prop::sample::Index>(), 0u64..20_000, any::<u8>()), 0..20),
            later in prop::collection::vec(0u64..30_000, 0..6),
        ) {
            let mut memory = GlobalMemory::new(CAPACITY).unwrap();
            let bases: Vec<u64> = sizes.iter().map(|bytes| memory.alloc(*bytes).unwrap()).collect();
            for (index, offset, value) in writes {
                let i = index.index(bases.len());
                let offset = offset.min(sizes[i]);
                memory.fill(bases[i] + offset, value, (sizes[i] - offset).min(100)).unwrap();
            }
            for (base, _) in bases.iter().zip(&freed).filter(|(_, freed)| **freed) {
                memory.free(*base).unwrap();
            }
            memory.print(b"said");
            let mut other = taken_over(&memory);
            for bytes in later {
                prop_assert_eq!(memory.alloc(bytes).ok(), other.alloc(bytes).ok());
            }
            let all: Vec<(u64, u64)> = memory.allocations().collect();
            prop_assert_eq!(&all, &other.allocations().collect::<Vec<_>>());
            for (base, size) in all {
                let [mut a, mut b] = [(); 2].map(|()| vec![0; size as usize]);
                memory.read(base, &mut a).unwrap();
                other.read(base, &mut b).unwrap();
                prop_assert_eq!(a, b);
                prop_assert_eq!(memory.nearest(base), other.nearest(base));
            }
            prop_assert_eq!(memory.take_printed(), other.take_printed());
        }
    }

    #[test]
    fn a_state_of_a_larger_memory_is_refused() {
        let mut memory = GlobalMemory::new(CAPACITY).unwrap();
        memory.alloc(CAPACITY / 2).unwrap();
        let mut small = GlobalMemory::new(CAPACITY / 4).unwrap();
        assert!(matches!(small.restore(memory.state()), Err(MemoryError::OutOfMemory { .. })));
    }
}
