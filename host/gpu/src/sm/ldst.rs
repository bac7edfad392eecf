// SPDX-License-Identifier: Apache-2.0
//! The load/store unit: a queue of memory instructions, of which the oldest makes one access a cycle to the L1,
//! to shared memory or to the constant cache. An access that a cache refuses is tried again in the next cycle,
//! and everything behind it waits.
//!
//! Local memory goes through the L1 like global memory, stores included (write-evict; hardware writes it back).
//! Stores with any operator evict the L1's copy. Loads with the operator `.cg` pass the L1 and hold none of its MSHRs;
//! the sectors that they touch travel. Atomics and reductions pass the L1 and are executed at L2.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, CacheOp, MemOp, Space};

use super::caches::{Caches, L1Access};
use super::coalescer::{coalesce, Transaction};
use super::wheel::{Completion, Wheel};
use super::{constant, shared_memory};
use crate::cache::{self, Cache, FailReason, Outcome};
use crate::machine::SmSpec;
use crate::mem::MemKind;
use crate::socket::LoadGate;
use crate::stats::SmStats;
use crate::types::{Line, SmCycle, LINE_BYTES, SECTOR_BYTES};

/// What a memory instruction of the queue needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Need {
    /// Its transactions, at the L1 or past it.
    Lines(MemKind),
    /// Its words, from the constant cache.
    Constants,
    /// So many passes, then a result after so many cycles.
    Passes { left: u32, latency: u32 },
}

/// A memory instruction under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct MemoryOp {
    warp: u8,
    pc: u32,
    need: Need,
    cache: CacheOp,
    /// Bytes of each lane.
    lane_bytes: u8,
    transactions: Vec<Transaction>,
    /// Lines of the constant cache, one a word.
    constants: Vec<Line>,
    /// Transactions presented to the L1, or words to the constant cache.
    presented: u32,
    /// Transactions, words, or the one result of the passes, not served yet.
    unserved: u32,
}

impl MemoryOp {
    /// Whether the warp gets data back.
    fn returns(&self) -> bool {
        self.need != Need::Lines(MemKind::Write)
    }

    /// The access of the L1, of `kind`, that is to be made next for the instruction numbered `id`.
    fn l1_access(&self, id: u32, kind: MemKind) -> cache::Access<L1Access> {
        let t = &self.transactions[self.presented as usize];
        let past = kind == MemKind::Read && self.cache == CacheOp::Global;
        let sectors = SECTOR_BYTES as u16 * t.sectors.count_ones() as u16;
        cache::Access {
            line: t.line,
            kind,
            bytes: match kind {
                MemKind::Read if past => sectors,
                MemKind::Read => LINE_BYTES as u16,
                MemKind::Write => sectors,
                MemKind::Atomic => u16::from(t.lanes) * u16::from(self.lane_bytes),
            },
            owner: self.warp.into(),
            evict_first: self.cache == CacheOp::Streaming,
            token: L1Access { op: id, past },
        }
    }

    /// Reads the next word for the instruction numbered `id`.
    fn read_constant(&self, id: u32, constant: &mut Cache<u32>) -> Outcome {
        constant.access(&cache::Access {
            line: self.constants[self.presented as usize],
            kind: MemKind::Read,
            bytes: LINE_BYTES as u16,
            owner: self.warp.into(),
            evict_first: false,
            token: id,
        })
    }

    /// An access has been made; returns whether it was the last of `count`.
    fn presented(&mut self, outcome: Outcome, count: usize, stats: &mut SmStats) -> bool {
        if matches!(outcome, Outcome::Fail(_)) {
            stats.lsu_stall_cycles += 1;
            return false;
        }
        self.presented += 1;
        self.presented as usize == count
    }
}

/// State of the load/store unit of one SM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LdSt {
    depth: usize,
    banks: u32,
    shared_latency: u32,
    constant_latency: u32,
    l1_hit_latency: u32,
    /// Instructions under way; a slot is used again when it is free.
    ops: Vec<MemoryOp>,
    free: Vec<u32>,
    /// Instructions with accesses still to make, oldest first.
    queue: VecDeque<u32>,
    /// An instruction entered in this cycle.
    entered: bool,
    /// Instructions under way per warp, and those among them that return data.
    in_flight: Vec<u16>,
    returning: Vec<u16>,
    /// Warps with an instruction under way that returns data.
    load_pending: u64,
}

impl LdSt {
    pub fn new(sm: &SmSpec) -> Self {
        Self {
            depth: sm.ldst_queue as usize,
            banks: sm.shared_banks,
            shared_latency: sm.shared_latency,
            constant_latency: sm.constant_latency + sm.operand_latency,
            l1_hit_latency: sm.l1_hit_latency,
            ops: Vec::new(),
            free: Vec::new(),
            queue: VecDeque::with_capacity(sm.ldst_queue as usize),
            entered: false,
            in_flight: vec![0; sm.warps as usize],
            returning: vec![0; sm.warps as usize],
            load_pending: 0,
        }
    }

    /// Whether a memory instruction can enter the queue in this cycle: at most one does.
    #[inline]
    pub fn accepts(&self) -> bool {
        !self.entered && self.queue.len() < self.depth
    }

    /// Warps that wait for data.
    #[inline]
    pub fn load_pending(&self) -> u64 {
        self.load_pending
    }

    /// Whether no memory instruction of `warp` is under way.
    #[inline]
    pub fn quiet(&self, warp: u32) -> bool {
        self.in_flight[warp as usize] == 0
    }

    /// Memory instructions under way.
    pub fn under_way(&self) -> usize {
        self.ops.len() - self.free.len()
    }

