// SPDX-License-Identifier: Apache-2.0
//! What `scripts/install.sh` installs works without the source tree, and goes without a trace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use warpsmith_tests::{root, stderr, stdout, warpsmith};

/// The script, for this prefix, with the command that the tests run.
fn install(prefix: &Path, options: &[&str]) -> Output {
    let profile = warpsmith().parent().expect("the command is in the folder of its profile");
    Command::new(root().join("scripts/install.sh"))
        .arg("--prefix")
        .arg(prefix)
        .args(options)
        .env("CARGO_TARGET_DIR", profile.parent().expect("that is in the target folder"))
        .output()
        .expect("the script starts")
}

/// All files and folders below a folder.
fn below(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry")) {
            if entry.file_type().expect("a type").is_dir() {
                folders.push(entry.path());
            }
            found.insert(entry.path());
        }
    }
    found
}

/// A shell command in `folder`, in which the source tree is an empty folder.
fn without_the_tree(folder: &Path, command: &str) -> Output {
    Command::new("bwrap")
        .args(["--dev-bind", "/", "/", "--tmpfs"])
        .arg(root())
        .arg("--chdir")
        .arg(folder)
        .args(["sh", "-ec", command])
        .env_remove("WARPSMITH_LIB")
        .output()
        .expect("bwrap starts")
}

#[test]
fn an_installation_works_when_the_source_tree_is_gone() {
    let trial = Command::new("bwrap").args(["--dev-bind", "/", "/", "true"]).output();
    if !trial.is_ok_and(|output| output.status.success()) {
        println!("skipped: bwrap is not installed, or name spaces are forbidden");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let prefix = folder.path().join("prefix");
    stdout(&install(&prefix, &["--no-build"]));
    let command = prefix.join("bin/warpsmith");
    let share = prefix.join("share/warpsmith");
    let run = |line: &str| {
        let line = line.replace("warpsmith ", &format!("{} ", command.display()));
        stdout(&without_the_tree(folder.path(), &line.replace("SHARE", &share.display().to_string())))
    };
    run("warpsmith cc SHARE/programs/stream.cu -o stream");
    run("warpsmith run -o base.json -- ./stream 4096");
    run("warpsmith run --machine SHARE/machines/mascar.toml -o mascar.json -- ./stream 4096");
    let compared = run("warpsmith compare base.json mascar.json");
    assert!(compared.contains("speedup"), "{compared}");
    let programs = run("warpsmith list programs");
    assert!(programs.contains("kmeans"), "{programs}");
    if cfg!(feature = "rtl") {
        run("warpsmith run --with equalizer --backend lockstep -- ./stream 4096");
    }
    run("warpsmith emit mascar -o rtl");
    let page = run(&format!("zcat {}", prefix.join("share/man/man1/warpsmith-run.1.gz").display()));
    assert!(page.contains(r"\-\-backend"), "{page}");
}

#[test]
fn uninstalling_leaves_what_was_there_before_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let own = folder.path().join("share/warpsmith-of-mine");
    std::fs::create_dir_all(&own).expect("a folder");
    let before = below(folder.path());
    stdout(&install(folder.path(), &["--no-build"]));
    assert!(folder.path().join("bin/warpsmith").is_file());
    assert!(folder.path().join("share/bash-completion/completions/warpsmith").is_file());
    stdout(&install(folder.path(), &["--uninstall"]));
    assert_eq!(below(folder.path()), before);
    let again = stderr(&install(folder.path(), &["--uninstall"]), 1);
    assert!(again.contains("nothing is installed"), "{again}");
}

#[test]
fn an_installation_over_an_older_one_removes_what_is_no_longer_part_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    stdout(&install(folder.path(), &["--no-build"]));
    let fresh = below(folder.path());
    let list = folder.path().join("share/warpsmith/installed.txt");
    let listed = std::fs::read_to_string(&list).expect("a list");
    std::fs::create_dir_all(folder.path().join("share/old")).expect("a folder");
    std::fs::write(folder.path().join("share/old/page.md"), "").expect("a file");
    std::fs::write(&list, format!("{listed}share/old/page.md\n")).expect("a list");
    stdout(&install(folder.path(), &["--no-build"]));
    assert_eq!(below(folder.path()), fresh);
}

#[test]
fn a_wrong_option_of_the_script_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = stderr(&install(folder.path(), &["--unistall"]), 2);
    assert!(said.contains("--unistall") && said.contains("use:"), "{said}");
}
