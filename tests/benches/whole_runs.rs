// SPDX-License-Identifier: Apache-2.0
//! Whole runs of the command: SM-cycles a second (the cycles of all SMs together), program start included.
//!
//! `cargo bench -p warpsmith-tests --features rtl --bench whole_runs`

use divan::counter::ItemsCount;
use divan::Bencher;
use std::path::Path;
use warpsmith_tests::{compiled_with, read_json, root, run, stderr};

fn main() {
    divan::main();
}

const PROGRAMS: [&str; 2] = ["stream", "bfs"];
const PERFORMANCE: &str = "equalizer:mode=performance";

#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn baseline(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &[]);
}

#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn two_threads(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--threads", "2"]);
}

#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn equalizer_model(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--with", PERFORMANCE, "--backend", "model"]);
}

#[cfg(feature = "rtl")]
#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn equalizer_rtl(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--with", PERFORMANCE, "--backend", "rtl"]);
}

#[cfg(feature = "rtl")]
#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn equalizer_lockstep(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--with", PERFORMANCE, "--backend", "lockstep"]);
}

#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn mascar_model(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--machine", "mascar", "--with", "mascar", "--backend", "model"]);
}

#[cfg(feature = "rtl")]
#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn mascar_rtl(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--machine", "mascar", "--with", "mascar", "--backend", "rtl"]);
}

#[cfg(feature = "rtl")]
#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn mascar_lockstep(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--machine", "mascar", "--with", "mascar", "--backend", "lockstep"]);
}

#[divan::bench(args = PROGRAMS, sample_count = 5, sample_size = 1)]
fn baseline_of_mascar(bencher: Bencher, program: &str) {
    whole_run(bencher, program, &["--machine", "mascar"]);
}

fn whole_run(bencher: Bencher, program: &str, options: &[&str]) {
    let source = root().join("tests/programs").join(program).with_extension("cu");
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The program's own work on the host is not what is measured.
    let program = compiled_with(&source, &["-O2"]);
    let result = folder.path().join("result.json");
    let once = || run_to(&result, &program, options);
    once();
    bencher.counter(ItemsCount::new(sm_cycles(&result))).bench(once);
}

fn run_to(result: &Path, program: &Path, options: &[&str]) {
    let output = "-o".as_ref();
    let args = ["run".as_ref()].into_iter().chain(options.iter().map(AsRef::as_ref));
    stderr(&run(args.chain([output, result.as_os_str(), "--".as_ref(), program.as_os_str()])), 0);
}

/// Cycles of all SMs in a result.
fn sm_cycles(result: &Path) -> u64 {
    let json = read_json(result);
    let number = |path: &str| json.pointer(path).and_then(|v| v.as_u64()).expect("a number");
    number("/statistics/total/time/sm_cycles") * number("/configuration/machine/sm/count")
}
