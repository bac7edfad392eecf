// SPDX-License-Identifier: Apache-2.0
//! Integer arithmetic.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{Class, Operand};
use crate::op::{Carry, CarryKind, Dp2a, Int32, Int64, Op};
use crate::types::Type;

/// Which part of a product is kept.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Lo,
    Hi,
    Wide,
}

impl<'a> Decoder<'_, 'a> {
    pub(super) fn arith(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        match mods.mnemonic {
            "dp4a" => return self.dot_product(mods, ops),
            "dp2a" => return self.dot_product_of_halves(mods, ops),
            _ => {}
        }
        let ty = mods.ty()?;
        if !ty.is_integer() && !ty.is_bits() || ty.bits() < 16 {
            return Err(format!("type {ty:?} is not supported by `{}`", mods.mnemonic));
        }
        let carry_out = mods.take("cc");
        if carry_out || matches!(mods.mnemonic, "addc" | "subc" | "madc") {
            return self.carry_arith(mods, ops, ty, carry_out);
        }
        let s = ty.is_signed();
        let sat = mods.take("sat");
        if sat && (ty != Type::S32 || !matches!(mods.mnemonic, "add" | "sub" | "mad")) {
            return Err("`.sat` exists for add, sub and mad.hi of type .s32 only".into());
        }
        let pick = |signed: (Int32, Int64), unsigned: (Int32, Int64)| if s { signed } else { unsigned };
        let ((f32, f64), count, class) = match mods.mnemonic {
            "add" if sat => ((Int32::AddSat, Int64::Add), 2, Class::Int),
            "sub" if sat => ((Int32::SubSat, Int64::Sub), 2, Class::Int),
            "add" => ((Int32::Add, Int64::Add), 2, Class::Int),
            "sub" => ((Int32::Sub, Int64::Sub), 2, Class::Int),
            "neg" => ((Int32::Neg, Int64::Neg), 1, Class::Int),
            "abs" => ((Int32::Abs, Int64::Abs), 1, Class::Int),
            "min" => (pick((Int32::MinS, Int64::MinS), (Int32::MinU, Int64::MinU)), 2, Class::Int),
            "max" => (pick((Int32::MaxS, Int64::MaxS), (Int32::MaxU, Int64::MaxU)), 2, Class::Int),
            "sad" => (pick((Int32::SadS, Int64::SadS), (Int32::SadU, Int64::SadU)), 3, Class::Int),
            "div" => (pick((Int32::DivS, Int64::DivS), (Int32::DivU, Int64::DivU)), 2, Class::IntDiv),
            "rem" => (pick((Int32::RemS, Int64::RemS), (Int32::RemU, Int64::RemU)), 2, Class::IntDiv),
            "mul24" | "mad24" => return self.multiply24(mods, ops, ty),
            _ => return self.multiply(mods, ops, ty, sat),
        };
        self.plain(class, (f32, f64), ty, ops, count)
    }

    /// An operation whose operands and result all have type `ty`.
    pub(super) fn plain(
        &mut self,
        class: Class,
        (f32, f64): (Int32, Int64),
        ty: Type,
        ops: &[RawOperand<'a>],
        count: usize,
    ) -> Decode<()> {
        if ops.len() != count + 1 {
            return Err(format!("expected {} operands, found {}", count + 1, ops.len()));
        }
        let dst = self.dst(ops.first(), ty)?;
        let mut src = Vec::with_capacity(count);
        for op in &ops[1..] {
            src.push(self.src(Some(op), ty)?);
        }
        let op = match ty.bits() {
            64 => Op::Int64(f64),
            32 => Op::Int32(f32),
            _ => Op::Int16 { f: f32, signed: ty.is_signed(), wide: false },
        };
        self.emit(class, op, &[dst], &src);
        Ok(())
    }

    fn multiply(
        &mut self,
        mods: &mut Modifiers<'_>,
        ops: &[RawOperand<'a>],
        ty: Type,
        sat: bool,
    ) -> Decode<()> {
        let mad = mods.mnemonic == "mad";
        let part = mods.pick(|m| match m {
            "lo" => Some(Part::Lo),
            "hi" => Some(Part::Hi),
            "wide" => Some(Part::Wide),
            _ => None,
        });
        let Some(part) = part else { return Err("one of .lo, .hi and .wide is missing".into()) };
        if sat && part != Part::Hi {
            return Err("`.sat` exists for add, sub and mad.hi of type .s32 only".into());
        }
        let s = ty.is_signed();
        if part == Part::Wide {
            return self.multiply_wide(mad, ops, ty);
        }
        let f = match (part, mad, s) {
            (Part::Hi, false, true) => (Int32::MulHiS, Int64::MulHiS),
            (Part::Hi, false, false) => (Int32::MulHiU, Int64::MulHiU),
            (Part::Hi, true, _) if sat => (Int32::MadHiSat, Int64::MadHiS),
            (Part::Hi, true, true) => (Int32::MadHiS, Int64::MadHiS),
            (Part::Hi, true, false) => (Int32::MadHiU, Int64::MadHiU),
            (_, true, _) => (Int32::MadLo, Int64::MadLo),
            (_, false, _) => (Int32::MulLo, Int64::MulLo),
        };
        let f = match (part, mad, ty.bits()) {
            (Part::Hi, false, 16) => (Int32::MulHi16, f.1),
            (Part::Hi, true, 16) => (Int32::MadHi16, f.1),
            _ => f,
        };
        self.plain(Class::IntMul, f, ty, ops, if mad { 3 } else { 2 })
    }

    fn multiply_wide(&mut self, mad: bool, ops: &[RawOperand<'a>], ty: Type) -> Decode<()> {
        let wide = match ty {
            Type::S16 => Type::S32,
            Type::U16 => Type::U32,
            Type::S32 => Type::S64,
            Type::U32 => Type::U64,
            _ => return Err(format!(".wide does not exist for type {ty:?}")),
        };
        let dst = self.dst(ops.first(), wide)?;
        let [a, b] = self.srcs(ops, 1, ty)?;
        let c = match (mad, wide.bits()) {
            (true, _) => self.src(ops.get(3), wide)?,
            (false, 64) => self.constant64(0)?,
            (false, _) => self.constant32(0)?,
        };
        let op = match (wide.bits(), ty.is_signed()) {
            (32, signed) => Op::Int16 { f: Int32::MadLo, signed, wide: true },
            (_, true) => Op::WideS,
            (_, false) => Op::WideU,
        };
        self.emit(Class::IntMul, op, &[dst], &[a, b, c]);
        Ok(())
    }

    fn multiply24(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>], ty: Type) -> Decode<()> {
        if ty.bits() != 32 {
            return Err("24-bit multiplication has 32-bit operands".into());
        }
        let (hi, mad) = (mods.take("hi"), mods.mnemonic == "mad24");
        if !hi && !mods.take("lo") {
            return Err("one of .lo and .hi is missing".into());
        }
        let f = match (mad, hi, ty.is_signed()) {
            (false, false, true) => Int32::Mul24LoS,
            (false, false, false) => Int32::Mul24LoU,
            (false, true, true) => Int32::Mul24HiS,
            (false, true, false) => Int32::Mul24HiU,
            (true, false, true) => Int32::Mad24LoS,
            (true, false, false) => Int32::Mad24LoU,
            (true, true, true) => Int32::Mad24HiS,
            (true, true, false) => Int32::Mad24HiU,
        };
        self.plain(Class::IntMul, (f, Int64::Mov), ty, ops, if mad { 3 } else { 2 })
    }

    fn carry_arith(
        &mut self,
        mods: &mut Modifiers<'_>,
        ops: &[RawOperand<'a>],
        ty: Type,
        carry_out: bool,
    ) -> Decode<()> {
        let (hi, lo) = (mods.take("hi"), mods.take("lo"));
        let (kind, carry_in, count) = match mods.mnemonic {
            "add" => (CarryKind::Add, false, 2),
            "addc" => (CarryKind::Add, true, 2),
            "sub" => (CarryKind::Sub, false, 2),
            "subc" => (CarryKind::Sub, true, 2),
            "mad" | "madc" => {
                let kind = match (hi, lo, ty.is_signed()) {
                    (false, true, _) => CarryKind::MadLo,
                    (true, false, true) => CarryKind::MadHiS,
                    (true, false, false) => CarryKind::MadHiU,
                    _ => return Err("one of .lo and .hi is missing".into()),
                };
                (kind, mods.mnemonic == "madc", 3)
            }
            other => return Err(format!("`{other}` has no form with a carry flag")),
        };
        let dst = self.dst(ops.first(), ty)?;
        let mut src = Vec::with_capacity(count);
        for i in 0..count {
            src.push(self.src(ops.get(1 + i), ty)?);
        }
        let carry = Carry { kind, carry_in, carry_out };
        let op = match ty.bits() {
            32 => Op::Carry32(carry),
            64 => Op::Carry64(carry),
            _ => return Err("arithmetic with carry has 32- or 64-bit operands".into()),
        };
        let class = if count == 3 { Class::IntMul } else { Class::Int };
        self.emit(class, op, &[dst], &src);
        Ok(())
    }

    fn dot_product_of_halves(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let hi = mods.take("hi");
        if !hi && !mods.take("lo") {
            return Err("one of .lo and .hi is missing".into());
        }
        let [a, b] = [mods.ty()?, mods.ty()?];
        if [a, b].iter().any(|t| !matches!(t, Type::S32 | Type::U32)) {
            return Err("dp2a needs .s32 or .u32 twice".into());
        }
        let dst = self.dst(ops.first(), Type::B32)?;
        let src: [Operand; 3] = self.srcs(ops, 1, Type::B32)?;
        let op = Dp2a { a_signed: a.is_signed(), b_signed: b.is_signed(), hi };
        self.emit(Class::IntMul, Op::Dp2a(op), &[dst], &src);
        Ok(())
    }

    fn dot_product(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let f = match (mods.ty()?, mods.ty()?) {
            (Type::S32, Type::S32) => Int32::Dp4aSS,
            (Type::S32, Type::U32) => Int32::Dp4aSU,
            (Type::U32, Type::S32) => Int32::Dp4aUS,
            (Type::U32, Type::U32) => Int32::Dp4aUU,
            _ => return Err("dp4a needs .s32 or .u32 twice".into()),
        };
        self.plain(Class::IntMul, (f, Int64::Mov), Type::B32, ops, 3)
    }
}
