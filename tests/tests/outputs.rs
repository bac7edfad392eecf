// SPDX-License-Identifier: Apache-2.0
//! Where results go: devices, pipes and links stay what they are, modes are kept, and no input is ever replaced.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{symlink, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use warpsmith_tests::{programs, stderr, stdout, warpsmith};

/// A PTX file that takes no time, with its launch.
const NOTHING: &str = "//! [[launch]]\n//! kernel = \"nothing\"\n//! block = 32\n\
     .version 6.0\n.target sm_35\n.address_size 64\n.visible .entry nothing()\n{\n    ret;\n}\n";

/// A folder with that file as `k.ptx`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("k.ptx"), NOTHING).expect("writable");
    folder
}

/// `warpsmith` in a folder.
fn command(folder: &Path, line: &[&str]) -> Command {
    let mut command = Command::new(warpsmith());
    command.current_dir(folder).args(line).stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &[&str]) -> Output {
    command(folder, line).output().expect("the command starts")
}

fn is_result(text: &str) -> bool {
    text.contains("\"format\": \"warpsmith result\"") && text.ends_with("}\n")
}

/// Runs a program of coreutils on something in the folder; whether it succeeds.
fn made(folder: &Path, line: &[&str]) -> bool {
    let status = Command::new(line[0]).args(&line[1..]).current_dir(folder).stderr(Stdio::null()).status();
    status.expect("coreutils are there").success()
}

#[test]
fn a_device_stays_what_it_is() {
    let folder = folder();
    if !made(folder.path(), &["mknod", "null", "c", "1", "3"]) {
        println!("skipped: only root may make devices");
        return;
    }
    let source = programs()[0].source.clone();
    let source = source.to_str().expect("UTF-8");
    for line in [
        &["run", "k.ptx", "-o", "null"][..],
        &["cc", "-c", source, "-o", "null"],
        &["cc", "-ptx", source, "-o", "null"],
        &["cc", source, "-o", "null"],
    ] {
        // A file system may refuse to open devices; then the command says so.
        let output = run(folder.path(), line);
        assert!(output.status.success() || stderr(&output, 1).contains("null"), "{line:?}");
        let device = folder.path().join("null").symlink_metadata().expect("it is there");
        assert!(device.file_type().is_char_device(), "{line:?} has replaced the device");
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 2, "{line:?} has left something");
    }
}

#[test]
fn a_pipe_gets_the_result_and_stays() {
    let folder = folder();
    assert!(made(folder.path(), &["mkfifo", "pipe"]));
    let path = folder.path().join("pipe");
    let child = command(folder.path(), &["run", "k.ptx", "-o", "pipe"]).stderr(Stdio::null()).spawn();
    let mut text = String::new();
    File::open(&path).expect("a pipe").read_to_string(&mut text).expect("UTF-8");
    assert!(child.expect("the command starts").wait().expect("it ends").success());
    assert!(is_result(&text), "{text}");
    assert!(path.symlink_metadata().expect("it is there").file_type().is_fifo());
}

#[test]
fn a_result_to_standard_output_comes_after_what_is_there() {
    let folder = folder();
    for name in ["/dev/stdout", "/proc/self/fd/1", "log"] {
        let mut log = File::create(folder.path().join("log")).expect("writable");
        log.write_all(b"before\n").expect("writable");
        let mut run = command(folder.path(), &["run", "k.ptx", "-o", name]);
        let status = run.stdout(log).stderr(Stdio::null()).status();
        assert!(status.expect("the command starts").success(), "{name}");
        let text = fs::read_to_string(folder.path().join("log")).expect("readable");
        assert!(text.starts_with("before\n{") && is_result(&text), "{name}: {text}");
    }
    let text = stdout(&run(folder.path(), &["run", "k.ptx", "-o", "/dev/stdout"]));
    assert!(is_result(&text), "{text}");
}

#[test]
fn links_are_followed_and_modes_are_kept() {
    let folder = folder();
    let [link, real] = ["link.json", "real.json"].map(|name| folder.path().join(name));
    symlink("real.json", &link).expect("writable");
    for mode in [0o644, 0o600] {
        stderr(&run(folder.path(), &["run", "k.ptx", "-o", "link.json"]), 0);
        assert!(link.is_symlink() && !real.is_symlink());
        assert!(is_result(&fs::read_to_string(&real).expect("a result")));
        fs::set_permissions(&real, fs::Permissions::from_mode(mode)).expect("ours");
    }
    stderr(&run(folder.path(), &["run", "k.ptx", "-o", "link.json"]), 0);
    assert_eq!(real.metadata().expect("it is there").mode() & 0o7777, 0o600);
    let source = programs()[0].source.clone();
    let line = ["cc", "-c", source.to_str().expect("UTF-8"), "-o", "link.json"];
    stderr(&run(folder.path(), &line), 0);
    assert!(link.is_symlink());
    assert_eq!(real.metadata().expect("it is there").mode() & 0o7777, 0o600);
}

/// Files that commands read, each as `name`: never read, because the command is refused before.
const INPUTS: [&str; 8] = ["s.cu", "k.trace", "prog", "m.toml", "l.toml", "x.lib", "v.v", "v.json"];

