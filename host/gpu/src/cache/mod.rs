// SPDX-License-Identifier: Apache-2.0
//! A cache: tag array, MSHRs and miss queue; used for L1 and L2. Timing belongs to its owner.
//!
//! The owner calls [`Cache::access`] for each access, sends what stands in the miss queue to the next level, and
//! calls [`Cache::fill`] when a line comes back, which gives the accesses that waited for it.

mod access;
mod mshr;
mod prefetches;
mod replacement;
mod tags;
#[cfg(test)]
mod tests;
mod way;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::machine::{CacheSpec, WritePolicy};
use crate::stats::{CacheStats, PrefetchStats};
use crate::types::{Line, LineSize, MemKind, Origin, Requester, SmCycle, WarpTag};

pub use access::{Access, FailReason, Fill, Outcome, Prefetched, Victim};
pub use replacement::{Lru, Position, Replacement, Set, Use};

use mshr::Mshrs;
use prefetches::Prefetches;
use tags::{Tags, Way};
use way::State;

/// A cache with its counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cache<T> {
    line_bytes: u16,
    write_policy: WritePolicy,
    miss_queue_depth: usize,
    tags: Tags,
    mshrs: Mshrs<T>,
    miss_queue: VecDeque<Access<T>>,
    /// Counts what may let in an access that was refused: lines that come, requests that leave, and accesses of others.
    changes: u64,
    stats: CacheStats,
    prefetches: Prefetches,
}

impl<T: Copy + Default> Cache<T> {
    /// An empty cache.
    pub fn new(spec: &CacheSpec, lines: LineSize) -> Cache<T> {
        Cache {
            line_bytes: lines.bytes() as u16,
            write_policy: spec.write_policy,
            miss_queue_depth: spec.miss_queue as usize,
            tags: Tags::new(spec),
            mshrs: Mshrs::new(spec.mshrs, spec.mshr_merges),
            miss_queue: VecDeque::with_capacity(spec.miss_queue as usize),
            changes: 0,
            stats: CacheStats::default(),
            prefetches: Prefetches::default(),
        }
    }

    /// Presents one access. Unless it fails it is counted and all its effects have taken place.
    #[inline]
    pub fn access(&mut self, access: &Access<T>) -> Outcome {
        self.access_under(access, &mut Lru)
    }

    /// The same where `replacement` chooses what leaves; it must be the same one for every access.
    pub fn access_under<R: Replacement + ?Sized>(
        &mut self,
        access: &Access<T>,
        replacement: &mut R,
    ) -> Outcome {
        let outcome = match (self.write_policy, access.kind) {
            (WritePolicy::WriteEvict, MemKind::Write | MemKind::Atomic) => self.forward(access, replacement),
            _ => self.allocating(access, replacement),
        };
        self.count(access.kind, outcome);
        outcome
    }

    /// How often the cache has changed: an access that was refused is refused for the same reason while this stays.
    #[inline]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Counts an access that would be refused once more for `reason`.
    #[inline]
    pub fn refuse(&mut self, reason: FailReason) {
        let s = &mut self.stats;
        *match reason {
            FailReason::Mshr => &mut s.fail_mshr,
            FailReason::Merge => &mut s.fail_merge,
            FailReason::Set => &mut s.fail_set,
            FailReason::MissQueue => &mut s.fail_miss_queue,
        } += 1;
    }

    /// Asks for a line that nobody wants yet. It counts among the prefetches, not among the accesses.
    pub fn prefetch(&mut self, access: &Access<T>) -> Prefetched {
        if self.holds(access.line) {
            self.prefetches.counts.dropped += 1;
            return Prefetched::Dropped;
        }
        match self.allocate(access, false, &mut Lru) {
            Ok((way, victim)) => {
                self.prefetches.sent(way);
                self.changes += 1;
                Prefetched::Sent { victim }
            }
            Err(_) => Prefetched::Refused,
        }
    }

    /// Counts a prefetch of a line that is present or on its way elsewhere.
    pub fn prefetch_dropped(&mut self) {
        self.prefetches.counts.dropped += 1;
    }

    /// Drops the copy of `line`, which must not be dirty, if it is present.
    pub fn drop_line(&mut self, line: Line) {
        let present = self.tags.find(line).filter(|&way| self.tags.meta(way).state.present());
        if let Some(way) = present {
            self.evict(way, &mut Lru);
        }
    }

