// SPDX-License-Identifier: Apache-2.0
//! OpenSTA reads the timing constraints of a module that yosys has mapped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool;

/// The cells of OSU 180 nm, as Debian has them.
const CELLS: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Whether both tools are there.
pub fn have() -> bool {
    tool::have("yosys", "yosys", &["-V"]) && tool::have("sta", "sta", &["-version"])
}

/// Maps the module `top` of Verilog `files`, works in `folder`, and fails if OpenSTA misses anything in the constraints or finds
/// a path that is too long.
pub fn check(folder: &Path, files: &[PathBuf], top: &str, constraints: &Path) {
    let reads: String = files.iter().map(|file| format!("read_verilog {}; ", file.display())).collect();
    let netlist = folder.join("netlist.v");
    // With buffers, which a net to hundreds of registers needs.
    let drive = folder.join("drive.constr");
    fs::write(&drive, "set_driving_cell BUFX2\nset_load 50\n").expect("writable");
    let map = format!(
        "{reads} synth -flatten -top {top}; dfflibmap -liberty {CELLS}; abc -liberty {CELLS} -constr {} -D 10000; \
         setundef -zero; splitnets; opt_clean -purge; write_verilog -simple-lhs -noattr -noexpr {}",
        drive.display(),
        netlist.display()
    );
    tool::done(Command::new("yosys").args(["-q", "-p", &map]));
    let script = folder.join("sta.tcl");
    let text = format!(
        "read_liberty {CELLS}\nread_verilog {}\nlink_design {top}\nset period 20.0\nread_sdc {}\n\
         check_setup -verbose -no_clock -no_input_delay\nreport_checks\nexit\n",
        netlist.display(),
        constraints.display()
    );
    fs::write(&script, text).expect("writable");
    let said = tool::done(Command::new("sta").args(["-no_splash", "-exit"]).arg(&script));
    let wrong =
        ["Error", "Warning", "There are", "There is", "No paths"].iter().any(|word| said.contains(word));
    assert!(!wrong && said.contains("slack (MET)"), "{top}\n{said}");
}
