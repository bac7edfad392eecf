// SPDX-License-Identifier: Apache-2.0
//! The resolved, compact form of one PTX instruction.

use serde::{Deserialize, Serialize};

use crate::lanes::NO_PC;
use crate::op::Op;
use crate::types::Space;

/// First index of the registers that hold special values, before registers are allocated.
pub(crate) const SPECIAL_BASE: usize = 0xff00;
/// Addresses in `.param` space from here on are parameters of device functions.
pub(crate) const CALL_PARAM_BASE: u64 = 0x10_0000;

/// What a memory instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemOp {
    /// Read (`ld`, `ldu`, `tex`).
    Load,
    /// Write (`st`).
    Store,
    /// Read-modify-write that returns the old value.
    Atomic,
    /// Read-modify-write without a result (`red`).
    Reduction,
}

/// What a memory instruction asks of the caches (PTX ISA, cache operators).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CacheOp {
    /// Cached at all levels (`.ca`, `.wb`), and everything that says nothing.
    #[default]
    All,
    /// Past the L1 (`.cg`); also what must see other SMs' stores (`.cv`, `.volatile`, ordered loads beyond the CTA).
    Global,
    /// Cached, but the first to be evicted (`.cs`, `.lu`).
    Streaming,
}

/// Static description of a memory instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemKind {
    /// Space as written; [`Space::Generic`] is resolved at execution.
    pub space: Space,
    /// Load, store or read-modify-write.
    pub op: MemOp,
    /// Bytes per lane, all vector elements together: 1 to 16.
    pub bytes: u8,
    /// Where the caches may keep the data.
    pub cache: CacheOp,
}

/// Timing class of an instruction: which functional unit it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// Integer, logic, move, compare, select.
    Int,
    /// Integer multiply and multiply-add.
    IntMul,
    /// Integer divide and remainder.
    IntDiv,
    /// Arithmetic in single and half precision but for what [`Class::Sfu`] has; comparisons are [`Class::Int`].
    Fp32,
    /// Arithmetic and comparisons in double precision, and conversions from and to it.
    Fp64,
    /// Special functions, division and square root of either precision.
    Sfu,
    /// Access of memory, textures included.
    Mem(MemKind),
    /// CTA barrier (`bar`, `barrier`) in any of its forms.
    Barrier,
    /// Memory fence (`membar`, `fence`).
    Fence,
    /// Branch, call and return.
    Branch,
    /// End of threads (`exit`, `trap`, `ret` of the kernel itself).
    Exit,
    /// No result and no access: hints, prefetches, `bar.warp.sync`.
    Nop,
}

/// Guard predicate: the lanes that execute are those whose register equals `!negated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// A predicate register.
    pub reg: Operand,
    /// Lanes whose predicate is false execute.
    pub negated: bool,
}

impl Guard {
    /// A condition of which no more is known than that there is one.
    const UNKNOWN: Guard = Guard { reg: Operand::NONE, negated: false };
}

/// Up to eight scoreboard register numbers, without heap storage.
/// Numbers are dense: `0 .. Kernel::num_regs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallRegs {
    regs: [u16; 8],
    len: u8,
}

impl SmallRegs {
    /// The registers of `list`, each once; `None` if there are more than eight.
    pub fn of(list: &[u16]) -> Option<Self> {
        let mut regs = Self::default();
        for reg in list {
            if usize::from(regs.len) == regs.regs.len() && !regs.as_slice().contains(reg) {
                return None;
            }
            regs.push(*reg);
        }
        Some(regs)
    }

    /// Adds `reg` if it is not there yet. More than eight registers cannot occur: the widest
    /// instruction has five sources, a carry flag and a guard.
    pub(crate) fn push(&mut self, reg: u16) {
        if !self.as_slice().contains(&reg) {
            self.regs[usize::from(self.len)] = reg;
            self.len += 1;
        }
    }

    /// The register numbers, each once, in the order in which they were added.
    pub fn as_slice(&self) -> &[u16] {
        &self.regs[..usize::from(self.len)]
    }

