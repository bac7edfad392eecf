// SPDX-License-Identifier: Apache-2.0
//! `warpsmith doctor`: what is installed, what is missing, and the one command that mends it.

use crate::page;
use crate::table::Table;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

/// How a tool is recognised.
enum Probe {
    /// The first of these programs that starts with the argument.
    Program(&'static [&'static str], &'static str),
    /// The clang that `warpsmith cc` would take.
    Clang,
    /// A header that the C++ compiler finds.
    Header(&'static str),
    /// A cell library that `warpsmith synth` knows by name.
    Library(&'static str),
}

struct Tool {
    name: &'static str,
    probe: Probe,
    /// Debian package.
    package: &'static str,
    /// Building with RTL and running CUDA programs needs it.
    needed: bool,
    purpose: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "clang-16",
        probe: Probe::Clang,
        package: "clang-16",
        needed: true,
        purpose: "compiles CUDA programs (warpsmith cc)",
    },
    Tool {
        name: "verilator",
        probe: Probe::Program(&["verilator"], "--version"),
        package: "verilator",
        needed: true,
        purpose: "builds the RTL into the simulator (feature rtl)",
    },
    Tool {
        name: "c++",
        probe: Probe::Program(&["c++", "g++"], "--version"),
        package: "g++",
        needed: true,
        purpose: "compiles Verilator's output, links CUDA programs",
    },
    Tool {
        name: "zlib.h",
        probe: Probe::Header("zlib.h"),
        package: "zlib1g-dev",
        needed: true,
        purpose: "FST waveforms (feature rtl)",
    },
    Tool {
        name: "yosys",
        probe: Probe::Program(&["yosys"], "-V"),
        package: "yosys",
        needed: false,
        purpose: "checks the emitted Verilog; synthesis",
    },
    Tool {
        name: "iverilog",
        probe: Probe::Program(&["iverilog"], "-V"),
        package: "iverilog",
        needed: false,
        purpose: "checks the emitted Verilog",
    },
    Tool {
        name: "sta",
        probe: Probe::Program(&["sta"], "-version"),
        package: "opensta",
        needed: false,
        purpose: "timing and power",
    },
    Tool {
        name: "berkeley-abc",
        probe: Probe::Program(&["berkeley-abc"], "-qversion"),
        package: "berkeley-abc",
        needed: false,
        purpose: "maps to cells (warpsmith synth)",
    },
    Tool {
        name: "osu018",
        probe: Probe::Library("osu018"),
        package: "qflow-tech-osu018",
        needed: false,
        purpose: "cell library (warpsmith synth)",
    },
    Tool {
        name: "nextpnr-ice40",
        probe: Probe::Program(&["nextpnr-ice40"], "--version"),
        package: "nextpnr-ice40",
        needed: false,
        purpose: "FPGA (warpsmith synth --fpga)",
    },
];

/// Prints the table of tools; exit code 1 when one that the main job needs is missing.
pub fn doctor() -> ExitCode {
    let found: Vec<(&Tool, Option<String>)> = TOOLS.iter().map(|t| (t, t.probe.version())).collect();
    let mut table = Table::left(["tool", "state", "for"]);
    for (tool, version) in &found {
        let state = match version {
            Some(version) => version.clone(),
            None if tool.needed => "MISSING".to_string(),
            None => "missing (optional)".to_string(),
        };
        table.row([tool.name, &state, tool.purpose]);
    }
    print!("{}", table.text());
    println!("RTL backends: {}", if cfg!(feature = "rtl") { "built in" } else { crate::attach::NO_RTL });
    match page::check() {
        Ok(()) => println!("Charts of pages: built in"),
        Err(why) => println!("Charts of pages: {why}"),
    }

    let missing: Vec<&Tool> = found.iter().filter(|(_, v)| v.is_none()).map(|(t, _)| *t).collect();
    if missing.is_empty() {
        println!("Everything is here.");
        return ExitCode::SUCCESS;
    }
    let packages: Vec<&str> = missing.iter().map(|t| t.package).collect();
    println!("To mend it:\n  sudo apt-get update && sudo apt-get install -y {}", packages.join(" "));
    ExitCode::from(u8::from(missing.iter().any(|t| t.needed)))
}

impl Probe {
    /// The version line, or `None` when the tool is not there or does not start.
    fn version(&self) -> Option<String> {
        match self {
            Probe::Program(names, argument) => names.iter().find_map(|name| {
                let output = Command::new(name).arg(argument).stdin(Stdio::null()).output().ok()?;
                let text = [output.stdout, output.stderr].concat();
                let line = String::from_utf8_lossy(&text).lines().next()?.trim().to_string();
                Some(line.chars().take(60).collect())
            }),
            Probe::Clang => Some(crate::cc::tools::find_clang().ok()?.version().to_string()),
            Probe::Library(name) => {
                let library = warpsmith_synth::read_library(name).ok()?;
                Some(format!("{}, {} cells", library.name, library.cells.len()))
            }
            Probe::Header(header) => {
                let mut child = Command::new("c++")
                    .args(["-E", "-x", "c++", "-"])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .ok()?;
                writeln!(child.stdin.take()?, "#include <{header}>").ok()?;
                child.wait().ok()?.success().then(|| "found".to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_exist_is_missing() {
        assert_eq!(Probe::Program(&["no-such-tool-here"], "-V").version(), None);
        assert_eq!(Probe::Header("no/such/header.h").version(), None);
        assert_eq!(Probe::Library("no/such.lib").version(), None);
    }

    #[test]
    fn the_first_program_that_starts_gives_its_version_line() {
        let version = Probe::Program(&["no-such-tool-here", "rustc"], "--version").version();
        assert!(version.unwrap().starts_with("rustc "));
    }
}
