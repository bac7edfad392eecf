// SPDX-License-Identifier: Apache-2.0
//! Registers behind APB and AXI4-Lite: the wrappers do in Icarus what the register map says, tools read them without a word, and
//! those of SystemRDL read the map as it is meant.

// The tests of packaging use more of it.
#[allow(dead_code)]
#[path = "../packaging/tool.rs"]
mod tool;

#[path = "../packaging/sta.rs"]
mod sta;

mod bench;
mod maps;

use std::path::PathBuf;
use std::process::Command;

use tool::{done, have, have_python, root, silent};
use warpsmith_hdl::units::{emit_with_registers, Bus, Emitted};

/// Every unit with registers in a configuration.
fn units() -> Vec<&'static str> {
    let units = warpsmith_units::with_registers();
    assert!(units.contains(&"equalizer") && units.contains(&"sms"), "{units:?}");
    units
}

fn emitted(unit: &str, configuration: &str, bus: Bus) -> Emitted {
    emit_with_registers(unit, configuration, &[], bus).expect("it has registers")
}

/// The folder with the files of an emission.
fn written(test: &str, unit: &str, emitted: &Emitted, bus: Bus) -> PathBuf {
    let folder = tool::folder(&format!("registers-{test}-{unit}-{}", bus.name()));
    emitted.write_to(&folder).expect("writable");
    folder
}

#[test]
fn every_wrapper_does_in_icarus_what_its_register_map_says_on_random_transfers() {
    if !have("iverilog", "iverilog", &["-V"]) {
        return;
    }
    for unit in units() {
        for bus in Bus::ALL {
            let emitted = emitted(unit, "tiny", bus);
            let folder = written("bench", unit, &emitted, bus);
            for wrapper in &emitted.wrappers {
                let text = bench::bench(unit, wrapper, &emitted, bus);
                let name = format!("{wrapper}_bench.v");
                std::fs::write(folder.join(&name), text).expect("writable");
                let compile = [
                    "-g2005",
                    "-Wall",
                    "-Wno-timescale",
                    "-Wno-sensitivity-entire-array",
                    "-s",
                    "bench",
                    "-o",
                    "bench",
                    "-c",
                ];
                let list = format!("{unit}.f");
                silent(Command::new("iverilog").args(compile).args([&list, &name]).current_dir(&folder), &[]);
                let said = done(Command::new("vvp").arg("bench").current_dir(&folder));
                assert!(said.lines().any(|line| line == "as the map says"), "{wrapper}: {said}");
            }
        }
    }
}

#[test]
fn tools_take_every_wrapper_without_a_warning() {
    if !have("verilator", "verilator", &["--version"]) || !have("yosys", "yosys", &["-V"]) {
        return;
    }
    for unit in units() {
        for bus in Bus::ALL {
            let emitted = emitted(unit, "tiny", bus);
            let folder = written("lint", unit, &emitted, bus);
            let list = format!("{unit}.f");
            for wrapper in &emitted.wrappers {
                let lint = ["--lint-only", "-Wall", "--top-module", wrapper, "-f", &list];
                silent(Command::new("verilator").args(lint).current_dir(&folder), &["- "]);
                let icarus = [
                    "-g2005",
                    "-Wall",
                    "-Wno-sensitivity-entire-array",
                    "-t",
                    "null",
                    "-s",
                    wrapper,
                    "-c",
                    &list,
                ];
                silent(Command::new("iverilog").args(icarus).current_dir(&folder), &[]);
                let read: String =
                    emitted.verilog().map(|file| format!("read_verilog {}; ", file.name)).collect();
                let passes = format!("{read} hierarchy -check -top {wrapper}; proc; opt; check -assert");
                silent(Command::new("yosys").args(["-q", "-p", &passes]).current_dir(&folder), &[]);
                if have_python("pyslang") {
                    let script = root().join("scripts/lint/slang.py");
                    let mut slang = Command::new("python3");
                    slang.arg(script).args(["--std", "1364-2005", "--top", wrapper]).current_dir(&folder);
                    let said = done(slang.args(emitted.verilog().map(|file| &file.name)));
                    assert!(said.contains("Build succeeded: 0 errors"), "{said}");
                }
            }
        }
    }
}

#[test]
fn the_constraints_of_the_wrappers_leave_no_path_without_any() {
    if !sta::have() {
        return;
    }
    for bus in Bus::ALL {
        let emitted = emitted("equalizer", "tiny", bus);
        let folder = written("constraints", "equalizer", &emitted, bus);
        let files: Vec<PathBuf> = emitted.verilog().map(|file| folder.join(&file.name)).collect();
        for wrapper in &emitted.wrappers {
            sta::check(&folder, &files, wrapper, &folder.join(constraints(wrapper)));
        }
    }
}

/// The file of constraints of a wrapper in the configuration `tiny`.
fn constraints(wrapper: &str) -> String {
    format!("{}.sdc", wrapper.replace("_tiny", ""))
}

#[test]
fn the_constraints_of_every_wrapper_name_its_ports() {
    for unit in units() {
        for bus in Bus::ALL {
            let emitted = emitted(unit, "tiny", bus);
            let text = |name: String| {
                let file = emitted.files.iter().find(|file| file.name == name);
                file.unwrap_or_else(|| panic!("{name} is missing")).text.as_str()
            };
            for wrapper in &emitted.wrappers {
                let head = text(format!("{wrapper}.v")).split(");\n").next().expect("a head");
                let declared = |line: &'_ str| {
                    line.trim_start().starts_with("input") || line.trim_start().starts_with("output")
                };
                let names = head.lines().filter(|line| declared(line)).map(|line| {
                    let line = line.split(" //").next().expect("a declaration");
                    line.split_whitespace().last().expect("a name").trim_end_matches(',')
                });
                let mut ports: Vec<&str> = names.collect();
                // The clock is named first, where it is created.
                let constrained = text(constraints(wrapper)).split("[get_ports {").skip(1);
                let lists = constrained.map(|rest| rest.split('}').next().expect("a list"));
                let mut named: Vec<&str> = lists.flat_map(str::split_whitespace).chain(["clock"]).collect();
                ports.sort_unstable();
                named.sort_unstable();
                assert_eq!(ports, named, "{wrapper}");
            }
        }
    }
}

#[test]
fn a_unit_without_registers_is_refused_and_those_that_have_some_are_named() {
    let refused = emit_with_registers("frfcfs", "tiny", &[], Bus::Apb).expect_err("it has none").to_string();
    assert!(refused.contains("`frfcfs`") && refused.contains("equalizer, sms"), "{refused}");
}

#[test]
fn a_wrapper_has_the_ports_of_its_module_but_the_settings() {
    let emitted = emitted("sms", "tiny", Bus::Apb);
    let file = emitted.files.iter().find(|file| file.name == "sms_tiny_apb.v").expect("the wrapper");
    let head = file.text.split(");\n").next().expect("a head");
    for port in &emitted.tops[0].ports {
        assert_eq!(
            head.contains(&format!(" {}", port.name)),
            !port.name.starts_with("cfg_"),
            "{}",
            port.name
        );
    }
}
