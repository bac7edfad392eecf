// SPDX-License-Identifier: Apache-2.0
//! How the assembly of a GPU can fail.

use thiserror::Error;
use warpsmith_ptx::MemoryError;

use crate::mmu::NoFrame;

/// Why the SMs cannot be split among applications.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum SplitError {
    /// Counted from 1.
    #[error("part {part} of the split has no SM; each needs at least 1")]
    Nothing { part: usize },
    #[error("the split gives out {} SMs ({}), but the machine has {sms}; the parts must add up to that", total(.split), parts(.split))]
    Sum { split: Vec<u32>, sms: u32 },
    #[error(
        "{applications} applications cannot have channels of their own, because the machine has {channels}"
    )]
    Channels { applications: usize, channels: u32 },
    #[error(
        "the memory manager keeps lists of frames for {most} applications, not for {applications}; run fewer, or with another one"
    )]
    Lists { applications: usize, most: usize },
    #[error("{bytes} bytes of device memory are too few for {applications} applications; each needs 2 MiB")]
    Memory { applications: usize, bytes: u64 },
    #[error("the CTA dispatcher has room for {room} kernels at a time, not for {kernels}; run fewer, or without it")]
    Kernels { kernels: usize, room: usize },
    #[error(
        "an SM with CTAs of two kernels at a time (front_end.mixed_sms) cannot have this: {what}; leave it out, or set front_end.mixed_sms=false"
    )]
    Mixed { what: &'static str },
}

impl SplitError {
    /// Checks that `split` gives each of its parts SMs, and out all `sms` of a machine.
    ///
    /// # Errors
    /// [`SplitError::Nothing`] or [`SplitError::Sum`].
    pub fn check(split: &[u32], sms: u32) -> Result<(), SplitError> {
        if let Some(index) = split.iter().position(|part| *part == 0) {
            return Err(SplitError::Nothing { part: index + 1 });
        }
        match total(split) == u64::from(sms) {
            true => Ok(()),
            false => Err(SplitError::Sum { split: split.to_vec(), sms }),
        }
    }
}

fn total(split: &[u32]) -> u64 {
    split.iter().map(|sms| u64::from(*sms)).sum()
}

fn parts(split: &[u32]) -> String {
    split.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Why a GPU could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum GpuError {
    #[error("device memory: {0}")]
    Memory(#[from] MemoryError),
    #[error("what is attached is for {given} times `{what}`, but the machine has it {needed} times; attach it for this machine")]
    Attachments { what: &'static str, given: usize, needed: usize },
    #[error("{given} memory controllers were attached, but the machine has {channels} DRAM channels")]
    Controllers { given: usize, channels: u32 },
    #[error("{given} CPU cores have something to execute, but the machine has {cores}")]
    Cpus { given: usize, cores: u32 },
    /// The SMs cannot be split among the applications as asked for.
    #[error("{0}")]
    Split(#[from] SplitError),
    /// An application's root table found no frame.
    #[error("{0}")]
    PageTables(#[from] NoFrame),
}
