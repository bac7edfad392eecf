// SPDX-License-Identifier: Apache-2.0
//! Branches, calls, barriers and fences.

use super::names::Symbol;
use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::exec::FenceScope;
use crate::inst::{Class, Operand};
use crate::op::{BarrierOp, CallSite, Op};
use crate::types::Type;
use crate::warp::NO_PC;

/// Offset and size of an actual parameter, and of the formal one that it goes with.
type Pairing = ((u32, u32), (u32, u32));

impl<'a> Decoder<'_, 'a> {
    pub(super) fn control(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        match mods.mnemonic {
            "bra" => {
                mods.take("uni");
                let Some(RawOperand::Name(label)) = ops.first() else {
                    return Err("bra needs a label".into());
                };
                self.fixups.push((self.code.insts.len(), self.names.scope, label));
                self.emit(Class::Branch, Op::Branch { target: 0, rpc: NO_PC }, &[], &[]);
            }
            "brx" => self.indexed_branch(mods, ops)?,
            "call" => self.call(mods, ops)?,
            "ret" => {
                mods.take("uni");
                let (class, op) =
                    if self.position == 0 { (Class::Exit, Op::Exit) } else { (Class::Branch, Op::Return) };
                self.emit(class, op, &[], &[]);
            }
            "exit" => self.emit(Class::Exit, Op::Exit, &[], &[]),
            "trap" => self.emit(Class::Exit, Op::Trap, &[], &[]),
            "bar" | "barrier" => self.barrier(mods, ops)?,
            "membar" | "fence" => self.fence(mods)?,
            // Hints to a debugger, a profiler or the scheduler.
            "nanosleep" => {
                mods.take("u32");
                self.emit(Class::Nop, Op::Nop, &[], &[]);
            }
            _ => self.emit(Class::Nop, Op::Nop, &[], &[]),
        }
        Ok(())
    }

    fn indexed_branch(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        mods.take("uni");
        if !mods.take("idx") {
            return Err("only brx.idx is supported".into());
        }
        let index = self.src(ops.first(), Type::U32)?;
        let Some(RawOperand::Name(list)) = ops.get(1) else {
            return Err("brx.idx needs a list of targets".into());
        };
        let labels =
            self.names.find_targets(list).ok_or_else(|| format!("`{list}` is not a list of targets"))?;
        self.pools.tables.push(Vec::new());
        let table = self.pools.tables.len() - 1;
        self.table_fixups.push((table, self.names.scope, labels));
        self.emit(Class::Branch, Op::BranchIndexed { table: table as u32, rpc: NO_PC }, &[], &[index]);
        Ok(())
    }

    /// `call (result), function, (arguments);` with results and arguments in `.param` space.
    fn call(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        mods.take("uni");
        let (results, rest) = match ops {
            [RawOperand::Group(results), rest @ ..] => (&results[..], rest),
            rest => (&[][..], rest),
        };
        let (name, arguments) = match rest {
            [RawOperand::Name(name)] => (*name, &[][..]),
            [RawOperand::Name(name), RawOperand::Group(arguments)] => (*name, &arguments[..]),
            _ => return Err("calls through a pointer are not supported".into()),
        };
        let Some(&index) = self.names.module.functions.get(name) else {
            return Err(format!("the called function `{name}` is not in this module"));
        };
        let function = &self.names.module.tree.functions[index];
        if function.is_entry {
            return Err(format!("`{name}` is a kernel and cannot be called"));
        }
        if function.body.is_none() {
            return Err(format!("the called function `{name}` has no body in this module"));
        }
        let signature = self.signature(index)?;
        let pair = |actual: Vec<(u32, u32)>, formal: &[(u32, u32)]| -> Decode<Vec<Pairing>> {
            if actual.len() != formal.len() || actual.iter().zip(formal).any(|(a, f)| a.1 != f.1) {
                return Err(format!("the parameters of the call do not fit `{name}`"));
            }
            Ok(actual.into_iter().zip(formal.iter().copied()).collect())
        };
        let arguments = pair(self.actual_parameters(arguments)?, &signature.params)?;
        let results = pair(self.actual_parameters(results)?, &signature.results)?;
        let position = match self.pools.reachable.iter().position(|f| *f == index) {
            Some(position) => position,
            None => {
                self.pools.reachable.push(index);
                self.pools.reachable.len() - 1
            }
        };
        self.code.callees.push(position);
        self.pools.calls.push(CallSite {
            function: position,
            arguments: arguments.into_iter().map(|((from, size), (to, _))| (from, to, size)).collect(),
            results: results.into_iter().map(|((to, size), (from, _))| (from, to, size)).collect(),
        });
        let site = self.pools.calls.len() as u32 - 1;
        self.emit(Class::Branch, Op::Call { site }, &[], &[]);
        Ok(())
    }

    fn actual_parameters(&mut self, list: &[RawOperand<'a>]) -> Decode<Vec<(u32, u32)>> {
        list.iter()
            .map(|operand| match operand {
                RawOperand::Name(name) => match self.lookup(name)? {
                    Some(Symbol::CallParam(offset, size)) => Ok((offset, size)),
                    _ => Err(format!("`{name}` is not a .param variable")),
                },
                _ => Err("parameters of calls must be .param variables".into()),
            })
            .collect()
    }

    fn barrier(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let (warp, _) = (mods.take("warp"), mods.take("cta"));
        let aligned_only = mods.take("aligned") || mods.mnemonic == "bar";
        if warp {
            if !mods.take("sync") {
                return Err("only bar.warp.sync exists".into());
            }
            self.emit(Class::Nop, Op::BarWarpSync, &[], &[]);
            return Ok(());
        }
        if !aligned_only && mods.mnemonic == "barrier" {
            // Without `.aligned` the threads of a warp may arrive apart, which whole-warp counting cannot express.
            return Err("barrier without .aligned is not supported".into());
        }
        if mods.take("sync") {
            self.emit_barrier(BarrierOp::Sync, Operand::NONE, ops, None)
        } else if mods.take("arrive") {
            self.emit_barrier(BarrierOp::Arrive, Operand::NONE, ops, None)
        } else if mods.take("red") {
            let (op, ty) = if mods.take("popc") {
                (BarrierOp::ReducePopc, mods.ty()?)
            } else if mods.take("and") {
                (BarrierOp::ReduceAnd, mods.ty()?)
            } else if mods.take("or") {
                (BarrierOp::ReduceOr, mods.ty()?)
            } else {
                return Err("bar.red needs .popc, .and or .or".into());
            };
            let dst = self.dst(ops.first(), ty)?;
            let [_, counts @ .., predicate] = ops else { return Err("bar.red needs a predicate".into()) };
            let predicate = self.src(Some(predicate), Type::Pred)?;
            self.emit_barrier(op, dst, counts, Some(predicate))
        } else {
            Err("the barrier operation is not supported".into())
        }
    }

    fn emit_barrier(
        &mut self,
        op: BarrierOp,
        dst: Operand,
        counts: &[RawOperand<'a>],
        predicate: Option<Operand>,
    ) -> Decode<()> {
        if counts.is_empty() || counts.len() > 2 {
            return Err("a barrier takes its number and an optional count of threads".into());
        }
        let id = self.src(counts.first(), Type::U32)?;
        let threads = match counts.get(1) {
            Some(count) => self.src(Some(count), Type::U32)?,
            None => Operand::NONE,
        };
        self.emit(
            Class::Barrier,
            Op::Barrier(op),
            &[dst],
            &[id, threads, predicate.unwrap_or(Operand::NONE)],
        );
        Ok(())
    }

    fn fence(&mut self, mods: &mut Modifiers<'_>) -> Decode<()> {
        let _ = mods.take("sc") || mods.take("acq_rel");
        let scope = mods.pick(|m| {
            Some(match m {
                "cta" => FenceScope::Cta,
                "gl" | "gpu" | "cluster" => FenceScope::Gpu,
                "sys" => FenceScope::System,
                _ => return None,
            })
        });
        let scope = scope.ok_or("the scope of the fence is missing")?;
        self.emit(Class::Fence, Op::Fence(scope), &[], &[]);
        Ok(())
    }
}
