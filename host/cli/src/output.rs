// SPDX-License-Identifier: Apache-2.0
//! Writing files and folders so that a reader never meets half of one.

use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::NamedTempFile;
use warpsmith_process::{Folder, Temporary};

/// Writes `bytes` to a temporary file beside `path` and renames it into place.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = begin(path)?;
    file.write_all(bytes).with_context(|| failed(path))?;
    finish(file, path)
}

/// A temporary file beside `path`, for [`finish`]; without that it goes away.
pub fn begin(path: &Path) -> Result<Temporary<NamedTempFile>> {
    anyhow::ensure!(!path.is_dir(), "cannot write {}: it is a folder; name a file", path.display());
    Temporary::new(|| temporary(0o666).tempfile_in(parent(path))).with_context(|| failed(path))
}

/// Renames the complete `file` to `path`.
pub fn finish(file: Temporary<NamedTempFile>, path: &Path) -> Result<()> {
    file.into_inner().persist(path).with_context(|| failed(path))?;
    Ok(())
}

/// A temporary folder beside `path`, which must be missing or an empty folder, for [`finish_folder`]; without that it goes
/// away.
pub fn begin_folder(path: &Path) -> Result<Folder> {
    if path.exists() {
        let mut there =
            fs::read_dir(path).with_context(|| format!("cannot read the folder {}", path.display()))?;
        anyhow::ensure!(there.next().is_none(), "the folder {} is not empty; name a new one", path.display());
    }
    Temporary::new(|| temporary(0o777).tempdir_in(parent(path))).with_context(|| failed(path))
}

/// Renames the complete `folder` to `path`.
pub fn finish_folder(folder: Folder, path: &Path) -> Result<()> {
    fs::rename(folder.path(), path).with_context(|| failed(path))?;
    // What it was is not there any more.
    let _ = folder.into_inner().keep();
    Ok(())
}

/// Temporary names, with the mode of what an ordinary program makes, which the umask narrows; their own would hide the
/// result from others.
fn temporary(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".warpsmith-").permissions(fs::Permissions::from_mode(mode));
    builder
}

/// The folder that `path` is in.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn failed(path: &Path) -> String {
    format!("cannot write {}: check that the folder exists and is writable", path.display())
}

/// Fails early where a result could not be written later, before hours of work.
pub fn check_writable(path: &Path) -> Result<()> {
    begin(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_file_has_the_bytes_and_leaves_no_temporary_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        check_writable(&path).unwrap();
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_appears_when_it_is_complete_and_only_where_none_was_filled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        begin_folder(&path).map(drop).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        for _ in 0..2 {
            let new = begin_folder(&path).unwrap();
            finish_folder(new, &path).unwrap();
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
        fs::write(path.join("file"), "").unwrap();
        assert!(begin_folder(&path).unwrap_err().to_string().contains("not empty"));
    }

    #[test]
    fn a_missing_folder_is_an_error_that_names_the_file() {
        let path = Path::new("no-such-folder/out.json");
        let text = format!("{:#}", check_writable(path).unwrap_err());
        assert!(text.contains("no-such-folder/out.json") && text.contains("folder exists"), "{text}");
        assert!(write_atomically(path, b"").is_err());
    }
}
