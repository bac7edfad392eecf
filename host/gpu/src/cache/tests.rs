// SPDX-License-Identifier: Apache-2.0
//! The cache against a reference: one list of lines per set, most recently used first.

use proptest::prelude::*;

use super::{Access, Cache, FailReason, Outcome, Victim};
use crate::machine::{CacheSpec, SetIndex, WritePolicy};
use crate::types::{Line, MemKind, Origin, Requester};

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
        let mut cache: Cache<u32> = Cache::new(&spec);
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
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteEvict));
    cache.access(&access(0, MemKind::Read, 128, 1));
    cache.fill(Line(0));
    cache.access(&access(1, MemKind::Read, 128, 2));
    cache.invalidate();
    assert!(!cache.contains(Line(0)));
    assert_eq!(cache.fill(Line(1)).waited, [2]);
}

#[test]
fn an_mshr_that_is_lost_or_freed_too_early_is_noticed() {
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteEvict));
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
        let mut cache: Cache<u32> = Cache::new(spec);
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
    let mut cache: Cache<u32> = Cache::new(&spec(WritePolicy::WriteBack));
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
