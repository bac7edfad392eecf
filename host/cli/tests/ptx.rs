// SPDX-License-Identifier: Apache-2.0
//! PTX files with launch descriptions.

use std::fs;
use std::path::Path;
use std::process::Command;

const SAXPY: &str = "\
.version 6.0
.target sm_35
.address_size 64
.visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y) {
    .reg .pred %p; .reg .b32 %r<5>; .reg .b64 %rd<6>; .reg .f32 %f<5>;
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    ld.param.u32 %r4, [n];
    setp.ge.u32 %p, %r1, %r4;
    @%p ret;
    ld.param.f32 %f1, [a]; ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;
    ld.global.f32 %f2, [%rd4]; ld.global.f32 %f3, [%rd5];
    fma.rn.f32 %f4, %f1, %f2, %f3;
    st.global.f32 [%rd5], %f4;
    ret;
}
";

const LAUNCH: &str = "\
[[buffer]]
name = \"x\"
type = \"f32\"
count = 1000
init = { ramp = { start = 0, step = 1 } }

[[buffer]]
name = \"y\"
type = \"f32\"
count = 1000
init = { value = 1 }
expect = { ramp = { start = 1, step = 4 } }
dump = \"y.bin\"

[[launch]]
kernel = \"saxpy\"
grid = 4
block = 256
params = [{ u32 = 1000 }, { f32 = 2 }, \"x\", \"y\"]

[[launch]]
kernel = \"saxpy\"
grid = [4, 1]
block = [256]
params = [{ u32 = 1000 }, { f32 = 2 }, \"x\", \"y\"]
";

/// Runs `warpsmith run` in `folder`: exit code, standard error.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warpsmith"));
    let output = command.arg("run").args(args).current_dir(folder).output().expect("it starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

#[test]
fn a_ptx_file_runs_as_its_launch_file_says() {
    let folder = folder(&[("saxpy.ptx", SAXPY), ("launch.toml", LAUNCH)]);
    let args = ["saxpy.ptx", "--launch", "launch.toml", "-o", "result.json"];
    let (code, text) = run(folder.path(), &args);
    assert_eq!(code, Some(0), "{text}");
    let dumped = fs::read(folder.path().join("y.bin")).expect("written");
    let want: Vec<u8> = (0..1000).flat_map(|i| (1.0 + 4.0 * i as f32).to_le_bytes()).collect();
    assert!(dumped == want);
    let result = fs::read_to_string(folder.path().join("result.json")).expect("written");
    assert!(result.contains("--launch=launch.toml (sha256 ") && result.matches("\"kernel\"").count() >= 2);
}

#[test]
fn a_ptx_file_with_its_own_launch_description_needs_no_other_file() {
    let described: String = LAUNCH.lines().map(|line| format!("//! {line}\n")).collect();
    let folder = folder(&[("saxpy.ptx", &(described + SAXPY))]);
    let (code, text) = run(folder.path(), &["saxpy.ptx"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn wrong_results_are_told_with_buffer_element_and_line() {
    let launch = LAUNCH.replace("start = 1, step = 4", "start = 1, step = 5");
    let folder = folder(&[("saxpy.ptx", SAXPY), ("launch.toml", &launch)]);
    let (code, text) = run(folder.path(), &["saxpy.ptx", "--launch", "launch.toml"]);
    assert_eq!(code, Some(1));
    let parts =
        ["launch.toml:12", "buffer `y`: 999 of 1000 elements differ", "element 1 is 5.0, expected 6.0"];
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn mistakes_in_a_launch_are_named_with_their_line() {
    for (from, to, parts) in [
        ("kernel = \"saxpy\"", "kernel = \"sax\"", &["launch.toml:16", "no kernel `sax`", "are: saxpy"][..]),
        ("\"x\", \"y\"]", "\"z\", \"y\"]", &["launch.toml:19", "no buffer `z`", "x, y"]),
        ("{ u32 = 1000 }", "{ u64 = 1000 }", &["launch.toml:19", "params[0] has 8 bytes", "`n`", "has 4"]),
        (", \"y\"]", "]", &["launch.toml:16", "4 parameters, params has 3"]),
        ("block = 256", "block = 2000", &["launch.toml:16", "2000"]),
        ("{ value = 1 }", "{ file = \"no.bin\" }", &["launch.toml:11", "no.bin"]),
        ("grid = 4\n", "gird = 4\n", &["launch.toml", "gird", "line 17"]),
    ] {
        let folder = folder(&[("saxpy.ptx", SAXPY), ("launch.toml", &LAUNCH.replace(from, to))]);
        let (code, text) = run(folder.path(), &["saxpy.ptx", "--launch", "launch.toml"]);
        assert_eq!(code, Some(1), "{text}");
        for part in parts {
            assert!(text.contains(part), "`{part}` is not in:\n{text}");
        }
    }
    let folder =
        folder(&[("saxpy.ptx", &SAXPY.replace("fma.rn.f32", "fma.rx.f32")), ("launch.toml", LAUNCH)]);
    let (_, text) = run(folder.path(), &["saxpy.ptx", "--launch", "launch.toml"]);
    assert!(text.contains("saxpy.ptx:15") && text.contains("fma.rx.f32"), "{text}");
    let (code, text) = run(folder.path(), &["saxpy.ptx"]);
    assert!(code == Some(1) && text.contains("--launch"), "{text}");
}
