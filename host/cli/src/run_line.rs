// SPDX-License-Identifier: Apache-2.0
//! Runs that this command makes by calling itself: what a command line is of, and a name for that.

use crate::commands::run;
use crate::result::{hex, ProgramRecord, RunSpec};
use crate::system;
use anyhow::Result;
use clap::Parser;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::path::PathBuf;

/// This command, by its place and its content.
#[derive(Clone)]
pub struct ThisCommand {
    pub path: PathBuf,
    /// SHA-256 of the executable.
    hash: String,
}

/// The command line of `warpsmith run`.
#[derive(Parser)]
struct RunLine {
    #[command(flatten)]
    run: run::Args,
}

/// What a line is of; its first word is `run`.
///
/// # Errors
/// What it names is not there or does not fit together.
pub fn spec(line: &[OsString]) -> Result<RunSpec> {
    RunLine::try_parse_from(line)?.run.spec()
}

impl ThisCommand {
    /// # Errors
    /// The executable cannot be read.
    pub fn new() -> Result<ThisCommand> {
        let path = system::command()?;
        Ok(ThisCommand { hash: ProgramRecord::of(&path, &[])?.sha256, path })
    }

    /// The name of a run: what is run, and by which build of this command.
    ///
    /// # Errors
    /// None that is known.
    pub fn key(&self, spec: &RunSpec) -> Result<String> {
        Ok(hash([self.hash.as_bytes(), &serde_json::to_vec(spec)?]))
    }
}

/// SHA-256 over the parts and their lengths, in hexadecimal.
fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    hex(&sha.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_where_a_part_ends() {
        assert_ne!(hash([&b"ab"[..], b"c"]), hash([&b"a"[..], b"bc"]));
    }
}
