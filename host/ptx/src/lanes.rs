// SPDX-License-Identifier: Apache-2.0
//! The lanes of a warp, and the threads of a CTA.

use serde::{Deserialize, Serialize};

/// Threads of a warp.
pub const LANES: usize = 32;

/// A 32-bit register of all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(align(64))]
pub struct Lanes32(pub [u32; LANES]);

/// A 64-bit register of all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(align(64))]
pub struct Lanes64(pub [u64; LANES]);

/// Geometry of one CTA, given by the block dispatcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CtaShape {
    /// Threads of a CTA (`%ntid`).
    pub block: [u32; 3],
    /// CTAs of the grid (`%nctaid`).
    pub grid: [u32; 3],
    /// Coordinates of the CTA in the grid (`%ctaid`).
    pub ctaid: [u32; 3],
    /// Dynamic shared memory in bytes, beyond the kernel's static part.
    pub dynamic_shared: u32,
    /// Which of the concurrently resident CTAs of the chip this is; separates the physical addresses of local memory.
    pub slot: u32,
}

impl CtaShape {
    /// Threads of the CTA.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// Warps of the CTA; the last one may have fewer threads than lanes.
    pub fn warps(&self) -> u32 {
        self.threads().div_ceil(LANES as u32)
    }

    /// Coordinates in the CTA of the thread with linear number `thread`.
    pub fn tid(&self, thread: u32) -> [u32; 3] {
        let [x, y, _] = self.block.map(|n| n.max(1));
        [thread % x, thread / x % y, thread / x / y]
    }
}

/// Reconvergence program counter of an entry whose lanes meet only at exit.
pub(crate) const NO_PC: u32 = u32::MAX;
