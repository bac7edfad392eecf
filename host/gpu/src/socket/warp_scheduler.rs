// SPDX-License-Identifier: Apache-2.0
//! Warp scheduler: picks one of the ready warps of a scheduler's half of the SM.

use super::Attachment;

/// The warps of an SM, of which a scheduler picks one. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug)]
pub struct WarpView {
    /// The warps that can issue now, of this scheduler's slots; never 0.
    pub ready: u64,
    /// The slot holds a warp that has not exited.
    pub live: u64,
    /// The warp waits for a load of global, local or texture memory, at a barrier or at a fence.
    pub long_wait: u64,
}

/// A warp's place when it starts.
#[derive(Clone, Copy, Debug)]
pub struct WarpLaunch {
    /// Its slot.
    pub warp: u32,
    /// The slot of its CTA.
    pub cta: u32,
    /// Warps of the CTA.
    pub w_cta: u32,
}

/// One per hardware scheduler of each SM.
pub trait WarpScheduler: Attachment {
    /// Picks a warp of `view.ready`. The pick always issues.
    fn pick(&mut self, view: &WarpView) -> u32;

    /// A new warp starts. Warps are launched in age order, oldest first.
    fn launched(&mut self, _launch: &WarpLaunch) {}

    /// The warp in slot `warp` has exited.
    fn exited(&mut self, _warp: u32) {}
}

#[cfg(test)]
impl WarpView {
    /// A view of which only the ready warps matter.
    pub fn of(ready: u64) -> WarpView {
        WarpView { ready, live: u64::MAX, long_wait: 0 }
    }
}

#[cfg(test)]
impl WarpLaunch {
    /// A warp of a CTA of one warp.
    pub fn of(warp: u32) -> WarpLaunch {
        WarpLaunch { warp, cta: warp, w_cta: 1 }
    }
}
