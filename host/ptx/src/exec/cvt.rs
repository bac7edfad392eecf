// SPDX-License-Identifier: Apache-2.0
//! Conversions between types (PTX ISA, `cvt`). Integers pass through 64 bits, floats through double precision; both
//! steps are exact, so that there is one rounding.

use super::float::{flush, neighbour32, neighbour64, round_to_f32, saturate};
use super::simd::{map32, map64, vectorised};
use crate::lanes::{Lanes32, Lanes64};
use crate::op::{Convert, Round};
use crate::types::Type;

vectorised! {
    /// Sign- or zero-extends integers of type `ty` in 32-bit registers to 64 bits.
    pub(super) fn widen(ty: Type, a: &Lanes32, out: &mut Lanes64) {
        let a = &a.0;
        match ty {
            Type::S8 => map64(out, |i| i64::from(a[i] as i8) as u64),
            Type::S16 => map64(out, |i| i64::from(a[i] as i16) as u64),
            Type::S32 => map64(out, |i| i64::from(a[i] as i32) as u64),
            Type::U8 => map64(out, |i| u64::from(a[i] as u8)),
            Type::U16 => map64(out, |i| u64::from(a[i] as u16)),
            _ => map64(out, |i| u64::from(a[i])),
        }
    }

    /// Extends the low bits of 64-bit registers, as much as type `ty` has.
    pub(super) fn extend(ty: Type, a: &Lanes64, out: &mut Lanes64) {
        let a = &a.0;
        match ty {
            Type::S8 => map64(out, |i| i64::from(a[i] as i8) as u64),
            Type::S16 => map64(out, |i| i64::from(a[i] as i16) as u64),
            Type::S32 => map64(out, |i| i64::from(a[i] as i32) as u64),
            Type::U8 => map64(out, |i| u64::from(a[i] as u8)),
            Type::U16 => map64(out, |i| u64::from(a[i] as u16)),
            Type::U32 => map64(out, |i| u64::from(a[i] as u32)),
            _ => map64(out, |i| a[i]),
        }
    }

    /// Integers (extended to 64 bits) to integers: clamped if asked, then cut and extended to the register.
    pub(super) fn int_to_int(op: Convert, a: &Lanes64, out: &mut Lanes64) {
        if op.saturate {
            let (low, high) = range(op.to);
            let signed = op.from.is_signed();
            map64(out, |i| {
                let x = if signed { i128::from(a.0[i] as i64) } else { i128::from(a.0[i]) };
                x.clamp(low, high) as u64
            });
        } else {
            extend(op.to, a, out);
        }
    }

    pub(super) fn int_to_f32(op: Convert, a: &Lanes64, out: &mut Lanes32) {
        match (op.from.is_signed(), op.round) {
            (true, Round::Nearest) => map32(out, |i| (a.0[i] as i64 as f32).to_bits()),
            (false, Round::Nearest) => map32(out, |i| (a.0[i] as f32).to_bits()),
            (signed, round) => map32(out, |i| directed_f32(signed, a.0[i], round).to_bits()),
        }
        if op.saturate {
            super::float::saturate32(out);
        }
    }

    pub(super) fn int_to_f64(op: Convert, a: &Lanes64, out: &mut Lanes64) {
        match (op.from.is_signed(), op.round) {
            (true, Round::Nearest) => map64(out, |i| (a.0[i] as i64 as f64).to_bits()),
            (false, Round::Nearest) => map64(out, |i| (a.0[i] as f64).to_bits()),
            (signed, round) => map64(out, |i| directed_f64(signed, a.0[i], round).to_bits()),
        }
        if op.saturate {
            map64_in_place(out, |x| saturate(f64::from_bits(x)).to_bits());
        }
    }

    /// Single precision to double, as bits.
    pub(super) fn from_f32(ftz: bool, a: &Lanes32, out: &mut Lanes64) {
        map64(out, |i| f64::from(f32::from_bits(flush(ftz, a.0[i]))).to_bits());
    }

    /// Rounds to integral values in place.
    pub(super) fn to_integral(round: Round, values: &mut Lanes64) {
        match round {
            Round::Nearest => map64_in_place(values, |x| f64::from_bits(x).round_ties_even().to_bits()),
            Round::Zero => map64_in_place(values, |x| f64::from_bits(x).trunc().to_bits()),
            Round::Down => map64_in_place(values, |x| f64::from_bits(x).floor().to_bits()),
            Round::Up => map64_in_place(values, |x| f64::from_bits(x).ceil().to_bits()),
        }
    }

    /// Integral doubles to integers; values out of range are clamped and NaN becomes zero.
    pub(super) fn to_int(ty: Type, a: &Lanes64, out: &mut Lanes64) {
        let value = |i: usize| f64::from_bits(a.0[i]);
        match ty {
            Type::S8 => map64(out, |i| value(i) as i8 as u64),
            Type::U8 => map64(out, |i| value(i) as u8 as u64),
            Type::S16 => map64(out, |i| value(i) as i16 as u64),
            Type::U16 => map64(out, |i| value(i) as u16 as u64),
            Type::S32 => map64(out, |i| value(i) as i32 as u64),
            Type::U32 => map64(out, |i| value(i) as u32 as u64),
            Type::S64 => map64(out, |i| value(i) as i64 as u64),
            _ => map64(out, |i| value(i) as u64),
        }
    }

    pub(super) fn to_f32(op: Convert, a: &Lanes64, out: &mut Lanes32) {
        let round = if op.integral { Round::Nearest } else { op.round };
        if round == Round::Nearest {
            map32(out, |i| flush(op.ftz, canonical(f64::from_bits(a.0[i]) as f32)));
        } else {
            map32(out, |i| flush(op.ftz, canonical(round_to_f32(f64::from_bits(a.0[i]), 0.0, round))));
        }
        if op.saturate {
            super::float::saturate32(out);
        }
    }

    pub(super) fn saturate64(values: &mut Lanes64) {
        map64_in_place(values, |x| saturate(f64::from_bits(x)).to_bits());
    }

    pub(super) fn cut32(bits: u8, a: &Lanes64, out: &mut Lanes32) {
        let mask = if bits == 16 { 0xffff } else { u32::MAX };
        map32(out, |i| a.0[i] as u32 & mask);
    }
}

