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
            "vote" => self.vote(mods, ops, sync),
            "shfl" => self.shuffle(mods, ops, sync),
            "activemask" => {
                mods.ty()?;
                let dst = self.dst(ops.first(), Type::B32)?;
                self.emit(Class::Int, Op::Activemask, &[dst], &[]);
                Ok(())
            }
            "match" => {
                if !sync || ops.len() != 3 {
                    return Err("match.sync takes a value and a member mask".into());
                }
                let all = mods.take("all");
                if !all && !mods.take("any") {
                    return Err("one of .any and .all is missing".into());
                }
                let ty = mods.ty()?;
                let (dst, agree) = self.value_and_predicate(ops.first())?;
                if !all && agree != Operand::NONE {
                    return Err("match.any has no predicate result".into());
                }
                let src = self.src(ops.get(1), ty)?;
                let members = self.src(ops.get(2), Type::B32)?;
                let op = match (all, ty.bits()) {
                    (false, 64) => Op::MatchAny64,
                    (false, _) => Op::MatchAny32,
                    (true, 64) => Op::MatchAll64,
                    (true, _) => Op::MatchAll32,
                };
                self.emit(Class::Int, op, &[dst, agree], &[src, members]);
                Ok(())
            }
            _ => self.redux(mods, ops),
        }
    }

    /// `value|predicate`, or the value alone.
    fn value_and_predicate(&mut self, operand: Option<&RawOperand<'a>>) -> Decode<(Operand, Operand)> {
        match operand {
            Some(RawOperand::Pair(value, predicate)) => Ok((
                self.dst(Some(&RawOperand::Name(value)), Type::B32)?,
                self.dst(Some(&RawOperand::Name(predicate)), Type::Pred)?,
            )),
            single => Ok((self.dst(single, Type::B32)?, Operand::NONE)),
        }
    }

    /// The member mask of a `.sync` form, which is operand number `index`.
    fn members(&mut self, ops: &[RawOperand<'a>], index: usize, sync: bool) -> Decode<Operand> {
        match (sync, ops.len() == index + usize::from(sync)) {
            (_, false) => {
                Err(format!("expected {} operands, found {}", index + usize::from(sync), ops.len()))
            }
            (true, true) => self.src(ops.get(index), Type::B32),
            (false, true) => Ok(Operand::NONE),
        }
    }

    fn vote(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>], sync: bool) -> Decode<()> {
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
        let members = self.members(ops, 2, sync)?;
        self.emit(Class::Int, Op::Vote(mode), &[dst], &[src, members]);
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
        let (dst, in_range) = self.value_and_predicate(ops.first())?;
        let [value, lane, clamp] = self.srcs(ops, 1, Type::B32)?;
        let members = self.members(ops, 4, sync)?;
        self.emit(Class::Int, Op::Shuffle(mode), &[dst, in_range], &[value, lane, clamp, members]);
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
        let members = self.members(ops, 2, true)?;
        self.emit(Class::Int, Op::Redux(op), &[dst], &[src, members]);
        Ok(())
    }
}
