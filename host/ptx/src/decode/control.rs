// SPDX-License-Identifier: Apache-2.0
//! Branches, barriers and fences.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{Class, Operand};
use crate::lanes::NO_PC;
use crate::op::{BarrierOp, Op};
use crate::types::{FenceScope, Type};

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
                self.emit_return();
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

    fn barrier(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let (warp, _) = (mods.take("warp"), mods.take("cta"));
        let aligned = mods.take("aligned") || mods.mnemonic == "bar";
        if warp {
            if !mods.take("sync") {
                return Err("only bar.warp.sync exists".into());
            }
            let members = self.src(ops.first(), Type::B32)?;
            self.emit(Class::Nop, Op::BarWarpSync, &[], &[members]);
            return Ok(());
        }
        if mods.take("sync") {
            self.emit_barrier((BarrierOp::Sync, aligned), Operand::NONE, ops, None)
        } else if mods.take("arrive") {
            self.emit_barrier((BarrierOp::Arrive, aligned), Operand::NONE, ops, None)
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
            self.emit_barrier((op, aligned), dst, counts, Some(predicate))
        } else {
            Err("the barrier operation is not supported".into())
        }
    }

    fn emit_barrier(
        &mut self,
        (op, aligned): (BarrierOp, bool),
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
            Op::Barrier { op, aligned },
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