    /// Whether one more request for the next level finds room.
    pub fn takes_request(&self) -> bool {
        self.miss_room(1)
    }

    /// A store that goes on to the next level past this cache, which counts no access, and evicts the copy here; that must
    /// not be dirty. Returns whether the miss queue had room.
    pub fn pass_store<R: Replacement + ?Sized>(&mut self, access: &Access<T>, replacement: &mut R) -> bool {
        !matches!(self.forward(access, replacement), Outcome::Fail(_))
    }

    /// A read that goes on to the next level past this cache, which counts nothing. Returns whether the miss queue had room.
    pub fn pass(&mut self, access: &Access<T>) -> bool {
        let room = self.miss_room(1);
        if room {
            self.miss_queue.push_back(*access);
            self.changes += 1;
        }
        room
    }

    /// A store or atomic that goes on to the next level and evicts the copy here.
    fn forward<R: Replacement + ?Sized>(&mut self, access: &Access<T>, replacement: &mut R) -> Outcome {
        if !self.pass(access) {
            return Outcome::Fail(FailReason::MissQueue);
        }
        // A copy that is still on its way serves loads that were earlier than this store; it may stay.
        let present = self.tags.find(access.line).filter(|&way| self.tags.meta(way).state.present());
        Outcome::Forwarded { victim: present.map(|way| self.evict(way, replacement)) }
    }

    fn allocating<R: Replacement + ?Sized>(&mut self, access: &Access<T>, replacement: &mut R) -> Outcome {
        match self.tags.find(access.line) {
            Some(way) if self.tags.meta(way).state.pending() => self.merge(access, way, replacement),
            Some(_) if self.goes_through(access) && !self.miss_room(1) => {
                Outcome::Fail(FailReason::MissQueue)
            }
            Some(way) => {
                self.tags.touch(way, access.evict_first);
                replacement.touched(way, &Use::of(access));
                if self.tags.first_wanted(way, access) {
                    self.prefetches.useful(way);
                }
                if self.goes_through(access) {
                    self.miss_queue.push_back(Access { kind: MemKind::Write, ..*access });
                } else if access.kind != MemKind::Read {
                    self.tags.set_state(way, State::Dirty);
                }
                Outcome::Hit
            }
            None if self.goes_through(access) && access.kind == MemKind::Write => match self.pass(access) {
                true => Outcome::Miss { victim: None },
                false => Outcome::Fail(FailReason::MissQueue),
            },
            None => match self.allocate(access, access.waits(), replacement) {
                Ok((_, victim)) => Outcome::Miss { victim },
                Err(reason) => Outcome::Fail(reason),
            },
        }
    }

    /// Whether what `access` does to a line goes on to the next level at once.
    #[inline]
    fn goes_through(&self, access: &Access<T>) -> bool {
        self.write_policy == WritePolicy::WriteThrough && access.kind != MemKind::Read
    }

    fn merge<R: Replacement + ?Sized>(
        &mut self,
        access: &Access<T>,
        way: Way,
        replacement: &mut R,
    ) -> Outcome {
        let mshr = self.tags.meta(way).mshr;
        // What an atomic operation does to the line goes on when it has come.
        let through = self.goes_through(access) && access.kind == MemKind::Write;
        if through && !self.pass(access) {
            return Outcome::Fail(FailReason::MissQueue);
        }
        if access.waits() {
            if self.mshrs.saturated(mshr) {
                return Outcome::Fail(FailReason::Merge);
            }
            self.mshrs.wait(mshr, access.token);
        }
        self.tags.touch(way, access.evict_first);
        if access.kind != MemKind::Read && !through {
            self.tags.set_state(way, State::ReservedDirty);
        }
        replacement.touched(way, &Use::of(access));
        let mut upgrades = None;
        if self.tags.first_wanted(way, access) {
            self.prefetches.counts.late += 1;
            replacement.upgraded(way, &Use::of(access));
            upgrades = self.mshrs.upgrade(mshr);
        }
        Outcome::HitReserved { upgrades }
    }

