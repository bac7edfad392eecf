// SPDX-License-Identifier: Apache-2.0
//! Floating-point arithmetic and functions.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::Class;
use crate::op::{Float, Op, Round, TestProperty};
use crate::types::Type;

impl<'a> Decoder<'_, 'a> {
    pub(super) fn float(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        if mods.mnemonic == "testp" {
            return self.test_property(mods, ops);
        }
        let round = mods.round();
        let (approx, full) = (mods.take("approx"), mods.take("full"));
        let (ftz, sat, nan) = (mods.take("ftz"), mods.take("sat"), mods.take("NaN"));
        let relu = mods.take("relu");
        let ty = mods.ty()?;
        if !ty.is_float() {
            return Err(format!("type {ty:?} is not supported by `{}`", mods.mnemonic));
        }
        let (f, count) = match mods.mnemonic {
            "add" => (Float::Add, 2),
            "sub" => (Float::Sub, 2),
            "mul" => (Float::Mul, 2),
            "mad" | "fma" => (Float::Fma, 3),
            "div" => (Float::Div, 2),
            "min" if nan => (Float::MinNan, 2),
            "max" if nan => (Float::MaxNan, 2),
            "min" => (Float::Min, 2),
            "max" => (Float::Max, 2),
            "neg" => (Float::Neg, 1),
            "abs" => (Float::Abs, 1),
            "sqrt" => (Float::Sqrt, 1),
            "rsqrt" => (Float::Rsqrt, 1),
            "rcp" => (Float::Rcp, 1),
            "copysign" => (Float::Copysign, 2),
            "ex2" => (Float::Ex2, 1),
            "lg2" => (Float::Lg2, 1),
            "sin" => (Float::Sin, 1),
            "cos" => (Float::Cos, 1),
            _ => (Float::Tanh, 1),
        };
        let single_only = matches!(f, Float::Ex2 | Float::Lg2 | Float::Sin | Float::Cos | Float::Tanh);
        if ty == Type::F64 && (single_only || sat || ftz && !approx) {
            return Err("the instruction has no such .f64 form".into());
        }
        let rounds = matches!(f, Float::Add | Float::Sub | Float::Mul | Float::Fma);
        let approximable = single_only || matches!(f, Float::Div | Float::Sqrt | Float::Rsqrt | Float::Rcp);
        if round.is_some() && !rounds && !matches!(f, Float::Div | Float::Sqrt | Float::Rcp) {
            return Err("the instruction takes no rounding mode".into());
        }
        if (approx || full) && !approximable {
            return Err("the instruction has no approximate form".into());
        }
        let half = matches!(ty, Type::F16 | Type::F16x2);
        if half
            && (matches!(f, Float::Div | Float::Sqrt | Float::Rsqrt | Float::Rcp | Float::Copysign)
                || matches!(f, Float::Lg2 | Float::Sin | Float::Cos)
                || round.is_some_and(|r| r != Round::Nearest))
        {
            return Err("the instruction has no half-precision form".into());
        }
        if relu && !(half && f == Float::Fma) {
            return Err("only half-precision fma takes `.relu`".into());
        }
        let class = match (ty, approximable) {
            (_, true) => Class::Sfu,
            (Type::F64, _) => Class::Fp64,
            _ => Class::Fp32,
        };
        let dst = self.dst(ops.first(), ty)?;
        if ops.len() != count + 1 {
            return Err(format!("expected {} operands, found {}", count + 1, ops.len()));
        }
        let mut src = Vec::with_capacity(count);
        for op in &ops[1..] {
            src.push(self.src(Some(op), ty)?);
        }
        let round = round.unwrap_or(Round::Nearest);
        let op = match ty {
            Type::F32 => Op::Float32 { f, ftz, sat, round },
            Type::F16 | Type::F16x2 => Op::Half { f, ftz, sat, relu, packed: ty == Type::F16x2 },
            _ if round != Round::Nearest => Op::Directed64 { f, round },
            _ => Op::Float64(f),
        };
        self.emit(class, op, &[dst], &src);
        Ok(())
    }

    fn test_property(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let property = mods.pick(|m| {
            Some(match m {
                "finite" => TestProperty::Finite,
                "infinite" => TestProperty::Infinite,
                "number" => TestProperty::Number,
                "notanumber" => TestProperty::NotANumber,
                "normal" => TestProperty::Normal,
                "subnormal" => TestProperty::Subnormal,
                _ => return None,
            })
        });
        let property = property.ok_or("testp needs a property")?;
        let ty = mods.ty()?;
        let dst = self.dst(ops.first(), Type::Pred)?;
        let src = self.src(ops.get(1), ty)?;
        let op = match ty {
            Type::F32 => Op::Testp32(property),
            Type::F64 => Op::Testp64(property),
            _ => return Err("testp has type .f32 or .f64".into()),
        };
        self.emit(Class::Int, op, &[dst], &[src]);
        Ok(())
    }
}
