// SPDX-License-Identifier: Apache-2.0
//! The texture unit: a queue of fetches of its own beside the load/store unit, samplers and the texture cache. Its
//! misses share the SM's port to the memory system with those of the L1.
//!
//! The oldest fetch occupies the samplers for some of its lanes in a cycle and reads one cache line in a cycle;
//! it leaves the queue when both are done and is complete when its last line has come. Bandwidth that textures use
//! up is not seen at the load/store unit.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::Access;

use super::wheel::{Completion, Wheel};
use crate::cache::{self, Cache, Outcome};
use crate::machine::MachineSpec;
use crate::region::Region;
use crate::stats::SmStats;
use crate::types::{Addr, Line, LineSize, MemKind, Requester, SmCycle};

/// A fetch under way.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Fetch {
    requester: Requester,
    pc: u32,
    /// From when on it has its operands.
    ready: SmCycle,
    /// Lines to read, none twice.
    lines: Vec<Line>,
    /// Lines presented to the cache.
    presented: u32,
    /// Cycles for which the samplers are still busy with it.
    sampling: u32,
    /// Lines, or the one result of a fetch without any, not served yet.
    unserved: u32,
}

/// State of the texture unit of one SM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TextureUnit {
    depth: usize,
    lanes_per_cycle: u32,
    hit_latency: u32,
    /// Fetches under way; a slot is used again when it is free.
    fetches: Vec<Fetch>,
    free: Vec<u32>,
    /// Fetches that are not through the samplers and the cache, oldest first.
    queue: VecDeque<u32>,
    /// A fetch entered in this cycle.
    entered: bool,
    /// Fetches under way per warp.
    in_flight: Vec<u16>,
    /// Warps with a fetch under way.
    pending: u64,
    /// Of a line of its cache.
    size: LineSize,
}

impl TextureUnit {
    /// The idle unit of an SM.
    pub fn new(machine: &MachineSpec) -> Self {
        let (spec, warps) = (&machine.texture, machine.sm.warps);
        Self {
            size: machine.lines(),
            depth: spec.queue as usize,
            lanes_per_cycle: spec.lanes_per_cycle,
            hit_latency: spec.hit_latency,
            fetches: Vec::new(),
            free: Vec::new(),
            queue: VecDeque::with_capacity(spec.queue as usize),
            entered: false,
            in_flight: vec![0; warps as usize],
            pending: 0,
        }
    }

    /// Whether a fetch can enter the queue in this cycle: at most one does.
    #[inline]
    pub fn accepts(&self) -> bool {
        !self.entered && self.queue.len() < self.depth
    }

    /// Warps that wait for texels.
    #[inline]
    pub fn pending(&self) -> u64 {
        self.pending
    }

    /// Whether no fetch of `warp` is under way.
    #[inline]
    pub fn quiet(&self, warp: u32) -> bool {
        self.pending >> warp & 1 == 0
    }

    /// Whose fetch is the oldest that is not through.
    pub fn oldest(&self) -> Option<Requester> {
        self.queue.front().map(|id| self.fetches[*id as usize].requester)
    }

    /// Fetches under way.
    pub fn under_way(&self) -> usize {
        self.fetches.len() - self.free.len()
    }

    /// The fetch at `pc` of the warp of `by`, which has the texels of `access` in cycle `ready`, enters the queue; its lines are in the
    /// region `entry`.
    pub fn enter(
        &mut self,
        by: Requester,
        pc: u32,
        ready: SmCycle,
        access: &Access,
        entry: &Region,
        stats: &mut SmStats,
    ) {
        let warp = usize::from(by.warp);
        let id = self.free.pop().unwrap_or_else(|| {
            self.fetches.push(Fetch::default());
            self.fetches.len() as u32 - 1
        });
        let fetch = &mut self.fetches[id as usize];
        collect_lines(access, self.size, &mut fetch.lines);
        fetch.lines.iter_mut().for_each(|line| *line = entry.physical(*line));
        (fetch.requester, fetch.pc, fetch.ready, fetch.presented) = (by, pc, ready, 0);
        fetch.sampling = access.mask.count_ones().div_ceil(self.lanes_per_cycle);
        fetch.unserved = fetch.lines.len().max(1) as u32;
        stats.texture_fetches += 1;
        stats.texture_texels += access.texels.len() as u64;
        self.in_flight[warp] += 1;
        self.pending |= 1 << warp;
        self.queue.push_back(id);
        self.entered = true;
    }

    /// Warps with a fetch of which not everything has been read.
    pub fn unsent(&self) -> u64 {
        self.queue.iter().fold(0, |warps, id| warps | 1 << self.fetches[*id as usize].requester.warp)
    }

    /// One cycle of the oldest fetch. Warps outside `may_miss` read only lines that are present.
    #[inline]
    pub fn step(
        &mut self,
        now: SmCycle,
        cache: &mut Cache<u32>,
        may_miss: u64,
        wheel: &mut Wheel,
        stats: &mut SmStats,
    ) {
        self.entered = false;
        let Some(&id) = self.queue.front() else { return };
        let fetch = &mut self.fetches[id as usize];
        if fetch.ready > now {
            return;
        }
        fetch.sampling = fetch.sampling.saturating_sub(1);
        if let Some(&line) = fetch.lines.get(fetch.presented as usize) {
            let (requester, bytes) = (fetch.requester, self.size.bytes() as u16);
            let access = cache::Access {
                line,
                kind: MemKind::Read,
                bytes,
                requester,
                token: id,
                ..Default::default()
            };
            let barred = may_miss >> fetch.requester.warp & 1 == 0 && !cache.contains(line);
            match (!barred).then(|| cache.access(&access)) {
                None | Some(Outcome::Fail(_)) => stats.texture_stall_cycles += 1,
                Some(outcome) => {
                    fetch.presented += 1;
                    if outcome == Outcome::Hit {
                        wheel.add(now, self.hit_latency, Completion::Texture { fetch: id });
                    }
                }
            }
        }
        if fetch.sampling == 0 && fetch.presented as usize == fetch.lines.len() {
            self.queue.pop_front();
            if fetch.lines.is_empty() {
                wheel.add(now, self.hit_latency, Completion::Texture { fetch: id });
            }
        }
    }

