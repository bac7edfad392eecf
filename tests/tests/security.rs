// SPDX-License-Identifier: Apache-2.0
//! Files of strangers do what they are for and nothing else: nothing of them is executed that is no program, and nothing is
//! written where the user did not say.

use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use warpsmith_tests::{compiled, programs, root, stderr, stdout, warpsmith};

/// `warpsmith` in a folder.
fn command(folder: &Path, line: &[&str]) -> Command {
    let mut command = Command::new(warpsmith());
    command.current_dir(folder).args(line).stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &[&str]) -> Output {
    command(folder, line).output().expect("the command starts")
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Names of what is in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Makes an executable file.
fn executable(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("writable");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
}

#[test]
fn python_modules_of_the_current_folder_are_not_executed() {
    let folder = temporary();
    for name in ["pyosys.py", "importlib.py"] {
        fs::write(folder.path().join(name), "open('executed', 'w')\n").expect("writable");
    }
    // A machine that has Python and no yosys, so that each command looks for pyosys and then gives up.
    let real = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let real = stdout(&real.expect("python3 is there"));
    let path = folder.path().join("bin");
    fs::create_dir(&path).expect("writable");
    symlink(real.trim(), path.join("python3")).expect("writable");
    for line in [
        &["synth", "equalizer", "--config", "small"][..],
        &["synth", "equalizer", "--config", "small", "--yosys", "pyosys"],
        &["prove", "equalizer", "--invariant", "4"],
        &["mutate", "equalizer", "--config", "small", "--by", "proof"],
        &["bench-unit", "equalizer", "--config", "small", "--cycles", "10", "--netlist", "osu018"],
    ] {
        let mut command = command(folder.path(), line);
        command.env("WARPSMITH_CACHE", folder.path().join("cache")).env("PATH", &path);
        command.env("PYTHONPATH", folder.path()).output().expect("the command starts");
        assert!(!folder.path().join("executed").exists(), "{line:?}");
    }
}

/// A program that is linked with the runtime, for its bytes.
fn program() -> Vec<u8> {
    fs::read(compiled(&programs()[0].source)).expect("readable")
}

#[test]
fn a_damaged_program_is_an_error_and_no_script() {
    let folder = temporary();
    let whole = program();
    let with_start = |start: &[u8]| [start, &whole[start.len()..]].concat();
    for (name, bytes) in [
        ("header", with_start(b"\x7fELF\ntouch executed\nexit 0\n")),
        ("magic", with_start(b"\x7fELE\ntouch executed\nexit 0\n")),
        ("text", b"touch executed\n".to_vec()),
        ("machine", [&whole[..18], &[0xff, 0x7f], &whole[20..]].concat()),
        ("cut", whole[..40].to_vec()),
    ] {
        executable(&folder.path().join(name), &bytes);
        let said = stderr(&run(folder.path(), &["run", "--", &format!("./{name}")]), 1);
        assert!(said.contains(name), "{said}");
        assert!(!folder.path().join("executed").exists(), "{name} was executed by the shell");
    }
    executable(&folder.path().join("script"), b"#!/bin/sh\ntouch executed\n");
    let said = stderr(&run(folder.path(), &["run", "--", "./script"]), 1);
    assert!(folder.path().join("executed").exists() && said.contains("not linked"), "{said}");
}

/// A PTX file of one kernel that does nothing, with a buffer that is dumped.
fn dumping(name: &str) -> String {
    format!(
        "//! [[buffer]]\n//! name = \"x\"\n//! type = \"u8\"\n//! count = 4\n//! dump = {name:?}\n//! [[launch]]\n\
         //! kernel = \"nothing\"\n//! block = 32\n.version 6.0\n.target sm_35\n.address_size 64\n\
         .visible .entry nothing()\n{{\n    ret;\n}}\n"
    )
}

#[test]
fn a_ptx_file_writes_into_the_output_folder_only_and_replaces_nothing_there() {
    let folder = temporary();
    let [outside, work, out] = ["outside", "work", "work/out"].map(|name| folder.path().join(name));
    fs::write(&outside, "mine").expect("writable");
    fs::create_dir_all(&out).expect("writable");
    symlink("../outside", work.join("link")).expect("writable");
    symlink(&outside, out.join("link")).expect("writable");
    fs::write(work.join("notes"), "mine").expect("writable");
    let dump = |name: &str, options: &[&str], code: i32| {
        fs::write(work.join("k.ptx"), dumping(name)).expect("writable");
        let said = stderr(&run(&work, &[&["run", "k.ptx"], options].concat()), code);
        assert_eq!(fs::read_to_string(&outside).expect("readable"), "mine", "{name} {options:?}");
        assert_eq!(fs::read_to_string(work.join("notes")).expect("readable"), "mine", "{name} {options:?}");
        said
    };
    let absolute = outside.to_str().expect("UTF-8");
    for name in [absolute, "../outside", "out/../../outside", "link", ".bashrc", "", ".", "out/x", "out"] {
        for options in [&[][..], &["-o", "out/r.json"], &["--dump-dir", "out"]] {
            // There is no such thing in the other folder.
            if name == "out" && !options.is_empty() {
                continue;
            }
            let said = dump(name, options, 1);
            assert!(said.contains("k.ptx:5") && said.contains("dump"), "{name} {options:?}: {said}");
        }
    }
    assert_eq!(names(&out), ["link"]);
    let said = dump("notes", &[], 1);
    assert!(said.contains("--dump-dir"), "{said}");

    dump("here", &[], 0);
    assert_eq!(fs::read(work.join("here")).expect("dumped"), [0; 4]);
    dump("there", &["-o", "out/r.json"], 0);
    assert_eq!(fs::read(out.join("there")).expect("dumped"), [0; 4]);
    for _ in 0..2 {
        dump("again", &["--dump-dir", "out"], 0);
    }
    assert_eq!(names(&out), ["again", "link", "r.json", "there"]);
}

#[test]
fn emit_follows_no_link_that_is_planted() {
    let folder = temporary();
    let [victim, rtl] = ["victim", "rtl"].map(|name| folder.path().join(name));
    fs::write(&victim, "mine").expect("writable");
    let emit =
        |out: &str| stdout(&run(folder.path(), &["emit", "equalizer", "--config", "small", "-o", out]));
    emit("first");
    fs::create_dir(&rtl).expect("writable");
    for name in names(&folder.path().join("first")) {
        for planted in [name.clone(), format!(".{name}.new"), format!("{name}.new"), format!("{name}.tmp")] {
            symlink(&victim, rtl.join(planted)).expect("writable");
        }
    }
    emit("rtl");
    assert_eq!(fs::read_to_string(&victim).expect("readable"), "mine");
    for name in names(&folder.path().join("first")) {
        let [first, second] =
            ["first", "rtl"].map(|f| fs::read(folder.path().join(f).join(&name)).expect("written"));
        assert!(first == second && !rtl.join(&name).is_symlink(), "{name}");
    }
}

#[test]
fn four_emits_into_one_folder_at_a_time_all_succeed() {
    let folder = temporary();
    let children: Vec<_> = (0..4)
        .map(|_| command(folder.path(), &["emit", "equalizer", "-o", "rtl"]).stdout(Stdio::null()).spawn())
        .collect();
    for child in children {
        assert!(child.expect("the command starts").wait().expect("it ends").success());
    }
    stdout(&run(folder.path(), &["emit", "equalizer", "-o", "alone"]));
    assert_eq!(names(&folder.path().join("rtl")), names(&folder.path().join("alone")));
}

/// Runs a script as root of a name space of its own, where `full` is a file system of 64 KiB; `None` where that is forbidden.
fn with_full_disk(folder: &Path, script: &str) -> Option<Output> {
    let user = if fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0) {
        "-m"
    } else {
        "-mr"
    };
    let script = format!("mount -t tmpfs -o size=64k none full || exit 77\n{script}");
    let output =
        Command::new("unshare").args([user, "sh", "-c", &script]).current_dir(folder).output().ok()?;
    let forbidden =
        output.status.code() == Some(77) || String::from_utf8_lossy(&output.stderr).contains("unshare:");
    if forbidden {
        println!("skipped: name spaces or mounts are forbidden here");
    }
    (!forbidden).then_some(output)
}

