// SPDX-License-Identifier: Apache-2.0
//! Execution of one warp instruction.

use crate::error::Fault;
use crate::inst::MemOp;
use crate::memory::GlobalMemory;
use crate::module::Kernel;
use crate::types::Space;
use crate::warp::{CtaState, WarpState, LANES};

/// What a warp instruction may look at beside its warp and CTA; the timing model fills it in.
pub struct Env<'a> {
    /// The parameter block of the launch, at least `Kernel::param_bytes` long.
    pub params: &'a [u8],
    pub memory: &'a mut GlobalMemory,
    pub smid: u32,
    pub nsmid: u32,
    /// Warp slots of an SM (`%nwarpid`). `%warpid` is the number of the warp in its CTA.
    pub nwarpid: u32,
    pub gridid: u64,
    /// SM clock cycle (`%clock64`).
    pub clock: u64,
    /// Nanoseconds since start (`%globaltimer`).
    pub globaltimer: u64,
}

/// The memory access of the last executed instruction; a buffer to be used again and again.
#[derive(Clone, Debug)]
pub struct Access {
    /// Never [`Space::Generic`].
    pub space: Space,
    pub kind: MemOp,
    /// Lanes that access memory.
    pub mask: u32,
    /// Device addresses of the lanes in `mask`; other entries are meaningless. Shared: byte offset in the CTA's shared memory.
    /// Param: byte offset in the parameter block. Local: physical address of the first 4-byte word; further words of
    /// a wider access follow at [`Access::LOCAL_WORD_STRIDE`].
    pub addr: [u64; LANES],
    /// Bytes per lane: 1 to 16.
    pub bytes: u8,
}

impl Access {
    /// Bytes between consecutive 4-byte words of one thread in local memory.
    pub const LOCAL_WORD_STRIDE: u64 = 4 * LANES as u64;
}

impl Default for Access {
    fn default() -> Self {
        Self { space: Space::Global, kind: MemOp::Load, mask: 0, addr: [0; LANES], bytes: 0 }
    }
}

/// What a warp does at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    /// Wait until the expected number of threads has arrived.
    Sync,
    /// Count as arrived and go on.
    Arrive,
    /// Like `Sync`; call [`release_barrier`] when the barrier opens.
    Reduce,
}

/// Scope of a memory fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceScope {
    Cta,
    Gpu,
    System,
}

/// What the timing model must know about an executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Registers only (also any instruction whose guard is false in all lanes).
    None,
    /// [`Access`] has been filled in.
    Memory,
    /// The warp arrived at barrier `id`; `threads` is the expected count, or the whole CTA if `None`.
    Barrier { id: u8, threads: Option<u32>, kind: BarrierKind },
    /// Lanes in `taken` went to the target; `diverged` if others did not.
    Branch { taken: u32, diverged: bool },
    /// Lanes that ended; the warp may go on with others.
    Exit { lanes: u32 },
    Fence(FenceScope),
}

/// Executes the next instruction of `warp`. Registers, memory and program counter change at once;
/// `access` is overwritten when the result is [`Effect::Memory`].
///
/// # Errors
/// A [`Fault`] names kernel, line, thread and cause. State may be partly updated; the launch cannot go on.
pub fn execute(
    _kernel: &Kernel,
    _warp: &mut WarpState,
    _cta: &mut CtaState,
    _env: &mut Env<'_>,
    _access: &mut Access,
) -> Result<Effect, Fault> {
    todo!()
}

/// Delivers the result of `bar.red` to the warps that waited at barrier `id`, which has just opened.
/// Does nothing for warps that waited with a plain `bar.sync`.
pub fn release_barrier<'w>(
    _kernel: &Kernel,
    _cta: &mut CtaState,
    _id: u8,
    _warps: impl IntoIterator<Item = &'w mut WarpState>,
) {
    todo!()
}
