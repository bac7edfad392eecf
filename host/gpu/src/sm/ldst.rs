// SPDX-License-Identifier: Apache-2.0
//! The load/store unit: a queue of memory instructions, of which the oldest makes one access a cycle to the L1,
//! to shared memory or to the constant cache. An access that a cache refuses is tried again in the next cycle,
//! and everything behind it waits; unless a load path stands between this unit and the L1 (`reexecution.rs`).
//!
//! Local memory goes through the L1 like global memory, stores included (write-evict; hardware writes it back).
//! Stores with any operator evict the L1's copy. Loads with the operator `.cg` pass the L1 and hold none of its MSHRs;
//! the sectors that they touch travel. Atomics and reductions pass the L1 and are executed at L2.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, CacheOp, MemOp, Space};

use super::caches::{Caches, L1Access};
use super::coalescer::{coalesce, offsets, Transaction};
use super::kernel::InstTiming;
use super::translation::{PageUse, Translating};
use super::wheel::{Completion, Wheel};
use super::{constant, shared_memory};
use crate::cache::{self, Cache, FailReason, Outcome};
use crate::machine::MachineSpec;
use crate::region::Region;
use crate::socket::{Found, LoadGate, LoadPath, Lookup, MayMiss, MissRule, Prefetcher, OFFSET_WORDS};
use crate::stats::SmStats;
use crate::types::{Line, LineSize, MemKind, Origin, Requester, SmCycle, WarpTag, SECTOR_BYTES};

/// What a memory instruction of the queue needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Need {
    /// Its transactions, at the L1 or past it.
    Lines(MemKind),
    /// Its words, from the constant cache.
    Constants,
    /// So many passes, then a result after so many cycles.
    Passes { left: u32, latency: u32 },
}

/// A memory instruction under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MemoryOp {
    pub(super) requester: Requester,
    pub(super) pc: u32,
    /// From when on it has its operands.
    ready: SmCycle,
    need: Need,
    cache: CacheOp,
    /// The lowest seven bits of the destination register's number.
    pub(super) register: u8,
    /// A load that a prefetcher is told of.
    observed: bool,
    /// Bytes of each lane.
    lane_bytes: u8,
    pub(super) transactions: Vec<Transaction>,
    /// Of each transaction, the lanes' offsets within the line; only with a load path.
    pub(super) offsets: Vec<[u32; OFFSET_WORDS]>,
    /// Lines of the constant cache, one a word.
    constants: Vec<Line>,
    /// Its pages, with what is known of them; only where addresses are translated.
    pub(super) pages: Vec<PageUse>,
    /// Transactions that have left this unit, or words presented to the constant cache.
    pub(super) presented: u32,
    /// Transactions, words, or the one result of the passes, not served yet.
    unserved: u32,
}

impl MemoryOp {
    /// Whether the warp gets data back.
    fn returns(&self) -> bool {
        self.need != Need::Lines(MemKind::Write)
    }

    /// What its accesses of the L1 are; `None` if it makes none.
    #[inline]
    pub(super) fn kind(&self) -> Option<MemKind> {
        match self.need {
            Need::Lines(kind) => Some(kind),
            _ => None,
        }
    }

    /// The access of the L1, of `kind`, that transaction number `n` of the instruction numbered `id` is.
    fn l1_access(&self, id: u32, lines: LineSize, kind: MemKind, n: usize) -> cache::Access<L1Access> {
        let t = &self.transactions[n];
        let past = kind == MemKind::Read && self.cache == CacheOp::Global;
        let sectors = (SECTOR_BYTES as u32 * t.sectors()) as u16;
        cache::Access {
            line: t.line,
            kind,
            bytes: match kind {
                MemKind::Read if past => sectors,
                MemKind::Read => lines.bytes() as u16,
                MemKind::Write => sectors,
                MemKind::Atomic => t.lanes.count_ones() as u16 * u16::from(self.lane_bytes),
            },
            covers_line: t.covers_line(lines),
            evict_first: self.cache == CacheOp::Streaming,
            requester: self.requester,
            origin: Origin::Demand,
            warp_tag: WarpTag::default(),
            token: L1Access { op: id, pc: self.pc, past, beside: false },
        }
    }

