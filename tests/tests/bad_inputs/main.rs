// SPDX-License-Identifier: Apache-2.0
//! Every file of `tests/bad_inputs`, given to the command that reads its kind, and every command line there: exit code 1 or 2
//! and a message, no panic, no endless run, no memory without bound, and nothing is left behind.

mod harness;
mod mutants;

use std::fs;
use std::path::PathBuf;

use harness::{complaint, place};
use warpsmith_tests::{compiled, have_proof_tools, root};

/// What a refused input or a wrong command line gives.
const REFUSED: &[i32] = &[1, 2];

/// A program that writes a file into the simulator's socket instead of speaking to it.
const SPEAKER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cuda_runtime.h>
int main(int argc, char **argv) {
    char bytes[4096];
    if (argc > 2) cudaDeviceSynchronize();
    FILE *file = fopen(argv[1], "rb");
    size_t count = fread(bytes, 1, sizeof bytes, file);
    write(atoi(getenv("WARPSMITH_SOCKET")), bytes, count);
    return 0;
}
"#;

fn corpus() -> PathBuf {
    root().join("tests/bad_inputs")
}

/// The files, or folders, of a group.
fn group(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert!(paths.len() > 3, "{name} has few files");
    paths
}

/// Runs `warpsmith` with the words that `command` gives for each file of a group.
fn refuse_all(name: &str, command: impl Fn(&str) -> String) {
    let place = place();
    let words = |path: &PathBuf| command(path.to_str().expect("UTF-8"));
    let wrong = group(name)
        .iter()
        .filter_map(|path| complaint(&words(path), place.path(), REFUSED))
        .collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn ptx_files() {
    refuse_all("ptx", |file| format!("run {file} --max-cycles 100000"));
}

#[test]
fn launch_files() {
    refuse_all("launch_files", |file| format!("run saxpy.ptx --launch {file}"));
}

#[test]
fn machine_files() {
    refuse_all("machines", |file| format!("run --machine {file} saxpy.ptx"));
}

#[test]
fn traces() {
    refuse_all("traces", |file| format!("run {file}"));
    refuse_all("accelsim", |folder| format!("run {folder}/kernelslist.g"));
    refuse_all("cpu_traces", |file| format!("run --machine cpu-gpu --cpus {file} --cycles 100"));
}

#[test]
fn results_checkpoints_and_test_vectors() {
    refuse_all("results", |file| format!("compare {file} {file}"));
    refuse_all("checkpoints", |file| format!("run saxpy.ptx --resume {file}"));
    refuse_all("vectors", |file| format!("bench-unit --replay {file}"));
}

#[test]
fn liberty_files_and_verilog() {
    if have_proof_tools() {
        refuse_all("liberty", |file| format!("synth equalizer --config tiny --library {file}"));
        refuse_all("verilog", |file| format!("prove equalizer --config tiny --invariant 6 --verilog {file}"));
    }
}

#[test]
fn messages_of_programs_that_do_not_speak_the_protocol() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("speaker.cu");
    fs::write(&source, SPEAKER).expect("writable");
    let speaker = compiled(&source);
    let speaker = speaker.to_str().expect("UTF-8");
    refuse_all("protocol", |file| format!("run -- {speaker} {file}"));
    // After a message that was well.
    refuse_all("protocol", |file| format!("run -- {speaker} {file} then"));
}

#[test]
fn command_lines() {
    let text = fs::read_to_string(corpus().join("command_lines.txt")).expect("readable");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let place = place();
    let wrong: Vec<String> = lines.filter_map(|line| complaint(line, place.path(), REFUSED)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
