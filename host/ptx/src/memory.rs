// SPDX-License-Identifier: Apache-2.0
//! Device memory: one sparse range with an allocation table that every access is checked against.

mod free;
mod saved;

pub use saved::MemoryState;

use std::collections::BTreeMap;
use std::fmt;

use crate::error::FaultKind;
use crate::notes::Notes;
use crate::types::Space;
use free::FreeRanges;
use memmap2::{MmapMut, MmapOptions};
use serde::{Deserialize, Serialize};

/// First address of device memory; the same in every run.
pub const GLOBAL_BASE: u64 = 0x10_0000_0000;
/// Generic addresses of shared memory: `SHARED_WINDOW .. SHARED_WINDOW + WINDOW_BYTES`.
pub const SHARED_WINDOW: u64 = 0x0100_0000;
/// Generic addresses of a thread's local memory.
pub const LOCAL_WINDOW: u64 = 0x0200_0000;
/// Generic addresses of the kernel's parameters (read only).
pub const PARAM_WINDOW: u64 = 0x0300_0000;
/// Addresses of functions; nothing is stored there.
pub(crate) const FUNCTION_WINDOW: u64 = 0x0400_0000;
/// Size of each generic window in bytes.
pub const WINDOW_BYTES: u64 = 0x0100_0000;
/// First of the physical addresses that local memory occupies in an [`crate::Access`].
pub const LOCAL_PHYSICAL_BASE: u64 = 0x80_0000_0000;

/// How far from an allocation a read may go astray without a fault, if asked for: a page of device memory, beyond which
/// hardware may have mapped nothing.
pub const NEAR_BYTES: u64 = 2 << 20;

/// Alignment of every allocation in bytes.
const ALIGN: u64 = 256;

/// An allocation, and how far a faulting access was from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllocationInfo {
    /// Device address of its first byte.
    pub base: u64,
    /// Bytes asked for.
    pub size: u64,
    /// Bytes between the access and the allocation; zero if the access starts inside.
    pub distance: u64,
    /// How many allocations were made before this one.
    pub ordinal: u64,
    /// Name of a module variable, if it is one.
    pub name: Option<String>,
}

impl fmt::Display for AllocationInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "`{name}`")?,
            None => write!(f, "allocation number {}", self.ordinal)?,
        }
        write!(f, " of {} bytes at {:#x}, {} bytes away", self.size, self.base, self.distance)
    }
}

/// Errors of memory management and of copies between host and device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum MemoryError {
    #[error("cannot reserve {bytes} bytes of address space for device memory: {reason}")]
    Reserve { bytes: u64, reason: String },
    #[error("out of device memory: {bytes} bytes asked for, the largest free range has {largest}")]
    OutOfMemory { bytes: u64, largest: u64 },
    #[error("{addr:#x} is not the start of a live allocation")]
    NotAllocated { addr: u64 },
    #[error("{bytes} bytes at {addr:#x} are outside every live allocation")]
    OutOfBounds { addr: u64, bytes: u64, nearest: Option<AllocationInfo> },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Allocation {
    base: u64,
    size: u64,
    ordinal: u64,
    name: Option<String>,
}

/// The space that an allocation takes: at least one byte behind it belongs to nobody, so that the commonest
/// overrun, by one element, never lands in the neighbour.
fn padded(size: u64) -> u64 {
    (size / ALIGN + 1) * ALIGN
}

/// The memory of the device. Untouched pages cost nothing.
pub struct GlobalMemory {
    map: MmapMut,
    /// Live allocations by address.
    live: BTreeMap<u64, Allocation>,
    /// What they leave, as offsets from [`GLOBAL_BASE`].
    free: FreeRanges,
    /// Bytes that they take.
    taken: u64,
    made: u64,
    /// Every byte at and above this address has never been allocated, hence is zero.
    fresh: u64,
    /// What device code has printed. A real device keeps it in device memory too, until the host fetches it.
    printed: Vec<u8>,
    /// Instructions that may have changed what a thread can read.
    changes: u64,
    last: LastHit,
    /// Whether reads close to an allocation, but outside, give zeros instead of a fault.
    zeros_outside: bool,
    notes: Notes,
}

/// Base and size of the allocation that was hit last: most accesses hit it again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastHit {
    base: u64,
    size: u64,
}

