// SPDX-License-Identifier: Apache-2.0
//! Half-precision arithmetic against a search over all half-precision numbers.

mod common;

use common::run_body;
use proptest::prelude::*;

/// The value of a half by its definition (IEEE 754, binary16).
fn value(bits: u16) -> f64 {
    let (sign, exponent, fraction) = (bits >> 15, i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => fraction / 1024.0 * 2f64.powi(-14),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    };
    if sign == 1 {
        -magnitude
    } else {
        magnitude
    }
}

/// The half nearest to the exact value `product + addend`, ties to the even one, by search. All halves are multiples of
/// 2^-24 and products of two are multiples of 2^-48, so integers hold them exactly.
fn nearest(x: u16, y: u16, z: u16) -> u16 {
    let unit = |bits: u16, scale: i32| (value(bits) * 2f64.powi(scale)) as i128;
    let exact = unit(x, 24) * unit(y, 24) + unit(z, 48);
    let overflow = 65520i128 << 48;
    if exact.abs() >= overflow {
        return if exact > 0 { 0x7c00 } else { 0xfc00 };
    }
    let sign = if exact < 0 { 1 << 15 } else { 0 };
    (0..0x7c00u16)
        .min_by_key(|bits| ((unit(*bits, 48) - exact.abs()).abs(), bits & 1))
        .map_or(0, |bits| bits | sign)
}

/// Result of an instruction on `%h1`, `%h2`, `%h3`, written to `%h4`.
fn op16(instruction: &str, [a, b, c]: [u16; 3]) -> u16 {
    let body = format!(
        "mov.b16 %h1, {a}; mov.b16 %h2, {b}; mov.b16 %h3, {c};\n{instruction}\nst.global.b16 [%rd3], %h4;"
    );
    run_body(&body, &[0; 32]).unwrap()[5] as u16
}

fn op32(instruction: &str, [a, b, c]: [u32; 3]) -> u32 {
    let body = format!(
        "mov.b32 %r1, {a}; mov.b32 %r2, {b}; mov.b32 %r3, {c};\n{instruction}\nst.global.b32 [%rd3], %r4;"
    );
    run_body(&body, &[0; 32]).unwrap()[5] as u32
}

fn finite() -> impl Strategy<Value = u16> {
    any::<u16>().prop_filter("finite", |bits| value(*bits).is_finite())
}

const ONE: u16 = 0x3c00;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn half_results_are_the_nearest_halves([a, b, c] in [finite(), finite(), finite()]) {
        let zero_free = |want: u16, got: u16| want == got || want & 0x7fff == 0 && got & 0x7fff == 0;
        for (instruction, want) in [
            ("add.rn.f16 %h4, %h1, %h2;", nearest(a, ONE, b)),
            ("sub.f16 %h4, %h1, %h2;", nearest(a, ONE, b ^ 0x8000)),
            ("mul.f16 %h4, %h1, %h2;", nearest(a, b, 0)),
            ("fma.rn.f16 %h4, %h1, %h2, %h3;", nearest(a, b, c)),
        ] {
            let got = op16(instruction, [a, b, c]);
            prop_assert!(zero_free(want, got), "{instruction} {a:#x} {b:#x} {c:#x}: {got:#x}, not {want:#x}");
        }
    }

    #[test]
    fn packed_halves_are_two_halves([a, b, c] in any::<[u32; 3]>()) {
        for name in ["add.f16", "mul.f16", "fma.rn.f16", "min.f16", "max.NaN.f16", "neg.f16", "abs.f16", "fma.rn.sat.f16", "fma.rn.relu.f16"] {
            let operands = match name { n if n.starts_with("fma") => 3, n if n.starts_with('n') || n.starts_with("ab") => 1, _ => 2 };
            let text = |register: &str, ty: &str| {
                let list: Vec<String> = (1..=operands).map(|i| format!("{register}{i}")).collect();
                format!("{} {register}4, {};", name.replace("f16", ty), list.join(", "))
            };
            let halves = |shift: u32| [a, b, c].map(|v| (v >> shift) as u16);
            let want = u32::from(op16(&text("%h", "f16"), halves(16))) << 16 | u32::from(op16(&text("%h", "f16"), halves(0)));
            prop_assert_eq!(op32(&text("%r", "f16x2"), [a, b, c]), want, "{}", name);
        }
    }
}

#[test]
fn comparisons_of_packed_halves_give_a_predicate_each() {
    let text = "setp.lt.f16x2 %p1|%p2, %r1, %r2; selp.u32 %r5, 1, 0, %p1; selp.u32 %r6, 2, 0, %p2; or.b32 %r4, %r5, %r6;";
    let pack = |low: u16, high: u16| u32::from(high) << 16 | u32::from(low);
    let (one, two, nan) = (ONE, 0x4000, 0x7e00);
    for (a, b, want) in [
        (pack(one, two), pack(two, one), 1),
        (pack(two, one), pack(two, two), 2),
        (pack(nan, one), pack(one, nan), 0),
    ] {
        assert_eq!(op32(text, [a, b, 0]), want);
    }
}

#[test]
fn subnormal_halves_are_flushed_only_if_asked() {
    assert_eq!(op16("add.f16 %h4, %h1, %h2;", [1, 1, 0]), 2);
    assert_eq!(op16("add.ftz.f16 %h4, %h1, %h2;", [1, 0x8001, 0]), 0);
    assert_eq!(op16("ex2.approx.f16 %h4, %h1;", [0x4200, 0, 0]), 0x4800);
}

#[test]
fn half_atomics_add_halves() {
    let body = "mov.b16 %h1, 0x3c00; atom.global.add.noftz.f16 %h2, [%rd1], %h1;\n\
                mov.b32 %r1, 0x40003c00; red.global.add.noftz.f16x2 [%rd1+8], %r1;";
    let got = run_body(body, &[0; 32]).unwrap();
    assert_eq!((got[0], got[1]), (0x5000, 0x5400_5000));
}
