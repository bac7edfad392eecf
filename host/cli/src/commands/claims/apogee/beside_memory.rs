// SPDX-License-Identifier: Apache-2.0
//! The reference model beside a memory of fixed latency and without end to its bandwidth, and four warps that stream through an
//! array: the setting in which the specification says where the distance settles (section 2.4, point 4 of section 9).

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{Apogee, In, Model, Out, Trained};
use warpsmith_units::{Module, Unit};

const WARPS: u8 = 4;
/// PC of the one load.
const PC: u32 = 5;
/// Bytes from thread to thread.
const OFFSET: u64 = 4;
/// Threads that advance together.
const THREADS: u64 = 128;
/// Lines of the L1D of the evaluation: 64 kB.
const LINES: usize = 2048;
/// Cycles from the first beat of a load to what the L1D finds (specification section 5).
const LOOKUP: u64 = 8;
/// Rounds after which a distance has settled, and as many in which it is then watched.
const ROUNDS: usize = 200;

/// A line of the L1D, there or on its way.
struct Line {
    arrives: u64,
    /// The entry that has asked for it, until a demand comes, and the warp that is told of its fill.
    prefetched: Option<(u8, Option<u8>)>,
    used: u64,
}

/// A load that goes on.
struct Load {
    warp: u8,
    /// Cycle of its first beat.
    begun: u64,
    address: Vec<u64>,
}

/// What a round of the first warp has shown.
pub struct Round {
    pub distance: u64,
    /// Of the lines that all warps have asked for since the last one: those that were neither there nor on their way.
    pub missed: f64,
}

/// The model, the memory and the warps.
pub struct Stream {
    params: Params,
    unit: Model,
    out: Out,
    now: u64,
    /// Cycles from a request to its line.
    pub latency: u64,
    /// Cycles of an iteration of all warps that finds everything.
    pub interval: u64,
    /// The prefetches are for so many times the distance ahead.
    pub farther: u64,
    /// The last lane of the next load is elsewhere.
    pub disturbed: bool,
    lines: BTreeMap<u64, Line>,
    /// Tracked lines on their way, by the cycle in which they come.
    fills: BTreeMap<(u64, u64), (u8, u8)>,
    /// Cycle of each warp's next load, none while it waits, and its iteration.
    next: [Option<u64>; WARPS as usize],
    iteration: [u64; WARPS as usize],
    beats: Option<Load>,
    told: VecDeque<Load>,
    demanded: u64,
    missed: u64,
}

impl Stream {
    pub fn new(params: &Params, latency: u64, interval: u64) -> Stream {
        let unit = Model::new(params);
        let out = Apogee::at_reset(params, &In::default());
        Stream {
            params: params.clone(),
            unit,
            out,
            now: 0,
            latency,
            interval,
            farther: 1,
            disturbed: false,
            lines: BTreeMap::new(),
            fills: BTreeMap::new(),
            next: std::array::from_fn(|warp| Some(warp as u64 * interval / u64::from(WARPS))),
            iteration: [0; WARPS as usize],
            beats: None,
            told: VecDeque::new(),
            demanded: 0,
            missed: 0,
        }
    }

    /// So many iterations of the first warp.
    pub fn rounds(&mut self, rounds: usize) -> Vec<Round> {
        let mut all = Vec::with_capacity(rounds);
        while all.len() < rounds {
            let before = self.iteration[0];
            self.step();
            if self.iteration[0] > before {
                let (missed, demanded) =
                    (std::mem::take(&mut self.missed), std::mem::take(&mut self.demanded));
                all.push(Round { distance: self.distance(), missed: missed as f64 / demanded.max(1) as f64 });
            }
        }
        all
    }

    /// Loads go on until one commits; whether it went by the offset of its entry.
    pub fn next_load(&mut self) -> bool {
        loop {
            self.step();
            if self.out.stat_trusted || self.out.stat_mismatch {
                return self.out.stat_trusted;
            }
        }
    }

