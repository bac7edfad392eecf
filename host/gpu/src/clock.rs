// SPDX-License-Identifier: Apache-2.0
//! The clock tree: exact edges of four clocks whose frequencies change by level.
//!
//! A domain runs at `base * weight / 20` with weight 17, 20 or 23. Time advances in ticks chosen so that
//! every period of every level is a whole number of ticks; nothing is ever rounded.

use serde::{Deserialize, Serialize};

use crate::types::{ClockSpec, Domain, Group, Level, Ticks};

/// The domains that have a rising edge at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeSet(u8);

impl EdgeSet {
    /// The set of the given domains.
    pub fn of(domains: &[Domain]) -> EdgeSet {
        EdgeSet(domains.iter().fold(0, |set, &d| set | 1 << d as u8))
    }

    /// Whether `domain` has an edge.
    #[inline]
    pub fn has(self, domain: Domain) -> bool {
        self.0 & (1 << domain as u8) != 0
    }

    fn insert(&mut self, domain: usize) {
        self.0 |= 1 << domain;
    }
}

/// The state of all clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTree {
    /// Ticks per period, by domain and level.
    periods: [[u64; 3]; 4],
    /// Ticks in 20 microseconds: the least common multiple of all `base MHz * weight`.
    ticks_per_20us: u64,
    /// The tick of each domain's next edge.
    next: [u64; 4],
    levels: [Level; 2],
    now: u64,
    /// Edges seen so far, by domain.
    cycles: [u64; 4],
    /// Ticks spent at each level, by group; up to `marked`.
    residency: [[u64; 3]; 2],
    marked: [u64; 2],
}

