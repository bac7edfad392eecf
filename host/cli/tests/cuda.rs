// SPDX-License-Identifier: Apache-2.0
//! CUDA programs from source to result, through compiler, runtime, protocol and GPU model.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use warpsmith_tests::compiled_folder;
use warpsmith_tests::cuda::Cache;

/// The command under test; the runtime is built beside it first.
fn warpsmith() -> Command {
    static BUILT: OnceLock<()> = OnceLock::new();
    let command = Path::new(env!("CARGO_BIN_EXE_warpsmith"));
    BUILT.get_or_init(|| {
        let profile = match command.parent().and_then(|p| p.file_name()) {
            Some(name) if name == "debug" => OsStr::new("dev"),
            Some(name) => name,
            None => panic!("the command is in no folder"),
        };
        let target = command.ancestors().nth(2).expect("the target folder");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "-p", "warpsmith-cudart", "--profile"]).arg(profile);
        assert!(cargo.arg("--target-dir").arg(target).status().expect("cargo starts").success());
    });
    Command::new(command)
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda")
}

/// Standard output of a command that must succeed.
fn succeed(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let (out, err) = texts(&output);
    assert!(output.status.success(), "{command:?}\nstandard output:\n{out}\nstandard error:\n{err}");
    out
}

/// Standard error of a command that must fail with exit code `code`.
fn fail(command: &mut Command, code: i32) -> String {
    let output = command.output().expect("it starts");
    let (out, err) = texts(&output);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{command:?}\nstandard output:\n{out}\nstandard error:\n{err}"
    );
    err
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The program of these files of `tests/cuda`, compiled with these flags.
fn compile(files: &[&str], flags: &[&str]) -> PathBuf {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    let cache = CACHE.get_or_init(|| Cache::new(warpsmith().get_program().as_ref(), &compiled_folder()));
    let files: Vec<PathBuf> = files.iter().map(|file| sources().join(file)).collect();
    cache.program(&files, flags).unwrap_or_else(|error| panic!("{error}"))
}

fn run(program: &Path) -> Command {
    let mut command = warpsmith();
    command.args(["run", "--"]).arg(program);
    command
}

#[test]
fn the_runtime_api_gives_the_results_and_error_codes_of_cuda() {
    let program = compile(&["api.cu"], &[]);
    assert_eq!(succeed(&mut run(&program)), "0 failures\n");
}

#[test]
fn the_launches_of_newer_compilers_work_too() {
    let program = compile(&["api.cu"], &["-Xclang", "-target-sdk-version=10.1"]);
    assert_eq!(succeed(&mut run(&program)), "0 failures\n");
}

#[test]
fn device_functions_compute_what_the_host_computes() {
    let program = compile(&["intrinsics.cu"], &[]);
    assert_eq!(succeed(&mut run(&program)), "0 failures\n");
}

