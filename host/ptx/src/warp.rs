// SPDX-License-Identifier: Apache-2.0
//! State of a warp and of its CTA.

use serde::{Deserialize, Serialize};

use crate::inst::{File, Inst};
use crate::lanes::{CtaShape, Lanes32, Lanes64, LANES, NO_PC};
use crate::memory::LOCAL_PHYSICAL_BASE;
use crate::module::Kernel;

/// One entry of the SIMT stack. The last entry executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StackEntry {
    pub pc: u32,
    /// The entry is popped when its `pc` gets here.
    pub rpc: u32,
    pub mask: u32,
}

/// An active call of a device function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Frame {
    /// Depth of the SIMT stack in the caller.
    pub stack_depth: u32,
    /// Index of the calling instruction; its return values are copied when the frame ends.
    pub call: u32,
    /// Lanes that made the call.
    pub mask: u32,
    /// Local memory base of the caller.
    pub local_base: u32,
    /// Registers of the callee, if it was already active below (recursion).
    pub saved: Option<Box<Saved>>,
}

/// Registers of a function that a recursive call would overwrite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub r32: Vec<Lanes32>,
    pub r64: Vec<Lanes64>,
    pub preds: Vec<u32>,
    pub params: Vec<u8>,
}

/// Everything that a warp remembers between instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpState {
    pub(crate) r32: Vec<Lanes32>,
    pub(crate) r64: Vec<Lanes64>,
    /// One bit per lane.
    pub(crate) preds: Vec<u32>,
    /// Condition code of extended-precision arithmetic, one bit per lane.
    pub(crate) carry: u32,
    pub(crate) stack: Vec<StackEntry>,
    pub(crate) frames: Vec<Frame>,
    /// Parameters of device functions: `call_bytes` for each lane in turn.
    pub(crate) call_params: Vec<u8>,
    /// Base of the current frame in each thread's local memory.
    pub(crate) local_base: u32,
    /// Program counter of a `bar.red` that waits for its result, and its lanes.
    pub(crate) pending_reduction: Option<(u32, u32)>,
    /// Lanes that hold a thread at all.
    pub(crate) threads: u32,
    pub(crate) exited: u32,
    warp_in_cta: u32,
}

impl WarpState {
    /// A warp about to execute the first instruction of `kernel`.
    pub fn new(kernel: &Kernel, warp_in_cta: u32, cta: &CtaShape) -> Self {
        let first = warp_in_cta * LANES as u32;
        let count = cta.threads().saturating_sub(first).min(LANES as u32);
        let threads = if count == LANES as u32 { u32::MAX } else { (1 << count) - 1 };
        let code = &kernel.code;
        let mut warp = Self {
            r32: vec![Lanes32([0; LANES]); code.r32],
            r64: vec![Lanes64([0; LANES]); code.r64],
            preds: vec![0; code.preds],
            carry: 0,
            stack: Vec::with_capacity(8),
            frames: Vec::new(),
            call_params: vec![0; code.call_bytes as usize * LANES],
            local_base: 0,
            pending_reduction: None,
            threads,
            exited: 0,
            warp_in_cta,
        };
        if threads != 0 && !kernel.insts.is_empty() {
            warp.stack.push(StackEntry { pc: 0, rpc: NO_PC, mask: threads });
        }
        for &(operand, special) in &code.specials {
            let values = std::array::from_fn(|lane| special.value(cta, first, lane as u32));
            if operand.file() == File::R32 {
                warp.r32[operand.index()] = Lanes32(values);
            }
        }
        warp
    }

    /// Index of the next instruction; meaningless when [`Self::done`].
    #[inline]
    pub fn pc(&self) -> u32 {
        self.stack.last().map_or(NO_PC, |top| top.pc)
    }

    /// Lanes that take part in the next instruction, before its guard.
    #[inline]
    pub fn active_mask(&self) -> u32 {
        self.stack.last().map_or(0, |top| top.mask)
    }

    /// Lanes that execute `inst`, its next instruction: the active ones whose guard holds.
    #[inline]
    pub fn executing(&self, inst: &Inst) -> u32 {
        let active = self.active_mask();
        match inst.guard {
            None => active,
            Some(guard) => {
                let value = self.preds[guard.reg.index()];
                active & if guard.negated { !value } else { value }
            }
        }
    }

    /// True when every thread has exited.
    #[inline]
    pub fn done(&self) -> bool {
        self.stack.is_empty()
    }

    /// The next instruction, or `None` when the warp is done.
    #[inline]
    pub fn next<'k>(&self, kernel: &'k Kernel) -> Option<&'k Inst> {
        kernel.insts.get(self.stack.last()?.pc as usize)
    }

    /// Lanes that started with a thread.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Lanes whose thread has exited.
    pub fn exited(&self) -> u32 {
        self.exited
    }

    /// Number of the warp in its CTA, from 0.
    pub fn warp_in_cta(&self) -> u32 {
        self.warp_in_cta
    }

    /// Depth of the SIMT stack, for statistics.
    pub fn stack_depth(&self) -> usize {
        self.stack.len()
    }
}

/// What the threads of a CTA share, and their local memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CtaState {
    /// Geometry of the CTA and its place in the grid.
    pub shape: CtaShape,
    /// Shared memory: the kernel's static part, then the dynamic one.
    pub shared: Vec<u8>,
    /// Local memory, interleaved by 4-byte words over the lanes of a warp.
    pub(crate) local: Vec<u8>,
    /// Bytes of local memory per thread, a multiple of 4.
    pub(crate) local_bytes: u32,
    /// True votes and voters of `bar.red`, per barrier.
    pub(crate) reductions: [(u32, u32); 16],
}

impl CtaState {
    /// A CTA about to start, with all memory zero.
    pub fn new(kernel: &Kernel, shape: CtaShape) -> Self {
        let shared = kernel.shared_bytes as usize + shape.dynamic_shared as usize;
        let local_bytes = kernel.local_bytes.next_multiple_of(4);
        let local = vec![0; shape.warps() as usize * LANES * local_bytes as usize];
        Self { shape, shared: vec![0; shared], local, local_bytes, reductions: [(0, 0); 16] }
    }

    /// Physical address of this CTA's local memory, as given in [`crate::Access`].
    pub fn local_physical_base(&self) -> u64 {
        LOCAL_PHYSICAL_BASE + u64::from(self.shape.slot) * (self.local.len() as u64).next_multiple_of(4096)
    }
}
