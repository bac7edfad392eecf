// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `eq_sm` must accept: an SM, a block dispatcher and kernels that obey section 5.3.

use super::ports::{cta_of, set_cta_of, In, Out};
use super::EqSm;
use crate::bitset::{bits, ones64};
use crate::equalizer::params::Params;
use crate::{Rng, Stimulus};

/// What the warps mostly do for some epochs; named after the arm of the decision that it provokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Regime {
    MemoryBound,
    ComputeBound,
    BandwidthSaturated,
    UnsaturatedCompute,
    UnsaturatedMemory,
    Idle,
    Degenerate,
    /// About half of the warps wait, and few can issue: the decision hangs on a warp more or less.
    HalfWaiting,
    /// Densities in eighths of ib_valid, at_barrier, sb_ready, is_mem, issued, lsu_blocked.
    Random([u32; 6]),
}

/// One regime for each arm, and one between two of them.
const ARMS: [Regime; 8] = [
    Regime::MemoryBound,
    Regime::ComputeBound,
    Regime::BandwidthSaturated,
    Regime::UnsaturatedCompute,
    Regime::UnsaturatedMemory,
    Regime::Idle,
    Regime::Degenerate,
    Regime::HalfWaiting,
];

/// Those that move the block count.
const BLOCK_ARMS: [Regime; 3] = [Regime::MemoryBound, Regime::UnsaturatedCompute, Regime::UnsaturatedMemory];

/// The regimes that every run begins with, so that even few epochs see every arm; `true`: long enough for
/// the hysteresis to move the block count. The first epoch is the skipped one of the kernel's start.
const TOUR: [(Regime, bool); 8] = [
    (Regime::Degenerate, false),
    (Regime::ComputeBound, false),
    (Regime::MemoryBound, true),
    (Regime::UnsaturatedMemory, true),
    (Regime::UnsaturatedCompute, false),
    (Regime::BandwidthSaturated, false),
    (Regime::Idle, false),
    (Regime::Degenerate, false),
];

/// The rest of the machine around one `eq_sm`.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    /// Cycle of the epoch.
    cycle: u32,
    input: In,
    regime: Regime,
    epochs_left: u32,
    toured: usize,
    /// CTAs that the dispatcher has not granted yet.
    undispatched: u32,
    /// Cycles until a granted CTA is launched.
    launch_in: Option<u32>,
    resident: u32,
    /// Warps of the CTA launched in the previous cycle.
    arriving: u64,
    /// A CTA ends once in this many cycles.
    cta_life: u32,
    /// Cycles until the next kernel starts; counts while the SM is empty and no CTA is left.
    gap: u32,
    /// Cycles for which the unit stays disabled.
    disabled: u32,
}

impl Stimulus<EqSm> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            cycle: 0,
            input: In { en: true, grid_active: true, ..In::default() },
            regime: Regime::Degenerate,
            epochs_left: 0,
            toured: 0,
            undispatched: 0,
            launch_in: None,
            resident: 0,
            arriving: 0,
            cta_life: 1,
            gap: 3,
            disabled: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.cycle == 0 {
            self.next_epoch();
        }
        self.input.kernel_start = false;
        self.input.cta_launch = 0;
        self.input.cta_done = 0;
        self.input.slot_live |= std::mem::take(&mut self.arriving);
        self.step_enable();
        self.step_dispatcher(out);
        self.step_kernel();
        self.finish_ctas(out);
        self.step_warps(out);
        self.cycle = (self.cycle + 1) & (self.params.epoch_len - 1);
        self.input
    }
}

impl Environment {
    fn next_epoch(&mut self) {
        if self.epochs_left == 0 {
            let rng = &mut self.rng;
            (self.regime, self.epochs_left) = match TOUR.get(self.toured) {
                Some((regime, long)) => (*regime, if *long { self.params.hyst_epochs } else { 1 }),
                None if rng.one_in(3) => {
                    (Regime::Random(std::array::from_fn(|_| rng.below(9))), 1 + rng.below(3))
                }
                None if rng.one_in(2) => {
                    (BLOCK_ARMS[rng.below(3) as usize], 1 + rng.below(3 * self.params.hyst_epochs))
                }
                None => {
                    (ARMS[rng.below(ARMS.len() as u32) as usize], 1 + rng.below(3 * self.params.hyst_epochs))
                }
            };
            self.toured += 1;
        }
        self.epochs_left -= 1;
    }

    fn touring(&self) -> bool {
        self.toured <= TOUR.len()
    }

    /// True in some random cycles, more often in those round the epoch's end, where the unit decides.
    fn moment(&mut self, period: u32) -> bool {
        let near = self.cycle + 2 >= self.params.epoch_len || self.cycle < 4;
        self.rng.one_in(if near { 16 } else { period })
    }

    fn step_enable(&mut self) {
        if self.disabled > 0 {
            self.disabled -= u32::from(self.disabled > 1 || self.moment(64));
        } else if !self.touring() && self.rng.one_in(8) && self.moment(2 * self.params.epoch_len) {
            self.disabled = 1 + self.rng.below(self.params.epoch_len);
        }
        self.input.en = self.disabled == 0;
    }