    /// Gives the line a way; `waits`: the access waits for it.
    fn allocate<R: Replacement + ?Sized>(
        &mut self,
        access: &Access<T>,
        waits: bool,
        replacement: &mut R,
    ) -> Result<(Way, Option<Victim>), FailReason> {
        let fetch = access.kind != MemKind::Write || !access.covers_line;
        if fetch && self.mshrs.full() {
            return Err(FailReason::Mshr);
        }
        let Some(way) = self.tags.victim(access.line, replacement) else {
            return Err(FailReason::Set);
        };
        let dirty = self.tags.meta(way).state == State::Dirty;
        if !self.miss_room(usize::from(fetch) + usize::from(dirty)) {
            return Err(FailReason::MissQueue);
        }
        let victim = self.tags.meta(way).state.present().then(|| self.evict(way, replacement));
        let position = replacement.inserted(way, &Use::of(access));
        if fetch {
            let mshr = self.mshrs.take(access.origin, waits);
            if waits {
                self.mshrs.wait(mshr, access.token);
            }
            let state = if access.kind == MemKind::Read { State::Reserved } else { State::ReservedDirty };
            self.tags.allocate(way, access.line, state, mshr, access.requester);
            self.miss_queue.push_back(Access { kind: MemKind::Read, bytes: self.line_bytes, ..*access });
        } else {
            self.tags.allocate(way, access.line, State::Dirty, 0, access.requester);
        }
        self.tags.enter(way, access, position);
        Ok((way, victim))
    }

    /// Drops the present line of `way`, writing it back if it is dirty.
    fn evict<R: Replacement + ?Sized>(&mut self, way: Way, replacement: &mut R) -> Victim {
        let (line, meta) = (self.tags.line(way), self.tags.meta(way));
        if meta.state == State::Dirty {
            self.stats.write_backs += 1;
            self.miss_queue.push_back(self.whole(line, meta.owner));
        }
        self.stats.evictions += 1;
        self.prefetches.counts.early_evicted += u64::from(meta.prefetched);
        self.tags.set_state(way, State::Invalid);
        replacement.evicted(way, line);
        Victim { line, owner: meta.owner }
    }

    /// All of `line`, brought in on behalf of `owner`, as a write to the next level.
    fn whole(&self, line: Line, owner: Requester) -> Access<T> {
        Access {
            line,
            kind: MemKind::Write,
            bytes: self.line_bytes,
            covers_line: true,
            evict_first: false,
            requester: owner,
            origin: Origin::Demand,
            warp_tag: WarpTag::default(),
            token: T::default(),
        }
    }

    fn miss_room(&self, entries: usize) -> bool {
        self.miss_queue.len() + entries <= self.miss_queue_depth
    }

    fn count(&mut self, kind: MemKind, outcome: Outcome) {
        let s = &mut self.stats;
        match outcome {
            Outcome::Fail(reason) => return self.refuse(reason),
            Outcome::Hit | Outcome::Forwarded { victim: Some(_) } => s.hits += 1,
            Outcome::HitReserved { .. } => s.hits_reserved += 1,
            Outcome::Miss { .. } | Outcome::Forwarded { victim: None } => s.misses += 1,
        }
        self.changes += 1;
        s.accesses += 1;
        match kind {
            MemKind::Read => s.reads += 1,
            MemKind::Write => s.writes += 1,
            MemKind::Atomic => s.atomics += 1,
        }
    }

