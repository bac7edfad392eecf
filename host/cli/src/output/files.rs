// SPDX-License-Identifier: Apache-2.0
//! What a command reads and writes, so that it does not write what it reads, nor two results to one place.

use super::place::{Output, Place};
use super::{begin_folder, failed, parent};
use crate::failure::usage;
use anyhow::{Context, Result};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use warpsmith_process::Folder;

/// The files of a command. Everything that it reads is named before what it writes.
#[derive(Default)]
pub struct Files {
    known: Vec<(Id, String)>,
}

/// A file, by whatever name.
#[derive(PartialEq, Eq)]
enum Id {
    /// Device and number of a file that is there.
    There(u64, u64),
    /// A file that is to be made.
    New(PathBuf),
}

impl Id {
    /// Of an ordinary file. Others lose nothing when they are written.
    fn of(path: &Path) -> Option<Id> {
        path.metadata().ok().filter(|there| there.is_file()).map(|there| Id::There(there.dev(), there.ino()))
    }
}

impl Files {
    /// A file that is read, if it is one; that it cannot be read is for the reader to tell.
    pub fn reads(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref();
        self.known.extend(Id::of(path).map(|id| (id, format!("the input {}", path.display()))));
    }

    /// The place of a result.
    ///
    /// # Errors
    /// It cannot be written, or it is an input or another result, whatever their names are.
    pub fn writes(&mut self, path: &Path) -> Result<Output> {
        self.spares(path)?;
        let output = Output::find(path)?;
        if let Place::File(file) = &output.place {
            let id = Id::of(file).unwrap_or_else(|| Id::New(file.clone()));
            self.refuse(&id, path)?;
            self.known.push((id, format!("the output {}", path.display())));
        }
        Ok(output)
    }

    /// The place of a result that may not be asked for.
    ///
    /// # Errors
    /// As [`Files::writes`].
    pub fn writes_any(&mut self, path: &Option<PathBuf>) -> Result<Option<Output>> {
        path.as_deref().map(|path| self.writes(path)).transpose()
    }

    /// The folder of a result, under way as from [`begin_folder`].
    ///
    /// # Errors
    /// It cannot be written, or it is another result, whatever their names are.
    pub fn writes_folder(&mut self, path: &Path) -> Result<Folder> {
        let folder = begin_folder(path)?;
        let within = |parent: PathBuf| parent.join(path.file_name().unwrap_or_default());
        let place = path.canonicalize().or_else(|_| parent(path).canonicalize().map(within));
        let id = Id::New(place.with_context(|| failed(path))?);
        self.refuse(&id, path)?;
        self.known.push((id, format!("the output {}", path.display())));
        Ok(folder)
    }

    /// For a result that is written by other means.
    ///
    /// # Errors
    /// It is an input or another result.
    pub fn spares(&self, path: &Path) -> Result<()> {
        Id::of(path).map_or(Ok(()), |id| self.refuse(&id, path))
    }

    fn refuse(&self, id: &Id, path: &Path) -> Result<()> {
        let Some((_, known)) = self.known.iter().find(|(known, _)| known == id) else { return Ok(()) };
        Err(usage(format!(
            "cannot write {}: it is {known}, which would be lost; name another file",
            path.display()
        )))
    }
}
