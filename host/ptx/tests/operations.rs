// SPDX-License-Identifier: Apache-2.0
//! Single instructions against values computed from the PTX ISA's definitions.

mod common;

use common::{run_body, wrap};
use proptest::prelude::*;
use warpsmith_ptx::{FaultKind, Module};

/// Result of a 32-bit instruction on `a`, `b`, `c` (in `%r1`, `%r2`, `%r3`), written to `%r4`.
fn op32(instruction: &str, [a, b, c]: [u32; 3]) -> u32 {
    let body = format!(
        "mov.u32 %r1, {a}; mov.u32 %r2, {b}; mov.u32 %r3, {c};\n{instruction}\nst.global.u32 [%rd3], %r4;"
    );
    run_body(&body, &[0; 32]).unwrap()[5] as u32
}

fn op64(instruction: &str, [a, b]: [u64; 2]) -> u64 {
    let body = format!("mov.u64 %rd5, {a}; mov.u64 %rd6, {b};\n{instruction}\nst.global.u64 [%rd3], %rd7;");
    run_body(&body, &[0; 32]).unwrap()[5]
}

/// Result bits of an `f32` instruction on `%f1`, `%f2`, `%f3`, written to `%f4`.
fn opf(instruction: &str, [a, b, c]: [f32; 3]) -> u32 {
    let [a, b, c] = [a, b, c].map(|x| format!("0f{:08X}", x.to_bits()));
    let body = format!(
        "mov.f32 %f1, {a}; mov.f32 %f2, {b}; mov.f32 %f3, {c};\n{instruction}\nst.global.f32 [%rd3], %f4;"
    );
    run_body(&body, &[0; 32]).unwrap()[5] as u32
}

#[test]
fn shifts_clamp_their_amount() {
    for n in [0, 1, 31, 32, 33, 255, 256, u32::MAX] {
        let x = 0x8123_4567u32;
        assert_eq!(op32("shl.b32 %r4, %r1, %r2;", [x, n, 0]), x.checked_shl(n).unwrap_or(0));
        assert_eq!(op32("shr.u32 %r4, %r1, %r2;", [x, n, 0]), x.checked_shr(n).unwrap_or(0));
        assert_eq!(op32("shr.s32 %r4, %r1, %r2;", [x, n, 0]), (x as i32 >> n.min(31)) as u32);
        let pair = u64::from(x) << 32 | 0x9abc_def0;
        let args = [0x9abc_def0, x, n];
        assert_eq!(op32("shf.l.clamp.b32 %r4, %r1, %r2, %r3;", args), ((pair << n.min(32)) >> 32) as u32);
        assert_eq!(op32("shf.r.wrap.b32 %r4, %r1, %r2, %r3;", args), (pair >> (n & 31)) as u32);
    }
}

#[test]
fn division_by_zero_yields_all_ones_and_overflow_wraps() {
    for instruction in ["div.u32", "div.s32", "rem.u32", "rem.s32"] {
        assert_eq!(op32(&format!("{instruction} %r4, %r1, %r2;"), [7, 0, 0]), u32::MAX, "{instruction}");
    }
    assert_eq!(op32("div.s32 %r4, %r1, %r2;", [1 << 31, u32::MAX, 0]), 1 << 31);
    assert_eq!(op32("rem.s32 %r4, %r1, %r2;", [1 << 31, u32::MAX, 0]), 0);
    assert_eq!(op64("div.u64 %rd7, %rd5, %rd6;", [7, 0]), u64::MAX);
}

/// Bit field extraction bit by bit, as the ISA's pseudocode has it.
fn bfe(x: u32, position: u32, length: u32, signed: bool) -> u32 {
    let (position, length) = (position & 255, length & 255);
    let sign = signed && length != 0 && x >> (position + length - 1).min(31) & 1 != 0;
    (0..32).fold(0, |bits, i| {
        let bit = if i < length && position + i <= 31 { x >> (position + i) & 1 != 0 } else { sign };
        bits | u32::from(bit) << i
    })
}

