// SPDX-License-Identifier: Apache-2.0
//! Floating point (PTX ISA, "Floating Point Instructions"). A single-precision NaN result is the canonical NaN
//! of the hardware; double precision keeps the payload of the first NaN operand. Approximate functions are computed in
//! double precision with IEEE operations only, hence are the same on every host, and meet the ISA's error bounds.

use super::approx;
use super::simd::{map32, map64, mask_of, vectorised};
use crate::lanes::{Lanes32, Lanes64};
use crate::op::{Compare, CompareKind, CompareType, Float, Round, TestProperty};

/// The NaN that single-precision instructions return.
const NAN32: u32 = 0x7fff_ffff;
/// The NaN that an invalid double-precision operation returns.
const NAN64: u64 = 0xfff8_0000_0000_0000;
const QUIET64: u64 = 1 << 51;

/// Subnormal values become zero of the same sign if `on`.
#[inline(always)]
pub(super) fn flush(on: bool, bits: u32) -> u32 {
    if on && bits & 0x7f80_0000 == 0 {
        bits & 0x8000_0000
    } else {
        bits
    }
}

#[inline(always)]
fn canonical(value: f32) -> u32 {
    if value.is_nan() {
        NAN32
    } else {
        value.to_bits()
    }
}

/// Clamps to 0.0 .. 1.0; NaN becomes 0.0.
#[inline(always)]
pub(super) fn saturate(value: f64) -> f64 {
    if value > 0.0 {
        value.min(1.0)
    } else {
        0.0
    }
}

vectorised! {
    pub(super) fn float32(f: Float, ftz: bool, a: &Lanes32, b: &Lanes32, c: &Lanes32, out: &mut Lanes32) {
        if ftz {
            float32_loop::<true>(f, a, b, c, out);
        } else {
            float32_loop::<false>(f, a, b, c, out);
        }
    }

    pub(super) fn float64(f: Float, a: &Lanes64, b: &Lanes64, c: &Lanes64, out: &mut Lanes64) {
        macro_rules! each {
            (|$x:ident| $e:expr) => { map64(out, |i| { let $x = f64::from_bits(a.0[i]); keep_nan($e, $x, $x, $x) }) };
            (|$x:ident, $y:ident| $e:expr) => {
                map64(out, |i| {
                    let ($x, $y) = (f64::from_bits(a.0[i]), f64::from_bits(b.0[i]));
                    keep_nan($e, $x, $y, $y)
                })
            };
            (|$x:ident, $y:ident, $z:ident| $e:expr) => {
                map64(out, |i| {
                    let ($x, $y, $z) = (f64::from_bits(a.0[i]), f64::from_bits(b.0[i]), f64::from_bits(c.0[i]));
                    keep_nan($e, $x, $y, $z)
                })
            };
        }
        const SIGN: u64 = 1 << 63;
        match f {
            Float::Add => each!(|x, y| x + y),
            Float::Sub => each!(|x, y| x - y),
            Float::Mul => each!(|x, y| x * y),
            Float::Fma => each!(|x, y, z| x.mul_add(y, z)),
            Float::Div => each!(|x, y| x / y),
            Float::Min => each!(|x, y| min64(x, y)),
            Float::Max => each!(|x, y| -min64(-x, -y)),
            Float::MinNan => each!(|x, y| if x.is_nan() || y.is_nan() { f64::NAN } else { min64(x, y) }),
            Float::MaxNan => each!(|x, y| if x.is_nan() || y.is_nan() { f64::NAN } else { -min64(-x, -y) }),
            Float::Neg => map64(out, |i| a.0[i] ^ SIGN),
            Float::Abs => map64(out, |i| a.0[i] & !SIGN),
            Float::Copysign => map64(out, |i| (b.0[i] & !SIGN) | (a.0[i] & SIGN)),
            Float::Sqrt => each!(|x| x.sqrt()),
            Float::Rsqrt => each!(|x| 1.0 / x.sqrt()),
            // The other functions have no double-precision form; decoding refuses them.
            _ => each!(|x| 1.0 / x),
        }
    }

    pub(super) fn saturate32(out: &mut Lanes32) {
        for bits in &mut out.0 {
            let value = f32::from_bits(*bits);
            *bits = if value > 0.0 { value.min(1.0).to_bits() } else { 0 };
        }
    }

    /// The lanes for which the comparison holds, before it is combined with a predicate.
    pub(super) fn compare32(op: Compare, a: &Lanes32, b: &Lanes32) -> u32 {
        let (a, b) = (&a.0, &b.0);
        let float = |x: u32, ftz: bool| f32::from_bits(flush(ftz, x));
        macro_rules! each {
            ($load:expr) => {{
                let load = $load;
                match op.kind {
                    CompareKind::Eq => mask_of(|i| load(a[i]) == load(b[i])),
                    CompareKind::Lt => mask_of(|i| load(a[i]) < load(b[i])),
                    CompareKind::Le => mask_of(|i| load(a[i]) <= load(b[i])),
                    CompareKind::Differ => mask_of(|i| load(a[i]) < load(b[i]) || load(a[i]) > load(b[i])),
                    CompareKind::Ordered => mask_of(|i| load(a[i]) <= load(b[i]) || load(a[i]) > load(b[i])),
                }
            }};
        }
        let mask = match op.ty {
            CompareType::S16 => each!(|x: u32| x as i16),
            CompareType::U16 => each!(|x: u32| x as u16),
            CompareType::S32 => each!(|x: u32| x as i32),
            CompareType::F16 { ftz } => each!(|x: u32| super::half::load(ftz, x)),
            CompareType::F32 { ftz: false } => each!(f32::from_bits),
            CompareType::F32 { ftz: true } => each!(|x: u32| float(x, true)),
            _ => each!(|x: u32| x),
        };
        if op.invert { !mask } else { mask }
    }

    pub(super) fn compare64(op: Compare, a: &Lanes64, b: &Lanes64) -> u32 {
        let (a, b) = (&a.0, &b.0);
        macro_rules! each {
            ($load:expr) => {{
                let load = $load;
                match op.kind {
                    CompareKind::Eq => mask_of(|i| load(a[i]) == load(b[i])),
                    CompareKind::Lt => mask_of(|i| load(a[i]) < load(b[i])),
                    CompareKind::Le => mask_of(|i| load(a[i]) <= load(b[i])),
                    CompareKind::Differ => mask_of(|i| load(a[i]) < load(b[i]) || load(a[i]) > load(b[i])),
                    CompareKind::Ordered => mask_of(|i| load(a[i]) <= load(b[i]) || load(a[i]) > load(b[i])),
                }
            }};
        }
        let mask = match op.ty {
            CompareType::S64 => each!(|x: u64| x as i64),
            CompareType::F64 => each!(f64::from_bits),
            _ => each!(|x: u64| x),
        };
        if op.invert { !mask } else { mask }
    }
}

