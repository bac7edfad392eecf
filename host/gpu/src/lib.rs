// SPDX-License-Identifier: Apache-2.0
//! The cycle model of the GPU: SMs, caches, interconnect, L2 and DRAM, clock domains and energy.
//!
//! Instructions execute functionally when they issue ([`warpsmith_ptx::execute`]); everything else here is time.
//! Hardware units and policies meet the model only in the sockets ([`socket`]).

#![warn(missing_docs)]

mod attachments;
mod bloom;
mod catalogue;
mod chronicle;
mod control;
pub mod cpu;
mod crew;
mod dispatcher;
mod epoch;
mod error;
mod gpu;
mod launch;
mod mmu;
mod patience;
pub mod policy;
mod record;
mod region;
mod saved;
mod sm;
pub mod socket;
mod timeline;
pub mod unit;
mod violation;

pub mod cache;
pub mod clock;
pub mod device;
pub mod energy;
pub mod machine;
pub mod mem;
pub mod stats;
pub mod types;

pub use attachments::{
    Attachments, BankSockets, ChannelSockets, ChipSockets, MmuSockets, SliceSockets, SmSockets, Socket,
    Sockets,
};
pub use catalogue::{catalogue, Statistic};
pub use chronicle::{Chronicle, CtaSpan, Throttled};
pub use control::{MaxCycles, Poll, Progress, RunControl, RunFreely, StopReason, POLL_CYCLES};
pub use error::{GpuError, IdleError, RunError, SplitError};
pub use gpu::{Gpu, Job, KernelEnd};
pub use launch::{registers_per_thread, LaunchSpec, Limit, Occupancy, ResourceError};
pub use mmu::VIRTUAL_BITS;
pub use record::{CpuRecord, KernelRecord, SharingRecord, SourceRecord};
pub use saved::{Saved, StateError, StateReader, StateWriter};
pub use sm::worked_example::worked_example;
/// Recorded kernels.
pub use warpsmith_trace as trace;

pub use timeline::{Sample, Timeline, SAMPLE_CYCLES};
pub use violation::Violation;
