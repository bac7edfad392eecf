// SPDX-License-Identifier: Apache-2.0
//! CTA slots: launch, barriers, exit of warps and completion.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{release_barrier, BarrierKind, CtaShape, CtaState, Kernel, LANES};
use warpsmith_trace::TraceError;

use super::barrier::Barriers;
use super::kernel::{Owner, RunningKernel};
use super::Sm;
use crate::launch::Footprint;
use crate::socket::{CtaLaunch, WarpLaunch, WarpRegisters};
use crate::types::bits;

/// A resident CTA.
#[derive(Serialize, Deserialize)]
pub struct Cta {
    /// The lane whose kernel it is of.
    pub lane: u8,
    pub state: CtaState,
    pub barriers: Barriers,
    /// What it takes of the SM.
    pub takes: Footprint,
    /// Its warp slots.
    pub warps: u64,
    /// Warps that have not exited.
    pub live: u32,
    /// Warps that have not exited or still have instructions under way.
    pub undrained: u64,
}

impl Cta {
    /// Its kernel, of those that run by lane.
    #[inline]
    pub fn kernel<'a>(&self, kernels: &[Option<&'a RunningKernel>]) -> Option<&'a RunningKernel> {
        kernels.get(usize::from(self.lane)).copied().flatten()
    }
}

impl Sm {
    /// The CTA slots that hold a CTA.
    pub fn resident(&self) -> u32 {
        self.resident
    }

    /// Whether one more CTA of `kernel` fits.
    #[inline]
    pub fn has_room(&self, kernel: &RunningKernel) -> bool {
        if !self.mixed {
            return self.resident.count_ones() < kernel.occupancy.ctas_per_sm;
        }
        let taken = self.ctas.iter().flatten().fold(kernel.takes(), |sum, cta| sum.plus(cta.takes));
        self.resident.count_ones() < self.cta_slots && taken.fits(&self.capacity)
    }

    /// Grants the request of this cycle: launches the CTA `ctaid` into the lowest free slots of CTAs and of warps. It must [fit](Sm::has_room).
    ///
    /// # Errors
    /// The trace that the CTA comes from cannot be read.
    pub fn launch_cta(&mut self, kernel: &RunningKernel, ctaid: [u32; 3]) -> Result<(), TraceError> {
        let Owner { lane, .. } = kernel.owner;
        self.count_for_lane(lane);
        let slot = self.resident.trailing_ones();
        let shape = CtaShape {
            block: kernel.launch.block,
            grid: kernel.launch.grid,
            ctaid,
            dynamic_shared: kernel.launch.dynamic_shared,
            slot: self.id * self.cta_slots + slot,
        };
        let count = kernel.occupancy.warps_per_cta;
        let in_use: u64 = self.ctas.iter().flatten().fold(0, |all, cta| all | cta.warps);
        let warps: u64 = bits(!in_use).take(count as usize).fold(0, |all, warp| all | 1 << warp);
        let first = warps.trailing_zeros();
        let state = CtaState::new(kernel.kernel(), shape);
        let launch = CtaLaunch { cta: slot, first, warps: count };
        self.sockets.issue.iter_mut().for_each(|issue| issue.cta_started(&launch));
        self.sockets.prefetcher.iter_mut().for_each(|prefetcher| prefetcher.cta_started(&launch));
        let mut others = in_use;
        for ((i, warp), stream) in (0..).zip(bits(warps)).zip(kernel.warps(&state)?) {
            self.states[warp as usize] = Some(stream);
            if let Some(tape) = &mut self.places[usize::from(lane)].tape {
                tape.launch(warp as usize, kernel.number(ctaid), i);
            }
            self.warps.launch(warp);
            self.front.iter_mut().for_each(|front| front.launched(warp));
            if let Some(hazards) = &mut self.sockets.hazards {
                let (written, warps) = (kernel.code().registers, kernel.occupancy.warps());
                hazards.launched(warp, &WarpRegisters { written, warps, others, mixed: self.mixed });
            }
            others |= 1 << warp;
            self.taint.iter_mut().for_each(|taint| taint.launched(warp));
            self.input.set_cta(warp, slot);
            let launch = WarpLaunch { warp, cta: slot, warps_per_cta: count };
            if let Some(issue) = &mut self.sockets.issue {
                issue.launched(&launch);
            }
            if let Some(gate) = &mut self.sockets.gate {
                gate.launched(warp);
            }
            if let Some(prefetcher) = &mut self.sockets.prefetcher {
                prefetcher.launched(&launch);
            }
            if let Some(typer) = &mut self.sockets.typer {
                typer.launched(warp);
            }
        }
        let (takes, barriers) = (kernel.takes(), Barriers::default());
        self.ctas[slot as usize] =
            Some(Cta { lane, state, barriers, takes, warps, live: count, undrained: warps });
        self.resident |= 1 << slot;
        self.input.gwde_gnt = true;
        self.input.cta_launch |= 1 << slot;
        self.stats.ctas_launched += 1;
        Ok(())
    }

