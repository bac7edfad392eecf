// SPDX-License-Identifier: Apache-2.0
//! A core: instructions between misses, the window, the misses under way.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::geometry::{Geometry, Target};
use super::miss::Miss;
use super::proxy::Proxy;
use super::trace::Replay;
use super::workload::Workload;
use crate::machine::CpuSpec;
use crate::stats::CoreStats;

/// Where misses come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Misses {
    Proxy(Proxy),
    Trace(Replay),
}

impl Misses {
    fn next(&mut self, geometry: &Geometry) -> Miss {
        match self {
            Misses::Proxy(proxy) => proxy.next(geometry),
            Misses::Trace(replay) => replay.next(geometry),
        }
    }
}

/// A read under way, or done while an older one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Outstanding {
    /// The instruction that missed.
    at: u64,
    done: bool,
}

/// One core.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Core {
    name: String,
    misses: Misses,
    geometry: Geometry,
    /// Instructions that it can execute in a DRAM cycle.
    slots: u64,
    window: u64,
    limit: u32,
    /// Instructions executed.
    position: u64,
    /// The miss to come, and the instruction that misses.
    next: Miss,
    next_at: u64,
    /// Reads in program order, from the oldest that is not done.
    reads: VecDeque<Outstanding>,
    /// Number of the first of `reads`.
    oldest: u32,
    reading: u32,
    writing: u32,
    stats: CoreStats,
}

impl Core {
    /// Core `index` at its first instruction. `ratio`: CPU cycles in a DRAM cycle.
    pub fn new(spec: &CpuSpec, ratio: u64, index: u32, workload: Workload, geometry: Geometry) -> Core {
        let name = workload.name().to_string();
        let mut misses = match workload {
            Workload::Proxy(benchmark) => Misses::Proxy(Proxy::new(&benchmark, index, &geometry)),
            Workload::Trace(trace) => {
                let share = geometry.bytes() / u64::from(spec.cores) * u64::from(index);
                Misses::Trace(Replay::new(trace, share))
            }
        };
        let next = misses.next(&geometry);
        Core {
            name,
            misses,
            geometry,
            slots: u64::from(spec.width) * ratio,
            window: spec.window.into(),
            limit: spec.outstanding,
            position: 0,
            next,
            next_at: next.distance,
            reads: VecDeque::new(),
            oldest: 0,
            reading: 0,
            writing: 0,
            stats: CoreStats::default(),
        }
    }

    /// The data of a read has come, or (`None`) that of a write-back has gone.
    pub fn finished(&mut self, token: Option<u32>) {
        let Some(token) = token else {
            self.writing -= 1;
            return;
        };
        self.reads[token.wrapping_sub(self.oldest) as usize].done = true;
        self.reading -= 1;
        while self.reads.front().is_some_and(|read| read.done) {
            self.reads.pop_front();
            self.oldest = self.oldest.wrapping_add(1);
        }
    }

    /// One DRAM cycle. `send` takes the target, whether it is written, and the token to finish a read with.
    pub fn step(&mut self, mut send: impl FnMut(Target, bool, u32)) {
        let mut slots = self.slots;
        loop {
            let edge = self.reads.front().map_or(u64::MAX, |oldest| oldest.at + self.window);
            // A miss that finds no room waits before it executes.
            let blocked = self.reading == self.limit || self.writing == self.limit;
            let target = edge.min(self.next_at - u64::from(blocked));
            let run = slots.min(target.saturating_sub(self.position));
            self.position += run;
            slots -= run;
            if self.position < self.next_at {
                break;
            }
            self.miss(&mut send);
        }
        self.stats.lost_slots += slots;
    }

    fn miss(&mut self, send: &mut impl FnMut(Target, bool, u32)) {
        let token = self.oldest.wrapping_add(self.reads.len() as u32);
        self.reads.push_back(Outstanding { at: self.next_at, done: false });
        self.reading += 1;
        self.stats.reads += 1;
        send(self.next.read, false, token);
        if let Some(target) = self.next.write_back {
            self.writing += 1;
            self.stats.write_backs += 1;
            send(target, true, 0);
        }
        self.next = self.misses.next(&self.geometry);
        self.next_at += self.next.distance;
    }

    /// What it executes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Instructions executed so far.
    pub fn instructions(&self) -> u64 {
        self.position
    }

    /// What it counted so far, but for the cycles.
    pub fn stats(&self) -> CoreStats {
        CoreStats { instructions: self.position, ..self.stats }
    }
}
