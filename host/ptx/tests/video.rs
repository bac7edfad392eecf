// SPDX-License-Identifier: Apache-2.0
//! Video instructions against a plain evaluation of what the PTX ISA says of them, on bytes and half words.

mod common;

use common::{run_body, wrap};
use proptest::prelude::*;
use proptest::sample::select;
use warpsmith_ptx::{Class, Module};

/// `%r4` of `instruction` with `a`, `b` and `c` in `%r1`, `%r2` and `%r3`.
fn result(instruction: &str, [a, b, c]: [u32; 3]) -> u32 {
    let body = format!(
        "mov.u32 %r1, {a}; mov.u32 %r2, {b}; mov.u32 %r3, {c}; mov.u32 %r4, 0;\n{instruction}\nst.global.u32 [%rd3], %r4;"
    );
    run_body(&body, &[0; 32]).unwrap_or_else(|fault| panic!("{instruction}: {fault}"))[7] as u32
}

/// Values at which something happens, and any other.
fn word() -> impl Strategy<Value = u32> {
    let edge = select(vec![0u8, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff]);
    prop_oneof![any::<u32>(), prop::array::uniform4(edge).prop_map(u32::from_le_bytes)]
}

fn ty() -> impl Strategy<Value = &'static str> {
    select(vec!["u32", "s32"])
}