fn bfi(a: u32, b: u32, position: u32, length: u32) -> u32 {
    let (position, length) = (position & 255, length & 255);
    (0..length.min(32))
        .filter(|i| position + i <= 31)
        .fold(b, |bits, i| bits & !(1 << (position + i)) | (a >> i & 1) << (position + i))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn bit_fields_match_the_pseudocode_of_the_isa(x: u32, y: u32, position in 0u32..70, length in 0u32..70) {
        prop_assert_eq!(op32("bfe.u32 %r4, %r1, %r2, %r3;", [x, position, length]), bfe(x, position, length, false));
        prop_assert_eq!(op32("bfe.s32 %r4, %r1, %r2, %r3;", [x, position, length]), bfe(x, position, length, true));
        let text = format!("bfi.b32 %r4, %r1, %r2, {position}, {length};");
        prop_assert_eq!(op32(&text, [x, y, 0]), bfi(x, y, position, length));
    }

    #[test]
    fn products_keep_the_right_half(a: u32, b: u32, c: u32) {
        let (sa, sb) = (i64::from(a as i32), i64::from(b as i32));
        let wide = u64::from(a) * u64::from(b);
        prop_assert_eq!(op32("mul.hi.u32 %r4, %r1, %r2;", [a, b, c]), (wide >> 32) as u32);
        prop_assert_eq!(op32("mul.hi.s32 %r4, %r1, %r2;", [a, b, c]), ((sa * sb) >> 32) as u32);
        prop_assert_eq!(op32("mad.lo.s32 %r4, %r1, %r2, %r3;", [a, b, c]), a.wrapping_mul(b).wrapping_add(c));
        let s24 = |x: u32| i64::from((x << 8) as i32 >> 8);
        prop_assert_eq!(op32("mul24.lo.s32 %r4, %r1, %r2;", [a, b, c]), (s24(a) * s24(b)) as u32);
        prop_assert_eq!(op32("sad.s32 %r4, %r1, %r2, %r3;", [a, b, c]), ((sa - sb).unsigned_abs() as u32).wrapping_add(c));
        let text = "mov.u64 %rd8, 5; cvt.u32.u64 %r5, %rd5; cvt.u32.u64 %r6, %rd6; mad.wide.s32 %rd7, %r5, %r6, %rd8;";
        prop_assert_eq!(op64(text, [a.into(), b.into()]), (sa * sb + 5) as u64);
    }

    #[test]
    fn carries_chain_into_128_bit_sums_and_differences(a: u128, b: u128) {
        let body = |add: &str, addc: &str| format!(
            "mov.u64 %rd5, {}; mov.u64 %rd6, {}; mov.u64 %rd7, {}; mov.u64 %rd8, {};\n\
             {add}.cc.u64 %rd9, %rd5, %rd7; {addc}.u64 %rd10, %rd6, %rd8;\n\
             setp.eq.u32 %p1, %r0, 0; selp.b64 %rd11, %rd9, %rd10, %p1; st.global.u64 [%rd3], %rd11;",
            a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64);
        for (text, want) in [(body("add", "addc"), a.wrapping_add(b)), (body("sub", "subc"), a.wrapping_sub(b))] {
            let got = run_body(&text, &[0; 32]).unwrap();
            prop_assert_eq!((got[0], got[1]), (want as u64, (want >> 64) as u64));
        }
    }

    #[test]
    fn products_with_carries_chain_into_one_of_128_bits(a: u64, b: u64) {
        // The words of a in r1, r2 and of b in r3, r4; the product in r5 to r8.
        let body = format!(
            "mov.b64 {{%r1, %r2}}, {a}; mov.b64 {{%r3, %r4}}, {b};\n\
             mul.lo.u32 %r5, %r1, %r3; mul.hi.u32 %r6, %r1, %r3;\n\
             mad.lo.cc.u32 %r6, %r1, %r4, %r6; madc.hi.u32 %r7, %r1, %r4, 0;\n\
             mad.lo.cc.u32 %r6, %r2, %r3, %r6; madc.hi.cc.u32 %r7, %r2, %r3, %r7; addc.u32 %r8, 0, 0;\n\
             mad.lo.cc.u32 %r7, %r2, %r4, %r7; madc.hi.u32 %r8, %r2, %r4, %r8;\n\
             mov.b64 %rd9, {{%r5, %r6}}; mov.b64 %rd10, {{%r7, %r8}};\n\
             setp.eq.u32 %p1, %r0, 0; selp.b64 %rd11, %rd9, %rd10, %p1; st.global.u64 [%rd3], %rd11;"
        );
        let got = run_body(&body, &[0; 32]).unwrap();
        let want = u128::from(a) * u128::from(b);
        prop_assert_eq!((got[0], got[1]), (want as u64, (want >> 64) as u64));
    }

    #[test]
    fn lop3_is_any_function_of_three_bits(a: u32, b: u32, c: u32, table: u8) {
        let want = (0..32).fold(0u32, |bits, i| {
            let index = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1);
            bits | u32::from(table >> index & 1) << i
        });
        prop_assert_eq!(op32(&format!("lop3.b32 %r4, %r1, %r2, %r3, {table};"), [a, b, c]), want);
    }

    #[test]
    fn directed_rounding_brackets_the_exact_result(a in -1e6f32..1e6, b in -1e6f32..1e6) {
        for (name, exact) in [("add", f64::from(a) + f64::from(b)), ("mul", f64::from(a) * f64::from(b))] {
            let run = |mode: &str| f32::from_bits(opf(&format!("{name}.{mode}.f32 %f4, %f1, %f2;"), [a, b, 0.0]));
            let (down, up, zero) = (run("rm"), run("rp"), run("rz"));
            prop_assert!(f64::from(down) <= exact && exact <= f64::from(up));
            let between = f32::from_bits(down.to_bits().wrapping_add(if down >= 0.0 { 1 } else { u32::MAX }));
            prop_assert!(down == up || between == up);
            prop_assert_eq!(zero, if exact > 0.0 { down } else { up });
        }
    }

    #[test]
    fn float_to_integer_conversions_round_and_clamp(x: f32) {
        let wide = f64::from(x);
        for (mode, rounded) in [("rni", wide.round_ties_even()), ("rzi", wide.trunc()), ("rmi", wide.floor()), ("rpi", wide.ceil())] {
            let convert = |to: &str| {
                let body = format!("mov.f32 %f1, 0f{:08X}; cvt.{mode}.{to}.f32 %r4, %f1; st.global.u32 [%rd3], %r4;", x.to_bits());
                run_body(&body, &[0; 32]).unwrap()[0] as u32
            };
            prop_assert_eq!(convert("s32"), rounded as i32 as u32);
            prop_assert_eq!(convert("u32"), rounded as u32);
            prop_assert_eq!(convert("s8"), i32::from(rounded as i8) as u32);
        }
    }
}

