// SPDX-License-Identifier: Apache-2.0
//! Finds the compiler and our runtime library.

use crate::system;
use anyhow::{bail, Context, Result};
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The runtime that programs are linked with.
const RUNTIME: &str = "libwarpsmith_cudart.a";

/// Environment variable that names the runtime, or its folder.
const RUNTIME_VARIABLE: &str = "WARPSMITH_LIB";

/// The oldest clang whose programs compute what they should: 14 and 15 lose small structs that are returned by value.
const OLDEST: u32 = 16;
/// Names of clang, in the order of preference: the one that the tests use, what is newer, and what has no number.
const NAMES: &[&str] =
    &["clang-16", "clang-17", "clang-18", "clang-19", "clang-20", "clang-21", "clang", "clang++"];

/// A clang that works.
pub struct Clang {
    name: &'static str,
    /// The first line of `--version`.
    version: String,
}

impl fmt::Display for Clang {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.version)
    }
}

impl Clang {
    /// The first line of what `--version` says.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A command line to be completed; C++ also for linking.
    pub fn command(&self, cpp: bool) -> Command {
        let mut command = Command::new(self.name);
        command.arg(if cpp { "--driver-mode=g++" } else { "--driver-mode=gcc" });
        command
    }
}

/// The first of the usual names that is installed and new enough.
///
/// # Errors
/// There is none; the message names those that are too old, why, and the package to install.
pub fn find_clang() -> Result<Clang> {
    let mut old = None;
    for name in NAMES.iter().copied().chain(["clang-15", "clang-14"]) {
        let Ok(output) = Command::new(name).arg("--version").stderr(Stdio::null()).output() else { continue };
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.lines().next().unwrap_or_default().to_string();
        match major(&version) {
            Some(major) if major >= OLDEST => return Ok(Clang { name, version }),
            _ => old = old.or(Some(format!("{name} is `{version}`"))),
        }
    }
    let found = old.unwrap_or_else(|| "no clang is installed".into());
    bail!(
        "{found}; clang {OLDEST} or newer is needed, because older ones compute wrong values for small structs that are \
         returned by value: apt-get install clang-{OLDEST}"
    )
}

/// The 16 of `Debian clang version 16.0.6`.
fn major(version: &str) -> Option<u32> {
    version.split("clang version ").nth(1)?.split('.').next()?.parse().ok()
}

/// The runtime: where the variable says, beside the command, or in `../lib` of its folder.
pub fn find_runtime() -> Result<PathBuf> {
    if let Some(value) = std::env::var_os(RUNTIME_VARIABLE) {
        let path = PathBuf::from(value);
        let file = if path.is_dir() { path.join(RUNTIME) } else { path };
        if !file.is_file() {
            bail!(
                "${RUNTIME_VARIABLE} must name {RUNTIME} or its folder, but {} does not exist",
                file.display()
            );
        }
        return Ok(file);
    }
    let command = system::command()?;
    let folder = command.parent().context("the command is in no folder")?;
    let places = [folder.join(RUNTIME), folder.join("../lib").join(RUNTIME)];
    places.iter().find(|path| path.is_file()).cloned().with_context(|| {
        format!(
            "{RUNTIME} is neither in {} nor in ../lib of it: build it with `cargo build --release -p warpsmith-cudart`, \
             or set ${RUNTIME_VARIABLE}",
            folder.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_the_first_line() {
        assert_eq!(major("Debian clang version 16.0.6"), Some(16));
        assert_eq!(major("clang version 18.1.3 (1ubuntu1)"), Some(18));
        assert_eq!(major("gcc (Debian 12.2.0) 12.2.0"), None);
    }
}
