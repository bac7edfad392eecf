// SPDX-License-Identifier: Apache-2.0
//! Calls of device functions, directly or through a pointer, and of what the device runtime provides.

use super::names::Symbol;
use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::{DeclSpace, RawOperand, Variable};
use crate::inst::{Class, Operand};
use crate::op::{Builtin, CallSite, MemRef, Op};
use crate::types::{Space, Type};

/// Offset and size in the parameter area.
type Place = (u32, u32);

/// Functions of the device runtime: name, sizes of parameters and results.
const BUILTINS: [(&str, Builtin, &[u32], &[u32]); 4] = [
    ("vprintf", Builtin::Print, &[8, 8], &[4]),
    ("__assertfail", Builtin::AssertFail, &[8, 8, 4, 8, 8], &[]),
    ("malloc", Builtin::Allocate, &[8], &[8]),
    ("free", Builtin::Free, &[8], &[]),
];

impl<'a> Decoder<'_, 'a> {
    /// `call (results), function, (arguments), prototype;`
    pub(super) fn call(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        mods.take("uni");
        let (results, rest) = match ops {
            [RawOperand::Group(results), rest @ ..] => (&results[..], rest),
            rest => (&[][..], rest),
        };
        let (name, arguments) = match rest {
            [RawOperand::Name(name)] | [RawOperand::Name(name), RawOperand::Name(_)] => (*name, &[][..]),
            [RawOperand::Name(name), RawOperand::Group(arguments)]
            | [RawOperand::Name(name), RawOperand::Group(arguments), RawOperand::Name(_)] => {
                (*name, &arguments[..])
            }
            _ => return Err("call needs a function and its parameters in parentheses".into()),
        };
        if let Some(Symbol::Register(..)) = self.names.find(name)? {
            return self.call_pointer(name, arguments, results);
        }
        let Some(&index) = self.names.module.functions.get(name) else {
            return Err(format!("the called function `{name}` is not in this module"));
        };
        let function = &self.names.module.tree.functions[index];
        if function.is_entry {
            return Err(format!("`{name}` is a kernel and cannot be called"));
        }
        let misfit = || format!("the parameters of the call do not fit `{name}`");
        if arguments.len() != function.params.len() || results.len() != function.returns.len() {
            return Err(misfit());
        }
        let mut actual_arguments = Vec::new();
        for (operand, formal) in arguments.iter().zip(&function.params) {
            actual_arguments.push(match self.parameter_place(operand)? {
                Some(place) => place,
                None => self.pass(operand, formal)?,
            });
        }
        let mut actual_results = Vec::new();
        let mut into_registers = Vec::new();
        for (operand, formal) in results.iter().zip(&function.returns) {
            actual_results.push(match self.parameter_place(operand)? {
                Some(place) => place,
                None => {
                    let (register, mem) = (self.dst(Some(operand), formal.ty)?, self.scalar(formal)?);
                    into_registers.push((register, mem));
                    (mem.offset as u32, mem.ty.bytes())
                }
            });
        }
        let sizes = |list: &[Place]| list.iter().map(|p| p.1).collect::<Vec<_>>();
        let formal_sizes = |list: &[Variable<'_>]| list.iter().map(|v| v.size as u32).collect::<Vec<_>>();
        if sizes(&actual_arguments) != formal_sizes(&function.params)
            || sizes(&actual_results) != formal_sizes(&function.returns)
        {
            return Err(misfit());
        }
        match (&function.body, BUILTINS.iter().find(|b| b.0 == name)) {
            (Some(_), _) => {
                let site = self.site(index, &actual_arguments, &actual_results)?;
                self.emit(Class::Branch, Op::Call { site }, &[], &[]);
            }
            (None, Some((_, which, parameters, returns))) => {
                if sizes(&actual_arguments) != *parameters || sizes(&actual_results) != *returns {
                    return Err(misfit());
                }
                let moves = |list: &[Place]| list.iter().map(|&(at, size)| (at, at, size)).collect();
                let (arguments, results) = (moves(&actual_arguments), moves(&actual_results));
                self.pools.calls.push(CallSite { function: 0, arguments, results });
                let site = self.pools.calls.len() as u32 - 1;
                self.emit(Class::Branch, Op::Builtin { which: *which, site }, &[], &[]);
            }
            (None, None) => return Err(format!("the called function `{name}` has no body in this module")),
        }
        for (register, mem) in into_registers {
            self.emit(Class::Int, Op::LoadCall(mem), &[register], &[]);
        }
        Ok(())
    }

    /// A call of whichever function's address is in the register `name`: one of those whose address the module
    /// takes and whose parameters have the same sizes.
    fn call_pointer(
        &mut self,
        name: &'a str,
        arguments: &[RawOperand<'a>],
        results: &[RawOperand<'a>],
    ) -> Decode<()> {
        let target = self.register(name, Type::U64)?;
        let arguments = self.parameter_places(arguments)?;
        let results = self.parameter_places(results)?;
        let fits = |formal: &[Variable<'_>], actual: &[Place]| {
            formal.len() == actual.len() && formal.iter().zip(actual).all(|(f, a)| f.size == a.1.into())
        };
        let module = self.names.module;
        let mut candidates = Vec::new();
        for &index in &module.addressed {
            let function = &module.tree.functions[index];
            if fits(&function.params, &arguments) && fits(&function.returns, &results) {
                let site = self.site(index, &arguments, &results)?;
                candidates.extend(module.function_address(function.name).map(|address| (address, site)));
            }
        }
        if candidates.is_empty() {
            return Err("the module takes the address of no function with these parameters".into());
        }
        self.pools.indirect.push(candidates);
        let table = self.pools.indirect.len() as u32 - 1;
        self.emit(Class::Branch, Op::CallIndirect { table }, &[], &[target]);
        Ok(())
    }

    /// Notes a call of module function `index`, which becomes part of the kernel's code.
    fn site(&mut self, index: usize, arguments: &[Place], results: &[Place]) -> Decode<u32> {
        let signature = self.signature(index)?;
        let position = match self.pools.reachable.iter().position(|f| *f == index) {
            Some(position) => position,
            None => {
                self.pools.reachable.push(index);
                self.pools.reachable.len() - 1
            }
        };
        self.code.callees.push(position);
        let moves = |from: &[Place], to: &[Place]| {
            from.iter().zip(to).map(|(from, to)| (from.0, to.0, to.1)).collect()
        };
        self.pools.calls.push(CallSite {
            function: position,
            arguments: moves(arguments, &signature.params),
            results: moves(&signature.results, results),
        });
        Ok(self.pools.calls.len() as u32 - 1)
    }

    /// Where an actual parameter is if it is a variable in `.param` space.
    fn parameter_place(&mut self, operand: &RawOperand<'a>) -> Decode<Option<Place>> {
        let RawOperand::Name(name) = operand else { return Ok(None) };
        Ok(match self.lookup(name)? {
            Some(Symbol::CallParam(offset, size)) => Some((offset, size)),
            _ => None,
        })
    }

    fn parameter_places(&mut self, list: &[RawOperand<'a>]) -> Decode<Vec<Place>> {
        list.iter()
            .map(|operand| {
                let missing = "parameters of calls through a pointer must be .param variables";
                self.parameter_place(operand)?.ok_or_else(|| missing.into())
            })
            .collect()
    }

    /// Puts a register or a literal into the parameter area.
    fn pass(&mut self, operand: &RawOperand<'a>, formal: &Variable<'a>) -> Decode<Place> {
        let mem = self.scalar(formal)?;
        let source = self.src(Some(operand), formal.ty)?;
        self.emit(Class::Int, Op::StoreCall(mem), &[], &[Operand::NONE, source]);
        Ok((mem.offset as u32, mem.ty.bytes()))
    }

    /// A new place in the parameter area for one value of the type of `formal`.
    fn scalar(&mut self, formal: &Variable<'a>) -> Decode<MemRef> {
        if formal.size != u64::from(formal.ty.bytes()) {
            return Err(format!("`{}` is an array and needs a .param variable", formal.name));
        }
        let offset = self.reserve_call_bytes(formal)?;
        Ok(call_ref(formal.ty, offset))
    }

    /// Gives the parameters of this function that are registers their values.
    pub(super) fn load_register_parameters(
        &mut self,
        params: &[Variable<'a>],
        returns: &[Variable<'a>],
        places: (&[Place], &[Place]),
    ) -> Decode<()> {
        for (variable, place) in params.iter().zip(places.0) {
            if variable.space == DeclSpace::Register {
                let register = self.declare_register(variable)?;
                let mem = call_ref(variable.ty, place.0);
                self.emit(Class::Int, Op::LoadCall(mem), &[register], &[]);
            }
        }
        for (variable, place) in returns.iter().zip(places.1) {
            if variable.space == DeclSpace::Register {
                let register = self.declare_register(variable)?;
                self.register_results.push((register, call_ref(variable.ty, place.0)));
            }
        }
        Ok(())
    }

    fn declare_register(&mut self, variable: &Variable<'a>) -> Decode<Operand> {
        let register = self.names.fresh(variable.ty)?;
        self.names.define(variable.name, Symbol::Register(register, variable.ty))?;
        Ok(register)
    }

    /// `ret`: results in registers go to the parameter area first.
    pub(super) fn emit_return(&mut self) {
        for (register, mem) in self.register_results.clone() {
            self.emit(Class::Int, Op::StoreCall(mem), &[], &[Operand::NONE, register]);
        }
        let (class, op) =
            if self.position == 0 { (Class::Exit, Op::Exit) } else { (Class::Branch, Op::Return) };
        self.emit(class, op, &[], &[]);
    }
}

/// One value at `offset` of the parameter area.
fn call_ref(ty: Type, offset: u32) -> MemRef {
    MemRef { space: Space::Param, ty, count: 1, frame: false, narrow: ty.bits() <= 16, offset: offset.into() }
}
