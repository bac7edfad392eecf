// SPDX-License-Identifier: Apache-2.0
//! The scoreboard: registers of each warp that an instruction under way will write. An instruction waits for
//! those that it reads (RAW) and those that it writes (WAW).

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Kernel, SmallRegs};

/// The registers of each instruction of a kernel as bit masks of `words` words.
pub struct RegisterMasks {
    words: usize,
    /// By instruction: registers read or written.
    touched: Vec<u64>,
    /// By instruction: registers written.
    written: Vec<u64>,
}

impl RegisterMasks {
    /// The masks of every instruction of `kernel`, with the PTX crate's register numbers.
    pub fn new(kernel: &Kernel) -> Self {
        let words = (kernel.num_regs as usize).div_ceil(64).max(1);
        let mut masks = Self {
            words,
            touched: vec![0; words * kernel.insts.len()],
            written: vec![0; words * kernel.insts.len()],
        };
        for (pc, inst) in kernel.insts.iter().enumerate() {
            let set = |mask: &mut [u64], regs: &SmallRegs| {
                regs.iter().for_each(|r| mask[words * pc + usize::from(r) / 64] |= 1 << (r % 64));
            };
            set(&mut masks.touched, &inst.reads);
            set(&mut masks.touched, &inst.writes);
            set(&mut masks.written, &inst.writes);
        }
        masks
    }

    fn row<'a>(&self, masks: &'a [u64], pc: u32) -> &'a [u64] {
        &masks[pc as usize * self.words..][..self.words]
    }

    /// Whether the instruction at `pc` writes no register.
    #[inline]
    pub fn writes_nothing(&self, pc: u32) -> bool {
        self.row(&self.written, pc).iter().all(|w| *w == 0)
    }
}

/// What an instruction's registers make it wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Nothing.
    No,
    /// Results that are near.
    Short,
    /// A load of global, local or texture memory, perhaps among others.
    Long,
}

/// The registers of each warp that are still to be written, one bit each.
#[derive(Default, Serialize, Deserialize)]
pub struct Scoreboard {
    words: usize,
    pending: Vec<u64>,
    /// Those among them that a load of global, local or texture memory writes.
    long: Vec<u64>,
}

impl Scoreboard {
    /// For `warps` warp slots, nothing pending.
    pub fn new(warps: usize, masks: &RegisterMasks) -> Self {
        let none = vec![0; warps * masks.words];
        Self { words: masks.words, pending: none.clone(), long: none }
    }

    /// What the instruction at `pc` of `warp` waits for.
    #[inline]
    pub fn wait(&self, warp: u32, masks: &RegisterMasks, pc: u32) -> Wait {
        let touched = masks.row(&masks.touched, pc);
        let any = |written: &[u64]| written.iter().zip(touched).any(|(written, used)| written & used != 0);
        match any(self.row(&self.pending, warp)) {
            false => Wait::No,
            true if any(self.row(&self.long, warp)) => Wait::Long,
            true => Wait::Short,
        }
    }

    /// Whether any register of `warp` is still to be written.
    #[inline]
    pub fn busy(&self, warp: u32) -> bool {
        self.row(&self.pending, warp).iter().any(|w| *w != 0)
    }

    /// The instruction at `pc` of `warp` issues now.
    #[inline]
    pub fn reserve(&mut self, warp: u32, masks: &RegisterMasks, pc: u32) {
        let at = self.words * warp as usize;
        for (pending, written) in self.pending[at..].iter_mut().zip(masks.row(&masks.written, pc)) {
            *pending |= written;
        }
    }

    /// That instruction is a load of global, local or texture memory.
    #[inline]
    pub fn reserve_long(&mut self, warp: u32, masks: &RegisterMasks, pc: u32) {
        let at = self.words * warp as usize;
        for (long, written) in self.long[at..].iter_mut().zip(masks.row(&masks.written, pc)) {
            *long |= written;
        }
    }

    /// The registers that the instruction at `pc` of `warp` writes are written.
    #[inline]
    pub fn release(&mut self, warp: u32, masks: &RegisterMasks, pc: u32) {
        let at = self.words * warp as usize;
        let rows = self.pending[at..].iter_mut().zip(&mut self.long[at..]);
        for ((pending, long), written) in rows.zip(masks.row(&masks.written, pc)) {
            *pending &= !written;
            *long &= !written;
        }
    }

    #[inline]
    fn row<'a>(&self, registers: &'a [u64], warp: u32) -> &'a [u64] {
        &registers[warp as usize * self.words..][..self.words]
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
            let masks = RegisterMasks::new(kernel);
            let mut board = Scoreboard::new(3, &masks);
            // Per warp: program counters of instructions under way.
            let mut under_way: [Vec<usize>; 3] = Default::default();
            let is_load = |pc: &usize| matches!(kernel.insts[*pc].class, warpsmith_ptx::Class::Mem(_));
            for (warp, pick, issue) in steps {
                let mine = &mut under_way[warp];
                let w = warp as u32;
                if issue {
                    let pc = pick.index(kernel.insts.len());
                    let inst = &kernel.insts[pc];
                    let waits_for = |other: &usize| {
                        let mut touched = inst.reads.iter().chain(inst.writes.iter());
                        touched.any(|r| kernel.insts[*other].writes.iter().any(|w| w == r))
                    };
                    let wait = match (mine.iter().any(waits_for), mine.iter().any(|i| is_load(i) && waits_for(i))) {
                        (false, _) => Wait::No,
                        (true, false) => Wait::Short,
                        (true, true) => Wait::Long,
                    };
                    prop_assert_eq!(board.wait(w, &masks, pc as u32), wait);
                    if wait == Wait::No {
                        board.reserve(w, &masks, pc as u32);
                        if is_load(&pc) {
                            board.reserve_long(w, &masks, pc as u32);
                        }
                        mine.push(pc);
                    }
                } else if !mine.is_empty() {
                    let done = mine.swap_remove(pick.index(mine.len()));
                    board.release(w, &masks, done as u32);
                }
                let pending = under_way[warp].iter().any(|i| kernel.insts[*i].writes.iter().next().is_some());
                prop_assert_eq!(board.busy(w), pending);
            }
        }
    }
}
