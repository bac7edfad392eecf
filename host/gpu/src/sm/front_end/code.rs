// SPDX-License-Identifier: Apache-2.0
//! The instructions of a kernel as the front end decodes them.

use warpsmith_ptx::{Class, Inst, Kernel, MemOp};

use super::super::kernel::{InstTiming, Unit};
use crate::socket::{ConditionalBranch, Instruction, Kind, SOURCES};

/// Bytes of an instruction, for addresses of branches (specification of ILP, section 4, `pc_lo`).
const BYTES: u32 = 8;

/// An instruction as far as its text says.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    instruction: Instruction,
    /// It is a direct branch to there, on a condition or always.
    pub target: Option<u32>,
    /// It writes registers that hazard control does not hear of: what follows it issues alone.
    pub wide: bool,
    /// Nothing is fetched behind it on a path that may be wrong.
    pub ends_path: bool,
}

impl Decoded {
    pub fn of(pc: u32, inst: &Inst, timing: &InstTiming) -> Decoded {
        let target = inst.branch_target();
        let conditional = inst.guard.is_some();
        let kind = match inst.class {
            Class::Barrier | Class::Fence | Class::Exit => Kind::Barrier,
            Class::Branch => match target {
                Some(_) if !conditional => Kind::Jump,
                Some(target) => {
                    let branch = ConditionalBranch { pc: pc * BYTES, target: target * BYTES, taken: false };
                    Kind::Branch(branch)
                }
                None => Kind::Indirect,
            },
            Class::Mem(memory) => match memory.op {
                MemOp::Load => Kind::Load,
                MemOp::Store | MemOp::Reduction => Kind::Store,
                MemOp::Atomic => Kind::Atomic,
            },
            Class::IntDiv => Kind::Late(timing.latency),
            _ if timing.unit != Unit::Sp => Kind::Late(timing.latency),
            _ => Kind::Alu,
        };
        let reads = inst.reads.as_slice();
        let mut sources = [0; SOURCES];
        let seen = reads.len().min(SOURCES);
        sources[..seen].copy_from_slice(&reads[..seen]);
        let writes = inst.writes.as_slice();
        // Results of barriers come when they open.
        let destination = writes.first().copied().filter(|_| kind != Kind::Barrier);
        let instruction = Instruction {
            warp: 0,
            kind,
            sources,
            source_count: seen as u8,
            destination,
            active: 0,
            alone: reads.len() > SOURCES,
        };
        Decoded {
            instruction,
            target: target.filter(|_| matches!(kind, Kind::Jump | Kind::Branch(_))),
            wide: writes.len() > usize::from(destination.is_some()),
            ends_path: matches!(kind, Kind::Barrier | Kind::Indirect),
        }
    }

    /// All instructions of `kernel`.
    pub fn all(kernel: &Kernel, timing: &[InstTiming]) -> Vec<Decoded> {
        let decoded = kernel.insts.iter().zip(timing).enumerate();
        decoded.map(|(pc, (inst, timing))| Decoded::of(pc as u32, inst, timing)).collect()
    }

    /// The instruction of `warp`, for its threads `active`.
    pub fn instruction(&self, warp: u32, active: u32) -> Instruction {
        Instruction { warp: warp as u8, active, ..self.instruction }
    }
}
