// SPDX-License-Identifier: Apache-2.0
//! `warpsmith mutate` on the smallest module: what lockstep finds, and that what is missed can be replayed.

#![cfg(feature = "rtl")]

use std::fs;
use warpsmith_tests::{have_proof_tools, read_json, run, stderr, stdout};

/// Few faults in the frequency manager, in a configuration whose epochs are short.
const SMALL: [&str; 8] = ["mutate", "equalizer", "--module", "eq_fm", "--cycles", "200000", "--depth", "16"];

#[test]
fn lockstep_finds_nearly_every_fault_of_a_small_draw_and_the_page_says_how_many() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (json, page) = (file("scores.json"), file("page.md"));
    let rest = ["--faults", "4", "--by", "lockstep", "--json", &json, "--markdown", &page];
    stdout(&run(SMALL.iter().chain(&rest)));
    let scores = read_json(json.as_ref());
    let trials = scores[0]["trials"].as_array().expect("trials");
    assert_eq!(trials.len(), 4);
    let found = trials.iter().filter(|t| t["lockstep"]["found"].is_string()).count();
    assert!(found >= 3, "{trials:?}");
    let page = fs::read_to_string(&page).expect("the page");
    let command = "warpsmith mutate equalizer --config tiny --module eq_fm --faults 4 --seed 1 --by lockstep";
    assert!(page.contains(command), "{page}");
    // How many were drawn that are none depends on the version of yosys.
    let row = page.lines().find(|line| line.starts_with("| eq_fm | 4 | ")).expect("a row");
    assert!(row.ends_with(&format!(" | {found} ({} %) | not tried |", 25 * found)), "{page}");
}

#[test]
fn a_fault_that_lockstep_misses_is_shown_by_its_vector_on_its_verilog_but_not_on_the_rtl() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path().to_str().expect("UTF-8");
    // The votes act in cycle 8; three cycles are too few.
    let few =
        ["mutate", "equalizer", "--module", "eq_fm", "--by", "lockstep", "--cycles", "3", "--faults", "1"];
    let printed = stdout(&run(few.iter().chain(&["--survivors", here])));
    assert!(printed.contains("eq_fm, missed:"), "{printed}");
    let [verilog, vector] = ["v", "json"].map(|wanted| {
        let files = fs::read_dir(here).expect("survivors").map(|file| file.expect("readable").path());
        let found = files.into_iter().find(|path| path.extension().is_some_and(|e| e == wanted));
        found.expect("a survivor").to_str().expect("UTF-8").to_string()
    });
    let healthy = stdout(&run(["bench-unit", "--replay", &vector]));
    assert!(healthy.contains("agree in every step"), "{healthy}");
    let faulty = stderr(&run(["bench-unit", "--replay", &vector, "--verilog", &verilog]), 1);
    assert!(faulty.contains("of the replay") && faulty.contains("in the RTL and"), "{faulty}");
}

#[test]
fn a_run_that_goes_on_from_what_was_kept_tries_no_fault_again_and_gives_the_same_page() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (kept, whole, again) = (file("kept.json"), file("whole.md"), file("again.md"));
    let faults = ["--faults", "2", "--by", "lockstep", "--keep", &kept, "--markdown"];
    stdout(&run(SMALL.iter().chain(&faults).chain(&[whole.as_str()])));
    // As if it had been stopped after the first fault, of which something is noted that no run finds.
    let mut content = read_json(kept.as_ref());
    let trials = content["scores"][0]["trials"].as_array_mut().expect("trials");
    trials.truncate(1);
    trials[0]["lockstep"] = serde_json::json!({ "found": "of the first run" });
    fs::write(&kept, content.to_string()).expect("a file");
    stdout(&run(SMALL.iter().chain(&faults).chain(&[again.as_str()])));
    let rows = |page: &str| {
        let page = fs::read_to_string(page).expect("the page");
        let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains(" inv")).count();
        (page.contains("of the first run"), page.lines().count(), rows)
    };
    let (whole, again) = (rows(&whole), rows(&again));
    assert!(!whole.0 && again.0, "{whole:?} {again:?}");
    assert_eq!((whole.1, whole.2), (again.1, again.2));
    let other = [&SMALL[..], &faults[..6], &["--seed", "2"]].concat();
    let refused = stderr(&run(other), 2);
    assert!(refused.contains("was kept by") && refused.contains("give another file"), "{refused}");
    fs::write(&kept, "{}").expect("a file");
    let refused = stderr(&run([&SMALL[..], &faults[..6]].concat()), 1);
    assert!(refused.contains("is not what `mutate --keep` writes"), "{refused}");
}

#[test]
fn what_cannot_be_mutated_is_refused() {
    let refused = |args: &[&str], code| stderr(&run([&["mutate"], args].concat()), code);
    assert!(refused(&["equaliser"], 2).contains("did you mean `equalizer`?"));
    assert!(refused(&["equalizer", "--module", "eq_f"], 2).contains("did you mean `eq_fm`?"));
    assert!(refused(&["equalizer", "--config", "huge"], 2).contains("tiny"));
    assert!(refused(&["equalizer", "--faults", "0"], 2).contains("1..=100000"));
    assert!(refused(&["equalizer", "--survivors", "/dev/null/nowhere"], 1).contains("cannot make the folder"));
    let unproved = refused(&["ilp", "--module", "sb_data", "--by", "proof"], 1);
    assert!(unproved.contains("nothing is proved of sb_data"), "{unproved}");
}