#[test]
fn minimum_and_maximum_ignore_a_single_nan_and_order_zeros() {
    let nan = f32::NAN;
    assert_eq!(opf("min.f32 %f4, %f1, %f2;", [nan, 1.0, 0.0]), 1f32.to_bits());
    assert_eq!(opf("max.f32 %f4, %f1, %f2;", [1.0, nan, 0.0]), 1f32.to_bits());
    assert_eq!(opf("min.f32 %f4, %f1, %f2;", [nan, nan, 0.0]), 0x7fff_ffff);
    assert_eq!(opf("min.f32 %f4, %f1, %f2;", [0.0, -0.0, 0.0]), (-0f32).to_bits());
    assert_eq!(opf("max.f32 %f4, %f1, %f2;", [-0.0, 0.0, 0.0]), 0);
    assert_eq!(opf("max.NaN.f32 %f4, %f1, %f2;", [1.0, nan, 0.0]), 0x7fff_ffff);
}

#[test]
fn flush_to_zero_saturation_and_single_rounding_hold() {
    let tiny = f32::from_bits(1);
    assert_eq!(opf("add.f32 %f4, %f1, %f2;", [tiny, 0.0, 0.0]), 1);
    assert_eq!(opf("add.ftz.f32 %f4, %f1, %f2;", [-tiny, -0.0, 0.0]), (-0f32).to_bits());
    assert_eq!(opf("add.sat.f32 %f4, %f1, %f2;", [3.0, 1.0, 0.0]), 1f32.to_bits());
    assert_eq!(opf("mul.sat.f32 %f4, %f1, %f2;", [f32::NAN, 1.0, 0.0]), 0);
    let x = 1.0 + f32::EPSILON;
    assert_eq!(opf("fma.rn.f32 %f4, %f1, %f2, %f3;", [x, x, -1.0]), x.mul_add(x, -1.0).to_bits());
}

