// SPDX-License-Identifier: Apache-2.0
//! Flags that nobody knows: refused by us before anything is compiled, instead of by clang in the middle.

use super::tools::Clang;
use crate::failure::usage;
use anyhow::{Context, Result};

/// What clang says before a flag that it does not have.
const UNKNOWN: [&str; 3] = ["unknown argument", "unsupported option", "unsupported argument"];

/// Checks the flags that are left to clang, by a call of it that only plans.
///
/// # Errors
/// Clang does not know one of them, or cannot be started.
pub fn check(clang: &Clang, flags: &[String]) -> Result<()> {
    if flags.is_empty() {
        return Ok(());
    }
    let mut plan = clang.command(true);
    plan.arg("-###").args(flags).args(["-c", "-x", "c++", "/dev/null"]);
    let output = plan.output().with_context(|| format!("cannot start {clang}"))?;
    match unknown(&String::from_utf8_lossy(&output.stderr)) {
        Some((flag, near)) => {
            let hint = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
            Err(usage(format!(
                "there is no flag `{flag}`{hint}; `warpsmith cc --help` says which flags of nvcc and clang are taken"
            )))
        }
        None => Ok(()),
    }
}

/// The first flag that clang does not know, and the one that it proposes instead.
fn unknown(said: &str) -> Option<(&str, Option<&str>)> {
    said.lines().find_map(|line| {
        let (_, error) = line.split_once("error: ")?;
        UNKNOWN.iter().find(|unknown| error.starts_with(**unknown))?;
        let mut quoted = error.split('\'').skip(1).step_by(2);
        Some((quoted.next()?, quoted.next().filter(|_| error.contains("did you mean"))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_read_from_what_clang_says_of_it() {
        let said =
            "Debian clang version 14.0.6\nclang: error: unknown argument: '-fno-such'\n \"clang\" \"-cc1\"";
        assert_eq!(unknown(said), Some(("-fno-such", None)));
        let said = "clang: error: unknown argument '-fopenm'; did you mean '-fopenmp'?";
        assert_eq!(unknown(said), Some(("-fopenm", Some("-fopenmp"))));
        let said = "clang: error: unsupported option '-mabi=x' for target 'x86_64-pc-linux-gnu'";
        assert_eq!(unknown(said), Some(("-mabi=x", None)));
        assert_eq!(unknown("clang: error: no such file or directory: 'a'"), None);
        assert_eq!(unknown("clang: warning: argument unused during compilation: '-c'"), None);
    }
}
