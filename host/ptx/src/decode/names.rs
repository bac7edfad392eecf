// SPDX-License-Identifier: Apache-2.0
//! Names in scope, and operands made from them.

use std::collections::{HashMap, HashSet};

use super::{Decode, Decoder, Signature};
use crate::ast::{self, DeclSpace, RawOperand};
use crate::inst::{Class, File, Operand, CALL_PARAM_BASE, SPECIAL_BASE};
use crate::lanes::{Lanes64, LANES};
use crate::memory::FUNCTION_WINDOW;
use crate::op::{Dynamic, Op, Special};
use crate::types::Type;

/// Most bytes of a kernel's parameters (PTX ISA, "Kernel Function Parameters").
const MAX_KERNEL_PARAMETERS: u64 = 32764;
/// Most bytes of one variable in shared, local or parameter space; larger ones cannot fit anyway.
const MAX_SMALL_SPACE: u64 = 1 << 24;

/// Module-scope names.
pub(crate) struct ModuleNames<'m, 'a> {
    pub origin: &'m str,
    /// Index among the module's global and constant variables.
    pub globals: HashMap<&'a str, usize>,
    pub shared: HashMap<&'a str, ast::Variable<'a>>,
    pub functions: HashMap<&'a str, usize>,
    /// Functions with a body whose address is taken somewhere in the module.
    pub addressed: Vec<usize>,
    pub tree: &'m ast::ModuleTree<'a>,
}

impl ModuleNames<'_, '_> {
    /// The address by which function `name` is known to the program.
    pub fn function_address(&self, name: &str) -> Option<u64> {
        self.functions.get(name).map(|index| FUNCTION_WINDOW + 16 * (*index as u64 + 1))
    }

    /// Fills in [`Self::addressed`]: functions in initialisers, and as operands of anything but a call.
    pub fn find_addressed(&mut self) {
        let mut taken = HashSet::new();
        for (_, value) in self.tree.variables.iter().flat_map(|v| &v.init) {
            if let ast::InitValue::Address { symbol, .. } = value {
                taken.extend(self.functions.get(symbol));
            }
        }
        let bodies = self.tree.functions.iter().filter_map(|f| f.body.as_ref()?.as_ref().ok());
        for statement in bodies.flatten() {
            let ast::Statement::Inst(inst) = statement else { continue };
            if inst.opcode.starts_with("mov") || inst.opcode.starts_with("cvta") {
                let names = inst.operands.iter().filter_map(|operand| match operand {
                    RawOperand::Name(name) => self.functions.get(name),
                    _ => None,
                });
                taken.extend(names);
            }
        }
        let callable = |index: &usize| {
            let function = &self.tree.functions[*index];
            !function.is_entry && function.body.is_some()
        };
        self.addressed = taken.into_iter().filter(callable).collect();
        self.addressed.sort_unstable();
    }
}

/// What a name stands for inside a function.
#[derive(Clone, Debug)]
pub(crate) enum Symbol {
    Register(Operand, Type),
    /// `%r<n>`: registers made when first used.
    Range(u32, Type),
    /// Offset in the frame of local memory.
    Local(u64),
    /// Offset and size in the kernel's parameter block.
    KernelParam(u64),
    /// Offset and size in the parameter area of device functions.
    CallParam(u32, u32),
    /// Offset in the CTA's shared memory; `None` is the dynamic part.
    Shared(Option<u64>),
}

#[derive(Default)]
struct Scope<'a> {
    parent: usize,
    symbols: HashMap<&'a str, Symbol>,
    labels: HashMap<&'a str, usize>,
    targets: HashMap<&'a str, Vec<&'a str>>,
}

/// The scopes of one function.
pub(crate) struct Names<'m, 'a> {
    pub module: &'m ModuleNames<'m, 'a>,
    scopes: Vec<Scope<'a>>,
    pub scope: usize,
    pub r32: usize,
    pub r64: usize,
    pub preds: usize,
}

