// SPDX-License-Identifier: Apache-2.0
//! Memory that was broken up before: in some frames some pages are nobody's (specification of Mosaic, section 8, fragmentation index
//! and occupancy). For the lists they are of an application behind the others.

use warpsmith_units::mosaic::frames::{In, ALLOC_LARGE, SET_FREE};
use warpsmith_units::Rng;

use super::options::PAGES;
use super::Cocoa;

/// So many of `0..n`, in ascending order.
fn draw(rng: &mut Rng, some: u32, n: u32) -> Vec<u32> {
    let mut all: Vec<u32> = (0..n).collect();
    for i in 0..some {
        all.swap(i as usize, (i + rng.below(n - i)) as usize);
    }
    all.truncate(some as usize);
    all.sort_unstable();
    all
}

impl Cocoa {
    /// Applications for the lists: those that there are, and nobody's.
    pub(super) fn owners(&self, applications: usize) -> u32 {
        applications as u32 + u32::from(self.options.fragmentation > 0)
    }

    /// Breaks up memory of which nothing is given.
    pub(super) fn fragment(&mut self) {
        if self.options.fragmentation == 0 {
            return;
        }
        let percent = |n: u32, part: u32| (n * part + 50) / 100;
        let mut rng = Rng::new(self.options.seed.into());
        let frames = self.params.frames;
        let broken = draw(&mut rng, percent(frames, self.options.fragmentation), frames);
        let nobody = self.state.applications;
        for _ in 0..frames {
            self.command(In { cmd_op: ALLOC_LARGE, cmd_app: nobody, ..In::default() });
        }
        for cmd_frame in (0..frames).filter(|frame| broken.binary_search(frame).is_err()) {
            self.command(In { cmd_op: SET_FREE, cmd_frame, ..In::default() });
        }
        let taken = percent(PAGES as u32, self.options.occupancy).max(1);
        for frame in broken {
            let free = draw(&mut rng, PAGES as u32 - taken, PAGES as u32);
            let slots: Vec<u64> = free.into_iter().map(u64::from).collect();
            self.free_slots(frame, &slots);
        }
    }
}
