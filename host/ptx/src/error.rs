// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with PTX text, and what can go wrong while it runs.

use crate::memory::AllocationInfo;
use crate::types::Space;
use warpsmith_protocol::demangled;

/// An error in PTX text. A kernel that cannot be executed keeps its error and is refused when launched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}:{line}: {}{what}", .kernel.as_ref().map(|k| format!("in `{}`: ", demangled(k))).unwrap_or_default())]
pub struct PtxError {
    /// File (or other name) that the text came from.
    pub origin: String,
    /// Line of the PTX text, from 1.
    pub line: u32,
    /// Kernel or function, when the error is inside one.
    pub kernel: Option<String>,
    /// What is wrong, with the text of the instruction.
    pub what: String,
}

/// Why an instruction could not be executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum FaultKind {
    #[error("{space:?} access of {bytes} bytes at {addr:#x} is outside every live allocation{}", describe(.nearest))]
    OutOfBounds { space: Space, addr: u64, bytes: u32, nearest: Option<Box<AllocationInfo>> },
    #[error("{space:?} access of {bytes} bytes at {addr:#x} is outside the {limit} bytes that exist")]
    OutOfRange { space: Space, addr: u64, bytes: u32, limit: u64 },
    #[error("{space:?} access of {bytes} bytes at {addr:#x} is not aligned to {bytes} bytes")]
    Misaligned { space: Space, addr: u64, bytes: u32 },
    #[error("access at {address:#x}, for whose page device memory has no frame left")]
    Unmapped { address: u64 },
    #[error("store at {address:#x}, in a page that may only be read")]
    ReadOnly { address: u64 },
    #[error("texture {name}: {problem}")]
    Texture { name: String, problem: &'static str },
    #[error("call stack overflow: {depth} frames, {local_bytes} bytes of local memory per thread")]
    StackOverflow { depth: u32, local_bytes: u32 },
    #[error("branch index {index} is outside the {targets} targets of brx.idx")]
    BranchIndex { index: u32, targets: u32 },
    #[error("barrier {id} does not exist; a CTA has barriers 0 to 15")]
    BarrierId { id: u32 },
    #[error("the thread is not in its own member mask {members:#010x}")]
    NotMember { members: u32 },
    #[error(
        "lanes {missing:#010x} of the warp take part in this operation but are on another path or predicated off; \
         warps run in lock step, so they can never arrive"
    )]
    NotConverged { missing: u32 },
    #[error("call through {address:#x}, which is not the address of a function with these parameters")]
    CallTarget { address: u64 },
    #[error("free of {address:#x}, which is not the start of allocated memory")]
    NotAllocated { address: u64 },
    /// An `assert` of the program.
    #[error("{0}")]
    Assertion(Box<Assertion>),
    #[error("trap instruction")]
    Trap,
    #[error("the kernel has already finished in this warp")]
    Finished,
    #[error("the kernel cannot be executed: {0}")]
    Refused(Box<PtxError>),
}

/// A failed `assert` of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("assertion `{message}` failed at {file}:{line} in `{function}`")]
pub struct Assertion {
    /// The condition, as the program's text has it.
    pub message: String,
    /// Source file of the program.
    pub file: String,
    /// Line of `file`.
    pub line: u32,
    /// The function of the program that asserts it.
    pub function: String,
}

/// A run-time fault with the place it happened at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel `{}`, PTX line {line}, CTA {ctaid:?}, thread {tid:?}: {kind}", demangled(.kernel))]
pub struct Fault {
    /// Symbol.
    pub kernel: String,
    /// Line of the PTX text, from 1.
    pub line: u32,
    /// Coordinates of the CTA in the grid (`%ctaid`).
    pub ctaid: [u32; 3],
    /// The first faulting thread of the warp.
    pub tid: [u32; 3],
    /// What is wrong.
    pub kind: FaultKind,
}

fn describe(nearest: &Option<Box<AllocationInfo>>) -> String {
    match nearest {
        Some(info) => format!("; nearest is {info}"),
        None => "; nothing is allocated".into(),
    }
}
