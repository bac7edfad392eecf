// SPDX-License-Identifier: Apache-2.0
//! Addresses, loads and stores.

use super::bytes::{extended, put, read_le, write_le};
use super::env::{Access, Env};
use super::machine::{Machine, Nowhere};
use super::port::{Memory, Target};
use super::simd::lanes;
use crate::error::FaultKind;
use crate::inst::{File, Inst, MemOp, CALL_PARAM_BASE};
use crate::lanes::LANES;
use crate::memory::{GLOBAL_BASE, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW_BYTES};
use crate::op::MemRef;
use crate::types::Space;
use crate::warp::{CtaState, WarpState};

/// Bytes of a row of local memory: one word of each lane.
const ROW: u64 = 4 * LANES as u64;

/// The bits of an address in a space other than global memory.
pub(super) const NARROW: u64 = u32::MAX as u64;

/// Space and address inside it of a generic address.
pub(super) fn resolve(addr: u64) -> (Space, u64) {
    for (space, window) in
        [(Space::Shared, SHARED_WINDOW), (Space::Local, LOCAL_WINDOW), (Space::Param, PARAM_WINDOW)]
    {
        if addr.wrapping_sub(window) < WINDOW_BYTES {
            return (space, addr - window);
        }
    }
    (Space::Global, addr)
}

/// Cuts addresses to the width that they have in `space`: 32 bits in all but global memory, whatever the width of the
/// registers that hold them (PTX ISA, "Addresses as Operands").
#[inline(always)]
fn wrap(space: Space, addresses: &mut [u64; LANES]) {
    match space {
        Space::Shared | Space::Local | Space::Param => addresses.iter_mut().for_each(|a| *a &= NARROW),
        // The window of the constants is the first 4 GiB of device memory.
        Space::Const => {
            addresses.iter_mut().filter(|a| **a > GLOBAL_BASE).for_each(|a| *a = GLOBAL_BASE | *a & NARROW)
        }
        Space::Global | Space::Generic | Space::Texture => {}
    }
}

/// Fills in addresses, space, mask and width of `access`, and checks alignment. Addresses are still offsets
/// in shared, local and parameter space.
///
/// If a generic access meets several spaces, those of the first lane are in `access.mask`; the others are returned.
pub(super) fn addresses(
    machine: &Machine<'_>,
    inst: &Inst,
    mem: &MemRef,
    kind: MemOp,
    mask: u32,
    access: &mut Access,
) -> Result<u32, (u32, FaultKind)> {
    let frame = if mem.frame { u64::from(machine.warp.local_base) } else { 0 };
    let offset = frame.wrapping_add_signed(mem.offset);
    let base = inst.src[0];
    match base.file() {
        File::R64 | File::C64 => {
            let lanes = &machine.src64(base).0;
            for (to, from) in access.addr.iter_mut().zip(lanes) {
                *to = from.wrapping_add(offset);
            }
        }
        _ => {
            let lanes = &machine.src32(base).0;
            for (to, from) in access.addr.iter_mut().zip(lanes) {
                *to = u64::from(*from).wrapping_add(offset);
            }
        }
    }
    let bytes = mem.ty.bytes() * u32::from(mem.count);
    access.kind = kind;
    access.bytes = bytes as u8;
    access.space = mem.space;
    access.mask = mask;
    wrap(mem.space, &mut access.addr);
    let low = lanes(mask).fold(0, |low, lane| low | access.addr[lane]);
    if low & u64::from(bytes - 1) != 0 {
        let lane = lanes(mask).find(|&l| access.addr[l] & u64::from(bytes - 1) != 0).unwrap_or(0);
        return Err((
            lane as u32,
            FaultKind::Misaligned { space: mem.space, addr: access.addr[lane], bytes },
        ));
    }
    let mut rest = 0;
    if mem.space == Space::Generic {
        access.space = resolve(access.addr[mask.trailing_zeros() as usize & 31]).0;
        for lane in lanes(mask) {
            let (space, addr) = resolve(access.addr[lane]);
            if space == access.space {
                access.addr[lane] = addr;
            } else {
                rest |= 1 << lane;
            }
        }
        access.mask &= !rest;
    }
    Ok(rest)
}

/// The memory behind one space.
pub(super) struct Backing<'a, 'e> {
    space: Space,
    pub global: &'a mut Memory<'e>,
    shared: &'a mut [u8],
    local: &'a mut [u8],
    local_limit: u64,
    /// Index of this warp's rows in `local`.
    local_start: u64,
}

impl<'a, 'e> Backing<'a, 'e> {
    pub fn new(space: Space, warp: &WarpState, cta: &'a mut CtaState, global: &'a mut Memory<'e>) -> Self {
        Self {
            space,
            global,
            shared: &mut cta.shared,
            local_limit: u64::from(cta.local_bytes),
            local_start: u64::from(warp.warp_in_cta()) * LANES as u64 * u64::from(cta.local_bytes),
            local: &mut cta.local,
        }
    }

