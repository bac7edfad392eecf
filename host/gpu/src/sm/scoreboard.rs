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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use warpsmith_ptx::Module;

    /// Instructions with shared sources and destinations, of several widths, with and without a guard.
    const TEXT: &str = "
        .version 6.0
        .target sm_35
        .address_size 64
        .visible .entry k() {
            .reg .pred %p<3>;
            .reg .b32 %r<6>;
            .reg .b64 %rd<4>;
            mov.u32 %r1, %tid.x;
            add.s32 %r2, %r1, 1;
            mul.wide.u32 %rd1, %r2, 4;
            add.s64 %rd2, %rd1, 256;
            setp.lt.u32 %p1, %r1, %r2;
            @%p1 add.s32 %r3, %r2, %r1;
            ld.global.u32 %r4, [%rd2];
            mad.lo.s32 %r1, %r3, %r4, %r2;
            selp.b32 %r5, %r1, %r4, %p1;
            st.global.u32 [%rd2], %r5;
            ret;
        }";

    proptest! {
        #[test]
        fn an_instruction_waits_exactly_for_pending_writes_of_its_own_warp_to_its_registers(
            steps in prop::collection::vec((0usize..3, any::<prop::sample::Index>(), any::<bool>()), 0..200),
        ) {
            let module = Module::parse(TEXT, "test").unwrap();
            let kernel = &module.kernels()[0];
            let mut board = Scoreboard::new(3, kernel.num_regs);
            // Per warp: instructions under way.
            let mut under_way: [Vec<&Inst>; 3] = Default::default();
            for (warp, pick, issue) in steps {
                let mine = &mut under_way[warp];
                if issue {
                    let inst = pick.get(&kernel.insts);
                    let written: Vec<u16> = mine.iter().flat_map(|i| i.writes.iter()).collect();
                    let waits = inst.reads.iter().chain(inst.writes.iter()).any(|r| written.contains(&r));
                    prop_assert_eq!(board.blocks(warp, inst), waits);
                    if !waits {
                        board.reserve(warp, &inst.writes);
                        mine.push(inst);
                    }
                } else if !mine.is_empty() {
                    let done = mine.swap_remove(pick.index(mine.len()));
                    board.release(warp, &done.writes);
                }
                let pending = under_way[warp].iter().any(|i| i.writes.iter().next().is_some());
                prop_assert_eq!(board.busy(warp), pending);
            }
        }
    }
}
