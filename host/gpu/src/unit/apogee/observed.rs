// SPDX-License-Identifier: Apache-2.0
//! Loads as `apogee` observes them: their lanes beat by beat, and what the L1 found for each as a whole, in their order.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, GLOBAL_BASE};
use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::In;

use super::prefetcher::entry_of;
use crate::socket::{Found, IssuedLoad, Lookup};
use crate::types::LineSize;

/// A load whose beats go to the unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Beats {
    pc: u32,
    warp: u8,
    access: Access,
    /// Beats that are left.
    left: u32,
}

impl Beats {
    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Those of a load.
    pub fn of(load: &IssuedLoad, params: &Params) -> Beats {
        let access = Access { mask: load.access.mask, addr: load.access.addr, ..Access::default() };
        Beats { pc: load.pc, warp: load.requester.warp, access, left: params.beats() }
    }

    /// The next beat.
    pub fn next(&mut self, to: &mut In, params: &Params) {
        if self.left == 0 {
            return;
        }
        let beat = params.beats() - self.left;
        self.left -= 1;
        (to.ld_v, to.ld_first, to.ld_last) = (true, beat == 0, self.left == 0);
        to.ld_pc = self.pc & (u32::MAX >> (32 - params.pc_bits));
        to.ld_warp = self.warp;
        let first = beat * params.simd_width;
        to.ld_mask = u64::from(self.access.mask) >> first & (u64::MAX >> (64 - params.simd_width));
        for lane in 0..params.simd_width {
            let address = self.access.addr[(first + lane) as usize].wrapping_sub(GLOBAL_BASE);
            to.set_addr(lane, address, params);
        }
    }
}

/// Whether the unit observes a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Seen {
    /// It will: the load waits for its first beat.
    Waits,
    Observed,
    Missed,
}

/// A load that has not been looked for as a whole, or waits for its first beat.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Load {
    pc: u32,
    warp: u8,
    seen: Seen,
    done: bool,
    outcome: Outcome,
}

/// What the L1 found for a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The first line that was absent, as an address of device memory.
    miss: Option<u64>,
    /// The entry that has fetched a line on its way.
    merged: Option<u8>,
}

/// Outcomes in the order of the loads.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Outcomes {
    loads: VecDeque<Load>,
    /// To be told, one a cycle.
    told: VecDeque<Outcome>,
    /// Known in this cycle: a load's outcome comes after its first beat.
    fresh: VecDeque<Outcome>,
}

impl Outcomes {
    /// A load; `observed`: the unit will be given its beats.
    pub fn issued(&mut self, load: &IssuedLoad, observed: bool) {
        let seen = if observed { Seen::Waits } else { Seen::Missed };
        let (pc, warp) = (load.pc, load.requester.warp);
        self.loads.push_back(Load { pc, warp, seen, done: false, outcome: Outcome::default() });
    }

    /// The first load that waits for its first beat has it in this cycle.
    pub fn began(&mut self) {
        if let Some(load) = self.loads.iter_mut().find(|load| load.seen == Seen::Waits) {
            load.seen = Seen::Observed;
        }
        self.settle();
    }

    /// A line was looked for. Loads of a warp come in their order, those of different warps may overtake each other.
    pub fn looked(&mut self, lookup: &Lookup, lines: LineSize) {
        let of = |load: &&mut Load| !load.done && (load.pc, load.warp) == (lookup.pc, lookup.requester.warp);
        let Some(load) = self.loads.iter_mut().find(of) else { return };
        let line = lines.first(lookup.line).0.wrapping_sub(GLOBAL_BASE);
        match lookup.found {
            Found::Hit | Found::Pending => {}
            Found::Miss => load.outcome.miss = load.outcome.miss.or(Some(line)),
            Found::Prefetched(tag) => load.outcome.merged = Some(entry_of(tag)),
        }
        load.done = lookup.last;
        self.settle();
    }

    /// What is known of the oldest loads is to be told.
    fn settle(&mut self) {
        while let Some(load) = self.loads.front().filter(|load| load.done && load.seen != Seen::Waits) {
            self.fresh.extend((load.seen == Seen::Observed).then_some(load.outcome));
            self.loads.pop_front();
        }
    }

    /// The outcome of this cycle.
    pub fn next(&mut self, to: &mut In) {
        if let Some(outcome) = self.told.pop_front() {
            to.res_v = true;
            (to.res_miss, to.res_line) = (outcome.miss.is_some(), outcome.miss.unwrap_or(0));
            (to.res_merged, to.res_entry) = (outcome.merged.is_some(), outcome.merged.unwrap_or(0));
        }
        self.told.append(&mut self.fresh);
    }

    /// Whether none waits to be told.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty() && self.fresh.is_empty()
    }
}
