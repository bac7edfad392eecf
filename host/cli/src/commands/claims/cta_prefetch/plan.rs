// SPDX-License-Identifier: Apache-2.0
//! What is run: the unit, variants of it, and the policies of specification section 8.3, on the workloads of section 8.2.

use super::super::variant::{self, Variants};
use serde::Serialize;

/// The unit without anything that it adds: the two-level scheduler alone.
const BASELINE: &str = "cta_prefetch:ctaa_en=0,pf_en=0,wake_en=0";
/// The same with its socket for prefetchers left to another.
const SCHEDULER: &str = "cta_prefetch:ctaa_en=0,pf_en=0,wake_en=0,prefetcher=off";

/// Stands for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CtaPrefetch;

/// A combination of policies and machine to run a program on.
pub type Variant = variant::Variant<CtaPrefetch>;

impl Variant {
    pub const BASE: Variant = Variant::new("two-level", &[BASELINE]);
    pub const CTAA: Variant = Variant::new("CTAA", &["cta_prefetch"]);

    pub const SP: Variant = Variant::new("SP", &[SCHEDULER, "next_line"]);
    pub const LAP: Variant = Variant::new("LAP", &[SCHEDULER, "lap"]);
    pub const ORCH: Variant = Variant::new("ORCH", &["orch", "lap"]);
    pub const TWICE_L1: Variant = Variant::new("2xL1D", &[BASELINE]).on(&["l1.sets=64"]);
    pub const INTRA: Variant = Variant::new("INTRA", &[SCHEDULER, "stride"]);
    pub const MTA: Variant = Variant::new("MTA", &[SCHEDULER, "mta"]);

    pub const PREFETCH_ONLY: Variant = Variant::new("prefetch only", &["cta_prefetch:ctaa_en=0"]);
    pub const SCHEDULE_ONLY: Variant = Variant::new("schedule only", &["cta_prefetch:pf_en=0"]);
    pub const NO_WAKE: Variant = Variant::new("no wake", &["cta_prefetch:wake_en=0"]);
    pub const STICKY: Variant = Variant::new("STICKY", &["cta_prefetch:percta_repl=sticky"]);
    pub const LITERAL: Variant =
        Variant::new("literal", &["cta_prefetch:skip_own_done=0,wake_check=0,lead_scope=0,hold_fill_en=0"]);
    pub const NO_THROTTLE: Variant = Variant::new("no throttle", &["cta_prefetch:mis_w=16,mis_thresh=65534"]);

    /// Both tables with 4 to 64 entries.
    pub const TABLES: [Variant; 5] = [
        Variant::new("tables 4", &["cta_prefetch:config=tables4"]),
        Variant::new("tables 8", &["cta_prefetch:config=tables8"]),
        Variant::new("tables 16", &["cta_prefetch:config=tables16"]),
        Variant::new("tables 32", &["cta_prefetch:config=tables32"]),
        Variant::new("tables 64", &["cta_prefetch:config=tables64"]),
    ];
    /// 1 and 32 base addresses.
    pub const BASES: [Variant; 2] = [
        Variant::new("NB 1", &["cta_prefetch:config=nb1"]),
        Variant::new("NB 32", &["cta_prefetch:config=nb32"]),
    ];
    /// The unit with an L1 of 8, 32 and 64 kB.
    pub const L1: [Variant; 3] = [
        Variant::new("L1 8 kB", &["cta_prefetch"]).on(&["l1.sets=16"]),
        Variant::new("L1 32 kB", &["cta_prefetch"]).on(&["l1.sets=64"]),
        Variant::new("L1 64 kB", &["cta_prefetch"]).on(&["l1.sets=128"]),
    ];
    /// INTER(d), d from 1 to 8.
    pub const INTER: [Variant; 8] = [
        Variant::new("INTER(1)", &[SCHEDULER, "inter_warp:distance=1"]),
        Variant::new("INTER(2)", &[SCHEDULER, "inter_warp:distance=2"]),
        Variant::new("INTER(3)", &[SCHEDULER, "inter_warp:distance=3"]),
        Variant::new("INTER(4)", &[SCHEDULER, "inter_warp:distance=4"]),
        Variant::new("INTER(5)", &[SCHEDULER, "inter_warp:distance=5"]),
        Variant::new("INTER(6)", &[SCHEDULER, "inter_warp:distance=6"]),
        Variant::new("INTER(7)", &[SCHEDULER, "inter_warp:distance=7"]),
        Variant::new("INTER(8)", &[SCHEDULER, "inter_warp:distance=8"]),
    ];

