// SPDX-License-Identifier: Apache-2.0
//! `warpsmith prove` on what users give it: one configuration, Verilog of their own, and checkers that do not fit.

use std::fs;
use warpsmith_tests::{emitted, have_proof_tools, read_json, run, stderr, stdout};

/// Invariant 12 of FR-FCFS, which four checkers show of each kind of buffer; a cycle is enough to see that they fit.
const INVARIANT: [&str; 8] =
    ["prove", "frfcfs", "--invariant", "12", "--engine", "bounded 1", "--depth", "1"];

/// The emitted Verilog of FR-FCFS with a buffer of four entries, as one text.
fn tiny() -> String {
    emitted("frfcfs", "tiny")
}

#[test]
fn a_configuration_leaves_out_the_checkers_that_are_not_for_it_and_names_them() {
    if !have_proof_tools() {
        return;
    }
    let output = run(INVARIANT.iter().chain(&["--config", "tiny"]));
    let said = stderr(&output, 0);
    assert!(said.contains("i12_order_collapse is for age_mode=collapse"), "{said}");
    let table = stdout(&output);
    for checker in ["i12_occupancy", "i12_winner", "i12_order", "i12_progress"] {
        assert!(table.contains(&format!("{checker} ")), "{table}");
    }
    let said = stderr(&run(["prove", "sms", "--invariant", "3", "--config", "variant"]), 2);
    assert!(said.contains("i03_batches is for n_cpu=1"), "{said}");
}

#[test]
fn a_checker_that_does_not_fit_is_named_and_costs_the_others_nothing() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (mine, json) = (file("mine.v"), file("proofs.json"));
    // Only one of the checkers looks for the winner's group.
    fs::write(&mine, tiny().replace("oldest", "eldest")).expect("writable");
    let output = run(INVARIANT.iter().chain(&["--verilog", &mine, "--json", &json]));
    assert!(stderr(&output, 1).contains("not proved: i12_winner"));
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("i12_winner of tiny: ") && table.contains("buffer__oldest__pick"), "{table}");
    let rows = read_json(json.as_ref());
    let verdict = |name: &str| {
        let row = rows.as_array().expect("rows").iter().find(|row| row["checker"] == name);
        row.unwrap_or_else(|| panic!("no row of {name}"))["verdict"].as_str().expect("text").to_string()
    };
    assert_eq!(verdict("i12_winner"), "error");
    for checker in ["i12_occupancy", "i12_order", "i12_progress"] {
        assert_eq!(verdict(checker), "holds for 1 cycles");
    }
}

#[test]
fn verilog_that_emit_writes_takes_the_place_of_the_rtl_as_a_list_or_as_files() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path().to_str().expect("UTF-8");
    stdout(&run(["emit", "equalizer", "--config", "tiny", "-o", here]));
    let list = format!("{here}/equalizer.f");
    let proof = ["prove", "equalizer", "--invariant", "6", "--verilog"];
    assert!(stdout(&run(proof.iter().chain(&[list.as_str()]))).contains("proved"));
    let entries = fs::read_dir(folder.path()).expect("readable").map(|entry| entry.expect("readable").path());
    let mut files: Vec<String> = entries.map(|path| path.to_str().expect("UTF-8").to_string()).collect();
    files.retain(|name| name.ends_with(".v"));
    assert!(files.len() > 3, "{files:?}");
    let all = proof.iter().map(ToString::to_string).chain(files);
    assert!(stdout(&run(all)).contains("proved"));
    if cfg!(feature = "rtl") {
        let bench = ["bench-unit", "equalizer", "--cycles", "2000", "--verilog", &list];
        assert!(stdout(&run(bench)).contains("agree in every cycle"));
    }
}

#[test]
fn verilog_of_another_configuration_or_of_none_is_refused() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mine.v");
    fs::write(&path, tiny()).expect("writable");
    let mine = ["--verilog", path.to_str().expect("UTF-8")];
    let output = run(["prove", "frfcfs", "--invariant", "2", "--config", "small"].iter().chain(&mine));
    stderr(&output, 1);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        table.contains("frfcfs has a port of") && table.contains("in this configuration it is"),
        "{table}"
    );
    let headless: String =
        tiny().lines().filter(|line| !line.starts_with("//")).map(|l| format!("{l}\n")).collect();
    fs::write(&path, headless).expect("writable");
    assert!(stderr(&run(["prove", "frfcfs"].iter().chain(&mine)), 2).contains("name it with --config"));
}
