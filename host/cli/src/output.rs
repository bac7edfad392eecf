// SPDX-License-Identifier: Apache-2.0
//! Writing files so that a reader never meets half of one.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes `bytes` to a temporary file beside `path` and renames it into place.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = begin(path)?;
    file.write_all(bytes).with_context(|| failed(path))?;
    finish(file, path)
}

/// A temporary file beside `path`, for [`finish`]; without that it goes away.
pub fn begin(path: &Path) -> Result<NamedTempFile> {
    anyhow::ensure!(!path.is_dir(), "cannot write {}: it is a folder; name a file", path.display());
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::Builder::new()
        .prefix(".warpsmith-")
        .permissions(readable_by_all())
        .tempfile_in(folder)
        .with_context(|| failed(path))
}

/// Renames the complete `file` to `path`.
pub fn finish(file: NamedTempFile, path: &Path) -> Result<()> {
    file.persist(path).with_context(|| failed(path))?;
    Ok(())
}

fn failed(path: &Path) -> String {
    format!("cannot write {}: check that the folder exists and is writable", path.display())
}

/// The mode of an ordinary new file; a temporary file's own would hide the result from others.
fn readable_by_all() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
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
    fn a_missing_folder_is_an_error_that_names_the_file() {
        let path = Path::new("no-such-folder/out.json");
        let text = format!("{:#}", check_writable(path).unwrap_err());
        assert!(text.contains("no-such-folder/out.json") && text.contains("folder exists"), "{text}");
        assert!(write_atomically(path, b"").is_err());
    }
}
