// SPDX-License-Identifier: Apache-2.0
//! Operations that several lanes must execute together. The warps of this model run in lock step, so lanes on another
//! path can never join; an operation that would have to wait for them is a fault instead of a wrong result.

use super::simd::lanes;
use crate::error::FaultKind;
use crate::module::Kernel;
use crate::op::Op;
use crate::warp::{Lanes32, WarpState};

/// Checks that each lane of `mask` is one of its members, and that all members execute the instruction with it.
pub(super) fn check_members(
    kernel: &Kernel,
    warp: &WarpState,
    members: &Lanes32,
    mask: u32,
) -> Result<(), (u32, FaultKind)> {
    for lane in lanes(mask) {
        let members = members.0[lane];
        if members >> lane & 1 == 0 {
            return Err((lane as u32, FaultKind::NotMember { members }));
        }
        if members & warp.threads & !mask != 0 {
            check_arrived(kernel, warp, members, mask)?;
        }
    }
    Ok(())
}

/// Checks that all lanes of `wanted` are in `mask`, but for those that have exited or have nothing left to do.
pub(super) fn check_arrived(
    kernel: &Kernel,
    warp: &WarpState,
    wanted: u32,
    mask: u32,
) -> Result<(), (u32, FaultKind)> {
    let missing = wanted & warp.threads & !warp.exited & !mask & !leaving(kernel, warp);
    if missing != 0 {
        return Err((mask.trailing_zeros(), FaultKind::NotConverged { missing }));
    }
    Ok(())
}

/// Lanes that wait at the kernel's end for the others: they have returned as far as the program can tell.
fn leaving(kernel: &Kernel, warp: &WarpState) -> u32 {
    let (mut leaving, mut above) = (0, 0);
    for entry in warp.stack.iter().rev() {
        let waiting = entry.mask & !above;
        above |= entry.mask;
        let exits =
            kernel.insts.get(entry.pc as usize).is_some_and(|i| i.op == Op::Exit && i.guard.is_none());
        if exits {
            leaving |= waiting;
        }
    }
    leaving
}