    /// `warp` arrives at barrier `id`, which expects `threads` threads or else all warps.
    pub(super) fn arrive(
        &mut self,
        kernel: &Kernel,
        warp: u32,
        id: u8,
        threads: Option<u32>,
        kind: BarrierKind,
    ) {
        if let (Some(watch), false) = (&mut self.watch, kind == BarrierKind::Sync) {
            watch.spoil();
        }
        let Some(cta) = &mut self.ctas[self.input.cta_of(warp) as usize] else { return };
        let waits = kind != BarrierKind::Arrive;
        let expected = threads.map_or(0, |t| t.div_ceil(LANES as u32));
        self.warps.at_barrier |= u64::from(waits) << warp;
        if let Some(released) = cta.barriers.arrive(usize::from(id), warp, waits, expected, cta.live) {
            self.release(kernel, warp, id, released);
        }
    }

    /// Barrier `id` of the CTA of `warp` opens for the warps `released`.
    fn release(&mut self, kernel: &Kernel, warp: u32, id: u8, released: u64) {
        let Some(cta) = &mut self.ctas[self.input.cta_of(warp) as usize] else { return };
        self.warps.at_barrier &= !released;
        let waiting = self.states.iter_mut().enumerate().filter(|(w, _)| released >> w & 1 == 1);
        release_barrier(
            kernel,
            &mut cta.state,
            id,
            waiting.filter_map(|(_, stream)| stream.as_mut()?.live()),
        );
    }

    /// The last thread of `warp` has exited: what waited for it goes on.
    pub(super) fn warp_exited(&mut self, kernel: &Kernel, warp: u32) {
        self.warps.exit(warp);
        self.exited |= 1 << warp;
        if let Some(issue) = &mut self.sockets.issue {
            issue.exited(warp);
        }
        if let Some(gate) = &mut self.sockets.gate {
            gate.exited(warp);
        }
        let slot = self.input.cta_of(warp) as usize;
        if let Some(cta) = &mut self.ctas[slot] {
            cta.live -= 1;
        }
        while let Some((id, released)) =
            self.ctas[slot].as_mut().and_then(|cta| cta.barriers.after_exit(cta.live))
        {
            self.release(kernel, warp, id as u8, released);
        }
        self.drain(warp);
    }

    /// Frees what `warp`, which has exited, still holds, if none of its instructions is under way; the CTA
    /// completes with its last warp.
    pub(super) fn drain(&mut self, warp: u32) {
        if !self.ldst.quiet(warp) || !self.texture.quiet(warp) || self.scoreboard.busy(warp) {
            return;
        }
        self.exited &= !(1 << warp);
        let slot = self.input.cta_of(warp);
        let Some(cta) = &mut self.ctas[slot as usize] else { return };
        cta.undrained &= !(1 << warp);
        if cta.undrained == 0 {
            let lane = cta.lane;
            if let Some(tape) = &mut self.places[usize::from(lane)].tape {
                tape.end(bits(cta.warps).map(|w| w as usize));
            }
            bits(cta.warps).for_each(|w| self.states[w as usize] = None);
            self.ended.push(lane);
            self.count_for(slot);
            self.ctas[slot as usize] = None;
            self.resident &= !(1 << slot);
            self.input.cta_done |= 1 << slot;
            self.stats.ctas_completed += 1;
            self.sockets.issue.iter_mut().for_each(|issue| issue.cta_ended(slot));
            self.sockets.prefetcher.iter_mut().for_each(|prefetcher| prefetcher.cta_ended(slot));
        }
    }
}
