// SPDX-License-Identifier: Apache-2.0
//! Statistics: every number of a result, with its unit and meaning, declared in one place.
//!
//! Components hold a group as a plain struct and count into its fields; the groups are gathered when a kernel
//! ends, never in between.

mod cpu;
mod declare;
mod memory;
mod prefetch;
mod serial;
mod sm;
mod time;
mod units;

pub use cpu::CoreStats;
pub use declare::{Field, StatGroup};
pub use memory::{CacheStats, DramStats, IcntStats, SourceStats};
pub use prefetch::PrefetchStats;
pub use sm::SmStats;
pub use time::{EnergyStats, TimeStats};
pub use units::{UnitGroup, UnitStatistics, UnitStats};

pub(crate) use declare::statistics;
pub(crate) use units::unit_statistics;

use serde::{Deserialize, Serialize};

/// The counts of a whole GPU, each group summed over its components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    pub sm: SmStats,
    pub l1: CacheStats,
    pub texture: CacheStats,
    pub constant: CacheStats,
    pub icnt: IcntStats,
    pub l2: CacheStats,
    pub dram: DramStats,
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
            dram: self.dram.since(earlier.dram),
        }
    }
}

/// Everything that is known about a run or a part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    pub time: TimeStats,
    pub counters: Counters,
    pub energy: EnergyStats,
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

/// One statistic as listed to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Statistic {
    /// The group in results, such as `l1`.
    pub group: &'static str,
    /// The key within the group; it never changes its meaning.
    pub key: &'static str,
    pub unit: &'static str,
    pub meaning: &'static str,
    /// The component that counts it, and when.
    pub counted: &'static str,
}

/// Every statistic, in the order of results.
pub fn catalogue() -> impl Iterator<Item = Statistic> {
    let groups = [
        ("time", TimeStats::FIELDS, "clock tree, at each edge"),
        ("sm", SmStats::FIELDS, "each SM, in the cycle in which it happens; summed"),
        ("l1", CacheStats::FIELDS, "L1 of each SM, when the LD/ST unit presents an access; summed"),
        (
            "texture",
            CacheStats::FIELDS,
            "texture cache of each SM, when the texture unit presents an access; summed",
        ),
        (
            "constant",
            CacheStats::FIELDS,
            "constant cache of each SM, when the LD/ST unit presents a word; summed",
        ),
        ("icnt", IcntStats::FIELDS, "crossbar, when an output takes the packet"),
        ("l2", CacheStats::FIELDS, "each L2 sub-partition, when an access reaches the tags; summed"),
        (
            "dram",
            DramStats::FIELDS,
            "each DRAM channel, with the command; of a line with that of its last burst; summed",
        ),
        ("sources", SourceStats::FIELDS, "each memory controller, for each source; summed over controllers"),
        ("cpus", CoreStats::FIELDS, "each CPU core"),
        ("energy", EnergyStats::FIELDS, "energy meter, from the counts above, at the voltage of their time"),
    ];
    let units = std::iter::once(&PrefetchStats::STATISTICS).chain(crate::unit::STATISTICS.iter().flatten());
    let units = units.map(|unit| (unit.group, unit.fields, unit.counted));
    groups.into_iter().chain(units).flat_map(|(group, fields, counted)| {
        fields.iter().map(move |f| Statistic { group, key: f.key, unit: f.unit, meaning: f.meaning, counted })
    })
}
