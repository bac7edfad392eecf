// SPDX-License-Identifier: Apache-2.0
//! What an atomic operation makes of memory and operands.

use super::half::{self, Mode};
use crate::op::{AtomicOp, Float};
use crate::types::Type;

/// Half-precision atomics exist with `.noftz` only.
const WITHOUT_FLUSH: Mode = Mode { ftz: false, sat: false, relu: false };

/// The new value of memory; bits above the width of `ty` are meaningless.
pub(super) fn combine(f: AtomicOp, ty: Type, old: u64, b: u64, c: u64) -> u64 {
    match f {
        AtomicOp::Add => match ty {
            Type::F16 => half::half(Float::Add, WITHOUT_FLUSH, old as u32, b as u32, 0).into(),
            Type::F16x2 => half::packed(Float::Add, WITHOUT_FLUSH, old as u32, b as u32, 0).into(),
            Type::F32 => {
                let sum = f32::from_bits(old as u32) + f32::from_bits(b as u32);
                u64::from(if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits() })
            }
            Type::F64 => {
                let sum = f64::from_bits(old) + f64::from_bits(b);
                if sum.is_nan() {
                    f64::NAN.to_bits()
                } else {
                    sum.to_bits()
                }
            }
            _ => old.wrapping_add(b),
        },
        AtomicOp::Min | AtomicOp::Max => {
            let less = match ty {
                Type::S32 => (old as i32) < b as i32,
                Type::S64 => (old as i64) < b as i64,
                _ => old < b,
            };
            if less == (f == AtomicOp::Min) {
                old
            } else {
                b
            }
        }
        AtomicOp::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
        AtomicOp::And => old & b,
        AtomicOp::Or => old | b,
        AtomicOp::Xor => old ^ b,
        AtomicOp::Exch => b,
        AtomicOp::Cas => {
            if old == b {
                c
            } else {
                old
            }
        }
    }
}
