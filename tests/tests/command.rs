// SPDX-License-Identifier: Apache-2.0
//! What the commands print and write when all is well.

use std::fs;
use warpsmith_tests::{root, run, stderr, stdout};

#[test]
fn list_names_every_kind_of_thing() {
    let text = stdout(&run(["list", "--programs", root().join("tests/programs").to_str().expect("UTF-8")]));
    for part in ["equalizer", "dyncta", "ccws", "gtx480", "kmeans"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn emit_writes_the_files_that_are_checked_in() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output =
        run(["emit", "equalizer", "--config", "small", "-o", folder.path().to_str().expect("UTF-8")]);
    let listed = stdout(&output);
    // The defaults of parameters are those of the configuration; the rest is the same in all.
    let lines = |path: &std::path::Path| -> Vec<String> {
        let text = fs::read_to_string(path).expect("readable");
        text.lines().filter(|line| !line.contains("parameter ")).map(String::from).collect()
    };
    let mut found = 0;
    for entry in fs::read_dir(folder.path()).expect("emitted files") {
        let name = entry.expect("readable").file_name();
        let places = ["equalizer", "common"].map(|unit| root().join("generated").join(unit).join(&name));
        let text = name.to_str().expect("UTF-8");
        assert!(listed.contains(text), "{name:?} is not listed");
        if !text.ends_with(".v") {
            continue;
        }
        let checked_in = places.iter().find(|path| path.exists()).unwrap_or_else(|| panic!("{name:?}"));
        assert_eq!(lines(&folder.path().join(&name)), lines(checked_in), "{name:?}");
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[test]
fn emit_refuses_an_unknown_unit_configuration_or_parameter() {
    for (args, named) in [
        (vec!["emit", "equaliser"], "did you mean `equalizer`"),
        (vec!["emit", "equalizer", "--config", "huge"], "fermi"),
        (vec!["emit", "equalizer", "-p", "n_sm=65"], "1..=64"),
        (vec!["emit", "equalizer", "-p", "n_smm=4"], "n_sm"),
    ] {
        let text = stderr(&run(&args), 2);
        assert!(text.contains(named), "{args:?}: {text}");
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "list",
        "emit",
        "cc",
        "cuda-home",
        "run",
        "compare",
        "report",
        "bench-machine",
        "bench-unit",
        "claims",
        "synth",
        "prove",
    ] {
        let text = stdout(&run([command, "--help"]));
        assert!(text.contains(&format!("warpsmith {command}")), "{command}: {text}");
    }
}

#[cfg(feature = "rtl")]
#[test]
fn bench_unit_reports_cycles_and_coverage_of_a_configuration() {
    let text = stdout(&run(["bench-unit", "equalizer", "--config", "small", "--cycles", "20000", "--json"]));
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(report.to_string().contains("small"), "{text}");
}
