// SPDX-License-Identifier: Apache-2.0
//! The cache against a reference: one list of lines per set, most recently used first.

use proptest::prelude::*;

use super::{Access, Cache, FailReason, Outcome, Position, Prefetched, Replacement, Set, Use, Victim};
use crate::machine::{CacheSpec, SetIndex, WritePolicy};
use crate::stats::PrefetchStats;
use crate::types::{Line, LineSize, MemKind, Origin, PrefetchTag, Requester, SmCycle, WarpTag};

fn spec(write_policy: WritePolicy) -> CacheSpec {
    CacheSpec {
        sets: 4,
        ways: 2,
        mshrs: 3,
        mshr_merges: 2,
        miss_queue: 4,
        write_policy,
        set_index: SetIndex::Linear,
    }
}

fn access(line: u64, kind: MemKind, bytes: u16, token: u32) -> Access<u32> {
    let (requester, covers_line) = (Requester { warp: token as u8, ..Requester::default() }, bytes == 128);
    Access {
        line: Line(line),
        kind,
        bytes,
        covers_line,
        evict_first: false,
        requester,
        origin: Origin::Demand,
        warp_tag: WarpTag::default(),
        token,
    }
}

#[derive(Clone, Debug)]
struct Entry {
    line: u64,
    owner: Requester,
    dirty: bool,
    evict_first: bool,
    /// Tokens that wait for the line; `None` once it is present.
    waiting: Option<Vec<u32>>,
}

/// What the cache must do, told as simply as possible.
struct Reference {
    spec: CacheSpec,
    sets: Vec<Vec<Entry>>,
    /// Line and whether it is a write-back.
    misses: Vec<(u64, MemKind)>,
}

impl Reference {
    fn outstanding(&self) -> usize {
        self.sets.iter().flatten().filter(|e| e.waiting.is_some()).count()
    }

    fn access(&mut self, a: &Access<u32>) -> Outcome {
        let room = self.spec.miss_queue as usize - self.misses.len();
        let write = a.kind == MemKind::Write;
        let free_mshr = self.outstanding() < self.spec.mshrs as usize;
        let set = &mut self.sets[(a.line.0 % u64::from(self.spec.sets)) as usize];
        let found = set.iter().position(|e| e.line == a.line.0);
        if self.spec.write_policy == WritePolicy::WriteEvict && a.kind != MemKind::Read {
            if room == 0 {
                return Outcome::Fail(FailReason::MissQueue);
            }
            self.misses.push((a.line.0, a.kind));
            let present = found.filter(|&i| set[i].waiting.is_none());
            let victim = present.map(|i| set.remove(i));
            return Outcome::Forwarded {
                victim: victim.map(|e| Victim { line: Line(e.line), owner: e.owner }),
            };
        }
        if let Some(i) = found {
            let mut entry = set[i].clone();
            let outcome = match &mut entry.waiting {
                None => Outcome::Hit,
                Some(_) if write => Outcome::HitReserved { upgrades: None },
                Some(tokens) if tokens.len() == self.spec.mshr_merges as usize => {
                    return Outcome::Fail(FailReason::Merge)
                }
                Some(tokens) => {
                    tokens.push(a.token);
                    Outcome::HitReserved { upgrades: None }
                }
            };
            entry.dirty |= a.kind != MemKind::Read;
            entry.evict_first = a.evict_first;
            set.remove(i);
            set.insert(0, entry);
            return outcome;
        }
        let fetch = !(write && a.covers_line);
        if fetch && !free_mshr {
            return Outcome::Fail(FailReason::Mshr);
        }
        let full = set.len() == self.spec.ways as usize;
        let present = |e: &Entry| e.waiting.is_none();
        let first = || set.iter().rposition(|e| present(e) && e.evict_first);
        let oldest = full.then(|| first().or_else(|| set.iter().rposition(present)));
        if oldest == Some(None) {
            return Outcome::Fail(FailReason::Set);
        }
        let oldest = oldest.flatten();
        let dirty = oldest.is_some_and(|i| set[i].dirty);
        if room < usize::from(fetch) + usize::from(dirty) {
            return Outcome::Fail(FailReason::MissQueue);
        }
        let victim = oldest.map(|i| set.remove(i));
        if dirty {
            self.misses.extend(victim.iter().map(|e| (e.line, MemKind::Write)));
        }
        if fetch {
            self.misses.push((a.line.0, MemKind::Read));
        }
        let waiting = fetch.then(|| if write { Vec::new() } else { vec![a.token] });
        let dirty = a.kind != MemKind::Read;
        set.insert(
            0,
            Entry { line: a.line.0, owner: a.requester, dirty, evict_first: a.evict_first, waiting },
        );
        Outcome::Miss { victim: victim.map(|e| Victim { line: Line(e.line), owner: e.owner }) }
    }

