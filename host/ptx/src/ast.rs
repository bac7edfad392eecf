// SPDX-License-Identifier: Apache-2.0
//! Syntax tree of a PTX module, names unresolved.

use crate::error::PtxError;
use crate::types::{LaunchBounds, Type};

/// State space of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclSpace {
    Global,
    Const,
    Shared,
    Local,
    Param,
    /// A parameter or result of a device function in a register.
    Register,
}

/// A declared variable or parameter.
#[derive(Clone, Debug)]
pub(crate) struct Variable<'a> {
    pub space: DeclSpace,
    pub name: &'a str,
    pub ty: Type,
    /// Alignment in bytes.
    pub align: u64,
    /// Size in bytes; 0 for an array of unknown length.
    pub size: u64,
    /// Initial values by element index.
    pub init: Vec<(u64, InitValue<'a>)>,
    pub is_extern: bool,
    pub line: u32,
}

/// One element of an initialiser.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InitValue<'a> {
    Int(u64),
    F32(u32),
    F64(f64),
    Address { symbol: &'a str, addend: i64 },
}

/// A kernel or a device function.
#[derive(Debug)]
pub(crate) struct Function<'a> {
    pub name: &'a str,
    pub is_entry: bool,
    pub params: Vec<Variable<'a>>,
    pub returns: Vec<Variable<'a>>,
    pub bounds: LaunchBounds,
    /// `None` for a declaration.
    pub body: Option<Result<Vec<Statement<'a>>, PtxError>>,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement<'a> {
    Label(&'a str),
    /// Register names of one type; `%r<4>` declares `%r0` to `%r3`.
    Registers {
        ty: Type,
        names: Vec<(&'a str, Option<u32>)>,
        line: u32,
    },
    Variable(Variable<'a>),
    BranchTargets {
        label: &'a str,
        targets: Vec<&'a str>,
    },
    Open,
    Close,
    Inst(RawInst<'a>),
}

#[derive(Clone, Debug)]
pub(crate) struct RawInst<'a> {
    /// Guard register, and whether it is negated.
    pub guard: Option<(&'a str, bool)>,
    /// Opcode with all modifiers.
    pub opcode: &'a str,
    pub operands: Vec<RawOperand<'a>>,
    pub line: u32,
    /// The instruction as written.
    pub text: &'a str,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RawOperand<'a> {
    Name(&'a str),
    /// `!p`
    Not(&'a str),
    /// `-r`
    Negated(&'a str),
    /// `p|q`
    Pair(&'a str, &'a str),
    Int(u64),
    F32(u32),
    F64(f64),
    /// `symbol+4`
    Offset(&'a str, i64),
    /// `[base+offset]`; no base means an absolute address.
    Memory {
        base: Option<&'a str>,
        offset: i64,
    },
    /// `[texture, {x, y}]`
    Texture {
        texture: &'a str,
        at: Vec<RawOperand<'a>>,
    },
    Vector(Vec<RawOperand<'a>>),
    /// Parenthesised list of a call.
    Group(Vec<RawOperand<'a>>),
}

#[derive(Debug, Default)]
pub(crate) struct ModuleTree<'a> {
    pub variables: Vec<Variable<'a>>,
    pub functions: Vec<Function<'a>>,
}