#[inline(always)]
fn map64_in_place(values: &mut Lanes64, f: impl Fn(u64) -> u64) {
    for value in &mut values.0 {
        *value = f(*value);
    }
}

#[inline(always)]
fn canonical(value: f32) -> u32 {
    if value.is_nan() {
        0x7fff_ffff
    } else {
        value.to_bits()
    }
}

/// Least and greatest value of an integer type.
fn range(ty: Type) -> (i128, i128) {
    let bits = ty.bits();
    if ty.is_signed() {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

fn exact(signed: bool, x: u64) -> i128 {
    if signed {
        i128::from(x as i64)
    } else {
        i128::from(x)
    }
}

/// Whether a result that is off by `error` (exact minus rounded) must step down or up.
fn step(round: Round, exact: i128, error: i128) -> i32 {
    let down = round == Round::Down || round == Round::Zero && exact > 0;
    match (down, error.signum()) {
        (true, -1) => -1,
        (false, 1) => 1,
        _ => 0,
    }
}

fn directed_f32(signed: bool, x: u64, round: Round) -> f32 {
    let x = exact(signed, x);
    let nearest = x as f32;
    match step(round, x, x - nearest as i128) {
        -1 => neighbour32(nearest, false),
        1 => neighbour32(nearest, true),
        _ => nearest,
    }
}

fn directed_f64(signed: bool, x: u64, round: Round) -> f64 {
    let x = exact(signed, x);
    let nearest = x as f64;
    match step(round, x, x - nearest as i128) {
        -1 => neighbour64(nearest, false),
        1 => neighbour64(nearest, true),
        _ => nearest,
    }
}

/// Value of a half-precision number.
pub(super) fn from_half(bits: u16) -> f64 {
    let sign = if bits >> 15 != 0 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}

/// Rounds to half precision; NaN is 0x7fff.
pub(super) fn to_half(value: f64, round: Round) -> u16 {
    if value.is_nan() {
        return 0x7fff;
    }
    let sign = u16::from(value.is_sign_negative()) << 15;
    let magnitude = value.abs();
    let away = match round {
        Round::Nearest => None,
        Round::Zero => Some(false),
        Round::Down => Some(value < 0.0),
        Round::Up => Some(value > 0.0),
    };
    if magnitude.is_infinite() {
        return sign | 0x7c00;
    }
    // In units of the last place of its binade (or of the subnormals) the value is rounded to an integer.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let scaled = magnitude * 2f64.powi((10 - exponent).min(1000));
    let units = match away {
        None => scaled.round_ties_even(),
        Some(true) => scaled.ceil(),
        Some(false) => scaled.floor(),
    };
    let bits = units as u64 + (((exponent + 14) as u64) << 10);
    if bits >= 0x7c00 {
        return sign | if away == Some(false) { 0x7bff } else { 0x7c00 };
    }
    sign | bits as u16
}
