// SPDX-License-Identifier: Apache-2.0
//! The emitted Verilog is clean in the tools that people use on it: that of the first and of the smallest configurations of each unit,
//! with `WARPSMITH_LARGE=1` (`scripts/test.sh --all`) that of every named one.

use std::convert::Infallible;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use warpsmith_hdl::units::{self, Emitted};
use warpsmith_synth::in_parallel;
use warpsmith_units::UnitInfo;

/// Whether a tool is there; where it must be (`CI=true`), its absence is a failure.
fn have(tool: &str) -> bool {
    let found = Command::new(tool).arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "{tool} is not installed, and CI=true");
    if !found {
        println!("skipped: {tool} is not installed");
    }
    found
}

/// Whether a configuration is checked: the first and the smallest ones are, and with `WARPSMITH_LARGE=1` all.
fn is_wanted(unit: &UnitInfo, configuration: &str) -> bool {
    let chosen = unit.configurations[0] == configuration || configuration.starts_with("tiny");
    chosen || std::env::var_os("WARPSMITH_LARGE").is_some()
}

/// The same for yosys, which takes minutes for some.
fn is_wanted_of_yosys(unit: &UnitInfo, configuration: &str) -> bool {
    let large = units::is_large(unit.name, configuration);
    is_wanted(unit, configuration) && (!large || std::env::var_os("WARPSMITH_LARGE").is_some())
}

/// Calls `check` with the top and the files of every unit, `wanted` configuration and top module.
fn for_each(test: &str, wanted: fn(&UnitInfo, &str) -> bool, check: impl Fn(&str, &[PathBuf]) + Sync) {
    let mut all = vec![];
    for unit in warpsmith_units::all() {
        for configuration in unit.configurations.iter().filter(|c| wanted(unit, c)) {
            let emitted = units::emit(unit.name, configuration, &[]).unwrap();
            let folder =
                Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(unit.name).join(configuration);
            emitted.write_to(&folder).unwrap();
            all.extend(emitted.tops.iter().map(|top| (top.thin.clone(), files(&emitted, &folder))));
        }
    }
    // The last units are the largest.
    all.reverse();
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let done = in_parallel(cores, &all, |(top, files)| {
        check(top, files);
        Ok::<_, Infallible>(())
    });
    done.unwrap();
}

fn files(emitted: &Emitted, folder: &Path) -> Vec<PathBuf> {
    emitted.verilog().map(|f| folder.join(&f.name)).collect()
}

/// Runs a tool, which must succeed and say nothing; but newer versions of Verilator report what they have read.
fn silent(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let complains = said.lines().any(|line| !line.is_empty() && !line.starts_with("- "));
    assert!(output.status.success() && !complains, "{command:?}\n{said}");
}

/// Whether a top module says that it uses no clock.
fn keeps_nothing(top: &str, files: &[PathBuf]) -> bool {
    let own = |f: &&PathBuf| f.file_stem().is_some_and(|stem| top.starts_with(&*stem.to_string_lossy()));
    let text = |f: &PathBuf| std::fs::read_to_string(f).unwrap();
    files.iter().filter(own).any(|f| text(f).contains("wire unused = &{1'b0, clock, reset};"))
}

fn yosys(top: &str, files: &[PathBuf], passes: &str) {
    let reads: String = files.iter().map(|f| format!("read_verilog {}; ", f.display())).collect();
    silent(Command::new("yosys").args([
        "-q",
        // It says so of every array whose words are registers.
        "-w",
        "Replacing memory",
        "-p",
        &format!("{reads} hierarchy -check -top {top}; {passes}"),
    ]));
}

#[test]
fn verilator_lint_says_nothing() {
    if have("verilator") {
        for_each("verilator", is_wanted, |top, files| {
            silent(Command::new("verilator").args(["--lint-only", "-Wall", "--top-module", top]).args(files));
        });
    }
}

#[test]
fn icarus_reads_it_as_verilog_2005_and_says_nothing() {
    if have("iverilog") {
        for_each("iverilog", is_wanted, |top, files| {
            // A loop over read ports of a memory is sensitive to all of its words, as it must be.
            let memories = "-Wno-sensitivity-entire-array";
            let nothing = ["-Wall", memories, "-g2005", "-t", "null", "-s", top];
            silent(Command::new("iverilog").args(nothing).args(files));
        });
    }
}

#[test]
fn yosys_check_finds_nothing() {
    if have("yosys") {
        for_each("yosys", is_wanted_of_yosys, |top, files| yosys(top, files, "proc; check -assert"));
    }
}

#[test]
fn it_maps_to_flip_flops_without_initial_values_and_without_latches() {
    if have("yosys") {
        for_each("flip-flops", is_wanted_of_yosys, |top, files| {
            let registers =
                "t:$dff t:$dffe t:$sdff t:$sdffe t:$sdffce t:$adff t:$adffe t:$dlatch t:$adlatch t:$sr";
            let map = format!(
                "proc; flatten; check -assert; memory; opt_clean; simplemap {registers}; dfflegalize -cell $_DFF_P_ x; \
                 select -assert-none t:$_DLATCH* t:$dlatch;"
            );
            let count = if keeps_nothing(top, files) { "none" } else { "any" };
            yosys(top, files, &format!("{map} select -assert-{count} t:$_DFF_P_"));
        });
    }
}
