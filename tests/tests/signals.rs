// SPDX-License-Identifier: Apache-2.0
//! What signals and limits leave behind: a partial result, and neither processes nor temporary files.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use warpsmith_tests::processes::{ended, gone, heedful, pid_in, runs, script, send};
use warpsmith_tests::{bad_program, compiled, read_json, root, stderr, warpsmith};

/// With their numbers.
const SIGNALS: [(&str, i32); 3] = [("INT", 2), ("TERM", 15), ("HUP", 1)];

/// Tools that, but for their version, only write their numbers down and sleep; so does a child of theirs.
struct Asleep {
    folder: TempDir,
}

impl Asleep {
    fn new() -> Asleep {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for place in ["tools", "work", "temporary", "cache"] {
            fs::create_dir(folder.path().join(place)).expect("a folder");
        }
        let asleep = Asleep { folder };
        let versions = [
            ("clang", "Debian clang version 16.0.6"),
            ("clang-14", "Debian clang version 14.0.6"),
            ("clang-16", "Debian clang version 16.0.6"),
            ("yosys", "Yosys 9.99 (git sha1 0)"),
            ("sta", "9.9.9"),
            ("g++", "g++ 9.9.9"),
        ];
        for (name, version) in versions {
            let text = format!(
                "#!/bin/sh\ncase $1 in --version|-V|-version) echo '{version}'; exit;; esac\n\
                 touch \"$TMPDIR/left-by-the-tool\"\nsleep 1000 &\necho $! > {0}/grandchild\n\
                 echo $$ > {0}/child\nwait\n",
                asleep.folder.path().display()
            );
            script(&asleep.at("tools").join(name), &text);
        }
        asleep
    }

    fn at(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Starts `warpsmith` with these tools before others.
    fn start(&self, args: &[&str]) -> Child {
        let path = std::env::var("PATH").expect("a search path");
        let mut command = heedful();
        command.args(args).current_dir(self.at("work"));
        command.env("PATH", format!("{}:{path}", self.at("tools").display()));
        command.env("TMPDIR", self.at("temporary")).env("WARPSMITH_CACHE", self.at("cache"));
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command starts")
    }

    /// The tool and its child, once they run.
    fn family(&self) -> [u32; 2] {
        [pid_in(&self.at("child")), pid_in(&self.at("grandchild"))]
    }

    /// Everything in the folders that the command writes to, without the empty ones.
    fn left(&self) -> Vec<String> {
        fn walk(folder: &Path, found: &mut Vec<String>) {
            for entry in fs::read_dir(folder).expect("readable").flatten() {
                let path = entry.path();
                // An entry of the cache that was whole before the signal, as emitted Verilog is, stays; one in the making has a suffix.
                let whole = folder.ends_with("cache/rtl") && path.is_dir() && path.extension().is_none();
                if whole {
                    continue;
                }
                if path.is_dir() {
                    walk(&path, found);
                }
                let known = ["cache/rtl", "cache/synth", "work/x.cu", "work/claims"];
                if !known.iter().any(|known| path.ends_with(known)) {
                    found.push(path.display().to_string());
                }
            }
        }
        let mut found = Vec::new();
        ["work", "temporary", "cache"].iter().for_each(|name| walk(&self.at(name), &mut found));
        found
    }
}

/// Ends a command by `signal` while a tool works for it.
fn leaves_nothing(args: &[&str], (signal, number): (&str, i32)) {
    let asleep = Asleep::new();
    fs::write(asleep.at("work").join("x.cu"), "int main() {}").expect("writable");
    let mut child = asleep.start(args);
    let family = asleep.family();
    send(signal, child.id());
    let status = ended(&mut child);
    assert_eq!(status.signal(), Some(number), "{args:?} by {signal}: {status}");
    assert_eq!(family.map(runs), [false; 2], "{args:?} by {signal}: processes are left");
    assert_eq!(asleep.left(), [""; 0], "{args:?} by {signal}: files are left");
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("piped"), &mut said).expect("text");
    assert!(!said.contains("warpsmith:"), "{args:?} by {signal} complains of its own end: {said}");
}

#[test]
fn a_compilation_that_a_signal_ends_leaves_neither_processes_nor_files() {
    for signal in SIGNALS {
        leaves_nothing(&["cc", "x.cu", "-o", "x"], signal);
    }
    leaves_nothing(&["run", "x.cu"], SIGNALS[1]);
    leaves_nothing(&["record", "-o", "x.trace", "--", "x.cu"], SIGNALS[1]);
    leaves_nothing(&["bench-machine"], SIGNALS[1]);
}

