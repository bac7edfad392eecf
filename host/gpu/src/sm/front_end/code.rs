// SPDX-License-Identifier: Apache-2.0
//! The instructions of a kernel as the front end decodes them.

use warpsmith_ptx::{Class, DirectBranch, Inst, Kernel, MemOp, SmallRegs};

use super::super::kernel::{InstTiming, Unit};
use crate::socket::{ConditionalBranch, Instruction, Kind, SOURCES};

/// Bytes of an instruction, for addresses of branches (specification of ILP, section 4, `pc_lo`).
const BYTES: u32 = 8;

/// The instructions of a kernel.
pub struct Code {
    pub instructions: Vec<Decoded>,
    /// Registers that they write: on no other does anything wait.
    pub registers: u32,
}

impl Code {
    pub fn of(kernel: &Kernel, timing: &[InstTiming]) -> Code {
        let numbers = Numbers::of(kernel);
        let decoded = kernel.insts.iter().zip(timing).enumerate();
        let decoded = decoded.map(|(pc, (inst, timing))| Decoded::of(pc as u32, inst, timing, &numbers));
        Code { instructions: decoded.collect(), registers: numbers.0.iter().flatten().count() as u32 }
    }
}

/// By register of a kernel its number among those that are written, in the same order.
struct Numbers(Vec<Option<u16>>);

impl Numbers {
    fn of(kernel: &Kernel) -> Numbers {
        let mut written = vec![false; kernel.num_regs as usize];
        let writes = kernel.insts.iter().flat_map(|inst| inst.writes.iter());
        writes.for_each(|register| written[usize::from(register)] = true);
        let mut next = 0;
        let number = |written: bool| {
            let number = next;
            next += u16::from(written);
            written.then_some(number)
        };
        Numbers(written.into_iter().map(number).collect())
    }

    /// The numbers of those that have one.
    fn all(&self, registers: &SmallRegs) -> Vec<u16> {
        registers.iter().filter_map(|register| self.0.get(usize::from(register)).copied().flatten()).collect()
    }
}

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
    fn of(pc: u32, inst: &Inst, timing: &InstTiming, numbers: &Numbers) -> Decoded {
        let branch = inst.direct_branch();
        let kind = match inst.class {
            Class::Barrier | Class::Fence | Class::Exit => Kind::Barrier,
            Class::Branch => match branch {
                Some(DirectBranch { conditional: false, .. }) => Kind::Jump,
                Some(DirectBranch { target, .. }) => {
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
        let reads = numbers.all(&inst.reads);
        let mut sources = [0; SOURCES];
        let seen = reads.len().min(SOURCES);
        sources[..seen].copy_from_slice(&reads[..seen]);
        let writes = numbers.all(&inst.writes);
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
            target: branch.map(|branch| branch.target),
            wide: writes.len() > usize::from(destination.is_some()),
            ends_path: matches!(kind, Kind::Barrier | Kind::Indirect),
        }
    }

    /// The instruction of `warp`, for its threads `active`.
    pub fn instruction(&self, warp: u32, active: u32) -> Instruction {
        Instruction { warp: warp as u8, active, ..self.instruction }
    }
}
