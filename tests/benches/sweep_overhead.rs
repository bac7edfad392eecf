// SPDX-License-Identifier: Apache-2.0
//! What `warpsmith sweep` adds to each of 2,000 short runs, one at a time: naming them, starting them, keeping them.
//!
//! `cargo bench -p warpsmith-tests --features rtl --bench sweep_overhead`

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use warpsmith_tests::{compiled, root, warpsmith};

const RUNS: usize = 2000;
/// Runs without a sweep, half of them before it and half behind it.
const ALONE: usize = 200;

/// The argument of a run: each is another, and all take the same time.
fn elements(run: usize) -> String {
    (1000 + 2 * run).to_string()
}

/// Runs the command in a folder. The seconds that it took.
fn seconds(folder: &Path, words: &[&str]) -> f64 {
    let start = Instant::now();
    let status = Command::new(warpsmith())
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the command starts");
    assert!(status.success(), "{words:?}");
    start.elapsed().as_secs_f64()
}

/// Seconds of a run without a sweep, the mean of some of all sizes.
fn alone(folder: &Path) -> f64 {
    let runs = (0..RUNS).step_by(2 * RUNS / ALONE);
    let took: Vec<f64> = runs
        .map(|run| {
            let size = elements(run);
            seconds(
                folder,
                &[
                    "run",
                    "--machine",
                    "gtx480",
                    "--backend",
                    "model",
                    "-o",
                    "r.json",
                    "--",
                    "./stream",
                    &size,
                ],
            )
        })
        .collect();
    took.iter().sum::<f64>() / took.len() as f64
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::copy(compiled(&root().join("tests/programs/stream.cu")), folder.join("stream")).expect("compiled");
    let args: Vec<String> = (0..RUNS).map(|run| format!("[\"{}\"]", elements(run))).collect();
    let file = format!("[[program]]\nfile = \"stream\"\nargs = [{}]\n", args.join(", "));
    fs::write(folder.join("short.toml"), file).expect("a file");
    let before = alone(folder);
    let sweep = seconds(folder, &["sweep", "short.toml", "--jobs", "1"]) / RUNS as f64;
    let behind = alone(folder);
    let again = seconds(folder, &["sweep", "short.toml", "--resume"]);
    let run = (before + behind) / 2.0;
    println!("a run alone: {:.1} ms ({:.1} before, {:.1} behind)", run * 1e3, before * 1e3, behind * 1e3);
    println!("a run of {RUNS} in a sweep: {:.1} ms", sweep * 1e3);
    println!("what the sweep adds to a run: {:.1} ms", (sweep - run) * 1e3);
    println!("to find that nothing is missing: {again:.1} s");
}