#[test]
fn synthesis_and_proof_that_a_signal_ends_leave_neither_processes_nor_files() {
    let library = root().join("host/synth/tests/tiny.lib");
    let library = library.to_str().expect("UTF-8");
    for signal in SIGNALS {
        leaves_nothing(
            &["synth", "equalizer", "--config", "small", "--yosys", "yosys", "--library", library],
            signal,
        );
    }
    leaves_nothing(&["prove", "equalizer", "--equality"], SIGNALS[1]);
    if cfg!(feature = "rtl") {
        leaves_nothing(&["mutate", "equalizer"], SIGNALS[1]);
    }
}

#[test]
#[cfg(feature = "rtl")]
fn rtl_that_is_being_compiled_when_a_signal_comes_leaves_neither_processes_nor_files() {
    for signal in SIGNALS {
        leaves_nothing(&["bench-unit", "equalizer", "--config", "small", "--cycles", "1"], signal);
    }
}

#[test]
fn what_claims_starts_ends_with_it() {
    let programs = root().join("tests/programs");
    let programs = ["--programs", programs.to_str().expect("UTF-8"), "--cache", "claims"];
    leaves_nothing(&[&["claims", "equalizer", "--backend", "model"], &programs[..]].concat(), SIGNALS[1]);
}

#[test]
fn a_tool_ends_even_with_a_command_that_is_killed() {
    let asleep = Asleep::new();
    fs::write(asleep.at("work").join("x.cu"), "int main() {}").expect("writable");
    let mut child = asleep.start(&["cc", "x.cu", "-o", "x"]);
    let [tool, of_the_tool] = asleep.family();
    child.kill().expect("it can be killed");
    ended(&mut child);
    gone("the tool", tool);
    // Nobody is left who could tell it.
    send("KILL", of_the_tool);
}

/// Starts a run of a program that says a line and whose kernel never ends; comes back after the line.
fn endless(command: &mut Command, output: &Path) -> Child {
    command.args(["run".as_ref(), "-o".as_ref(), output.as_os_str(), "--".as_ref()]);
    command.arg(bad_program("infinite_loop")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("readable");
    assert_eq!(line, "starting\n");
    child
}

#[test]
fn each_signal_that_asks_for_the_end_gives_a_partial_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (signal, _) in SIGNALS {
        let result = folder.path().join(signal).with_extension("json");
        let child = endless(&mut heedful(), &result);
        send(signal, child.id());
        let said = stderr(&child.wait_with_output().expect("it ends"), 1);
        assert!(said.contains("the run is partial: interrupted"), "{said}");
        assert_eq!(read_json(&result)["partial"]["reason"], "interrupted");
    }
}

#[test]
fn a_run_under_nohup_goes_on_when_the_terminal_is_closed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("r.json");
    let child = endless(Command::new("nohup").arg(warpsmith()), &result);
    send("HUP", child.id());
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("Linux has it");
    assert_eq!(u64::from_str_radix(ignored.trim(), 16).expect("a mask") & 1, 1, "SIGHUP is ignored");
    send("TERM", child.id());
    stderr(&child.wait_with_output().expect("it ends"), 1);
}

#[test]
fn a_program_that_is_busy_on_the_host_ends_with_its_run_at_the_first_signal() {
    let mut child = Command::new(warpsmith())
        .args(["run".as_ref(), "--".as_ref(), bad_program("never_comes_back").as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("readable");
    let program: u32 = line.trim().parse().expect("a number");
    send("TERM", child.id());
    let said = stderr(&child.wait_with_output().expect("it ends"), 1);
    assert!(said.contains("interrupted"), "{said}");
    assert!(!runs(program));
}

/// Runs `warpsmith` with files limited to so many blocks of 512 bytes.
fn limited(blocks: u32, args: &[&str]) -> std::process::Output {
    let line = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh").arg("-c").arg(line).arg(warpsmith()).args(args).output().expect("sh starts")
}

#[test]
fn a_result_larger_than_the_limit_of_files_is_an_error_and_a_checkpoint_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let program = compiled(&root().join("tests/feature_programs/checkpoints.cu"));
    let program = program.to_str().expect("UTF-8");
    let said = stderr(&limited(0, &["run", "-o", &at("r.json"), "--", program]), 1);
    assert!(said.contains("r.json") && said.contains("File too large"), "{said}");
    let checkpoints = at("checkpoints");
    let options = ["run", "--checkpoint-every", "1000", "--checkpoint-dir", &checkpoints, "--", program];
    let said = stderr(&limited(1, &options), 0);
    assert!(said.contains("File too large"), "{said}");
    assert_eq!(fs::read_dir(checkpoints).map_or(0, Iterator::count), 0, "half a checkpoint is left");
}
