// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `apogee` must accept: warps that go through a loop of loads, and a small L1D.

use std::collections::VecDeque;

use super::ports::{In, Out};
use super::Apogee;
use crate::apogee::params::Params;
use crate::word::low;
use crate::{Rng, Stimulus};

/// Lines that the L1D holds or waits for.
const LINES: usize = 96;

/// A load of the loop.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    pc: u32,
    base: u64,
    /// From thread to thread.
    offset: i64,
    /// From iteration to iteration, where all threads read one address.
    drift: i64,
    /// Active lanes, in eighths.
    active: u32,
    /// One in so many accesses has one or two active lanes.
    sparse: u32,
    /// One in so many accesses is somewhere else, in one lane or in all.
    irregular: u32,
}

/// Where a warp is.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    load: usize,
    iteration: u64,
}

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    loads: u32,
    /// A load out of order.
    out_of_order: u32,
    /// The first beat comes although it is not awaited.
    ready: u32,
    /// Of a line, in cycles at most.
    latency: u32,
    /// An outcome is held back.
    late: u32,
    /// A line is evicted.
    evictions: u32,
    flushes: u32,
}

/// A line of the L1D.
#[derive(Clone, Copy, Debug)]
struct Line {
    address: u64,
    /// Cycles until it is there.
    due: u32,
    /// The entry that has prefetched it, as long as no demand has come.
    prefetched: Option<u8>,
    /// The entry and warp to be told of its fill.
    tracked: Option<(u8, u8)>,
}

/// A load that comes, beat by beat.
#[derive(Clone, Debug, Default)]
struct Coming {
    pc: u32,
    warp: u8,
    mask: u64,
    address: Vec<u64>,
    /// Beats that have gone.
    gone: u32,
    /// It has been taken.
    taken: bool,
}

/// A load whose outcome is to be told.
#[derive(Clone, Debug)]
struct Told {
    lines: Vec<u64>,
    /// Cycles until then at the least.
    wait: u32,
}

/// The load/store unit and the L1D of an SM, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    iter_threads: u32,
    live_warps: u32,
    program: Vec<Pattern>,
    places: Vec<Place>,
    coming: Option<Coming>,
    told: VecDeque<Told>,
    l1: Vec<Line>,
    fills: VecDeque<(u8, u8)>,
}

impl Stimulus<Apogee> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            loads: 1,
            out_of_order: u32::MAX,
            ready: 8,
            latency: 16,
            late: u32::MAX,
            evictions: u32::MAX,
            flushes: u32::MAX,
        };
        let mut environment = Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 0,
            iter_threads: params.warp_size,
            live_warps: 1,
            program: Vec::new(),
            places: Vec::new(),
            coming: None,
            told: VecDeque::new(),
            l1: Vec::new(),
            fills: VecDeque::new(),
        };
        environment.launch();
        environment
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let mut i = In {
            flush: self.rng.one_in(self.regime.flushes),
            iter_threads: self.iter_threads,
            live_warps: self.live_warps as u8,
            pf_rdy: self.rng.dense(self.regime.ready) & 1 == 1,
            ..In::default()
        };
        self.memory(&mut i);
        self.prefetch(&mut i, out);
        self.tell(&mut i);
        self.load(&mut i, out);
        if i.flush {
            self.launch();
        }
        i
    }
}

impl Environment {
    fn address(&mut self) -> u64 {
        self.rng.bits() & low::<u64>(self.params.addr_bits)
    }

    /// An offset that fits, or nearly so; often 0 or that of words.
    fn offset(&mut self) -> i64 {
        let limit = 1i64 << (self.params.offset_bits - 1);
        match self.rng.below(8) {
            0..3 => 0,
            3 => 4.min(limit - 1),
            4 => [limit - 1, -limit, limit, -limit - 1][self.rng.below(4) as usize],
            5 => 1 << self.rng.below(self.params.offset_bits - 1),
            _ => i64::from(self.rng.below(2 * limit as u32)) - limit,
        }
    }

