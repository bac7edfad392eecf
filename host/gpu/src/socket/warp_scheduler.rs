// SPDX-License-Identifier: Apache-2.0
//! Warp scheduler: picks one of the ready warps of one hardware scheduler; and the issue logic of an SM whose schedulers
//! know nothing of each other.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::issue::{Issue, WarpLaunch, WarpView};

/// One per hardware scheduler of each SM.
pub trait WarpScheduler: Serialize + DeserializeOwned + Send {
    /// Picks a warp of `view.ready`. The pick always issues.
    fn pick(&mut self, view: &WarpView) -> u32;

    /// A new warp starts. Warps are launched in age order, oldest first.
    fn launched(&mut self, _launch: &WarpLaunch) {}

    /// The warp in slot `warp` has exited.
    fn exited(&mut self, _warp: u32) {}
}

/// The issue logic of an SM with a scheduler of its own for each hardware scheduler. Warp `w` belongs to number `w` modulo
/// their count.
#[derive(Serialize, Deserialize)]
#[serde(bound = "S: WarpScheduler")]
pub struct PerScheduler<S>(Vec<S>);

impl<S: WarpScheduler> PerScheduler<S> {
    /// `count` schedulers from `make`.
    pub fn new(count: u32, make: impl FnMut() -> S) -> Self {
        Self(std::iter::repeat_with(make).take(count as usize).collect())
    }

    fn of(&mut self, warp: u32) -> &mut S {
        let n = self.0.len();
        &mut self.0[warp as usize % n]
    }
}

impl<S: WarpScheduler> Issue for PerScheduler<S> {
    #[inline]
    fn grant(&mut self, scheduler: usize, view: &WarpView) -> Option<u32> {
        Some(self.0[scheduler].pick(view))
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        self.of(launch.warp).launched(launch);
    }

    fn exited(&mut self, warp: u32) {
        self.of(warp).exited(warp);
    }
}
