// SPDX-License-Identifier: Apache-2.0
//! Replacement in L2: plain LRU, and LRU with insertion by an evicted-address filter (Seshadri 2012; MeDiC, section 8.3).
//!
//! The filter is a Bloom filter of the lines that have left. A line that comes back soon is in it and is inserted as the
//! most recent one; any other is expected to be used once and is inserted as the least recent one, but for one in 64.

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::params::{ParamInfo, Settings};
use crate::attachments::Socket;
use crate::bloom::Bloom;
use crate::cache::{Lru, Position, Replacement, Use};
use crate::machine::MachineSpec;
use crate::types::Line;

pub const LRU: PolicyInfo = PolicyInfo {
    name: "lru",
    socket: Socket::L2Replacement,
    meaning: "the least recently used line of an L2 set leaves (the default)",
    source: "-",
    params: &[],
    install: |_, machine, a| a.replacement(machine, |_| Box::new(Lru)),
};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number(
        "bits_per_line",
        "bits of the filter for each line of the cache, a power of two",
        8,
        1,
        64,
    ),
    ParamInfo::number(
        "throttle",
        "one line in so many that are not in the filter is inserted as the most recent",
        64,
        1,
        1024,
    ),
];

#[derive(Serialize, Deserialize)]
struct Eaf {
    throttle: u32,
    /// The lines that have left the bank.
    filter: Bloom,
    /// Lines that were not in the filter, modulo `throttle`.
    strangers: u32,
}

impl Eaf {
    fn new(s: &Settings, machine: &MachineSpec) -> Eaf {
        let lines = machine.l2.cache.sets * machine.l2.cache.ways;
        Eaf { throttle: s.get(1), filter: Bloom::new(lines, s.get(0)), strangers: 0 }
    }
}

impl Replacement for Eaf {
    fn inserted(&mut self, _: usize, by: &Use) -> Position {
        if self.filter.holds(by.line) {
            return Position::MostRecent;
        }
        self.strangers = (self.strangers + 1) % self.throttle;
        if self.strangers == 0 {
            Position::MostRecent
        } else {
            Position::LeastRecent
        }
    }

    fn evicted(&mut self, _: usize, line: Line) {
        self.filter.enter(line);
    }
}

pub const EAF: PolicyInfo = PolicyInfo {
    name: "eaf",
    socket: Socket::L2Replacement,
    meaning: "a line comes into L2 as the first to leave again, unless it has left not long ago",
    source: "Seshadri 2012, as in the specification of MeDiC, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.replacement(machine, |_| Box::new(Eaf::new(s, machine))),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::{Access, Cache};

    fn machine() -> MachineSpec {
        MachineSpec::load("gtx480").unwrap()
    }

    fn eaf(throttle: &str) -> Eaf {
        let given = [("throttle".to_string(), throttle.to_string())];
        Eaf::new(&Settings::parse("eaf", PARAMS, &given).unwrap(), &machine())
    }

    /// Reads the same `hot` lines in each of ten rounds, each time followed by `cold` lines that never come again;
    /// returns hits.
    fn hits(replacement: &mut dyn Replacement, hot: u64, cold: u64) -> u64 {
        let mut cache: Cache<()> = Cache::new(&machine().l2.cache, machine().lines());
        let round = |n| (0..hot).chain(1_000_000 + n * cold..1_000_000 + (n + 1) * cold);
        for line in (0..10).flat_map(round).map(Line) {
            cache.access_under(&Access { line, bytes: 128, ..Access::default() }, replacement);
            if cache.pop_miss().is_some() {
                cache.fill(line);
            }
        }
        cache.stats().hits
    }

    #[test]
    fn a_line_that_has_left_is_known_until_the_filter_is_cleared() {
        let mut eaf = eaf("64");
        assert!(!eaf.filter.holds(Line(77)));
        eaf.evicted(0, Line(77));
        assert!(eaf.filter.holds(Line(77)));
        let cache = machine().l2.cache;
        (0..u64::from(cache.sets * cache.ways)).for_each(|line| eaf.evicted(0, Line(1000 + line)));
        assert!(!eaf.filter.holds(Line(77)));
    }

    #[test]
    fn one_stranger_in_a_throttle_is_inserted_as_the_most_recent() {
        let mut eaf = eaf("4");
        let by = |line| Use::of(&Access::<()> { line: Line(line), ..Access::default() });
        let most = (0..8).map(|line| eaf.inserted(0, &by(line)) == Position::MostRecent);
        assert_eq!(most.collect::<Vec<_>>(), [false, false, false, true, false, false, false, true]);
        eaf.evicted(0, Line(50));
        assert_eq!(eaf.inserted(0, &by(50)), Position::MostRecent);
    }

    #[test]
    fn lines_that_come_again_survive_a_stream_with_eaf_and_not_with_lru() {
        let cache = machine().l2.cache;
        let lines = u64::from(cache.sets * cache.ways);
        let (hot, cold) = (lines / 2, lines);
        assert_eq!(hits(&mut Lru, hot, cold), 0);
        let with_filter = hits(&mut eaf("64"), hot, cold);
        assert!(with_filter > 5 * hot, "{with_filter} of {}", 9 * hot);
    }
}
