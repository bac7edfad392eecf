// SPDX-License-Identifier: Apache-2.0
//! Settings of the device that a program reads back.

use std::ffi::{c_int, c_uint};

use warpsmith_protocol::CudaError;

use crate::failure::Failure;

/// Values that a program has set.
pub struct Settings {
    pub flags: c_uint,
    pub cache: c_int,
    pub bank: c_int,
    pub limits: [usize; LIMITS],
}

/// Kinds of `enum cudaLimit`: stack, printf buffer, heap, and two of nested launches.
const LIMITS: usize = 5;

impl Default for Settings {
    fn default() -> Self {
        // Those of CUDA: 1 KiB of stack, 1 MiB for printf, 8 MiB of heap, two levels and 2048 pending nested launches.
        Settings { flags: 0, cache: 0, bank: 0, limits: [1 << 10, 1 << 20, 8 << 20, 2, 2048] }
    }
}

/// The place of a limit.
pub fn limit(number: c_int) -> Result<usize, Failure> {
    let known = usize::try_from(number).ok().filter(|n| *n < LIMITS);
    known.ok_or_else(|| Failure::new(CudaError::UnsupportedLimit, format!("there is no limit {number}")))
}
