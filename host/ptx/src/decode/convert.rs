// SPDX-License-Identifier: Apache-2.0
//! Moves and conversions.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{Class, Operand};
use crate::op::{Convert, Int32, Int64, Op, Round};
use crate::types::Type;

impl<'a> Decoder<'_, 'a> {
    pub(super) fn convert(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        match mods.mnemonic {
            "mov" => self.mov(mods, ops),
            "cvt" => self.cvt(mods, ops),
            "cvta" => {
                let to_space = mods.take("to");
                let space = mods.space();
                if mods.ty()? != Type::U64 {
                    return Err("only 64-bit addresses are supported".into());
                }
                let dst = self.dst(ops.first(), Type::U64)?;
                let src = self.src(ops.get(1), Type::U64)?;
                self.emit(Class::Int, Op::Cvta { space, to_space }, &[dst], &[src]);
                Ok(())
            }
            _ => {
                let space = mods.space();
                let dst = self.dst(ops.first(), Type::Pred)?;
                let src = self.src(ops.get(1), Type::U64)?;
                self.emit(Class::Int, Op::Isspacep(space), &[dst], &[src]);
                Ok(())
            }
        }
    }

    fn mov(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let ty = mods.ty()?;
        match ops {
            [RawOperand::Vector(parts), source] => self.unpack(ty, parts, source),
            [dst, RawOperand::Vector(parts)] => self.pack(ty, dst, parts),
            _ if ty == Type::Pred => {
                let dst = self.dst(ops.first(), ty)?;
                let src = self.src(ops.get(1), ty)?;
                self.emit(Class::Int, Op::PredMov, &[dst], &[src]);
                Ok(())
            }
            _ if ty.bits() < 16 => Err(format!("mov has no type {ty:?}")),
            _ => self.plain(Class::Int, (Int32::Mov, Int64::Mov), ty, ops, 1),
        }
    }

    fn part_type(&self, ty: Type, parts: usize) -> Decode<Type> {
        match (ty.bits(), parts) {
            (64, 2) => Ok(Type::B32),
            (64, 4) | (32, 2) => Ok(Type::B16),
            _ => Err(format!("a {}-bit value cannot be made of {parts} parts", ty.bits())),
        }
    }

    fn unpack(&mut self, ty: Type, parts: &[RawOperand<'a>], source: &RawOperand<'a>) -> Decode<()> {
        let part = self.part_type(ty, parts.len())?;
        let dst = parts.iter().map(|p| self.dst(Some(p), part)).collect::<Decode<Vec<_>>>()?;
        let src = self.src(Some(source), ty)?;
        let op = match (ty.bits(), parts.len()) {
            (64, 2) => Op::Unpack2x32,
            (64, _) => Op::Unpack4x16,
            _ => Op::Unpack2x16,
        };
        self.emit(Class::Int, op, &dst, &[src]);
        Ok(())
    }

    fn pack(&mut self, ty: Type, dst: &RawOperand<'a>, parts: &[RawOperand<'a>]) -> Decode<()> {
        let part = self.part_type(ty, parts.len())?;
        let src = parts.iter().map(|p| self.src(Some(p), part)).collect::<Decode<Vec<_>>>()?;
        let dst = self.dst(Some(dst), ty)?;
        let op = match (ty.bits(), parts.len()) {
            (64, 2) => Op::Pack2x32,
            (64, _) => Op::Pack4x16,
            _ => Op::Pack2x16,
        };
        self.emit(Class::Int, op, &[dst], &src);
        Ok(())
    }

    fn cvt(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let integral = mods.pick(|m| {
            Some(match m {
                "rni" => Round::Nearest,
                "rzi" => Round::Zero,
                "rmi" => Round::Down,
                "rpi" => Round::Up,
                _ => return None,
            })
        });
        let round = mods.round();
        let (ftz, saturate) = (mods.take("ftz"), mods.take("sat"));
        let (to, from) = (mods.ty()?, mods.ty()?);
        if [to, from].iter().any(|t| matches!(t, Type::Pred | Type::F16x2) || t.is_bits()) {
            return Err("cvt converts between integer and floating-point types".into());
        }
        if from.is_float() && to.is_integer() && integral.is_none() {
            return Err("a conversion to an integer needs a rounding mode such as .rzi".into());
        }
        let narrows = to.is_float() && (from.is_integer() || from.bits() > to.bits());
        if narrows && round.is_none() && integral.is_none() {
            return Err("the conversion can be inexact and needs a rounding mode such as .rn".into());
        }
        let (Some(RawOperand::Name(dst)), Some(source)) = (ops.first(), ops.get(1)) else {
            return Err("cvt needs a destination register and a source".into());
        };
        let (dst, to_bits) = self.wide_register(dst, register_type(to))?;
        let src = match source {
            RawOperand::Name(name) if self.names.find(name)?.is_some() => {
                self.wide_register(name, register_type(from))?.0
            }
            other => self.src(Some(other), from)?,
        };
        let convert = Convert {
            from,
            to,
            round: integral.or(round).unwrap_or(Round::Nearest),
            integral: integral.is_some(),
            saturate,
            ftz,
            to_bits: to_bits.max(16) as u8,
            from_wide: is_wide(src),
        };
        let double = to == Type::F64 || from == Type::F64;
        self.emit(if double { Class::Fp64 } else { Class::Int }, Op::Convert(convert), &[dst], &[src]);
        Ok(())
    }

    /// An integer conversion that the source text does not spell out.
    pub(super) fn emit_convert(&mut self, from: Type, to: Type, dst: Operand, src: Operand, to_bits: u32) {
        let convert = Convert {
            from,
            to,
            round: Round::Nearest,
            integral: false,
            saturate: false,
            ftz: false,
            to_bits: to_bits as u8,
            from_wide: is_wide(src),
        };
        self.emit(Class::Int, Op::Convert(convert), &[dst], &[src]);
    }
}

fn is_wide(operand: Operand) -> bool {
    matches!(operand.file(), crate::inst::File::R64 | crate::inst::File::C64)
}

/// Half-precision values live in 16-bit registers.
fn register_type(ty: Type) -> Type {
    if ty == Type::F16 {
        Type::B16
    } else {
        ty
    }
}
