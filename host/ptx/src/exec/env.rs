// SPDX-License-Identifier: Apache-2.0
//! What execution is given beside a warp, and what it says of an instruction to the timing model.

use serde::{Deserialize, Serialize};

use super::port::Memory;
use crate::inst::MemOp;
use crate::lanes::LANES;
use crate::types::{FenceScope, Space};

/// What a warp instruction may look at beside its warp and CTA; the timing model fills it in.
pub struct Env<'a> {
    /// The parameter block of the launch, at least `Kernel::param_bytes` long.
    pub params: &'a [u8],
    /// Device memory, and how stores reach it.
    pub memory: Memory<'a>,
    /// Number of the warp for [`GlobalPort::commit`](super::GlobalPort::commit).
    pub warp: u8,
    /// Number of the SM among those that the kernel runs on (`%smid`).
    pub smid: u32,
    /// SMs that the kernel runs on (`%nsmid`).
    pub nsmid: u32,
    /// Warp slots of an SM (`%nwarpid`). `%warpid` is the number of the warp in its CTA.
    pub nwarpid: u32,
    /// Number of the launch (`%gridid`).
    pub gridid: u64,
    /// SM clock cycle (`%clock64`).
    pub clock: u64,
    /// Nanoseconds since start (`%globaltimer`).
    pub globaltimer: u64,
}

/// The memory access of the last executed instruction; a buffer to be used again and again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Access {
    /// Never [`Space::Generic`].
    pub space: Space,
    /// Load, store or read-modify-write.
    pub kind: MemOp,
    /// Lanes that access memory.
    pub mask: u32,
    /// Device addresses of the lanes in `mask`; other entries are meaningless. Shared: byte offset in the CTA's shared memory.
    /// Param: byte offset in the parameter block. Local: physical address of the first 4-byte word; further words of
    /// a wider access follow at [`Access::LOCAL_WORD_STRIDE`].
    pub addr: [u64; LANES],
    /// Bytes per lane: 1 to 16. Texture: bytes of a texel.
    pub bytes: u8,
    /// Texture only: device addresses of all texels read, up to eight a lane, in the order of the lanes; `addr` has the first
    /// of each lane. A lane whose texels are all outside the texture reads none.
    pub texels: Vec<u64>,
}

impl Access {
    /// Bytes between consecutive 4-byte words of one thread in local memory.
    pub const LOCAL_WORD_STRIDE: u64 = 4 * LANES as u64;
}

impl Default for Access {
    fn default() -> Self {
        Self {
            space: Space::Global,
            kind: MemOp::Load,
            mask: 0,
            addr: [0; LANES],
            bytes: 0,
            texels: Vec::new(),
        }
    }
}

/// What a warp does at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BarrierKind {
    /// Wait until the expected number of threads has arrived.
    Sync,
    /// Count as arrived and go on.
    Arrive,
    /// Like `Sync`; call [`release_barrier`](super::release_barrier) when the barrier opens.
    Reduce,
}

/// What the timing model must know about an executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Registers only (also any instruction whose guard is false in all lanes).
    None,
    /// [`Access`] has been filled in.
    Memory,
    /// The warp arrived at barrier `id`; `threads` is the expected count, or the whole CTA if `None`.
    Barrier {
        /// 0 to 15.
        id: u8,
        /// Threads that open it; `None`: all of the CTA that have not exited.
        threads: Option<u32>,
        /// What the warp does there.
        kind: BarrierKind,
    },
    /// Lanes in `taken` went to the target; `diverged` if others did not.
    Branch {
        /// One bit per lane; 0 if none goes to the target.
        taken: u32,
        /// The warp goes on along more than one path.
        diverged: bool,
    },
    /// Lanes that ended; the warp may go on with others.
    Exit {
        /// One bit per lane.
        lanes: u32,
    },
    /// A memory fence, with its scope.
    Fence(FenceScope),
}
