// SPDX-License-Identifier: Apache-2.0
//! Double-precision arithmetic with any rounding mode, by exact integer arithmetic on the significands. Slow and rare:
//! rounding to nearest is left to the host's own instructions.

use crate::op::{Float, Round};

/// Significand bits of a double, the hidden one included.
const BITS: i32 = 53;
/// Exponent of the last place of subnormal numbers.
const LEAST: i32 = -1074;
/// Where sums are aligned: the top bit of both addends, which leaves room for a carry and for guard bits below.
const TOP: u32 = 124;

/// The exact value `±magnitude * 2^exponent`; bit 0 of the magnitude also stands for anything non-zero below it.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    magnitude: u128,
    exponent: i32,
}

/// Result of `f`, one of Add, Sub, Mul, Fma, Div, Sqrt and Rcp, on the operands that it has.
pub(super) fn directed64(f: Float, round: Round, a: f64, b: f64, c: f64) -> f64 {
    match f {
        Float::Add => multiply_add(a, 1.0, b, round),
        Float::Sub => multiply_add(a, 1.0, -b, round),
        // A zero of the product's sign leaves even a zero product as it is.
        Float::Mul => multiply_add(a, b, 0f64.copysign(a * b), round),
        Float::Fma => multiply_add(a, b, c, round),
        Float::Div => divide(a, b, round),
        Float::Rcp => divide(1.0, a, round),
        _ => square_root(a, round),
    }
}

/// A finite number other than zero, taken apart.
fn split(x: f64) -> Exact {
    let bits = x.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let hidden = if field == 0 { 0 } else { 1 << 52 };
    Exact {
        negative: x.is_sign_negative(),
        magnitude: (fraction | hidden).into(),
        exponent: LEAST + (field - 1).max(0),
    }
}

impl Exact {
    /// The same value with its highest bit at `top`, which is not below where it is.
    fn with_top(self, top: u32) -> Exact {
        let shift = self.magnitude.leading_zeros() - (127 - top);
        Exact { magnitude: self.magnitude << shift, exponent: self.exponent - shift as i32, ..self }
    }

    fn round(self, round: Round) -> f64 {
        let length = 128 - self.magnitude.leading_zeros() as i32;
        let last = (self.exponent + length - BITS).max(LEAST);
        let shift = last - self.exponent;
        let (kept, lost) = match shift {
            ..=0 => (self.magnitude << -shift, 0),
            1..=127 => (self.magnitude >> shift, self.magnitude << (128 - shift)),
            _ => (0, 1),
        };
        let up = match round {
            Round::Nearest => lost > 1 << 127 || lost == 1 << 127 && kept & 1 == 1,
            Round::Zero => false,
            Round::Down => lost != 0 && self.negative,
            Round::Up => lost != 0 && !self.negative,
        };
        let kept = kept as u64 + u64::from(up);
        let finite = match kept >> 52 {
            0 => kept,
            // A carry out of the significand goes on into the exponent.
            _ => (((last - LEAST + 1) as u64) << 52) + (kept - (1 << 52)),
        };
        let away = match round {
            Round::Nearest => true,
            Round::Zero => false,
            Round::Down => self.negative,
            Round::Up => !self.negative,
        };
        let overflow = if away { f64::INFINITY } else { f64::MAX };
        let magnitude = if finite < f64::INFINITY.to_bits() { f64::from_bits(finite) } else { overflow };
        if self.negative {
            -magnitude
        } else {
            magnitude
        }
    }
}

fn multiply_add(a: f64, b: f64, c: f64, round: Round) -> f64 {
    let nearest = a.mul_add(b, c);
    if ![a, b, c].iter().all(|x| x.is_finite()) {
        return nearest;
    }
    let zero = if round == Round::Down { -0.0 } else { 0.0 };
    if a == 0.0 || b == 0.0 {
        let same_sign = (a * b).is_sign_negative() == c.is_sign_negative();
        return if c == 0.0 && !same_sign { zero } else { c };
    }
    let (x, y) = (split(a), split(b));
    let product = Exact {
        negative: x.negative != y.negative,
        magnitude: x.magnitude * y.magnitude,
        exponent: x.exponent + y.exponent,
    };
    if c == 0.0 {
        return product.round(round);
    }
    let (p, q) = (product.with_top(TOP), split(c).with_top(TOP));
    let (large, small) = if (p.exponent, p.magnitude) >= (q.exponent, q.magnitude) { (p, q) } else { (q, p) };
    let distance = (large.exponent - small.exponent) as u32;
    let aligned = match distance {
        0 => small.magnitude,
        1..=127 => small.magnitude >> distance | u128::from(small.magnitude << (128 - distance) != 0),
        _ => 1,
    };
    let magnitude =
        if large.negative == small.negative { large.magnitude + aligned } else { large.magnitude - aligned };
    match magnitude {
        0 => zero,
        _ => Exact { magnitude, ..large }.round(round),
    }
}

