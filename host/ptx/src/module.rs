// SPDX-License-Identifier: Apache-2.0
//! A parsed PTX module: kernels and variables.

use crate::error::PtxError;
use crate::inst::{Inst, Operand};
use crate::lanes::{Lanes32, Lanes64, LANES};
use crate::op::{Builtin, CallSite, Function, Op, Special};
use crate::types::{LaunchBounds, Space};

/// A module-scope variable in global or constant memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalVar {
    /// Symbol.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Initial contents up to the last byte that has an initialiser; the rest is zero. Symbol addresses in it are filled in by
    /// [`Module::link`].
    pub init: Vec<u8>,
    /// [`Space::Global`] or [`Space::Const`].
    pub space: Space,
    /// Declared here, defined elsewhere.
    pub is_extern: bool,
    /// Places in `init` that hold the address of a variable: byte offset, variable index, addend.
    pub(crate) relocations: Vec<(usize, usize, i64)>,
}

/// A kernel parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Symbol, as the PTX text has it.
    pub name: String,
    /// Byte offset in the parameter block.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
}

/// A kernel with the device functions that it calls, ready to execute.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Symbol, mangled as the compiler left it.
    pub name: String,
    /// The instructions, of the device functions too; a program counter is an index of them.
    pub insts: Vec<Inst>,
    /// In the order of their declaration.
    pub params: Vec<Param>,
    /// Size of the parameter block in bytes.
    pub param_bytes: u32,
    /// Static shared memory in bytes.
    pub shared_bytes: u32,
    /// Local memory in bytes per thread, call frames included.
    pub local_bytes: u32,
    /// Registers as the scoreboard numbers them: 32-bit, 64-bit, predicates, carry flag.
    pub num_regs: u32,
    /// 32-bit registers a thread needs, for occupancy (predicates not counted).
    pub regs_per_thread: u32,
    /// What the program promises or demands of a launch.
    pub bounds: LaunchBounds,
    /// Why the kernel cannot be launched.
    pub error: Option<PtxError>,
    pub(crate) code: Code,
}

impl Kernel {
    /// Whether its threads may allocate or free device memory.
    pub fn allocates(&self) -> bool {
        let allocates =
            |inst: &Inst| matches!(inst.op, Op::Builtin { which: Builtin::Allocate | Builtin::Free, .. });
        self.insts.iter().any(allocates)
    }
}

/// What executing a kernel needs beside its instructions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    /// Number of 32-bit, 64-bit and predicate registers.
    pub r32: usize,
    pub r64: usize,
    pub preds: usize,
    pub c32: Vec<Lanes32>,
    pub c64: Vec<Lanes64>,
    /// Registers that hold special values from the start.
    pub specials: Vec<(Operand, Special)>,
    /// Device functions, indexed by call instructions.
    pub functions: Vec<Function>,
    pub calls: Vec<CallSite>,
    /// Candidates of indirect calls: function address, call site.
    pub indirect: Vec<Vec<(u64, u32)>>,
    /// Branch tables of `brx.idx`.
    pub tables: Vec<Vec<u32>>,
    /// Bytes of device-function parameters per lane.
    pub call_bytes: u32,
    /// 64-bit constants that are addresses of variables: constant index, variable index, addend.
    pub relocations: Vec<(usize, usize, i64)>,
}

/// A PTX module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) globals: Vec<GlobalVar>,
}

impl Module {
    /// A module of kernels that can be timed but not executed: their instructions are [`Inst::described`].
    pub fn described(kernels: Vec<Kernel>) -> Module {
        Module { kernels, globals: Vec::new() }
    }

    /// The kernels, in the order of the text.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The kernel with this symbol.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|k| k.name == name)
    }

    /// The variables in global and constant memory.
    pub fn globals(&self) -> &[GlobalVar] {
        &self.globals
    }

    /// Gives every variable its device address, in code and in initial values.
    pub fn link(&mut self, address_of: impl FnMut(&GlobalVar) -> u64) {
        let addresses: Vec<u64> = self.globals.iter().map(address_of).collect();
        for kernel in &mut self.kernels {
            for &(constant, variable, addend) in &kernel.code.relocations {
                let address = addresses[variable].wrapping_add_signed(addend);
                kernel.code.c64[constant] = Lanes64([address; LANES]);
            }
        }
        for global in &mut self.globals {
            for &(offset, variable, addend) in &global.relocations {
                let address = addresses[variable].wrapping_add_signed(addend);
                global.init[offset..offset + 8].copy_from_slice(&address.to_le_bytes());
            }
        }
    }
}
