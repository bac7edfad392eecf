// SPDX-License-Identifier: Apache-2.0
//! A parsed PTX module: kernels and variables.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::ast::{DeclSpace, InitValue, Variable};
use crate::build::build_kernel;
use crate::decode::ModuleNames;
use crate::error::PtxError;
use crate::inst::{Inst, Operand};
use crate::op::{Builtin, CallSite, Function, Op, Special};
use crate::parser;
use crate::types::{Space, Type};
use crate::warp::{Lanes32, Lanes64};

/// A module-scope variable in global or constant memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalVar {
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
    pub name: String,
    pub insts: Vec<Inst>,
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

/// Performance directives of a kernel (`__launch_bounds__`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchBounds {
    /// Threads of a CTA at most, from `.maxntid` or `.reqntid`.
    pub max_threads: Option<u32>,
    /// CTAs that must fit on an SM together, from `.minnctapersm`.
    pub min_ctas: Option<u32>,
    /// Registers per thread at most, from `.maxnreg`.
    pub max_registers: Option<u32>,
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
    kernels: Vec<Kernel>,
    globals: Vec<GlobalVar>,
}

impl Module {
    /// Parses PTX text; `origin` names it in errors. A kernel that cannot be executed does not
    /// make the module fail: see [`Kernel::error`].
    ///
    /// # Errors
    /// The first mistake outside function bodies, with its line.
    pub fn parse(text: &str, origin: &str) -> Result<Module, PtxError> {
        let tree = parser::parse(text, origin)?;
        let fail = |line: u32, what: String| PtxError { origin: origin.to_owned(), line, kernel: None, what };
        let mut names = ModuleNames {
            origin,
            globals: HashMap::new(),
            shared: HashMap::new(),
            functions: HashMap::new(),
            addressed: Vec::new(),
            tree: &tree,
        };
        let mut variables = Vec::new();
        for variable in &tree.variables {
            match variable.space {
                DeclSpace::Global | DeclSpace::Const => match names.globals.get(variable.name) {
                    // A definition takes the place of an earlier declaration.
                    Some(&index) => {
                        let known: &mut &Variable<'_> = &mut variables[index];
                        if !known.is_extern && !variable.is_extern {
                            return Err(fail(variable.line, format!("`{}` is defined twice", variable.name)));
                        }
                        if known.is_extern {
                            *known = variable;
                        }
                    }
                    None => {
                        names.globals.insert(variable.name, variables.len());
                        variables.push(variable);
                    }
                },
                DeclSpace::Shared => {
                    names.shared.insert(variable.name, variable.clone());
                }
                DeclSpace::Local | DeclSpace::Param | DeclSpace::Register => {
                    let what =
                        format!("`{}`: local and parameter variables belong in functions", variable.name);
                    return Err(fail(variable.line, what));
                }
            }
        }
        for (index, function) in tree.functions.iter().enumerate() {
            match names.functions.get(function.name) {
                Some(&known) if tree.functions[known].body.is_some() => {
                    if function.body.is_some() {
                        return Err(fail(function.line, format!("`{}` is defined twice", function.name)));
                    }
                }
                _ => {
                    names.functions.insert(function.name, index);
                }
            }
        }
        names.find_addressed();
        let globals = variables
            .iter()
            .map(|variable| global(variable, &names).map_err(|what| fail(variable.line, what)))
            .collect::<Result<_, _>>()?;
        let kernels = (0..tree.functions.len())
            .filter(|&i| tree.functions[i].is_entry && tree.functions[i].body.is_some())
            .map(|i| build_kernel(&names, i))
            .collect();
        Ok(Module { kernels, globals })
    }

    /// A module of kernels that can be timed but not executed: their instructions are [`Inst::described`].
    pub fn described(kernels: Vec<Kernel>) -> Module {
        Module { kernels, globals: Vec::new() }
    }

    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|k| k.name == name)
    }

    pub fn globals(&self) -> &[GlobalVar] {
        &self.globals
    }

    /// Gives every variable its device address, in code and in initial values.
    pub fn link(&mut self, address_of: impl FnMut(&GlobalVar) -> u64) {
        let addresses: Vec<u64> = self.globals.iter().map(address_of).collect();
        for kernel in &mut self.kernels {
            for &(constant, variable, addend) in &kernel.code.relocations {
                let address = addresses[variable].wrapping_add_signed(addend);
                kernel.code.c64[constant] = Lanes64([address; crate::LANES]);
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

/// The variable with its initial bytes.
fn global(variable: &Variable<'_>, names: &ModuleNames<'_, '_>) -> Result<GlobalVar, String> {
    let width = variable.ty.bytes() as usize;
    let mut init = Vec::new();
    let mut relocations = Vec::new();
    for &(index, value) in &variable.init {
        let start = usize::try_from(index).ok().and_then(|i| i.checked_mul(width)).unwrap_or(usize::MAX);
        let end = start.checked_add(width).filter(|end| *end as u64 <= variable.size);
        let end = end.ok_or_else(|| format!("the initialiser of `{}` is longer than it", variable.name))?;
        init.resize(init.len().max(end), 0);
        let bits = match (value, variable.ty) {
            (InitValue::Int(bits), Type::F32) => u64::from((bits as i64 as f32).to_bits()),
            (InitValue::Int(bits), Type::F64) => (bits as i64 as f64).to_bits(),
            (InitValue::Int(bits), _) => bits,
            (InitValue::F32(bits), Type::F64) => f64::from(f32::from_bits(bits)).to_bits(),
            (InitValue::F32(bits), _) => u64::from(bits),
            (InitValue::F64(value), Type::F32) => u64::from((value as f32).to_bits()),
            (InitValue::F64(value), _) => value.to_bits(),
            (InitValue::Address { symbol, addend }, _) if names.functions.contains_key(symbol) => {
                names.function_address(symbol).map_or(0, |address| address.wrapping_add_signed(addend))
            }
            (InitValue::Address { symbol, addend }, _) => {
                let target = names.globals.get(symbol);
                let target =
                    *target.ok_or_else(|| format!("`{symbol}` in an initialiser is not a variable"))?;
                if width != 8 {
                    return Err(format!("the address of `{symbol}` needs elements of 8 bytes"));
                }
                relocations.push((start, target, addend));
                0
            }
        };
        init[start..end].copy_from_slice(&bits.to_le_bytes()[..width]);
    }
    Ok(GlobalVar {
        name: variable.name.to_owned(),
        size: variable.size,
        align: variable.align,
        init,
        space: if variable.space == DeclSpace::Const { Space::Const } else { Space::Global },
        is_extern: variable.is_extern,
        relocations,
    })
}