impl<'m, 'a> Names<'m, 'a> {
    pub fn new(module: &'m ModuleNames<'m, 'a>) -> Self {
        Self { module, scopes: vec![Scope::default()], scope: 0, r32: 0, r64: 0, preds: 0 }
    }

    pub fn open(&mut self) {
        self.scopes.push(Scope { parent: self.scope, ..Scope::default() });
        self.scope = self.scopes.len() - 1;
    }

    pub fn close(&mut self) {
        self.scope = self.scopes[self.scope].parent;
    }

    /// The chain of scopes from `scope` outwards.
    fn chain(&self, scope: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = Some(scope);
        std::iter::from_fn(move || {
            let this = next?;
            next = (this != 0).then(|| self.scopes[this].parent);
            Some(this)
        })
    }

    pub fn label(&mut self, label: &'a str, pc: usize) -> Decode<()> {
        match self.scopes[self.scope].labels.insert(label, pc) {
            Some(_) => Err(format!("label `{label}` is defined twice")),
            None => Ok(()),
        }
    }

    pub fn label_at(&self, pc: usize) -> bool {
        self.scopes.iter().any(|s| s.labels.values().any(|&p| p == pc))
    }

    pub fn find_label(&self, scope: usize, label: &str) -> Option<usize> {
        self.chain(scope).find_map(|s| self.scopes[s].labels.get(label).copied())
    }

    pub fn branch_targets(&mut self, label: &'a str, targets: Vec<&'a str>) {
        self.scopes[self.scope].targets.insert(label, targets);
    }

    pub fn find_targets(&self, label: &str) -> Option<Vec<&'a str>> {
        self.chain(self.scope).find_map(|s| self.scopes[s].targets.get(label).cloned())
    }

    pub fn define(&mut self, name: &'a str, symbol: Symbol) -> Decode<()> {
        match self.scopes[self.scope].symbols.insert(name, symbol) {
            Some(_) => Err(format!("`{name}` is declared twice in one scope")),
            None => Ok(()),
        }
    }

    pub fn register(&mut self, name: &'a str, count: Option<u32>, ty: Type) -> Decode<()> {
        match count {
            Some(count) => self.define(name, Symbol::Range(count, ty)),
            None => {
                let register = self.fresh(ty)?;
                self.define(name, Symbol::Register(register, ty))
            }
        }
    }

    /// A register that nothing uses yet.
    pub fn fresh(&mut self, ty: Type) -> Decode<Operand> {
        let (file, count) = match (ty, ty.bytes()) {
            (Type::Pred, _) => (File::Pred, &mut self.preds),
            (_, 8) => (File::R64, &mut self.r64),
            _ => (File::R32, &mut self.r32),
        };
        if *count >= SPECIAL_BASE {
            return Err(format!("more than {SPECIAL_BASE} registers of one size"));
        }
        *count += 1;
        Ok(Operand::new(file, *count - 1))
    }

    pub fn find(&mut self, name: &'a str) -> Decode<Option<Symbol>> {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = name.get(stem.len()..).and_then(|n| n.parse::<u32>().ok());
        let canonical =
            |n: u32| n == 0 && name.len() == stem.len() + 1 || !name[stem.len()..].starts_with('0');
        let mut scope = self.scope;
        loop {
            if let Some(symbol) = self.scopes[scope].symbols.get(name) {
                return Ok(Some(symbol.clone()));
            }
            if let (Some(Symbol::Range(count, ty)), Some(n)) = (self.scopes[scope].symbols.get(stem), number)
            {
                if n < *count && canonical(n) {
                    let ty = *ty;
                    let symbol = Symbol::Register(self.fresh(ty)?, ty);
                    self.scopes[scope].symbols.insert(name, symbol.clone());
                    return Ok(Some(symbol));
                }
            }
            if scope == 0 {
                return Ok(None);
            }
            scope = self.scopes[scope].parent;
        }
    }
}