#[test]
fn unordered_comparisons_are_true_for_nan_and_ordered_ones_false() {
    for (name, want) in [
        ("eq", 0),
        ("ne", 0),
        ("lt", 0),
        ("le", 0),
        ("gt", 0),
        ("ge", 0),
        ("num", 0),
        ("equ", 1),
        ("neu", 1),
        ("ltu", 1),
        ("leu", 1),
        ("gtu", 1),
        ("geu", 1),
        ("nan", 1),
    ] {
        let body = format!(
            "mov.f32 %f1, 0f7FC00000; mov.f32 %f2, 0f3F800000; setp.{name}.f32 %p1, %f1, %f2;\n\
             selp.u32 %r4, 1, 0, %p1; st.global.u32 [%rd3], %r4;"
        );
        assert_eq!(run_body(&body, &[0; 32]).unwrap()[0], want, "{name}");
    }
}

#[test]
fn comparisons_combine_with_predicates_and_give_the_complement() {
    let body = "setp.lt.u32 %p1, %r0, 10; setp.gt.and.u32 %p2|%p3, %r0, 4, %p1;\n\
                selp.u32 %r4, 1, 0, %p2; selp.u32 %r5, 2, 0, %p3; or.b32 %r6, %r4, %r5; st.global.u32 [%rd3], %r6;";
    let got = run_body(body, &[0; 32]).unwrap();
    for (t, value) in got.iter().enumerate() {
        let p = t > 4 && t < 10;
        let q = t <= 4;
        assert_eq!(*value, u64::from(p) + 2 * u64::from(q), "{t}");
    }
}

#[test]
fn a_comparison_may_overwrite_the_predicate_it_combines_with() {
    let body = "setp.lt.u32 %p1, %r0, 10; setp.gt.and.u32 %p1|%p2, %r0, 4, %p1;\n\
                selp.u32 %r4, 1, 0, %p1; selp.u32 %r5, 2, 0, %p2; add.u32 %r4, %r4, %r5; st.global.u32 [%rd3], %r4;";
    let got = run_body(body, &[0; 32]).unwrap();
    for (t, value) in got.iter().enumerate() {
        assert_eq!(*value, u64::from(t > 4 && t < 10) + 2 * u64::from(t <= 4), "{t}");
    }
}

#[test]
fn narrow_integer_conversions_extend_and_saturate() {
    for (text, x, want) in [
        ("cvt.s32.s8 %r4, %r1;", 0x1ff, u32::MAX),
        ("cvt.u32.u8 %r4, %r1;", 0x1ff, 0xff),
        ("cvt.s8.s32 %r4, %r1;", 0x80, 0xffff_ff80),
        ("cvt.sat.s8.s32 %r4, %r1;", 300, 127),
        ("cvt.sat.u8.s32 %r4, %r1;", -5i32 as u32, 0),
        ("cvt.u16.u32 %h1, %r1; cvt.s32.s16 %r4, %h1;", 0x1_8000, 0xffff_8000),
    ] {
        assert_eq!(op32(text, [x, 0, 0]), want, "{text}");
    }
}

