// SPDX-License-Identifier: Apache-2.0
//! Where the buffers of a PTX file are dumped. The file, which may be a stranger's, gives the names and nothing else: they
//! are in one folder, no file that is there is replaced unless the user names that folder, and none is hidden.

use crate::launch_file::LaunchFile;
use crate::output::{Files, Output};
use anyhow::{ensure, Result};
use std::path::{Component, Path};

/// The place of each buffer's dump, if it has one. `named` is the folder of `--dump-dir`; without it, they are beside the
/// result, or in the current folder.
///
/// # Errors
/// A name is that of a path, of a hidden file, or of something that must not be replaced; the folder cannot be written.
pub fn places(
    file: &LaunchFile,
    named: Option<&Path>,
    result: Option<&Path>,
    files: &mut Files,
) -> Result<Vec<Option<Output>>> {
    let folder = named.or(result.and_then(Path::parent)).unwrap_or(Path::new(""));
    let place = |dump: &toml::Spanned<std::path::PathBuf>, files: &mut Files| {
        let name = dump.as_ref();
        ensure!(
            is_plain(name),
            "dump = {name:?} is not the plain name of a file; --dump-dir names the folder"
        );
        let path = folder.join(name);
        if let Ok(there) = path.symlink_metadata() {
            ensure!(there.is_file(), "dump: {} is there, and is not an ordinary file", path.display());
            ensure!(
                named.is_some(),
                "dump: {} is there already; remove it, or name its folder with --dump-dir, where files are replaced",
                path.display()
            );
        }
        files.writes(&path)
    };
    let mut place = |dump| place(dump, files).map_err(|error| file.error(dump, format!("{error:#}")));
    file.buffers
        .iter()
        .map(|buffer| buffer.dump.as_ref())
        .map(|dump| dump.map(&mut place).transpose())
        .collect()
}

/// The name of a file without a folder, not hidden.
fn is_plain(name: &Path) -> bool {
    let mut parts = name.components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name.as_os_str())
        && !name.as_os_str().as_encoded_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_of_a_file_in_the_folder_is_plain() {
        for name in ["y.bin", "y", "a b"] {
            assert!(is_plain(Path::new(name)), "{name}");
        }
        for name in ["", ".", "..", "/y", "a/y", "./y", "../y", "y/", "y/..", ".y", "/"] {
            assert!(!is_plain(Path::new(name)), "{name}");
        }
    }
}
