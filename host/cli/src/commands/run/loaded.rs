// SPDX-License-Identifier: Apache-2.0
//! A program or a trace that is ready to run.

use crate::cc;
use crate::session::{is_trace, open_trace, Entry, Work};
use crate::several::Named;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use warpsmith_gpu::trace::Trace;
use warpsmith_process::Folder;

/// A program or a trace that is ready to run.
pub enum Loaded<'a> {
    Program {
        executable: PathBuf,
        args: &'a [String],
        /// Holds the executable if it was compiled for this run.
        _folder: Folder,
    },
    Trace(Trace),
}

impl<'a> Loaded<'a> {
    /// The program, compiled if it is a `.cu` file, or the trace, which takes no `args`.
    ///
    /// # Errors
    /// It cannot be read or compiled.
    pub fn new(program: &Path, args: &'a [String]) -> Result<Loaded<'a>> {
        if is_trace(program) {
            return Ok(Loaded::Trace(open_trace(program)?));
        }
        let folder = warpsmith_process::folder().context("no temporary folder can be made")?;
        Ok(Loaded::Program { executable: executable(program, folder.path())?, args, _folder: folder })
    }

    /// [`Loaded::new`] for each of them.
    ///
    /// # Errors
    /// One cannot be read or compiled.
    pub fn all(programs: &[Named<'a>]) -> Result<Vec<Loaded<'a>>> {
        programs.iter().map(|(program, args)| Loaded::new(program, args)).collect()
    }

    /// As those that run at the same time.
    pub fn entries<'l>(all: &'l [Loaded]) -> Vec<Entry<'l>> {
        (0..).zip(all).map(|(application, one)| Entry { application, work: one.work() }).collect()
    }

    fn work(&self) -> Work<'_> {
        match self {
            Loaded::Program { executable, args, .. } => Work::Program { path: executable, args },
            Loaded::Trace(trace) => Work::Trace(trace),
        }
    }
}

/// The program itself, or what `cc` makes of a `.cu` file.
fn executable(program: &Path, folder: &Path) -> Result<PathBuf> {
    if program.extension().is_none_or(|e| e != "cu") {
        return Ok(program.to_path_buf());
    }
    let executable = folder.join(program.file_stem().unwrap_or_default());
    cc::compile(program, &executable)?;
    Ok(executable)
}
