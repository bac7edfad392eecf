// SPDX-License-Identifier: Apache-2.0
//! The example of the guide to porting runs as the guide says.

use super::check;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use warpsmith_tests::{is_installed, root};

const PAGE: &str = "docs/porting.md";

/// The blocks of commands of the guide, one a simulator.
fn commands() -> Vec<String> {
    let page = fs::read_to_string(root().join(PAGE)).expect("the page is there");
    let block = page.split("<!-- port -->\n```\n").nth(1).and_then(|rest| rest.split("\n```").next());
    block.expect("a block of commands").split("\n\n").map(str::to_string).collect()
}

/// What the bench says, to its last line.
fn said(folder: &Path, commands: &str) -> String {
    let output = Command::new("sh").current_dir(folder).args(["-ec", commands]).output().expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{commands}\n{text}{error}");
    // Warnings of Icarus and of lint, but for outputs that stay open.
    let warnings = error.lines().filter(|line| line.to_lowercase().contains("warning"));
    let warnings: Vec<&str> = warnings.filter(|line| !line.contains("PINCONNECTEMPTY")).collect();
    assert!(warnings.is_empty(), "{}", warnings.join("\n"));
    let start = text.lines().position(|line| line.contains(" cycles: ")).expect("a line of figures");
    let lines: Vec<&str> = text.lines().skip(start).take(2).collect();
    assert_eq!(lines.last(), Some(&"PASS"), "{text}");
    lines.join("\n")
}

#[test]
fn mascar_and_sms_of_the_emitted_verilog_run_in_a_gpu_of_somebody_else_in_icarus_and_in_verilator_alike() {
    if !is_installed("iverilog") || !is_installed("verilator") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["generated", "testbenches"] {
        symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    let answers: Vec<String> = commands().iter().map(|commands| said(folder.path(), commands)).collect();
    assert_eq!(answers.len(), 2, "Icarus and Verilator");
    assert_eq!(answers[0], answers[1]);
    check(PAGE, "port-says", |_| format!("```\n{}\n```", answers[0]));
}
