// SPDX-License-Identifier: Apache-2.0
//! Warp scheduler: picks one of the ready warps of a scheduler's half of the SM.

use crate::saved::Saved;

/// One per hardware scheduler of each SM. Bit `i` of a mask is warp slot `i` of the SM.
pub trait WarpScheduler: Saved + Send {
    /// Picks a warp of `ready`, which is never 0. The pick always issues.
    fn pick(&mut self, ready: u64) -> u32;

    /// A new warp starts in slot `warp`. Warps are launched in age order, oldest first.
    fn launched(&mut self, _warp: u32) {}
}
