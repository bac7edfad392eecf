// SPDX-License-Identifier: Apache-2.0
//! Benches of APOGEE.

mod flow;
mod random;
mod timeliness;
mod training;
mod triggers;

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{Apogee, Out, Trained};

use crate::{BenchError, Directed};

/// Cycles from which on a random run must have covered everything.
const FULL_RUN: u64 = 1 << 18;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] =
    &[training::DIRECTED, timeliness::DIRECTED, triggers::DIRECTED, flow::DIRECTED];

/// One `apogee`.
pub type Harness = crate::Harness<Apogee>;

/// Lanes of a load with their addresses.
pub type Lanes = Vec<(u32, u64)>;

/// All lanes of a warp, at an offset.
pub fn lanes(p: &Params, base: u64, offset: i64) -> Lanes {
    every(p, 1, base, offset)
}

/// Each lane whose number is a multiple of `gap`.
pub fn every(p: &Params, gap: usize, base: u64, offset: i64) -> Lanes {
    (0..p.warp_size).step_by(gap).map(|k| (k, base.wrapping_add_signed(offset * i64::from(k)))).collect()
}

/// What the L1D tells of a load.
#[derive(Clone, Copy)]
pub enum Found {
    /// All lines are there.
    Hit,
    /// A miss of this line.
    Miss(u64),
    /// It waits for the prefetch of this entry.
    Merged(u8),
}

/// A line that the L1D has looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Address of the line.
    pub line: u64,
    /// Entry of the prefetch table that asked for it.
    pub entry: u8,
    /// Warp whose load asked for it.
    pub warp: u8,
    /// Its fill is to be told, if it is sent.
    pub tracked: bool,
    /// It is from a trigger.
    pub trigger: bool,
    /// The L1D neither had it nor waited for it: a request went to memory.
    pub sent: bool,
}

/// An `apogee` with the SM around it: the L1D takes every prefetch and has none of the lines.
pub struct Sm {
    /// The prefetcher, with the inputs of the next cycle.
    pub h: Harness,
    /// What the L1D has looked for.
    pub taken: Vec<Taken>,
    /// The lines that it has or waits for.
    pub present: Vec<u64>,
    /// The pulses since the last load.
    pub pulses: Out,
}

impl Sm {
    /// With so many running warps.
    pub fn new(params: &Params, live_warps: u8) -> Result<Sm, BenchError> {
        let mut h = Harness::start(params, Default::default())?;
        h.input.pf_rdy = true;
        h.input.live_warps = live_warps;
        h.input.iter_threads = u32::from(live_warps) * params.warp_size;
        Ok(Sm { h, taken: Vec::new(), present: Vec::new(), pulses: Out::default() })
    }

    /// The paper's, with one running warp: each of its loads can change a distance.
    pub fn paper() -> Result<Sm, BenchError> {
        Sm::new(&Params::PAPER, 1)
    }

    /// One cycle, in which the L1D takes the prefetch if it is ready.
    pub fn step(&mut self) -> Result<(), BenchError> {
        let o = self.h.out;
        if o.pf_v && self.h.input.pf_rdy {
            let sent = !self.present.contains(&o.pf_line);
            self.h.input.pf_sent = sent;
            self.present.push(o.pf_line);
            self.taken.push(Taken {
                line: o.pf_line,
                entry: o.pf_entry,
                warp: o.pf_warp,
                tracked: o.pf_track,
                trigger: o.pf_trig,
                sent,
            });
        }
        self.h.step()?;
        let (all, o) = (&mut self.pulses, &self.h.out);
        all.stat_trained |= o.stat_trained;
        all.stat_trusted |= o.stat_trusted;
        all.stat_mismatch |= o.stat_mismatch;
        all.stat_alloc |= o.stat_alloc;
        all.stat_evict |= o.stat_evict;
        all.stat_dist_inc |= o.stat_dist_inc;
        all.stat_dist_dec |= o.stat_dist_dec;
        all.stat_trig_fire |= o.stat_trig_fire;
        all.stat_trig_move |= o.stat_trig_move;
        all.stat_drop |= o.stat_drop;
        Ok(())
    }

    /// That many cycles.
    pub fn steps(&mut self, cycles: u32) -> Result<(), BenchError> {
        (0..cycles).try_for_each(|_| self.step())
    }

