// SPDX-License-Identifier: Apache-2.0
//! A small SM round Mascar's three modules: warps, an LSU, and an L1 with MSHRs and a miss queue.

use std::collections::VecDeque;

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched};

use super::rexq::Harness as Rexq;
use super::sat::Harness as Sat;
use super::sched::Harness as Sched;
use crate::BenchError;

/// An instruction of a warp.
#[derive(Clone, Debug)]
pub enum Op {
    /// Loads these lines.
    Load(Vec<u64>),
    /// Stores to these lines; nothing waits for it.
    Store(Vec<u64>),
    /// Needs nothing.
    Compute,
    /// Needs all loads before it.
    Use,
    /// Waits for the other warps.
    Barrier,
    /// Waits for all accesses before it.
    Fence,
}

/// A request on its way from the LSU to the L1.
#[derive(Clone, Copy, Debug)]
struct Request {
    line: u64,
    warp: u8,
    store: bool,
    first: bool,
}

#[derive(Clone, Debug, Default)]
struct Warp {
    program: Vec<Op>,
    next: usize,
    /// Loaded lines that have not arrived.
    awaited: u32,
    /// Requests that the L1 has not accepted.
    unsent: u32,
}

impl Warp {
    fn head(&self) -> Option<&Op> {
        self.program.get(self.next)
    }

    fn exited(&self) -> bool {
        self.head().is_none() && self.awaited + self.unsent == 0
    }
}

/// Instructions in the LSU at most.
const LSU_INSTRUCTIONS: usize = 2;
/// Cycles from a miss to its data, and from a hit to them.
const MISS_LATENCY: u64 = 40;
const HIT_LATENCY: u64 = 3;
/// The miss queue gives one entry to the network in so many cycles.
const DRAIN: u64 = 3;
/// Lines of the L1.
const LINES: usize = 16;

/// The L1 of the machine.
#[derive(Debug, Default)]
struct L1 {
    /// Lines present, the most recently used last.
    lines: VecDeque<u64>,
    /// Lines under way, with their cycle of arrival.
    mshrs: Vec<(u64, u64)>,
    miss_queue: u32,
    /// Data on their way to warps: cycle of arrival.
    arriving: Vec<(u64, u8)>,
}

impl L1 {
    /// Presents a request (section 2.5); returns whether it is accepted.
    fn access(&mut self, now: u64, r: Request, may_miss: bool, p: &Params) -> bool {
        if let Some(at) = self.lines.iter().position(|l| *l == r.line).filter(|_| !r.store) {
            self.lines.remove(at);
            self.lines.push_back(r.line);
            self.arriving.push((now + HIT_LATENCY, r.warp));
            return true;
        }
        let queue_room = self.miss_queue < p.mq_entries;
        if !may_miss || (r.store && !queue_room) {
            return false;
        }
        if r.store {
            self.miss_queue += 1;
            return true;
        }
        let arrival = match self.mshrs.iter().find(|(line, _)| *line == r.line) {
            Some((_, arrival)) => *arrival,
            None if self.mshrs.len() < p.mshr_entries as usize && queue_room => {
                self.miss_queue += 1;
                self.mshrs.push((r.line, now + MISS_LATENCY));
                now + MISS_LATENCY
            }
            None => return false,
        };
        self.arriving.push((arrival, r.warp));
        true
    }

    /// The end of a cycle: what arrives in the next.
    fn step(&mut self, now: u64, warps: &mut [Warp]) {
        self.arriving.retain(|(at, warp)| {
            let arrived = *at == now + 1;
            warps[usize::from(*warp)].awaited -= u32::from(arrived);
            !arrived
        });
        let lines = &mut self.lines;
        self.mshrs.retain(|(line, at)| {
            if *at == now + 1 {
                lines.push_back(*line);
            }
            *at != now + 1
        });
        let over = lines.len().saturating_sub(LINES);
        lines.drain(..over);
        if now % DRAIN == 0 {
            self.miss_queue = self.miss_queue.saturating_sub(1);
        }
    }
}

/// What a run of the machine has shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Cycles, and those in MP.
    pub cycles: u64,
    pub mp: u64,
    /// Changes of the mode.
    pub toggles: u64,
    /// Requests made, accepted, and accepted from the queue.
    pub made: u64,
    pub accepted: u64,
    pub requeued: u64,
    /// Cycles in which the owner was at a barrier or a fence.
    pub owner_waits: u64,
    /// Most requests in the queue.
    pub most: u8,
}

