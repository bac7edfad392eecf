// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `medic_profiler` must accept.

use std::collections::VecDeque;

use super::classify::MISS;
use super::ports::{In, Out};
use super::Profiler;
use crate::medic::params::Params;
use crate::{Rng, Stimulus};

/// A request on its way through the memory.
#[derive(Clone, Copy, Debug)]
struct Request {
    wid: u8,
    prof: bool,
    bypasses: bool,
}

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Warps that send requests, from `first` on.
    warps: u32,
    first: u32,
    queries: u32,
    /// Replies in eighths of the cycles in which a request is on its way.
    replies: u32,
    /// Requests on their way at most.
    flight: u32,
    allocs: u32,
    /// Warps of type MISS bypass.
    bypass: bool,
}

/// The warps of an SM and the memory behind it, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// Hits of each warp, in 64ths.
    hits: Vec<u32>,
    /// Hits of requests that left in profiling and would miss otherwise, in 64ths; for an epoch.
    spared: u32,
    /// Hits of the others that are lost, in 64ths; for an epoch.
    lost: u32,
    query: Option<u8>,
    flight: VecDeque<Request>,
}

impl Stimulus<Profiler> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let warps = params.warps_per_sm;
        let regime =
            Regime { warps, first: 0, queries: 1, replies: 8, flight: 8, allocs: u32::MAX, bypass: true };
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 0,
            hits: vec![32; warps as usize],
            spared: 0,
            lost: 0,
            query: None,
            flight: VecDeque::new(),
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if let Some(wid) = self.query.take() {
            let bypasses = self.regime.bypass && u32::from(out.q_type) == MISS && !out.q_prof;
            self.flight.push_back(Request { wid, prof: out.q_prof, bypasses });
        }
        if out.epoch_pulse {
            let r = &mut self.rng;
            (self.spared, self.lost) =
                ([0, 0, 8, 32][r.below(4) as usize], [0, 4, 16, 40][r.below(4) as usize]);
        }
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let mut i = In::default();
        self.alloc(&mut i);
        self.reply(&mut i);
        let g = self.regime;
        if (self.flight.len() as u32) < g.flight && self.rng.one_in(g.queries) {
            let wid = self.warp();
            self.query = Some(wid);
            (i.q_valid, i.q_wid) = (true, wid);
        }
        i
    }
}

impl Environment {
    /// A warp of those that send requests.
    fn warp(&mut self) -> u8 {
        let nth = self.rng.below(self.regime.warps);
        ((self.regime.first + nth) % self.params.warps_per_sm) as u8
    }

    fn alloc(&mut self, i: &mut In) {
        if self.rng.one_in(self.regime.allocs) {
            let wid = self.warp();
            self.hits[usize::from(wid)] = draw_hits(&mut self.rng);
            (i.alloc_valid, i.alloc_wid) = (true, wid);
        }
    }

    fn reply(&mut self, i: &mut In) {
        if self.flight.is_empty() || self.rng.dense(self.regime.replies) & 1 == 0 {
            return;
        }
        // Replies overtake each other.
        let nth = if self.rng.one_in(4) { self.rng.below(self.flight.len() as u32) } else { 0 };
        let Some(request) = self.flight.remove(nth as usize) else { return };
        let r = &mut self.rng;
        let hit = r.below(64) < self.hits[usize::from(request.wid)];
        let (spared, lost) = (r.below(64) < self.spared, r.below(64) < self.lost);
        i.r_valid = true;
        i.r_wid = request.wid;
        i.r_hit = match request {
            // It means nothing then.
            Request { bypasses: true, .. } => r.one_in(2),
            Request { prof: true, .. } => hit || spared,
            Request { prof: false, .. } => hit && !lost,
        };
        i.r_byp = request.bypasses;
        // Now and then what no request brings: the ports allow it.
        i.r_prof = request.prof ^ r.one_in(512);
    }

    fn change_regime(&mut self) {
        let all = self.params.warps_per_sm;
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            warps: of([1, 2.min(all), all, all]),
            first: 0,
            queries: of([1, 1, 2, 16]),
            replies: of([1, 4, 8, 8]),
            flight: of([2, 8, 64, 256]),
            allocs: of([8, 64, 1024, u32::MAX]),
            bypass: of([0, 1, 1, 1]) == 1,
        };
        self.left = of([16, 128, 1024, 4096]);
        self.regime.first = self.rng.below(all);
        let wid = self.rng.below(all) as usize;
        self.hits[wid] = draw_hits(&mut self.rng);
    }
}

/// Hits in 64ths: none, few, some, many or all.
fn draw_hits(rng: &mut Rng) -> u32 {
    [0, 0, 2, 10, 13, 32, 44, 60, 64, 64][rng.below(10) as usize]
}
