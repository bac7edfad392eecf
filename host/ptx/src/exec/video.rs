// SPDX-License-Identifier: Apache-2.0
//! Video instructions: elements are extended to wide integers, so that only what the PTX ISA says cuts a result.

use crate::op::video::{Addend, Part, Relation, Second, VideoMad, VideoOp, VideoScalar, VideoSimd};

/// `part` of a register, extended.
fn element(part: Part, register: u32) -> i128 {
    let unused = 32 - u32::from(part.bits);
    let at_top = register >> part.shift << unused;
    match part.signed {
        true => (at_top as i32 >> unused).into(),
        false => (at_top >> unused).into(),
    }
}

fn apply(f: VideoOp, x: i128, y: i128) -> i128 {
    let amount = |wrap: bool| if wrap { y & 31 } else { y.min(32) };
    match f {
        VideoOp::Add => x + y,
        VideoOp::Sub => x - y,
        VideoOp::AbsDiff => (x - y).abs(),
        VideoOp::Min => x.min(y),
        VideoOp::Max => x.max(y),
        VideoOp::Average => (x + y + i128::from(x + y >= 0)) >> 1,
        VideoOp::Shl { wrap } => x << amount(wrap),
        VideoOp::Shr { wrap } => x >> amount(wrap),
        VideoOp::Set(relation) => i128::from(match relation {
            Relation::Eq => x == y,
            Relation::Ne => x != y,
            Relation::Lt => x < y,
            Relation::Le => x <= y,
            Relation::Gt => x > y,
            Relation::Ge => x >= y,
        }),
    }
}

/// The nearest value that `bits` bits hold.
fn clamp(value: i128, bits: u8, signed: bool) -> i128 {
    match signed {
        true => value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => value.clamp(0, (1 << bits) - 1),
    }
}

pub(super) fn scalar(op: VideoScalar, a: u32, b: u32, c: u32) -> u32 {
    let mut value = apply(op.f, element(op.a, a), element(op.b, b));
    if op.saturate {
        let bits = if let Second::Merge(part) = op.second { part.bits } else { 32 };
        value = clamp(value, bits, op.signed);
    }
    let third = element(Part { shift: 0, bits: 32, signed: op.signed }, c);
    match op.second {
        Second::Nothing => value as u32,
        Second::Add => (value + third) as u32,
        Second::Min => value.min(third) as u32,
        Second::Max => value.max(third) as u32,
        Second::Merge(Part { shift, bits, .. }) => {
            let mask = (u32::MAX >> (32 - bits)) << shift;
            c & !mask | (value as u32) << shift & mask
        }
    }
}

pub(super) fn mad(op: VideoMad, a: u32, b: u32, c: u32) -> u32 {
    let product = element(op.a, a) * element(op.b, b);
    let signed = op.a.signed || op.b.signed || matches!(op.addend, Addend::NegatedProduct | Addend::Negated);
    let third = |c: u32| element(Part { shift: 0, bits: 32, signed }, c);
    let sum = match op.addend {
        Addend::Plain => product + third(c),
        Addend::PlusOne => product + third(c) + 1,
        Addend::NegatedProduct => third(c) - product,
        // The complement is taken of 32 bits, before it is extended.
        Addend::Negated => product + third(!c) + 1,
    };
    let result = sum >> op.scale;
    (if op.saturate { clamp(result, 32, signed) } else { result }) as u32
}

pub(super) fn simd(op: VideoSimd, a: u32, b: u32, c: u32) -> u32 {
    let bits = 32 / op.elements;
    let pick = |index: u8, signed: bool| {
        let (register, index) = if index < op.elements { (a, index) } else { (b, index - op.elements) };
        element(Part { shift: index * bits, bits, signed }, register)
    };
    let mut out = c;
    for i in (0..op.elements).filter(|i| op.mask >> i & 1 == 1) {
        let (x, y) = (op.a[usize::from(i)], op.b[usize::from(i)]);
        let value = apply(op.f, pick(x, op.a_signed), pick(y, op.b_signed));
        let value = if op.saturate { clamp(value, bits, op.signed) } else { value } as u32;
        let field = (u32::MAX >> (32 - bits)) << (i * bits);
        out = match op.accumulate {
            true => out.wrapping_add(value),
            false => out & !field | value << (i * bits) & field,
        };
    }
    out
}
