// SPDX-License-Identifier: Apache-2.0
//! The throttle of many-thread aware prefetching: so many of five prefetches are dropped, more when prefetched lines leave
//! unused, fewer when requests meet.

use serde::{Deserialize, Serialize};

use crate::stats::{PrefetchStats, StatGroup};
use crate::types::SmCycle;

/// The degree at which nothing is prefetched.
const OFF: u8 = 5;

/// The degree at the start.
const START: u8 = 2;

/// Lines evicted before use, as a part of those used: above the first prefetching ends, above the second it is reduced.
const EVICTIONS: [f64; 2] = [0.02, 0.01];

/// Requests that merge with one under way, as a part of all: above this, prefetches help.
const MERGES: f64 = 0.15;

/// Decides every `period` cycles.
#[derive(Serialize, Deserialize)]
pub struct Throttle {
    period: u64,
    /// With neither evictions nor merges nothing is prefetched any more; else only less.
    stops: bool,
    /// Of five prefetches so many are dropped.
    degree: u8,
    /// Fifths of a prefetch that are still to be dropped.
    owed: u8,
    /// When the period ends; none before the first cycle.
    end: Option<SmCycle>,
    /// The counts at its start.
    before: PrefetchStats,
    /// The part of requests that merged, each period weighing as much as all before.
    merges: f64,
}

impl Throttle {
    pub fn new(period: u64, stops: bool) -> Throttle {
        let before = PrefetchStats::default();
        Throttle { period, stops, degree: START, owed: 0, end: None, before, merges: 0.0 }
    }

    /// Whether the next prefetch is sent. Those that are dropped are spread evenly.
    pub fn lets_pass(&mut self) -> bool {
        self.owed += self.degree;
        let drops = self.owed >= OFF;
        self.owed -= if drops { OFF } else { 0 };
        !drops
    }

    /// One cycle; `counts` is what has been counted so far.
    pub fn step(&mut self, now: SmCycle, counts: &PrefetchStats) {
        let end = *self.end.get_or_insert(now + self.period);
        if now >= end {
            self.decide(&counts.since(self.before));
            (self.end, self.before) = (Some(now + self.period), *counts);
        }
    }

    /// The end of a period with these counts.
    fn decide(&mut self, counts: &PrefetchStats) {
        let part = |some: u64, all: u64| if some == 0 { 0.0 } else { some as f64 / all as f64 };
        let evicted = part(counts.early_evicted, counts.useful + counts.late);
        let requests = counts.demands_pending + counts.demands_missed + counts.issued;
        self.merges = (self.merges + part(counts.demands_pending, requests)) / 2.0;
        self.degree = if evicted > EVICTIONS[0] {
            OFF
        } else if evicted > EVICTIONS[1] {
            (self.degree + 1).min(OFF)
        } else if self.merges > MERGES {
            self.degree.saturating_sub(1)
        } else if self.stops {
            OFF
        } else {
            (self.degree + 1).min(OFF)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throttle(degree: u8) -> Throttle {
        Throttle { degree, ..Throttle::new(1000, false) }
    }

    #[test]
    fn of_five_prefetches_as_many_are_dropped_as_the_degree_says() {
        for degree in 0..=5 {
            let mut throttle = throttle(degree);
            let sent = (0..50).filter(|_| throttle.lets_pass()).count();
            assert_eq!(sent, 10 * (5 - usize::from(degree)), "degree {degree}");
        }
    }

    /// The degree after a period with these counts, from 2.
    fn degree(stops: bool, counts: PrefetchStats) -> u8 {
        let mut throttle = Throttle { stops, ..throttle(2) };
        throttle.step(SmCycle(7), &PrefetchStats::default());
        throttle.step(SmCycle(1006), &counts);
        assert_eq!(throttle.degree, 2, "the period has not ended");
        throttle.step(SmCycle(1007), &counts);
        throttle.degree
    }

    #[test]
    fn evictions_stop_or_reduce_prefetching_and_merges_raise_it() {
        let used = PrefetchStats { useful: 900, late: 100, issued: 1100, ..PrefetchStats::default() };
        assert_eq!(degree(false, PrefetchStats { early_evicted: 21, ..used }), 5);
        assert_eq!(degree(false, PrefetchStats { early_evicted: 20, ..used }), 3);
        let merging = PrefetchStats { early_evicted: 10, demands_pending: 1000, demands_missed: 900, ..used };
        assert_eq!(degree(false, merging), 1);
        assert_eq!(degree(false, used), 3);
        assert_eq!(degree(true, used), 5);
        assert_eq!(
            degree(false, PrefetchStats { early_evicted: 1, ..PrefetchStats::default() }),
            5,
            "none was used"
        );
    }
}
