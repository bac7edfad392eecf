// SPDX-License-Identifier: Apache-2.0
//! Tools that may be missing, and what they say.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the source tree.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// An empty folder for a test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packaging").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("writable");
    folder
}

/// Whether a command works; where it must (`CI=true`), it is a failure if not.
pub fn have(what: &str, command: &str, arguments: &[&str]) -> bool {
    let status = Command::new(command).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = status.is_ok_and(|status| status.success());
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "{what} is not installed, and CI=true");
    if !found {
        println!("skipped: {what} is not installed (scripts/setup.sh --all)");
    }
    found
}

/// Whether there is a Python package.
pub fn have_python(package: &str) -> bool {
    have(package, "python3", &["-c", &format!("import {package}")])
}

/// What a command says, and whether it succeeds.
pub fn run(command: &mut Command) -> (bool, String) {
    let output = command.output().expect("it starts");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// Runs a command, which must succeed.
pub fn done(command: &mut Command) -> String {
    let (success, said) = run(command);
    assert!(success, "{command:?}\n{said}");
    said
}

/// Runs a command, which must succeed and say nothing but what lines with these beginnings say.
pub fn silent(command: &mut Command, but: &[&str]) {
    let said = done(command);
    let line = said.lines().find(|line| !line.is_empty() && !but.iter().any(|known| line.starts_with(known)));
    assert!(line.is_none(), "{command:?}\n{said}");
}

/// The folders of `generated/`.
pub fn folders() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("generated")).expect("it is there");
    let entries = entries.map(|entry| entry.expect("readable").path()).filter(|path| path.is_dir());
    let mut names: Vec<String> =
        entries.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
