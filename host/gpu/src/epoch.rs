// SPDX-License-Identifier: Apache-2.0
//! Epochs: the few SM cycles for which SMs and memory slices can run side by side, each without a look at the others.
//!
//! A packet needs several cycles through the crossbar, so what is sent in an epoch is received in a later one. What the SMs
//! do to global memory, CTAs that are dispatched and levels that change take effect between two epochs, in the order of
//! the SMs. So results depend on the length of an epoch, which the machine fixes, and not on the threads that run it.

use crate::clock::{ClockTree, EdgeSet};
use crate::machine::MachineSpec;
use crate::mem::{Lookahead, Now};
use crate::types::{Domain, SmCycle};

/// A moment at which some clock has an edge.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub edges: EdgeSet,
    /// Simulated time, if it is an edge of the SM clock.
    pub nanoseconds: u64,
}

/// The moments of one epoch.
#[derive(Debug)]
pub struct Epoch {
    /// SM cycles of a whole epoch: a power of two.
    cycles: u64,
    /// Interconnect cycles that an epoch has at most.
    lookahead: u64,
    /// Its first SM cycle.
    pub first: SmCycle,
    /// What the memory system's clocks show before the first moment and after the last.
    pub from: Now,
    pub to: Now,
    pub moments: Vec<Moment>,
}

impl Epoch {
    /// Epochs for `machine`; the memory system starts at `now`.
    pub fn new(machine: &MachineSpec, now: Now) -> Epoch {
        let lookahead = Lookahead::new(machine);
        Epoch {
            cycles: lookahead.sm_cycles.into(),
            lookahead: lookahead.cycles.into(),
            first: SmCycle(0),
            from: now,
            to: now,
            moments: Vec::new(),
        }
    }

    /// The epoch that begins with the SM cycle `first`, when the memory system's clocks show `now`. It ends before the next
    /// multiple of the length of an epoch, so that all periods of the model that are multiples of it end with an epoch.
    pub fn plan(&mut self, first: SmCycle, now: Now, clock: &mut ClockTree) {
        self.first = first;
        (self.from, self.to) = (now, now);
        self.moments.clear();
        let mut left = self.cycles - first.0 % self.cycles;
        while left > 0 {
            let edges = clock.advance();
            self.to.pass(edges);
            let sm = edges.has(Domain::Sm);
            left -= u64::from(sm);
            let nanoseconds = if sm { (clock.seconds(clock.now()) * 1e9) as u64 } else { 0 };
            self.moments.push(Moment { edges, nanoseconds });
            if self.to.icnt.0 - self.from.icnt.0 == self.lookahead {
                break;
            }
        }
    }

    /// Whether a period of that many SM cycles ends with this epoch.
    pub fn ends_period(&self, cycles: u64) -> bool {
        self.sm_cycles() > 0 && (self.first.0 + self.sm_cycles()) % cycles == 0
    }

    /// SM cycles of this epoch.
    pub fn sm_cycles(&self) -> u64 {
        self.moments.iter().filter(|m| m.edges.has(Domain::Sm)).count() as u64
    }
}