/// The least common multiple of `base * weight` over all clocks and levels; `None` when it is too large to
/// leave five minutes of simulated time in 64 bits.
pub(crate) fn ticks_per_20us(spec: &ClockSpec) -> Option<u64> {
    let products =
        spec.base_mhz().into_iter().flat_map(|mhz| Level::ALL.map(|l| u64::from(mhz) * l.weight()));
    let lcm = products.into_iter().try_fold(1u64, |acc, p| acc.checked_mul(p / gcd(acc, p)))?;
    (lcm < 1 << 40).then_some(lcm)
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

impl ClockTree {
    /// All clocks at NOMINAL, the first edge of each one period after time zero.
    ///
    /// `spec` must come from a validated machine, which guarantees non-zero, representable frequencies.
    pub fn new(spec: &ClockSpec) -> ClockTree {
        let ticks = ticks_per_20us(spec).expect("a validated machine has representable clocks");
        let periods = spec.base_mhz().map(|mhz| Level::ALL.map(|l| ticks / (u64::from(mhz) * l.weight())));
        ClockTree {
            periods,
            ticks_per_20us: ticks,
            next: periods.map(|p| p[Level::Nominal as usize]),
            levels: [Level::Nominal; 2],
            now: 0,
            cycles: [0; 4],
            residency: [[0; 3]; 2],
            marked: [0; 2],
        }
    }

    /// Moves to the next moment at which some domain has an edge, and says which ones have.
    #[inline]
    pub fn advance(&mut self) -> EdgeSet {
        let now = self.next.iter().copied().fold(u64::MAX, u64::min);
        self.now = now;
        let mut edges = EdgeSet::default();
        for domain in Domain::ALL {
            let d = domain as usize;
            if self.next[d] == now {
                edges.insert(d);
                self.cycles[d] += 1;
                self.next[d] = now + self.periods[d][self.level(domain.group()) as usize];
            }
        }
        edges
    }

    /// Sets the level of a group. The edge already under way comes when it would have come; the periods after
    /// it are those of the new level.
    pub fn set_level(&mut self, group: Group, level: Level) {
        let g = group as usize;
        self.residency[g][self.levels[g] as usize] += self.now - self.marked[g];
        self.marked[g] = self.now;
        self.levels[g] = level;
    }

    /// The level in force in a group.
    #[inline]
    pub fn level(&self, group: Group) -> Level {
        self.levels[group as usize]
    }

    /// Edges of `domain` so far.
    pub fn cycles(&self, domain: Domain) -> u64 {
        self.cycles[domain as usize]
    }

    /// Time since the start.
    pub fn now(&self) -> Ticks {
        Ticks(self.now)
    }

    /// A span of time in seconds, for reports.
    pub fn seconds(&self, span: Ticks) -> f64 {
        span.0 as f64 * 20e-6 / self.ticks_per_20us as f64
    }

    /// Time since the start that `group` spent at each level, in ticks, indexed by level.
    pub fn residency(&self, group: Group) -> [Ticks; 3] {
        let g = group as usize;
        let mut ticks = self.residency[g];
        ticks[self.levels[g] as usize] += self.now - self.marked[g];
        ticks.map(Ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(mhz: [u32; 4]) -> ClockTree {
        let [sm_mhz, icnt_mhz, l2_mhz, dram_mhz] = mhz;
        ClockTree::new(&ClockSpec { sm_mhz, icnt_mhz, l2_mhz, dram_mhz })
    }

    const GTX480: [u32; 4] = [700, 700, 700, 924];

    #[test]
    fn nominal_clocks_make_their_frequency_in_one_microsecond() {
        let mut clocks = tree(GTX480);
        while clocks.seconds(clocks.now()) < 1e-6 {
            clocks.advance();
        }
        assert_eq!(Domain::ALL.map(|d| clocks.cycles(d)), [700, 700, 700, 924]);
        assert_eq!(clocks.now().0 * 20, clocks.ticks_per_20us, "one microsecond is exact in ticks");
    }

    #[test]
    fn levels_run_at_exactly_17_20_23() {
        for level in Level::ALL {
            let mut clocks = tree(GTX480);
            clocks.set_level(Group::Sm, level);
            let first = clocks.next[0];
            // From the first edge on, 20 microseconds hold exactly 700 * weight periods.
            while clocks.now < first + clocks.ticks_per_20us {
                clocks.advance();
            }
            assert_eq!(clocks.cycles(Domain::Sm), 1 + 700 * level.weight(), "{level:?}");
        }
    }

    #[test]
    fn a_level_change_moves_only_its_own_group() {
        let mut clocks = tree(GTX480);
        clocks.set_level(Group::Memory, Level::High);
        for _ in 0..1000 {
            clocks.advance();
        }
        assert_eq!(clocks.periods[0][1], clocks.next[0] - (clocks.cycles[0]) * clocks.periods[0][1]);
        assert_eq!(clocks.cycles(Domain::Icnt), clocks.cycles(Domain::L2));
        assert!(clocks.cycles(Domain::Icnt) > clocks.cycles(Domain::Sm));
    }

    #[test]
    fn a_level_takes_effect_at_the_next_edge() {
        let mut clocks = tree([700; 4]);
        clocks.advance();
        let nominal = clocks.next[0] - clocks.now;
        clocks.set_level(Group::Sm, Level::High);
        assert_eq!(clocks.next[0] - clocks.now, nominal, "the period under way keeps its length");
        while !clocks.advance().has(Domain::Sm) {}
        assert_eq!((clocks.next[0] - clocks.now) * 23, nominal * 20);
    }

    proptest! {
        #[test]
        fn edges_come_at_whole_periods_in_order(
            mhz in prop::array::uniform4(1u32..200),
            changes in prop::collection::vec((any::<bool>(), 0usize..3, 1usize..50), 1..20),
        ) {
            let Some(_) = ticks_per_20us(&ClockSpec {
                sm_mhz: mhz[0], icnt_mhz: mhz[1], l2_mhz: mhz[2], dram_mhz: mhz[3],
            }) else { return Ok(()) };
            let mut clocks = tree(mhz);
            let mut last_edge = [0u64; 4];
            // The period that leads to a domain's next edge: set when the edge before it comes.
            let mut due = clocks.periods.map(|p| p[1]);
            for (memory, level, steps) in changes {
                let group = if memory { Group::Memory } else { Group::Sm };
                clocks.set_level(group, Level::ALL[level]);
                for _ in 0..steps {
                    let before = clocks.now;
                    let edges = clocks.advance();
                    prop_assert!(clocks.now > before && edges != EdgeSet::default());
                    for domain in Domain::ALL {
                        let d = domain as usize;
                        if edges.has(domain) {
                            prop_assert_eq!(clocks.now - last_edge[d], due[d]);
                            last_edge[d] = clocks.now;
                            due[d] = clocks.periods[d][clocks.level(domain.group()) as usize];
                        } else {
                            prop_assert!(clocks.now - last_edge[d] < due[d]);
                        }
                    }
                }
            }
            for group in [Group::Sm, Group::Memory] {
                let total: u64 = clocks.residency(group).iter().map(|t| t.0).sum();
                prop_assert_eq!(total, clocks.now, "residency accounts for all time");
            }
        }
    }
}