    /// The instruction at `pc` of `warp`, with the addresses of `access`, enters the queue.
    pub fn enter(&mut self, warp: u32, pc: u32, cache: CacheOp, access: &Access, stats: &mut SmStats) {
        let id = self.free.pop().unwrap_or_else(|| {
            self.ops.push(MemoryOp {
                warp: 0,
                pc: 0,
                need: Need::Lines(MemKind::Read),
                cache: CacheOp::All,
                lane_bytes: 0,
                transactions: Vec::new(),
                constants: Vec::new(),
                presented: 0,
                unserved: 0,
            });
            self.ops.len() as u32 - 1
        });
        let op = &mut self.ops[id as usize];
        (op.warp, op.pc, op.presented, op.lane_bytes) = (warp as u8, pc, 0, access.bytes);
        op.cache = cache;
        (op.need, op.unserved) = match access.space {
            Space::Shared => {
                let left = shared_memory::cycles(access, self.banks);
                stats.shared_accesses += 1;
                stats.shared_passes += u64::from(left);
                stats.bank_conflict_cycles += u64::from(left - 1);
                (Need::Passes { left, latency: self.shared_latency }, 1)
            }
            Space::Const | Space::Param => {
                op.constants.clear();
                constant::lines(access, &mut op.constants);
                stats.constant_accesses += 1;
                stats.constant_passes += op.constants.len() as u64;
                (Need::Constants, op.constants.len() as u32)
            }
            Space::Global | Space::Local | Space::Generic | Space::Texture => {
                coalesce(access, &mut op.transactions);
                stats.transactions += op.transactions.len() as u64;
                let (kind, count) = match access.kind {
                    MemOp::Load => (MemKind::Read, &mut stats.loads),
                    MemOp::Store => (MemKind::Write, &mut stats.stores),
                    MemOp::Atomic | MemOp::Reduction => (MemKind::Atomic, &mut stats.atomics),
                };
                *count += 1;
                (Need::Lines(kind), op.transactions.len() as u32)
            }
        };
        self.in_flight[warp as usize] += 1;
        if op.returns() {
            self.returning[warp as usize] += 1;
            self.load_pending |= 1 << warp;
        }
        self.queue.push_back(id);
        self.entered = true;
    }

    /// One cycle: the oldest instruction makes one access.
    #[inline]
    pub fn step(
        &mut self,
        now: SmCycle,
        caches: &mut Caches,
        wheel: &mut Wheel,
        gate: Option<&mut (dyn LoadGate + 'static)>,
        stats: &mut SmStats,
    ) {
        self.entered = false;
        let Some(&id) = self.queue.front() else { return };
        let op = &mut self.ops[id as usize];
        let done = match op.need {
            Need::Passes { left: 1, latency } => {
                wheel.add(now, latency, Completion::Memory { op: id });
                true
            }
            Need::Passes { left, latency } => {
                op.need = Need::Passes { left: left - 1, latency };
                false
            }
            Need::Constants => {
                let outcome = op.read_constant(id, &mut caches.constant);
                if outcome == Outcome::Hit {
                    wheel.add(now, self.constant_latency, Completion::Memory { op: id });
                }
                op.presented(outcome, op.constants.len(), stats)
            }
            Need::Lines(kind) => {
                let access = op.l1_access(id, kind);
                let outcome = if access.token.past {
                    pass(&access, &mut caches.l1, stats)
                } else {
                    caches.l1.access(&access)
                };
                if outcome == Outcome::Hit {
                    wheel.add(now, self.l1_hit_latency, Completion::Memory { op: id });
                }
                if let Some(gate) = gate {
                    report(gate, &access, outcome);
                }
                op.presented(outcome, op.transactions.len(), stats)
            }
        };
        if done {
            self.queue.pop_front();
        }
    }

    /// One transaction of `op` is served. Returns warp and program counter if that completes the instruction.
    pub fn served(&mut self, op: u32) -> Option<(u32, u32)> {
        let entry = &mut self.ops[op as usize];
        entry.unserved -= 1;
        if entry.unserved > 0 {
            return None;
        }
        let warp = usize::from(entry.warp);
        self.free.push(op);
        self.in_flight[warp] -= 1;
        if entry.returns() {
            self.returning[warp] -= 1;
            self.load_pending &= !(u64::from(self.returning[warp] == 0) << warp);
        }
        Some((warp as u32, entry.pc))
    }
}

/// Whether an access of `space` takes long if it goes past the SM: global and local memory.
#[inline]
pub fn is_long(space: Space) -> bool {
    matches!(space, Space::Global | Space::Local | Space::Generic)
}

/// A load past the L1.
fn pass(access: &cache::Access<L1Access>, l1: &mut Cache<L1Access>, stats: &mut SmStats) -> Outcome {
    if !l1.pass(access) {
        return Outcome::Fail(FailReason::MissQueue);
    }
    stats.l1_passes += 1;
    Outcome::Forwarded { victim: None }
}

/// Tells the load gate what an access did to the L1.
fn report(gate: &mut dyn LoadGate, access: &cache::Access<L1Access>, outcome: Outcome) {
    let (missed, victim) = match outcome {
        Outcome::Miss { victim } => (access.kind == MemKind::Read, victim),
        Outcome::Forwarded { victim } => (false, victim),
        Outcome::HitReserved | Outcome::Hit | Outcome::Fail(_) => (false, None),
    };
    if missed {
        gate.missed(access.owner.into(), access.line);
    }
    if let Some(v) = victim {
        gate.evicted(v.owner.into(), v.line);
    }
}
