// SPDX-License-Identifier: Apache-2.0
//! PTX for the cycle model: text is parsed into resolved instructions ([`Module`], [`Kernel`], [`Inst`]); one warp
//! instruction at a time is then executed when the timing model issues it ([`execute`]).
//!
//! The path of the data: `lexer` -> `parser` (syntax tree in `ast`) -> `decode` (resolved operands, type-specialised
//! operations) -> `cfg` (reconvergence points) -> `liveness` (register allocation) -> `exec`. `load` puts the parts of a module
//! together.

#![warn(missing_docs)]

mod ast;
mod build;
mod cfg;
mod decode;
mod error;
mod exec;
mod inst;
mod lanes;
mod lexer;
mod liveness;
mod load;
mod memory;
mod module;
mod notes;
mod op;
mod parser;
mod types;
mod warp;

pub use error::{Assertion, Fault, FaultKind, PtxError};
pub use exec::{execute, release_barrier, Access, BarrierKind, Effect, Env, GlobalPort, Memory, Target};
pub use inst::{CacheOp, Class, DirectBranch, File, Guard, Inst, MemKind, MemOp, Operand, SmallRegs};
pub use lanes::{CtaShape, LANES};
pub use memory::{
    AllocationInfo, GlobalMemory, MemoryError, MemoryState, GLOBAL_BASE, LOCAL_PHYSICAL_BASE, LOCAL_WINDOW,
    NEAR_BYTES, PARAM_WINDOW, SHARED_WINDOW, WINDOW_BYTES,
};
pub use module::{GlobalVar, Kernel, Module, Param};
pub use notes::{Noted, Notes};
pub use types::{FenceScope, LaunchBounds, RegisterBound, Space, Type};
pub use warp::{CtaState, WarpState};
