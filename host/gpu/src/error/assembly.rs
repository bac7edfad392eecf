// SPDX-License-Identifier: Apache-2.0
//! How the assembly of a GPU can fail.

use thiserror::Error;
use warpsmith_ptx::MemoryError;

/// Why a GPU could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GpuError {
    #[error("device memory: {0}")]
    Memory(#[from] MemoryError),
    #[error("what is attached is for {given} times `{what}`, but the machine has it {needed} times; attach it for this machine")]
    Attachments { what: &'static str, given: usize, needed: usize },
    #[error("{given} memory controllers were attached, but the machine has {channels} DRAM channels")]
    Controllers { given: usize, channels: u32 },
    #[error("{given} CPU cores have something to execute, but the machine has {cores}")]
    Cpus { given: usize, cores: u32 },
}