#[test]
fn a_full_disk_leaves_nothing_of_an_emission() {
    let folder = temporary();
    fs::create_dir(folder.path().join("full")).expect("writable");
    let script = format!("{} emit sms -o full/a/b && exit 78; ls -A full; exit 0", warpsmith().display());
    let Some(output) = with_full_disk(folder.path(), &script) else { return };
    assert_eq!(stdout(&output), "", "half a folder is left");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot write full/a/b/") && said.contains("No space left"), "{said}");
}

#[test]
fn a_recording_that_does_not_fit_the_temporary_folder_says_so() {
    let folder = temporary();
    fs::create_dir(folder.path().join("full")).expect("writable");
    let program = programs().into_iter().find(|p| p.name == "kmeans").expect("it is in the manifest");
    let script = format!(
        "head -c 61440 /dev/zero >full/filler; TMPDIR=$PWD/full {} record --format accelsim -o traces -- {} {}; echo $?; ls -A full traces",
        warpsmith().display(),
        compiled(&program.source).display(),
        program.args_small.join(" ")
    );
    let Some(output) = with_full_disk(folder.path(), &script) else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("No space left") && said.contains("TMPDIR"), "{said}");
    let blamed = folder.path().join("full");
    assert!(said.contains(blamed.to_str().expect("UTF-8")), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1\n"), "{output:?}");
    assert_eq!(names(folder.path()), ["full"]);
}

