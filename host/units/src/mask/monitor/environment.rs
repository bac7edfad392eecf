// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `mask_monitor`.

use super::ports::{In, Out};
use super::Monitor;
use crate::mask::params::Params;
use crate::{Rng, Stimulus};

/// An SM of which some warps issue.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    /// Warps that issue in this epoch, from slot 0 on, and the most that a page stalls.
    warps: u32,
    stalled: u32,
    /// Nothing issues.
    idle: bool,
    /// Cycles to the end of the epoch, which here has any length.
    left: u32,
}

impl Stimulus<Monitor> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let warps = params.warps_per_core;
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            warps,
            stalled: 63,
            idle: false,
            left: 2000,
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let p = &self.params;
        let r = &mut self.rng;
        let mut i = In::default();
        for port in 0..p.issue_ports {
            let warp = r.below(self.warps);
            i.issue_valid |= u8::from(!self.idle && !r.one_in(4)) << port;
            i.issue_warp |= warp << (port * p.warp_width() as u32);
        }
        if r.one_in(3) {
            i.stalled = r.below(self.stalled + 1) as u8;
        }
        i.tick = self.left == 0;
        if i.tick {
            self.warps = if r.one_in(2) { p.warps_per_core } else { 1 + r.below(p.warps_per_core) };
            self.stalled = r.below(64);
            self.idle = r.one_in(8);
            self.left = [0, 3, 30, 3000][r.below(4) as usize];
        } else {
            self.left -= 1;
        }
        i
    }
}
