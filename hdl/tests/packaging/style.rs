// SPDX-License-Identifier: Apache-2.0
//! What slang with all warnings and Verible with all rules find in the emitted Verilog is listed, with reasons, in `findings.txt`; what is
//! listed and not found is a failure too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::{folders, have, have_python, root, run};

/// Lines `TOOL RULE MODULE ...: reason`; the module `*` is any.
const LISTED: &str = include_str!("findings.txt");

/// A rule that a tool finds broken in a module.
type Finding = (String, String);

/// The Verilog files of `generated/`.
fn files() -> Vec<PathBuf> {
    let in_folder = |unit: String| {
        let entries = std::fs::read_dir(root().join("generated").join(unit)).expect("readable");
        entries.map(|entry| entry.expect("readable").path()).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = folders().into_iter().flat_map(in_folder).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "v"));
    files.sort();
    files
}

/// The findings in what a tool says: lines `.../MODULE.v:...[RULE]`.
fn findings(said: &str) -> BTreeSet<Finding> {
    let finding = |line: &str| {
        let (place, _) = line.split_once(".v:")?;
        let module = Path::new(place).file_name()?.to_str()?.to_string();
        let rule = line.strip_suffix(']')?.rsplit_once('[')?.1;
        Some((rule.trim_start_matches("-W").to_string(), module))
    };
    said.lines().filter_map(finding).collect()
}

/// Compares what a tool finds with what is listed for it.
fn check(tool: &str, said: &str) {
    let found = findings(said);
    let rows =
        LISTED.lines().filter_map(|line| line.split_once(": ")?.0.strip_prefix(tool)?.strip_prefix(' '));
    let listed: BTreeSet<Finding> = rows
        .flat_map(|row| {
            let (rule, modules) = row.split_once(' ').expect("a line names a rule and modules");
            modules.split(' ').map(move |module| (rule.to_string(), module.to_string())).collect::<Vec<_>>()
        })
        .collect();
    let is_listed = |(rule, module): &&Finding| {
        ["*", module].iter().any(|module| listed.contains(&(rule.clone(), module.to_string())))
    };
    let new: Vec<&Finding> = found.iter().filter(|finding| !is_listed(finding)).collect();
    assert!(new.is_empty(), "{tool}: fix these, or list them in findings.txt: {new:?}\n{said}");
    let is_found = |(rule, module): &&Finding| {
        found.iter().any(|(other, place)| other == rule && (module == "*" || place == module))
    };
    let gone: Vec<&Finding> = listed.iter().filter(|listed| !is_found(listed)).collect();
    assert!(gone.is_empty(), "{tool}: no longer found, strike them from findings.txt: {gone:?}");
}

#[test]
fn slang_with_all_warnings_says_only_what_is_listed() {
    if have_python("pyslang") {
        let script = root().join("scripts/lint/slang.py");
        let mut slang = Command::new("python3");
        slang.arg(script).args(["-Weverything", "--std", "1364-2005"]).args(files());
        let (success, said) = run(&mut slang);
        assert!(success, "{said}");
        check("slang", &said);
    }
}

#[test]
fn verible_with_all_rules_says_only_what_is_listed() {
    if have("verible", "verible-verilog-lint", &["--version"]) {
        let (_, said) = run(Command::new("verible-verilog-lint").arg("--ruleset=all").args(files()));
        check("verible", &said);
    }
}

#[test]
fn a_finding_that_is_not_listed_and_a_line_without_a_finding_fail() {
    let fails = |said: &str| std::panic::catch_unwind(|| check("nobody", said)).is_err();
    assert!(!fails(""));
    assert!(fails("generated/mascar/mascar_sat.v:3:4: something [-Wanything]"));
    assert!(std::panic::catch_unwind(|| check("slang", "")).is_err());
}

#[test]
fn every_listed_finding_has_a_reason() {
    for line in LISTED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (finding, reason) = line.split_once(": ").expect("a reason follows");
        assert!(finding.split(' ').count() >= 3 && reason.len() > 20, "{line}");
    }
}