#[inline(always)]
fn float32_loop<const FTZ: bool>(f: Float, a: &Lanes32, b: &Lanes32, c: &Lanes32, out: &mut Lanes32) {
    let load = |lanes: &Lanes32, i: usize| f32::from_bits(flush(FTZ, lanes.0[i]));
    macro_rules! each {
        (|$x:ident| $e:expr) => {
            map32(out, |i| {
                let $x = load(a, i);
                flush(FTZ, canonical($e))
            })
        };
        (|$x:ident, $y:ident| $e:expr) => {
            map32(out, |i| {
                let ($x, $y) = (load(a, i), load(b, i));
                flush(FTZ, canonical($e))
            })
        };
        (|$x:ident, $y:ident, $z:ident| $e:expr) => {
            map32(out, |i| {
                let ($x, $y, $z) = (load(a, i), load(b, i), load(c, i));
                flush(FTZ, canonical($e))
            })
        };
    }
    const SIGN: u32 = 1 << 31;
    match f {
        Float::Add => each!(|x, y| x + y),
        Float::Sub => each!(|x, y| x - y),
        Float::Mul => each!(|x, y| x * y),
        Float::Fma => each!(|x, y, z| x.mul_add(y, z)),
        Float::Div => each!(|x, y| x / y),
        Float::Min => each!(|x, y| min32(x, y)),
        Float::Max => each!(|x, y| -min32(-x, -y)),
        Float::MinNan => each!(|x, y| if x.is_nan() || y.is_nan() { f32::NAN } else { min32(x, y) }),
        Float::MaxNan => each!(|x, y| if x.is_nan() || y.is_nan() { f32::NAN } else { -min32(-x, -y) }),
        Float::Neg => map32(out, |i| flush(FTZ, a.0[i]) ^ SIGN),
        Float::Abs => map32(out, |i| flush(FTZ, a.0[i]) & !SIGN),
        Float::Copysign => map32(out, |i| (b.0[i] & !SIGN) | (a.0[i] & SIGN)),
        Float::Sqrt => each!(|x| x.sqrt()),
        Float::Rsqrt => each!(|x| (1.0 / f64::from(x).sqrt()) as f32),
        Float::Rcp => each!(|x| 1.0 / x),
        Float::Ex2 => each!(|x| approx::ex2(x)),
        Float::Lg2 => each!(|x| approx::lg2(x)),
        Float::Sin => each!(|x| approx::sin(x)),
        Float::Cos => each!(|x| approx::cos(x)),
        Float::Tanh => each!(|x| approx::tanh(x)),
    }
}

