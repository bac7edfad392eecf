// SPDX-License-Identifier: Apache-2.0
//! OpenSTA reads the timing constraints of every top module, and no path is left without any.

use std::fs;
use std::process::Command;

use crate::tool::{done, folder, have, root};

/// The cells of OSU 180 nm, as Debian has them.
const CELLS: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// The unit whose modules are checked with every change; the others take minutes.
const ONE: &str = "equalizer";

#[test]
fn every_top_module_of_one_unit_is_constrained() {
    check_those(|unit| unit == ONE);
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn every_top_module_of_the_other_units_is_constrained() {
    check_those(|unit| unit != ONE);
}

/// Checks the modules of the units that are `wanted`.
fn check_those(wanted: impl Fn(&str) -> bool) {
    if !have("yosys", "yosys", &["-V"]) || !have("sta", "sta", &["-version"]) {
        return;
    }
    for unit in warpsmith_units::all().iter().filter(|unit| wanted(unit.name)) {
        for module in unit.modules {
            check(unit.name, module.name);
        }
    }
}

/// Maps a module in its smallest configuration, and has its constraints read.
fn check(unit: &str, module: &str) {
    let place = folder(&format!("constraints/{module}"));
    let generated = root().join("generated");
    let list = fs::read_to_string(generated.join(unit).join(unit).with_extension("root.f")).expect("a list");
    let reads: String =
        list.lines().map(|file| format!("read_verilog {}; ", root().join(file).display())).collect();
    let netlist = place.join("netlist.v");
    // With buffers, which a net to hundreds of registers needs.
    let drive = place.join("drive.constr");
    fs::write(&drive, "set_driving_cell BUFX2\nset_load 50\n").expect("writable");
    let map = format!(
        "{reads} synth -flatten -top {module}_tiny; dfflibmap -liberty {CELLS}; abc -liberty {CELLS} -constr {} -D 10000; \
         setundef -zero; splitnets; opt_clean -purge; write_verilog -simple-lhs -noattr -noexpr {}",
        drive.display(),
        netlist.display()
    );
    done(Command::new("yosys").args(["-q", "-p", &map]));
    let script = place.join("sta.tcl");
    let constraints = generated.join(unit).join(module).with_extension("sdc");
    let text = format!(
        "read_liberty {CELLS}\nread_verilog {}\nlink_design {module}_tiny\nset period 20.0\nread_sdc {}\n\
         check_setup -verbose -no_clock -no_input_delay\nreport_checks\nexit\n",
        netlist.display(),
        constraints.display()
    );
    fs::write(&script, text).expect("writable");
    let said = done(Command::new("sta").args(["-no_splash", "-exit"]).arg(&script));
    let wrong =
        ["Error", "Warning", "There are", "There is", "No paths"].iter().any(|word| said.contains(word));
    assert!(!wrong && said.contains("slack (MET)"), "{module}\n{said}");
}