#[test]
fn half_precision_conversion_round_trips_every_number() {
    for first in (0..0x1_0000u32).step_by(32) {
        let input: Vec<u64> = (0..32).map(|i| u64::from(first + i)).collect();
        let body = "ld.global.u16 %h1, [%rd4]; cvt.f32.f16 %f1, %h1; cvt.rn.f16.f32 %h2, %f1; st.global.u16 [%rd3], %h2;";
        for (&x, got) in input.iter().zip(run_body(body, &input).unwrap()) {
            let is_nan = x & 0x7c00 == 0x7c00 && x & 0x3ff != 0;
            assert_eq!(got, if is_nan { 0x7fff } else { x });
        }
    }
}

#[test]
fn permutations_select_bytes_and_replicate_signs() {
    let args = [0x8372_6150, 0x4f3e_2d1c, 0];
    assert_eq!(op32("prmt.b32 %r4, %r1, %r2, 0x7531;", args), 0x4f2d_8361);
    assert_eq!(op32("prmt.b32 %r4, %r1, %r2, 0xb000;", args), 0xff50_5050);
}

#[test]
fn shuffles_and_votes_see_only_active_lanes() {
    let body = "setp.lt.u32 %p1, %r0, 20; mul.lo.u32 %r1, %r0, 3;\n\
                @%p1 shfl.sync.down.b32 %r4|%p2, %r1, 4, 31, 0xfffff; @%p1 vote.sync.ballot.b32 %r5, %p1, 0xfffff;\n\
                @%p1 cvt.u64.u32 %rd5, %r4; @%p1 cvt.u64.u32 %rd6, %r5; @%p1 shl.b64 %rd6, %rd6, 32;\n\
                @%p1 or.b64 %rd5, %rd5, %rd6; @%p1 st.global.u64 [%rd3], %rd5;";
    let got = run_body(body, &[0; 32]).unwrap();
    for (t, value) in got.iter().enumerate().take(20) {
        let from = if t + 4 < 20 { t + 4 } else { t };
        assert_eq!(*value, (0xf_ffff << 32) + from as u64 * 3, "{t}");
    }
    assert_eq!(got[20..], [0; 12]);
}

#[test]
fn butterfly_shuffle_sums_a_warp() {
    let step = |n: u32| format!("shfl.bfly.b32 %r5, %r4, {n}, 31; add.u32 %r4, %r4, %r5;\n");
    let body =
        format!("mov.u32 %r4, %r0;\n{}st.global.u32 [%rd3], %r4;", [16, 8, 4, 2, 1].map(step).concat());
    assert_eq!(run_body(&body, &[0; 32]).unwrap(), vec![496; 32]);
}

#[test]
fn atomics_apply_lane_after_lane() {
    let body = "atom.global.add.u32 %r4, [%rd2], 2; cvt.u64.u32 %rd5, %r4; st.global.u64 [%rd3], %rd5;";
    let want: Vec<u64> = (0..32).map(|t| 2 * t).collect();
    assert_eq!(run_body(body, &[0; 32]).unwrap(), want);
    let wrapped = "atom.global.inc.u32 %r4, [%rd2], 4; cvt.u64.u32 %rd5, %r4; st.global.u64 [%rd3], %rd5;";
    let want: Vec<u64> = (0..32).map(|t| t % 5).collect();
    assert_eq!(run_body(wrapped, &[0; 32]).unwrap(), want);
}