    /// Reads the next word for the instruction numbered `id`.
    fn read_constant(&self, id: u32, lines: LineSize, constant: &mut Cache<u32>) -> Outcome {
        constant.access(&cache::Access {
            line: self.constants[self.presented as usize],
            kind: MemKind::Read,
            bytes: lines.constant().bytes() as u16,
            requester: self.requester,
            token: id,
            ..Default::default()
        })
    }

    /// The next access has been `taken` or must be tried again; returns whether it was the last of `count`.
    pub(super) fn presented(&mut self, taken: bool, count: usize, stats: &mut SmStats) -> bool {
        if !taken {
            stats.lsu_stall_cycles += 1;
            return false;
        }
        self.presented += 1;
        self.presented as usize == count
    }
}

/// What the accesses of one cycle meet.
pub struct Port<'a> {
    pub now: SmCycle,
    pub caches: &'a mut Caches,
    pub wheel: &'a mut Wheel,
    pub gate: Option<&'a mut (dyn LoadGate + 'static)>,
    pub prefetcher: Option<&'a mut (dyn Prefetcher + 'static)>,
    /// The port of the L1 is used in this cycle.
    pub used: bool,
    pub may_miss: MayMiss,
    /// What says so, if anything does.
    pub rule: Option<&'a mut (dyn MissRule + 'static)>,
    /// The warp whose requests the scheduler wants to be served before all others.
    pub favoured: Option<u8>,
    pub stats: &'a mut SmStats,
}

/// State of the load/store unit of one SM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LdSt {
    pub(super) lines: LineSize,
    pub(super) depth: usize,
    banks: u32,
    shared_latency: u32,
    constant_latency: u32,
    l1_hit_latency: u32,
    /// A load path wants to know the lanes' offsets.
    with_offsets: bool,
    /// Instructions under way; a slot is used again when it is free.
    pub(super) ops: Vec<MemoryOp>,
    free: Vec<u32>,
    /// Instructions with accesses still to make, oldest first.
    pub(super) queue: VecDeque<u32>,
    /// Those whose pages are not all known yet; only where addresses are translated.
    pub(super) translating: Option<Box<Translating>>,
    /// An instruction entered in this cycle.
    entered: bool,
    /// The oldest instruction could not move in this cycle.
    stalled: bool,
    /// Why the L1 refused its access, and the state of the L1 then ([`Cache::changes`]). Found anew after a checkpoint.
    #[serde(skip)]
    refused: Option<(FailReason, u64)>,
    /// Instructions under way per warp, and those among them that return data.
    in_flight: Vec<u16>,
    returning: Vec<u16>,
    /// Warps with an instruction under way that returns data.
    load_pending: u64,
    /// Per warp, the instruction that has requests in the load path's queue.
    pub(super) parked: Vec<u32>,
}

impl LdSt {
    /// `with_path`: a load path stands between this unit and the L1.
    pub fn new(machine: &MachineSpec, with_path: bool) -> Self {
        let sm = &machine.sm;
        Self {
            lines: machine.lines(),
            depth: sm.ldst_queue as usize,
            banks: sm.shared_banks,
            shared_latency: sm.shared_latency,
            constant_latency: sm.constant_latency + sm.operand_latency,
            l1_hit_latency: sm.l1_hit_latency,
            with_offsets: with_path,
            ops: Vec::new(),
            free: Vec::new(),
            queue: VecDeque::with_capacity(sm.ldst_queue as usize),
            translating: machine.mmu.as_ref().map(|mmu| Box::new(Translating::new(mmu, machine.lines()))),
            entered: false,
            stalled: false,
            refused: None,
            in_flight: vec![0; sm.warps as usize],
            returning: vec![0; sm.warps as usize],
            load_pending: 0,
            parked: vec![0; sm.warps as usize],
        }
    }

    /// Whether a memory instruction can enter the queue in this cycle: at most one does.
    #[inline]
    pub fn accepts(&self) -> bool {
        !self.entered && self.queue.len() + self.looking() < self.depth
    }

