// SPDX-License-Identifier: Apache-2.0
//! Several programs on one command line.

use crate::failure::usage;
use anyhow::Result;
use std::path::Path;

/// What stands between two programs.
const BETWEEN: &str = "++";

/// A program with its arguments.
pub type Named<'a> = (&'a Path, &'a [String]);

/// Whether the words name several programs.
pub fn are_meant(words: &[String]) -> bool {
    words.iter().any(|word| word == BETWEEN)
}

/// Each program of the words.
///
/// # Errors
/// One is missing.
pub fn programs<'a>(words: &'a [String]) -> Result<Vec<Named<'a>>> {
    let program = |(index, words): (usize, &'a [String])| match words.split_first() {
        Some((program, args)) => Ok((Path::new(program), args)),
        None => {
            let number = index + 1;
            Err(usage(format!("program {number} is missing: {BETWEEN} stands between two programs")))
        }
    };
    words.split(|word| word == BETWEEN).enumerate().map(program).collect()
}
