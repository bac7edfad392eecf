// SPDX-License-Identifier: Apache-2.0
//! The scoreboard: registers of each warp that an instruction under way will write. An instruction waits for
//! those that it reads (RAW) and those that it writes (WAW).

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Inst, SmallRegs};

/// One bit per register and warp.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scoreboard {
    /// Words of 64 registers per warp.
    words: usize,
    pending: Vec<u64>,
}

impl Scoreboard {
    /// For `warps` warp slots and kernels of `registers` registers, as the PTX crate numbers them.
    pub fn new(warps: usize, registers: u32) -> Self {
        let words = (registers as usize).div_ceil(64).max(1);
        Self { words, pending: vec![0; warps * words] }
    }

    /// Whether `inst` of `warp` must not issue yet.
    #[inline]
    pub fn blocks(&self, warp: usize, inst: &Inst) -> bool {
        let row = self.row(warp);
        let taken =
            |regs: &SmallRegs| regs.as_slice().iter().any(|r| row[usize::from(*r) / 64] >> (r % 64) & 1 == 1);
        taken(&inst.reads) || taken(&inst.writes)
    }

    /// Whether any register of `warp` is still to be written.
    #[inline]
    pub fn busy(&self, warp: usize) -> bool {
        self.row(warp).iter().any(|w| *w != 0)
    }

    /// `regs` of `warp` will be written by an instruction that issues now.
    #[inline]
    pub fn reserve(&mut self, warp: usize, regs: &SmallRegs) {
        for r in regs.as_slice() {
            self.pending[warp * self.words + usize::from(*r) / 64] |= 1 << (r % 64);
        }
    }

    /// `regs` of `warp` are written.
    #[inline]
    pub fn release(&mut self, warp: usize, regs: &SmallRegs) {
        for r in regs.as_slice() {
            self.pending[warp * self.words + usize::from(*r) / 64] &= !(1 << (r % 64));
        }
    }

    #[inline]
    fn row(&self, warp: usize) -> &[u64] {
        &self.pending[warp * self.words..][..self.words]
    }
}
