// SPDX-License-Identifier: Apache-2.0
//! The approximate functions of the special function units, from their series.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LN_2, SQRT_2, TAU};

/// Reciprocal factorials: `1/0!` to `1/15!`.
const INVERSE_FACTORIAL: [f64; 16] = {
    let mut table = [1.0; 16];
    let mut k = 1;
    while k < 16 {
        table[k] = table[k - 1] / k as f64;
        k += 1;
    }
    table
};

/// Largest argument that is reduced without losing the quadrant.
const REDUCIBLE: f64 = 1e8;

/// Terms of the series of 2^r that matter for |r| <= 1/2.
const EX2_TERMS: usize = 12;

#[inline(always)]
pub(super) fn ex2(x: f32) -> f32 {
    // Beyond 200 the result is zero or infinity already.
    let x = f64::from(x).clamp(-200.0, 200.0);
    let whole = (x + 0.5).floor();
    let r = (x - whole) * LN_2;
    let mut sum = 0.0;
    for k in (0..EX2_TERMS).rev() {
        sum = sum * r + INVERSE_FACTORIAL[k];
    }
    let scale = f64::from_bits(((whole as i64 + 1023) as u64) << 52);
    (sum * scale) as f32
}

#[inline(always)]
pub(super) fn lg2(x: f32) -> f32 {
    if x.is_nan() || x < 0.0 {
        return f32::NAN;
    }
    if x == 0.0 {
        return f32::NEG_INFINITY;
    }
    if x == f32::INFINITY {
        return x;
    }
    let bits = f64::from(x).to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023;
    let mut m = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if m > SQRT_2 {
        m *= 0.5;
        exponent += 1;
    }
    // ln m = 2 artanh s; s*s < 0.03, so that ten terms suffice.
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let mut sum = 0.0;
    for k in (0..10u32).rev() {
        sum = sum * square + 1.0 / f64::from(2 * k + 1);
    }
    (exponent as f64 + 2.0 * s * sum / LN_2) as f32
}

/// Sine of `x + quarter_turns * pi/2`.
#[inline(always)]
fn sine(x: f32, quarter_turns: i64) -> f32 {
    let mut x = f64::from(x);
    if x.abs() > REDUCIBLE {
        x %= TAU;
    }
    let quarters = (x * FRAC_2_PI + 0.5).floor();
    let r = quarters.mul_add(-FRAC_PI_2, x);
    let square = r * r;
    let (mut odd, mut even) = (0.0, 0.0);
    for k in (0..8).rev() {
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        even = even * square + sign * INVERSE_FACTORIAL[2 * k];
        odd = odd * square + sign * INVERSE_FACTORIAL[2 * k + 1];
    }
    odd *= r;
    let value = match (quarters as i64).wrapping_add(quarter_turns) & 3 {
        0 => odd,
        1 => even,
        2 => -odd,
        _ => -even,
    };
    value as f32
}

#[inline(always)]
pub(super) fn sin(x: f32) -> f32 {
    if x == 0.0 {
        return x;
    }
    sine(x, 0)
}

#[inline(always)]
pub(super) fn cos(x: f32) -> f32 {
    sine(x, 1)
}

#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    let wide = f64::from(x);
    if wide.abs() < 1e-3 {
        return (wide - wide * wide * wide / 3.0) as f32;
    }
    // Two exponentials of half the argument keep the quotient away from infinity.
    let e = f64::from(ex2((2.0 * wide.clamp(-20.0, 20.0) / LN_2) as f32));
    ((e - 1.0) / (e + 1.0)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance in units of the last place of the rounded reference.
    fn ulps(got: f32, want: f64) -> f64 {
        let w = want as f32;
        let ulp = f64::from(f32::from_bits(w.abs().to_bits() + 1)) - f64::from(w.abs());
        (f64::from(got) - want).abs() / ulp
    }

    fn samples() -> impl Iterator<Item = f32> {
        (0..200_000u32).map(|i| f32::from_bits(i.wrapping_mul(0x9e37_79b9))).filter(|x| x.is_finite())
    }

    #[test]
    fn ex2_is_within_two_ulps() {
        for x in samples().filter(|x| x.abs() < 126.0) {
            assert!(ulps(ex2(x), f64::from(x).exp2()) <= 2.0, "{x}");
        }
    }

    #[test]
    fn lg2_is_within_two_ulps() {
        for x in samples().filter(|x| *x > 0.0) {
            assert!(ulps(lg2(x), f64::from(x).log2()) <= 2.0, "{x}");
        }
    }

    #[test]
    fn sin_and_cos_meet_the_absolute_error_of_the_isa() {
        for x in samples().filter(|x| x.abs() < 1000.0) {
            assert!((f64::from(sin(x)) - f64::from(x).sin()).abs() < 2f64.powi(-20), "{x}");
            assert!((f64::from(cos(x)) - f64::from(x).cos()).abs() < 2f64.powi(-20), "{x}");
        }
    }

    #[test]
    fn tanh_meets_the_relative_error_of_the_isa() {
        for x in samples().filter(|x| *x != 0.0 && x.abs() > 1e-30) {
            let want = f64::from(x).tanh();
            assert!(((f64::from(tanh(x)) - want) / want).abs() < 2f64.powi(-11), "{x}");
        }
    }

    #[test]
    fn special_arguments_give_special_results() {
        assert_eq!((ex2(f32::INFINITY), ex2(f32::NEG_INFINITY)), (f32::INFINITY, 0.0));
        assert_eq!((lg2(0.0), lg2(f32::INFINITY)), (f32::NEG_INFINITY, f32::INFINITY));
        assert!(
            lg2(-1.0).is_nan()
                && sin(f32::INFINITY).is_nan()
                && cos(f32::NAN).is_nan()
                && ex2(f32::NAN).is_nan()
        );
    }
}