impl GlobalMemory {
    /// Reserves `capacity` bytes of device memory starting at [`GLOBAL_BASE`].
    pub fn new(capacity: u64) -> Result<Self, MemoryError> {
        let fail = |reason: String| MemoryError::Reserve { bytes: capacity, reason };
        let len = usize::try_from(capacity).map_err(|e| fail(e.to_string()))?;
        let map =
            MmapOptions::new().len(len).no_reserve_swap().map_anon().map_err(|e| fail(e.to_string()))?;
        Ok(Self {
            map,
            live: BTreeMap::new(),
            free: FreeRanges::new(capacity, [(0, capacity)]),
            taken: 0,
            made: 0,
            fresh: GLOBAL_BASE,
            printed: Vec::new(),
            changes: 0,
            last: LastHit::default(),
            zeros_outside: false,
            notes: Notes::default(),
        })
    }

    /// From now on, loads and texture fetches outside every allocation, but not further than [`NEAR_BYTES`] from one, give zeros
    /// and are [noted](Self::notes). Otherwise they are faults, as stores and atomics always are.
    pub fn read_zeros_outside(&mut self) {
        self.zeros_outside = true;
    }

    /// Whether a read with this fault gives zeros instead.
    pub(crate) fn reads_zeros(&self, kind: &FaultKind) -> bool {
        let near = |info: &AllocationInfo| info.distance <= NEAR_BYTES;
        self.zeros_outside && matches!(kind, FaultKind::OutOfBounds { nearest: Some(info), .. } if near(info))
    }