    /// A load: `regular`: it nearly always streams, or reads one address.
    fn pattern(&mut self, regular: bool) -> Pattern {
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        let (active, sparse, irregular) = match regular {
            true => (8, of([8, 64, u32::MAX, u32::MAX]), of([64, 512, u32::MAX, u32::MAX])),
            false => (of([8, 8, 6, 1]), of([1, 4, 64, u32::MAX]), of([1, 8, 64, u32::MAX])),
        };
        let drift = i64::from(of([0, 4, 1024, 1024]));
        let pc = (self.rng.bits() & low::<u64>(self.params.pc_bits)) as u32;
        let (base, offset) = (self.address(), self.offset());
        Pattern { pc, base, offset, drift: if offset == 0 { drift } else { 0 }, active, sparse, irregular }
    }

    /// A kernel begins: another loop, other numbers.
    fn launch(&mut self) {
        let p = &self.params;
        let (n_warps, warp_size, entries) = (p.n_warps, p.warp_size, p.n_entries);
        let most = low::<u64>(p.iter_bits) as u32;
        self.live_warps = if self.rng.one_in(2) { n_warps } else { 1 + self.rng.below(n_warps) };
        self.iter_threads = match self.rng.below(4) {
            0 => self.rng.below(most) + 1,
            _ => (self.live_warps * warp_size).min(most),
        };
        let loads =
            [1 + self.rng.below(3), 1 + self.rng.below(4), 1 + self.rng.below(8), entries + entries / 2];
        let loads = loads[self.rng.below(4) as usize];
        let regular = self.rng.one_in(2);
        self.program = (0..loads).map(|_| self.pattern(regular)).collect();
        self.places = vec![Place::default(); self.live_warps as usize];
        (self.coming, self.told) = (None, VecDeque::new());
    }

