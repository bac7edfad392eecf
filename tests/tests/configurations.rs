// SPDX-License-Identifier: Apache-2.0
//! RTL of configurations that are not built in: compiled when it is first needed, and kept.

#![cfg(feature = "rtl")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use warpsmith_tests::{have_proof_tools, program, read_json, run, stderr, stdout, warpsmith};

/// A run with RTL of which one module is not built in: `eq_sm`.
struct Bench {
    folder: TempDir,
    words: Vec<String>,
}

/// What is said of it when it is compiled.
const COMPILED: &str = "verilated eq_sm (fermi:hyst_epochs=2) in ";

impl Bench {
    fn new() -> Bench {
        Bench {
            folder: tempfile::tempdir().expect("a temporary folder"),
            words: program("degenerate").words(),
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, backend: &str, result: &str) -> Command {
        let mut command = Command::new(warpsmith());
        command.args(["run", "--with", "equalizer:hyst_epochs=2", "--backend", backend, "-o", result]);
        command.args(&self.words).current_dir(self.folder.path()).env("WARPSMITH_CACHE", self.at("cache"));
        command
    }

    /// A run that comes to its end; what it says on standard error.
    fn said(&self, backend: &str, result: &str) -> String {
        stderr(&self.command(backend, result).output().expect("the command starts"), 0)
    }

    fn bytes(&self, result: &str) -> Vec<u8> {
        fs::read(self.at(result)).expect("the result is written")
    }

    /// The library that a run loads.
    fn library(&self) -> PathBuf {
        let entries = fs::read_dir(self.at("cache/rtl")).expect("a cache").flatten();
        let mut libraries = entries.map(|entry| entry.path().join("unit.so")).filter(|path| path.is_file());
        libraries.next().expect("a library")
    }

    fn listed(&self) -> String {
        let mut command = Command::new(warpsmith());
        command.args(["cache", "list", "rtl"]).env("WARPSMITH_CACHE", self.at("cache"));
        stdout(&command.output().expect("the command starts"))
    }
}

#[test]
fn rtl_is_compiled_once_from_a_fresh_cache_and_anew_where_the_cache_is_broken_or_cleared() {
    let bench = Bench::new();
    assert!(!bench.said("model", "model.json").contains("verilated"));
    let first = bench.said("rtl", "first.json");
    assert!(first.contains(COMPILED), "{first}");
    let warm = bench.said("lockstep", "warm.json");
    assert!(!warm.contains("verilated"), "{warm}");
    assert!(bench.listed().contains("eq_sm (fermi:hyst_epochs=2)"), "{}", bench.listed());

    let library = bench.library();
    let whole = fs::read(&library).expect("readable");
    fs::write(&library, &whole[..whole.len() / 2]).expect("writable");
    let broken = bench.said("rtl", "broken.json");
    assert!(broken.contains(COMPILED), "{broken}");
    assert_eq!(fs::read(&library).expect("readable").len(), whole.len());

    for result in ["first.json", "warm.json", "broken.json"] {
        assert!(same_statistics(&bench.at(result), &bench.at("model.json")), "{result}");
    }
    assert_eq!(bench.bytes("first.json"), bench.bytes("broken.json"));
    let mut clear = Command::new(warpsmith());
    clear.args(["cache", "clear"]).env("WARPSMITH_CACHE", bench.at("cache"));
    let said = stdout(&clear.output().expect("the command starts"));
    assert!(said.contains("removed 4 entries"), "{said}");
    assert!(bench.listed().starts_with("0 entries"), "{}", bench.listed());
}

/// Whether two results have the same statistics; what stepped the units differs.
fn same_statistics(a: &Path, b: &Path) -> bool {
    let (a, b) = (read_json(a), read_json(b));
    a["totals"] == b["totals"] && a["kernels"] == b["kernels"]
}

#[test]
fn of_runs_that_need_the_same_at_once_one_compiles_it() {
    let bench = Bench::new();
    let names = ["a.json", "b.json", "c.json"];
    let children = names.map(|name| {
        let mut command = bench.command("rtl", name);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command starts")
    });
    let said = children.map(|child| stderr(&child.wait_with_output().expect("it ends"), 0));
    assert_eq!(said.iter().filter(|said| said.contains(COMPILED)).count(), 1, "{said:?}");
    assert!(names.iter().all(|name| bench.bytes(name) == bench.bytes(names[0])));
    let left = fs::read_dir(bench.at("cache/rtl")).expect("a cache").count();
    assert_eq!(left, 4, "Verilog of two modules, the library of one and the runtime, and nothing else");
}

/// A search path with links to these programs and nothing else.
fn path_of(folder: &Path, programs: &[&str]) -> PathBuf {
    fs::create_dir(folder).expect("a folder");
    for name in programs {
        let found = std::env::split_paths(&std::env::var_os("PATH").expect("a search path"))
            .map(|place| place.join(name))
            .find(|path| path.is_file());
        symlink(found.expect("it is installed"), folder.join(name)).expect("writable");
    }
    folder.to_path_buf()
}

#[test]
fn a_missing_tool_or_place_is_an_error_that_says_what_to_do() {
    let bench = Bench::new();
    let said = |output: std::io::Result<Output>| stderr(&output.expect("the command starts"), 1);
    let nothing = path_of(&bench.at("nothing"), &[]);
    let only_verilator = path_of(&bench.at("only-verilator"), &["verilator", "perl", "sh"]);
    for (path, tool) in [(nothing, "verilator"), (only_verilator, "g++")] {
        let text = said(bench.command("rtl", "r.json").env("PATH", path).output());
        for part in [tool, "does not start", "apt-get install verilator g++ zlib1g-dev", "--backend model"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("eq_sm (fermi:hyst_epochs=2) is not built in"), "{text}");
    }
    let text = said(bench.command("rtl", "r.json").env("WARPSMITH_CACHE", "/dev/null/cache").output());
    assert!(text.contains("/dev/null/cache/rtl") && text.contains("WARPSMITH_CACHE"), "{text}");
    assert!(!bench.at("r.json").exists());
}

/// The same in every cycle and in every statistic, in shapes that no named configuration has.
#[test]
fn units_of_shapes_that_no_named_configuration_has_are_in_lockstep_with_their_models() {
    let mascar =
        ["--machine", "mascar", "-m", "sm.warps=40", "-m", "sm.threads=1280", "--with", "mascar:n_warps=40"];
    let frfcfs = ["--with", "frfcfs:n=45,age_mode=collapse"];
    let equalizer = ["--with", "equalizer:sample_period=64"];
    for with in [&mascar[..], &["--with", "sms:gpu_fifo=7"], &frfcfs, &equalizer] {
        let result = |backend| program("degenerate").result(&[with, &["--backend", backend]].concat());
        let [model, rtl, lockstep] = ["model", "rtl", "lockstep"].map(result);
        for other in [rtl, lockstep] {
            assert!(other["totals"] == model["totals"] && other["kernels"] == model["kernels"], "{with:?}");
        }
    }
}

/// What is not built in, in every command that takes a configuration.
#[test]
fn every_command_takes_parameters_that_no_named_configuration_has() {
    if !have_proof_tools() {
        return;
    }
    let changed = ["--config", "small", "-p", "hyst_epochs=2"];
    let with = |words: &[&str], rest: &[&str]| stdout(&run([words, &changed, rest].concat()));
    let bench = with(&["bench-unit", "equalizer"], &["--cycles", "2000"]);
    assert!(bench.contains("small:hyst_epochs=2") && bench.contains("agree in every cycle"), "{bench}");
    let proof = with(&["prove", "equalizer"], &["--invariant", "4"]);
    assert!(proof.contains("small:hyst_epochs=2") && proof.contains("proved"), "{proof}");
    let faults = ["--module", "eq_fm", "--faults", "1", "--cycles", "20000", "--by", "lockstep"];
    let faults = with(&["mutate", "equalizer"], &faults);
    assert!(faults.contains("eq_fm"), "{faults}");
    let text = stderr(&run(["bench-unit", "equalizer", "-p", "hyst_epochs=9"]), 2);
    assert!(text.contains("hyst_epochs") && text.contains("1..=7"), "{text}");
}