#[test]
fn an_output_that_is_an_input_is_refused_before_the_work_in_every_command() {
    let folder = folder();
    for name in INPUTS {
        fs::write(folder.path().join(name), name).expect("writable");
    }
    fs::write(folder.path().join("kernelslist.g"), "MemcpyHtoD,0x0,4\nkernel-1.traceg\n").expect("writable");
    fs::write(folder.path().join("kernel-1.traceg"), "").expect("writable");
    let filled = NOTHING.replace(
        "//! [[launch]]",
        "//! [[buffer]]\n//! name = \"x\"\n//! type = \"u8\"\n\
         //! count = 4\n//! init = { file = \"v.v\" }\n//! dump = \"d.bin\"\n//! [[launch]]",
    );
    fs::write(folder.path().join("filled.ptx"), filled).expect("writable");
    symlink("k.ptx", folder.path().join("link")).expect("writable");
    fs::hard_link(folder.path().join("k.ptx"), folder.path().join("hard")).expect("writable");
    fs::create_dir(folder.path().join("sub")).expect("writable");

    let before = contents(folder.path());
    for line in [
        "cc s.cu -o s.cu",
        "cc -c s.cu -o ./s.cu",
        "cc -ptx s.cu -o sub/../s.cu",
        "cc -E s.cu -o s.cu",
        "cc -MM s.cu -o s.cu",
        "cc -c -MMD -MF s.cu s.cu -o s.o",
        "run k.ptx -o k.ptx",
        "run k.ptx -o link",
        "run link -o k.ptx",
        "run k.ptx -o hard",
        "run k.ptx --launch l.toml -o l.toml",
        "run filled.ptx -o v.v",
        "run filled.ptx -o d.bin",
        "run k.trace -o k.trace",
        "run kernelslist.g -o kernel-1.traceg",
        "run k.ptx --resume v.json -o v.json",
        "run k.ptx --machine m.toml -o m.toml",
        "run -o prog -- ./prog",
        "run -o v.v -- ./prog v.v",
        "run --machine cpu-gpu --cpus k.trace --cycles 10 -o k.trace",
        "record -o prog -- ./prog",
        "record -o m.toml --machine m.toml -- ./prog",
        "synth equalizer --config small --library x.lib --json x.lib",
        "synth equalizer --config small --against v.json --json v.json",
        "synth equalizer --config small --json new --markdown new",
        "prove equalizer --verilog v.v --json v.v",
        "mutate equalizer --json new --markdown new",
        "claims equalizer --machine m.toml --json m.toml",
        "claims sms --only 1 --area x.lib --markdown x.lib",
        "claims all --area x.lib --markdown x.lib",
        "claims mascar --json new --markdown sub/../new",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let machine_is_read_first = line.contains("--machine m.toml");
        if machine_is_read_first {
            let machine = warpsmith_tests::root().join("machines/gtx480.toml");
            fs::copy(machine, folder.path().join("m.toml")).expect("writable");
        }
        let said = stderr(&run(folder.path(), &words), if line.contains("d.bin") { 1 } else { 2 });
        let wrong = said.contains("it is the input") || said.contains("it is the output");
        assert!(wrong, "{line}: {said}");
        fs::write(folder.path().join("m.toml"), "m.toml").expect("writable");
        assert_eq!(contents(folder.path()), before, "{line} has changed something");
    }
}

/// Names and contents of what is in a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable"))
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap_or_default())
        })
        .collect();
    all.sort();
    all
}

#[cfg(feature = "rtl")]
#[test]
fn a_waveform_replaces_neither_links_nor_devices() {
    let folder = folder();
    fs::write(folder.path().join("mine"), "mine").expect("writable");
    symlink("mine", folder.path().join("w.mascar_sat.tiny.fst")).expect("writable");
    let line = ["bench-unit", "mascar", "--config", "tiny", "--cycles", "100", "--wave", "w.fst"];
    let said = stderr(&run(folder.path(), &line), 1);
    assert!(said.contains("w.mascar_sat.tiny.fst") && said.contains("not an ordinary file"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("mine")).expect("readable"), "mine");
}

#[test]
fn what_cannot_be_written_is_found_before_the_work() {
    let folder = folder();
    for line in [
        "run k.ptx -o no/such/r.json",
        "record -o no/such/r.trace -- ./no-such-program",
        "record --format accelsim -o no/such/r -- ./no-such-program",
        "claims equalizer --json no/such/r.json",
        "claims sms --markdown no/such/r.md",
        "synth sms --json no/such/r.json",
        "synth sms --svg no/such/r.svg",
        "synth sms --fpga ice40 --json no/such/r.json",
        "prove sms --json no/such/r.json",
        "prove sms --checkers k.ptx/no",
        "mutate sms --markdown no/such/r.md",
        "mutate sms --survivors k.ptx/no",
        "run k.ptx --checkpoint-every 1000 --checkpoint-dir k.ptx/no",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let said = stderr(&run(folder.path(), &words), 1);
        assert!(said.contains("no/such") || said.contains("k.ptx/no"), "{line}: {said}");
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "{line} has left something");
    }
}
