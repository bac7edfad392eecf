// SPDX-License-Identifier: Apache-2.0
//! What a run costs in memory.

use std::ffi::OsStr;
use warpsmith_tests::{compiled, root, run, stderr, BACKENDS};

#[test]
fn a_program_of_400_mb_runs_within_1_gib_beside_its_own_memory() {
    let program = compiled(&root().join("tests/feature_programs/footprint.cu"));
    let options = ["run", "--backend", BACKENDS[0], "--"].map(OsStr::new);
    let summary = stderr(&run(options.into_iter().chain([program.as_os_str()])), 0);
    let line = summary.lines().find_map(|line| line.strip_prefix("simulator"));
    let figure = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let megabytes = figure.unwrap_or_else(|| panic!("no figure in: {summary}"));
    println!("{megabytes} MB at most");
    assert!((400..=1073).contains(&megabytes), "{megabytes} MB");
}