    /// Finds `bytes` bytes at `addr`, and gives their index; in local memory at most one word, which `lane` owns.
    #[inline(always)]
    pub fn place(&mut self, addr: u64, bytes: u32, lane: usize) -> Result<usize, FaultKind> {
        let wide = u64::from(bytes);
        let beyond = |limit: u64| FaultKind::OutOfRange { space: self.space, addr, bytes, limit };
        match self.space {
            Space::Shared => {
                let limit = self.shared.len() as u64;
                if addr > limit || wide > limit - addr {
                    return Err(beyond(limit));
                }
                Ok(addr as usize)
            }
            Space::Local => {
                let limit = self.local_limit;
                if addr > limit || wide > limit - addr {
                    return Err(beyond(limit));
                }
                Ok((self.local_start + addr / 4 * ROW + lane as u64 * 4 + addr % 4) as usize)
            }
            _ => self.global.locate(addr, wide).ok_or_else(|| {
                let nearest = self.global.nearest(addr).map(Box::new);
                FaultKind::OutOfBounds { space: self.space, addr, bytes, nearest }
            }),
        }
    }

    /// The bytes that [`Backing::place`] gives indices into; in global memory without what waits.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        match self.space {
            Space::Shared => self.shared,
            Space::Local => self.local,
            _ => self.global.bytes(),
        }
    }

    #[inline(always)]
    pub fn write<const N: usize>(&mut self, at: usize, value: u64) {
        match self.space {
            Space::Shared => write_le::<N>(self.shared, at, value),
            Space::Local => write_le::<N>(self.local, at, value),
            _ => self.global.store::<N>(at, value),
        }
    }
}

/// Turns local offsets into the physical addresses that the timing model sees.
pub(super) fn publish(access: &mut Access, cta: &CtaState, warp_in_cta: u32) {
    if access.space == Space::Local {
        let start =
            cta.local_physical_base() + u64::from(warp_in_cta) * LANES as u64 * u64::from(cta.local_bytes);
        for lane in lanes(access.mask) {
            let addr = access.addr[lane];
            access.addr[lane] = start + addr / 4 * ROW + lane as u64 * 4 + addr % 4;
        }
    }
}

/// Loads elements of `N` bytes for the lanes of `access`. Tells which lanes got zeros for want of memory.
pub(super) fn load<const N: usize>(
    warp: &mut WarpState,
    cta: &mut CtaState,
    env: &mut Env<'_>,
    inst: &Inst,
    mem: &MemRef,
    access: &Access,
) -> Result<Option<Box<Nowhere>>, (u32, FaultKind)> {
    if access.space == Space::Param {
        return load_param::<N>(warp, env, inst, mem, access).map(|()| None);
    }
    let mut nowhere = None;
    let wide = u32::from(access.bytes);
    // Elements of eight bytes in local memory lie in two rows.
    let split = access.space == Space::Local;
    let waits = access.space == Space::Global && env.memory.waits();
    let mut backing = Backing::new(access.space, warp, cta, &mut env.memory);
    for lane in lanes(access.mask) {
        let fail = |kind| (lane as u32, kind);
        if split {
            backing.place(access.addr[lane], wide, lane).map_err(fail)?;
            for element in 0..usize::from(mem.count) {
                let addr = access.addr[lane] + (element * N) as u64;
                let at = backing.place(addr, N.min(4) as u32, lane).map_err(fail)?;
                let bytes = backing.bytes();
                let value = if N == 8 {
                    read_le::<4>(bytes, at) | read_le::<4>(bytes, at + ROW as usize) << 32
                } else {
                    read_le::<N>(bytes, at)
                };
                put(warp, inst.dst[element], lane, extended(mem.ty, mem.narrow, value));
            }
        } else {
            let at = match backing.place(access.addr[lane], wide, lane) {
                Ok(at) => at,
                Err(kind) if backing.global.reads_zeros(&kind) => {
                    load_zeros::<N>(warp, backing.global, inst, mem, access.addr[lane], lane);
                    Nowhere::add(&mut nowhere, lane, kind);
                    continue;
                }
                Err(kind) => return Err(fail(kind)),
            };
            if waits && backing.global.load_waits(at) {
                for element in 0..usize::from(mem.count) {
                    let to = Target { warp: env.warp, lane: lane as u8, register: inst.dst[element] };
                    backing.global.load_later(at + element * N, mem.ty, mem.narrow, to);
                }
                continue;
            }
            for element in 0..usize::from(mem.count) {
                let value = read_le::<N>(backing.bytes(), at + element * N);
                put(warp, inst.dst[element], lane, extended(mem.ty, mem.narrow, value));
            }
        }
    }
    Ok(nowhere)
}

/// Loads for one lane from global memory where not every byte is allocated; the others are zeros.
#[cold]
fn load_zeros<const N: usize>(
    warp: &mut WarpState,
    memory: &mut Memory<'_>,
    inst: &Inst,
    mem: &MemRef,
    addr: u64,
    lane: usize,
) {
    for element in 0..usize::from(mem.count) {
        let mut word = [0; 8];
        for (i, byte) in word[..N].iter_mut().enumerate() {
            let at = memory.locate(addr.wrapping_add((element * N + i) as u64), 1);
            *byte = at.map_or(0, |at| memory.read_latest::<1>(at) as u8);
        }
        put(warp, inst.dst[element], lane, extended(mem.ty, mem.narrow, u64::from_le_bytes(word)));
    }
}