fn divide(a: f64, b: f64, round: Round) -> f64 {
    if !a.is_finite() || !b.is_finite() || a == 0.0 || b == 0.0 {
        return a / b;
    }
    let (x, y) = (split(a).with_top(TOP), split(b).with_top(52));
    let (quotient, rest) = (x.magnitude / y.magnitude, x.magnitude % y.magnitude);
    Exact {
        negative: x.negative != y.negative,
        magnitude: quotient | u128::from(rest != 0),
        exponent: x.exponent - y.exponent,
    }
    .round(round)
}

fn square_root(a: f64, round: Round) -> f64 {
    if !(a > 0.0 && a.is_finite()) {
        return a.sqrt();
    }
    let x = split(a).with_top(TOP);
    let x = if x.exponent % 2 == 0 { x } else { split(a).with_top(TOP + 1) };
    let root = x.magnitude.isqrt();
    let exact = root * root == x.magnitude;
    // One more bit, so that what is lost is below the last bit of the root.
    Exact { negative: false, magnitude: root << 1 | u128::from(!exact), exponent: x.exponent / 2 - 1 }
        .round(round)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FUNCTIONS: [Float; 7] =
        [Float::Add, Float::Sub, Float::Mul, Float::Fma, Float::Div, Float::Rcp, Float::Sqrt];

    fn on_host(f: Float, a: f64, b: f64, c: f64) -> f64 {
        match f {
            Float::Add => a + b,
            Float::Sub => a - b,
            Float::Mul => a * b,
            Float::Fma => a.mul_add(b, c),
            Float::Div => a / b,
            Float::Rcp => 1.0 / a,
            _ => a.sqrt(),
        }
    }

    /// Any double; often one near another, so that sums cancel.
    fn operands() -> impl Strategy<Value = [f64; 3]> {
        let near = (any::<f64>(), -3i64..3, any::<f64>())
            .prop_map(|(x, d, z)| [x, -f64::from_bits(x.to_bits().wrapping_add_signed(d)), z]);
        let product = (any::<f64>(), any::<f64>(), -3i64..3)
            .prop_map(|(x, y, d)| [x, y, -f64::from_bits((x * y).to_bits().wrapping_add_signed(d))]);
        prop_oneof![any::<[f64; 3]>(), near, product]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn rounding_to_nearest_is_what_the_host_does([a, b, c] in operands()) {
            for f in FUNCTIONS {
                let (got, want) = (directed64(f, Round::Nearest, a, b, c), on_host(f, a, b, c));
                prop_assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{f:?} {got:e} {want:e}");
            }
        }

        #[test]
        fn directed_results_enclose_the_nearest_one_and_differ_by_a_unit_at_most([a, b, c] in operands()) {
            for f in FUNCTIONS {
                let [down, up, zero, nearest] =
                    [Round::Down, Round::Up, Round::Zero, Round::Nearest].map(|r| directed64(f, r, a, b, c));
                if nearest.is_nan() {
                    prop_assert!(down.is_nan() && up.is_nan() && zero.is_nan());
                    continue;
                }
                prop_assert!(down <= nearest && nearest <= up && up <= down.next_up(), "{f:?} {down:e} {up:e}");
                prop_assert!(nearest == down || nearest == up);
                prop_assert_eq!(zero, if up.is_sign_negative() { up } else { down });
            }
        }
    }

    #[test]
    fn an_inexact_result_has_two_neighbours() {
        assert!(
            directed64(Float::Div, Round::Down, 1.0, 3.0, 0.0)
                < directed64(Float::Div, Round::Up, 1.0, 3.0, 0.0)
        );
        let root = |round| directed64(Float::Sqrt, round, 2.0, 0.0, 0.0);
        assert_eq!(root(Round::Up), root(Round::Down).next_up());
        assert_eq!(directed64(Float::Add, Round::Down, 1.0, -1.0, 0.0).to_bits(), (-0.0f64).to_bits());
        assert_eq!(directed64(Float::Mul, Round::Zero, 1e300, 1e300, 0.0), f64::MAX);
    }
}
