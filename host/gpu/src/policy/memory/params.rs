// SPDX-License-Identifier: Apache-2.0
//! The parameters that the memory schedulers share.

use crate::attachments::Socket;
use crate::policy::params::ParamInfo;

/// The socket that they take.
pub const SOCKET: Socket = Socket::MemoryController;

/// Entries of the buffer; the first parameter of each policy.
pub const ENTRIES: ParamInfo = ParamInfo::number(
    "n",
    "entries of the request buffer of a channel, half reserved for CPUs",
    300,
    4,
    1024,
);

/// The quantum of ATLAS and TCM: a million CPU cycles (DEC-2).
pub const QUANTUM: ParamInfo =
    ParamInfo::number("quantum", "DRAM cycles from one ranking to the next", 250_000, 100, 100_000_000);
