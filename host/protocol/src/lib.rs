// SPDX-License-Identifier: Apache-2.0
//! Messages between a CUDA program, linked with `warpsmith-cudart`, and the simulator that runs it.
//!
//! The program asks ([`Request`]), the simulator answers each request in turn ([`Response`]). Both travel as frames
//! ([`Channel`]): a message and, after it, bulk data as raw bytes.

#![warn(missing_docs)]

mod channel;
mod error_code;
mod message;
mod names;
mod texture;

pub use channel::{Channel, ProtocolError, MAX_BULK, MAX_MESSAGE};
pub use error_code::CudaError;
pub use message::{
    DeviceProperties, KernelInfo, ModuleInfo, ParamInfo, Region, Request, Response, VariableInfo,
};
pub use names::{demangled, short_name};
pub use texture::{AddressMode, ChannelKind, TexelFormat, TextureHeader};

/// Version of everything in this crate; both sides must have the same.
pub const VERSION: u32 = 3;

/// Environment variable that holds the file descriptor of the program's end of the socket pair.
pub const SOCKET_VARIABLE: &str = "WARPSMITH_SOCKET";

/// A text that every program linked with the runtime contains, so that others can be refused before they start.
pub const MARKER: &str = "linked with the CUDA runtime of Warpsmith, protocol";

/// Exit code of a program whose run the simulator has ended, after the simulator said why. A program may have ended by itself with
/// the same.
pub const ENDED_EXIT_CODE: i32 = 125;
