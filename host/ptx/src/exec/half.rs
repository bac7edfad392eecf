// SPDX-License-Identifier: Apache-2.0
//! Half-precision arithmetic (PTX ISA, "Half Precision Floating Point Instructions"), computed in double precision so
//! that there is one rounding.

use super::approx;
use super::cvt::{from_half, to_half};
use super::float::{min64, neighbour64, saturate, two_sum};
use crate::op::{Float, Round};

const SIGN: u16 = 1 << 15;
const EXPONENT: u16 = 0x7c00;

/// Modifiers of an instruction: `.ftz`, `.sat`, `.relu`.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    pub ftz: bool,
    pub sat: bool,
    pub relu: bool,
}

/// Subnormal values become zero of the same sign if `ftz`.
fn flush(ftz: bool, bits: u16) -> u16 {
    if ftz && bits & EXPONENT == 0 {
        bits & SIGN
    } else {
        bits
    }
}

/// Value of the half in the low bits of a register.
pub(super) fn load(ftz: bool, register: u32) -> f64 {
    from_half(flush(ftz, register as u16))
}

/// `f` on halves in the low bits of `a`, `b` and `c`.
pub(super) fn half(f: Float, mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    match f {
        Float::Neg => return (flush(mode.ftz, a as u16) ^ SIGN).into(),
        Float::Abs => return (flush(mode.ftz, a as u16) & !SIGN).into(),
        _ => {}
    }
    let [x, y, z] = [a, b, c].map(|register| load(mode.ftz, register));
    let either_nan = x.is_nan() || y.is_nan();
    let value = match f {
        Float::Add => x + y,
        Float::Sub => x - y,
        Float::Mul => x * y,
        Float::Min => min64(x, y),
        Float::Max => -min64(-x, -y),
        Float::MinNan | Float::MaxNan if either_nan => f64::NAN,
        Float::MinNan => min64(x, y),
        Float::MaxNan => -min64(-x, -y),
        Float::Ex2 => approx::ex2(x as f32).into(),
        Float::Tanh => approx::tanh(x as f32).into(),
        // Decoding lets nothing else through.
        _ => to_odd(x * y, z),
    };
    let value = if mode.sat { saturate(value) } else { value };
    let value = if mode.relu && value < 0.0 { 0.0 } else { value };
    flush(mode.ftz, to_half(value, Round::Nearest)).into()
}

/// `f` on both halves of the registers.
pub(super) fn packed(f: Float, mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    half(f, mode, a, b, c) | half(f, mode, a >> 16, b >> 16, c >> 16) << 16
}

/// `x + y` rounded to odd, which makes a second rounding to fewer bits as good as a single one.
fn to_odd(x: f64, y: f64) -> f64 {
    let (sum, error) = two_sum(x, y);
    if sum.is_finite() && error != 0.0 && sum.to_bits() & 1 == 0 {
        neighbour64(sum, error > 0.0)
    } else {
        sum
    }
}