    /// The numbers of [`Self::as_slice`] by value.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.as_slice().iter().copied()
    }
}

/// Where an operand lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum File {
    /// 32-bit registers of a warp (also 16-bit values, zero-extended).
    R32,
    /// 64-bit registers of a warp.
    R64,
    /// Predicate registers of a warp.
    Pred,
    /// Broadcast 32-bit constants of the kernel.
    C32,
    /// Broadcast 64-bit constants of the kernel.
    C64,
    /// No operand, or the sink `_`.
    None,
}

/// A resolved operand: register file in bits 31..28, negation (predicates) in bit 27, index below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand(u32);

impl Operand {
    /// The operand that is not there.
    pub const NONE: Self = Self((File::None as u32) << 28);
    const NEGATED: u32 = 1 << 27;
    /// Largest index that an operand can hold.
    pub(crate) const MAX_INDEX: usize = (1 << 16) - 1;

    pub(crate) fn new(file: File, index: usize) -> Self {
        debug_assert!(index <= Self::MAX_INDEX);
        Self(((file as u32) << 28) | index as u32)
    }

    pub(crate) fn with_index(self, index: usize) -> Self {
        debug_assert!(index <= Self::MAX_INDEX);
        Self((self.0 & !0xffff) | index as u32)
    }

    pub(crate) fn negate(self) -> Self {
        Self(self.0 ^ Self::NEGATED)
    }

    /// The register file or constant pool that [`Self::index`] is an index of.
    #[inline(always)]
    pub fn file(self) -> File {
        match self.0 >> 28 {
            0 => File::R32,
            1 => File::R64,
            2 => File::Pred,
            3 => File::C32,
            4 => File::C64,
            _ => File::None,
        }
    }

    /// Index in its [`File`], 16 bits.
    #[inline(always)]
    pub fn index(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    /// Whether the predicate is read inverted; never true of other operands.
    #[inline(always)]
    pub fn negated(self) -> bool {
        self.0 & Self::NEGATED != 0
    }

    /// True for a register of any file.
    pub fn is_register(self) -> bool {
        matches!(self.file(), File::R32 | File::R64 | File::Pred)
    }
}

/// One instruction, ready to execute.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The functional unit that it needs.
    pub class: Class,
    /// `None` if every active lane executes it.
    pub guard: Option<Guard>,
    /// Registers read, guard included.
    pub reads: SmallRegs,
    /// Registers written.
    pub writes: SmallRegs,
    /// Line of the PTX text, from 1.
    pub line: u32,
    pub(crate) op: Op,
    pub(crate) dst: [Operand; 4],
    pub(crate) src: [Operand; 5],
}

/// What the text of a direct branch says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectBranch {
    /// Index of the instruction that it goes to when it is taken.
    pub target: u32,
    /// Lanes take it on a condition; else all that are active do.
    pub conditional: bool,
}

impl Inst {
    /// An instruction that can be timed but not executed; `branch` says where it goes if it is a direct branch.
    pub fn described(
        class: Class,
        reads: SmallRegs,
        writes: SmallRegs,
        line: u32,
        branch: Option<DirectBranch>,
    ) -> Self {
        let (dst, src) = ([Operand::NONE; 4], [Operand::NONE; 5]);
        let op = branch.map_or(Op::Nop, |branch| Op::Branch { target: branch.target, rpc: NO_PC });
        let guard = branch.filter(|branch| branch.conditional).map(|_| Guard::UNKNOWN);
        Self { class, guard, reads, writes, line, op, dst, src }
    }

    /// What the text says of the branch, if it is a direct one.
    pub fn direct_branch(&self) -> Option<DirectBranch> {
        match self.op {
            Op::Branch { target, .. } => Some(DirectBranch { target, conditional: self.guard.is_some() }),
            _ => None,
        }
    }

    /// All operands, guard included, for rewriting.
    pub(crate) fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        let guard = self.guard.as_mut().map(|g| &mut g.reg);
        self.dst.iter_mut().chain(self.src.iter_mut()).chain(guard)
    }
}