    /// What kernels did that they should not, and hardware does not report.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    pub(crate) fn notes_mut(&mut self) -> &mut Notes {
        &mut self.notes
    }

    /// Forgets allocations and contents, but neither how reads behave nor what was noted.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn clear(&mut self) -> Result<(), MemoryError> {
        let fresh = GlobalMemory::new(self.capacity())?;
        let old = std::mem::replace(self, fresh);
        (self.zeros_outside, self.notes) = (old.zeros_outside, old.notes);
        Ok(())
    }

    /// What device code has printed and nobody has taken, in the order of issue.
    pub fn printed(&mut self) -> &mut Vec<u8> {
        &mut self.printed
    }

    /// Takes what device code has printed since the last call, in the order of issue.
    pub fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.printed)
    }

    /// Instructions so far that may have changed what a thread can read, shared and local memory included: stores, and
    /// atomics that left another value than they found.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    #[inline]
    pub(crate) fn changed(&mut self, times: u64) {
        self.changes += times;
    }

    pub(crate) fn print(&mut self, text: &[u8]) {
        self.printed.extend_from_slice(text);
    }

    /// Bytes of device memory, allocated or not.
    pub fn capacity(&self) -> u64 {
        self.map.len() as u64
    }

    /// Bytes not taken by live allocations (alignment counted as taken).
    pub fn free_bytes(&self) -> u64 {
        self.capacity() - self.taken
    }

    /// Allocates `bytes` zeroed bytes at the lowest free address, aligned to 256 bytes.
    pub fn alloc(&mut self, bytes: u64) -> Result<u64, MemoryError> {
        self.insert(bytes, None)
    }

    /// Like [`Self::alloc`] for a module variable; fault messages give its name.
    pub fn alloc_named(&mut self, bytes: u64, name: &str) -> Result<u64, MemoryError> {
        self.insert(bytes, Some(name.to_owned()))
    }

    fn insert(&mut self, bytes: u64, name: Option<String>) -> Result<u64, MemoryError> {
        let largest = self.free.largest();
        // The comparison first: the space that a huge one takes is not a number.
        let place = if bytes < largest { self.free.take(padded(bytes)) } else { None };
        let Some(place) = place else { return Err(MemoryError::OutOfMemory { bytes, largest }) };
        let base = GLOBAL_BASE + place;
        let used = (base + bytes).min(self.fresh);
        if used > base {
            let start = (base - GLOBAL_BASE) as usize;
            self.map[start..start + (used - base) as usize].fill(0);
        }
        self.live.insert(base, Allocation { base, size: bytes, ordinal: self.made, name });
        self.taken += padded(bytes);
        self.made += 1;
        self.fresh = self.fresh.max(base + padded(bytes));
        Ok(base)
    }

    /// Frees the allocation that starts at `addr`.
    pub fn free(&mut self, addr: u64) -> Result<(), MemoryError> {
        let freed = self.live.remove(&addr).ok_or(MemoryError::NotAllocated { addr })?;
        self.free.give(addr - GLOBAL_BASE, padded(freed.size));
        self.taken -= padded(freed.size);
        self.last = LastHit::default();
        Ok(())
    }

    /// Base and size of the live allocation that contains `addr`.
    pub fn allocation_of(&self, addr: u64) -> Option<(u64, u64)> {
        let (_, found) = self.live.range(..=addr).next_back()?;
        (addr - found.base < found.size).then_some((found.base, found.size))
    }

    /// Base and size of every live allocation, by address.
    pub fn allocations(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.live.values().map(|a| (a.base, a.size))
    }

    /// The name of the module variable at `base`, if there is one.
    pub fn variable_at(&self, base: u64) -> Option<&str> {
        self.live.get(&base)?.name.as_deref()
    }

    /// The live allocation nearest to `addr`.
    pub fn nearest(&self, addr: u64) -> Option<AllocationInfo> {
        let distance = |a: &Allocation| {
            if addr < a.base {
                a.base - addr
            } else {
                addr.saturating_add(1).saturating_sub(a.base + a.size)
            }
        };
        // One of its neighbours, the lower one if both are as near.
        let neighbours = [self.live.range(..=addr).next_back(), self.live.range(addr..).next()];
        let (_, a) = neighbours.into_iter().flatten().min_by_key(|(_, a)| distance(a))?;
        let name = a.name.clone();
        Some(AllocationInfo { base: a.base, size: a.size, distance: distance(a), ordinal: a.ordinal, name })
    }

    /// Copies device memory to the host.
    pub fn read(&self, addr: u64, to: &mut [u8]) -> Result<(), MemoryError> {
        let range = self.range(addr, to.len() as u64)?;
        to.copy_from_slice(&self.map[range]);
        Ok(())
    }

    /// Copies host data to device memory.
    pub fn write(&mut self, addr: u64, from: &[u8]) -> Result<(), MemoryError> {
        let range = self.range(addr, from.len() as u64)?;
        self.map[range].copy_from_slice(from);
        Ok(())
    }

    /// Sets `bytes` bytes to `value`.
    pub fn fill(&mut self, addr: u64, value: u8, bytes: u64) -> Result<(), MemoryError> {
        let range = self.range(addr, bytes)?;
        self.map[range].fill(value);
        Ok(())
    }

    /// Whether one live allocation holds `bytes` bytes at `addr`.
    ///
    /// # Errors
    /// [`MemoryError::OutOfBounds`].
    pub fn check(&self, addr: u64, bytes: u64) -> Result<(), MemoryError> {
        self.range(addr, bytes).map(drop)
    }

    fn range(&self, addr: u64, bytes: u64) -> Result<std::ops::Range<usize>, MemoryError> {
        if bytes == 0 {
            return Ok(0..0);
        }
        match self.locate(&mut LastHit::default(), addr, bytes) {
            Some(start) => Ok(start..start + bytes as usize),
            None => Err(MemoryError::OutOfBounds { addr, bytes, nearest: self.nearest(addr) }),
        }
    }

    /// Offset into [`Self::bytes`] of `bytes` bytes at `addr`, if one live allocation holds them all.
    #[inline(always)]
    pub(crate) fn locate(&self, last: &mut LastHit, addr: u64, bytes: u64) -> Option<usize> {
        let offset = addr.wrapping_sub(last.base);
        if bytes <= last.size && offset <= last.size - bytes && last.size != 0 {
            return Some((addr - GLOBAL_BASE) as usize);
        }
        self.locate_slow(last, addr, bytes)
    }

    /// The same for the only one who uses this memory.
    #[inline(always)]
    pub(crate) fn locate_cached(&mut self, addr: u64, bytes: u64) -> Option<usize> {
        let mut last = self.last;
        let found = self.locate(&mut last, addr, bytes);
        self.last = last;
        found
    }

    #[cold]
    fn locate_slow(&self, last: &mut LastHit, addr: u64, bytes: u64) -> Option<usize> {
        let (base, size) = self.allocation_of(addr)?;
        if bytes > size - (addr - base) {
            return None;
        }
        *last = LastHit { base, size };
        Some((addr - GLOBAL_BASE) as usize)
    }

    /// The bytes that [`Self::locate`] gives offsets into.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    #[inline(always)]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }
}

/// Spaces with a window of generic addresses; global and constant addresses are generic already.
pub(crate) fn window(space: Space) -> Option<u64> {
    match space {
        Space::Shared => Some(SHARED_WINDOW),
        Space::Local => Some(LOCAL_WINDOW),
        Space::Param => Some(PARAM_WINDOW),
        _ => None,
    }
}
