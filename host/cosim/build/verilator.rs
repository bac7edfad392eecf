// SPDX-License-Identifier: Apache-2.0
//! Finds and runs Verilator; says in one line what to install when something is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::flags;

/// Verilator and its runtime library.
pub struct Verilator {
    pub version: String,
    include: PathBuf,
}

impl Verilator {
    pub fn find() -> Result<Verilator, String> {
        const INSTALL: &str = "install it: sudo apt-get install verilator zlib1g-dev g++ (any Verilator 5)";
        let run = |arg: &[&str]| {
            let out = Command::new("verilator")
                .args(arg)
                .output()
                .map_err(|e| format!("verilator: {e}; {INSTALL}"))?;
            Ok::<_, String>(String::from_utf8_lossy(&out.stdout).trim().to_string())
        };
        let version = run(&["--version"])?;
        if !version.starts_with("Verilator 5.") {
            return Err(format!("needs Verilator 5, found `{version}`; {INSTALL}"));
        }
        let include = Path::new(&run(&["--getenv", "VERILATOR_ROOT"])?).join("include");
        if !include.join("verilated_fst_c.cpp").is_file() {
            return Err(format!("no Verilator runtime in {}; {INSTALL}", include.display()));
        }
        Ok(Verilator { version, include })
    }

    /// Translates the module `top` of `sources` to C++ classes named `prefix` in `dir`.
    pub fn translate(
        &self,
        top: &str,
        prefix: &str,
        sources: &[PathBuf],
        traced: bool,
        dir: &Path,
    ) -> Result<(), String> {
        let mut command = Command::new("verilator");
        command.args(flags::VERILATE).args(flags::RTL);
        command.args(["--top-module", top, "--prefix", prefix, "-Mdir"]).arg(dir).args(sources);
        if traced {
            command.arg("--trace-fst");
        }
        let out = command.output().map_err(|e| format!("verilator: {e}"))?;
        match out.status.success() {
            true => Ok(()),
            false => Err(format!("Verilator refuses {top}:\n{}", String::from_utf8_lossy(&out.stderr))),
        }
    }

    /// A compiler set up for Verilated C++. Warnings in generated and foreign code are not ours to mend.
    pub fn compiler(&self) -> cc::Build {
        let mut build = cc::Build::new();
        build.cpp(true).std("gnu++17").debug(false).warnings(false).extra_warnings(false);
        build.include(&self.include).include(self.include.join("vltstd"));
        build
    }

    /// The parts of the runtime that the crate `verilated` leaves out.
    pub fn runtime(&self) -> [PathBuf; 2] {
        ["verilated_threads.cpp", "verilated_fst_c.cpp"].map(|file| self.include.join(file))
    }
}

/// Checks that the compiler finds zlib, which the FST writer needs.
pub fn check_zlib(verilator: &Verilator, out: &Path) -> Result<(), String> {
    let probe = out.join("zlib_probe.cpp");
    std::fs::write(&probe, "#include <zlib.h>\n").map_err(|e| format!("{}: {e}", probe.display()))?;
    let compiled = verilator
        .compiler()
        .file(&probe)
        .cargo_metadata(false)
        .cargo_warnings(false)
        .try_compile("zlib_probe");
    compiled.map_err(|_| {
        "the C++ compiler does not find zlib.h, which the waveform writer needs; install it: \
         sudo apt-get install zlib1g-dev g++"
            .to_string()
    })
}