#[test]
fn a_program_of_several_languages_keeps_its_arguments_input_output_and_exit_code() {
    let files = ["several/main.cpp", "several/fill.cu", "several/sum.c"];
    let program = compile(&files, &["-arch=sm_70", "-DVALUE=0.5f", "-O2", "-lcudart"]);
    let with_input = |args: &[&str]| {
        let mut command = run(&program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        child.stdin.take().expect("piped").write_all(b"spoken\n").expect("it reads");
        child.wait_with_output().expect("it ends")
    };
    let output = with_input(&["one"]);
    let (out, err) = texts(&output);
    assert!(output.status.success(), "{err}");
    assert_eq!(out, "500 one spoken\n");
    assert!(err.contains("to standard error\n"), "{err}");
    let output = with_input(&["one", "two"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(texts(&output).1.contains("exit code 7"), "{}", texts(&output).1);
}

#[test]
fn a_makefile_for_nvcc_builds_a_benchmark() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in ["Makefile", "main.cu", "scale.cu", "check.cpp"] {
        fs::copy(sources().join("benchmark").join(file), folder.path().join(file)).expect("copied");
    }
    let nvcc = format!("NVCC={} cc", warpsmith().get_program().to_string_lossy());
    succeed(Command::new("make").arg("-C").arg(folder.path()).arg(nvcc));
    assert_eq!(succeed(run(&folder.path().join("benchmark")).arg("-n=777")), "777 PASSED\n");
}

#[test]
fn fast_mathematics_takes_the_approximate_instructions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ptx = |flags: &[&str]| {
        let file = folder.path().join("x.ptx");
        let source = sources().join("benchmark/scale.cu");
        succeed(warpsmith().args(["cc", "-ptx"]).args(flags).arg(source).arg("-o").arg(&file));
        fs::read_to_string(file).expect("text")
    };
    let (plain, fast) = (ptx(&[]), ptx(&["-use_fast_math"]));
    assert!(plain.contains("div.rn.f32") && plain.contains("fma.rn.f32"), "{plain}");
    assert!(fast.contains("div.approx.ftz.f32") && fast.contains("ex2.approx"), "{fast}");
    assert!(!fast.contains("fma"), "{fast}");
}

#[test]
fn a_program_without_the_simulator_says_how_to_run_it() {
    let program = compile(&["api.cu"], &[]);
    assert!(fail(&mut Command::new(program), 1).contains("warpsmith run -- PROGRAM"));
}

#[test]
fn a_script_may_start_the_program_but_not_none() {
    let program = compile(&["intrinsics.cu"], &[]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("script");
    let write = |text: &str| {
        fs::write(&script, text).expect("writable");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("ours");
        run(&script)
    };
    let starts = format!("#!/bin/sh\n{}\n", program.display());
    assert_eq!(succeed(&mut write(&starts)), "0 failures\n");
    assert!(fail(&mut write("#!/bin/sh\nexit 0\n"), 1).contains("not linked with the Warpsmith runtime"));
}

#[test]
fn functions_that_we_do_not_have_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("x.cu");
    let attempt = |text: &str| {
        fs::write(&source, text).expect("writable");
        fail(warpsmith().arg("cc").arg(&source).arg("-o").arg(folder.path().join("x")), 1)
    };
    let undeclared = attempt("int main() { return cudaGraphCreate(0, 0); }");
    assert!(undeclared.contains("undeclared identifier 'cudaGraphCreate'"), "{undeclared}");
    let undefined =
        attempt("extern \"C\" int cuTexRefCreate(int);\nint main() { return cuTexRefCreate(0); }");
    assert!(undefined.contains("CUDA functions that Warpsmith does not have: cuTexRefCreate"), "{undefined}");
    let on_device = attempt("__global__ void k(double *x) { *x = scalbln(*x, 2l); }\nint main() {}");
    assert!(on_device.contains("'scalbln'"), "{on_device}");
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "only the source is left");
}

#[test]
fn ptx_can_be_looked_at_and_objects_linked_later() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    succeed(warpsmith().args(["cc", "-ptx"]).arg(sources().join("api.cu")).arg("-o").arg(at("api.ptx")));
    assert!(fs::read_to_string(at("api.ptx")).expect("text").contains(".visible .entry"));
    succeed(warpsmith().args(["cc", "-c"]).arg(sources().join("api.cu")).arg("-o").arg(at("api.o")));
    succeed(warpsmith().arg("cc").arg(at("api.o")).arg("-o").arg(at("api")));
    assert_eq!(succeed(&mut run(&at("api"))), "0 failures\n");
}

#[test]
fn what_device_code_prints_comes_in_order_with_what_the_program_prints() {
    let program = compile(&["print.cu"], &[]);
    let want = "before\n\
                thread  0: 4 later 0.000 1.0e+10|7   |0x10000000000\n\
                thread  1: 1 later 0.125 1.0e+10|7   |0x10000000000\n\
                thread  2: 8 later 0.250 1.0e+10|7   |0x10000000000\n\
                after\n";
    assert_eq!(succeed(&mut run(&program)), want);
    // A failed assertion ends the run.
    let text = fail(run(&program).arg("fail"), 1);
    for part in ["assertion `i < limit` failed at", "print.cu:", "report", "thread [2, 0, 0]"] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
