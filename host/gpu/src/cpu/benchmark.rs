// SPDX-License-Identifier: Apache-2.0
//! The SPEC CPU2006 benchmarks that proxies stand for (specification of SMS, section 8.2; dissertation, Table 5.3).

use serde::{Deserialize, Serialize};

/// Memory intensity by last-level misses per thousand instructions: below 1, up to 25, above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Intensity {
    /// Below 1.
    Low,
    /// From 1 to 25.
    Medium,
    /// Above 25.
    High,
}

impl Intensity {
    fn of(mpki: f64) -> Intensity {
        match mpki {
            m if m < 1.0 => Intensity::Low,
            m if m <= 25.0 => Intensity::Medium,
            _ => Intensity::High,
        }
    }
}

/// What a proxy reproduces of a benchmark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Benchmark {
    /// As in [`BENCHMARKS`], such as `mcf`.
    pub name: String,
    /// Last-level misses per thousand instructions.
    pub mpki: f64,
    /// Share of misses to the next column of the row of the miss before.
    pub row_locality: f64,
    /// Streams, each in a bank, that a new row may belong to.
    pub parallelism: f64,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub name: &'static str,
    /// Last-level misses per thousand instructions.
    pub mpki: f64,
}

impl Entry {
    pub fn intensity(&self) -> Intensity {
        Intensity::of(self.mpki)
    }
}

const fn entry(name: &'static str, mpki: f64) -> Entry {
    Entry { name, mpki }
}

/// Every benchmark, by rising intensity.
pub const BENCHMARKS: &[Entry] = &[
    entry("tonto", 0.01),
    entry("povray", 0.01),
    entry("calculix", 0.06),
    entry("perlbench", 0.11),
    entry("namd", 0.11),
    entry("dealII", 0.14),
    entry("wrf", 0.21),
    entry("gcc", 0.33),
    entry("sjeng", 1.08),
    entry("gobmk", 1.19),
    entry("gromacs", 1.67),
    entry("h264ref", 1.86),
    entry("bzip2", 6.08),
    entry("astar", 7.6),
    entry("hmmer", 8.65),
    entry("cactusADM", 14.99),
    entry("sphinx3", 17.24),
    entry("omnetpp", 21.85),
    entry("milc", 21.93),
    entry("xalancbmk", 22.32),
    entry("libquantum", 26.27),
    entry("leslie3d", 38.13),
    entry("soplex", 52.45),
    entry("GemsFDTD", 63.61),
    entry("lbm", 69.63),
    entry("mcf", 155.30),
];

impl Benchmark {
    /// The benchmark of this name, `None` if there is none.
    pub fn named(name: &str) -> Option<Benchmark> {
        let entry = BENCHMARKS.iter().find(|b| b.name == name)?;
        let (row_locality, parallelism) = match name {
            "libquantum" | "leslie3d" | "lbm" | "soplex" | "h264ref" | "gromacs" | "sphinx3" => (0.9, 1.5),
            "mcf" => (0.4, 6.0),
            _ => (0.6, 2.5),
        };
        Some(Benchmark { name: name.to_string(), mpki: entry.mpki, row_locality, parallelism })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_have_as_many_benchmarks_as_the_paper_s_table() {
        let count = |class| BENCHMARKS.iter().filter(|b| b.intensity() == class).count();
        assert_eq!([Intensity::Low, Intensity::Medium, Intensity::High].map(count), [8, 12, 6]);
        assert!(BENCHMARKS.windows(2).all(|w| w[0].mpki <= w[1].mpki));
    }
}
