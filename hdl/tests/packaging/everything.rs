// SPDX-License-Identifier: Apache-2.0
//! All units at once in one netlist: no module's name stands for two bodies.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use warpsmith_hdl::emit::PortKind;
use warpsmith_hdl::units;

use crate::tool::{done, folder, folders, have, have_python, root, silent};

/// A module `everything` that holds every top module in every configuration that `wanted` takes; all their ports are its own.
fn netlist(wanted: impl Fn(&str, &str) -> bool) -> String {
    let (mut ports, mut instances) =
        (vec!["    input wire clock".to_string(), "    input wire reset".to_string()], String::new());
    for unit in warpsmith_units::all() {
        for configuration in
            unit.configurations.iter().filter(|configuration| wanted(unit.name, configuration))
        {
            for top in units::emit(unit.name, configuration, &[]).expect("a named configuration").tops {
                let mut pins = Vec::new();
                for port in &top.ports {
                    let outside = match port.kind {
                        PortKind::Clock | PortKind::Reset => port.name.clone(),
                        PortKind::In | PortKind::Out => format!("{}__{}", top.thin, port.name),
                    };
                    let direction = if port.kind == PortKind::Out { "output" } else { "input" };
                    if outside != port.name {
                        ports.push(format!("    {direction} wire [{}:0] {outside}", port.width - 1));
                    }
                    pins.push(format!(".{}({outside})", port.name));
                }
                let _ = writeln!(instances, "    {0} each_{0} ({1});", top.thin, pins.join(", "));
            }
        }
    }
    format!("module everything (\n{}\n);\n\n{instances}\nendmodule\n", ports.join(",\n"))
}

/// Every Verilog file of `generated/`, with the module `everything` as the last.
fn files(test: &str, wanted: impl Fn(&str, &str) -> bool) -> Vec<PathBuf> {
    let all = folder(test).join("everything.v");
    fs::write(&all, netlist(wanted)).expect("writable");
    let in_folder = |unit: String| {
        let entries = fs::read_dir(root().join("generated").join(unit)).expect("readable");
        let paths = entries.map(|entry| entry.expect("readable").path());
        paths.filter(|path| path.extension().is_some_and(|end| end == "v")).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = folders().into_iter().flat_map(in_folder).collect();
    files.sort();
    files.push(all);
    files
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn verilator_takes_all_units_in_all_configurations_as_one_netlist() {
    if have("verilator", "verilator", &["--version"]) {
        let lint = ["--lint-only", "-Wall", "--top-module", "everything"];
        silent(
            Command::new("verilator").args(lint).args(files("everything-verilator", |_, _| true)),
            &["- "],
        );
    }
}

#[test]
fn icarus_takes_all_units_in_all_configurations_as_one_netlist() {
    if have("iverilog", "iverilog", &["-V"]) {
        let read = ["-g2005", "-t", "null", "-s", "everything"];
        silent(Command::new("iverilog").args(read).args(files("everything-icarus", |_, _| true)), &[]);
    }
}

#[test]
fn slang_takes_all_units_in_all_configurations_as_one_netlist() {
    if have_python("pyslang") {
        let script = root().join("scripts/lint/slang.py");
        let mut slang = Command::new("python3");
        slang.arg(script).args(["--std", "1364-2005", "--top", "everything"]);
        let said = done(slang.args(files("everything-slang", |_, _| true)));
        assert!(said.contains("Build succeeded: 0 errors"), "{said}");
    }
}

/// But for the configurations that take yosys minutes each.
#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn yosys_takes_all_units_as_one_netlist() {
    if have("yosys", "yosys", &["-V"]) {
        let wanted = |unit: &str, configuration: &str| !units::is_large(unit, configuration);
        let files = files("everything-yosys", wanted);
        let reads: String = files.iter().map(|file| format!("read_verilog {}; ", file.display())).collect();
        let passes = format!("{reads} hierarchy -check -top everything; proc; check -assert");
        // It says so of every array whose words are registers.
        silent(Command::new("yosys").args(["-q", "-w", "Replacing memory", "-p", &passes]), &[]);
    }
}