    /// What the load's entry has.
    pub fn trained(&self) -> Option<Trained> {
        let table = self.unit.state().table();
        table.trained(table.of_load(PC)?, 0)
    }

    /// Its distance.
    fn distance(&self) -> u64 {
        self.trained().map_or(0, |trained| trained.distance)
    }

    fn step(&mut self) {
        self.now += 1;
        let iter_threads = (THREADS * self.farther) as u32;
        let mut input = In { iter_threads, live_warps: WARPS, pf_rdy: true, ..In::default() };
        self.fill(&mut input);
        self.prefetch(&mut input);
        self.beat(&mut input);
        self.find(&mut input);
        self.out = self.unit.step(&input);
    }

    /// A tracked line that has come is told of.
    fn fill(&mut self, input: &mut In) {
        let Some(first) = self.fills.first_entry().filter(|first| first.key().0 <= self.now) else { return };
        let (entry, warp) = first.remove();
        (input.fill_v, input.fill_entry, input.fill_warp) = (true, entry, warp);
    }

    /// The line of the unit is asked for, unless it is there or on its way.
    fn prefetch(&mut self, input: &mut In) {
        let Out { pf_v, pf_line, pf_entry, pf_warp, pf_track, .. } = self.out;
        if !pf_v || self.lines.contains_key(&pf_line) {
            return;
        }
        input.pf_sent = true;
        self.request(pf_line, Some((pf_entry, pf_track.then_some(pf_warp))));
        if pf_track {
            self.fills.insert((self.now + self.latency, pf_line), (pf_entry, pf_warp));
        }
    }

    /// A line is asked for; the one that was used longest ago makes room.
    fn request(&mut self, line: u64, prefetched: Option<(u8, Option<u8>)>) {
        if self.lines.len() >= LINES {
            let there = self.lines.iter().filter(|(_, line)| line.arrives <= self.now);
            let oldest = there.min_by_key(|(_, line)| line.used).map(|(line, _)| *line);
            oldest.map(|oldest| self.lines.remove(&oldest));
        }
        self.lines.insert(line, Line { arrives: self.now + self.latency, prefetched, used: self.now });
    }

    /// A beat of a load, or the first one of the next.
    fn beat(&mut self, input: &mut In) {
        if self.beats.is_none() && self.out.ld_rdy {
            self.beats = self.begin();
        }
        let Some(load) = &self.beats else { return };
        let beat = (self.now - load.begun) as u32;
        let lanes = self.params.simd_width;
        (input.ld_v, input.ld_pc, input.ld_warp) = (true, PC, load.warp);
        (input.ld_first, input.ld_last) = (beat == 0, beat + 1 == self.params.beats());
        input.ld_mask = (1 << lanes) - 1;
        for lane in 0..lanes {
            input.set_addr(lane, load.address[(beat * lanes + lane) as usize], &self.params);
        }
        if input.ld_last {
            self.told.extend(self.beats.take());
        }
    }

    /// The load of the warp whose turn came first.
    fn begin(&mut self) -> Option<Load> {
        let due = |warp: &u8| self.next[usize::from(*warp)].filter(|next| *next <= self.now);
        let warp = (0..WARPS).filter(|warp| due(warp).is_some()).min_by_key(due)?;
        self.next[usize::from(warp)] = None;
        let lanes = u64::from(self.params.warp_size);
        let first = self.iteration[usize::from(warp)] * THREADS + u64::from(warp) * lanes;
        let mut address: Vec<u64> = (first..first + lanes).map(|thread| thread * OFFSET).collect();
        if std::mem::take(&mut self.disturbed) {
            address[lanes as usize - 1] += 0x10_0000;
        }
        Some(Load { warp, begun: self.now, address })
    }

