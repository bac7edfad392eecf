// SPDX-License-Identifier: Apache-2.0
//! A run of the command on bad input, within bounds of memory and time, and what is wrong with how it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use warpsmith_tests::{compiled, root, warpsmith};

/// Address space of a run: what device memory takes, and some.
const KILOBYTES: u32 = 12 << 20;

/// Seconds after which a run has no end; a loaded machine needs some for each.
const SECONDS: u32 = 300;

/// A kernel that runs, with its description; the launch files are for it.
const SAXPY: &str = include_str!("../../bad_inputs/saxpy.ptx");

/// What stands in a folder, with folders below it.
fn listing(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("readable") {
            let path = entry.expect("readable").path();
            folders.extend(path.is_dir().then(|| path.clone()));
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A folder to run in: a program and a kernel that run.
pub fn place() -> TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    fs::write(place.path().join("saxpy.ptx"), SAXPY).expect("writable");
    fs::copy(compiled(&root().join("tests/programs/spmv.cu")), place.path().join("program"))
        .expect("compiled");
    place
}

/// Runs `warpsmith` in `folder` with these words as a shell reads them, and says what is wrong with how it ends: it must end
/// by itself with one of `codes`, leave nothing behind, and say something if it fails.
pub fn complaint(words: &str, folder: &Path, codes: &[i32]) -> Option<String> {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let before = listing(folder);
    let script = format!("ulimit -v {KILOBYTES}; exec timeout {SECONDS} \"$WARPSMITH\" {words}");
    let Output { status, stdout, stderr } = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .env("WARPSMITH", fs::canonicalize(warpsmith()).expect("the command is there"))
        .env("TMPDIR", temporary.path())
        .env("WARPSMITH_CACHE", "/nonexistent")
        .stdin(Stdio::null())
        .output()
        .expect("a shell starts");
    let said = String::from_utf8_lossy(&stderr).into_owned() + &String::from_utf8_lossy(&stdout);
    let wrong = if !status.code().is_some_and(|code| codes.contains(&code)) {
        format!("ends with {status}")
    } else if said.contains("panicked") || said.contains("overflowed its stack") {
        "panics".to_string()
    } else if !status.success() && stderr.iter().all(u8::is_ascii_whitespace) {
        "says nothing".to_string()
    } else if listing(folder) != before {
        "leaves files behind".to_string()
    } else if !listing(temporary.path()).is_empty() {
        format!("leaves temporary files: {:?}", listing(temporary.path()))
    } else {
        return None;
    };
    let said: String = said.chars().take(1000).collect();
    Some(format!("warpsmith {words}: {wrong}: {said}"))
}