#[test]
fn generic_addresses_reach_shared_and_local_memory() {
    let body = ".shared .align 4 .b8 buffer[128]; .local .align 8 .b8 frame[16];\n\
                mov.u64 %rd5, buffer; cvta.shared.u64 %rd6, %rd5; mad.wide.u32 %rd7, %r0, 4, %rd6; st.u32 [%rd7], %r0;\n\
                cvta.local.u64 %rd8, frame; mov.u64 %rd12, 81985529216486895; st.u64 [%rd8+8], %rd12;\n\
                isspacep.shared %p1, %rd7; isspacep.local %p2, %rd8; and.pred %p3, %p1, %p2;\n\
                xor.b32 %r5, %r0, 1; mad.wide.u32 %rd9, %r5, 4, %rd5; ld.shared.u32 %r6, [%rd9];\n\
                ld.local.u32 %r7, [frame+12]; add.u32 %r6, %r6, %r7; @!%p3 mov.u32 %r6, 0; st.global.u32 [%rd3], %r6;";
    let got = run_body(body, &[0; 32]).unwrap();
    for (t, value) in got.iter().enumerate() {
        assert_eq!(*value as u32, (81985529216486895u64 >> 32) as u32 + (t as u32 ^ 1), "{t}");
    }
}

#[test]
fn indexed_branches_take_each_lane_to_its_target() {
    let body = "list: .branchtargets L0, L1, L2;\nrem.u32 %r1, %r0, 3; brx.idx %r1, list;\n\
                L0: mov.u32 %r4, 100; bra.uni DONE;\nL1: mov.u32 %r4, 200; bra.uni DONE;\nL2: mov.u32 %r4, 300;\n\
                DONE: add.u32 %r4, %r4, %r0; st.global.u32 [%rd3], %r4;";
    let got = run_body(body, &[0; 32]).unwrap();
    for (t, value) in got.iter().enumerate() {
        assert_eq!(*value, (t as u64 % 3 + 1) * 100 + t as u64);
    }
}

#[test]
fn barrier_reduction_counts_votes() {
    let body = "setp.lt.u32 %p1, %r0, 11; bar.red.popc.u32 %r4, 0, %p1; bar.red.or.pred %p2, 1, %p1;\n\
                selp.u32 %r5, 1000, 0, %p2; add.u32 %r4, %r4, %r5; st.global.u32 [%rd3], %r4;";
    assert_eq!(run_body(body, &[0; 32]).unwrap(), vec![1011; 32]);
}

#[test]
fn faults_name_kernel_line_thread_address_and_nearest_allocation() {
    let fault =
        run_body("setp.eq.u32 %p1, %r0, 9;\n@%p1 st.global.u32 [%rd1+1048576], %r0;", &[0; 32]).unwrap_err();
    assert_eq!((fault.kernel.as_str(), fault.tid, fault.line), ("k", [9, 0, 0], 9));
    let FaultKind::OutOfBounds { nearest: Some(info), bytes: 4, .. } = &fault.kind else { panic!("{fault}") };
    assert!(info.distance > 1 << 19);
    assert!(fault.to_string().contains("nearest is allocation number"), "{fault}");
}

#[test]
fn misaligned_and_out_of_range_accesses_fault() {
    let kind = |body: &str| run_body(body, &[0; 32]).unwrap_err().kind;
    assert!(matches!(kind("ld.global.u32 %r4, [%rd1+2];"), FaultKind::Misaligned { bytes: 4, .. }));
    assert!(matches!(
        kind(".shared .b8 s[16];\nmov.u64 %rd5, s; st.shared.u32 [%rd5+2000], %r0;"),
        FaultKind::OutOfRange { limit: 1040, .. }
    ));
    assert!(matches!(kind("st.local.u32 [4], %r0;"), FaultKind::OutOfRange { .. }));
    assert!(matches!(kind("trap;"), FaultKind::Trap));
}

