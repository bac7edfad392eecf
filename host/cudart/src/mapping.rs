// SPDX-License-Identifier: Apache-2.0
//! Host memory that the device sees too: managed memory, managed variables, mapped pinned memory.
//!
//! Between launches the host's bytes are the truth, and copies and fills work on them. A launch sends them to the device
//! first and fetches them back when it is complete, so that either side sees what the other wrote.

use warpsmith_protocol::{CudaError, Request};

use crate::failure::Failure;
use crate::memory::allocate;
use crate::runtime::Runtime;
use crate::state::{Mapping, Origin};

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
        while let Some(mapping) = self.mappings.remove_any_but_variables() {
            if mapping.origin.is_allocated() {
                unmap(self, &mapping);
            }
        }
        self.fetch_mappings()
    }

    /// Sends the host's bytes of every mapping to the device.
    pub fn send_mappings(&mut self) -> Result<(), Failure> {
        self.settle_mappings()?;
        for mapping in self.mappings.all() {
            // SAFETY: the program waits.
            self.order(&Request::Write { to: mapping.region(), stream: 0 }, unsafe { mapping.bytes() })?;
        }
        Ok(())
    }

    /// Fetches the device's bytes of every mapping.
    pub fn fetch_mappings(&mut self) -> Result<(), Failure> {
        self.settle_mappings()?;
        for mapping in self.mappings.all() {
            self.fetch_mapping(mapping)?;
        }
        Ok(())
    }

    /// If there are mappings, waits for every kernel that may use them, whatever its stream.
    fn settle_mappings(&mut self) -> Result<(), Failure> {
        match self.mappings.all().is_empty() {
            true => Ok(()),
            false => self.order(&Request::SynchronizeDevice, &[]),
        }
    }

    /// Fetches the device's bytes of one mapping.
    pub fn fetch_mapping(&mut self, mapping: Mapping) -> Result<(), Failure> {
        // SAFETY: the program waits.
        self.fetch(&Request::Read { from: mapping.region(), stream: 0 }, unsafe { mapping.bytes() })
    }
}