/// The special register called `name`, if its value is known when a warp starts.
fn static_special(name: &str) -> Option<Special> {
    let (stem, axis) = match name.rsplit_once('.') {
        Some((stem, "x")) => (stem, 0),
        Some((stem, "y")) => (stem, 1),
        Some((stem, "z")) => (stem, 2),
        Some((stem, "w")) => (stem, 3),
        _ => (name, u8::MAX),
    };
    if axis == u8::MAX {
        return Some(match name {
            "%laneid" => Special::Laneid,
            "%warpid" => Special::Warpid,
            "%lanemask_eq" => Special::LanemaskEq,
            "%lanemask_le" => Special::LanemaskLe,
            "%lanemask_lt" => Special::LanemaskLt,
            "%lanemask_ge" => Special::LanemaskGe,
            "%lanemask_gt" => Special::LanemaskGt,
            "%dynamic_smem_size" => Special::DynamicShared,
            _ => return None,
        });
    }
    Some(match stem {
        "%tid" => Special::Tid(axis),
        "%ntid" => Special::Ntid(axis),
        "%ctaid" => Special::Ctaid(axis),
        "%nctaid" => Special::Nctaid(axis),
        _ => return None,
    })
}

/// Special registers read while the kernel runs, with their width.
fn dynamic_special(name: &str) -> Option<(Dynamic, Type)> {
    Some(match name {
        "%smid" => (Dynamic::Smid, Type::U32),
        "%nsmid" => (Dynamic::Nsmid, Type::U32),
        "%nwarpid" => (Dynamic::Nwarpid, Type::U32),
        "%gridid" => (Dynamic::Gridid, Type::U64),
        "%clock" => (Dynamic::Clock, Type::U32),
        "%clock_hi" => (Dynamic::ClockHi, Type::U32),
        "%clock64" => (Dynamic::Clock64, Type::U64),
        "%globaltimer" => (Dynamic::Globaltimer, Type::U64),
        "%globaltimer_lo" => (Dynamic::GlobaltimerLo, Type::U32),
        "%globaltimer_hi" => (Dynamic::GlobaltimerHi, Type::U32),
        _ => return None,
    })
}

