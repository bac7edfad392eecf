// SPDX-License-Identifier: Apache-2.0
//! Standard output and standard error may be full, or read by nobody: that never costs a result.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use warpsmith_tests::{compiled, programs, read_json, run, stderr, stdout, warpsmith};

/// A stream that takes nothing.
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").expect("Linux has it").into()
}

/// A pipe that nobody reads.
fn left() -> Stdio {
    let mut reader = Command::new("true").stdin(Stdio::piped()).spawn().expect("it starts");
    let pipe = reader.stdin.take().expect("piped");
    reader.wait().expect("it ends");
    pipe.into()
}

/// The two streams of a command, and whether the exit code is to tell that something is lost. `tells`: the command says
/// something on standard error too.
fn failing(tells: bool) -> [(&'static str, Stdio, Stdio, bool); 6] {
    [
        ("full error", Stdio::piped(), full(), tells),
        ("full output", full(), Stdio::piped(), true),
        ("both full", full(), full(), true),
        ("error that nobody reads", Stdio::piped(), left(), false),
        ("output that nobody reads", left(), Stdio::piped(), false),
        ("neither is read", left(), left(), false),
    ]
}

/// A PTX file whose kernel prints, and whose buffer is dumped.
const PRINTING: &str = r#"//! [[buffer]]
//! name = "x"
//! type = "u32"
//! count = 64
//! [[launch]]
//! kernel = "hello"
//! block = 64
//! params = ["x"]
.version 6.0
.target sm_35
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
.visible .entry hello(.param .u64 x)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    mov.u64 %rd1, text;
    cvta.global.u64 %rd2, %rd1;
    {
    .param .b64 format;
    st.param.b64 [format], %rd2;
    .param .b64 arguments;
    st.param.b64 [arguments], 0;
    .param .b32 result;
    call.uni (result), vprintf, (format, arguments);
    ld.param.b32 %r1, [result];
    }
    ret;
}
"#;

/// Runs `line` with every failing stream: each time it gives the file that it gives with good ones.
fn keeps_its_result(folder: &Path, line: &[&str], file: &str, tells: bool) {
    let path = folder.join(file);
    let command = || {
        let mut command = Command::new(warpsmith());
        command.current_dir(folder).args(line).stdin(Stdio::null());
        command
    };
    stderr(&command().output().expect("the command starts"), 0);
    let want = fs::read(&path).expect("a result");
    for (what, out, err, lost) in failing(tells) {
        fs::remove_file(&path).expect("it is there");
        let output = command().stdout(out).stderr(err).spawn().expect("the command starts");
        let output = output.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(lost.into()), "{line:?}, {what}: {output:?}");
        assert!(fs::read(&path).is_ok_and(|got| got == want), "{line:?}, {what}: another result");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.contains("cannot write to standard output"), what == "full output", "{what}: {said}");
    }
}

#[test]
fn a_run_writes_its_result_whatever_becomes_of_its_streams() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("hello.ptx"), PRINTING).expect("writable");
    let said = run(["run".as_ref(), folder.path().join("hello.ptx").as_os_str()]);
    assert_eq!(stdout(&said), "hello\n".repeat(64));
    keeps_its_result(folder.path(), &["run", "hello.ptx", "-o", "r.json"], "r.json", true);
}

#[test]
fn other_commands_write_their_files_whatever_becomes_of_their_streams() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let line = ["emit", "equalizer", "--config", "small", "-o", "rtl"];
    keeps_its_result(folder.path(), &line, "rtl/eq_sm.v", false);
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    for line in [&["--help"][..], &["run", "--help"], &["--version"]] {
        let output =
            Command::new(warpsmith()).args(line).stdout(full()).output().expect("the command starts");
        assert!(stderr(&output, 1).contains("cannot write to standard output"), "{line:?}");
    }
    let output = Command::new(warpsmith()).arg("nonsense").stderr(full()).output();
    assert_eq!(output.expect("the command starts").status.code(), Some(2));
}

/// Calls the API with nonsense, which the runtime tells on standard error, and goes on.
const FAILING_CALL: &str = r#"
#include <cstdio>
__global__ void one(int* x) { *x = 1; }
int main() {
    int* x;
    cudaMalloc(&x, 4);
    if (cudaMemcpy(nullptr, x, 4, cudaMemcpyDeviceToHost) == cudaSuccess) return 1;
    one<<<1, 1>>>(x);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;
}
"#;

#[test]
fn a_program_goes_on_when_the_runtime_cannot_tell_of_a_failed_call() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("failing_call.cu");
    fs::write(&source, FAILING_CALL).expect("writable");
    let program = compiled(&source);
    let result = folder.path().join("r.json");
    let run = Command::new(warpsmith())
        .args(["run".as_ref(), "-o".as_ref(), result.as_os_str(), "--".as_ref(), program.as_os_str()])
        .stderr(full())
        .status();
    assert_eq!(run.expect("the command starts").code(), Some(1), "what it said is lost");
    let kernels = read_json(&result)["statistics"]["kernels"].as_array().map(Vec::len);
    assert_eq!(kernels, Some(1), "the program ended before its launch");
}

#[test]
fn a_result_is_written_before_it_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("r.json");
    let program = &programs()[0];
    let (mut command, compiled) = (Command::new(warpsmith()), compiled(&program.source));
    // A pipe that is full already and that nobody empties: telling takes for ever.
    let mut reader = Command::new("sleep").arg("600").stdin(Stdio::piped()).spawn().expect("it starts");
    let mut pipe = reader.stdin.take().expect("piped");
    pipe.write_all(&[b' '; 1 << 16]).expect("as much as a pipe holds");
    let mut child = command
        .args(["run".as_ref(), "-o".as_ref(), result.as_os_str(), "--".as_ref()])
        .arg(compiled)
        .args(&program.args_small)
        .stdout(Stdio::null())
        .stderr(pipe)
        .spawn()
        .expect("the command starts");
    while !result.exists() && child.try_wait().expect("it can be waited for").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(child.try_wait().expect("it can be waited for").is_none(), "it was to wait for its reader");
    read_json(&result);
    reader.kill().expect("it runs");
    reader.wait().expect("it ends");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
