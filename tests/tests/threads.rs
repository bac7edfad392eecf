// SPDX-License-Identifier: Apache-2.0
//! Results do not depend on the number of threads.

use std::ffi::OsStr;
use std::path::Path;
use warpsmith_tests::{bad_program, compiled, programs, root, run, stderr, stdout, BACKENDS};

/// The bytes of FILE after `warpsmith COMMAND -o FILE --threads N OPTIONS -- PROGRAM ARGS`, and what was printed.
fn bytes(
    command: &str,
    threads: &str,
    options: &[&str],
    program: &Path,
    args: &[String],
    code: i32,
) -> (Vec<u8>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    let start = [command, "--threads", threads].into_iter().chain(options.iter().copied()).map(OsStr::new);
    let tail = [OsStr::new("-o"), file.as_os_str(), OsStr::new("--"), program.as_os_str()];
    let output = run(start.chain(tail).chain(args.iter().map(OsStr::new)));
    // How much memory the simulator took is not part of the result.
    let summary = stderr(&output, code).lines().filter(|l| !l.starts_with("simulator")).collect::<String>();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &summary;
    (std::fs::read(&file).expect("the file is written"), said)
}

/// Every program of the manifest under `options`: one thread against `others`.
fn same_on_any_number_of_threads(command: &str, options: &[&str], others: &[&str]) {
    for program in programs() {
        let executable = compiled(&program.source);
        let with = |threads| bytes(command, threads, options, &executable, &program.args_small, 0).0;
        let one = with("1");
        for threads in others {
            assert!(with(threads) == one, "{}, {options:?}: {threads} threads differ from one", program.name);
        }
    }
}

#[test]
fn every_program_gives_the_same_result_on_any_number_of_threads() {
    same_on_any_number_of_threads("run", &["--check", "--backend", BACKENDS[0]], &["2", "3"]);
}

#[test]
fn every_program_gives_the_same_result_on_any_number_of_threads_with_a_unit_on_every_sm() {
    for backend in BACKENDS {
        let options = ["--with", "equalizer:mode=performance", "--backend", backend];
        same_on_any_number_of_threads("run", &options, &["3"]);
    }
}

#[test]
fn a_recording_is_the_same_on_any_number_of_threads() {
    same_on_any_number_of_threads("record", &["--backend", BACKENDS[0]], &["2"]);
}

#[test]
fn what_a_failed_run_leaves_is_the_same_on_any_number_of_threads() {
    for name in ["out_of_bounds", "infinite_loop"] {
        let program = bad_program(name);
        let options = ["--backend", BACKENDS[0], "--max-cycles", "5000"];
        let one = bytes("run", "1", &options, &program, &[], 1);
        assert_eq!(bytes("run", "2", &options, &program, &[], 1), one, "{name}");
    }
}

#[test]
fn zero_threads_and_words_are_refused() {
    for threads in ["0", "many"] {
        let text = stderr(&run(["run", "--threads", threads, "--", "program"]), 2);
        assert!(text.contains("--threads") && text.contains(threads), "{text}");
    }
}

#[test]
fn device_printf_comes_in_the_same_order_on_any_number_of_threads() {
    let program = compiled(&root().join("tests/feature_programs/printing.cu"));
    let printed = |threads| {
        stdout(&run([OsStr::new("run"), "--threads".as_ref(), threads, "--".as_ref(), program.as_os_str()]))
    };
    let one = printed(OsStr::new("1"));
    assert_eq!(one.lines().filter(|line| line.starts_with("CTA")).count(), 60);
    assert_eq!(printed(OsStr::new("3")), one);
}