    /// The beats of a load. It must be taken.
    pub fn beats(&mut self, pc: u32, warp: u8, lanes: &Lanes) -> Result<(), BenchError> {
        self.pulses = Out::default();
        for beat in 0..self.h.params.beats() {
            self.h.expect("ready for a beat", self.h.out.ld_rdy, true)?;
            self.set_beat(pc, warp, lanes, beat);
            self.step()?;
        }
        Ok(())
    }

    /// A beat of a load in this cycle's inputs.
    pub fn set_beat(&mut self, pc: u32, warp: u8, lanes: &Lanes, beat: u32) {
        let (p, i) = (&self.h.params, &mut self.h.input);
        (i.ld_v, i.ld_pc, i.ld_warp) = (true, pc, warp);
        (i.ld_first, i.ld_last) = (beat == 0, beat + 1 == p.beats());
        i.ld_mask = 0;
        let of_beat = |lane: u32| lane.checked_sub(beat * p.simd_width).filter(|k| *k < p.simd_width);
        for (lane, address) in lanes.iter().filter_map(|(lane, a)| Some((of_beat(*lane)?, *a))) {
            i.ld_mask |= 1 << lane;
            i.set_addr(lane, address & ((1 << p.addr_bits) - 1), p);
        }
    }

    /// What the L1D tells in this cycle.
    pub fn set_found(&mut self, found: Found) {
        let i = &mut self.h.input;
        (i.res_v, i.res_miss, i.res_merged) = (true, false, false);
        match found {
            Found::Hit => {}
            Found::Miss(line) => (i.res_miss, i.res_line) = (true, line),
            Found::Merged(entry) => (i.res_merged, i.res_entry) = (true, entry),
        }
    }

    /// A load with its outcome, and what follows of it but for the lines that wait.
    pub fn load(&mut self, pc: u32, warp: u8, lanes: &Lanes, found: Found) -> Result<(), BenchError> {
        self.beats(pc, warp, lanes)?;
        self.set_found(found);
        self.steps(self.h.params.issue_latency + 6)
    }

    /// The load, and the lines that the L1D has looked for since.
    pub fn lines(
        &mut self,
        pc: u32,
        warp: u8,
        lanes: &Lanes,
        found: Found,
    ) -> Result<Vec<Taken>, BenchError> {
        self.taken.clear();
        self.load(pc, warp, lanes, found)?;
        self.steps(3 * self.h.params.warp_size)?;
        Ok(self.taken.clone())
    }

    /// The line of a tracked prefetch comes, in this cycle's inputs.
    pub fn set_fill(&mut self, entry: u8, warp: u8) {
        let i = &mut self.h.input;
        (i.fill_v, i.fill_entry, i.fill_warp) = (true, entry, warp);
    }

    /// The line of a tracked prefetch comes.
    pub fn fill(&mut self, entry: u8, warp: u8) -> Result<(), BenchError> {
        self.set_fill(entry, warp);
        self.step()
    }

    /// Index of a load's entry.
    pub fn index(&self, pc: u32) -> Option<u8> {
        self.h.model().state().table().of_load(pc).map(|index| index as u8)
    }

    /// What a load's entry has, with the state of a warp.
    pub fn trained(&self, pc: u32, warp: u8) -> Trained {
        let table = self.h.model().state().table();
        let trained = self.index(pc).and_then(|index| table.trained(index.into(), warp));
        trained.unwrap_or_else(|| Trained { distance: 0, ..Trained::new(0) })
    }

    /// Index of the trigger entry of a PC: the lowest.
    pub fn trigger(&self, pc: u32) -> Option<u8> {
        self.h.model().state().table().triggers(pc).next().map(|index| index as u8)
    }

    /// Offset and confidence of a load.
    pub fn expect_offset(
        &self,
        what: &'static str,
        pc: u32,
        offset: i64,
        conf: u64,
    ) -> Result<(), BenchError> {
        let t = self.trained(pc, 0);
        let bits = offset as u64 & ((1 << self.h.params.offset_bits) - 1);
        self.h.expect(what, (t.offset, t.conf), (bits, conf))
    }

    /// Distance of a load, and the state of a warp there.
    pub fn expect_timing(
        &self,
        what: &'static str,
        pc: u32,
        warp: u8,
        distance: u64,
        state: u32,
    ) -> Result<(), BenchError> {
        let t = self.trained(pc, warp);
        self.h.expect(what, (t.distance, t.state), (distance, state.into()))
    }
}
