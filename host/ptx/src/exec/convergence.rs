// SPDX-License-Identifier: Apache-2.0
//! Operations that several lanes should execute together. The warps of this model run in lock step, as on GPUs before
//! Volta: an operation takes place among the lanes that are active, and lanes on another path never join. Only a barrier
//! that would have to wait for them is a fault.

use super::simd::lanes;
use crate::error::FaultKind;
use crate::lanes::Lanes32;
use crate::module::Kernel;
use crate::op::Op;
use crate::warp::WarpState;

/// The first lane of `mask` whose member mask is not what the warp does, and that mask: it leaves out the lane itself, or
/// names lanes that could execute the instruction and do not.
pub(super) fn wrong_members(
    kernel: &Kernel,
    warp: &WarpState,
    members: &Lanes32,
    mask: u32,
) -> Option<(u32, FaultKind)> {
    lanes(mask).find_map(|lane| {
        let members = members.0[lane];
        if members >> lane & 1 == 0 {
            return Some((lane as u32, FaultKind::NotMember { members }));
        }
        // Mostly nobody is missing, which is quicker to see than who has gone.
        let missing =
            if members & warp.threads & !mask != 0 { missing(kernel, warp, members, mask) } else { 0 };
        (missing != 0).then_some((lane as u32, FaultKind::NotConverged { missing }))
    })
}

/// Checks that all lanes are in `mask`, but for those that have exited or have nothing left to do.
pub(super) fn check_arrived(kernel: &Kernel, warp: &WarpState, mask: u32) -> Result<(), (u32, FaultKind)> {
    match missing(kernel, warp, u32::MAX, mask) {
        0 => Ok(()),
        missing => Err((mask.trailing_zeros(), FaultKind::NotConverged { missing })),
    }
}

/// Lanes of `wanted` that could execute something yet and are not in `mask`.
fn missing(kernel: &Kernel, warp: &WarpState, wanted: u32, mask: u32) -> u32 {
    wanted & warp.threads & !warp.exited & !mask & !leaving(kernel, warp)
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
