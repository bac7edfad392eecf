// SPDX-License-Identifier: Apache-2.0
//! Programs that do odd things with their connection: the run ends, and says what was wrong.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use warpsmith_tests::processes::{ended, pid_in, runs, script, send};
use warpsmith_tests::{bad_program, read_json, stderr, stdout, warpsmith};

/// Runs a script for bash; the run must end by itself. Its output is taken to files, which those that are left may keep open.
fn run_script(folder: &Path, text: &str) -> (Output, serde_json::Value) {
    let script = script(&folder.join("script"), &format!("#!/bin/bash\ncd {}\n{text}", folder.display()));
    let result = folder.join("r.json");
    let file = |name: &str| std::fs::File::create(folder.join(name)).expect("writable");
    let mut child = Command::new(warpsmith())
        .args(["run".as_ref(), "-o".as_ref(), result.as_os_str(), "--".as_ref(), script.as_os_str()])
        .stdin(Stdio::null())
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .expect("the command starts");
    let status = ended(&mut child);
    let read = |name: &str| std::fs::read(folder.join(name)).expect("readable");
    let result = if result.exists() { read_json(&result) } else { serde_json::Value::Null };
    (Output { status, stdout: read("out"), stderr: read("err") }, result)
}

#[test]
fn garbage_on_the_socket_is_reported_and_ends_a_program_that_stays_alive() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "echo $$ > pid\nhead -c 100 /dev/zero | tr '\\0' '\\377' >&$WARPSMITH_SOCKET\nsleep 1000";
    let (output, result) = run_script(folder.path(), text);
    let said = stderr(&output, 1);
    assert!(said.contains("connection to the program failed") && said.contains("at most"), "{said}");
    assert!(result["partial"]["reason"].as_str().is_some_and(|reason| said.contains(reason)), "{result}");
    assert!(!runs(pid_in(&folder.path().join("pid"))));
}

#[test]
fn a_run_ends_with_its_program_whoever_still_holds_the_connection() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = bad_program("forks");
    let text = format!("setsid sleep 1000 >&- 2>&- &\necho $! > pid\n{}", program.display());
    let (output, result) = run_script(folder.path(), &text);
    stderr(&output, 0);
    assert_eq!(result["partial"], serde_json::Value::Null);
    // It was the script's wish.
    let left = pid_in(&folder.path().join("pid"));
    assert!(runs(left));
    send("KILL", left);
}

#[test]
fn a_second_program_in_one_run_is_a_clear_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = bad_program("forks");
    for both in ["{}; {}", "{} & {} & wait"] {
        let (output, result) = run_script(folder.path(), &both.replace("{}", &program.display().to_string()));
        let said = stderr(&output, 1);
        assert!(said.contains("a second CUDA program was started"), "{said}");
        assert!(!said.contains("Hello"), "{said}");
        assert!(result["partial"]["reason"].as_str().is_some_and(|reason| said.contains(reason)), "{result}");
    }
}

#[test]
fn a_program_that_ends_with_125_is_reported_as_any_other_code() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (output, _) = run_script(folder.path(), &format!("{}\nexit 125", bad_program("forks").display()));
    let said = stderr(&output, 1);
    assert!(said.contains("the program ended with exit code 125"), "{said}");
}

#[test]
fn a_forked_process_is_refused_the_gpu_of_its_parent_which_goes_on() {
    let output = warpsmith_tests::run(["run".as_ref(), "--".as_ref(), bad_program("forks").as_os_str()]);
    assert_eq!(stdout(&output), "parent: no error\nchild: initialization error\nparent: no error\n");
}
