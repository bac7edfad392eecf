// SPDX-License-Identifier: Apache-2.0
//! Writing files and folders so that a reader never meets half of one, and nothing is lost that was there.

mod files;
mod folder;
mod place;

pub use files::Files;
pub use folder::{begin_folder, finish_folder, write_all};
pub use place::Output;

use anyhow::{bail, Context, Result};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{fchown, MetadataExt, PermissionsExt};
use std::path::Path;
use tempfile::NamedTempFile;

use warpsmith_process::Temporary;

/// Bits of a mode that `chmod` sets.
const MODE: u32 = 0o7777;

/// Writes `bytes` to the file `path`, whose name is ours and not the user's: see [`begin`].
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = begin(path)?;
    file.write_all(bytes).with_context(|| failed(path))?;
    finish(file, path)
}

/// A temporary file beside `path`, for [`finish`]; without that it goes away. It has mode and owner of the file that it is to
/// replace. A symbolic link at `path` is replaced too, not followed; what is neither that nor a file is refused.
pub fn begin(path: &Path) -> Result<Temporary<NamedTempFile>> {
    let before = fs::symlink_metadata(path).ok().filter(|there| !there.is_symlink());
    let Some(before) = before else {
        return Temporary::new(|| temporary(0o666).tempfile_in(parent(path))).with_context(|| failed(path));
    };
    if before.is_dir() {
        bail!("cannot write {}: it is a folder; name a file", path.display());
    }
    if !before.is_file() {
        bail!("cannot write {}: it is not an ordinary file", path.display());
    }
    let protected = || format!("cannot write {}: it is write-protected", path.display());
    may_write(path).with_context(protected)?;
    let file = Temporary::new(|| temporary(before.mode() & MODE).tempfile_in(parent(path)));
    let file = file.with_context(|| failed(path))?;
    // Not everybody may give files away; then they are the writer's.
    if fchown(file.as_file(), Some(before.uid()), Some(before.gid())).is_err() {
        let _ = fchown(file.as_file(), None, Some(before.gid()));
    }
    // After the owner, whose change clears some bits.
    let kept = file.as_file().set_permissions(Permissions::from_mode(before.mode() & MODE));
    kept.with_context(|| failed(path))?;
    Ok(file)
}

/// Renames the complete `file` to `path`.
pub fn finish(file: Temporary<NamedTempFile>, path: &Path) -> Result<()> {
    file.into_inner().persist(path).with_context(|| failed(path))?;
    Ok(())
}

/// Fails early where a file could not be written later, before hours of work.
pub fn check_writable(path: &Path) -> Result<()> {
    begin(path).map(drop)
}

/// The same of files in a folder that is there.
pub fn check_folder(folder: &Path) -> Result<()> {
    let unwritable = || format!("cannot write into the folder {}", folder.display());
    temporary(0o600).tempfile_in(folder).map(drop).with_context(unwritable)
}

/// Temporary names that nobody can guess, with the mode of what an ordinary program makes, which the umask narrows; their
/// own would hide the result from others.
fn temporary(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".warpsmith-").permissions(Permissions::from_mode(mode));
    builder
}

/// Whether the permissions of a file let this process write it. Renaming over it would not ask.
fn may_write(path: &Path) -> std::io::Result<()> {
    let path = std::ffi::CString::new(path.as_os_str().as_encoded_bytes())?;
    // SAFETY: a valid C string.
    match unsafe { libc::faccessat(libc::AT_FDCWD, path.as_ptr(), libc::W_OK, libc::AT_EACCESS) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// The folder that `path` is in.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn failed(path: &Path) -> String {
    format!("cannot write {}: check that the folder exists and is writable", path.display())
}

#[cfg(test)]
mod tests;