    /// What the paper's figures 10 and 11 compare with, and what is like it.
    pub const COMPARED: [Variant; 7] = [
        Variant::SP,
        Variant::LAP,
        Variant::ORCH,
        Variant::TWICE_L1,
        Variant::INTER[0],
        Variant::INTRA,
        Variant::MTA,
    ];
    /// The unit with parts of it off or changed.
    pub const ABLATIONS: [Variant; 6] = [
        Variant::PREFETCH_ONLY,
        Variant::SCHEDULE_ONLY,
        Variant::NO_WAKE,
        Variant::STICKY,
        Variant::LITERAL,
        Variant::NO_THROTTLE,
    ];

    /// Whether only one workload, by the paper's name, is run with it.
    pub fn only_on(self) -> Option<&'static str> {
        Variant::INTER[1..].contains(&self).then_some("MM")
    }
}

impl Variants for CtaPrefetch {
    const ALL: &'static [Variant] = &[
        Variant::BASE,
        Variant::CTAA,
        Variant::SP,
        Variant::LAP,
        Variant::ORCH,
        Variant::TWICE_L1,
        Variant::INTRA,
        Variant::MTA,
        Variant::PREFETCH_ONLY,
        Variant::SCHEDULE_ONLY,
        Variant::NO_WAKE,
        Variant::STICKY,
        Variant::LITERAL,
        Variant::NO_THROTTLE,
        Variant::TABLES[0],
        Variant::TABLES[1],
        Variant::TABLES[2],
        Variant::TABLES[3],
        Variant::TABLES[4],
        Variant::BASES[0],
        Variant::BASES[1],
        Variant::L1[0],
        Variant::L1[1],
        Variant::L1[2],
        Variant::INTER[0],
        Variant::INTER[1],
        Variant::INTER[2],
        Variant::INTER[3],
        Variant::INTER[4],
        Variant::INTER[5],
        Variant::INTER[6],
        Variant::INTER[7],
    ];
}

/// What the specification's remarks on the workloads (section 8.2) say of a workload, by the paper's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Strides, and several CTAs on an SM.
    Strided,
    /// Strides are rare, or broken by gathers.
    Irregular,
    /// One CTA on an SM.
    Alone,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Strided, Kind::Irregular, Kind::Alone];

    pub fn of(workload: &str) -> Kind {
        match workload {
            "HSP" | "PTH" | "BFS" | "KMN" | "MD" => Kind::Irregular,
            "JC1" => Kind::Alone,
            _ => Kind::Strided,
        }
    }

    /// As in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Strided => "strided",
            Kind::Irregular => "irregular",
            Kind::Alone => "alone",
        }
    }
}

/// The workloads that `--quick` leaves: one of each kind, and those of which single points speak.
pub const QUICK: [&str; 4] = ["LPS", "BFS", "JC1", "MM"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_is_run() {
        let names: BTreeSet<&str> = CtaPrefetch::ALL.iter().map(|v| v.name).collect();
        assert_eq!(names.len(), CtaPrefetch::ALL.len());
        let groups = [&Variant::COMPARED[..], &Variant::ABLATIONS, &Variant::TABLES, &Variant::BASES];
        let groups = groups.into_iter().chain([&Variant::L1[..], &Variant::INTER]);
        assert!(groups.flatten().all(|v| CtaPrefetch::ALL.contains(v)));
    }
}
