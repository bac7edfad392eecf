// SPDX-License-Identifier: Apache-2.0
//! The trace directories of Accel-Sim: a list of kernels, `kernelslist.g`, and one text file a kernel.
//!
//! The format has one mask an instruction, the executed one; it knows no lines, no barrier counts, no branch outcomes and
//! no launch bounds. `docs/traces.md` lists what that means for a round trip.

mod export;
mod import;
mod instruction;
mod list;
mod opcode;

pub use export::export;
pub use import::import;
pub use opcode::table;

/// Version of the tracer whose format is written.
const TRACER_VERSION: u32 = 5;

/// Version of the architecture that is written: its instructions take [`INST_BYTES`].
const BINARY_VERSION: u32 = 70;

/// Bytes of an instruction from that architecture on.
const INST_BYTES: u64 = 16;

/// Generic addresses from here on are shared memory, and from there on local memory; each window has
/// [`WINDOW_BYTES`]. Written to every kernel's head.
const SHARED_BASE: u64 = 0x7f00_0000_0000;
const LOCAL_BASE: u64 = 0x7f10_0000_0000;
const WINDOW_BYTES: u64 = 1 << 24;
