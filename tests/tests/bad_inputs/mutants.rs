// SPDX-License-Identifier: Apache-2.0
//! Mutants of good files, given to the command: each is refused or used, but none makes it panic, hang or take memory without
//! bound. `WARPSMITH_MUTATIONS` says how many are tried, of which a hundredth here, for each is a process.

use std::fs;

use super::harness::{complaint, place};
use warpsmith_tests::{mutant, root, run, stderr};

/// Tries the mutants of `source` as the file `name`, with the words of the command that reads it.
fn try_mutants(source: &str, name: &str, words: &str) {
    let place = place();
    mutant::try_all(10, 100, |seed| {
        let text = mutant::text(seed, &[source]);
        fs::write(place.path().join(name), &text).expect("writable");
        if let Some(wrong) = complaint(words, place.path(), &[0, 1, 2]) {
            panic!("{wrong}\nThe mutant:\n{text}");
        }
    });
}

#[test]
fn of_launch_files() {
    let source = fs::read_to_string(root().join("tests/bad_inputs/good_launch.toml")).expect("readable");
    try_mutants(&source, "mutant.toml", "run saxpy.ptx --launch mutant.toml --max-cycles 20000");
}

#[test]
fn of_machine_files() {
    let source = fs::read_to_string(root().join("machines/gtx480.toml")).expect("readable");
    try_mutants(&source, "mutant.toml", "run saxpy.ptx --machine mutant.toml --max-cycles 20000");
}

#[test]
fn of_result_files() {
    let place = place();
    let [kernel, result] =
        ["saxpy.ptx", "good.json"].map(|name| place.path().join(name).display().to_string());
    stderr(&run(["run", &kernel, "-o", &result]), 0);
    let source = fs::read_to_string(result).expect("readable");
    try_mutants(&source, "mutant.json", "compare mutant.json mutant.json");
}
