// SPDX-License-Identifier: Apache-2.0
//! Atomics and reductions: the lanes take turns in ascending order.

use super::half::{self, Mode};
use super::mem::{put, read_le, Backing};
use super::port::Target;
use super::simd::lanes;
use super::{Access, Env, Machine};
use crate::error::FaultKind;
use crate::inst::Inst;
use crate::op::{AtomicOp, Float, MemRef};
use crate::types::{Space, Type};
use crate::warp::CtaState;

/// Half-precision atomics exist with `.noftz` only.
const WITHOUT_FLUSH: Mode = Mode { ftz: false, sat: false, relu: false };

pub(super) fn atomic<const N: usize>(
    machine: &mut Machine<'_>,
    cta: &mut CtaState,
    env: &mut Env<'_>,
    inst: &Inst,
    (mem, f): (&MemRef, AtomicOp),
    access: &Access,
) -> Result<(), (u32, FaultKind)> {
    let dst = inst.dst[0];
    let mut changed = false;
    let mut backing = Backing::new(access.space, machine.warp, cta, &mut env.memory);
    for lane in lanes(access.mask) {
        let addr = access.addr[lane];
        let fail = |kind| (lane as u32, kind);
        if !matches!(access.space, Space::Global | Space::Shared) {
            return Err(fail(FaultKind::OutOfRange { space: access.space, addr, bytes: N as u32, limit: 0 }));
        }
        let operand = machine.lane_value(inst.src[1], lane);
        let replacement = machine.lane_value(inst.src[2], lane);
        let at = backing.place(addr, N as u32, lane).map_err(fail)?;
        let old = if access.space == Space::Global {
            let to = Target { warp: env.warp, lane: lane as u8, register: dst };
            backing.global.atomic::<N>(at, (f, mem.ty), [operand, replacement], to)
        } else {
            let old = read_le::<N>(backing.bytes(), at);
            backing.write::<N>(at, combine(f, mem.ty, old, operand, replacement));
            changed |= read_le::<N>(backing.bytes(), at) != old;
            Some(old)
        };
        if let Some(old) = old {
            put(machine.warp, dst, lane, old);
        }
    }
    if changed {
        env.memory.changed();
    }
    Ok(())
}

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