    /// The line has come from the next level. Returns whom it serves. What atomic operations do to a line of a write-through
    /// cache goes on then, even if the miss queue is full.
    ///
    /// # Panics
    /// When the line is not outstanding: an answer that nobody asked for.
    pub fn fill(&mut self, line: Line) -> Fill<'_, T> {
        let way = self.tags.find(line).filter(|&way| self.tags.meta(way).state.pending());
        let way = way.expect("a fill answers an outstanding miss");
        let meta = self.tags.meta(way);
        let dirty = meta.state == State::ReservedDirty;
        let through = dirty && self.write_policy == WritePolicy::WriteThrough;
        self.tags.set_state(way, if dirty && !through { State::Dirty } else { State::Valid });
        if through {
            self.miss_queue.push_back(self.whole(line, meta.owner));
        }
        self.stats.fills += 1;
        self.changes += 1;
        self.mshrs.release(meta.mshr)
    }

    /// The oldest request for the next level.
    #[inline]
    pub fn next_miss(&self) -> Option<&Access<T>> {
        self.miss_queue.front()
    }

    /// Takes the oldest request for the next level.
    #[inline]
    pub fn pop_miss(&mut self) -> Option<Access<T>> {
        self.changes += 1;
        self.miss_queue.pop_front()
    }

    /// From now on so many requests for the next level find room. For an owner that takes them into a queue of its own after
    /// every access.
    #[inline]
    pub fn set_miss_room(&mut self, room: usize) {
        self.miss_queue_depth = room;
    }

    /// Counts an access that found no line and will not bring it in: the owner sends it on by itself.
    pub fn count_unallocated(&mut self, kind: MemKind) {
        self.count(kind, Outcome::Miss { victim: None });
    }

    /// Whether `line` is present or on its way.
    pub fn holds(&self, line: Line) -> bool {
        self.tags.find(line).is_some()
    }

    /// Whether `line` is present (not merely on its way).
    pub fn contains(&self, line: Line) -> bool {
        self.tags.find(line).is_some_and(|way| self.tags.meta(way).state.present())
    }

    /// Whether the next level has not yet what stores did to `line`.
    pub fn is_dirty(&self, line: Line) -> bool {
        let state = |way| self.tags.meta(way).state;
        self.tags.find(line).is_some_and(|way| matches!(state(way), State::Dirty | State::ReservedDirty))
    }

    /// Whether `line` is on its way.
    pub fn awaits(&self, line: Line) -> bool {
        self.tags.find(line).is_some_and(|way| self.tags.meta(way).state.pending())
    }

    /// Entries of the miss queue in use.
    #[inline]
    pub fn queued(&self) -> usize {
        self.miss_queue.len()
    }

    /// Whether the MSHRs or the miss queue are almost full: at most an eighth of them is free, rounded down, or one entry.
    pub fn saturated(&self) -> bool {
        let (used, all) = (self.mshrs.outstanding(), self.mshrs.entries());
        used >= all - all / 8 || self.miss_queue.len() + 1 >= self.miss_queue_depth
    }

    /// Drops every present line, or those that an application has brought in, without writing it back: for L1 at a kernel's start, where
    /// no line is dirty.
    pub fn invalidate(&mut self, of: Option<u8>) {
        self.changes += 1;
        self.tags.invalidate(of);
    }

    /// Puts `line` of `owner` there without any traffic, if its set has a free way. To be called when nothing of `owner` is outstanding.
    pub fn preload(&mut self, line: Line, owner: Requester) {
        let free =
            self.tags.victim(line, &mut Lru).filter(|way| self.tags.meta(*way).state == State::Invalid);
        if let (None, Some(way)) = (self.tags.find(line), free) {
            self.tags.allocate(way, line, State::Valid, 0, owner);
            self.changes += 1;
        }
    }

    /// Lines that are outstanding.
    pub fn outstanding(&self) -> usize {
        self.mshrs.outstanding()
    }

    /// Whether nothing is outstanding and nothing waits for the next level.
    #[inline]
    pub fn idle(&self) -> bool {
        self.miss_queue.is_empty() && self.mshrs.outstanding() == 0
    }

    /// Whether every outstanding line has its own MSHR with no more waiting accesses than fit, no MSHR is lost, and the
    /// miss queue is within its depth.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self) -> Result<(), String> {
        let mut held: Vec<u16> = self.tags.pending().map(|(_, mshr)| mshr).collect();
        let pending = held.len();
        held.sort_unstable();
        held.dedup();
        if held.len() != pending {
            return Err("two outstanding lines share an MSHR".into());
        }
        self.mshrs.audit(&held)?;
        match self.miss_queue.len() {
            n if n > self.miss_queue_depth => {
                Err(format!("{n} requests in a miss queue of {}", self.miss_queue_depth))
            }
            _ => Ok(()),
        }
    }

    /// Says which cycle it is, for the times of prefetches.
    pub fn set_time(&mut self, now: SmCycle) {
        self.prefetches.now = now;
    }

    /// Counts a demand that prefetches could have served, and what became of it; nothing if it was refused.
    pub fn demanded(&mut self, outcome: Outcome) {
        let counts = &mut self.prefetches.counts;
        counts.demands += u64::from(!matches!(outcome, Outcome::Fail(_)));
        counts.demands_pending += u64::from(matches!(outcome, Outcome::HitReserved { .. }));
        counts.demands_missed += u64::from(matches!(outcome, Outcome::Miss { .. }));
    }

    /// What was counted of prefetches.
    pub fn prefetches(&self) -> &PrefetchStats {
        &self.prefetches.counts
    }

    /// From now on it counts on from there.
    pub fn set_stats(&mut self, stats: CacheStats) {
        self.stats = stats;
    }

    /// What was counted so far.
    pub fn stats(&self) -> &CacheStats {
        &self.stats
    }
}