    fn change_regime(&mut self) {
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            loads: of([1, 1, 2, 16]),
            out_of_order: of([2, 32, 1024, u32::MAX]),
            ready: of([1, 4, 8, 8]),
            latency: of([2, 40, 100, 400]),
            late: of([2, 16, u32::MAX, u32::MAX]),
            evictions: of([2, 4, 16, 1024]),
            flushes: of([128, 4096, 16384, u32::MAX]),
        };
        self.left = of([64, 256, 1024, 2048]);
    }

    /// Lines come, and go.
    fn memory(&mut self, i: &mut In) {
        for line in self.l1.iter_mut().filter(|line| line.due > 0) {
            line.due -= 1;
            if line.due == 0 {
                line.prefetched = None;
                self.fills.extend(line.tracked.take());
            }
        }
        if let Some((entry, warp)) = self.fills.pop_front() {
            (i.fill_v, i.fill_entry, i.fill_warp) = (true, entry, warp);
        }
        if self.rng.one_in(self.regime.evictions) {
            self.evict();
        }
    }

    /// The oldest line that is there leaves, or one of the oldest.
    fn evict(&mut self) {
        let nth = self.rng.below(4) as usize;
        let there = |line: &Line| line.due == 0;
        if let Some(index) = self.l1.iter().enumerate().filter(|(_, l)| there(l)).map(|(n, _)| n).nth(nth) {
            self.l1.remove(index);
        }
    }

    fn allocate(&mut self, address: u64, prefetched: Option<u8>, tracked: Option<(u8, u8)>) {
        let due = 1 + self.rng.below(self.regime.latency);
        self.l1.push(Line { address, due, prefetched, tracked });
    }

    /// The L1D looks at a prefetch. One that finds no room is dropped, or waits.
    fn prefetch(&mut self, i: &mut In, out: &Out) {
        if !i.pf_rdy || !out.pf_v {
            i.pf_sent = self.rng.one_in(2);
            return;
        }
        if self.l1.iter().any(|line| line.address == out.pf_line) {
            return;
        }
        i.pf_sent = true;
        if self.l1.len() >= LINES {
            self.evict();
        }
        let tracked = out.pf_track.then_some((out.pf_entry, out.pf_warp));
        self.allocate(out.pf_line, Some(out.pf_entry), tracked);
    }

    /// The L1D looks at the lines of the oldest load.
    fn tell(&mut self, i: &mut In) {
        let late = self.rng.one_in(self.regime.late);
        let Some(first) = self.told.front_mut() else { return };
        if first.wait > 0 || late {
            first.wait = first.wait.saturating_sub(1);
            return;
        }
        let Some(told) = self.told.pop_front() else { return };
        i.res_v = true;
        // Bits of no meaning are anything.
        (i.res_line, i.res_entry) = (self.address(), self.rng.below(self.params.n_entries) as u8);
        for address in told.lines {
            match self.l1.iter_mut().find(|line| line.address == address) {
                Some(line) => {
                    if let Some(entry) = line.prefetched.take() {
                        (i.res_merged, i.res_entry) = (true, entry);
                    }
                }
                None => {
                    if !i.res_miss {
                        let odd = self.rng.bits() & low::<u64>(self.params.line_log2());
                        (i.res_miss, i.res_line) = (true, address | odd);
                    }
                    if self.l1.len() >= LINES {
                        self.evict();
                    }
                    self.allocate(address, None, None);
                }
            }
        }
    }

    /// The next load of a warp.
    fn draw(&mut self) -> Coming {
        let (lanes, n) = (u64::from(self.params.warp_size), u64::from(self.iter_threads));
        let warp = self.rng.below(self.live_warps);
        let mut place = self.places[warp as usize];
        if self.rng.one_in(self.regime.out_of_order) {
            place.load = self.rng.below(self.program.len() as u32) as usize;
        }
        let pattern = self.program[place.load];
        let next = place.load + 1;
        self.places[warp as usize] = match next == self.program.len() {
            true => Place { load: 0, iteration: place.iteration + 1 },
            false => Place { load: next, ..place },
        };
        let first = u64::from(warp) * lanes + place.iteration * n;
        let base = pattern.base.wrapping_add_signed(pattern.drift.wrapping_mul(place.iteration as i64));
        let address = |thread: u64| base.wrapping_add_signed(pattern.offset.wrapping_mul(thread as i64));
        let mut address: Vec<u64> = (first..first + lanes).map(address).collect();
        if self.rng.one_in(pattern.irregular) {
            let (odd, at) = (self.offset(), self.rng.below(2 * lanes as u32));
            let all = u64::from(at) >= lanes;
            for (lane, address) in (0..).zip(&mut address) {
                if all || lane == at {
                    *address = address.wrapping_add_signed(odd * if all { i64::from(lane) } else { 1 });
                }
            }
        }
        let most = low::<u64>(self.params.warp_size);
        let some = [1 << self.rng.below(lanes as u32), 1 << self.rng.below(lanes as u32)];
        let mask = match self.rng.one_in(pattern.sparse) {
            true => some[0] | some[self.rng.below(2) as usize],
            false => self.rng.dense(pattern.active) & most | some[0],
        };
        let wrap = low::<u64>(self.params.addr_bits);
        address.iter_mut().for_each(|address| *address &= wrap);
        Coming { pc: pattern.pc, warp: warp as u8, mask, address, gone: 0, taken: false }
    }

    /// The beats of a load. One that is not taken is gone as a whole.
    fn load(&mut self, i: &mut In, out: &Out) {
        let p = self.params.clone();
        if self.coming.is_none() && self.rng.one_in(self.regime.loads) {
            // Most loads wait until they can be taken.
            self.coming = (out.ld_rdy || self.rng.one_in(16)).then(|| self.draw());
        }
        let Some(coming) = &mut self.coming else { return };
        if coming.gone == 0 {
            coming.taken = out.ld_rdy;
        }
        let first = coming.gone * p.simd_width;
        i.ld_v = coming.taken || coming.gone == 0;
        (i.ld_first, i.ld_last) = (coming.gone == 0, coming.gone + 1 == p.beats());
        (i.ld_pc, i.ld_warp) = (coming.pc, coming.warp);
        i.ld_mask = coming.mask >> first & low::<u64>(p.simd_width);
        for lane in 0..p.simd_width {
            i.set_addr(lane, coming.address[(first + lane) as usize], &p);
        }
        coming.gone += 1;
        let (taken, first_beat) = (coming.taken, coming.gone == 1);
        let over = coming.gone == p.beats() || !taken;
        let lines = lines(coming, &p);
        if taken && first_beat {
            let wait = self.rng.below(3 * p.issue_latency / 2);
            self.told.push_back(Told { lines, wait });
        }
        if over {
            self.coming = None;
        }
    }
}

/// The lines of a load, each once.
fn lines(coming: &Coming, p: &Params) -> Vec<u64> {
    let mut lines: Vec<u64> = (0..p.warp_size)
        .filter(|lane| coming.mask >> lane & 1 == 1)
        .map(|lane| coming.address[lane as usize] & !low::<u64>(p.line_log2()))
        .collect();
    lines.dedup();
    lines
}
