// SPDX-License-Identifier: Apache-2.0
//! Where the memory of an application lies among the physical addresses of the machine.
//!
//! Every application has the same addresses, from [`GLOBAL_BASE`] on. Between its SMs and the memory system they become, unless they are translated,
//! those of its own region of device memory, so that no line of one application is one of another's in L2 or DRAM.

#[cfg(doc)]
use warpsmith_ptx::GLOBAL_BASE;
use warpsmith_ptx::LOCAL_PHYSICAL_BASE;

use crate::machine::MachineSpec;
use crate::mmu::usable;
use crate::types::{Addr, Line};

/// Applications that can share a GPU: each needs an SM.
pub const MAX_APPLICATIONS: usize = 64;
/// Regions begin at multiples of so many bytes: of a large page.
const REGION_GRANULARITY: u64 = 2 << 20;
/// Bytes that the local memory of all threads of a machine takes at most: 64 SMs, 32 CTAs each of 1024 threads, 512 KiB a thread.
const LOCAL_BYTES: u64 = 1 << 40;

/// Bytes of device memory that each of `applications` has on `machine`.
pub fn region_bytes(machine: &MachineSpec, applications: usize) -> u64 {
    let capacity = machine.dram.capacity();
    let capacity = if machine.mmu.is_some() { usable(capacity) } else { capacity };
    match applications {
        0 | 1 => capacity,
        n => capacity / n as u64 / REGION_GRANULARITY * REGION_GRANULARITY,
    }
}

/// The physical lines of one application; by default lines stay where they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Region {
    /// Lines before its part of device memory, and before that of its local memory.
    device: u64,
    local: u64,
    /// The first line of local memory.
    first_local: Line,
}

impl Region {
    /// Of application number `index` of so many.
    pub fn new(machine: &MachineSpec, index: usize, applications: usize) -> Region {
        let lines = |bytes: u64| machine.lines().line(Addr(bytes)).0;
        Region {
            device: lines(index as u64 * region_bytes(machine, applications)),
            local: lines(index as u64 * LOCAL_BYTES),
            first_local: machine.lines().line(Addr(LOCAL_PHYSICAL_BASE)),
        }
    }

    /// Where a line of the application is.
    #[inline]
    pub fn physical(&self, line: Line) -> Line {
        Line(line.0 + if line < self.first_local { self.device } else { self.local })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_ptx::GLOBAL_BASE;

    #[test]
    fn applications_share_no_line_and_the_first_keeps_its_addresses() {
        let machine = MachineSpec::load("gtx480").unwrap();
        let n = 3;
        let bytes = region_bytes(&machine, n);
        assert!(bytes * n as u64 <= machine.dram.capacity());
        let line = |at| machine.lines().line(Addr(at));
        let ranges = [(0, 4096), (GLOBAL_BASE, bytes), (LOCAL_PHYSICAL_BASE, LOCAL_BYTES)];
        let regions: Vec<Region> = (0..n).map(|index| Region::new(&machine, index, n)).collect();
        let mut taken: Vec<(Line, Line)> = Vec::new();
        for (index, region) in regions.iter().enumerate() {
            for (start, bytes) in ranges {
                let (first, last) = (line(start), line(start + bytes - 1));
                let there = (region.physical(first), region.physical(last));
                assert!(index > 0 || there == (first, last));
                assert!(taken.iter().all(|other| there.1 < other.0 || other.1 < there.0), "{there:?}");
                taken.push(there);
            }
        }
    }
}