    fn fill(&mut self, line: u64) -> Vec<u32> {
        let set = &mut self.sets[(line % u64::from(self.spec.sets)) as usize];
        let entry = set.iter_mut().find(|e| e.line == line).unwrap();
        entry.waiting.take().unwrap()
    }
}

#[derive(Clone, Debug)]
enum Event {
    Access {
        line: u64,
        kind: MemKind,
        full: bool,
        evict_first: bool,
    },
    /// The next level takes the oldest request.
    Send,
    /// The next level answers one of the lines it was asked for.
    Answer {
        which: usize,
    },
}

fn event() -> impl Strategy<Value = Event> {
    let kind = prop_oneof![3 => Just(MemKind::Read), 2 => Just(MemKind::Write), 1 => Just(MemKind::Atomic)];
    prop_oneof![
        4 => (0u64..24, kind, any::<bool>(), any::<bool>())
            .prop_map(|(line, kind, full, evict_first)| Event::Access { line, kind, full, evict_first }),
        2 => Just(Event::Send),
        2 => (0usize..8).prop_map(|which| Event::Answer { which }),
    ]
}

proptest! {
    #[test]
    fn the_cache_behaves_as_a_list_of_lines_per_set(
        events in prop::collection::vec(event(), 1..400), write_back in any::<bool>(),
    ) {
        let spec = spec(if write_back { WritePolicy::WriteBack } else { WritePolicy::WriteEvict });
        let mut cache: Cache<u32> = Cache::new(&spec, LineSize::of(128));
        let mut reference = Reference { spec: spec.clone(), sets: vec![Vec::new(); 4], misses: Vec::new() };
        let mut asked: Vec<u64> = Vec::new();
        for (event, token) in events.into_iter().zip(0..) {
            match event {
                Event::Access { line, kind, full, evict_first } => {
                    let bytes = if full { 128 } else { 32 };
                    let a = Access { evict_first, ..access(line, kind, bytes, token) };
                    prop_assert_eq!(cache.access(&a), reference.access(&a));
                }
                Event::Send => {
                    let sent = cache.pop_miss().map(|m| (m.line.0, m.kind));
                    let expected = (!reference.misses.is_empty()).then(|| reference.misses.remove(0));
                    prop_assert_eq!(sent, expected);
                    asked.extend(sent.filter(|s| s.1 == MemKind::Read).map(|s| s.0));
                }
                Event::Answer { which } if !asked.is_empty() => {
                    let line = asked.remove(which % asked.len());
                    prop_assert_eq!(cache.fill(Line(line)).waited.to_vec(), reference.fill(line));
                }
                Event::Answer { .. } => {}
            }
            prop_assert_eq!(cache.outstanding(), reference.outstanding());
        }
        for line in 0..24 {
            let set = &reference.sets[(line % 4) as usize];
            let present = set.iter().any(|e| e.line == line && e.waiting.is_none());
            prop_assert_eq!(cache.contains(Line(line)), present);
        }
        let s = *cache.stats();
        prop_assert_eq!(s.accesses, s.hits + s.hits_reserved + s.misses);
        prop_assert_eq!(s.accesses, s.reads + s.writes + s.atomics);
    }
}

