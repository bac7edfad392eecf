// SPDX-License-Identifier: Apache-2.0
//! Host memory that the device sees too: managed memory, managed variables, mapped pinned memory.
//!
//! Between launches the host's bytes are the truth, and copies and fills work on them. A launch sends them to the device
//! first and fetches them back when it is complete, so that either side sees what the other wrote.

use std::ops::Range;

use warpsmith_protocol::{CudaError, Region, Request};

use crate::memory::allocate;
use crate::runtime::Runtime;
use crate::status::Failure;

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
    /// Memory of [`allocate_shared`].
    fn is_allocated(self) -> bool {
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

    fn region(&self) -> Region {
        Region::linear(self.device, self.bytes as u64)
    }

    /// Whole pages around the host's bytes.
    fn pages(&self) -> Range<usize> {
        self.host & !(PAGE - 1)..(self.host + self.bytes).next_multiple_of(PAGE)
    }

    /// The host's bytes.
    ///
    /// # Safety
    /// Nothing else of this process uses them meanwhile: the program waits for the call that this is part of.
    unsafe fn bytes<'a>(&self) -> &'a mut [u8] {
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
    fn own_pages(&self, mapping: &Mapping) -> Range<usize> {
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
}

/// Allocates zeroed memory with the same address on both sides.
pub fn allocate_shared(runtime: &mut Runtime, bytes: usize, origin: Origin) -> Result<usize, Failure> {
    if bytes == 0 {
        return Err(Failure::invalid("no bytes of memory are asked for"));
    }
    let device = allocate(runtime, bytes as u64)?.addr() as u64;
    let mapping = Mapping { host: device as usize, device, bytes, origin };
    let pages = runtime.mappings.own_pages(&mapping);
    if !pages.is_empty() {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
        let at = std::ptr::without_provenance_mut(pages.start);
        // SAFETY: the flags keep the kernel from replacing anything that is mapped.
        let got = unsafe { libc::mmap(at, pages.len(), protection, flags, -1, 0) };
        if got.expose_provenance() != pages.start {
            runtime.order(&Request::Free { address: device }, &[])?;
            let text = format!("the process uses the device's addresses {pages:#x?} for something else");
            return Err(Failure::new(CudaError::MemoryAllocation, text));
        }
    }
    runtime.mappings.add(mapping);
    // SAFETY: the pages have just been mapped, or are those of other mappings.
    unsafe { mapping.bytes() }.fill(0);
    Ok(mapping.host)
}

/// Frees memory of [`allocate_shared`]; true if there was some at the address.
pub fn free_shared(runtime: &mut Runtime, host: usize, origin: Origin) -> Result<bool, Failure> {
    let Some(mapping) = runtime.mappings.remove(host, origin) else { return Ok(false) };
    unmap(runtime, &mapping);
    runtime.order(&Request::Free { address: mapping.device }, &[])?;
    Ok(true)
}

fn unmap(runtime: &Runtime, mapping: &Mapping) {
    let pages = runtime.mappings.own_pages(mapping);
    if !pages.is_empty() {
        // SAFETY: the pages were mapped for this memory, which the program gives back, and no other mapping has them.
        unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(pages.start), pages.len()) };
    }
}

/// Gives the device a copy of the program's own memory; the device address of its start.
pub fn register(runtime: &mut Runtime, host: usize, bytes: usize) -> Result<u64, Failure> {
    let device = allocate(runtime, bytes as u64)?.addr() as u64;
    runtime.mappings.add(Mapping { host, device, bytes, origin: Origin::Registered });
    Ok(device)
}

impl Runtime {
    /// After a reset of the device: only variables are left, with their first values.
    pub fn reset_mappings(&mut self) -> Result<(), Failure> {
        while let Some(index) = self.mappings.0.iter().position(|m| m.origin != Origin::Variable) {
            let mapping = self.mappings.0.swap_remove(index);
            if mapping.origin.is_allocated() {
                unmap(self, &mapping);
            }
        }
        self.fetch_mappings()
    }

    /// Sends the host's bytes of every mapping to the device.
    pub fn send_mappings(&mut self) -> Result<(), Failure> {
        for index in 0..self.mappings.0.len() {
            let mapping = self.mappings.0[index];
            // SAFETY: the program waits.
            self.order(&Request::Write { to: mapping.region() }, unsafe { mapping.bytes() })?;
        }
        Ok(())
    }

    /// Fetches the device's bytes of every mapping.
    pub fn fetch_mappings(&mut self) -> Result<(), Failure> {
        for index in 0..self.mappings.0.len() {
            self.fetch_mapping(self.mappings.0[index])?;
        }
        Ok(())
    }

    /// Fetches the device's bytes of one mapping.
    pub fn fetch_mapping(&mut self, mapping: Mapping) -> Result<(), Failure> {
        // SAFETY: the program waits.
        self.fetch(&Request::Read { from: mapping.region() }, unsafe { mapping.bytes() })
    }
}
