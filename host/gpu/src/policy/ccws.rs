// SPDX-License-Identifier: Apache-2.0
//! CCWS: warps that lose locality in the L1 data cache bar others from loads
//! (Rogers 2012; specification of Equalizer, section 8.3, whose constants are calibration defaults).

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::issue;
use super::params::{ParamInfo, Settings};
use crate::attachments::Socket;
use crate::machine::WarpPolicy;
use crate::socket::LoadGate;
use crate::types::{bits, Line};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("sets", "sets of a warp's victim tag array, a power of two", 2, 1, 64),
    ParamInfo::number("ways", "ways of a warp's victim tag array", 8, 1, 64),
    ParamInfo::number("base", "base score of a warp", 100, 1, 1 << 16),
    ParamInfo::number("gain", "weight of lost locality in the score", 8, 1, 1024),
];

/// No line of the device has this number.
const NO_LINE: Line = Line(u64::MAX);

#[derive(Serialize, Deserialize)]
struct Ccws {
    sets: usize,
    ways: usize,
    base: u64,
    gain: u64,
    unfinished: u64,
    score: Vec<u64>,
    /// Victim tags: warp, set, way.
    tags: Vec<Line>,
    /// Next way to replace: warp, set.
    fifo: Vec<u8>,
    hits: Vec<u64>,
    issued: Vec<u64>,
    hits_total: u64,
    issued_total: u64,
    eligible: u64,
    /// Unfinished warps whose score is above the base.
    raised: u64,
    stale: bool,
}

impl Ccws {
    fn new(s: &Settings, warps: usize) -> Self {
        let (sets, ways) = ((s.get(0) as usize).next_power_of_two(), s.get(1) as usize);
        let base = u64::from(s.get(2));
        Self {
            sets,
            ways,
            base,
            gain: u64::from(s.get(3)),
            unfinished: 0,
            score: vec![base; warps],
            tags: vec![NO_LINE; warps * sets * ways],
            fifo: vec![0; warps * sets],
            hits: vec![0; warps],
            issued: vec![0; warps],
            hits_total: 0,
            issued_total: 0,
            eligible: 0,
            raised: 0,
            stale: true,
        }
    }

    fn cutoff(&self) -> u64 {
        self.base * u64::from(self.unfinished.count_ones())
    }

    /// Index of the set of `line` among all sets of all warps.
    fn set(&self, warp: u32, line: Line) -> usize {
        warp as usize * self.sets + (line.0 as usize & (self.sets - 1))
    }

    /// Highest scores first, ties by lower slot, until their sum reaches the cutoff.
    fn rank(&self) -> u64 {
        let (mut left, mut sum, mut chosen) = (self.unfinished, 0, 0u64);
        while left != 0 && sum < self.cutoff() {
            let best = bits(left).max_by_key(|w| (self.score[*w as usize], std::cmp::Reverse(*w)));
            let Some(w) = best else { break };
            sum += self.score[w as usize];
            chosen |= 1 << w;
            left &= !(1 << w);
        }
        chosen
    }
}

impl LoadGate for Ccws {
    fn eligible(&mut self) -> u64 {
        if self.raised != 0 || self.stale {
            self.eligible = if self.raised == 0 { self.unfinished } else { self.rank() };
            self.stale = false;
        }
        for w in bits(self.raised) {
            let score = &mut self.score[w as usize];
            *score -= 1;
            if *score == self.base {
                self.raised &= !(1 << w);
                self.stale = true;
            }
        }
        self.eligible
    }

    fn launched(&mut self, warp: u32) {
        let w = warp as usize;
        self.unfinished |= 1 << warp;
        self.score[w] = self.base;
        self.tags[w * self.sets * self.ways..][..self.sets * self.ways].fill(NO_LINE);
        self.stale = true;
    }

    fn issued(&mut self, warp: u32) {
        self.issued[warp as usize] += 1;
        self.issued_total += 1;
    }

    fn missed(&mut self, warp: u32, line: Line) {
        let set = self.set(warp, line) * self.ways;
        if self.unfinished >> warp & 1 == 0 || !self.tags[set..][..self.ways].contains(&line) {
            return;
        }
        self.hits[warp as usize] += 1;
        self.hits_total += 1;
        let lost = self.gain * self.hits_total * self.cutoff() / self.issued_total.max(1);
        let score = &mut self.score[warp as usize];
        *score = (*score + lost).min(lost).max(self.base);
        if *score > self.base {
            self.raised |= 1 << warp;
        }
        self.stale = true;
    }

    fn evicted(&mut self, owner: u32, line: Line) {
        let set = self.set(owner, line);
        let way = usize::from(self.fifo[set]);
        self.tags[set * self.ways + way] = line;
        self.fifo[set] = ((way + 1) % self.ways) as u8;
    }

    fn exited(&mut self, warp: u32) {
        let w = warp as usize;
        self.unfinished &= !(1 << warp);
        self.raised &= !(1 << warp);
        self.hits_total -= std::mem::take(&mut self.hits[w]);
        self.issued_total -= std::mem::take(&mut self.issued[w]);
        self.stale = true;
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "ccws",
    socket: Socket::LoadGate,
    meaning: "bars low-ranked warps from loads while others lose locality in the L1; warps by gto",
    source: "Rogers 2012, as in the specification of Equalizer, section 8.3",
    params: PARAMS,
    install: |s, machine, a| {
        a.issue(machine, |_| issue(machine, WarpPolicy::Gto));
        a.gate(machine, |_| Box::new(Ccws::new(s, 64)));
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(warps: u32) -> Ccws {
        let mut g = Ccws::new(&Settings::parse("ccws", PARAMS, &[]).unwrap(), 64);
        (0..warps).for_each(|w| g.launched(w));
        g
    }

    #[test]
    fn all_warps_may_load_while_no_locality_is_lost() {
        let mut g = gate(8);
        (0..100).for_each(|n| g.missed(n % 8, Line(n.into())));
        assert_eq!(g.eligible(), 0xff);
    }

    #[test]
    fn a_warp_that_misses_what_it_lost_bars_the_lowest_slots_last() {
        let mut g = gate(8);
        (0..8).for_each(|_| g.issued(5));
        g.evicted(5, Line(40));
        g.missed(5, Line(40));
        // One hit in eight instructions: the score is the cutoff, so the warp fills it alone.
        assert_eq!(g.eligible(), 1 << 5);
    }

    #[test]
    fn a_raised_score_falls_by_one_a_cycle_and_lets_the_others_in_one_by_one() {
        let mut g = gate(4);
        (0..8).for_each(|_| g.issued(0));
        g.evicted(0, Line(3));
        g.missed(0, Line(3));
        // The score starts at the cutoff of 400, which one more warp at 100 reaches down to 300, and so on.
        let eligible: Vec<u64> = (0..400).map(|_| g.eligible()).collect();
        let cycles = |mask: u64| eligible.iter().filter(|e| **e == mask).count();
        assert_eq!([0b1, 0b11, 0b111, 0b1111].map(cycles), [1, 100, 100, 199]);
        assert_eq!(g.raised, 0);
    }

    #[test]
    fn a_victim_tag_array_keeps_the_last_tags_of_each_set() {
        let mut g = gate(1);
        g.issued(0);
        (0..9).for_each(|i| g.evicted(0, Line(2 * i)));
        g.missed(0, Line(0));
        assert_eq!(g.hits_total, 0);
        g.missed(0, Line(16));
        assert_eq!(g.hits_total, 1);
    }
}
