// SPDX-License-Identifier: Apache-2.0
//! Syntax tree to resolved instructions: names become register numbers, constants and addresses;
//! opcodes become type-specialised operations. Anything unknown is an error here, never later.

mod arith;
mod bits;
mod call;
mod compare;
mod control;
mod convert;
mod float;
mod memory;
mod names;
mod opcode;
mod texture;
mod video;
mod warpops;

use std::collections::HashMap;

use crate::ast;
use crate::error::PtxError;
use crate::inst::{Class, Guard, Inst, Operand, SmallRegs};
use crate::lanes::{Lanes32, Lanes64, LANES};
use crate::op::{CallSite, MemRef, Op, Special};
use crate::types::Type;

pub(crate) use names::ModuleNames;
use names::Names;
use opcode::{Decode, Modifiers};

/// What all functions of one kernel share while it is built.
#[derive(Default)]
pub(crate) struct Pools {
    pub c32: Vec<Lanes32>,
    pub c64: Vec<Lanes64>,
    pub(crate) index32: HashMap<u32, usize>,
    pub(crate) index64: HashMap<u64, usize>,
    pub(crate) addresses: HashMap<(usize, i64), usize>,
    /// 64-bit constant, variable, addend.
    pub relocations: Vec<(usize, usize, i64)>,
    pub specials: Vec<Special>,
    pub calls: Vec<CallSite>,
    /// Candidates of indirect calls: function address, call site.
    pub indirect: Vec<Vec<(u64, u32)>>,
    pub tables: Vec<Vec<u32>>,
    /// Shared variables referenced, with their offsets.
    pub shared: HashMap<String, u64>,
    pub shared_bytes: u64,
    /// 64-bit constants that are addresses in dynamic shared memory, with their offsets in it.
    pub dynamic_shared: Vec<(usize, i64)>,
    /// Dynamic shared memory starts at this alignment after the static part.
    pub dynamic_align: u64,
    /// Parameter bytes of device functions handed out so far.
    pub call_bytes: u32,
    /// Functions reachable so far, by index into the module's functions; the kernel is first.
    pub reachable: Vec<usize>,
}

/// Parameter area of a device function: `(offset, size)` of each parameter and result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    pub params: Vec<(u32, u32)>,
    pub results: Vec<(u32, u32)>,
}

/// A decoded function: program counters and registers are still its own.
#[derive(Default)]
pub(crate) struct FunctionCode {
    pub insts: Vec<Inst>,
    pub r32: usize,
    pub r64: usize,
    pub preds: usize,
    pub frame_bytes: u64,
    /// Functions called, by position in [`Pools::reachable`].
    pub callees: Vec<usize>,
    /// Branch tables used, by index in [`Pools::tables`].
    pub tables: Vec<usize>,
}

