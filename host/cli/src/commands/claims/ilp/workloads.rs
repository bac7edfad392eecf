// SPDX-License-Identifier: Apache-2.0
//! The paper's workloads: programs that are its kernels (specification section 8.2), and the pairs of them that share a GPU.

use super::super::sharing::Member;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use warpsmith_ptx::LANES;
use warpsmith_units::ilp::params::Params;

/// A row of `tests/programs/ilp.toml`, which says what its columns are.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Row {
    pub name: String,
    pub program: String,
    args: Vec<String>,
    ctas: u64,
    threads: u64,
    registers: u64,
    resident: [u64; 4],
}

/// The place of the machine's 16,384 registers in `resident`.
const OF_16K: usize = 2;

/// Threads of a warp.
pub const WARP: u32 = LANES as u32;

/// All rows, in the order of the paper's table.
pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        workload: Vec<Row>,
    }
    let file = include_str!("../../../../../../tests/programs/ilp.toml");
    toml::from_str::<File>(file).expect("the file is tested").workload
});

/// For which SMs a kernel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Class {
    #[serde(rename = "ILP")]
    Ilp,
    #[serde(rename = "TLP")]
    Tlp,
}

impl Class {
    /// As in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Class::Ilp => "ILP",
            Class::Tlp => "TLP",
        }
    }
}

impl Row {
    /// Warps on an SM at a time, with the registers of the machine.
    pub fn warps(&self) -> u64 {
        self.resident[OF_16K] * self.threads.div_ceil(WARP.into())
    }

    /// By the steering rule of section 2.4.
    pub fn class(&self) -> Class {
        match Params::PAPER.is_for_ilp(self.warps() as u32, self.ctas * self.threads) {
            true => Class::Ilp,
            false => Class::Tlp,
        }
    }

    /// Whether one CTA has nearly all the work, so that a part of its run is unlike the whole.
    pub fn is_uneven(&self) -> bool {
        self.name == "NQU"
    }

    /// Whether a CTA finds its registers on an SM with so many.
    pub fn fits(&self, registers: u64) -> bool {
        self.registers * self.threads <= registers
    }
}

impl Member for &'static Row {
    fn program(self) -> &'static str {
        &self.program
    }

    fn arguments(self) -> Vec<&'static str> {
        self.args.iter().map(String::as_str).collect()
    }
}

/// The row of this name.
pub fn row(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// What section 8.3 makes pairs of: the first for ILP SMs, the second for TLP SMs.
const FIRST: [&str; 3] = ["NQU", "STO", "Scan"];
const SECOND: [&str; 4] = ["MM", "Con", "DT", "MV"];

/// The workloads that `--quick` leaves: one of each number of warps, and those of which points speak.
const QUICK: [&str; 4] = ["NQU", "MM", "Scan", "SCP"];

/// The workloads alone.
pub fn workloads(quick: bool) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| !quick || QUICK.contains(&row.name.as_str()))
}

/// Two workloads that share the GPU.
pub type Mix = [&'static Row; 2];

/// The mixes, all of whose workloads are there alone too.
pub fn mixes(quick: bool) -> Vec<Mix> {
    let there = |name: &&str| workloads(quick).find(|row| row.name == *name);
    let second: Vec<_> = SECOND.iter().filter_map(there).collect();
    FIRST.iter().filter_map(there).flat_map(|one| second.iter().map(move |other| [one, *other])).collect()
}

/// As in the tables.
pub fn name(mix: &Mix) -> String {
    mix.map(|row| &row.name[..]).join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_is_a_program_of_the_manifest() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");
        let programs = crate::manifest::load(Some(folder.as_ref())).unwrap();
        for row in &*ROWS {
            assert!(programs.iter().any(|program| program.name == row.program), "{}", row.program);
        }
    }

    #[test]
    fn the_steering_rule_gives_the_classes_of_the_table() {
        let ilp = ROWS.iter().filter(|row| row.class() == Class::Ilp).map(|row| &row.name[..]);
        assert_eq!(ilp.collect::<Vec<_>>(), ["NQU", "STO", "RAY", "Scan", "FFT"]);
        assert_eq!(ROWS.len(), 11);
    }

    #[test]
    fn twelve_mixes_have_one_workload_of_either_class() {
        // Scan is for ILP SMs for its threads.
        let all = mixes(false);
        assert_eq!(all.len(), 12);
        assert!(all.iter().all(|mix| mix.map(|row| row.class()) == [Class::Ilp, Class::Tlp]));
        assert_eq!(mixes(true).iter().map(name).collect::<Vec<_>>(), ["NQU+MM", "Scan+MM"]);
    }

    #[test]
    fn ray_alone_needs_more_than_8k_registers() {
        let without: Vec<&str> = ROWS.iter().filter(|row| !row.fits(8192)).map(|row| &row.name[..]).collect();
        assert_eq!(without, ["RAY"]);
    }
}
