// SPDX-License-Identifier: Apache-2.0
//! One CTA that executes without time: its warps take turns, and wait for each other at barriers only.

use warpsmith_ptx::{
    execute, release_barrier, Access, BarrierKind, CtaShape, CtaState, Effect, Env, Fault, Kernel, WarpState,
    LANES,
};

use crate::launch::LaunchSpec;
use crate::stats::SmStats;

/// Instructions that a warp executes before the next one gets its turn.
const TURN: u32 = 256;

/// Named barriers of a CTA.
const BARRIERS: usize = 16;

/// The warps that have come to a barrier since it last opened.
#[derive(Clone, Copy, Default)]
struct Barrier {
    arrived: usize,
    /// Warps to wait for; none: all that are not done.
    expected: Option<usize>,
}

pub(super) struct Cta {
    pub state: CtaState,
    warps: Vec<WarpState>,
    /// The barrier that each warp waits at.
    waits: Vec<Option<u8>>,
    barriers: [Barrier; BARRIERS],
    access: Access,
}

impl Cta {
    /// CTA `number` of the grid, counted in x first.
    pub fn new(kernel: &Kernel, spec: &LaunchSpec, number: u64) -> Self {
        let [x, y, _] = spec.grid.map(u64::from);
        let ctaid = [number % x, number / x % y, number / x / y].map(|n| n as u32);
        let (block, grid, dynamic_shared) = (spec.block, spec.grid, spec.dynamic_shared);
        let shape = CtaShape { block, grid, ctaid, dynamic_shared, slot: 0 };
        let warps: Vec<WarpState> = (0..shape.warps()).map(|w| WarpState::new(kernel, w, &shape)).collect();
        Cta {
            state: CtaState::new(kernel, shape),
            waits: vec![None; warps.len()],
            warps,
            barriers: [Barrier::default(); BARRIERS],
            access: Access::default(),
        }
    }

    pub fn done(&self) -> bool {
        self.warps.iter().all(WarpState::done)
    }

    /// Lets every warp that can go on execute for a turn, and opens the barriers that are complete. Returns whether
    /// anything happened.
    pub fn turn(&mut self, kernel: &Kernel, env: &mut Env, stats: &mut SmStats) -> Result<bool, Fault> {
        let before = stats.warp_instructions;
        for w in 0..self.warps.len() {
            self.warp_turn(w, kernel, env, stats)?;
        }
        let opened = self.open_barriers(kernel);
        Ok(opened || stats.warp_instructions != before)
    }

    fn warp_turn(
        &mut self,
        w: usize,
        kernel: &Kernel,
        env: &mut Env,
        stats: &mut SmStats,
    ) -> Result<(), Fault> {
        let warp = &mut self.warps[w];
        for _ in 0..TURN {
            if warp.done() || self.waits[w].is_some() {
                break;
            }
            stats.warp_instructions += 1;
            let effect = execute(kernel, warp, &mut self.state, env, &mut self.access)?;
            if let Effect::Barrier { id, threads, kind } = effect {
                let barrier = &mut self.barriers[usize::from(id)];
                barrier.arrived += 1;
                barrier.expected = threads.map(|n| (n as usize).div_ceil(LANES));
                if kind != BarrierKind::Arrive {
                    self.waits[w] = Some(id);
                }
            }
        }
        Ok(())
    }

    fn open_barriers(&mut self, kernel: &Kernel) -> bool {
        let live = self.warps.iter().filter(|w| !w.done()).count();
        let mut opened = false;
        for id in 0..BARRIERS {
            let Barrier { arrived, expected } = self.barriers[id];
            if arrived == 0 || arrived < expected.unwrap_or(live) {
                continue;
            }
            self.barriers[id] = Barrier::default();
            let number = id as u8;
            let here = |waits: &Option<u8>| *waits == Some(number);
            let waiting =
                self.warps.iter_mut().zip(&self.waits).filter(|(_, w)| here(w)).map(|(warp, _)| warp);
            release_barrier(kernel, &mut self.state, number, waiting);
            self.waits.iter_mut().filter(|w| here(w)).for_each(|w| *w = None);
            opened = true;
        }
        opened
    }
}
