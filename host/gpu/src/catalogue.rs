// SPDX-License-Identifier: Apache-2.0
//! The catalogue of statistics: those of the cycle model and those of the units.

use serde::Serialize;

use crate::stats::{
    CacheStats, CocoaStats, CollectorStats, CoreStats, DramStats, EnergyStats, FramesStats, IcntStats,
    IssueStats, L1TlbStats, L2Stats, L2TlbStats, MigrationStats, PagingStats, PrefetchStats, SharedStats,
    SmStats, SourceStats, StatGroup, TimeStats,
};
use crate::unit::STATISTICS;

/// One statistic as listed to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Statistic {
    /// The group in results, such as `l1`.
    pub group: &'static str,
    /// The key within the group; it never changes its meaning.
    pub key: &'static str,
    /// What the value counts or measures, such as `SM cycles`, `lines` or `J`.
    pub unit: &'static str,
    /// What the value says, as a phrase.
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
        ("l2_banks", L2Stats::FIELDS, "each L2 sub-partition, in the cycle in which it happens; summed"),
        (
            "dram",
            DramStats::FIELDS,
            "each DRAM channel, with the command; of a line with that of its last burst; summed",
        ),
        ("sources", SourceStats::FIELDS, "each memory controller, for each source; summed over controllers"),
        (
            "shared",
            SharedStats::FIELDS,
            "L2 sub-partitions and DRAM channels, for each of several programs until its first end; summed",
        ),
        ("cpus", CoreStats::FIELDS, "each CPU core"),
        ("energy", EnergyStats::FIELDS, "energy meter, from the counts above, at the voltage of their time"),
    ];
    let own = [
        &L1TlbStats::STATISTICS,
        &L2TlbStats::STATISTICS,
        &PagingStats::STATISTICS,
        &CocoaStats::STATISTICS,
        &FramesStats::STATISTICS,
        &MigrationStats::STATISTICS,
        &PrefetchStats::STATISTICS,
        &IssueStats::STATISTICS,
        &CollectorStats::STATISTICS,
    ];
    let units = own.into_iter().chain(STATISTICS.iter().flatten());
    let units = units.map(|unit| (unit.group, unit.fields, unit.counted));
    groups.into_iter().chain(units).flat_map(|(group, fields, counted)| {
        fields.iter().map(move |f| Statistic { group, key: f.key, unit: f.unit, meaning: f.meaning, counted })
    })
}
