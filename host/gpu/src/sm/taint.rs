// SPDX-License-Identifier: Apache-2.0
//! Which registers hold what follows from loaded data, for prefetchers that leave indirect loads alone (specification of
//! CTA-aware prefetching, section 2.6): one bit for each register of each warp. A load sets the bit of what it writes, any
//! other instruction gives it on from what it reads to what it writes.
//!
//! Parameters and constants do not count as loaded: pointers come from there. A load's bits are set as it issues, because
//! nothing reads them before they are written; an instruction of a part of the lanes clears none.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Class, Inst, Kernel, MemOp, Space};

/// The bits of all warps of an SM.
#[derive(Serialize, Deserialize)]
pub struct Taint {
    words: usize,
    loaded: Vec<u64>,
    /// Of the instruction that was seen last.
    indirect: bool,
}

impl Taint {
    /// For `warps` warp slots that run `kernel`.
    pub fn new(warps: u32, kernel: &Kernel) -> Taint {
        let words = (kernel.num_regs as usize).div_ceil(64).max(1);
        Taint { words, loaded: vec![0; words * warps as usize], indirect: false }
    }

    /// A warp starts in slot `warp`.
    pub fn launched(&mut self, warp: u32) {
        self.row(warp).fill(0);
    }

    /// The lanes `active` of `warp` execute `inst`.
    pub fn issued(&mut self, warp: u32, inst: &Inst, active: u32) {
        let row = self.row(warp);
        let follows = inst.reads.iter().any(|r| row[usize::from(r) / 64] >> (r % 64) & 1 == 1);
        let loaded = follows || loads(inst);
        for r in inst.writes.iter() {
            let (word, bit) = (&mut row[usize::from(r) / 64], 1 << (r % 64));
            if loaded {
                *word |= bit;
            } else if active == u32::MAX {
                *word &= !bit;
            }
        }
        self.indirect = follows;
    }

    /// Whether that instruction read something that follows from loaded data.
    pub fn indirect(&self) -> bool {
        self.indirect
    }

    fn row(&mut self, warp: u32) -> &mut [u64] {
        &mut self.loaded[warp as usize * self.words..][..self.words]
    }
}

/// Whether `inst` brings data from memory.
fn loads(inst: &Inst) -> bool {
    matches!(inst.class, Class::Mem(m) if matches!(m.op, MemOp::Load | MemOp::Atomic)
        && !matches!(m.space, Space::Param | Space::Const))
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_ptx::Module;

    const TEXT: &str = "
        .version 6.0
        .target sm_35
        .address_size 64
        .visible .entry k(.param .u64 p) {
            .reg .b32 %r<4>;
            .reg .b64 %rd<4>;
            ld.param.u64 %rd1, [p];
            ld.global.u32 %r1, [%rd1];
            mul.wide.u32 %rd2, %r1, 4;
            add.s64 %rd3, %rd1, %rd2;
            ld.global.u32 %r2, [%rd3];
            mov.u64 %rd3, %rd1;
            ld.global.u32 %r3, [%rd3];
            ret;
        }";

    /// For each instruction, whether it reads what follows from a load; `lanes` execute.
    fn indirect(lanes: u32) -> Vec<bool> {
        let module = Module::parse(TEXT, "test").unwrap();
        let kernel = &module.kernels()[0];
        let mut taint = Taint::new(2, kernel);
        let mut seen = |inst: &Inst| {
            taint.issued(1, inst, lanes);
            taint.indirect()
        };
        kernel.insts.iter().map(&mut seen).collect()
    }

    #[test]
    fn an_address_made_of_loaded_data_is_indirect_and_one_of_parameters_is_not() {
        assert_eq!(indirect(!0), [false, false, true, true, true, false, false, false]);
    }

    #[test]
    fn a_part_of_the_lanes_clears_nothing() {
        assert_eq!(indirect(1), [false, false, true, true, true, false, true, false]);
    }

    #[test]
    fn a_new_warp_has_loaded_nothing() {
        let module = Module::parse(TEXT, "test").unwrap();
        let insts = &module.kernels()[0].insts;
        let mut taint = Taint::new(2, &module.kernels()[0]);
        taint.issued(1, &insts[1], !0);
        taint.launched(1);
        taint.issued(1, &insts[2], !0);
        assert!(!taint.indirect());
    }
}