/// The machine. Every unit is model and RTL in lockstep, with its invariants checked.
pub struct Machine {
    params: Params,
    sat: Sat,
    sched: Sched,
    rexq: Rexq,
    warps: Vec<Warp>,
    lsu: VecDeque<Request>,
    l1: L1,
    /// Forces the mode by cycle, in place of the saturation detector.
    pub forced: Option<fn(u64) -> bool>,
    pub seen: Seen,
}

impl Machine {
    /// A machine whose warps run these programs, the first the oldest.
    pub fn new(params: &Params, programs: Vec<Vec<Op>>) -> Result<Machine, BenchError> {
        let mut input = sched::In { comp_free: (1 << params.n_sched) - 1, ..Default::default() };
        for w in 0..params.n_warps {
            input.set_rank(w, w as u8, params);
        }
        Ok(Machine {
            params: params.clone(),
            sat: Sat::start(params, sat::In::default())?,
            sched: Sched::start(params, input)?,
            rexq: Rexq::start(params, rexq::In::default())?,
            warps: programs.into_iter().map(|program| Warp { program, ..Warp::default() }).collect(),
            lsu: VecDeque::new(),
            l1: L1::default(),
            forced: None,
            seen: Seen::default(),
        })
    }

    /// Whether all warps have exited.
    pub fn done(&self) -> bool {
        self.warps.iter().all(Warp::exited)
    }

    /// The owner in the next cycle.
    pub fn owner(&self) -> Option<u8> {
        self.sched.out.owner_v.then_some(self.sched.out.owner)
    }

    /// Requests in the re-execution queue.
    pub fn parked(&self) -> u8 {
        self.rexq.out.count
    }

    /// Requests of a warp that the L1 has not accepted.
    pub fn unsent(&self, warp: usize) -> u32 {
        self.warps[warp].unsent
    }

    /// Takes so many MSHRs for lines that do not arrive while a test lasts.
    pub fn occupy(&mut self, mshrs: u64) {
        self.l1.mshrs.extend((0..mshrs).map(|n| (u64::MAX - n, u64::MAX)));
    }

    /// Compares a value with what the specification says.
    pub fn expect<V: PartialEq + std::fmt::Debug>(
        &self,
        what: &'static str,
        got: V,
        expected: V,
    ) -> Result<(), BenchError> {
        self.sched.expect(what, got, expected)
    }

    /// That many cycles.
    pub fn steps(&mut self, cycles: u64) -> Result<(), BenchError> {
        (0..cycles).try_for_each(|_| self.step())
    }

    /// Runs until all warps have exited, at most `limit` cycles.
    pub fn run(&mut self, limit: u64) -> Result<Seen, BenchError> {
        while !self.done() && self.seen.cycles < limit {
            self.step()?;
        }
        self.expect("all warps exit", self.done(), true)?;
        self.expect("requests accepted", self.seen.accepted, self.seen.made)?;
        Ok(self.seen)
    }

    /// One cycle.
    pub fn step(&mut self) -> Result<(), BenchError> {
        let now = self.seen.cycles;
        let mp = self.forced.map_or(self.sat.out.mp, |forced| forced(now));
        let owner = self.owner();
        self.barrier();
        let head = owner.and_then(|w| self.warps[usize::from(w)].head());
        self.seen.owner_waits += u64::from(matches!(head, Some(Op::Barrier | Op::Fence)));
        let requests = self.issue(mp)?;
        self.present(now, mp, owner)?;
        // What is issued in this cycle reaches the LSU in the next.
        self.lsu.extend(requests);

        let before = self.sat.out.mp;
        self.sat.input.mshr_used = self.l1.mshrs.len() as u32;
        self.sat.input.mq_used = self.l1.miss_queue;
        self.sat.step()?;
        self.l1.step(now, &mut self.warps);
        let s = &mut self.seen;
        s.cycles += 1;
        s.mp += u64::from(mp);
        s.toggles += u64::from(self.sat.out.mp != before);
        s.most = s.most.max(self.rexq.out.count);
        Ok(())
    }