/// A copy of the command, and of its runtime, at `folder`.
fn command_at(folder: &Path) -> PathBuf {
    fs::create_dir_all(folder).expect("writable");
    for name in ["warpsmith", "libwarpsmith_cudart.a"] {
        let from = warpsmith().with_file_name(name);
        // A link has the path of its own only if it is a hard one.
        fs::hard_link(&from, folder.join(name))
            .or_else(|_| fs::copy(&from, folder.join(name)).map(drop))
            .expect("room");
    }
    folder.join("warpsmith")
}

#[test]
fn the_nvcc_of_a_cuda_home_calls_the_command_at_any_path() {
    let folder = temporary();
    for name in [
        "it's",
        "a b",
        "$HOME",
        "`touch executed`",
        "'; touch executed; '",
        "new\nline",
        "\"",
        "\\",
        "*",
        "#",
    ] {
        let command = command_at(&folder.path().join("at").join(name));
        let home = folder.path().join("home");
        let output = Command::new(&command).arg("cuda-home").arg(&home).output().expect("it starts");
        stderr(&output, 0);
        let output = Command::new(home.join("bin/nvcc")).arg("--version").current_dir(folder.path()).output();
        assert!(stdout(&output.expect("it starts")).starts_with("warpsmith cc "), "{name:?}");
        assert!(!folder.path().join("executed").exists(), "{name:?}");
        fs::remove_dir_all(home).expect("ours");
        fs::remove_dir_all(folder.path().join("at")).expect("ours");
    }
}

#[test]
fn a_library_with_commands_for_names_is_refused_before_any_tool_reads_it() {
    let folder = temporary();
    let tiny = root().join("host/synth/tests/tiny.lib");
    let tiny = fs::read_to_string(tiny).expect("readable");
    let path = folder.path().join("x.lib");
    for (cell, hostile) in [
        ("cell (BUF)", "cell (\"BUF [exec touch executed]\")"),
        ("cell (DFF)", "cell (\"DFF; exec touch executed\")"),
        ("pin (ONE)", "pin (\"ONE\n!touch executed\n\")"),
    ] {
        assert!(tiny.contains(cell), "{cell}");
        fs::write(&path, tiny.replacen(cell, hostile, 1)).expect("writable");
        let line = ["synth", "equalizer", "--config", "small", "--library", "./x.lib", "--no-cache"];
        let said = stderr(&run(folder.path(), &line), 1);
        assert!(said.contains("x.lib") && said.contains("touch executed"), "{said}");
        assert_eq!(names(folder.path()), ["x.lib"]);
    }
}

/// Reads and writes the file of its argument, then says what a kernel computes.
const CURIOUS: &str = r#"
#include <cstdio>
__global__ void six(int* x) { *x = 6; }
int main(int, char** names) {
    FILE* file = fopen(names[1], "r+");
    printf("%s\n", file ? "file" : "no file");
    if (file) fputs("changed", file);
    int *x, y = 0;
    cudaMalloc(&x, 4);
    six<<<1, 1>>>(x);
    cudaMemcpy(&y, x, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", y);
}
"#;

#[test]
fn the_line_of_the_page_confines_a_program() {
    let trial = Command::new("bwrap").args(["--unshare-all", "--ro-bind", "/", "/", "true"]).output();
    if !trial.is_ok_and(|output| output.status.success()) {
        println!("skipped: bwrap is not installed, or name spaces are forbidden");
        return;
    }
    let page = fs::read_to_string(root().join("docs/programs.md")).expect("readable");
    let line = page.split("<!-- confined -->\n```\n").nth(1).and_then(|rest| rest.split("```").next());
    let line = line.expect("the page has the line");
    assert!(line.contains("./program"));
    let [folder, other] = [temporary(), temporary()];
    let secret = other.path().join("secret");
    fs::write(&secret, "mine").expect("writable");
    let source = folder.path().join("curious.cu");
    fs::write(&source, CURIOUS).expect("writable");
    fs::copy(compiled(&source), folder.path().join("program")).expect("writable");
    let path = std::env::join_paths(
        [warpsmith().parent().expect("a folder").to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let shell = |line: &str| {
        let line = line.replace("./program", &format!("./program {}", secret.display()));
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(folder.path()).env("PATH", path.as_ref().expect("no colon"));
        stdout(&shell.output().expect("a shell"))
    };
    assert_eq!(shell(line), "no file\n6\n");
    assert_eq!(fs::read_to_string(&secret).expect("readable"), "mine");
    assert!(folder.path().join("result.json").exists());
    // Without it the program can.
    assert_eq!(shell("warpsmith run -- ./program"), "file\n6\n");
    assert_eq!(fs::read_to_string(&secret).expect("readable"), "changed");
}
