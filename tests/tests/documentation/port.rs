// SPDX-License-Identifier: Apache-2.0
//! The examples of the guide to porting run as the guide says.

use super::check;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use warpsmith_tests::{is_installed, root};

const PAGE: &str = "docs/porting.md";

/// The blocks of commands of a page behind this mark, one a run.
pub(super) fn commands(page: &str, mark: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join(page)).expect("the page is there");
    let block =
        page.split(&format!("<!-- {mark} -->\n```\n")).nth(1).and_then(|rest| rest.split("\n```").next());
    block.expect("a block of commands").split("\n\n").map(str::to_string).collect()
}

/// A folder in which the commands of a page find what they need.
pub(super) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["generated", "testbenches"] {
        symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    folder
}

fn run(folder: &Path, commands: &str) -> Output {
    Command::new("sh").current_dir(folder).args(["-ec", commands]).output().expect("a shell")
}

/// What the bench says, to its last line.
pub(super) fn said(folder: &Path, commands: &str) -> String {
    let output = run(folder, commands);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{commands}\n{text}{error}");
    // Warnings of Icarus and of lint, but for outputs that stay open.
    let warnings = error.lines().filter(|line| line.to_lowercase().contains("warning"));
    let warnings: Vec<&str> = warnings.filter(|line| !line.contains("PINCONNECTEMPTY")).collect();
    assert!(warnings.is_empty(), "{}", warnings.join("\n"));
    let lines: Vec<&str> = text.lines().collect();
    let passed = lines.iter().position(|line| *line == "PASS").unwrap_or_else(|| panic!("{text}"));
    lines[passed - 1..=passed].join("\n")
}

#[test]
fn mascar_and_sms_of_the_emitted_verilog_run_in_a_gpu_of_somebody_else_in_icarus_and_in_verilator_alike() {
    if !is_installed("iverilog") || !is_installed("verilator") {
        return;
    }
    let folder = folder();
    let answers: Vec<String> =
        commands(PAGE, "port").iter().map(|commands| said(folder.path(), commands)).collect();
    assert_eq!(answers.len(), 2, "Icarus and Verilator");
    assert_eq!(answers[0], answers[1]);
    check(PAGE, "port-says", |_| format!("```\n{}\n```", answers[0]));
}

#[test]
fn both_schedulers_move_data_through_a_phy_with_signals_like_those_of_dfi() {
    if !is_installed("iverilog") {
        return;
    }
    let folder = folder();
    let answers: Vec<String> =
        commands(PAGE, "dfi").iter().map(|commands| said(folder.path(), commands)).collect();
    assert_eq!(answers.len(), 2, "SMS and FR-FCFS");
    check(PAGE, "dfi-says", |_| format!("```\n{}\n```", answers.join("\n")));
    let without =
        commands(PAGE, "dfi")[0].replace("-s dfi_tb", "-s dfi_tb -Pdfi_tb.T_REFI=0 -Pdfi_tb.T_RFC=0");
    assert!(said(folder.path(), &without).contains(" 0 refreshes"));
}

/// What a fault in the controller's own part changes, and what the bench then says.
const FAULTS: [(&str, &str, &str); 7] = [
    ("pause <= T_RFC - 1", "pause <= T_RFC - 3", "a rule of the DRAM"),
    ("waiting == 0 && busy == 0", "waiting == 0", "a rule of the DRAM"),
    ("state == REOPEN && next && open[step]", "1'b0", "a rule of the DRAM"),
    ("interval == 1 ? T_REFI :", "interval == 1 ? 16'd65535 :", "a rule of the DRAM"),
    ("write_comes[T_CWL-2] || |enable_beats[T_BL-2:0]", "|enable_beats", "a rule of the DRAM"),
    ("write_line) >> 32", "write_line) >> 31", "wrong data"),
    ("{dfi_rddata, read_line[95:32]}", "{read_line[31:0], dfi_rddata, read_line[63:32]}", "wrong data"),
];

#[test]
fn faults_in_refresh_and_data_path_show() {
    if !is_installed("iverilog") {
        return;
    }
    let folder = folder();
    let controller =
        fs::read_to_string(root().join("testbenches/dfi/dfi_controller.v")).expect("it is there");
    for (right, wrong, says) in FAULTS {
        assert_eq!(controller.matches(right).count(), 1, "{right}");
        fs::write(folder.path().join("dfi_controller.v"), controller.replace(right, wrong))
            .expect("writable");
        // The first folder with a module counts.
        let commands = commands(PAGE, "dfi")[0].replace("-y testbenches/dfi", "-y . -y testbenches/dfi");
        let output = run(folder.path(), &commands);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && text.contains(&format!("FAIL: {says}")), "{right}: {text}");
    }
}
