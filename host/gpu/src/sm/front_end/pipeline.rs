// SPDX-License-Identifier: Apache-2.0
//! What is under way behind issue: the EX stages, results that come later, and the beats in which all of them are written.
//!
//! Of an instruction that issues in cycle t, beat b is in EX stage k in t + k + b and written in t + L + 1 + b (specification of ILP, section
//! 2.0). Of what comes later, one beat a cycle is written, in the order in which results arrive. The register file has one write port,
//! which arithmetic has first.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::machine::FrontEndSpec;
use crate::socket::{PipelineEvents, Place, Resolved, ResultBeat};
use crate::types::SmCycle;

/// An instruction under way.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct InFlight {
    pub warp: u8,
    pub pc: u32,
    pub place: Place,
    pub active: u32,
    /// It has a result.
    pub writes: bool,
    /// It is a store, perhaps among other things.
    pub stores: bool,
    /// It is on the wrong path of a branch.
    pub wrong_path: bool,
}

/// An instruction that writes its beats from a cycle on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Writing {
    from: SmCycle,
    beat: u32,
    inst: InFlight,
}

/// What is under way in one SM.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pipeline {
    lanes: u32,
    beats: u32,
    alu_latency: u32,
    resolve: u32,
    /// In the EX stages or writing from them, oldest first.
    ex: VecDeque<Writing>,
    /// With a result at a known time.
    timed: Vec<(SmCycle, InFlight)>,
    /// At the memory side, oldest first.
    memory: Vec<InFlight>,
    /// With results that wait for the write port of what comes later.
    late: VecDeque<Writing>,
    /// Unresolved branches, and when they are resolved, oldest first.
    branches: VecDeque<(SmCycle, Resolved)>,
    /// Warps whose store has made its accesses since the last cycle.
    stored: u64,
}

impl Pipeline {
    pub fn new(spec: &FrontEndSpec) -> Pipeline {
        Pipeline {
            lanes: spec.lanes,
            beats: spec.beats(),
            alu_latency: spec.alu_latency,
            resolve: spec.resolve(),
            ..Pipeline::default()
        }
    }

    /// An instruction enters the EX stages in cycle `now`.
    pub fn enter_ex(&mut self, now: SmCycle, inst: InFlight) {
        let from = now + u64::from(self.alu_latency + 1);
        self.ex.push_back(Writing { from, beat: 0, inst });
    }

    /// An instruction has its result `latency` cycles after `now`.
    pub fn enter_timed(&mut self, now: SmCycle, latency: u32, inst: InFlight) {
        self.timed.push((now + u64::from(latency), inst));
    }

    /// A memory instruction that executes nothing is over when it would leave the EX stages.
    pub fn enter_empty(&mut self, now: SmCycle, inst: InFlight) {
        self.enter_timed(now, self.alu_latency + 1, inst);
    }

    /// A memory instruction waits for its answer.
    pub fn enter_memory(&mut self, inst: InFlight) {
        self.memory.push(inst);
    }

    /// A branch issues in cycle `now`.
    pub fn enter_branch(&mut self, now: SmCycle, branch: Resolved) {
        self.branches.push_back((now + u64::from(self.resolve), branch));
    }

    /// The store of `warp` has made its accesses.
    pub fn stored(&mut self, warp: u32) {
        self.stored |= 1 << warp;
    }

    /// The memory instruction at `pc` of `warp` is complete: the oldest of that kind which waits, if any does.
    pub fn answered(&mut self, now: SmCycle, warp: u32, pc: u32) {
        let same = |inst: &InFlight| u32::from(inst.warp) == warp && inst.pc == pc;
        if let Some(n) = self.memory.iter().position(same) {
            let inst = self.memory.remove(n);
            self.arrive(now, inst);
        }
    }

    /// A result is there; without one only the end of a store.
    fn arrive(&mut self, now: SmCycle, inst: InFlight) {
        if inst.writes && inst.place != Place::Nowhere {
            self.late.push_back(Writing { from: now, beat: 0, inst });
        } else {
            self.stored |= u64::from(inst.stores) << inst.warp;
        }
    }

    /// What `warp` has in the EX stages from the wrong path is dropped.
    pub fn kill(&mut self, warp: u8) {
        self.ex.retain(|one| !(one.inst.wrong_path && one.inst.warp == warp));
    }

    /// What happens in cycle `now`.
    pub fn step(&mut self, now: SmCycle) -> PipelineEvents {
        let mut events = PipelineEvents::default();
        if self.branches.front().is_some_and(|(at, _)| *at <= now) {
            events.resolved = self.branches.pop_front().map(|(_, branch)| branch);
        }
        self.write_alu(now, &mut events);
        let mut n = 0;
        while n < self.timed.len() {
            if self.timed[n].0 <= now {
                let (_, inst) = self.timed.remove(n);
                self.arrive(now, inst);
            } else {
                n += 1;
            }
        }
        self.write_late(&mut events);
        events.stored |= std::mem::take(&mut self.stored);
        events
    }

    fn threads(&self, one: &Writing) -> u32 {
        let beat = u64::from(one.inst.active) >> (one.beat * self.lanes);
        (beat & ((1 << self.lanes) - 1)) as u32
    }

    fn write_alu(&mut self, now: SmCycle, events: &mut PipelineEvents) {
        let Some(one) = self.ex.front().copied() else { return };
        if now < one.from + u64::from(one.beat) {
            return;
        }
        let (beat, warp) = (one.beat as u8, one.inst.warp);
        match one.inst.place {
            Place::Entry(entry) => {
                let threads = self.threads(&one);
                events.alu = (threads != 0).then_some(ResultBeat { entry, beat, threads });
            }
            Place::Direct if one.inst.writes => {
                events.register_port = true;
                events.direct_alu = (beat == 0).then_some(warp);
            }
            Place::Direct => events.direct_empty = (beat == 0).then_some(warp),
            Place::Nowhere => {}
        }
        if one.beat + 1 == self.beats {
            self.ex.pop_front();
        } else if let Some(one) = self.ex.front_mut() {
            one.beat += 1;
        }
    }

    fn write_late(&mut self, events: &mut PipelineEvents) {
        let Some(one) = self.late.front().copied() else { return };
        let last = one.beat + 1 == self.beats;
        match one.inst.place {
            Place::Entry(entry) => {
                let threads = self.threads(&one);
                let beat = one.beat as u8;
                events.late = (threads != 0).then_some(ResultBeat { entry, beat, threads });
            }
            _ if events.register_port => return,
            _ => {
                events.register_port = true;
                events.direct_late = last.then_some(one.inst.warp);
            }
        }
        if last {
            events.stored |= u64::from(one.inst.stores) << one.inst.warp;
            self.late.pop_front();
        } else if let Some(one) = self.late.front_mut() {
            one.beat += 1;
        }
    }
}
