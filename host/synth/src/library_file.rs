// SPDX-License-Identifier: Apache-2.0
//! Which file a library's name means.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::liberty::Library;
use crate::tools::apt;

/// A library that a Debian machine installs by one command.
struct Known {
    name: &'static str,
    package: &'static str,
    file: &'static str,
}

const KNOWN: [Known; 3] = [
    Known {
        name: "osu018",
        package: "qflow-tech-osu018",
        file: "/usr/share/qflow/tech/osu018/osu018_stdcells.lib",
    },
    Known {
        name: "osu035",
        package: "qflow-tech-osu035",
        file: "/usr/share/qflow/tech/osu035/osu035_stdcells.lib",
    },
    Known {
        name: "osu050",
        package: "qflow-tech-osu050",
        file: "/usr/share/qflow/tech/osu050/osu05_stdcells.lib",
    },
];

/// Names of the libraries that need no file; the first is the default.
pub fn known_libraries() -> [&'static str; 3] {
    KNOWN.each_ref().map(|k| k.name)
}

/// Whether the text means a file and not the name of a known library.
pub fn is_file(library: &str) -> bool {
    library.contains(['/', '.'])
}

/// Reads a known library or a Liberty file.
///
/// # Errors
/// The file is missing (with the command that installs it), unreadable, or no library that synthesis can use.
pub fn read_library(library: &str) -> Result<Library, Error> {
    let known = KNOWN.iter().find(|k| k.name == library);
    let path = known.map_or_else(|| PathBuf::from(library), |k| PathBuf::from(k.file));
    let text = read(&path).map_err(|cause| Error::NoLibrary {
        what: known.map_or_else(|| "Liberty file".to_string(), |k| format!("cell library {}", k.name)),
        path: path.clone(),
        advice: match known {
            Some(k) => format!("Install it: {}", apt(k.package)),
            None => format!("Name a readable Liberty file, or one of: {}", known_libraries().join(", ")),
        },
        cause,
    })?;
    Library::read(&text).map_err(|what| Error::Library { path, what })
}

/// The text of a file; a byte that is no UTF-8 can only stand in a comment and is replaced.
fn read(path: &Path) -> std::io::Result<String> {
    let bytes = warpsmith_process::read(path, warpsmith_process::MAX_TEXT)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_unusable_library_says_what_to_do() {
        let text = read_library("no/such.lib").unwrap_err().to_string();
        assert!(text.contains("no/such.lib") && text.contains("osu018"), "{text}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.lib");
        std::fs::write(&path, "library (x) {\n  cell (A) {\n").unwrap();
        let text = read_library(path.to_str().unwrap()).unwrap_err().to_string();
        assert!(text.contains("bad.lib") && text.contains("line 3"), "{text}");
    }
}
