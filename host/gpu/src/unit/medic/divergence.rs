// SPDX-License-Identifier: Apache-2.0
//! How far apart the hits of one load come back: the banks of L2 are not equally busy (specification section 8.4).

use serde::{Deserialize, Serialize};

use crate::mem::packet::{MemRequest, MemResponse, Served};
use crate::types::{Line, MemKind, SmCycle};

/// A line on its way for a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Asked {
    line: Line,
    pc: u32,
    at: SmCycle,
}

/// What is known of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Load {
    pc: u32,
    hits: u32,
    /// Some line was no hit.
    missed: bool,
    fastest: u64,
    slowest: u64,
}

/// The loads under way of the warps of an SM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Divergence {
    /// By warp slot.
    asked: Vec<Vec<Asked>>,
    loads: Vec<Vec<Load>>,
}

impl Divergence {
    /// Of an SM with so many warp slots.
    pub fn new(warps: u32) -> Divergence {
        let warps = warps as usize;
        Divergence { asked: vec![Vec::new(); warps], loads: vec![Vec::new(); warps] }
    }

    /// A request of an all-hit warp has left.
    pub fn sent(&mut self, now: SmCycle, request: &MemRequest) {
        if request.kind == MemKind::Read {
            let asked = Asked { line: request.line, pc: request.pc, at: now };
            self.asked[usize::from(request.requester.warp)].push(asked);
        }
    }

    /// It has been answered.
    pub fn answered(&mut self, now: SmCycle, response: &MemResponse) {
        let warp = usize::from(response.requester.warp);
        if response.kind != MemKind::Read {
            return;
        }
        let Some(index) = self.asked[warp].iter().position(|asked| asked.line == response.line) else {
            return;
        };
        let Asked { pc, at, .. } = self.asked[warp].swap_remove(index);
        let (cycles, hit) = (now - at, response.served == Served::Hit);
        let (hits, missed) = (u32::from(hit), !hit);
        match self.loads[warp].iter_mut().find(|load| load.pc == pc) {
            None => self.loads[warp].push(Load { pc, hits, missed, fastest: cycles, slowest: cycles }),
            Some(load) => {
                load.hits += hits;
                load.missed |= missed;
                load.fastest = load.fastest.min(cycles);
                load.slowest = load.slowest.max(cycles);
            }
        }
    }

    /// The instruction at `pc` of `warp` is complete. Gives, if it is a load with several hits and no miss, the cycles between
    /// the fastest and the slowest.
    pub fn completed(&mut self, warp: u32, pc: u32) -> Option<u64> {
        let loads = &mut self.loads[warp as usize];
        let index = loads.iter().position(|load| load.pc == pc)?;
        let Load { hits, missed, fastest, slowest, .. } = loads.swap_remove(index);
        (hits > 1 && !missed).then_some(slowest - fastest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a load of two lines gives, sent in cycles 0 and 1, answered in cycles 10 and 25 in this way.
    fn two_lines(served: [Served; 2]) -> Option<u64> {
        let mut divergence = Divergence::new(4);
        for n in 0..2 {
            let request = MemRequest { line: Line(n), pc: 7, ..MemRequest::default() };
            divergence.sent(SmCycle(n), &request);
        }
        for (n, (at, served)) in (0..).zip([10, 25].into_iter().zip(served)) {
            let response = MemResponse { line: Line(n), served, ..MemResponse::default() };
            divergence.answered(SmCycle(at), &response);
        }
        assert_eq!(divergence.completed(0, 3), None, "another instruction");
        divergence.completed(0, 7)
    }

    #[test]
    fn latencies_count_from_the_departure_of_each_line() {
        assert_eq!(two_lines([Served::Hit; 2]), Some(24 - 10));
    }

    #[test]
    fn a_load_with_a_miss_does_not_count() {
        assert_eq!(two_lines([Served::Hit, Served::Miss]), None);
    }
}