    /// The global work distribution engine: grants at random, launches after a random latency.
    fn step_dispatcher(&mut self, out: &Out) {
        let was_empty = self.input.gwde_empty;
        self.input.gwde_empty = self.undispatched == 0;
        // When `gwde_empty` moves, the request of this very cycle has not been seen yet: no grant.
        self.input.gwde_gnt = was_empty == self.input.gwde_empty && self.rng.one_in(2);
        let free = !self.resident & ones64(self.params.n_cta) as u32;
        match self.launch_in {
            Some(0) => {
                if let Some(cta) = self.rng.pick(free) {
                    self.launch(cta);
                    self.launch_in = None;
                }
            }
            Some(n) => self.launch_in = Some(n - 1),
            None => {}
        }
        if out.gwde_req && self.input.gwde_gnt && !self.input.gwde_empty {
            self.undispatched -= 1;
            self.launch_in = Some(self.rng.below(16));
        }
    }

    fn launch(&mut self, cta: usize) {
        self.resident |= 1 << cta;
        self.input.cta_launch = 1 << cta;
        let mut free = !self.input.slot_live & ones64(self.params.n_warps);
        for _ in 0..self.input.w_cta_in {
            let warp = free.trailing_zeros() as usize;
            free &= free - 1;
            set_cta_of(&mut self.input.warp_cta, warp, self.params.cta_id_width(), cta);
            self.arriving |= 1 << warp;
        }
    }

    /// Starts the next kernel some time after the last CTA of the previous one has ended.
    fn step_kernel(&mut self) {
        if self.undispatched > 0 || self.launch_in.is_some() || self.resident != 0 {
            return;
        }
        if self.gap > 0 {
            self.gap -= u32::from(self.gap > 1 || self.touring() || self.moment(64));
            if self.rng.one_in(4096) {
                self.input.grid_active = !self.input.grid_active;
            }
            return;
        }
        let touring = self.touring();
        let (p, rng) = (&self.params, &mut self.rng);
        // The tour needs a kernel whose CTAs hold more warps than mean saturation, several of them at once.
        let w_cta = if touring {
            (p.bw_sat + 2).max(p.n_warps / p.n_cta).min(p.n_warps)
        } else {
            let most = 1 + rng.below(p.n_warps / 2);
            1 + rng.below(most)
        };
        let most = p.n_cta.min(p.n_warps / w_cta);
        self.input.kernel_start = true;
        self.input.grid_active = true;
        self.input.w_cta_in = w_cta as u8;
        self.input.nb_max_in = (if touring { most } else { 1 + rng.below(most) }) as u8;
        // A kernel lasts up to 24 epochs, whatever the life of its CTAs.
        let shift = if touring { 0 } else { 2 * rng.below(4) };
        self.cta_life = p.epoch_len >> shift;
        self.undispatched = if touring { u32::MAX } else { (1 + rng.below(24)) << shift };
        self.gap = 1 + rng.below(p.epoch_len);
    }

    /// Ends running CTAs; now and then two at once. A paused CTA cannot end.
    fn finish_ctas(&mut self, out: &Out) {
        if !self.touring() {
            // The tour's kernel has CTAs for ever; let it end.
            self.undispatched = self.undispatched.min(24 << 6);
        }
        let mut able = self.resident & !out.pause_cta & !self.input.cta_launch;
        let mut ends = self.rng.one_in(self.cta_life);
        while let (true, Some(cta)) = (ends, self.rng.pick(able)) {
            able &= !(1 << cta);
            self.resident &= !(1 << cta);
            self.input.cta_done |= 1 << cta;
            for w in bits(self.input.slot_live) {
                if cta_of(&self.input.warp_cta, w, self.params.cta_id_width()) == cta {
                    self.input.slot_live &= !(1 << w);
                }
            }
            ends = self.rng.one_in(4);
        }
    }

    /// The per-warp status of one cycle. Paused warps do not issue.
    fn step_warps(&mut self, out: &Out) {
        let (rng, i) = (&mut self.rng, &mut self.input);
        let runs = i.slot_live & !out.pause_warp;
        if rng.one_in(4096) {
            // A warp exits before its CTA does.
            i.slot_live &= !(runs & rng.dense(1) & rng.dense(1));
        }
        let [valid, barrier, ready, mem, issued, blocked] = match self.regime {
            Regime::MemoryBound => [8, 0, 8, 8, 0, 8],
            Regime::ComputeBound => [8, 0, 8, 0, 0, 4],
            Regime::UnsaturatedCompute => [8, 0, 1, 1, 0, 1],
            Regime::UnsaturatedMemory => [8, 0, 0, 8, 0, 8],
            Regime::BandwidthSaturated => [8, 0, 0, 0, 0, 8],
            Regime::Degenerate => [8, 0, 8, 8, 2, 0],
            Regime::HalfWaiting => [8, 0, 4, 1, 6, 0],
            Regime::Idle => [0, 1, 4, 4, 0, 4],
            Regime::Random(d) => d,
        };
        i.ib_valid = rng.dense(valid);
        i.at_barrier = rng.dense(barrier);
        i.sb_ready = rng.dense(ready);
        i.is_mem = rng.dense(mem);
        i.issued = rng.dense(issued) & runs;
        i.lsu_blocked = rng.dense(blocked) & 1 == 1;
        if self.regime == Regime::BandwidthSaturated {
            // Just enough ready memory warps: more than `bw_sat`, no more than a CTA's.
            let hot = bits(runs).take(self.params.bw_sat as usize + 1).fold(0, |m, w| m | 1 << w);
            i.sb_ready = hot;
            i.is_mem = hot;
        }
        let warps = ones64(self.params.n_warps);
        for vector in [&mut i.ib_valid, &mut i.at_barrier, &mut i.sb_ready, &mut i.is_mem, &mut i.issued] {
            *vector &= warps;
        }
    }
}
