// SPDX-License-Identifier: Apache-2.0
//! Comparison and selection.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::Class;
use crate::op::{Compare, CompareKind, CompareType, Logic, Op};
use crate::types::Type;

/// A comparison as its basic kind, with operands swapped and result inverted.
struct Relation {
    kind: CompareKind,
    swap: bool,
    invert: bool,
}

fn relation(name: &str, float: bool) -> Option<Relation> {
    use CompareKind::*;
    let (kind, swap, invert) = match name {
        "eq" => (Eq, false, false),
        "ne" if float => (Differ, false, false),
        "ne" => (Eq, false, true),
        "lt" => (Lt, false, false),
        "le" => (Le, false, false),
        "gt" => (Lt, true, false),
        "ge" => (Le, true, false),
        "lo" if !float => (Lt, false, false),
        "ls" if !float => (Le, false, false),
        "hi" if !float => (Lt, true, false),
        "hs" if !float => (Le, true, false),
        // Unordered comparisons are the complements of the opposite ordered ones.
        "equ" if float => (Differ, false, true),
        "neu" if float => (Eq, false, true),
        "ltu" if float => (Le, true, true),
        "leu" if float => (Lt, true, true),
        "gtu" if float => (Le, false, true),
        "geu" if float => (Lt, false, true),
        "num" if float => (Ordered, false, false),
        "nan" if float => (Ordered, false, true),
        _ => return None,
    };
    Some(Relation { kind, swap, invert })
}

impl<'a> Decoder<'_, 'a> {
    pub(super) fn compare(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        match mods.mnemonic {
            "selp" => self.select(mods, ops),
            "slct" => self.select_by_sign(mods, ops),
            _ => self.set(mods, ops),
        }
    }

    /// `setp` and `set`.
    fn set(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let ftz = mods.take("ftz");
        let to = if mods.mnemonic == "set" { mods.ty()? } else { Type::Pred };
        let ty = mods.ty()?;
        let relation = mods
            .pick(|m| relation(m, ty.is_float()))
            .ok_or("comparison is missing or does not suit the type")?;
        let combine = mods.pick(|m| {
            Some(match m {
                "and" => Logic::And,
                "or" => Logic::Or,
                "xor" => Logic::Xor,
                _ => return None,
            })
        });
        let ty_of = match ty {
            Type::S16 => CompareType::S16,
            Type::U16 | Type::B16 => CompareType::U16,
            Type::S32 => CompareType::S32,
            Type::U32 | Type::B32 => CompareType::U32,
            Type::S64 => CompareType::S64,
            Type::U64 | Type::B64 => CompareType::U64,
            Type::F16 | Type::F16x2 => CompareType::F16 { ftz },
            Type::F32 => CompareType::F32 { ftz },
            Type::F64 => CompareType::F64,
            _ => return Err(format!("type {ty:?} is not supported by `{}`", mods.mnemonic)),
        };
        let [mut a, mut b] = self.srcs(ops, 1, ty)?;
        if relation.swap {
            std::mem::swap(&mut a, &mut b);
        }
        let mut src = vec![a, b];
        if combine.is_some() {
            src.push(self.src(ops.get(3), Type::Pred)?);
        }
        let compare = Compare { kind: relation.kind, ty: ty_of, invert: relation.invert, combine };
        let class = if ty == Type::F64 { Class::Fp64 } else { Class::Int };
        match to {
            _ if ty == Type::F16x2 => {
                let (Type::Pred, Some(RawOperand::Pair(p, q))) = (to, ops.first()) else {
                    return Err("comparing packed halves gives a pair of predicates".into());
                };
                let p = self.dst(Some(&RawOperand::Name(p)), Type::Pred)?;
                let q = self.dst(Some(&RawOperand::Name(q)), Type::Pred)?;
                self.emit(class, Op::SetpHalf2(compare), &[p, q], &src);
            }
            Type::Pred => {
                let dst = match ops.first() {
                    Some(RawOperand::Pair(p, q)) => {
                        let first = self.dst(Some(&RawOperand::Name(p)), Type::Pred)?;
                        vec![first, self.dst(Some(&RawOperand::Name(q)), Type::Pred)?]
                    }
                    first => vec![self.dst(first, Type::Pred)?],
                };
                self.emit(class, Op::Setp(compare), &dst, &src);
            }
            Type::U32 | Type::S32 | Type::B32 | Type::F32 => {
                let dst = self.dst(ops.first(), to)?;
                self.emit(class, Op::Set { compare, float: to == Type::F32 }, &[dst], &src);
            }
            _ => return Err(format!("set has no result of type {to:?}")),
        }
        Ok(())
    }

    fn select(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let ty = mods.ty()?;
        let dst = self.dst(ops.first(), ty)?;
        let [a, b] = self.srcs(ops, 1, ty)?;
        let p = self.src(ops.get(3), Type::Pred)?;
        let op = match ty.bits() {
            64 => Op::Selp64,
            16 | 32 => Op::Selp32,
            _ => return Err(format!("selp has no type {ty:?}")),
        };
        self.emit(Class::Int, op, &[dst], &[a, b, p]);
        Ok(())
    }

    fn select_by_sign(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let ftz = mods.take("ftz");
        let ty = mods.ty()?;
        let selector = mods.ty()?;
        if !matches!(selector, Type::S32 | Type::F32) {
            return Err("slct selects by .s32 or .f32".into());
        }
        let dst = self.dst(ops.first(), ty)?;
        let [a, b] = self.srcs(ops, 1, ty)?;
        let c = self.src(ops.get(3), selector)?;
        let float = selector == Type::F32;
        let op = match ty.bits() {
            64 => Op::Slct64 { float, ftz },
            16 | 32 => Op::Slct32 { float, ftz },
            _ => return Err(format!("slct has no type {ty:?}")),
        };
        self.emit(Class::Int, op, &[dst], &[a, b, c]);
        Ok(())
    }
}