pub(crate) struct Decoder<'m, 'a> {
    pub(crate) names: Names<'m, 'a>,
    pub(crate) pools: &'m mut Pools,
    pub(crate) signatures: &'m mut HashMap<usize, Signature>,
    code: FunctionCode,
    /// Position of this function in [`Pools::reachable`].
    position: usize,
    guard: Option<Guard>,
    line: u32,
    /// Results of this function that live in registers, with their places in the parameter area.
    register_results: Vec<(Operand, MemRef)>,
    /// Branches to be resolved when all labels are known: instruction, scope, label.
    fixups: Vec<(usize, usize, &'a str)>,
    /// The same for branch tables: table, scope, labels.
    table_fixups: Vec<(usize, usize, Vec<&'a str>)>,
}

/// Decodes the function at `position` of [`Pools::reachable`].
pub(crate) fn decode_function<'a>(
    module: &ModuleNames<'_, 'a>,
    function: &ast::Function<'a>,
    position: usize,
    pools: &mut Pools,
    signatures: &mut HashMap<usize, Signature>,
) -> Result<FunctionCode, PtxError> {
    let fail = |line: u32, what: String| PtxError {
        origin: module.origin.to_owned(),
        line,
        kernel: Some(function.name.to_owned()),
        what,
    };
    let body = match &function.body {
        Some(Ok(body)) => body,
        Some(Err(error)) => return Err(error.clone()),
        None => return Err(fail(function.line, "called, but only declared: its body is missing".into())),
    };
    let mut decoder = Decoder {
        names: Names::new(module),
        pools,
        signatures,
        code: FunctionCode::default(),
        position,
        guard: None,
        line: function.line,
        register_results: Vec::new(),
        fixups: Vec::new(),
        table_fixups: Vec::new(),
    };
    decoder.declare_parameters(function).map_err(|what| fail(function.line, what))?;
    for statement in body {
        decoder.statement(statement).map_err(|what| match statement {
            ast::Statement::Inst(raw) => fail(raw.line, format!("{what}, in `{}`", one_line(raw.text))),
            _ => fail(decoder.line, what),
        })?;
    }
    decoder.guard = None;
    decoder.end_function();
    decoder.resolve_labels().map_err(|(line, what)| fail(line, what))?;
    Ok(decoder.code)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<'a> Decoder<'_, 'a> {
    fn statement(&mut self, statement: &ast::Statement<'a>) -> Decode<()> {
        match statement {
            ast::Statement::Label(label) => self.names.label(label, self.code.insts.len()),
            ast::Statement::Registers { ty, names, line } => {
                self.line = *line;
                names.iter().try_for_each(|(name, count)| self.names.register(name, *count, *ty))
            }
            ast::Statement::Variable(variable) => {
                self.line = variable.line;
                self.declare_variable(variable)
            }
            ast::Statement::BranchTargets { label, targets } => {
                self.names.branch_targets(label, targets.clone());
                Ok(())
            }
            ast::Statement::Open => {
                self.names.open();
                Ok(())
            }
            ast::Statement::Close => {
                self.names.close();
                Ok(())
            }
            ast::Statement::Inst(raw) => self.instruction(raw),
        }
    }

    fn instruction(&mut self, raw: &ast::RawInst<'a>) -> Decode<()> {
        self.line = raw.line;
        self.guard = match raw.guard {
            Some((name, negated)) => Some(Guard { reg: self.register(name, Type::Pred)?, negated }),
            None => None,
        };
        let mut mods = Modifiers::new(raw.opcode);
        let ops = &raw.operands[..];
        match mods.mnemonic {
            "add" | "sub" | "mul" | "mad" | "fma" | "div" | "min" | "max" | "neg" | "abs" => {
                if mods.last_type_is_float() {
                    self.float(&mut mods, ops)?
                } else {
                    self.arith(&mut mods, ops)?
                }
            }
            "rem" | "sad" | "mul24" | "mad24" | "addc" | "subc" | "madc" | "dp4a" | "dp2a" => {
                self.arith(&mut mods, ops)?
            }
            "sqrt" | "rsqrt" | "rcp" | "sin" | "cos" | "ex2" | "lg2" | "tanh" | "copysign" | "testp" => {
                self.float(&mut mods, ops)?
            }
            "and" | "or" | "xor" | "not" | "cnot" | "shl" | "shr" | "shf" | "bfe" | "bfi" | "bfind"
            | "brev" | "clz" | "popc" | "prmt" | "lop3" => self.bits(&mut mods, ops)?,
            "setp" | "set" | "selp" | "slct" => self.compare(&mut mods, ops)?,
            "mov" | "cvt" | "cvta" | "isspacep" => self.convert(&mut mods, ops)?,
            "ld" | "ldu" | "st" | "atom" | "red" | "prefetch" | "prefetchu" | "applypriority" | "discard" => {
                self.memory(&mut mods, ops)?
            }
            "tex" => self.texture(&mut mods, ops)?,
            "vadd" | "vsub" | "vabsdiff" | "vmin" | "vmax" | "vshl" | "vshr" | "vmad" | "vset" | "vadd2"
            | "vsub2" | "vavrg2" | "vabsdiff2" | "vmin2" | "vmax2" | "vset2" | "vadd4" | "vsub4"
            | "vavrg4" | "vabsdiff4" | "vmin4" | "vmax4" | "vset4" => self.video(&mut mods, ops)?,
            "vote" | "shfl" | "activemask" | "match" | "redux" => self.warp_op(&mut mods, ops)?,
            "bra" | "brx" | "call" | "ret" | "exit" | "bar" | "barrier" | "membar" | "fence" | "trap"
            | "brkpt" | "nanosleep" | "pmevent" => self.control(&mut mods, ops)?,
            other => return Err(format!("instruction `{other}` is not supported")),
        }
        mods.finish()
    }

    /// Appends an instruction with the current guard.
    fn emit(&mut self, class: Class, op: Op, dst: &[Operand], src: &[Operand]) {
        self.code.insts.push(Inst {
            class,
            guard: self.guard,
            reads: SmallRegs::default(),
            writes: SmallRegs::default(),
            line: self.line,
            op,
            dst: padded(dst),
            src: padded(src),
        });
    }

    fn constant32(&mut self, value: u32) -> Decode<Operand> {
        let pools = &mut *self.pools;
        let index = *pools.index32.entry(value).or_insert_with(|| {
            pools.c32.push(Lanes32([value; LANES]));
            pools.c32.len() - 1
        });
        constant(crate::inst::File::C32, index)
    }

    fn constant64(&mut self, value: u64) -> Decode<Operand> {
        let pools = &mut *self.pools;
        let index = *pools.index64.entry(value).or_insert_with(|| {
            pools.c64.push(Lanes64([value; LANES]));
            pools.c64.len() - 1
        });
        constant(crate::inst::File::C64, index)
    }

    /// The address of module variable `variable` plus `addend`; its value comes with linking.
    fn address_constant(&mut self, variable: usize, addend: i64) -> Decode<Operand> {
        let pools = &mut *self.pools;
        let index = *pools.addresses.entry((variable, addend)).or_insert_with(|| {
            pools.c64.push(Lanes64([0; LANES]));
            pools.relocations.push((pools.c64.len() - 1, variable, addend));
            pools.c64.len() - 1
        });
        constant(crate::inst::File::C64, index)
    }

    /// Makes sure that a body which runs off its end returns.
    fn end_function(&mut self) {
        let closed = matches!(
            self.code.insts.last(),
            Some(Inst { guard: None, op: Op::Exit | Op::Return | Op::Branch { .. } | Op::Trap, .. })
        );
        if !closed || self.names.label_at(self.code.insts.len()) {
            self.emit_return();
        }
        self.code.r32 = self.names.r32;
        self.code.r64 = self.names.r64;
        self.code.preds = self.names.preds;
    }

    fn resolve_labels(&mut self) -> Result<(), (u32, String)> {
        let missing = |label: &str| format!("branch to `{label}`, which is not defined");
        for (inst, scope, label) in std::mem::take(&mut self.fixups) {
            let inst = &mut self.code.insts[inst];
            let pc = self.names.find_label(scope, label).ok_or_else(|| (inst.line, missing(label)))?;
            if let Op::Branch { target, .. } = &mut inst.op {
                *target = pc as u32;
            }
        }
        for (table, scope, labels) in std::mem::take(&mut self.table_fixups) {
            for label in labels {
                let pc = self.names.find_label(scope, label).ok_or_else(|| (self.line, missing(label)))?;
                self.pools.tables[table].push(pc as u32);
            }
            self.code.tables.push(table);
        }
        Ok(())
    }
}

fn constant(file: crate::inst::File, index: usize) -> Decode<Operand> {
    if index > Operand::MAX_INDEX {
        return Err("the kernel uses more than 65536 different constants".into());
    }
    Ok(Operand::new(file, index))
}

fn padded<const N: usize>(operands: &[Operand]) -> [Operand; N] {
    std::array::from_fn(|i| operands.get(i).copied().unwrap_or(Operand::NONE))
}
