// SPDX-License-Identifier: Apache-2.0
//! What can go wrong, in words that say what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a design could not be measured.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    #[error("{tool} is not installed; it {purpose}. Install it: {install}")]
    NoTool { tool: String, purpose: &'static str, install: String },
    #[error("there is no {what} at {}: {cause}. {advice}", path.display())]
    NoLibrary { what: String, path: PathBuf, cause: io::Error, advice: String },
    #[error("{} cannot be used as a cell library: {what}", path.display())]
    Library { path: PathBuf, what: String },
    #[error("{step} of {design} failed: {said}")]
    Failed { step: &'static str, design: String, said: String },
    #[error(
        "the mapped netlist of {design} differs from the RTL {cycle} cycles after reset; please report it"
    )]
    Differs { design: String, cycle: u64 },
    #[error("{tool} wrote something unexpected for {design}: {what}")]
    Output { tool: &'static str, design: String, what: String },
    #[error(transparent)]
    Cache(#[from] warpsmith_cache::Error),
    #[error("cannot {doing} {}: {cause}", path.display())]
    File { doing: &'static str, path: PathBuf, cause: io::Error },
}

impl Error {
    /// For `map_err` on operations of the file system.
    pub fn file(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_path_buf();
        move |cause| Error::File { doing, path, cause }
    }
}
