// SPDX-License-Identifier: Apache-2.0
//! What is run: the policies of specification section 8.3 and variants of Mascar, on the programs of the manifest.

use super::super::runs::Policy;
use crate::manifest::{Class, Program};
use serde::Serialize;
use warpsmith_units::mascar::params::Params;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    Lrr,
    Gto,
    TwoLevel,
    Owl,
    Ccws,
    Mascar,
    Reexecution,
    Scheduling,
    Queue0,
    Queue16,
    Queue64,
    Margin16,
    Margin32,
    NoLimits,
}

impl Variant {
    /// Those that the points compare.
    pub fn compared() -> impl Iterator<Item = Variant> {
        let apart = |v: &Variant| matches!(v, Variant::Margin16 | Variant::Margin32 | Variant::NoLimits);
        Variant::ALL.iter().copied().filter(move |v| !apart(v))
    }

    /// Mascar by how many free MSHRs count as almost full (decision A1), the default first.
    pub const MARGINS: &'static [(Variant, u32)] =
        &[(Variant::Mascar, Params::PAPER.mshr_margin), (Variant::Margin16, 16), (Variant::Margin32, 32)];
}

/// The machine of Figure 4.3, as far as it holds what makes a scheduler wait: every queue and all MSHRs as many as the
/// machine file may say, and the DRAM's clock a fifth faster.
const NO_LIMITS: &[&str] = &[
    "sm.ldst_queue=64",
    "l1.mshrs=1024",
    "l1.mshr_merges=64",
    "l1.miss_queue=1024",
    "icnt.input_buffer=4096",
    "icnt.output_buffer=4096",
    "l2.rop_queue=1024",
    "l2.cache.mshrs=1024",
    "l2.cache.mshr_merges=64",
    "l2.cache.miss_queue=1024",
    "l2.dram_latency_queue=4096",
    "dram.scheduler_queue=48",
    "dram.write_queue=48",
    "dram.return_queue=4096",
    "clock.dram_mhz=1109",
];

impl Policy for Variant {
    const ALL: &'static [Variant] = &[
        Variant::Lrr,
        Variant::Gto,
        Variant::TwoLevel,
        Variant::Owl,
        Variant::Ccws,
        Variant::Mascar,
        Variant::Reexecution,
        Variant::Scheduling,
        Variant::Queue0,
        Variant::Queue16,
        Variant::Queue64,
        Variant::Margin16,
        Variant::Margin32,
        Variant::NoLimits,
    ];

    fn name(self) -> &'static str {
        match self {
            Variant::Lrr => "LRR",
            Variant::Gto => "GTO",
            Variant::TwoLevel => "two-level",
            Variant::Owl => "OWL",
            Variant::Ccws => "CCWS",
            Variant::Mascar => "Mascar",
            Variant::Reexecution => "re-execution only",
            Variant::Scheduling => "scheduling only",
            Variant::Queue0 => "queue of 0",
            Variant::Queue16 => "queue of 16",
            Variant::Queue64 => "queue of 64",
            Variant::Margin16 => "margin of 16",
            Variant::Margin32 => "margin of 32",
            Variant::NoLimits => "LRR without limits",
        }
    }

    fn with(self) -> Vec<&'static str> {
        vec![match self {
            Variant::Lrr | Variant::NoLimits => "lrr",
            Variant::Gto => "gto",
            Variant::TwoLevel => "two_level",
            Variant::Owl => "owl",
            Variant::Ccws => "ccws",
            Variant::Mascar => "mascar",
            Variant::Reexecution => "mascar:sched_en=0",
            Variant::Scheduling => "mascar:rexq_en=0",
            Variant::Queue0 => "mascar:rexq_entries=0",
            Variant::Queue16 => "mascar:rexq_entries=16",
            Variant::Queue64 => "mascar:rexq_entries=64",
            Variant::Margin16 => "mascar:mshr_margin=16",
            Variant::Margin32 => "mascar:mshr_margin=32",
        }]
    }

    fn machine(self) -> Vec<&'static str> {
        if self == Variant::NoLimits {
            NO_LIMITS.to_vec()
        } else {
            Vec::new()
        }
    }
}

/// Whether a program takes part: not those that show a behaviour of Equalizer.
pub fn takes_part(program: &Program) -> bool {
    program.class != Class::Phase
}

/// Warp instructions an L1 miss, over all SMs, above which a kernel is compute-intensive (specification section 8.2).
const COMPUTE_RATIO: f64 = 30.0;

/// What limits a program, as the paper sorts its kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Memory-intensive, and no cache size helps.
    Streaming,
    /// Memory-intensive, with lines that are used again if they stay.
    CacheSensitive,
    Compute,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Streaming, Kind::CacheSensitive, Kind::Compute];
    pub const MEMORY: [Kind; 2] = [Kind::Streaming, Kind::CacheSensitive];

    /// The kind of a program of this class that executes `ratio` warp instructions an L1 miss under LRR.
    pub fn of(class: Class, ratio: f64) -> Kind {
        match class {
            _ if ratio > COMPUTE_RATIO => Kind::Compute,
            Class::Cache => Kind::CacheSensitive,
            _ => Kind::Streaming,
        }
    }

    /// As in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Streaming => "memory",
            Kind::CacheSensitive => "cache-sensitive",
            Kind::Compute => "compute",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margins_are_those_of_the_runs() {
        for (variant, margin) in Variant::MARGINS {
            let with = variant.with().concat();
            assert!(with == "mascar" || with == format!("mascar:mshr_margin={margin}"), "{with}");
        }
    }

    #[test]
    fn thirty_instructions_a_miss_divide_compute_from_memory_and_the_manifest_names_the_cache_sensitive() {
        assert_eq!(Kind::of(Class::Cache, 30.0), Kind::CacheSensitive);
        assert_eq!(Kind::of(Class::Cache, 31.0), Kind::Compute);
        assert_eq!(Kind::of(Class::Unsaturated, 13.4), Kind::Streaming);
        assert_eq!(Kind::of(Class::Compute, 75.0), Kind::Compute);
    }
}