impl<'a> Decoder<'_, 'a> {
    pub(super) fn declare_parameters(&mut self, function: &ast::Function<'a>) -> Decode<()> {
        if self.position == 0 {
            let mut offset = 0;
            for param in &function.params {
                offset = u64::next_multiple_of(offset, param.align);
                self.names.define(param.name, Symbol::KernelParam(offset))?;
                offset += param.size;
                if offset > MAX_KERNEL_PARAMETERS {
                    return Err(format!("its parameters take more than {MAX_KERNEL_PARAMETERS} bytes"));
                }
            }
            return Ok(());
        }
        let signature = self.signature(self.pools.reachable[self.position])?;
        let params = function.params.iter().zip(&signature.params);
        for (variable, (offset, size)) in params.chain(function.returns.iter().zip(&signature.results)) {
            if variable.space == DeclSpace::Param {
                self.names.define(variable.name, Symbol::CallParam(*offset, *size))?;
            }
        }
        let places = (&signature.params[..], &signature.results[..]);
        self.load_register_parameters(&function.params, &function.returns, places)
    }

    /// Where the parameters of module function `index` are; reserves the space the first time.
    pub(super) fn signature(&mut self, index: usize) -> Decode<Signature> {
        if let Some(found) = self.signatures.get(&index) {
            return Ok(found.clone());
        }
        let function = &self.names.module.tree.functions[index];
        let mut place = |list: &[ast::Variable<'_>]| -> Decode<Vec<(u32, u32)>> {
            list.iter().map(|v| Ok((self.reserve_call_bytes(v)?, v.size as u32))).collect()
        };
        let signature = Signature { params: place(&function.params)?, results: place(&function.returns)? };
        self.signatures.insert(index, signature.clone());
        Ok(signature)
    }

    pub(super) fn reserve_call_bytes(&mut self, variable: &ast::Variable<'_>) -> Decode<u32> {
        let offset = u64::from(self.pools.call_bytes).next_multiple_of(variable.align.max(8));
        let end = offset + variable.size.next_multiple_of(8);
        if end > MAX_SMALL_SPACE / 32 {
            return Err(format!(
                "parameters of device functions take more than {} bytes",
                MAX_SMALL_SPACE / 32
            ));
        }
        self.pools.call_bytes = end as u32;
        Ok(offset as u32)
    }

    pub(super) fn declare_variable(&mut self, variable: &ast::Variable<'a>) -> Decode<()> {
        if variable.size > MAX_SMALL_SPACE {
            return Err(format!("`{}` is larger than {MAX_SMALL_SPACE} bytes", variable.name));
        }
        let symbol = match variable.space {
            DeclSpace::Local => {
                let offset = self.code.frame_bytes.next_multiple_of(variable.align);
                self.code.frame_bytes = offset + variable.size;
                if self.code.frame_bytes > MAX_SMALL_SPACE {
                    return Err(format!("local memory of more than {MAX_SMALL_SPACE} bytes"));
                }
                Symbol::Local(offset)
            }
            DeclSpace::Shared => Symbol::Shared(self.place_shared(variable)?),
            DeclSpace::Param => {
                let offset = self.reserve_call_bytes(variable)?;
                Symbol::CallParam(offset, variable.size as u32)
            }
            DeclSpace::Global | DeclSpace::Const | DeclSpace::Register => {
                return Err(format!(
                    "`{}`: global and constant variables belong outside functions",
                    variable.name
                ))
            }
        };
        self.names.define(variable.name, symbol)
    }

    /// Offset of a shared variable; arrays of unknown length share the dynamic part at the end.
    fn place_shared(&mut self, variable: &ast::Variable<'_>) -> Decode<Option<u64>> {
        let pools = &mut *self.pools;
        if variable.size == 0 {
            pools.dynamic_align = pools.dynamic_align.max(variable.align);
            return Ok(None);
        }
        if let Some(&offset) = pools.shared.get(variable.name) {
            return Ok(Some(offset));
        }
        let offset = pools.shared_bytes.next_multiple_of(variable.align);
        pools.shared_bytes = offset + variable.size;
        if pools.shared_bytes > MAX_SMALL_SPACE {
            return Err(format!("shared memory of more than {MAX_SMALL_SPACE} bytes"));
        }
        pools.shared.insert(variable.name.to_owned(), offset);
        Ok(Some(offset))
    }

    /// The symbol called `name`, in the function or in the module.
    pub(super) fn lookup(&mut self, name: &'a str) -> Decode<Option<Symbol>> {
        if let Some(symbol) = self.names.find(name)? {
            return Ok(Some(symbol));
        }
        match self.names.module.shared.get(name) {
            Some(variable) => Ok(Some(Symbol::Shared(self.place_shared(variable)?))),
            None => Ok(None),
        }
    }

    /// A register of the width of `ty`.
    pub(super) fn register(&mut self, name: &'a str, ty: Type) -> Decode<Operand> {
        match self.lookup(name)? {
            Some(Symbol::Register(operand, declared)) => {
                let same = (declared == Type::Pred) == (ty == Type::Pred) && declared.bits() == ty.bits();
                if !same {
                    return Err(format!("`{name}` is a {declared:?} register, the instruction needs {ty:?}"));
                }
                Ok(operand)
            }
            Some(_) => Err(format!("`{name}` is not a register")),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    /// A register at least as wide as `ty` (loads, stores and conversions), and its width in bits.
    pub(super) fn wide_register(&mut self, name: &'a str, ty: Type) -> Decode<(Operand, u32)> {
        match self.lookup(name)? {
            Some(Symbol::Register(operand, declared)) if (declared == Type::Pred) == (ty == Type::Pred) => {
                if declared.bits() < ty.bits() {
                    return Err(format!(
                        "`{name}` has {} bits, the instruction needs {}",
                        declared.bits(),
                        ty.bits()
                    ));
                }
                Ok((operand, declared.bits()))
            }
            Some(_) => Err(format!("`{name}` is not a register of a suitable type")),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    /// A destination register of the width of `ty`, or the sink `_`.
    pub(super) fn dst(&mut self, operand: Option<&RawOperand<'a>>, ty: Type) -> Decode<Operand> {
        match operand {
            Some(RawOperand::Name("_")) => Ok(Operand::NONE),
            Some(RawOperand::Name(name)) => self.register(name, ty),
            _ => Err("a destination register is missing".into()),
        }
    }

    /// A source of the width of `ty`: register, special register, literal or address.
    pub(super) fn src(&mut self, operand: Option<&RawOperand<'a>>, ty: Type) -> Decode<Operand> {
        match operand {
            Some(RawOperand::Name(name)) => self.named_source(name, 0, ty),
            Some(RawOperand::Offset(name, addend)) => self.named_source(name, *addend, ty),
            Some(RawOperand::Not(name)) if ty == Type::Pred => Ok(self.register(name, ty)?.negate()),
            Some(RawOperand::Negated(name)) => {
                Err(format!("`-{name}`: this instruction negates no register"))
            }
            Some(literal) => self.literal(literal, ty),
            None => Err("an operand is missing".into()),
        }
    }

    /// Sources `from..from + N`, all of one type.
    pub(super) fn srcs<const N: usize>(
        &mut self,
        ops: &[RawOperand<'a>],
        from: usize,
        ty: Type,
    ) -> Decode<[Operand; N]> {
        let mut out = [Operand::NONE; N];
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = self.src(ops.get(from + i), ty)?;
        }
        Ok(out)
    }

    fn named_source(&mut self, name: &'a str, addend: i64, ty: Type) -> Decode<Operand> {
        if addend == 0 {
            if let Some(special) = self.special_source(name, ty)? {
                return Ok(special);
            }
        }
        let symbol = self.lookup(name)?;
        if addend == 0 && matches!(symbol, Some(Symbol::Register(..))) {
            return self.register(name, ty);
        }
        if ty == Type::Pred || ty.is_float() {
            return Err(format!("`{name}` is not a {ty:?} operand"));
        }
        let offset = match symbol {
            Some(Symbol::Shared(offset)) if ty.bits() == 64 => return self.shared_address(offset, addend),
            Some(Symbol::Shared(Some(offset))) => offset,
            Some(Symbol::Shared(None)) => return Err(narrow_address(name)),
            Some(Symbol::KernelParam(offset)) => offset,
            Some(Symbol::CallParam(offset, _)) => CALL_PARAM_BASE + u64::from(offset),
            Some(Symbol::Local(offset)) => {
                let base = self.constant64(offset.wrapping_add_signed(addend))?;
                let address = self.names.fresh(Type::B64)?;
                self.emit(Class::Int, Op::LocalAddress, &[address], &[base]);
                return if ty.bits() == 64 { Ok(address) } else { Err(narrow_address(name)) };
            }
            Some(Symbol::Register(..) | Symbol::Range(..)) => {
                return Err(format!("`{name}` is not an address"))
            }
            None => match self.names.module.globals.get(name) {
                Some(&variable) if ty.bits() == 64 => return self.address_constant(variable, addend),
                Some(_) => return Err(narrow_address(name)),
                None => match self.names.module.function_address(name) {
                    Some(address) => address,
                    None => return Err(format!("`{name}` is not declared")),
                },
            },
        };
        let address = offset.wrapping_add_signed(addend);
        match ty.bits() {
            64 => self.constant64(address),
            32 => self.constant32(address as u32),
            _ => Err(narrow_address(name)),
        }
    }

    /// Address in shared memory; the place of the dynamic part is known when the kernel is complete.
    pub(super) fn shared_address(&mut self, offset: Option<u64>, addend: i64) -> Decode<Operand> {
        let Some(offset) = offset else {
            self.pools.c64.push(Lanes64([0; LANES]));
            let index = self.pools.c64.len() - 1;
            self.pools.dynamic_shared.push((index, addend));
            return super::constant(File::C64, index);
        };
        self.constant64(offset.wrapping_add_signed(addend))
    }

    fn special_source(&mut self, name: &str, ty: Type) -> Decode<Option<Operand>> {
        if name == "WARP_SZ" {
            return self.literal(&RawOperand::Int(32), ty).map(Some);
        }
        if !name.starts_with('%') {
            return Ok(None);
        }
        if let Some(special) = static_special(name) {
            let index = match self.pools.specials.iter().position(|s| *s == special) {
                Some(index) => index,
                None => {
                    self.pools.specials.push(special);
                    self.pools.specials.len() - 1
                }
            };
            let source = Operand::new(File::R32, SPECIAL_BASE + index);
            return match ty.bits() {
                32 => Ok(Some(source)),
                bits => self.resized_special(source, bits).map(Some),
            };
        }
        if let Some((dynamic, width)) = dynamic_special(name) {
            if width.bits() != ty.bits() {
                return Err(format!(
                    "`{name}` has {} bits, the instruction needs {}",
                    width.bits(),
                    ty.bits()
                ));
            }
            let register = self.names.fresh(width)?;
            self.emit(Class::Int, Op::ReadDynamic(dynamic), &[register], &[]);
            return Ok(Some(register));
        }
        Ok(None)
    }

    /// Older code reads `%tid.x` as 16 bits, and 64-bit moves zero-extend it.
    fn resized_special(&mut self, source: Operand, bits: u32) -> Decode<Operand> {
        let to = match bits {
            16 => Type::U16,
            64 => Type::U64,
            _ => return Err("special registers have 32 bits".into()),
        };
        let register = self.names.fresh(to)?;
        self.emit_convert(Type::U32, to, register, source, bits);
        Ok(register)
    }

    /// A literal converted to the type of the instruction.
    pub(super) fn literal(&mut self, literal: &RawOperand<'a>, ty: Type) -> Decode<Operand> {
        let unsuitable = || Err(format!("literal does not suit type {ty:?}"));
        let bits = match (literal, ty) {
            (RawOperand::Int(value), Type::Pred) => {
                return self.constant32(if *value != 0 { u32::MAX } else { 0 });
            }
            (_, Type::Pred | Type::F16) => return unsuitable(),
            (RawOperand::F32(bits), Type::F64) => f64::from(f32::from_bits(*bits)).to_bits(),
            (RawOperand::F32(bits), _) if ty.bits() == 32 => u64::from(*bits),
            (RawOperand::F64(value), Type::F32) => u64::from((*value as f32).to_bits()),
            (RawOperand::F64(value), _) if ty.bits() == 64 => value.to_bits(),
            (RawOperand::Int(value), Type::F32) => u64::from((*value as i64 as f32).to_bits()),
            (RawOperand::Int(value), Type::F64) => (*value as i64 as f64).to_bits(),
            (RawOperand::Int(value), _) => *value,
            _ => return unsuitable(),
        };
        match ty.bits() {
            64 => self.constant64(bits),
            32 => self.constant32(bits as u32),
            16 => self.constant32(bits as u32 & 0xffff),
            _ => self.constant32(bits as u32 & 0xff),
        }
    }
}

fn narrow_address(name: &str) -> String {
    format!("the address of `{name}` has 64 bits")
}