#[test]
fn invalidation_drops_present_lines_and_keeps_those_on_their_way() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteEvict), LineSize::of(128));
    cache.access(&access(0, MemKind::Read, 128, 1));
    cache.fill(Line(0));
    cache.access(&access(1, MemKind::Read, 128, 2));
    cache.invalidate(None);
    assert!(!cache.contains(Line(0)));
    assert_eq!(cache.fill(Line(1)).waited, [2]);
}

#[test]
fn an_mshr_that_is_lost_or_freed_too_early_is_noticed() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteEvict), LineSize::of(128));
    cache.access(&access(1, MemKind::Read, 128, 0));
    assert_eq!(cache.audit(), Ok(()));
    let mut lost = cache.clone();
    lost.mshrs.take(Origin::Demand, true);
    assert!(lost.audit().unwrap_err().contains("taken by no outstanding line"));
    let (_, mshr) = cache.tags.pending().next().unwrap();
    cache.mshrs.release(mshr);
    assert!(cache.audit().unwrap_err().contains("of an outstanding line is free"));
}

#[test]
fn the_xor_index_spreads_a_power_of_two_stride_over_the_sets() {
    let mut linear = spec(WritePolicy::WriteEvict);
    (linear.sets, linear.ways, linear.mshrs, linear.miss_queue) = (16, 1, 16, 16);
    let xor = CacheSpec { set_index: SetIndex::Xor, ..linear.clone() };
    let present = |spec: &CacheSpec| {
        let mut cache: Cache<u32> = Cache::new(spec, LineSize::of(128));
        for i in 0..16 {
            cache.access(&access(i * 16, MemKind::Read, 128, 0));
            if cache.pop_miss().is_some() {
                cache.fill(Line(i * 16));
            }
        }
        (0..16).filter(|i| cache.contains(Line(i * 16))).count()
    };
    assert_eq!((present(&linear), present(&xor)), (1, 16));
}

#[test]
fn a_fill_says_why_the_line_was_asked_for_and_whether_the_access_that_missed_waited() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteBack), LineSize::of(128));
    let walk = Access { origin: Origin::Walk { level: 2 }, ..access(1, MemKind::Read, 128, 5) };
    cache.access(&walk);
    cache.access(&access(1, MemKind::Read, 128, 6));
    let fill = cache.fill(Line(1));
    assert_eq!((fill.waited, fill.missed, fill.origin), (&[5, 6][..], true, Origin::Walk { level: 2 }));
    cache.access(&access(2, MemKind::Write, 32, 7));
    cache.access(&access(2, MemKind::Read, 128, 8));
    let fill = cache.fill(Line(2));
    assert_eq!((fill.waited, fill.missed), (&[8][..], false), "the store that missed does not wait");
}

fn prefetch(line: u64, tag: u16) -> Access<u32> {
    Access { origin: Origin::Prefetch(PrefetchTag(tag)), ..access(line, MemKind::Read, 128, 0) }
}

