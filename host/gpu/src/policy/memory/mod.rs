// SPDX-License-Identifier: Apache-2.0
//! Application-aware memory schedulers: orders over one request buffer (specification of SMS, section 8.3.2).

mod atlas;
mod buffer;
mod cfrfcfs;
mod parbs;
mod service;
mod shuffle;
mod tcm;
#[cfg(test)]
mod tests;

pub use buffer::{Bank, Entry, Order, RequestBuffer};

use super::params::ParamInfo;

/// The policies of this kind.
pub use atlas::INFO as ATLAS;
pub use cfrfcfs::INFO as CFRFCFS;
pub use parbs::INFO as PARBS;
pub use tcm::{CPU_FIRST as CTCM, INFO as TCM};

/// The socket that they take.
const SOCKET: &str = "memory controller";

/// Entries of the buffer; the first parameter of each policy.
const ENTRIES: ParamInfo = ParamInfo::number(
    "n",
    "entries of the request buffer of a channel, half reserved for CPUs",
    300,
    4,
    1024,
);

/// The quantum of ATLAS and TCM: a million CPU cycles (DEC-2).
const QUANTUM: ParamInfo =
    ParamInfo::number("quantum", "DRAM cycles from one ranking to the next", 250_000, 100, 100_000_000);
