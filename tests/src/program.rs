// SPDX-License-Identifier: Apache-2.0
//! The programs of the manifest, and their runs at their small sizes.

use crate::{compiled, root, run, stdout};
use serde_json::Value;
use std::path::PathBuf;

/// One entry of `tests/programs/programs.toml`.
#[derive(Clone)]
pub struct Program {
    pub name: String,
    pub source: PathBuf,
    pub args_small: Vec<String>,
    /// Warps of a CTA and CTAs at a time on an SM that the machine `cta` must give its first kernel: those of the paper's workload.
    pub shape_on_cta: Option<[i64; 2]>,
}

impl Program {
    /// What stands behind the options of `warpsmith run`: the program with its small arguments.
    pub fn words(&self) -> Vec<String> {
        let executable = compiled(&self.source).to_str().expect("UTF-8").to_string();
        ["--".to_string(), executable].into_iter().chain(self.args_small.iter().cloned()).collect()
    }

    /// The bytes of the result file of `warpsmith run OPTIONS -- PROGRAM`; the program must say PASS.
    pub fn result_bytes(&self, options: &[&str]) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("result.json");
        let words = self.words();
        let line = ["run", "-o", file.to_str().expect("UTF-8")];
        let line = line.into_iter().chain(options.iter().copied()).chain(words.iter().map(String::as_str));
        let said = stdout(&run(line));
        assert!(said.lines().any(|l| l.starts_with("PASS")), "{}, {options:?}: {said}", self.name);
        std::fs::read(&file).expect("the result is written")
    }

    /// The same as JSON.
    pub fn result(&self, options: &[&str]) -> Value {
        serde_json::from_slice(&self.result_bytes(options)).expect("a result is JSON")
    }
}

/// The programs of the manifest.
pub fn programs() -> Vec<Program> {
    let folder = root().join("tests/programs");
    let text = std::fs::read_to_string(folder.join("programs.toml")).expect("the manifest is there");
    let table: toml::Table = text.parse().expect("the manifest is TOML");
    let text = |value: &toml::Value| value.as_str().expect("text").to_string();
    let entries = table["program"].as_array().expect("a list of programs");
    let program = |entry: &toml::Value| Program {
        name: text(&entry["name"]),
        source: folder.join(text(&entry["file"])),
        args_small: entry["args_small"].as_array().expect("a list of arguments").iter().map(text).collect(),
        shape_on_cta: entry
            .get("cta_prefetch")
            .map(|row| ["warps", "concurrent"].map(|key| row[key].as_integer().expect("a number"))),
    };
    entries.iter().map(program).collect()
}

/// A row of `tests/programs/ilp.toml`, which says what the keys mean.
pub struct IlpWorkload {
    pub name: String,
    pub program: String,
    pub args: Vec<String>,
    pub ctas: u64,
    pub threads: u64,
    pub registers: u64,
    pub shared: u64,
    pub resident: Vec<u64>,
}

/// The workloads of the paper on ILP.
pub fn ilp_workloads() -> Vec<IlpWorkload> {
    let path = root().join("tests/programs/ilp.toml");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let table: toml::Table = text.parse().expect("the table is TOML");
    let text = |value: &toml::Value| value.as_str().expect("text").to_string();
    let number =
        |value: &toml::Value| value.as_integer().and_then(|n| n.try_into().ok()).expect("a natural number");
    let workload = |row: &toml::Value| IlpWorkload {
        name: text(&row["name"]),
        program: text(&row["program"]),
        args: row["args"].as_array().expect("a list of arguments").iter().map(text).collect(),
        ctas: number(&row["ctas"]),
        threads: number(&row["threads"]),
        registers: number(&row["registers"]),
        shared: number(&row["shared"]),
        resident: row["resident"].as_array().expect("a list of numbers").iter().map(number).collect(),
    };
    table["workload"].as_array().expect("a list of workloads").iter().map(workload).collect()
}

/// The program of this name.
///
/// # Panics
/// The manifest has none.
pub fn program(name: &str) -> Program {
    let found = programs().into_iter().find(|program| program.name == name);
    found.unwrap_or_else(|| panic!("no program `{name}` is in the manifest"))
}