    /// Warps that wait for data.
    #[inline]
    pub fn load_pending(&self) -> u64 {
        self.load_pending
    }

    /// Warps with an instruction of which not everything has left this unit.
    pub fn unsent(&self) -> u64 {
        let inside = self.translating.iter().flat_map(|translating| translating.all());
        self.queue
            .iter()
            .chain(inside)
            .fold(0, |warps, id| warps | 1 << self.ops[*id as usize].requester.warp)
    }

    /// Whether the oldest instruction could not move in this cycle although the line of some load behind it is in the L1.
    pub fn reuse_blocked(&self, l1: &Cache<L1Access>) -> bool {
        if !self.stalled {
            return false;
        }
        let loads = self.queue.iter().map(|id| &self.ops[*id as usize]);
        let mut loads =
            loads.filter(|op| op.need == Need::Lines(MemKind::Read) && op.cache != CacheOp::Global);
        loads.any(|op| op.transactions[op.presented as usize..].iter().any(|t| l1.contains(t.line)))
    }

    /// The lines of the instruction that has entered last, in the order of the lowest lane that each serves.
    pub fn newest_lines(&self) -> impl Iterator<Item = Line> + '_ {
        let looking = self.translating.as_ref().and_then(|translating| translating.newest());
        let newest = looking.or(self.queue.back().copied()).map(|id| &self.ops[id as usize]);
        newest.into_iter().flat_map(|op| op.transactions.iter().map(|t| t.line))
    }

    /// Whether no memory instruction of `warp` is under way.
    #[inline]
    pub fn quiet(&self, warp: u32) -> bool {
        self.in_flight[warp as usize] == 0
    }

    /// Whose instruction is the oldest with accesses to make.
    pub fn oldest(&self) -> Option<Requester> {
        self.queue.front().map(|id| self.ops[*id as usize].requester)
    }

    /// Memory instructions under way.
    pub fn under_way(&self) -> usize {
        self.ops.len() - self.free.len()
    }

    /// The instruction at `pc` of the warp of `by`, which has the addresses of `access` in cycle `ready`, enters the queue; its lines are in
    /// the region `entry`.
    #[allow(clippy::too_many_arguments)] // Everything that is known of an instruction, once.
    pub fn enter(
        &mut self,
        by: Requester,
        pc: u32,
        ready: SmCycle,
        timing: &InstTiming,
        access: &Access,
        entry: &Region,
        stats: &mut SmStats,
    ) {
        let warp = usize::from(by.warp);
        let id = self.free.pop().unwrap_or_else(|| {
            self.ops.push(MemoryOp {
                requester: Requester::default(),
                pc: 0,
                ready: SmCycle(0),
                need: Need::Lines(MemKind::Read),
                cache: CacheOp::All,
                register: 0,
                observed: false,
                lane_bytes: 0,
                transactions: Vec::new(),
                offsets: Vec::new(),
                constants: Vec::new(),
                pages: Vec::new(),
                presented: 0,
                unserved: 0,
            });
            self.ops.len() as u32 - 1
        });
        let op = &mut self.ops[id as usize];
        (op.requester, op.pc, op.presented, op.lane_bytes) = (by, pc, 0, access.bytes);
        (op.cache, op.register, op.ready) = (timing.cache, timing.register, ready);
        op.observed = access.kind == MemOp::Load && observed(access.space, timing.cache);
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
                constant::lines(self.lines, access, &mut op.constants);
                let place = |line: &mut Line| *line = constant::placed(self.lines, *line, entry);
                op.constants.iter_mut().for_each(place);
                stats.constant_accesses += 1;
                stats.constant_passes += op.constants.len() as u64;
                (Need::Constants, op.constants.len() as u32)
            }
            Space::Global | Space::Local | Space::Generic | Space::Texture => {
                coalesce(access, self.lines, &mut op.transactions);
                stats.transactions += op.transactions.len() as u64;
                if self.with_offsets {
                    op.offsets.clear();
                    op.offsets.extend(op.transactions.iter().map(|t| offsets(access, self.lines, t)));
                }
                op.transactions.iter_mut().for_each(|t| t.line = entry.physical(t.line));
                let (kind, count) = match access.kind {
                    MemOp::Load => (MemKind::Read, &mut stats.loads),
                    MemOp::Store => (MemKind::Write, &mut stats.stores),
                    MemOp::Atomic | MemOp::Reduction => (MemKind::Atomic, &mut stats.atomics),
                };
                *count += 1;
                (Need::Lines(kind), op.transactions.len() as u32)
            }
        };
        self.in_flight[warp] += 1;
        if op.returns() {
            self.returning[warp] += 1;
            self.load_pending |= 1 << warp;
        }
        match &mut self.translating {
            Some(translating) if op.kind().is_some() => translating.enter(id, op, access),
            _ => self.queue.push_back(id),
        }
        self.entered = true;
    }

    /// Whether every instruction has made all its accesses.
    #[inline]
    pub fn has_sent_all(&self) -> bool {
        self.queue.is_empty()
    }

    /// One cycle in which it has nothing to do.
    #[inline]
    pub fn rest(&mut self) {
        (self.entered, self.stalled) = (false, false);
    }

    /// One cycle in which the L1, unchanged, refuses the oldest instruction's access once more; whether it is one. Only
    /// without a load path and a miss rule, which have a say.
    #[inline]
    pub fn refused_again(&mut self, l1: &mut Cache<L1Access>, stats: &mut SmStats) -> bool {
        let Some((reason, changes)) = self.refused else { return false };
        if l1.changes() != changes {
            return false;
        }
        l1.refuse(reason);
        stats.lsu_stall_cycles += 1;
        (self.entered, self.stalled) = (false, true);
        true
    }

    /// One cycle: the oldest instruction makes one access, or has the load path make one. Returns the warp of a store, an atomic or a
    /// reduction that has made its last one.
    #[inline]
    pub fn step(&mut self, port: &mut Port, path: Option<&mut (dyn LoadPath + 'static)>) -> Option<u32> {
        self.entered = false;
        let head = self.queue.front().copied().filter(|id| self.ops[*id as usize].ready <= port.now);
        let to_l1 = head.filter(|id| self.ops[*id as usize].kind().is_some());
        let stalls = port.stats.lsu_stall_cycles;
        let done = match (path, head) {
            (Some(path), _) => {
                let sent = self.send(to_l1, port, path);
                sent || head.is_some_and(|id| to_l1.is_none() && self.inside(id, port))
            }
            (None, None) => false,
            (None, Some(id)) if to_l1.is_some() => {
                let n = self.ops[id as usize].presented as usize;
                let accepted = self.access_l1(id, n, port);
                let op = &mut self.ops[id as usize];
                op.presented(accepted, op.transactions.len(), port.stats)
            }
            (None, Some(id)) => self.inside(id, port),
        };
        self.stalled = port.stats.lsu_stall_cycles != stalls;
        if !done {
            return None;
        }
        let op = &self.ops[self.queue.pop_front()? as usize];
        let changes = matches!(op.need, Need::Lines(MemKind::Write | MemKind::Atomic));
        changes.then(|| op.requester.warp.into())
    }

    /// Instruction `id` makes one pass over shared memory or reads one word of the constant cache. Returns whether it
    /// was the last one.
    #[inline]
    fn inside(&mut self, id: u32, port: &mut Port) -> bool {
        let op = &mut self.ops[id as usize];
        match op.need {
            Need::Passes { left: 1, latency } => {
                port.wheel.add(port.now, latency, Completion::Memory { op: id });
                true
            }
            Need::Passes { left, latency } => {
                op.need = Need::Passes { left: left - 1, latency };
                false
            }
            Need::Constants => {
                let constant = &mut port.caches.constant;
                let line = op.constants[op.presented as usize];
                let accepted =
                    (port.may_miss.constant >> op.requester.warp & 1 == 1 || constant.contains(line)) && {
                        let outcome = op.read_constant(id, self.lines, constant);
                        if outcome == Outcome::Hit {
                            port.wheel.add(port.now, self.constant_latency, Completion::Memory { op: id });
                        }
                        !matches!(outcome, Outcome::Fail(_))
                    };
                op.presented(accepted, op.constants.len(), port.stats)
            }
            Need::Lines(_) => false,
        }
    }

    /// Transaction number `n` of instruction `id` is at the port of the L1. Returns whether it is accepted; otherwise
    /// nothing has happened.
    #[inline]
    pub(super) fn access_l1(&mut self, id: u32, n: usize, port: &mut Port) -> bool {
        let op = &self.ops[id as usize];
        let Some(kind) = op.kind() else { return false };
        let access = op.l1_access(id, self.lines, kind, n);
        port.used = true;
        let l1 = &mut port.caches.l1;
        if port.may_miss.l1 >> op.requester.warp & 1 == 0 {
            let inside = kind == MemKind::Read && !access.token.past;
            if !inside || !(l1.contains(access.line) || port.may_miss.merges && l1.awaits(access.line)) {
                port.rule.iter_mut().for_each(|rule| rule.refused());
                return false;
            }
        }
        let outcome =
            if access.token.past { pass(&access, l1, port.stats) } else { port.caches.access(&access) };
        if outcome == Outcome::Hit {
            port.wheel.add(port.now, self.l1_hit_latency, Completion::Memory { op: id });
        }
        if let Some(gate) = &mut port.gate {
            report(*gate, &access, outcome);
        }
        if let (Some(prefetcher), true) = (&mut port.prefetcher, op.observed) {
            tell(*prefetcher, op, n, outcome);
            port.caches.l1.demanded(outcome);
        }
        self.refused = match outcome {
            Outcome::Fail(reason) if !access.token.past => Some((reason, port.caches.l1.changes())),
            _ => None,
        };
        !matches!(outcome, Outcome::Fail(_))
    }

    /// One transaction of `op` is served. Returns warp and program counter if that completes the instruction.
    pub fn served(&mut self, op: u32) -> Option<(u32, u32)> {
        let entry = &mut self.ops[op as usize];
        entry.unserved -= 1;
        if entry.unserved > 0 {
            return None;
        }
        let warp = usize::from(entry.requester.warp);
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

/// Whether prefetchers see the loads of `space`: those of global memory through the L1.
#[inline]
pub(super) fn observed(space: Space, cache: CacheOp) -> bool {
    matches!(space, Space::Global | Space::Generic) && cache != CacheOp::Global
}

/// A load past the L1.
fn pass(access: &cache::Access<L1Access>, l1: &mut Cache<L1Access>, stats: &mut SmStats) -> Outcome {
    if !l1.pass(access) {
        return Outcome::Fail(FailReason::MissQueue);
    }
    stats.l1_passes += 1;
    Outcome::Forwarded { victim: None }
}

/// Tells the prefetcher what transaction number `n` of the load `op` found in the L1.
fn tell(prefetcher: &mut dyn Prefetcher, op: &MemoryOp, n: usize, outcome: Outcome) {
    let found = match outcome {
        Outcome::Hit => Found::Hit,
        Outcome::HitReserved { upgrades: None } => Found::Pending,
        Outcome::HitReserved { upgrades: Some(tag) } => Found::Prefetched(tag),
        Outcome::Miss { .. } => Found::Miss,
        Outcome::Forwarded { .. } | Outcome::Fail(_) => return,
    };
    let (line, last) = (op.transactions[n].line, n + 1 == op.transactions.len());
    prefetcher.looked(&Lookup { pc: op.pc, requester: op.requester, line, found, last });
}

/// Tells the load gate what an access did to the L1.
fn report(gate: &mut dyn LoadGate, access: &cache::Access<L1Access>, outcome: Outcome) {
    let (missed, victim) = match outcome {
        Outcome::Miss { victim } => (access.kind == MemKind::Read, victim),
        Outcome::Forwarded { victim } => (false, victim),
        Outcome::HitReserved { .. } | Outcome::Hit | Outcome::Fail(_) => (false, None),
    };
    if missed {
        gate.missed(access.requester.warp.into(), access.line);
    }
    if let Some(v) = victim {
        gate.evicted(v.owner.warp.into(), v.line);
    }
}
