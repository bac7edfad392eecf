// SPDX-License-Identifier: Apache-2.0
//! Memory schedulers: application-aware orders over one request buffer (specification of SMS, section 8.3.2), and the
//! machine's own.

mod atlas;
mod buffer;
mod cfrfcfs;
mod draining;
mod one_buffer;
mod params;
mod parbs;
mod service;
mod shuffle;
mod tcm;
#[cfg(test)]
mod tests;

/// The policies of this kind.
pub use atlas::INFO as ATLAS;
pub use cfrfcfs::INFO as CFRFCFS;
pub use draining::{FCFS as DRAIN_FCFS, FRFCFS as DRAIN_FRFCFS, MACHINES_OWN};
pub use one_buffer::INFO as BUFFER_FRFCFS;
pub use parbs::INFO as PARBS;
pub use tcm::{CPU_FIRST as CTCM, INFO as TCM};
