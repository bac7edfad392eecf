// SPDX-License-Identifier: Apache-2.0
//! Host memory that the device sees too: where it is on either side.

use std::ops::Range;

use warpsmith_protocol::Region;

/// Size and alignment of what the operating system maps.
const PAGE: usize = 4096;

/// Who gave the memory, and hence who takes it back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// `cudaMallocManaged`: freed by `cudaFree`.
    Managed,
    /// `cudaHostAlloc` and its like: freed by `cudaFreeHost`.
    Pinned,
    /// The program, which registered it with `cudaHostRegister`.
    Registered,
    /// The compiler: a `__managed__` variable. It lives as long as the program.
    Variable,
}

impl Origin {
    /// Memory that has the same address on both sides, in pages that are mapped for it.
    pub fn is_allocated(self) -> bool {
        matches!(self, Origin::Managed | Origin::Pinned)
    }
}

/// `bytes` bytes at `host` that the device sees at `device`.
#[derive(Clone, Copy)]
pub struct Mapping {
    pub host: usize,
    pub device: u64,
    pub bytes: usize,
    pub origin: Origin,
}

impl Mapping {
    pub fn holds_host(&self, address: usize) -> bool {
        (self.host..self.host + self.bytes).contains(&address)
    }

    /// The device's bytes.
    pub fn region(&self) -> Region {
        Region::linear(self.device, self.bytes as u64)
    }

    /// Whole pages around the host's bytes.
    pub fn pages(&self) -> Range<usize> {
        self.host & !(PAGE - 1)..(self.host + self.bytes).next_multiple_of(PAGE)
    }

    /// The host's bytes.
    ///
    /// # Safety
    /// Nothing else of this process uses them meanwhile: the program waits for the call that this is part of.
    pub unsafe fn bytes<'a>(&self) -> &'a mut [u8] {
        std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(self.host), self.bytes)
    }
}

/// Every mapping of the program.
#[derive(Default)]
pub struct Mappings(Vec<Mapping>);

impl Mappings {
    /// The mapping that holds the host address.
    pub fn at_host(&self, address: usize) -> Option<Mapping> {
        self.0.iter().copied().find(|m| m.holds_host(address))
    }

    /// The mapping that holds the device address.
    pub fn at_device(&self, address: usize) -> Option<Mapping> {
        self.0
            .iter()
            .copied()
            .find(|m| (address as u64).checked_sub(m.device).is_some_and(|n| n < m.bytes as u64))
    }

    pub fn add(&mut self, mapping: Mapping) {
        self.0.push(mapping);
    }

    /// Forgets the mapping that starts at the host address, if there is one of this origin.
    pub fn remove(&mut self, host: usize, origin: Origin) -> Option<Mapping> {
        let index = self.0.iter().position(|m| m.host == host && m.origin == origin)?;
        Some(self.0.swap_remove(index))
    }

    /// Those pages of a mapping that it shares with no other: at most the first and the last are shared.
    pub fn own_pages(&self, mapping: &Mapping) -> Range<usize> {
        let taken = |page: usize| {
            self.0
                .iter()
                .any(|m| m.host != mapping.host && m.origin.is_allocated() && m.pages().contains(&page))
        };
        let Range { mut start, mut end } = mapping.pages();
        if taken(start) {
            start += PAGE;
        }
        if end > start && taken(end - PAGE) {
            end -= PAGE;
        }
        start..end
    }
    /// Forgets one that is no variable, if there is one.
    pub fn remove_any_but_variables(&mut self) -> Option<Mapping> {
        let index = self.0.iter().position(|m| m.origin != Origin::Variable)?;
        Some(self.0.swap_remove(index))
    }

    /// Each mapping.
    pub fn all(&self) -> Vec<Mapping> {
        self.0.clone()
    }
}