/// The other operand if one is NaN; -0 is less than +0.
#[inline(always)]
fn min32(x: f32, y: f32) -> f32 {
    if x < y || y.is_nan() {
        x
    } else if y < x || x.is_nan() {
        y
    } else {
        f32::from_bits(x.to_bits() | y.to_bits())
    }
}

#[inline(always)]
pub(super) fn min64(x: f64, y: f64) -> f64 {
    if x < y || y.is_nan() {
        x
    } else if y < x || x.is_nan() {
        y
    } else {
        f64::from_bits(x.to_bits() | y.to_bits())
    }
}

/// The bits of `result`; a NaN takes the payload of the first NaN operand.
#[inline(always)]
pub(super) fn keep_nan(result: f64, x: f64, y: f64, z: f64) -> u64 {
    if !result.is_nan() {
        result.to_bits()
    } else if x.is_nan() {
        x.to_bits() | QUIET64
    } else if y.is_nan() {
        y.to_bits() | QUIET64
    } else if z.is_nan() {
        z.to_bits() | QUIET64
    } else {
        NAN64
    }
}

/// Whether `value` has the property; `smallest` is the least normal magnitude of its type.
pub(super) fn has_property(property: TestProperty, value: f64, smallest: f64) -> bool {
    let subnormal = value != 0.0 && value.abs() < smallest;
    match property {
        TestProperty::Finite => value.is_finite(),
        TestProperty::Infinite => value.is_infinite(),
        TestProperty::Number => !value.is_nan(),
        TestProperty::NotANumber => value.is_nan(),
        TestProperty::Normal => value.is_finite() && value != 0.0 && !subnormal,
        TestProperty::Subnormal => subnormal,
    }
}

/// Single-precision arithmetic with a directed rounding mode.
pub(super) fn directed32(f: Float, round: Round, ftz: bool, a: u32, b: u32, c: u32) -> u32 {
    let [x, y, z] = [a, b, c].map(|bits| f64::from(f32::from_bits(flush(ftz, bits))));
    // Products of two floats are exact in double precision; `tail` is what the double `head` lacks.
    let (head, tail) = match f {
        Float::Add => two_sum(x, y),
        Float::Sub => two_sum(x, -y),
        Float::Mul => (x * y, 0.0),
        Float::Fma => two_sum(x * y, z),
        Float::Div => quotient(x, y),
        Float::Rcp => quotient(1.0, x),
        _ => (x.sqrt(), (-x.sqrt()).mul_add(x.sqrt(), x)),
    };
    let exact_zero = head == 0.0 && matches!(f, Float::Add | Float::Sub | Float::Fma);
    if exact_zero && round == Round::Down {
        let (p, q) = match f {
            Float::Add => (x, y),
            Float::Sub => (x, -y),
            _ => (x * y, z),
        };
        let both_positive = p.is_sign_positive() && q.is_sign_positive();
        return if both_positive { 0 } else { 1 << 31 };
    }
    flush(ftz, canonical(round_to_f32(head, tail, round)))
}

/// `x + y` as a rounded sum and its exact error.
pub(super) fn two_sum(x: f64, y: f64) -> (f64, f64) {
    let sum = x + y;
    let y_part = sum - x;
    (sum, (x - (sum - y_part)) + (y - y_part))
}

/// `x / y` rounded, and a value with the sign of its error.
fn quotient(x: f64, y: f64) -> (f64, f64) {
    let q = x / y;
    (q, (-q).mul_add(y, x) * y.signum())
}

/// Rounds the exact value `head + tail` (tail beyond the precision of head; only its sign matters) to single precision.
pub(super) fn round_to_f32(head: f64, tail: f64, round: Round) -> f32 {
    let nearest = head as f32;
    if round == Round::Nearest || !head.is_finite() {
        return nearest;
    }
    let error = match head.partial_cmp(&f64::from(nearest)) {
        Some(std::cmp::Ordering::Greater) => 1.0,
        Some(std::cmp::Ordering::Less) => -1.0,
        _ => tail,
    };
    let down = round == Round::Down || round == Round::Zero && head > 0.0;
    if down && error < 0.0 {
        neighbour32(nearest, false)
    } else if !down && error > 0.0 {
        neighbour32(nearest, true)
    } else {
        nearest
    }
}

/// The next number above or below `x`, which is not NaN.
pub(super) fn neighbour32(x: f32, up: bool) -> f32 {
    if x == 0.0 {
        return f32::from_bits(if up { 1 } else { (1 << 31) | 1 });
    }
    let away = up == (x > 0.0);
    f32::from_bits(if away { x.to_bits() + 1 } else { x.to_bits() - 1 })
}

/// The next number above or below `x`, which is neither NaN nor zero.
pub(super) fn neighbour64(x: f64, up: bool) -> f64 {
    let away = up == (x > 0.0);
    f64::from_bits(if away { x.to_bits() + 1 } else { x.to_bits() - 1 })
}
