// SPDX-License-Identifier: Apache-2.0
//! Statistics: every number of a result, with its unit and meaning, declared in one place.
//!
//! Components hold a group as a plain struct and count into its fields; the groups are gathered when a kernel
//! ends, never in between.

mod collectors;
mod cpu;
pub(crate) mod declare;
mod issue;
mod memory;
mod prefetch;
mod serial;
mod sm;
mod time;
mod translation;
pub(crate) mod units;

pub use collectors::CollectorStats;
pub use cpu::CoreStats;
pub use declare::{Field, StatGroup};
pub use issue::IssueStats;
pub use memory::{CacheStats, DramStats, IcntStats, L2Stats, SharedStats, SourceStats};
pub use prefetch::PrefetchStats;
pub use sm::SmStats;
pub use time::{EnergyStats, TimeStats};
pub use translation::{CocoaStats, FramesStats, L1TlbStats, L2TlbStats, MigrationStats, PagingStats};
pub use units::{UnitGroup, UnitStatistics, UnitStats};

pub(crate) use units::unit_statistics;

use serde::{Deserialize, Serialize};

/// The counts of a whole GPU, each group summed over its components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    /// Of the SMs.
    pub sm: SmStats,
    /// Of the L1 caches, with those that prefetchers have beside them.
    pub l1: CacheStats,
    /// Of the texture caches.
    pub texture: CacheStats,
    /// Of the constant caches; an access is one of a word.
    pub constant: CacheStats,
    /// Of the crossbar, both directions.
    pub icnt: IcntStats,
    /// Of the tags of all L2 sub-partitions.
    pub l2: CacheStats,
    /// Of the L2 sub-partitions outside their tags.
    #[serde(default)]
    pub l2_banks: L2Stats,
    /// Of the DRAM channels.
    pub dram: DramStats,
}

/// What an SM and its caches count, or several of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SmCounts {
    /// Of the SM itself.
    pub sm: SmStats,
    /// Of its L1, with the cache that a prefetcher has beside it.
    pub l1: CacheStats,
    /// Of its texture cache.
    pub texture: CacheStats,
    /// Of its constant cache; an access is one of a word.
    pub constant: CacheStats,
}

impl SmCounts {
    /// Both together.
    pub fn plus(self, other: SmCounts) -> SmCounts {
        SmCounts {
            sm: self.sm.plus(other.sm),
            l1: self.l1.plus(other.l1),
            texture: self.texture.plus(other.texture),
            constant: self.constant.plus(other.constant),
        }
    }

    /// What was counted after `earlier`.
    pub fn since(self, earlier: SmCounts) -> SmCounts {
        SmCounts {
            sm: self.sm.since(earlier.sm),
            l1: self.l1.since(earlier.l1),
            texture: self.texture.since(earlier.texture),
            constant: self.constant.since(earlier.constant),
        }
    }
}

impl Counters {
    /// What was counted after `earlier`.
    pub fn since(self, earlier: Counters) -> Counters {
        Counters {
            sm: self.sm.since(earlier.sm),
            l1: self.l1.since(earlier.l1),
            texture: self.texture.since(earlier.texture),
            constant: self.constant.since(earlier.constant),
            icnt: self.icnt.since(earlier.icnt),
            l2: self.l2.since(earlier.l2),
            l2_banks: self.l2_banks.since(earlier.l2_banks),
            dram: self.dram.since(earlier.dram),
        }
    }
}

/// Everything that is known about a run or a part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// How long it took: seconds, cycles of each clock, time at each level.
    pub time: TimeStats,
    /// What SMs, caches, interconnect and DRAM counted.
    pub counters: Counters,
    /// Joules by component.
    pub energy: EnergyStats,
    /// What attached units counted of themselves; empty without any.
    pub units: UnitStats,
}

impl Stats {
    /// What happened after `earlier`.
    pub fn since(self, earlier: &Stats) -> Stats {
        Stats {
            time: self.time.since(earlier.time),
            counters: self.counters.since(earlier.counters),
            energy: self.energy.since(earlier.energy),
            units: self.units.since(&earlier.units),
        }
    }
}
