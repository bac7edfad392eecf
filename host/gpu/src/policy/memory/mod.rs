// SPDX-License-Identifier: Apache-2.0
//! Application-aware memory schedulers: orders over one request buffer (specification of SMS, section 8.3.2).

mod atlas;
mod buffer;
mod cfrfcfs;
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
pub use parbs::INFO as PARBS;
pub use tcm::{CPU_FIRST as CTCM, INFO as TCM};