/// Loads from the kernel's parameters, or through a pointer from those of a device function.
fn load_param<const N: usize>(
    warp: &mut WarpState,
    env: &Env<'_>,
    inst: &Inst,
    mem: &MemRef,
    access: &Access,
) -> Result<(), (u32, FaultKind)> {
    let per_lane = warp.call_params.len() / LANES;
    for lane in lanes(access.mask) {
        for element in 0..usize::from(mem.count) {
            let addr = access.addr[lane].wrapping_add((element * N) as u64);
            let (bytes, at) = match addr.checked_sub(CALL_PARAM_BASE) {
                Some(offset) => (&warp.call_params[lane * per_lane..][..per_lane], offset),
                None => (env.params, addr),
            };
            let limit = bytes.len() as u64;
            if at > limit || N as u64 > limit - at {
                let kind = FaultKind::OutOfRange { space: Space::Param, addr, bytes: N as u32, limit };
                return Err((lane as u32, kind));
            }
            let value = read_le::<N>(bytes, at as usize);
            put(warp, inst.dst[element], lane, extended(mem.ty, mem.narrow, value));
        }
    }
    Ok(())
}

/// Stores elements of `N` bytes for the lanes of `access`.
pub(super) fn store<const N: usize>(
    machine: &mut Machine<'_>,
    cta: &mut CtaState,
    env: &mut Env<'_>,
    inst: &Inst,
    mem: &MemRef,
    access: &Access,
) -> Result<(), (u32, FaultKind)> {
    env.memory.changed();
    let wide = u32::from(access.bytes);
    let read_only = matches!(access.space, Space::Param | Space::Const);
    let mut backing = Backing::new(access.space, machine.warp, cta, &mut env.memory);
    for lane in lanes(access.mask) {
        let fail = |kind| (lane as u32, kind);
        let addr = access.addr[lane];
        if read_only {
            return Err(fail(FaultKind::OutOfRange { space: access.space, addr, bytes: wide, limit: 0 }));
        }
        let at = backing.place(addr, wide, lane).map_err(fail)?;
        if access.space == Space::Local {
            for element in 0..usize::from(mem.count) {
                let value = machine.lane_value(inst.src[1 + element], lane);
                let at = backing.place(addr + (element * N) as u64, N.min(4) as u32, lane).map_err(fail)?;
                if N == 8 {
                    backing.write::<4>(at, value);
                    backing.write::<4>(at + ROW as usize, value >> 32);
                } else {
                    backing.write::<N>(at, value);
                }
            }
        } else {
            for element in 0..usize::from(mem.count) {
                let value = machine.lane_value(inst.src[1 + element], lane);
                backing.write::<N>(at + element * N, value);
            }
        }
    }
    Ok(())
}

/// Loads from the parameters of a device function at a fixed offset.
pub(super) fn load_call(
    warp: &mut WarpState,
    inst: &Inst,
    mem: &MemRef,
    mask: u32,
) -> Result<(), (u32, FaultKind)> {
    let width = mem.ty.bytes() as usize;
    for lane in lanes(mask) {
        for element in 0..usize::from(mem.count) {
            let at = call_bytes(warp, mem, lane, element)?;
            let mut word = [0; 8];
            word[..width].copy_from_slice(&warp.call_params[at..at + width]);
            put(warp, inst.dst[element], lane, extended(mem.ty, mem.narrow, u64::from_le_bytes(word)));
        }
    }
    Ok(())
}

pub(super) fn store_call(
    machine: &mut Machine<'_>,
    inst: &Inst,
    mem: &MemRef,
    mask: u32,
) -> Result<(), (u32, FaultKind)> {
    let width = mem.ty.bytes() as usize;
    for lane in lanes(mask) {
        for element in 0..usize::from(mem.count) {
            let at = call_bytes(machine.warp, mem, lane, element)?;
            let value = machine.lane_value(inst.src[1 + element], lane).to_le_bytes();
            machine.warp.call_params[at..at + width].copy_from_slice(&value[..width]);
        }
    }
    Ok(())
}

/// Index of a parameter byte of `lane`.
fn call_bytes(
    warp: &WarpState,
    mem: &MemRef,
    lane: usize,
    element: usize,
) -> Result<usize, (u32, FaultKind)> {
    let limit = warp.call_params.len() / LANES;
    let bytes = mem.ty.bytes();
    let offset = mem.offset.wrapping_add((element * bytes as usize) as i64);
    match usize::try_from(offset) {
        Ok(start) if start <= limit && bytes as usize <= limit - start => Ok(lane * limit + start),
        _ => {
            let addr = offset as u64;
            Err((
                lane as u32,
                FaultKind::OutOfRange { space: Space::Param, addr, bytes, limit: limit as u64 },
            ))
        }
    }
}
