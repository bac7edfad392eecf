// SPDX-License-Identifier: Apache-2.0
//! The memory system behind the SMs: crossbar, L2 sub-partitions and DRAM channels. It models time only;
//! data is read and written when an instruction issues.

mod packet;

pub use packet::{MemKind, MemRequest, MemResponse};

use crate::clock::EdgeSet;
use crate::machine::MachineSpec;
use crate::stats::{CacheStats, DramStats, IcntStats};

/// Crossbar, L2 and DRAM.
pub struct MemorySystem {}

impl MemorySystem {
    /// The memory system of a machine, empty and idle.
    pub fn new(machine: &MachineSpec) -> MemorySystem {
        let _ = machine;
        todo!()
    }

    /// Whether the injection port of `request.sm` has room for the request's flits.
    pub fn can_accept(&self, request: &MemRequest) -> bool {
        let _ = request;
        todo!()
    }

    /// Injects a request; [`MemorySystem::can_accept`] must hold.
    pub fn push(&mut self, request: MemRequest) {
        let _ = request;
        todo!()
    }

    /// Takes the next response that has arrived at `sm`.
    pub fn pop_response(&mut self, sm: usize) -> Option<MemResponse> {
        let _ = sm;
        todo!()
    }

    /// Steps the clocks that have an edge.
    pub fn tick(&mut self, edges: EdgeSet) {
        let _ = edges;
        todo!()
    }

    /// Whether no request, response or write-back is under way.
    pub fn idle(&self) -> bool {
        todo!()
    }

    /// The counters of the crossbar, of L2 and of DRAM, each summed over its parts.
    pub fn stats(&self) -> (IcntStats, CacheStats, DramStats) {
        todo!()
    }
}
