// SPDX-License-Identifier: Apache-2.0
//! What is run: numbers of warps, the unit, variants of it, and the policies of specification section 8.3, on the workloads of
//! section 8.2.

use super::super::variant::{self, Variants};
use serde::Serialize;

/// Options of `-m` for an SM of so many warps.
const WARPS_4: &[&str] = &["sm.warps=4", "sm.threads=128", "sm.max_threads_per_cta=128"];
const WARPS_8: &[&str] = &["sm.warps=8", "sm.threads=256", "sm.max_threads_per_cta=256"];
const WARPS_16: &[&str] = &["sm.warps=16", "sm.threads=512", "sm.max_threads_per_cta=512"];

/// No prefetcher: the unit with both mechanisms off, which prefetches nothing and counts as the others do.
const NONE: &[&str] = &["apogee:foa_en=0,tia_en=0"];

/// Stands for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Apogee;

/// A prefetcher and a number of warps to run a program with.
pub type Variant = variant::Variant<Apogee>;

/// With 32 warps.
const fn full(name: &'static str, with: &'static [&'static str]) -> Variant {
    Variant::new(name, with)
}

/// With four warps.
const fn four(name: &'static str, with: &'static [&'static str]) -> Variant {
    Variant::new(name, with).on(WARPS_4)
}

impl Variant {
    pub const SIMT_32: Variant = full("SIMT_32", NONE);
    pub const SIMT_16: Variant = full("SIMT_16", NONE).on(WARPS_16);
    pub const SIMT_8: Variant = full("SIMT_8", NONE).on(WARPS_8);
    pub const SIMT_4: Variant = four("SIMT_4", NONE);

    pub const APOGEE_4: Variant = four("Apogee_4", &["apogee"]);
    pub const APOGEE_32: Variant = full("Apogee_32", &["apogee"]);

    pub const NEXT_LINE: Variant = four("next line_4", &["next_line"]);
    pub const STRIDE: Variant = four("stride_4", &["stride"]);
    pub const MTA_4: Variant = four("MTA_4", &["mta"]);
    pub const MTA_32: Variant = full("MTA_32", &["mta"]);

    pub const NO_TIA: Variant = four("no TIA", &["apogee:tia_en=0"]);
    pub const NO_FOA: Variant = four("no FOA", &["apogee:foa_en=0"]);
    pub const LITERAL: Variant = four("literal", &["apogee:config=literal,addr_bits=32,iter_bits=24"]);

    /// Tables of 16, 32 and 128 entries.
    pub const ENTRIES: [Variant; 3] = [
        four("16 entries", &["apogee:n_entries=16"]),
        four("32 entries", &["apogee:n_entries=32"]),
        four("128 entries", &["apogee:n_entries=128"]),
    ];

    /// What stands beside the reference of 32 warps in the paper's figures, and other numbers of warps.
    pub const COMPARED: [Variant; 9] = [
        Variant::APOGEE_4,
        Variant::MTA_4,
        Variant::STRIDE,
        Variant::NEXT_LINE,
        Variant::SIMT_4,
        Variant::SIMT_8,
        Variant::SIMT_16,
        Variant::MTA_32,
        Variant::APOGEE_32,
    ];
    /// The unit with parts of it off or changed.
    pub const ABLATIONS: [Variant; 6] = [
        Variant::NO_TIA,
        Variant::NO_FOA,
        Variant::LITERAL,
        Variant::ENTRIES[0],
        Variant::ENTRIES[1],
        Variant::ENTRIES[2],
    ];
    /// Those with four warps that prefetch.
    pub const PREFETCHING: [Variant; 7] = [
        Variant::APOGEE_4,
        Variant::MTA_4,
        Variant::STRIDE,
        Variant::NEXT_LINE,
        Variant::NO_TIA,
        Variant::NO_FOA,
        Variant::LITERAL,
    ];
}

impl Variants for Apogee {
    const ALL: &'static [Variant] = &[
        Variant::SIMT_32,
        Variant::SIMT_16,
        Variant::SIMT_8,
        Variant::SIMT_4,
        Variant::APOGEE_4,
        Variant::APOGEE_32,
        Variant::NEXT_LINE,
        Variant::STRIDE,
        Variant::MTA_4,
        Variant::MTA_32,
        Variant::NO_TIA,
        Variant::NO_FOA,
        Variant::LITERAL,
        Variant::ENTRIES[0],
        Variant::ENTRIES[1],
        Variant::ENTRIES[2],
    ];
}

/// How a workload reads memory, by the paper's name of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Addresses at fixed offsets from thread to thread (FOA), and no others.
    Streaming,
    /// Besides, loads of one address for all threads (TIA).
    Invariant,
    /// Addresses that follow from data.
    Irregular,
}

impl Kind {
    pub const REGULAR: &'static [Kind] = &[Kind::Streaming, Kind::Invariant];

    pub fn of(workload: &str) -> Kind {
        match workload {
            "MS" => Kind::Irregular,
            "FT" | "HP" => Kind::Streaming,
            _ => Kind::Invariant,
        }
    }

    /// As in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Streaming => "streaming",
            Kind::Invariant => "invariant",
            Kind::Irregular => "irregular",
        }
    }
}

/// The workloads that `--quick` leaves: one of each kind.
pub const QUICK: [&str; 3] = ["FT", "MS", "ES"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_is_run() {
        let names: BTreeSet<&str> = Apogee::ALL.iter().map(|v| v.name).collect();
        assert_eq!(names.len(), Apogee::ALL.len());
        let groups = [&Variant::COMPARED[..], &Variant::ABLATIONS, &Variant::PREFETCHING];
        assert!(groups.into_iter().flatten().all(|v| Apogee::ALL.contains(v)));
    }
}
