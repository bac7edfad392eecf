// SPDX-License-Identifier: Apache-2.0
//! Every program of the manifest, at its small size, through the command as a user runs it.

use std::path::Path;
use warpsmith_tests::{compiled, programs, read_json, run, stdout, Program, BACKENDS};

/// Runs a program and returns the bytes of its result file; the program must say PASS.
fn result(program: &Program, with: &[&str], backend: &str, folder: &Path) -> Vec<u8> {
    result_with(program, &[], with, backend, folder)
}

/// The same with further options.
fn result_with(program: &Program, options: &[&str], with: &[&str], backend: &str, folder: &Path) -> Vec<u8> {
    let file = folder.join(format!("{}-{backend}.json", program.name));
    let mut args = vec!["run", "--check", "--backend", backend];
    args.extend(options);
    args.push("-o");
    args.push(file.to_str().expect("UTF-8"));
    args.extend(with.iter().flat_map(|w| ["--with", w]));
    let executable = compiled(&program.source);
    args.extend(["--", executable.to_str().expect("UTF-8")]);
    args.extend(program.args_small.iter().map(String::as_str));
    let said = stdout(&run(&args));
    assert!(said.lines().any(|l| l.starts_with("PASS")), "{} on {backend}: {said}", program.name);
    std::fs::read(&file).expect("the result is written")
}

/// The bytes of `statistics` in a result file.
fn statistics(folder: &Path, program: &Program, backend: &str) -> String {
    let file = read_json(&folder.join(format!("{}-{backend}.json", program.name)));
    serde_json::to_string(&file["statistics"]).expect("JSON")
}

fn same_statistics_on_every_backend(with: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for program in programs() {
        for backend in BACKENDS {
            result(&program, with, backend, folder.path());
            assert!(
                statistics(folder.path(), &program, backend)
                    == statistics(folder.path(), &program, BACKENDS[0]),
                "{}: {backend} differs from {}",
                program.name,
                BACKENDS[0]
            );
        }
    }
}

#[test]
fn every_program_passes_with_equal_statistics_on_every_backend_in_performance_mode() {
    same_statistics_on_every_backend(&["equalizer:mode=performance"]);
}

#[test]
fn every_program_passes_with_equal_statistics_on_every_backend_in_energy_mode() {
    same_statistics_on_every_backend(&["equalizer:mode=energy"]);
}

#[test]
fn every_program_passes_with_equal_statistics_on_every_backend_with_mascar_beside_equalizer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for program in programs() {
        for backend in BACKENDS {
            let machine = ["--machine", "mascar"];
            result_with(&program, &machine, &["mascar", "equalizer"], backend, folder.path());
            let file = read_json(&folder.path().join(format!("{}-{backend}.json", program.name)));
            let attached = file["configuration"]["attachments"].as_array().expect("a list");
            let names: Vec<_> = attached.iter().map(|a| a["name"].as_str().expect("a name")).collect();
            assert_eq!(names, ["mascar", "equalizer"]);
            let [one, first] = [backend, BACKENDS[0]].map(|b| statistics(folder.path(), &program, b));
            assert!(one == first, "{}: {backend} differs from {}", program.name, BACKENDS[0]);
        }
    }
}

#[test]
fn every_program_passes_without_any_unit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for program in programs() {
        result(&program, &[], BACKENDS[0], folder.path());
    }
}

#[test]
fn every_policy_runs_a_program_to_pass() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = &programs()[0];
    for with in [
        "lrr",
        "gto",
        "two_level",
        "owl",
        "fixed_blocks:n=1",
        "static_levels:sm=high,mem=low",
        "dyncta",
        "ccws",
    ] {
        result(program, &[with], BACKENDS[0], folder.path());
    }
}

#[test]
fn two_runs_of_every_program_write_the_same_bytes() {
    let (first, second) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    for program in programs() {
        let backend = BACKENDS[BACKENDS.len() - 1];
        let once = result(&program, &["equalizer"], backend, first.path());
        let again = result(&program, &["equalizer"], backend, second.path());
        assert!(once == again, "{}: two runs differ", program.name);
    }
}

#[test]
fn checks_change_nothing_in_the_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = &programs()[0];
    let checked = result(program, &[], BACKENDS[0], folder.path());
    let file = folder.path().join("unchecked.json");
    let executable = compiled(&program.source);
    let mut args = vec!["run", "--backend", BACKENDS[0], "-o", file.to_str().expect("UTF-8"), "--"];
    args.push(executable.to_str().expect("UTF-8"));
    args.extend(program.args_small.iter().map(String::as_str));
    stdout(&run(&args));
    assert!(checked == std::fs::read(&file).expect("the result is written"), "--check shows in the result");
}

#[test]
fn a_result_says_what_ran_on_what_with_every_parameter() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = &programs()[0];
    result(program, &["equalizer:mode=energy"], BACKENDS[0], folder.path());
    let file = read_json(&folder.path().join(format!("{}-{}.json", program.name, BACKENDS[0])));
    assert_eq!(file["program"]["name"], program.name.as_str());
    assert_eq!(file["program"]["sha256"].as_str().map(str::len), Some(64));
    assert_eq!(file["configuration"]["machine"]["name"], "gtx480");
    let attachment = &file["configuration"]["attachments"][0];
    assert_eq!(attachment["name"], "equalizer");
    assert_eq!(attachment["parameters"]["mode"], "energy");
    assert_eq!(attachment["parameters"]["hyst_epochs"], "3");
    assert!(file["partial"].is_null());
    let text = serde_json::to_string(&file).expect("JSON");
    let here = std::env::current_dir().expect("a current folder");
    assert!(!text.contains(here.to_str().expect("UTF-8")), "an absolute path is in the result");
}
