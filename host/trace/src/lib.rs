// SPDX-License-Identifier: Apache-2.0
//! Traces of kernels: per CTA and warp the instructions executed, with active lanes and addresses.
//!
//! Recording: [`Tape`] collects what issues on an SM, [`TraceWriter`] writes the chunks as they become complete.
//! Replay: [`Trace`] finds the chunks of a file, [`WarpTrace`] gives the instructions of one warp. Neither holds more
//! than a chunk for each running warp. [`KernelTrace::executed`] sums up a launch. [`accelsim`] translates from and to the format of Accel-Sim.

#![warn(missing_docs)]

pub mod accelsim;
mod codec;
mod error;
mod executed;
mod format;
mod kernel;
mod lines;
mod reader;
mod tape;
mod varint;
mod warp;
mod writer;

pub use codec::Step;
pub use error::TraceError;
pub use executed::{Executed, LINE_BYTES};
pub use kernel::{KernelInfo, StaticInst};
pub use lines::{Lines, PACKED};
pub use reader::{KernelTrace, Trace};
pub use tape::{Tape, CHUNK_BYTES};
pub use warp::{WarpPosition, WarpTrace};
pub use writer::{Chunk, TraceWriter};
