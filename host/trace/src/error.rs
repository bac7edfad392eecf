// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a trace.

use std::path::{Path, PathBuf};

use thiserror::Error;
use warpsmith_protocol::demangled;

/// An error of reading or writing a trace.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum TraceError {
    #[error("{}: {source}", .path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: not a trace of `warpsmith record`", .path.display())]
    Foreign { path: PathBuf },
    #[error("{}: a trace of version {found}, this is version {known}; record it again", .path.display())]
    Version { path: PathBuf, found: u32, known: u32 },
    #[error("{}: {what} at byte {offset}; the file is truncated or damaged, record it again", .path.display())]
    Damaged { path: PathBuf, offset: u64, what: String },
    /// A line of a text file that cannot be used.
    #[error("{}:{line}: {what}", .path.display())]
    Line { path: PathBuf, line: u64, what: String },
    #[error("{}: holds no access", .path.display())]
    Empty { path: PathBuf },
    /// Something that the format written cannot say.
    #[error("kernel `{}` cannot be written: {what}", demangled(.kernel))]
    Unwritable { kernel: String, what: String },
}

impl TraceError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> TraceError + '_ {
        |source| TraceError::Io { path: path.to_path_buf(), source }
    }

    pub(crate) fn damaged(path: &Path, offset: u64, what: impl Into<String>) -> TraceError {
        TraceError::Damaged { path: path.to_path_buf(), offset, what: what.into() }
    }
}
