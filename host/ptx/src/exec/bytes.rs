// SPDX-License-Identifier: Apache-2.0
//! Values between the bytes of memory and the registers of a lane.

use crate::inst::{File, Operand};
use crate::types::Type;
use crate::warp::WarpState;

#[inline(always)]
pub(super) fn read_le<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(&bytes[at..at + N]);
    u64::from_le_bytes(word)
}

#[inline(always)]
pub(super) fn write_le<const N: usize>(bytes: &mut [u8], at: usize, value: u64) {
    bytes[at..at + N].copy_from_slice(&value.to_le_bytes()[..N]);
}

/// Value as a load of this type puts it into a register; `narrow` as in [`MemRef`].
#[inline(always)]
pub(super) fn extended(ty: Type, narrow: bool, value: u64) -> u64 {
    if !ty.is_signed() {
        return value;
    }
    let unused = 64 - ty.bits();
    let value = ((value << unused) as i64 >> unused) as u64;
    if narrow {
        value & 0xffff
    } else {
        value
    }
}

#[inline(always)]
pub(super) fn put(warp: &mut WarpState, to: Operand, lane: usize, value: u64) {
    match to.file() {
        File::R64 => warp.r64[to.index()].0[lane] = value,
        File::R32 => warp.r32[to.index()].0[lane] = value as u32,
        _ => {}
    }
}
