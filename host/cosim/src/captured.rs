// SPDX-License-Identifier: Apache-2.0
//! Registers at the inputs of a module, with a clock of their own. Used by the build script too.
//!
//! Logic that depends on inputs and on registers Verilator evaluates whenever either change, from two copies of its code. Behind such
//! registers there is one, which waits for two clocks, so that [`crate::regions`] can have it evaluated once a cycle.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use warpsmith_units::{Dir, PortSpec};

/// The clock of these registers.
pub const CLOCK: &str = "capture";

/// Name of the module that has `top` behind them.
fn module(top: &str) -> String {
    format!("{top}_captured")
}

/// Writes [`verilog`] into a folder, and returns the name of the module and the file.
///
/// # Errors
/// Those of the file system.
pub fn write(
    top: &str,
    ports: &[PortSpec],
    more: Option<&str>,
    folder: &Path,
) -> io::Result<(String, PathBuf)> {
    let path = folder.join(module(top)).with_extension("v");
    fs::write(&path, verilog(top, ports, more)).map(|()| (module(top), path))
}

/// Verilog of [`module`]. `ports` are those of `top` without its clock and its reset; `more` is an input of 32 bits beside them.
fn verilog(top: &str, ports: &[PortSpec], more: Option<&str>) -> String {
    let mut inputs = vec![("reset", 1)];
    inputs.extend(ports.iter().filter(|p| p.dir == Dir::In).map(|p| (p.name, p.width)));
    inputs.extend(more.map(|name| (name, 32)));
    let mut text = format!("module {} (\n    input wire clock,\n    input wire {CLOCK}", module(top));
    for (name, width) in &inputs {
        let _ = write!(text, ",\n    input wire {}{name}", range(*width));
    }
    for port in ports.iter().filter(|p| p.dir == Dir::Out) {
        let _ = write!(text, ",\n    output wire {}{}", range(port.width), port.name);
    }
    text += "\n);\n";
    for (name, width) in &inputs {
        let _ = writeln!(text, "    reg {}held_{name};", range(*width));
    }
    let _ = writeln!(text, "    always @(posedge {CLOCK}) begin");
    for (name, _) in &inputs {
        let _ = writeln!(text, "        held_{name} <= {name};");
    }
    let _ = write!(text, "    end\n    {top} unit (\n        .clock(clock)");
    for (name, _) in &inputs {
        let _ = write!(text, ",\n        .{name}(held_{name})");
    }
    for port in ports.iter().filter(|p| p.dir == Dir::Out) {
        let _ = write!(text, ",\n        .{0}({0})", port.name);
    }
    text += "\n    );\nendmodule\n";
    text
}

fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}