#[test]
fn unsupported_instructions_refuse_the_kernel_with_text_and_line() {
    let text = wrap("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1}, [%rd1];");
    let module = Module::parse(&text, "odd.ptx").unwrap();
    let error = module.kernels()[0].error.clone().unwrap();
    assert_eq!((error.line, error.kernel.as_deref()), (8, Some("k")));
    assert!(
        error.to_string().starts_with("odd.ptx:8: in `k`: ") && error.what.contains("wmma.load"),
        "{error}"
    );
    for bad in [
        "add.u32 %r1, %r2;",
        "add.u32 %r1, %rd2, 1;",
        "bra NOWHERE;",
        "rsqrt.rz.f64 %fd1, %fd2;",
        "call vprintf;",
        "mov.u32 %q1, 1;",
        "add.foo.u32 %r1, %r2, %r3;",
    ] {
        assert!(Module::parse(&wrap(bad), "odd.ptx").unwrap().kernels()[0].error.is_some(), "{bad}");
    }
}

#[test]
fn saturating_arithmetic_stops_at_the_ends_of_the_range() {
    let cases = [(i32::MAX, 1, -1), (i32::MIN, -1, 1), (5, -7, 100), (i32::MIN, i32::MIN, i32::MAX)];
    for (a, b, c) in cases {
        let args = [a as u32, b as u32, c as u32];
        assert_eq!(op32("add.sat.s32 %r4, %r1, %r2;", args), a.saturating_add(b) as u32);
        assert_eq!(op32("sub.sat.s32 %r4, %r1, %r2;", args), a.saturating_sub(b) as u32);
        let high = ((i64::from(a) * i64::from(b)) >> 32) as i32;
        assert_eq!(op32("mad.hi.sat.s32 %r4, %r1, %r2, %r3;", args), high.saturating_add(c) as u32);
    }
    let refused = Module::parse(&wrap("add.sat.u32 %r1, %r2, %r3;"), "sat.ptx").unwrap();
    let error = refused.kernels()[0].error.as_ref().unwrap().to_string();
    assert!(error.contains("add.sat.u32") && error.contains(".s32 only"), "{error}");
}

#[test]
fn dot_products_of_halves_and_bytes_follow_their_signs() {
    let (a, b, c) = (0xfffe_0003u32, 0x80ff_7f02u32, 1000u32);
    for (lo, [low, high]) in [("lo", [0x02i32, 0x7f]), ("hi", [0xff, 0x80])] {
        let signed = |byte: i32| i32::from(byte as u8 as i8);
        let want = |x: [i32; 2], y: [i32; 2]| (c as i32 + x[0] * y[0] + x[1] * y[1]) as u32;
        let text = |types: &str| format!("dp2a.{lo}.{types} %r4, %r1, %r2, %r3;");
        let (unsigned_halves, signed_halves) = ([3, 0xfffe], [3, -2]);
        assert_eq!(op32(&text("u32.u32"), [a, b, c]), want(unsigned_halves, [low, high]));
        assert_eq!(op32(&text("s32.u32"), [a, b, c]), want(signed_halves, [low, high]));
        assert_eq!(op32(&text("u32.s32"), [a, b, c]), want(unsigned_halves, [signed(low), signed(high)]));
        assert_eq!(op32(&text("s32.s32"), [a, b, c]), want(signed_halves, [signed(low), signed(high)]));
    }
}

#[test]
fn double_precision_takes_every_rounding_mode() {
    let third = |mode: &str| {
        let text = format!(
            "mov.f64 %fd1, 1.0; mov.f64 %fd2, 3.0; div.{mode}.f64 %fd3, %fd1, %fd2; mov.b64 %rd7, %fd3;"
        );
        op64(&text, [0, 0])
    };
    let below = (1.0f64 / 3.0).to_bits();
    assert_eq!(["rn", "rz", "rm", "rp"].map(third), [below, below, below, below + 1]);
    let text = "mov.f64 %fd1, 1.0; mov.f64 %fd2, 0d3CA0000000000000; add.rp.f64 %fd3, %fd1, %fd2; mov.b64 %rd7, %fd3;";
    assert_eq!(op64(text, [0, 0]), 1.0f64.next_up().to_bits());
}
