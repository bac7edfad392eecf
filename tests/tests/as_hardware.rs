// SPDX-License-Identifier: Apache-2.0
//! Programs that go on where hardware does.

use std::path::Path;
use std::process::Output;

use serde_json::Value;
use warpsmith_tests::{compiled, read_json, root, run, stderr, stdout};

fn program(name: &str) -> String {
    let source = root().join("tests/feature_programs").join(name).with_extension("cu");
    compiled(&source).to_str().expect("UTF-8").to_string()
}

/// `warpsmith COMMAND` with words.
fn warpsmith(words: &[&str]) -> Output {
    run(words)
}

fn result(folder: &Path, options: &[&str]) -> Value {
    let (file, program) = (folder.join("r.json"), program("out_of_bounds"));
    let file = file.to_str().expect("UTF-8");
    let words = [&["run", "--out-of-bounds", "zero", "-o", file], options, &["--", &program]].concat();
    stdout(&warpsmith(&words));
    read_json(Path::new(file))
}

#[test]
fn wrapped_indices_member_masks_of_divergent_branches_and_packed_bytes_give_what_hardware_gives() {
    let output = warpsmith(&["run", "--", &program("as_hardware")]);
    assert!(stdout(&output).trim_end().ends_with("PASS, 0 failures"));
    let said = stderr(&output, 0);
    assert!(said.contains("7 warp operations had member masks") && said.contains("PTX line"), "{said}");
}

#[test]
fn a_read_outside_ends_the_run_unless_zeros_are_asked_for() {
    let program = program("out_of_bounds");
    for options in [&["run"][..], &["run", "--out-of-bounds", "report"]] {
        let text = stderr(&warpsmith(&[options, &["--", &program]].concat()), 1);
        assert!(text.contains("outside every live allocation") && text.contains("4 bytes away"), "{text}");
    }
    let output = warpsmith(&["run", "--out-of-bounds", "zero", "--", &program]);
    assert!(stdout(&output).trim_end().ends_with("PASS, 0 failures"));
    let said = stderr(&output, 0);
    let count = "2 reads outside every allocation gave 0 (--out-of-bounds zero); the first: kernel";
    assert!(said.contains(count) && said.contains("thread [0, 0, 0]"), "{said}");
    let text = stderr(&warpsmith(&["run", "--out-of-bounds", "zero", "--", &program, "store"]), 1);
    assert!(text.contains("outside every live allocation"), "{text}");
    let text = stderr(&warpsmith(&["run", "--out-of-bounds", "ignore", "--", &program]), 2);
    assert!(text.contains("report, zero"), "{text}");
}

#[test]
fn the_result_says_that_reads_gave_zeros_and_is_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let one = result(folder.path(), &[]);
    assert_eq!(one["configuration"]["out_of_bounds"], "zero");
    assert_eq!(one["statistics"]["out_of_bounds_reads"], 2);
    assert_eq!(one, result(folder.path(), &["--threads", "2"]));
}

#[test]
fn recording_takes_the_switch_and_its_replay_which_reads_nothing_refuses_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("t.trace");
    let (trace, program) = (file.to_str().expect("UTF-8"), program("out_of_bounds"));
    let text = stderr(&warpsmith(&["record", "-o", trace, "--", &program]), 1);
    assert!(text.contains("outside every live allocation"), "{text}");
    let recorded = warpsmith(&["record", "--out-of-bounds", "zero", "-o", trace, "--", &program]);
    assert!(stderr(&recorded, 0).contains("2 reads outside every allocation gave 0"));
    let replayed = folder.path().join("replayed.json");
    stdout(&warpsmith(&["run", trace, "-o", replayed.to_str().expect("UTF-8")]));
    let run = result(folder.path(), &[]);
    assert_eq!(read_json(&replayed)["statistics"]["total"], run["statistics"]["total"]);
    let text = stderr(&warpsmith(&["run", "--out-of-bounds", "zero", trace]), 2);
    assert!(text.contains("--out-of-bounds"), "{text}");
}

#[test]
fn a_checkpoint_keeps_the_count_and_goes_on_only_with_the_same_switch() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let checkpoints = folder.path().join("checkpoints");
    let whole = result(
        folder.path(),
        &[
            "--checkpoint-every",
            "500",
            "--checkpoint-keep",
            "1",
            "--checkpoint-dir",
            checkpoints.to_str().expect("UTF-8"),
        ],
    );
    let last =
        std::fs::read_dir(&checkpoints).expect("checkpoints").next().expect("one").expect("readable").path();
    let last = last.to_str().expect("UTF-8");
    assert_eq!(whole, result(folder.path(), &["--resume", last]));
    let text = stderr(&warpsmith(&["run", "--resume", last, "--", &program("out_of_bounds")]), 1);
    assert!(text.contains("--out-of-bounds was zero, now it is report"), "{text}");
}
