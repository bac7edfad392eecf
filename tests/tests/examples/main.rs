// SPDX-License-Identifier: Apache-2.0
//! Every command line that a help text or a page shows does what it says: it is run, in a folder that has the files which it
//! names. What would take long is run smaller, by the rules of `rules.rs`.

mod fixtures;
mod lines;
mod rules;

use std::process::Command;
use warpsmith_tests::have_proof_tools;

use lines::Line;
use rules::Rule;

/// Runs the lines whose command is one of `commands`, each in a folder of its own with its files.
fn run_all(commands: &[&str]) {
    run_those(commands, |_| true);
}

/// The same of those that are `wanted`.
fn run_those(commands: &[&str], wanted: fn(&Line) -> bool) {
    let tools = have_proof_tools();
    let mut failed = Vec::new();
    let lines = lines::all();
    for line in lines.iter().filter(|line| commands.contains(&line.subcommand()) && wanted(line)) {
        let rule = rules::of(&line.text);
        let needs_tools = ["prove", "synth", "mutate"].contains(&line.subcommand());
        let needs_rtl =
            ["bench-unit", "mutate"].contains(&line.subcommand()) || line.text.contains("--backend");
        if (needs_tools && !tools) || (needs_rtl && !cfg!(feature = "rtl")) {
            println!("not run without the tools: {}", line.text);
            continue;
        }
        let command = match rule {
            Rule::Run(command) => command,
            Rule::Read => only_read(&line.text),
        };
        if let Err(said) = run(&command) {
            failed.push(format!("{}: `{}`, run as `{command}`: {said}", line.place, line.text));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// The line as one that prints the help instead: its options and their values are read before.
fn only_read(line: &str) -> String {
    let options = line.split(" #").next().and_then(|line| line.split(" -- ").next());
    options.unwrap_or_default().trim_end_matches(" --").to_string() + " --help"
}

/// Runs one command line as a user does who types it.
fn run(command: &str) -> Result<(), String> {
    let folder = fixtures::folder();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder.path())
        .env("PATH", fixtures::path())
        .output()
        .expect("a shell starts");
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].concat();
    Err(format!("{:?}: {}", output.status.code(), String::from_utf8_lossy(&said)))
}

/// What runs programs, and reads what they give.
const RUNNING: [&str; 6] = ["run", "record", "compare", "report", "sweep", "bench-machine"];

#[test]
fn every_example_of_running_and_recording_in_the_readme_works() {
    run_those(&RUNNING, |line| line.place.starts_with("README.md"));
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn every_example_of_running_and_recording_works() {
    run_all(&RUNNING);
}

#[test]
fn every_example_of_compiling_and_writing_works() {
    run_all(&["cc", "cuda-home", "emit", "list", "doctor", "cache", "completions", "man"]);
}

#[test]
#[ignore = "compiles units and runs provers for minutes: scripts/test.sh --all"]
fn every_example_of_proofs_and_benches_works() {
    run_all(&["prove", "bench-unit"]);
}

#[test]
#[ignore = "compiles units and runs provers for minutes: scripts/test.sh --all"]
fn every_example_of_synthesis_works() {
    run_all(&["synth"]);
}

#[test]
#[ignore = "compiles units and runs provers for minutes: scripts/test.sh --all"]
fn every_example_of_faults_and_claims_works() {
    run_all(&["mutate", "claims"]);
}

#[test]
fn every_example_of_what_takes_minutes_is_understood() {
    let slow = [&RUNNING[..], &["prove", "bench-unit", "synth", "mutate", "claims"]].concat();
    let lines = lines::all();
    let of = |line: &&Line| slow.contains(&line.subcommand());
    let said = |line: &Line| {
        Some(format!("{}: `{}`: {}", line.place, line.text, run(&only_read(&line.text)).err()?))
    };
    let failed: Vec<String> = lines.iter().filter(of).filter_map(said).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

#[test]
fn every_command_has_an_example_and_every_line_a_test_and_every_rule_a_line() {
    let lines = lines::all();
    for command in lines::subcommands() {
        assert!(lines.iter().any(|line| line.subcommand() == command) || command == "help", "{command}");
    }
    let tested = [
        "run",
        "record",
        "compare",
        "report",
        "sweep",
        "bench-machine",
        "completions",
        "man",
        "cc",
        "cuda-home",
        "emit",
        "list",
        "doctor",
        "cache",
        "prove",
        "bench-unit",
        "synth",
        "mutate",
        "claims",
    ];
    for Line { place, text } in lines.iter().filter(|line| !line.is_script()) {
        let line = Line { place: place.clone(), text: text.clone() };
        assert!(tested.contains(&line.subcommand()), "{place}: {text}");
    }
    rules::all_are_used(&lines);
}

/// A script that a page names is there and reads as a program; what they do is the whole check, or takes long.
#[test]
fn every_script_that_a_page_calls_can_be_read() {
    let scripts: Vec<Line> = lines::all().into_iter().filter(Line::is_script).collect();
    assert!(!scripts.is_empty());
    for line in scripts {
        let name = line.text.split_whitespace().next().expect("a name");
        let read = match name.ends_with(".py") {
            true => "python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())'",
            false => "bash -n",
        };
        let command = format!("{read} {}", warpsmith_tests::root().join(name).display());
        run(&command).unwrap_or_else(|said| panic!("{}: {}: {said}", line.place, line.text));
    }
}
