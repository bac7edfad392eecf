// SPDX-License-Identifier: Apache-2.0
//! Atomics and reductions: the lanes take turns in ascending order.

use super::bytes::{put, read_le};
use super::combine::combine;
use super::env::{Access, Env};
use super::machine::Machine;
use super::mem::Backing;
use super::port::Target;
use super::simd::lanes;
use crate::error::FaultKind;
use crate::inst::Inst;
use crate::op::{AtomicOp, MemRef};
use crate::types::Space;
use crate::warp::CtaState;

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