    /// One line of a fetch has been served. Returns warp and program counter if that completes the instruction.
    pub fn served(&mut self, id: u32) -> Option<(u32, u32)> {
        let fetch = &mut self.fetches[id as usize];
        fetch.unserved -= 1;
        if fetch.unserved > 0 {
            return None;
        }
        let warp = usize::from(fetch.requester.warp);
        self.free.push(id);
        self.in_flight[warp] -= 1;
        self.pending &= !(u64::from(self.in_flight[warp] == 0) << warp);
        Some((warp as u32, fetch.pc))
    }
}

/// The lines of the texels, in the order in which they are first read.
fn collect_lines(access: &Access, size: LineSize, lines: &mut Vec<Line>) {
    lines.clear();
    for &texel in &access.texels {
        // A texel is aligned to its size, hence in one line.
        let line = size.line(Addr(texel));
        if !lines.iter().rev().any(|known| *known == line) {
            lines.push(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::TextureSpec;

    const LINES: LineSize = LineSize::of(128);

    fn unit(change: impl FnOnce(&mut TextureSpec)) -> (TextureUnit, Cache<u32>) {
        let mut machine = MachineSpec::load("gtx480").unwrap();
        change(&mut machine.texture);
        (TextureUnit::new(&machine), Cache::new(&machine.texture.cache, LINES))
    }

    fn access(texels: Vec<u64>) -> Access {
        Access { mask: !0, bytes: 4, texels, ..Access::default() }
    }

    /// Enters a fetch of `texels` and steps until the queue is empty, filling lines at once. Returns the cycle of
    /// completion.
    fn run(unit: &mut TextureUnit, cache: &mut Cache<u32>, texels: Vec<u64>) -> u64 {
        let (mut wheel, mut stats) = (Wheel::new(1000), SmStats::default());
        unit.enter(
            Requester { warp: 1, ..Requester::default() },
            7,
            SmCycle(0),
            &access(texels),
            &Region::default(),
            &mut stats,
        );
        for now in 1.. {
            unit.step(SmCycle(now), cache, u64::MAX, &mut wheel, &mut stats);
            let mut served = Vec::new();
            while let Some(Completion::Texture { fetch }) = wheel.pop(SmCycle(now)) {
                served.push(fetch);
            }
            if let Some(miss) = cache.pop_miss() {
                served.extend(cache.fill(miss.line).waited);
            }
            let done: Vec<_> = served.into_iter().filter_map(|id| unit.served(id)).collect();
            if !done.is_empty() {
                assert_eq!((done, unit.quiet(1), unit.under_way()), (vec![(1, 7)], true, 0));
                return now;
            }
        }
        unreachable!()
    }

    #[test]
    fn a_fetch_reads_each_line_once_in_the_order_of_its_texels() {
        let mut lines = Vec::new();
        collect_lines(&access(vec![0x1000, 0x2000, 0x1004, 0x107c, 0x1080]), LINES, &mut lines);
        assert_eq!(lines, [0x1000, 0x2000, 0x1080].map(|a| LINES.line(Addr(a))));
    }

    #[test]
    fn the_samplers_take_some_lanes_a_cycle_and_the_cache_one_line() {
        let few = (0..32).map(|i| 4 * i).collect();
        let many = (0..32).map(|i| 128 * i).collect();
        let (mut unit_4, mut cache) = unit(|spec| spec.lanes_per_cycle = 4);
        let mut stats = SmStats::default();
        for (texels, cycles) in [(few, 8), (many, 32)] {
            unit_4.enter(
                Requester::default(),
                0,
                SmCycle(0),
                &access(texels),
                &Region::default(),
                &mut stats,
            );
            let mut wheel = Wheel::new(1000);
            let mut took = 0;
            while !unit_4.queue.is_empty() {
                unit_4.step(SmCycle(took), &mut cache, u64::MAX, &mut wheel, &mut stats);
                took += 1;
            }
            assert_eq!(took, cycles);
        }
        assert_eq!((stats.texture_fetches, stats.texture_texels), (2, 64));
    }

    #[test]
    fn a_hit_and_a_fetch_of_nothing_take_the_hit_latency() {
        let (mut unit, mut cache) = unit(|spec| (spec.lanes_per_cycle, spec.hit_latency) = (32, 50));
        assert_eq!(run(&mut unit, &mut cache, vec![0x1000]), 1);
        assert_eq!(run(&mut unit, &mut cache, vec![0x1000]), 51);
        assert_eq!(run(&mut unit, &mut cache, Vec::new()), 51);
    }

    #[test]
    fn the_queue_takes_one_fetch_a_cycle_and_so_many_in_all() {
        let (mut unit, mut cache) = unit(|spec| spec.queue = 2);
        let (mut wheel, mut stats) = (Wheel::new(1000), SmStats::default());
        for expected in [true, true, false] {
            assert_eq!(unit.accepts(), expected);
            if expected {
                unit.enter(
                    Requester::default(),
                    0,
                    SmCycle(0),
                    &access((0..32).map(|i| 128 * i).collect()),
                    &Region::default(),
                    &mut stats,
                );
                assert!(!unit.accepts());
            }
            unit.step(SmCycle(0), &mut cache, u64::MAX, &mut wheel, &mut stats);
        }
        assert_eq!(unit.pending(), 1);
    }
}