fn selector() -> impl Strategy<Value = &'static str> {
    select(vec!["", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"])
}

/// The selected part of `x`, extended as a type says.
fn part(x: u32, selector: &str, ty: &str) -> i64 {
    let bytes = x.to_le_bytes();
    let halves = [x as u16, (x >> 16) as u16];
    let index = selector.get(2..).and_then(|digit| digit.parse::<usize>().ok()).unwrap_or(0);
    match (selector.get(1..2), ty) {
        (Some("b"), "s32") => (bytes[index] as i8).into(),
        (Some("b"), _) => bytes[index].into(),
        (Some("h"), "s32") => (halves[index] as i16).into(),
        (Some("h"), _) => halves[index].into(),
        (_, "s32") => (x as i32).into(),
        _ => x.into(),
    }
}

fn range(bits: u32, ty: &str) -> (i64, i64) {
    if ty == "s32" {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

fn holds(relation: &str, x: i64, y: i64) -> i64 {
    let order = x.cmp(&y);
    i64::from(match relation {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" => order.is_lt(),
        "le" => order.is_le(),
        "gt" => order.is_gt(),
        _ => order.is_ge(),
    })
}

/// The operation called `name`, without the number of elements; `mode` is the relation.
fn plain(name: &str, mode: &str, x: i64, y: i64) -> i64 {
    match name {
        "vadd" => x + y,
        "vsub" => x - y,
        "vabsdiff" => (x.max(y)) - (x.min(y)),
        "vmin" => x.min(y),
        "vmax" => x.max(y),
        "vset" => holds(mode, x, y),
        // The nearest integer to the mean; from the middle, away from zero.
        "vavrg" => {
            let mean = (x + y) as f64 / 2.0;
            mean.round() as i64
        }
        other => panic!("{other}"),
    }
}

/// The second operation or the merge.
fn second(value: i64, second: &str, into: &str, c: u32, ty: &str) -> u32 {
    let third = part(c, "", ty);
    match (second, into.get(1..2)) {
        (".add", _) => (value + third) as u32,
        (".min", _) => value.min(third) as u32,
        (".max", _) => value.max(third) as u32,
        (_, Some("b")) => {
            let mut bytes = c.to_le_bytes();
            bytes[into[2..].parse::<usize>().unwrap()] = value as u8;
            u32::from_le_bytes(bytes)
        }
        (_, Some(_)) if into == ".h0" => c & 0xffff_0000 | u32::from(value as u16),
        (_, Some(_)) => c & 0xffff | u32::from(value as u16) << 16,
        _ => value as u32,
    }
}

/// A second operation or a selected destination.
fn ending() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop_oneof![
        select(vec!["", ".add", ".min", ".max"]).prop_map(|second| (second, "")),
        selector().prop_map(|into| ("", into)),
    ]
}

fn bits_of(selector: &str) -> u32 {
    match selector.get(1..2) {
        Some("b") => 8,
        Some(_) => 16,
        None => 32,
    }
}

/// The third operand, where there is one.
fn third(second: &str, into: &str) -> &'static str {
    if second.is_empty() && into.is_empty() {
        ""
    } else {
        ", %r3"
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn scalar_arithmetic_equals_its_definition(
        name in select(vec!["vadd", "vsub", "vabsdiff", "vmin", "vmax"]),
        types in (ty(), ty(), ty()), selectors in (selector(), selector()), sat: bool, ending in ending(),
        args in prop::array::uniform3(word()),
    ) {
        let ((dt, at, bt), (asel, bsel), (op2, into)) = (types, selectors, ending);
        let mut value = plain(name, "", part(args[0], asel, at), part(args[1], bsel, bt));
        if sat {
            let (low, high) = range(bits_of(into), dt);
            value = value.max(low).min(high);
        }
        let sat = if sat { ".sat" } else { "" };
        let text = format!("{name}.{dt}.{at}.{bt}{sat}{op2} %r4{into}, %r1{asel}, %r2{bsel}{};", third(op2, into));
        prop_assert_eq!(result(&text, args), second(value, op2, into, args[2], dt), "{}", text);
    }

    #[test]
    fn shifts_of_elements_equal_their_definition(
        left: bool, wrap: bool, types in (ty(), ty()), selectors in (selector(), selector()), sat: bool, ending in ending(),
        args in prop::array::uniform3(word()), amount in prop_oneof![0u32..40, word()],
    ) {
        let ((dt, at), (asel, bsel), (op2, into)) = (types, selectors, ending);
        let args = [args[0], amount, args[2]];
        let x = i128::from(part(args[0], asel, at));
        let n = part(amount, bsel, "u32");
        let n = if wrap { n % 32 } else { n.min(32) } as u32;
        // 2^n as a factor and a divisor that rounds down.
        let mut value = if left { x * (1i128 << n) } else { x.div_euclid(1i128 << n) };
        if sat {
            let (low, high) = range(bits_of(into), dt);
            value = value.max(low.into()).min(high.into());
        }
        // Only an unsaturated left shift is wider, and then the low bits count.
        prop_assume!(op2 != ".min" && op2 != ".max" || i64::try_from(value).is_ok());
        let name = if left { "vshl" } else { "vshr" };
        let mode = if wrap { ".wrap" } else { ".clamp" };
        let sat = if sat { ".sat" } else { "" };
        let text = format!("{name}.{dt}.{at}.u32{sat}{mode}{op2} %r4{into}, %r1{asel}, %r2{bsel}{};", third(op2, into));
        prop_assert_eq!(result(&text, args), second(value as i64, op2, into, args[2], dt), "{}", text);
    }

    #[test]
    fn comparisons_of_elements_equal_their_definition(
        relation in select(vec!["eq", "ne", "lt", "le", "gt", "ge"]), types in (ty(), ty()),
        selectors in (selector(), selector()), ending in ending(), args in prop::array::uniform3(word()),
    ) {
        let ((at, bt), (asel, bsel), (op2, into)) = (types, selectors, ending);
        let value = holds(relation, part(args[0], asel, at), part(args[1], bsel, bt));
        let text = format!("vset.{at}.{bt}.{relation}{op2} %r4{into}, %r1{asel}, %r2{bsel}{};", third(op2, into));
        prop_assert_eq!(result(&text, args), second(value, op2, into, args[2], "u32"), "{}", text);
    }

    #[test]
    fn products_with_addend_equal_their_definition(
        types in (ty(), ty(), ty()), selectors in (selector(), selector()), sat: bool,
        scale in select(vec![("", 0), (".shr7", 7), (".shr15", 15)]),
        signs in select(vec![("", "", "", ""), ("-", "", "", ""), ("", "-", "", ""), ("-", "-", "", ""), ("", "", "-", ""), ("", "", "", ".po")]),
        args in prop::array::uniform3(word()),
    ) {
        let ((dt, at, bt), (asel, bsel), (na, nb, nc, po)) = (types, selectors, signs);
        let negated = na != nb;
        let signed = at == "s32" || bt == "s32" || negated || nc == "-";
        let mut product = i128::from(part(args[0], asel, at)) * i128::from(part(args[1], bsel, bt));
        let mut addend = i128::from(part(args[2], "", if signed { "s32" } else { "u32" }));
        if negated {
            product = -product;
        }
        if nc == "-" {
            // The register is complemented before it is extended, so that its most negative value stays negated.
            addend = i128::from(!args[2] as i32) + 1;
        }
        let mut sum = (product + addend + i128::from(po == ".po")).div_euclid(1 << scale.1);
        if sat {
            let (low, high) = range(32, if signed { "s32" } else { "u32" });
            sum = sum.max(low.into()).min(high.into());
        }
        let sat = if sat { ".sat" } else { "" };
        let text = format!("vmad.{dt}.{at}.{bt}{po}{sat}{} %r4, {na}%r1{asel}, {nb}%r2{bsel}, {nc}%r3;", scale.0);
        prop_assert_eq!(result(&text, args), sum as u32, "{}", text);
    }

    #[test]
    fn operations_on_two_and_four_elements_equal_their_definition(
        four: bool, name in select(vec!["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset"]),
        relation in select(vec!["eq", "ne", "lt", "le", "gt", "ge"]), types in (ty(), ty(), ty()), sat: bool, add: bool,
        picks in prop::option::of(prop::array::uniform2(prop::array::uniform4(0usize..8))), mask in prop::option::of(1u32..16),
        args in prop::array::uniform3(word()),
    ) {
        let (dt, at, bt) = types;
        let (n, letter) = if four { (4, 'b') } else { (2, 'h') };
        let mask = mask.map(|mask| mask & ((1 << n) - 1)).filter(|mask| *mask != 0);
        let picks = picks.map(|picks| picks.map(|pick| pick.map(|i| i % (2 * n))));
        let sat = sat && !add && name != "vset";
        // Elements as single ones, numbered through both registers.
        let pool = |i: usize, ty: &str| part(args[i / n], &format!(".{letter}{}", i % n), ty);
        let [a, b] = picks.unwrap_or([std::array::from_fn(|i| i), std::array::from_fn(|i| i + n)]);
        let mut want = if add { args[2] } else { 0 };
        for i in 0..n {
            let taken = mask.is_none_or(|mask| mask >> i & 1 == 1);
            let mut value = plain(name, relation, pool(a[i], at), pool(b[i], bt));
            if sat {
                let (low, high) = range(32 / n as u32, dt);
                value = value.max(low).min(high);
            }
            match (add, taken) {
                (true, true) => want = want.wrapping_add(value as u32),
                (true, false) => {}
                (false, taken) => {
                    let bits = if taken { value as u32 } else { args[2] >> (i * 32 / n) };
                    want |= (bits & (0xffff_ffff >> (32 - 32 / n))) << (i * 32 / n);
                }
            }
        }
        let falling = |list: &[usize]| format!(".{letter}{}", list.iter().rev().map(usize::to_string).collect::<String>());
        let [asel, bsel] = picks.map_or([String::new(), String::new()], |picks| picks.map(|pick| falling(&pick[..n])));
        let into = mask.map_or(String::new(), |mask| falling(&(0..n).filter(|i| mask >> i & 1 == 1).collect::<Vec<_>>()));
        let kind = if name == "vset" { format!("{at}.{bt}.{relation}") } else { format!("{dt}.{at}.{bt}") };
        let (sat, add) = (if sat { ".sat" } else { "" }, if add { ".add" } else { "" });
        let text = format!("{name}{n}.{kind}{sat}{add} %r4{into}, %r1{asel}, %r2{bsel}, %r3;");
        prop_assert_eq!(result(&text, args), want, "{}", text);
    }
}

#[test]
fn values_worked_out_by_hand_come_out() {
    let args = [0x01ff_8040, 0x0201_7f41, 0x1000_0000];
    for (text, want) in [
        ("vabsdiff4.u32.u32.u32 %r4, %r1, %r2, %r3;", 0x01fe_0101),
        ("vabsdiff4.u32.u32.u32.add %r4, %r1, %r2, %r3;", 0x1000_0000 + 1 + 0xfe + 1 + 1),
        ("vabsdiff4.s32.s32.s32.add %r4, %r1, %r2, %r3;", 0x1000_0000 + 1 + 2 + 255 + 1),
        ("vadd4.s32.s32.s32.sat %r4, %r1, %r2, %r3;", 0x0300_ff7f),
        ("vavrg4.u32.u32.u32 %r4, %r1, %r2, %r3;", 0x0280_8041),
        ("vset4.u32.u32.gt %r4, %r1, %r2, %r3;", 0x0001_0100),
        ("vadd2.u32.u32.u32 %r4.h1, %r1, %r2, %r3;", 0x0400_0000),
        ("vadd.u32.u32.u32.sat %r4, %r1.b2, 5;", 0x104),
        ("vadd.s32.s32.s32.sat %r4.b1, %r1.b0, %r2.b0, %r3;", 0x1000_7f00),
    ] {
        assert_eq!(result(text, args), want, "{text}");
    }
}

#[test]
fn products_and_packed_operations_take_the_pipe_of_multiplications() {
    for (text, class) in [
        ("vadd.u32.u32.u32 %r4, %r1, %r2;", Class::Int),
        ("vmad.u32.u32.u32 %r4, %r1, %r2, %r3;", Class::IntMul),
        ("vabsdiff4.u32.u32.u32 %r4, %r1, %r2, %r3;", Class::Int),
        ("vadd2.u32.u32.u32 %r4, %r1, %r2, %r3;", Class::IntMul),
    ] {
        let module = Module::parse(&wrap(text), "test.ptx").unwrap();
        let kernel = &module.kernels()[0];
        assert_eq!(kernel.error, None);
        let last =
            kernel.insts.iter().rev().find(|inst| inst.class != Class::Exit && inst.class != Class::Branch);
        assert_eq!(last.unwrap().class, class, "{text}");
    }
}

#[test]
fn forms_that_the_isa_does_not_have_are_refused_with_the_reason() {
    for (text, reason) in [
        ("vadd.u32.u32.u32 %r4, %r1, %r2, %r3;", "expected 3 operands"),
        ("vadd.u32.u32.u32.add %r4.b0, %r1, %r2, %r3;", "exclude each other"),
        ("vadd.u16.u32.u32 %r4, %r1, %r2;", "only .u32 and .s32"),
        ("vadd.u32.u32.u32 %r4, %r1.b4, %r2;", "`.b4` is not one of"),
        ("vadd.u32.u32.u32 %r4, -%r1, %r2;", "only vmad negates"),
        ("add.u32 %r4, -%r1, %r2;", "negates no register"),
        ("vshl.u32.u32.u32 %r4, %r1, %r2;", "one of .clamp and .wrap"),
        ("vshr.u32.u32.s32.wrap %r4, %r1, %r2;", "type .u32"),
        ("vset.u32.u32 %r4, %r1, %r2;", "the comparison is missing"),
        ("vmad.s32.u32.u32 %r4, -%r1, %r2, -%r3;", "cannot both be negated"),
        ("vmad.s32.u32.u32.po %r4, -%r1, %r2, %r3;", "with .po"),
        ("vadd4.u32.u32.u32 %r4, %r1, %r2;", "expected 4 operands"),
        ("vadd4.u32.u32.u32.sat.add %r4, %r1, %r2, %r3;", "`.sat` of `vadd4` is not supported"),
        ("vadd4.u32.u32.u32 %r4.b01, %r1, %r2, %r3;", "falling order"),
        ("vadd2.u32.u32.u32 %r4, %r1.h4, %r2, %r3;", "digits below 4"),
        ("vadd2.u32.u32.u32 %r4, %r1.h1, %r2, %r3;", "does not select 2 elements"),
        ("vadd2.u32.u32.u32 %r4, %r1.b10, %r2, %r3;", "digits below 4"),
    ] {
        let module = Module::parse(&wrap(text), "test.ptx").unwrap();
        let error = module.kernels()[0].error.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(error.contains(reason) && error.contains(text.trim_end_matches(';')), "{text}: {error}");
    }
}
