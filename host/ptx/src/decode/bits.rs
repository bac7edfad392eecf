// SPDX-License-Identifier: Apache-2.0
//! Logic, shifts and bit fields.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{Class, Operand};
use crate::op::{Int32, Int64, Logic, Narrow64, Op, Permute};
use crate::types::Type;

impl<'a> Decoder<'_, 'a> {
    pub(super) fn bits(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        if mods.mnemonic == "prmt" {
            return self.permute(mods, ops);
        }
        let shift_amount = mods.take("shiftamt");
        let shf = match (mods.take("l"), mods.take("r"), mods.take("clamp"), mods.take("wrap")) {
            (true, false, true, false) => Some(Int32::ShfLeftClamp),
            (true, false, false, true) => Some(Int32::ShfLeftWrap),
            (false, true, true, false) => Some(Int32::ShfRightClamp),
            (false, true, false, true) => Some(Int32::ShfRightWrap),
            _ => None,
        };
        let ty = mods.ty()?;
        if ty.is_float() || ty.bits() < 16 && ty != Type::Pred {
            return Err(format!("type {ty:?} is not supported by `{}`", mods.mnemonic));
        }
        match mods.mnemonic {
            "and" | "or" | "xor" | "not" if ty == Type::Pred => self.predicate_logic(mods.mnemonic, ops),
            _ if ty == Type::Pred => Err("the instruction has no predicate form".into()),
            "and" => self.plain(Class::Int, (Int32::And, Int64::And), ty, ops, 2),
            "or" => self.plain(Class::Int, (Int32::Or, Int64::Or), ty, ops, 2),
            "xor" => self.plain(Class::Int, (Int32::Xor, Int64::Xor), ty, ops, 2),
            "not" => self.plain(Class::Int, (Int32::Not, Int64::Not), ty, ops, 1),
            "cnot" => self.plain(Class::Int, (Int32::Cnot, Int64::Cnot), ty, ops, 1),
            "shl" | "shr" => self.shift(mods.mnemonic == "shl", ty, ops),
            _ if ty.bits() == 16 => Err("the instruction has no 16-bit form".into()),
            "shf" => match shf {
                Some(f) => self.plain(Class::Int, (f, Int64::Mov), self.only32(ty)?, ops, 3),
                None => Err("shf needs .l or .r, and .clamp or .wrap".into()),
            },
            "brev" => self.plain(Class::Int, (Int32::Brev, Int64::Brev), ty, ops, 1),
            "clz" => self.narrow(Int32::Clz, Narrow64::Clz, ty, ops),
            "popc" => self.narrow(Int32::Popc, Narrow64::Popc, ty, ops),
            "bfind" => match (shift_amount, ty.is_signed()) {
                (false, true) => self.narrow(Int32::BfindS, Narrow64::BfindS, ty, ops),
                (false, false) => self.narrow(Int32::BfindU, Narrow64::BfindU, ty, ops),
                (true, true) => self.narrow(Int32::BfindShiftS, Narrow64::BfindShiftS, ty, ops),
                (true, false) => self.narrow(Int32::BfindShiftU, Narrow64::BfindShiftU, ty, ops),
            },
            "bfe" => {
                let f = if ty.is_signed() { (Int32::BfeS, Int64::BfeS) } else { (Int32::BfeU, Int64::BfeU) };
                let dst = self.dst(ops.first(), ty)?;
                let a = self.src(ops.get(1), ty)?;
                let [position, length] = self.srcs(ops, 2, Type::U32)?;
                self.emit(
                    Class::Int,
                    if ty.bits() == 64 { Op::Int64(f.1) } else { Op::Int32(f.0) },
                    &[dst],
                    &[a, position, length],
                );
                Ok(())
            }
            "bfi" => {
                let dst = self.dst(ops.first(), ty)?;
                let [a, b] = self.srcs(ops, 1, ty)?;
                let [position, length] = self.srcs(ops, 3, Type::U32)?;
                let op = if ty.bits() == 64 { Op::Bfi64 } else { Op::Bfi32 };
                self.emit(Class::Int, op, &[dst], &[a, b, position, length]);
                Ok(())
            }
            "lop3" => {
                let dst = self.dst(ops.first(), self.only32(ty)?)?;
                let src: [Operand; 3] = self.srcs(ops, 1, ty)?;
                let Some(RawOperand::Int(table @ 0..=255)) = ops.get(4) else {
                    return Err("the table of lop3 must be a literal from 0 to 255".into());
                };
                self.emit(Class::Int, Op::Lop3(*table as u8), &[dst], &src);
                Ok(())
            }
            other => Err(format!("instruction `{other}` is not supported")),
        }
    }

    fn only32(&self, ty: Type) -> Decode<Type> {
        if ty.bits() == 32 {
            Ok(ty)
        } else {
            Err("the instruction has 32-bit operands".into())
        }
    }

    fn predicate_logic(&mut self, mnemonic: &str, ops: &[RawOperand<'a>]) -> Decode<()> {
        let dst = self.dst(ops.first(), Type::Pred)?;
        let a = self.src(ops.get(1), Type::Pred)?;
        let logic = match mnemonic {
            "and" => Logic::And,
            "or" => Logic::Or,
            "xor" => Logic::Xor,
            _ => {
                self.emit(Class::Int, Op::PredMov, &[dst], &[a.negate()]);
                return Ok(());
            }
        };
        let b = self.src(ops.get(2), Type::Pred)?;
        self.emit(Class::Int, Op::PredLogic(logic), &[dst], &[a, b]);
        Ok(())
    }

    /// Shift amounts have 32 bits whatever the type.
    fn shift(&mut self, left: bool, ty: Type, ops: &[RawOperand<'a>]) -> Decode<()> {
        let (f32, f64) = match (left, ty.is_signed()) {
            (true, _) => (Int32::Shl, Int64::Shl),
            (false, true) => (Int32::ShrS, Int64::ShrS),
            (false, false) => (Int32::ShrU, Int64::ShrU),
        };
        let dst = self.dst(ops.first(), ty)?;
        let a = self.src(ops.get(1), ty)?;
        let amount = self.src(ops.get(2), Type::U32)?;
        let op = match ty.bits() {
            64 => Op::Int64(f64),
            32 => Op::Int32(f32),
            _ => Op::Int16 { f: f32, signed: ty.is_signed(), wide: false },
        };
        self.emit(Class::Int, op, &[dst], &[a, amount]);
        Ok(())
    }

    /// An operation with a 32-bit result whatever the type of its operand.
    fn narrow(&mut self, f32: Int32, f64: Narrow64, ty: Type, ops: &[RawOperand<'a>]) -> Decode<()> {
        let dst = self.dst(ops.first(), Type::U32)?;
        let a = self.src(ops.get(1), ty)?;
        let op = if ty.bits() == 64 { Op::Narrow64(f64) } else { Op::Int32(f32) };
        self.emit(Class::Int, op, &[dst], &[a]);
        Ok(())
    }

    fn permute(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        if mods.ty()? != Type::B32 {
            return Err("prmt has type .b32".into());
        }
        let mode = mods.pick(|m| {
            Some(match m {
                "f4e" => Permute::Forward4,
                "b4e" => Permute::Backward4,
                "rc8" => Permute::Replicate8,
                "ecl" => Permute::EdgeLeft,
                "ecr" => Permute::EdgeRight,
                "rc16" => Permute::Replicate16,
                _ => return None,
            })
        });
        let dst = self.dst(ops.first(), Type::B32)?;
        let src: [Operand; 3] = self.srcs(ops, 1, Type::B32)?;
        self.emit(Class::Int, Op::Prmt(mode.unwrap_or(Permute::Index)), &[dst], &src);
        Ok(())
    }
}