    /// The L1D finds the lines of the oldest load; its warp goes on when they have come.
    fn find(&mut self, input: &mut In) {
        if self.told.front().is_none_or(|load| load.begun + LOOKUP > self.now) {
            return;
        }
        let Some(load) = self.told.pop_front() else { return };
        let line_of =
            |address: &u64| address / u64::from(self.params.line_bytes) * u64::from(self.params.line_bytes);
        let mut wanted: Vec<u64> = load.address.iter().map(line_of).collect();
        wanted.dedup();
        input.res_v = true;
        let mut arrived = self.now;
        for line in wanted {
            self.demanded += 1;
            if let Some(held) = self.lines.get_mut(&line) {
                if let Some((entry, tracked)) = held.prefetched.take().filter(|_| held.arrives > self.now) {
                    (input.res_merged, input.res_entry) = (true, entry);
                    // It is a demand's from now on.
                    tracked.and_then(|_| self.fills.remove(&(held.arrives, line)));
                }
                held.used = self.now;
            } else {
                self.missed += 1;
                (input.res_miss, input.res_line) = (true, line);
                self.request(line, None);
            }
            arrived = arrived.max(self.lines[&line].arrives);
        }
        let warp = usize::from(load.warp);
        self.next[warp] = Some(arrived + self.interval - LOOKUP);
        self.iteration[warp] += 1;
    }
}

/// Where the distance should settle: ceil((L + issue latency) / I).
pub fn expected(params: &Params, latency: u64, interval: u64) -> u64 {
    (latency + u64::from(params.issue_latency)).div_ceil(interval)
}

/// The distances of a stream when they should have settled: the lowest and the highest.
pub fn settled(stream: &mut Stream) -> RangeInclusive<u64> {
    stream.rounds(ROUNDS);
    let watched = stream.rounds(ROUNDS);
    let distances = || watched.iter().map(|round| round.distance);
    distances().min().unwrap_or_default()..=distances().max().unwrap_or_default()
}

/// `5`, or `3 to 5`.
pub fn range(found: &RangeInclusive<u64>) -> String {
    match found.start() == found.end() {
        true => found.start().to_string(),
        false => format!("{} to {}", found.start(), found.end()),
    }
}

/// Cycles of memory, and of an iteration of all warps, of which the distance is told.
const LATENCIES: [u64; 3] = [100, 400, 800];
const INTERVALS: [u64; 4] = [50, 100, 200, 400];

/// Where the distance settles with this memory and this iteration.
pub struct Distances {
    pub latency: u64,
    pub interval: u64,
    pub expected: u64,
    /// In the paper's configuration, and in the literal one.
    pub paper: RangeInclusive<u64>,
    pub literal: RangeInclusive<u64>,
}

/// Every latency with every interval.
pub static DISTANCES: LazyLock<Vec<Distances>> = LazyLock::new(|| {
    let all = LATENCIES.into_iter().flat_map(|latency| INTERVALS.map(|interval| (latency, interval)));
    let of = |(latency, interval)| {
        let found = |params| settled(&mut Stream::new(params, latency, interval));
        Distances {
            latency,
            interval,
            expected: expected(&Params::PAPER, latency, interval),
            paper: found(&Params::PAPER),
            literal: found(&Params::LITERAL),
        }
    };
    all.map(of).collect()
});

/// Share of the demanded lines that miss, when the prefetches are for so many times the distance ahead.
pub fn missed(params: &Params, latency: u64, interval: u64, farther: u64) -> f64 {
    let mut stream = Stream::new(params, latency, interval);
    stream.farther = farther;
    stream.rounds(ROUNDS);
    stream.rounds(ROUNDS).iter().map(|round| round.missed).sum::<f64>() / ROUNDS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_that_is_faster_than_an_iteration_leaves_the_distance_at_one() {
        let mut stream = Stream::new(&Params::PAPER, 100, 200);
        assert_eq!(settled(&mut stream), 1..=1);
        assert!(stream.rounds(10).iter().all(|round| round.missed == 0.0));
    }

    #[test]
    fn without_prefetches_every_line_misses() {
        assert_eq!(missed(&Params::NO_FOA, 400, 100, 1), 1.0);
    }
}
