// SPDX-License-Identifier: Apache-2.0
//! `scripts/test.sh` runs every test binary, whatever fails, and ends with what failed.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use warpsmith_tests::root;

/// The summary of what `cargo test` said.
fn summary(said: &[u8]) -> Output {
    let mut awk = Command::new("awk")
        .arg("-f")
        .arg(root().join("scripts/test-summary.awk"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("awk starts");
    awk.stdin.take().expect("piped").write_all(said).expect("it reads");
    awk.wait_with_output().expect("it ends")
}

/// Runs the tests of a package that has these files in `tests/`, as the script does.
fn package(files: &[(&str, &str)]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let manifest = "[package]\nname = \"tried\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("writable");
    for place in ["src", "tests"] {
        fs::create_dir(folder.path().join(place)).expect("writable");
    }
    fs::write(folder.path().join("src/lib.rs"), "").expect("writable");
    for (name, text) in files {
        fs::write(folder.path().join("tests").join(name), text).expect("writable");
    }
    let command = "\"$CARGO\" test --offline --no-fail-fast --target-dir target 2>&1";
    let mut cargo = Command::new("sh");
    cargo.current_dir(folder.path()).args(["-c", command]).env("CARGO", env!("CARGO"));
    cargo.output().expect("a shell starts").stdout
}

#[test]
fn the_summary_names_what_failed_and_what_died_and_counts_the_rest() {
    let said = package(&[
        ("fails.rs", "#[test]\nfn is_wrong() { panic!() }\n#[test]\nfn is_right() {}\n"),
        ("dies.rs", "#[test]\nfn aborts() { std::process::abort() }\n"),
        ("passes.rs", "#[test]\nfn is_right() {}\n#[test]\n#[ignore]\nfn is_left_out() {}\n"),
    ]);
    let output = summary(&said);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("FAILED  fails: is_wrong\n"), "{text}");
    assert!(text.contains("DIED    dies ended without a result\n"), "{text}");
    assert!(text.contains(" 2 tests passed, 1 failed, 1 ignored, 1 binaries died\n"), "{text}");
}

#[test]
fn the_summary_of_tests_that_pass_is_a_success_and_one_of_none_is_not() {
    let output = summary(&package(&[("passes.rs", "#[test]\nfn is_right() {}\n")]));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(summary(b"error: could not compile `tried`\n").status.code(), Some(1));
}

#[test]
fn the_script_runs_all_tests_and_refuses_what_it_does_not_know() {
    let path = root().join("scripts/test.sh");
    let text = fs::read_to_string(&path).expect("readable");
    assert!(text.contains("--no-fail-fast") && text.contains("--workspace"));
    let output = Command::new(path).arg("--everything").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--all"));
}
