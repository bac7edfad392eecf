// SPDX-License-Identifier: Apache-2.0
//! Operations across the lanes of a warp.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{Class, Operand};
use crate::op::{Op, ReduxOp, ShuffleMode, VoteMode};
use crate::types::Type;

impl<'a> Decoder<'_, 'a> {
    pub(super) fn warp_op(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let sync = mods.take("sync");
        match mods.mnemonic {
            "vote" => self.vote(mods, ops),
            "shfl" => self.shuffle(mods, ops, sync),
            "activemask" => {
                mods.ty()?;
                let dst = self.dst(ops.first(), Type::B32)?;
                self.emit(Class::Int, Op::Activemask, &[dst], &[]);
                Ok(())
            }
            "match" => {
                if !mods.take("any") {
                    return Err("only match.any is supported".into());
                }
                let ty = mods.ty()?;
                let dst = self.dst(ops.first(), Type::B32)?;
                let src = self.src(ops.get(1), ty)?;
                let op = if ty.bits() == 64 { Op::MatchAny64 } else { Op::MatchAny32 };
                self.emit(Class::Int, op, &[dst], &[src]);
                Ok(())
            }
            _ => self.redux(mods, ops),
        }
    }

    /// The member mask of the `.sync` forms is not needed: lanes execute together or not at all.
    fn vote(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let mode = mods.pick(|m| {
            Some(match m {
                "all" => VoteMode::All,
                "any" => VoteMode::Any,
                "uni" => VoteMode::Uni,
                "ballot" => VoteMode::Ballot,
                _ => return None,
            })
        });
        let mode = mode.ok_or("the kind of vote is missing")?;
        let ty = mods.ty()?;
        if (mode == VoteMode::Ballot) != (ty == Type::B32) {
            return Err(format!("the vote has no type {ty:?}"));
        }
        let dst = self.dst(ops.first(), ty)?;
        let src = self.src(ops.get(1), Type::Pred)?;
        self.emit(Class::Int, Op::Vote(mode), &[dst], &[src]);
        Ok(())
    }

    fn shuffle(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>], sync: bool) -> Decode<()> {
        let mode = mods.pick(|m| {
            Some(match m {
                "up" => ShuffleMode::Up,
                "down" => ShuffleMode::Down,
                "bfly" => ShuffleMode::Butterfly,
                "idx" => ShuffleMode::Index,
                _ => return None,
            })
        });
        let mode = mode.ok_or("the kind of shuffle is missing")?;
        if mods.ty()?.bits() != 32 {
            return Err("shfl has type .b32".into());
        }
        let (value, in_range) = match ops.first() {
            Some(RawOperand::Pair(value, predicate)) => {
                (RawOperand::Name(value), self.dst(Some(&RawOperand::Name(predicate)), Type::Pred)?)
            }
            Some(single) => (single.clone(), Operand::NONE),
            None => return Err("a destination register is missing".into()),
        };
        if ops.len() != if sync { 5 } else { 4 } {
            return Err("shfl takes a value, a lane, a clamp (and a member mask with .sync)".into());
        }
        let dst = self.dst(Some(&value), Type::B32)?;
        let src: [Operand; 3] = self.srcs(ops, 1, Type::B32)?;
        self.emit(Class::Int, Op::Shuffle(mode), &[dst, in_range], &src);
        Ok(())
    }

    fn redux(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let name =
            mods.pick(|m| ["add", "min", "max", "and", "or", "xor"].iter().find(|n| **n == m).copied());
        let ty = mods.ty()?;
        let op = match (name.ok_or("the kind of reduction is missing")?, ty.is_signed()) {
            ("add", _) => ReduxOp::Add,
            ("min", true) => ReduxOp::MinS,
            ("min", false) => ReduxOp::MinU,
            ("max", true) => ReduxOp::MaxS,
            ("max", false) => ReduxOp::MaxU,
            ("and", _) => ReduxOp::And,
            ("or", _) => ReduxOp::Or,
            _ => ReduxOp::Xor,
        };
        let dst = self.dst(ops.first(), ty)?;
        let src = self.src(ops.get(1), ty)?;
        self.emit(Class::Int, Op::Redux(op), &[dst], &[src]);
        Ok(())
    }
}
