// SPDX-License-Identifier: Apache-2.0
//! DRAM: the channels, each in front of a memory controller ([`crate::socket::MemoryController`]); the timing of commands,
//! and an independent judge of it; banks at work; the machine's own controller ([`Draining`]).

mod banks;
mod channel;
mod checker;
mod draining;
mod request;
mod timing;

pub(crate) use banks::{Banks, Work};
pub use channel::Channel;
pub(crate) use checker::Checker;
pub use draining::Draining;
pub use request::{CpuRequest, DramRequest};
pub use timing::Timing;
