// SPDX-License-Identifier: Apache-2.0
//! Folders that appear when they are complete, and files that appear in one together.

use super::{begin, failed, finish, parent, temporary, MODE};
use anyhow::{ensure, Context, Result};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{chown, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use warpsmith_process::{Folder, Temporary};

/// A temporary folder beside `path`, which must be missing or an empty folder, for [`finish_folder`]; without that it goes
/// away. It has mode and owner of the folder that it is to replace.
pub fn begin_folder(path: &Path) -> Result<Folder> {
    let path = resolved(path)?;
    let folder = Temporary::new(|| temporary(0o777).tempdir_in(parent(&path)));
    let folder = folder.with_context(|| failed(&path))?;
    if let Ok(before) = path.metadata() {
        let mut there =
            fs::read_dir(&path).with_context(|| format!("cannot read the folder {}", path.display()))?;
        ensure!(there.next().is_none(), "the folder {} is not empty; name a new one", path.display());
        // Not everybody may give folders away.
        let _ = chown(folder.path(), Some(before.uid()), Some(before.gid()));
        let kept = fs::set_permissions(folder.path(), Permissions::from_mode(before.mode() & MODE));
        kept.with_context(|| failed(&path))?;
    }
    Ok(folder)
}

/// Renames the complete `folder` to `path`.
pub fn finish_folder(folder: Folder, path: &Path) -> Result<()> {
    fs::rename(folder.path(), resolved(path)?).with_context(|| failed(path))?;
    // What it was is not there any more.
    let _ = folder.into_inner().keep();
    Ok(())
}

/// The folder that `path` leads to, if it is there.
fn resolved(path: &Path) -> Result<PathBuf> {
    if !path.exists() {
        return Ok(path.to_path_buf());
    }
    path.canonicalize().with_context(|| failed(path))
}

/// Writes files, of which the names are ours, into a folder, which is made if need be: all or none of them, whatever goes
/// wrong on the way. Each is as from [`begin`].
pub fn write_all<'a>(folder: &Path, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<()> {
    let made: Vec<&Path> =
        folder.ancestors().take_while(|f| !f.as_os_str().is_empty() && !f.exists()).collect();
    let done = fs::create_dir_all(folder).with_context(|| failed(folder)).and_then(|()| {
        let files = files.into_iter().map(|(name, text)| temporary_of(folder.join(name), text));
        files.collect::<Result<Vec<_>>>()?.into_iter().try_for_each(|(file, path)| finish(file, &path))
    });
    if done.is_err() {
        // Those that hold something stay.
        made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    done
}

/// The complete file under a temporary name, and its own name.
fn temporary_of(path: PathBuf, text: &str) -> Result<(Temporary<NamedTempFile>, PathBuf)> {
    let mut file = begin(&path)?;
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    Ok((file, path))
}