#[test]
fn a_prefetch_is_useful_late_or_early_evicted_and_none_of_them_is_an_access() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteEvict), LineSize::of(128));
    assert_eq!(cache.prefetch(&prefetch(0, 7)), Prefetched::Sent { victim: None });
    assert_eq!(cache.prefetch(&prefetch(0, 8)), Prefetched::Dropped);
    assert_eq!(cache.stats().accesses, 0);
    // A demand meets it on its way: from now on it is the demand's.
    let upgraded = Outcome::HitReserved { upgrades: Some(PrefetchTag(7)) };
    assert_eq!(cache.access(&access(0, MemKind::Read, 128, 1)), upgraded);
    assert_eq!(cache.access(&access(0, MemKind::Read, 128, 2)), Outcome::HitReserved { upgrades: None });
    let fill = cache.fill(Line(0));
    assert_eq!((fill.waited, fill.missed, fill.origin), (&[1, 2][..], false, Origin::Demand));
    // This one comes in time, and counts once.
    cache.set_time(SmCycle(20));
    cache.prefetch(&prefetch(1, 9));
    cache.set_time(SmCycle(200));
    assert_eq!(cache.fill(Line(1)).origin, Origin::Prefetch(PrefetchTag(9)));
    assert_eq!(cache.access(&access(1, MemKind::Read, 128, 3)), Outcome::Hit);
    assert_eq!(cache.access(&access(1, MemKind::Read, 128, 4)), Outcome::Hit);
    // And this one leaves its set of two ways before anyone wants it.
    cache.prefetch(&prefetch(2, 10));
    cache.fill(Line(2));
    for line in [6, 10] {
        cache.pop_miss();
        cache.access(&access(line, MemKind::Read, 128, 5));
        cache.fill(Line(line));
    }
    let expected = PrefetchStats {
        issued: 3,
        useful: 1,
        late: 1,
        dropped: 1,
        early_evicted: 1,
        useful_distance: 180,
        ..PrefetchStats::default()
    };
    assert_eq!(*cache.prefetches(), expected);
}

#[test]
fn a_prefetch_waits_for_an_mshr_and_takes_no_place_from_a_line_on_its_way() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteEvict), LineSize::of(128));
    for line in 0..3 {
        cache.access(&access(line, MemKind::Read, 128, 0));
    }
    assert_eq!(cache.prefetch(&prefetch(3, 0)), Prefetched::Refused);
    cache.fill(Line(0));
    assert_eq!(cache.prefetch(&prefetch(3, 0)), Prefetched::Sent { victim: None });
    assert_eq!(cache.audit(), Ok(()));
}

/// Says what it was told; inserts everything as the least recent.
#[derive(Default)]
struct Told(Vec<(&'static str, u64)>);

impl Replacement for Told {
    fn touched(&mut self, _: usize, by: &Use) {
        self.0.push(("touched", by.line.0));
    }

    fn upgraded(&mut self, _: usize, by: &Use) {
        self.0.push(("upgraded", by.line.0));
    }

    fn inserted(&mut self, _: usize, by: &Use) -> Position {
        self.0.push(("inserted", by.line.0));
        Position::LeastRecent
    }

    fn evicted(&mut self, _: usize, line: Line) {
        self.0.push(("evicted", line.0));
    }

    fn victim(&mut self, set: Set, oldest: Option<usize>) -> Option<usize> {
        assert!(oldest.is_none_or(|way| set.present().any(|present| present == way)));
        oldest
    }
}

#[test]
fn replacement_is_told_of_every_line_and_what_comes_in_as_the_least_recent_leaves_first() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteBack), LineSize::of(128));
    let mut told = Told::default();
    let mut read = |line| {
        let outcome = cache.access_under(&access(line, MemKind::Read, 128, 0), &mut told);
        if cache.pop_miss().is_some() {
            cache.fill(Line(line));
        }
        outcome
    };
    for line in [0, 0, 4, 8, 12] {
        read(line);
    }
    assert_eq!(read(0), Outcome::Hit);
    let expected = [
        ("inserted", 0),
        ("touched", 0),
        ("inserted", 4),
        ("evicted", 4),
        ("inserted", 8),
        ("evicted", 8),
        ("inserted", 12),
        ("touched", 0),
    ];
    assert_eq!(told.0, expected);
}

#[test]
fn replacement_is_told_of_the_first_demand_that_meets_a_prefetch() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteBack), LineSize::of(128));
    let mut told = Told::default();
    cache.access_under(&prefetch(5, 3), &mut told);
    cache.access_under(&access(5, MemKind::Read, 128, 1), &mut told);
    let expected = [("inserted", 5), ("touched", 5), ("upgraded", 5)];
    assert_eq!(told.0, expected);
}