    /// Lets the warps pass the barrier when all that have not exited are there, and fences when all is sent and back.
    fn barrier(&mut self) {
        let at = |w: &Warp| matches!(w.head(), Some(Op::Barrier));
        let all = self.warps.iter().all(|w| at(w) || w.exited());
        for warp in &mut self.warps {
            let fenced = matches!(warp.head(), Some(Op::Fence)) && warp.awaited + warp.unsent == 0;
            warp.next += usize::from(fenced || (all && at(warp)));
        }
    }

    /// Issues what the scheduler grants, and returns the requests made.
    fn issue(&mut self, mp: bool) -> Result<Vec<Request>, BenchError> {
        let warps = &self.warps;
        let set = |of: &dyn Fn(&Warp) -> bool| {
            warps.iter().enumerate().filter(|(_, w)| of(w)).fold(0u64, |set, (n, _)| set | 1 << n)
        };
        let memory = |w: &Warp| matches!(w.head(), Some(Op::Load(_) | Op::Store(_)));
        let waits = |w: &Warp| matches!(w.head(), Some(Op::Use)) && w.awaited > 0;
        let i = &mut self.sched.input;
        i.mp = mp;
        i.slot_live = u64::MAX >> (64 - warps.len());
        i.at_barrier = set(&|w| matches!(w.head(), Some(Op::Barrier)));
        i.at_fence = set(&|w| matches!(w.head(), Some(Op::Fence)));
        i.exited = set(&Warp::exited);
        i.ib_valid = set(&|w| w.head().is_some());
        i.head_is_mem = set(&memory);
        i.dep_ll = set(&waits);
        i.ops_ready = !(i.dep_ll | i.at_fence);
        i.lsu_free = self.lsu.iter().filter(|r| r.first).count() < LSU_INSTRUCTIONS;
        i.lsu_has = self.lsu.iter().fold(0, |set, r| set | 1 << r.warp);
        i.rexq_has = self.rexq.out.rexq_has;
        i.rexq_head_v = self.rexq.out.head_v;
        i.rexq_head_warp = self.rexq.out.head_warp;
        self.sched.step()?;

        let mut requests = vec![];
        for grant in (0..self.params.n_sched).filter_map(|s| self.sched.out.grant(s, &self.params)) {
            let warp = &mut self.warps[usize::from(grant.warp)];
            let (lines, store) = match warp.head() {
                Some(Op::Load(lines)) => (lines.clone(), false),
                Some(Op::Store(lines)) => (lines.clone(), true),
                _ => (vec![], false),
            };
            warp.next += 1;
            warp.unsent += lines.len() as u32;
            warp.awaited += if store { 0 } else { lines.len() as u32 };
            self.seen.made += lines.len() as u64;
            let request = |(n, line)| Request { line, warp: grant.warp, store, first: n == 0 };
            requests.extend(lines.into_iter().enumerate().map(request));
        }
        Ok(requests)
    }

    /// One request goes to the L1, which answers in the same cycle.
    fn present(&mut self, now: u64, mp: bool, owner: Option<u8>) -> Result<(), BenchError> {
        let head = self.lsu.front().copied();
        self.rexq.input = head.map_or_else(rexq::In::default, |r| rexq::In {
            lsu_v: true,
            lsu_base: r.line,
            lsu_warp: r.warp,
            lsu_op: u8::from(r.store),
            lsu_first: r.first,
            ..Default::default()
        });
        self.rexq.input.owner_v = owner.is_some();
        self.rexq.input.owner = owner.unwrap_or(0);
        let asked = self.rexq.eval()?;
        if asked.l1_v {
            let (line, warp, store) = (asked.l1_base, asked.l1_warp, asked.l1_op == 1);
            let request = Request { line, warp, store, first: asked.l1_first };
            let may_miss = !mp || owner == Some(warp);
            let accepted = self.l1.access(now, request, may_miss, &self.params);
            self.rexq.input.l1_ack = accepted;
            self.warps[usize::from(warp)].unsent -= u32::from(accepted);
            self.seen.accepted += u64::from(accepted);
            self.seen.requeued += u64::from(accepted && asked.l1_src);
        }
        self.rexq.step()?;
        if self.rexq.out.lsu_rdy {
            self.lsu.pop_front();
        }
        Ok(())
    }
}
