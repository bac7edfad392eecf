// SPDX-License-Identifier: Apache-2.0
//! Memory and time have bounds, whatever the input is.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};

use warpsmith_tests::processes::send;
use warpsmith_tests::{bad_program, run, stderr, stdout, warpsmith};

/// Runs `warpsmith` with 8 GB of address space, so that a missing bound is a failure and no trouble for the machine.
fn in_8_gb<S: AsRef<OsStr>>(args: &[S]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 8000000; exec \"$0\" \"$@\""]).arg(warpsmith()).args(args);
    command.output().expect("sh starts")
}

#[test]
fn a_file_that_never_ends_is_refused_wherever_one_is_read_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = |name: &str| {
        let path = folder.path().join(name);
        symlink("/dev/zero", &path).expect("a link");
        path.to_str().expect("UTF-8").to_string()
    };
    let (ptx, library) = (endless("x.ptx"), endless("x.lib"));
    let mut lines = vec![
        (vec!["run", "--machine", "/dev/zero", "x.trace"], 2),
        (vec!["run", &ptx, "--launch", "/dev/zero"], 1),
        (vec!["run", &ptx], 1),
        (vec!["compare", "/dev/zero", "/dev/zero"], 1),
        (vec!["synth", "equalizer", "--library", &library], 1),
        (vec!["prove", "frfcfs", "--verilog", "/dev/zero"], 1),
    ];
    if cfg!(feature = "rtl") {
        lines.push((vec!["bench-unit", "--replay", "/dev/zero"], 1));
    }
    for (line, code) in lines {
        let said = stderr(&in_8_gb(&line), code);
        assert!(said.contains(" more than ") && said.contains("bytes"), "{line:?}: {said}");
    }
    let line = ["run", "--machine", "cpu-gpu", "--cycles", "1000", "--cpus", "/dev/zero"];
    let said = stderr(&in_8_gb(&line), 2);
    assert!(said.contains("a line has more than"), "{said}");
}

#[test]
fn what_device_code_prints_goes_out_while_the_kernel_runs() {
    let mut child = Command::new(warpsmith())
        .args(["run".as_ref(), "--".as_ref(), bad_program("prints_for_ever").as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut next = || lines.next().expect("the kernel never ends").expect("text");
    assert_eq!(next(), "before");
    // More than is kept.
    for number in 0..30_000 {
        let line = next();
        assert_eq!(line.split(' ').next(), Some(&number.to_string()[..]), "{line}");
    }
    send("TERM", child.id());
    // Nobody reads the rest.
    drop(lines);
    let said = stderr(&child.wait_with_output().expect("it ends"), 1);
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn a_copy_to_where_there_is_no_room_is_refused_without_keeping_its_data() {
    let output = run(["run".as_ref(), "--".as_ref(), bad_program("huge_copy").as_os_str()]);
    assert_eq!(stdout(&output), "invalid argument\nno error\n");
    let summary = stderr(&output, 0);
    let line = summary.lines().find_map(|line| line.strip_prefix("simulator"));
    let figure = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    assert!(figure.is_some_and(|megabytes| megabytes < 500), "{summary}");
}
