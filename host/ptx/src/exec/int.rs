// SPDX-License-Identifier: Apache-2.0
//! Integer operations, with the wrapping and clamping that the PTX ISA gives them ("Integer Arithmetic
//! Instructions", "Logic and Shift Instructions"). Division by zero yields all ones, as the hardware does.

use super::simd::{map32, map64, vectorised};
use crate::lanes::{Lanes32, Lanes64};
use crate::op::{Carry, CarryKind, Dp2a, Int32, Int64, Narrow64, Permute};

vectorised! {
    pub(super) fn int32(f: Int32, a: &Lanes32, b: &Lanes32, c: &Lanes32, out: &mut Lanes32) {
        let (a, b, c) = (&a.0, &b.0, &c.0);
        macro_rules! each {
            (|$x:ident| $e:expr) => { map32(out, |i| { let $x = a[i]; $e }) };
            (|$x:ident, $y:ident| $e:expr) => { map32(out, |i| { let ($x, $y) = (a[i], b[i]); $e }) };
            (|$x:ident, $y:ident, $z:ident| $e:expr) => { map32(out, |i| { let ($x, $y, $z) = (a[i], b[i], c[i]); $e }) };
        }
        match f {
            Int32::Mov => each!(|x| x),
            Int32::Add => each!(|x, y| x.wrapping_add(y)),
            Int32::Sub => each!(|x, y| x.wrapping_sub(y)),
            Int32::AddSat => each!(|x, y| (x as i32).saturating_add(y as i32) as u32),
            Int32::SubSat => each!(|x, y| (x as i32).saturating_sub(y as i32) as u32),
            Int32::MadHiSat => each!(|x, y, z| (mul_hi_s(x, y) as i32).saturating_add(z as i32) as u32),
            Int32::MulLo => each!(|x, y| x.wrapping_mul(y)),
            Int32::MulHiS => each!(|x, y| mul_hi_s(x, y)),
            Int32::MulHiU => each!(|x, y| mul_hi_u(x, y)),
            Int32::Mul24LoS => each!(|x, y| mul24_s(x, y) as u32),
            Int32::Mul24LoU => each!(|x, y| mul24_u(x, y) as u32),
            Int32::Mul24HiS => each!(|x, y| (mul24_s(x, y) >> 16) as u32),
            Int32::Mul24HiU => each!(|x, y| (mul24_u(x, y) >> 16) as u32),
            Int32::MadLo => each!(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
            Int32::MadHiS => each!(|x, y, z| mul_hi_s(x, y).wrapping_add(z)),
            Int32::MadHiU => each!(|x, y, z| mul_hi_u(x, y).wrapping_add(z)),
            Int32::Mad24LoS => each!(|x, y, z| (mul24_s(x, y) as u32).wrapping_add(z)),
            Int32::Mad24LoU => each!(|x, y, z| (mul24_u(x, y) as u32).wrapping_add(z)),
            Int32::Mad24HiS => each!(|x, y, z| ((mul24_s(x, y) >> 16) as u32).wrapping_add(z)),
            Int32::Mad24HiU => each!(|x, y, z| ((mul24_u(x, y) >> 16) as u32).wrapping_add(z)),
            Int32::MulHi16 => each!(|x, y| x.wrapping_mul(y) >> 16),
            Int32::MadHi16 => each!(|x, y, z| (x.wrapping_mul(y) >> 16).wrapping_add(z)),
            Int32::DivS => each!(|x, y| if y == 0 { !0 } else { (x as i32).wrapping_div(y as i32) as u32 }),
            Int32::DivU => each!(|x, y| x.checked_div(y).unwrap_or(!0)),
            Int32::RemS => each!(|x, y| if y == 0 { !0 } else { (x as i32).wrapping_rem(y as i32) as u32 }),
            Int32::RemU => each!(|x, y| x.checked_rem(y).unwrap_or(!0)),
            Int32::MinS => each!(|x, y| (x as i32).min(y as i32) as u32),
            Int32::MinU => each!(|x, y| x.min(y)),
            Int32::MaxS => each!(|x, y| (x as i32).max(y as i32) as u32),
            Int32::MaxU => each!(|x, y| x.max(y)),
            Int32::Neg => each!(|x| x.wrapping_neg()),
            Int32::Abs => each!(|x| (x as i32).wrapping_abs() as u32),
            Int32::SadS => each!(|x, y, z| (x as i32).abs_diff(y as i32).wrapping_add(z)),
            Int32::SadU => each!(|x, y, z| x.abs_diff(y).wrapping_add(z)),
            Int32::And => each!(|x, y| x & y),
            Int32::Or => each!(|x, y| x | y),
            Int32::Xor => each!(|x, y| x ^ y),
            Int32::Not => each!(|x| !x),
            Int32::Cnot => each!(|x| u32::from(x == 0)),
            Int32::Shl => each!(|x, n| if n > 31 { 0 } else { x << (n & 31) }),
            Int32::ShrS => each!(|x, n| ((x as i32) >> n.min(31)) as u32),
            Int32::ShrU => each!(|x, n| if n > 31 { 0 } else { x >> (n & 31) }),
            Int32::ShfLeftClamp => each!(|lo, hi, n| ((pair(lo, hi) << n.min(32)) >> 32) as u32),
            Int32::ShfLeftWrap => each!(|lo, hi, n| ((pair(lo, hi) << (n & 31)) >> 32) as u32),
            Int32::ShfRightClamp => each!(|lo, hi, n| (pair(lo, hi) >> n.min(32)) as u32),
            Int32::ShfRightWrap => each!(|lo, hi, n| (pair(lo, hi) >> (n & 31)) as u32),
            Int32::BfeS => each!(|x, p, n| bfe_s(i64::from(x as i32), p & 255, n & 255) as u32),
            Int32::BfeU => each!(|x, p, n| bfe_u(u64::from(x), p & 255, n & 255) as u32),
            Int32::BfindS => each!(|x| bfind(magnitude(x))),
            Int32::BfindU => each!(|x| bfind(x)),
            Int32::BfindShiftS => each!(|x| shift_amount(magnitude(x))),
            Int32::BfindShiftU => each!(|x| shift_amount(x)),
            Int32::Brev => each!(|x| x.reverse_bits()),
            Int32::Clz => each!(|x| x.leading_zeros()),
            Int32::Popc => each!(|x| x.count_ones()),
            Int32::Dp4aSS => each!(|x, y, z| dot(x, y, z, true, true)),
            Int32::Dp4aSU => each!(|x, y, z| dot(x, y, z, true, false)),
            Int32::Dp4aUS => each!(|x, y, z| dot(x, y, z, false, true)),
            Int32::Dp4aUU => each!(|x, y, z| dot(x, y, z, false, false)),
        }
    }

    pub(super) fn int64(f: Int64, a: &Lanes64, b: &Lanes64, c: &Lanes64, out: &mut Lanes64) {
        let (a, b, c) = (&a.0, &b.0, &c.0);
        macro_rules! each {
            (|$x:ident| $e:expr) => { map64(out, |i| { let $x = a[i]; $e }) };
            (|$x:ident, $y:ident| $e:expr) => { map64(out, |i| { let ($x, $y) = (a[i], b[i]); $e }) };
            (|$x:ident, $y:ident, $z:ident| $e:expr) => { map64(out, |i| { let ($x, $y, $z) = (a[i], b[i], c[i]); $e }) };
        }
        match f {
            Int64::Mov => each!(|x| x),
            Int64::Add => each!(|x, y| x.wrapping_add(y)),
            Int64::Sub => each!(|x, y| x.wrapping_sub(y)),
            Int64::MulLo => each!(|x, y| x.wrapping_mul(y)),
            Int64::MulHiS => each!(|x, y| mul_hi_s64(x, y)),
            Int64::MulHiU => each!(|x, y| mul_hi_u64(x, y)),
            Int64::MadLo => each!(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
            Int64::MadHiS => each!(|x, y, z| mul_hi_s64(x, y).wrapping_add(z)),
            Int64::MadHiU => each!(|x, y, z| mul_hi_u64(x, y).wrapping_add(z)),
            Int64::DivS => each!(|x, y| if y == 0 { !0 } else { (x as i64).wrapping_div(y as i64) as u64 }),
            Int64::DivU => each!(|x, y| x.checked_div(y).unwrap_or(!0)),
            Int64::RemS => each!(|x, y| if y == 0 { !0 } else { (x as i64).wrapping_rem(y as i64) as u64 }),
            Int64::RemU => each!(|x, y| x.checked_rem(y).unwrap_or(!0)),
            Int64::MinS => each!(|x, y| (x as i64).min(y as i64) as u64),
            Int64::MinU => each!(|x, y| x.min(y)),
            Int64::MaxS => each!(|x, y| (x as i64).max(y as i64) as u64),
            Int64::MaxU => each!(|x, y| x.max(y)),
            Int64::Neg => each!(|x| x.wrapping_neg()),
            Int64::Abs => each!(|x| (x as i64).wrapping_abs() as u64),
            Int64::SadS => each!(|x, y, z| (x as i64).abs_diff(y as i64).wrapping_add(z)),
            Int64::SadU => each!(|x, y, z| x.abs_diff(y).wrapping_add(z)),
            Int64::And => each!(|x, y| x & y),
            Int64::Or => each!(|x, y| x | y),
            Int64::Xor => each!(|x, y| x ^ y),
            Int64::Not => each!(|x| !x),
            Int64::Cnot => each!(|x| u64::from(x == 0)),
            Int64::Shl => each!(|x, n| if n > 63 { 0 } else { x << (n & 63) }),
            Int64::ShrS => each!(|x, n| ((x as i64) >> n.min(63)) as u64),
            Int64::ShrU => each!(|x, n| if n > 63 { 0 } else { x >> (n & 63) }),
            Int64::BfeS => each!(|x, p, n| bfe_s(x as i64, (p & 255) as u32, (n & 255) as u32) as u64),
            Int64::BfeU => each!(|x, p, n| bfe_u(x, (p & 255) as u32, (n & 255) as u32)),
            Int64::Brev => each!(|x| x.reverse_bits()),
        }
    }

    pub(super) fn narrow64(f: Narrow64, a: &Lanes64, out: &mut Lanes32) {
        let a = &a.0;
        let magnitude = |x: u64| x ^ (((x as i64) >> 63) as u64);
        let shift = |x: u64| if x == 0 { !0 } else { x.leading_zeros() };
        let find = |x: u64| if x == 0 { !0 } else { 63 - x.leading_zeros() };
        match f {
            Narrow64::Clz => map32(out, |i| a[i].leading_zeros()),
            Narrow64::Popc => map32(out, |i| a[i].count_ones()),
            Narrow64::BfindS => map32(out, |i| find(magnitude(a[i]))),
            Narrow64::BfindU => map32(out, |i| find(a[i])),
            Narrow64::BfindShiftS => map32(out, |i| shift(magnitude(a[i]))),
            Narrow64::BfindShiftU => map32(out, |i| shift(a[i])),
        }
    }

    /// `a * b + c` with the product of 32-bit operands in 64 bits.
    pub(super) fn wide(signed: bool, a: &Lanes32, b: &Lanes32, c: &Lanes64, out: &mut Lanes64) {
        if signed {
            map64(out, |i| ((i64::from(a.0[i] as i32) * i64::from(b.0[i] as i32)) as u64).wrapping_add(c.0[i]));
        } else {
            map64(out, |i| (u64::from(a.0[i]) * u64::from(b.0[i])).wrapping_add(c.0[i]));
        }
    }

    pub(super) fn bfi32(a: &Lanes32, b: &Lanes32, p: &Lanes32, n: &Lanes32, out: &mut Lanes32) {
        map32(out, |i| bfi(a.0[i].into(), b.0[i].into(), p.0[i] & 255, n.0[i] & 255) as u32);
    }

    pub(super) fn bfi64(a: &Lanes64, b: &Lanes64, p: &Lanes32, n: &Lanes32, out: &mut Lanes64) {
        map64(out, |i| bfi(a.0[i], b.0[i], p.0[i] & 255, n.0[i] & 255));
    }

    /// Any function of three bits: bit `4a + 2b + c` of `table`.
    pub(super) fn lop3(table: u8, a: &Lanes32, b: &Lanes32, c: &Lanes32, out: &mut Lanes32) {
        let term = |bit: u32| if table >> bit & 1 != 0 { u32::MAX } else { 0 };
        let t: [u32; 8] = std::array::from_fn(|bit| term(bit as u32));
        map32(out, |i| {
            let (x, y, z) = (a.0[i], b.0[i], c.0[i]);
            (t[0] & !x & !y & !z) | (t[1] & !x & !y & z) | (t[2] & !x & y & !z) | (t[3] & !x & y & z)
                | (t[4] & x & !y & !z) | (t[5] & x & !y & z) | (t[6] & x & y & !z) | (t[7] & x & y & z)
        });
    }

    /// Sign- or zero-extends 16-bit values.
    pub(super) fn extend16(signed: bool, a: &Lanes32, out: &mut Lanes32) {
        if signed {
            map32(out, |i| i32::from(a.0[i] as i16) as u32);
        } else {
            map32(out, |i| a.0[i] & 0xffff);
        }
    }

    pub(super) fn cut16(out: &mut Lanes32) {
        for value in &mut out.0 {
            *value &= 0xffff;
        }
    }
}

#[inline(always)]
fn pair(lo: u32, hi: u32) -> u64 {
    u64::from(hi) << 32 | u64::from(lo)
}

#[inline(always)]
fn mul_hi_s(x: u32, y: u32) -> u32 {
    ((i64::from(x as i32) * i64::from(y as i32)) >> 32) as u32
}

#[inline(always)]
fn mul_hi_u(x: u32, y: u32) -> u32 {
    ((u64::from(x) * u64::from(y)) >> 32) as u32
}

#[inline(always)]
fn mul_hi_s64(x: u64, y: u64) -> u64 {
    ((i128::from(x as i64) * i128::from(y as i64)) >> 64) as u64
}

#[inline(always)]
fn mul_hi_u64(x: u64, y: u64) -> u64 {
    ((u128::from(x) * u128::from(y)) >> 64) as u64
}

/// 48-bit product of the low 24 bits.
#[inline(always)]
fn mul24_s(x: u32, y: u32) -> i64 {
    i64::from((x << 8) as i32 >> 8) * i64::from((y << 8) as i32 >> 8)
}

#[inline(always)]
fn mul24_u(x: u32, y: u32) -> u64 {
    u64::from(x & 0xff_ffff) * u64::from(y & 0xff_ffff)
}

/// Bits above the top of the operand are copies of its sign.
#[inline(always)]
fn bfe_s(x: i64, position: u32, length: u32) -> i64 {
    if length == 0 {
        return 0;
    }
    let unused = 64 - length.min(64);
    (x >> position.min(63)) << unused >> unused
}

#[inline(always)]
fn bfe_u(x: u64, position: u32, length: u32) -> u64 {
    x.checked_shr(position).unwrap_or(0) & low_bits(length)
}

#[inline(always)]
fn bfi(field: u64, into: u64, position: u32, length: u32) -> u64 {
    let mask = low_bits(length).checked_shl(position).unwrap_or(0);
    (field.checked_shl(position).unwrap_or(0) & mask) | (into & !mask)
}

#[inline(always)]
fn low_bits(length: u32) -> u64 {
    1u64.checked_shl(length).map_or(u64::MAX, |bit| bit - 1)
}

#[inline(always)]
fn magnitude(x: u32) -> u32 {
    x ^ ((x as i32) >> 31) as u32
}

/// Left shift that brings the highest set bit to the top.
#[inline(always)]
fn shift_amount(x: u32) -> u32 {
    if x == 0 {
        !0
    } else {
        x.leading_zeros()
    }
}

#[inline(always)]
fn bfind(x: u32) -> u32 {
    if x == 0 {
        !0
    } else {
        31 - x.leading_zeros()
    }
}

#[inline(always)]
fn dot(x: u32, y: u32, z: u32, x_signed: bool, y_signed: bool) -> u32 {
    let byte = |v: u8, signed: bool| if signed { i32::from(v as i8) } else { i32::from(v) };
    let (x, y) = (x.to_le_bytes(), y.to_le_bytes());
    (0..4).fold(z, |sum, k| sum.wrapping_add((byte(x[k], x_signed) * byte(y[k], y_signed)) as u32))
}

/// `dp2a`: the sum of two products of a 16-bit and an 8-bit value, and of `z`.
pub(super) fn dot2(op: Dp2a, x: u32, y: u32, z: u32) -> u32 {
    let half = |k: u32| {
        let v = (x >> (16 * k)) as u16;
        if op.a_signed {
            i32::from(v as i16)
        } else {
            i32::from(v)
        }
    };
    let byte = |k: u32| {
        let v = (y >> (8 * (k + 2 * u32::from(op.hi)))) as u8;
        if op.b_signed {
            i32::from(v as i8)
        } else {
            i32::from(v)
        }
    };
    (0..2).fold(z, |sum, k| sum.wrapping_add((half(k) * byte(k)) as u32))
}

/// `prmt`: each result byte is one of the eight bytes of `b:a`, or its replicated sign.
pub(super) fn permute(mode: Permute, a: u32, b: u32, c: u32) -> u32 {
    let bytes = pair(a, b).to_le_bytes();
    let s = (c & 3) as usize;
    let picks: [usize; 4] = match mode {
        Permute::Index => {
            return u32::from_le_bytes(std::array::from_fn(|i| {
                let nibble = c >> (4 * i) & 15;
                let byte = bytes[(nibble & 7) as usize];
                match (nibble & 8 != 0, byte & 0x80 != 0) {
                    (false, _) => byte,
                    (true, true) => 0xff,
                    (true, false) => 0,
                }
            }));
        }
        Permute::Forward4 => std::array::from_fn(|i| s + i),
        Permute::Backward4 => std::array::from_fn(|i| (s + 8 - i) % 8),
        Permute::Replicate8 => [s; 4],
        Permute::EdgeLeft => std::array::from_fn(|i| i.max(s)),
        Permute::EdgeRight => std::array::from_fn(|i| i.min(s)),
        Permute::Replicate16 => std::array::from_fn(|i| (s & 1) * 2 + i % 2),
    };
    u32::from_le_bytes(picks.map(|p| bytes[p]))
}

/// Result and carry of one extended-precision step; `bits` is 32 or 64. A subtraction's carry is its borrow.
pub(super) fn carry(op: Carry, bits: u32, a: u64, b: u64, c: u64, carry_in: bool) -> (u64, bool) {
    let mask = low_bits(bits);
    let extend = |x: u64| if bits == 32 { i128::from(x as u32 as i32) } else { i128::from(x as i64) };
    let carry = u128::from(op.carry_in && carry_in);
    let product = |signed: bool| {
        if signed {
            (extend(a) * extend(b)) as u128
        } else {
            u128::from(a) * u128::from(b)
        }
    };
    let (left, right) = match op.kind {
        CarryKind::Add => (a, b),
        CarryKind::Sub => {
            let wide = u128::from(a).wrapping_sub(u128::from(b)).wrapping_sub(carry);
            return (wide as u64 & mask, wide >> bits != 0);
        }
        CarryKind::MadLo => (product(false) as u64 & mask, c),
        CarryKind::MadHiS => ((product(true) >> bits) as u64 & mask, c),
        CarryKind::MadHiU => ((product(false) >> bits) as u64 & mask, c),
    };
    let wide = u128::from(left) + u128::from(right) + carry;
    (wide as u64 & mask, wide >> bits != 0)
}
