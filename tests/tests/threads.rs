// SPDX-License-Identifier: Apache-2.0
//! Results do not depend on the number of threads.

use std::ffi::OsStr;
use std::path::Path;
use warpsmith_tests::cases::{self, Case, Shared};
use warpsmith_tests::{bad_program, compiled, programs, root, run, stderr, stdout, tests, BACKENDS};

fn main() {
    let mut cases = tests![
        what_a_failed_run_leaves_is_the_same_on_any_number_of_threads,
        zero_threads_and_words_are_refused,
        device_printf_comes_in_the_same_order_on_any_number_of_threads,
    ];
    let backend = ["--backend", BACKENDS[0]];
    cases.extend(same("result", "run", &["--check", "--backend", BACKENDS[0]], &["2", "3"]));
    cases.extend(same("recording", "record", &backend, &["2"]));
    for backend in BACKENDS {
        let options = ["--with", "equalizer:mode=performance", "--backend", backend];
        cases.extend(same(&format!("unit_on_every_sm::{backend}"), "run", &options, &["3"]));
    }
    cases::main(cases)
}

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

/// A case a program and number of threads: it gives what one thread gives.
fn same(claim: &str, command: &'static str, options: &[&'static str], others: &[&'static str]) -> Vec<Case> {
    let mut cases = Vec::new();
    for program in programs() {
        let one = Shared::new();
        for &threads in others {
            let (one, program, options) = (one.clone(), program.clone(), options.to_vec());
            let name = program.name.clone();
            cases.push(Case::new(claim, &[&name, &threads], move || {
                let executable = compiled(&program.source);
                let with = |threads| bytes(command, threads, &options, &executable, &program.args_small, 0).0;
                assert!(with(threads) == *one.get(|| with("1")), "{threads} threads differ from one");
            }));
        }
    }
    cases
}

fn what_a_failed_run_leaves_is_the_same_on_any_number_of_threads() {
    for name in ["out_of_bounds", "infinite_loop"] {
        let program = bad_program(name);
        let options = ["--backend", BACKENDS[0], "--max-cycles", "5000"];
        let one = bytes("run", "1", &options, &program, &[], 1);
        assert_eq!(bytes("run", "2", &options, &program, &[], 1), one, "{name}");
    }
}

fn zero_threads_and_words_are_refused() {
    for threads in ["0", "many"] {
        let text = stderr(&run(["run", "--threads", threads, "--", "program"]), 2);
        assert!(text.contains("--threads") && text.contains(threads), "{text}");
    }
}

fn device_printf_comes_in_the_same_order_on_any_number_of_threads() {
    let program = compiled(&root().join("tests/feature_programs/printing.cu"));
    let printed = |threads| {
        stdout(&run([OsStr::new("run"), "--threads".as_ref(), threads, "--".as_ref(), program.as_os_str()]))
    };
    let one = printed(OsStr::new("1"));
    assert_eq!(one.lines().filter(|line| line.starts_with("CTA")).count(), 60);
    assert_eq!(printed(OsStr::new("3")), one);
}
