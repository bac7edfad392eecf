// SPDX-License-Identifier: Apache-2.0
//! Bad input gets a clear error: what was wrong, where, and what to do. Exit code 1 for what failed, 2 for what
//! was typed wrongly.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warpsmith_tests::{bad_program, compiled, programs, read_json, run, stderr, warpsmith, Program};

fn small_program() -> Program {
    programs().into_iter().next().expect("the manifest has programs")
}

/// Runs `warpsmith run` with these options on the first program and expects a wrong command line.
fn usage_error(options: &[&str]) -> String {
    let program = compiled(&small_program().source);
    let tail = ["--", program.to_str().expect("UTF-8")];
    stderr(&run(["run"].iter().chain(options).chain(&tail)), 2)
}

/// `text` has every one of `parts`.
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn a_wrong_program_path_is_named() {
    let text = stderr(&run(["run", "--", "no/such/program"]), 1);
    has(&text, &["no/such/program", "not"]);
}

#[test]
fn a_program_without_the_runtime_is_refused_with_the_way_to_build_it() {
    let text = stderr(&run(["run", "--", "/bin/true"]), 1);
    has(&text, &["/bin/true", "not linked with the Warpsmith runtime", "warpsmith cc"]);
}

#[test]
fn a_missing_compiler_is_named_with_the_package_to_install() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(warpsmith())
        .args([
            "cc".as_ref(),
            small_program().source.as_os_str(),
            "-o".as_ref(),
            empty.path().join("x").as_os_str(),
        ])
        .env("PATH", empty.path())
        .output()
        .expect("the command starts");
    has(&stderr(&output, 1), &["clang-16", "apt-get install"]);
}

#[test]
fn a_compiler_that_miscompiles_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clang = folder.path().join("clang-14");
    std::fs::write(&clang, "#!/bin/sh\necho Debian clang version 14.0.6\n").expect("writable");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&clang, executable).expect("writable");
    let with_path = |args: &[&std::ffi::OsStr]| {
        Command::new(warpsmith()).args(args).env("PATH", folder.path()).output().expect("the command starts")
    };
    let program = folder.path().join("x");
    let refused =
        with_path(&["cc".as_ref(), small_program().source.as_os_str(), "-o".as_ref(), program.as_os_str()]);
    has(
        &stderr(&refused, 1),
        &["clang-14 is `Debian clang version 14.0.6`", "wrong values", "install clang-16"],
    );
    assert!(!program.exists());
    let doctor = with_path(&["doctor".as_ref()]);
    stderr(&doctor, 1);
    has(&String::from_utf8_lossy(&doctor.stdout), &["MISSING", "clang-16"]);
}

#[test]
fn doctor_reports_missing_tools_with_the_one_command_and_fails() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let output =
        Command::new(warpsmith()).arg("doctor").env("PATH", empty.path()).output().expect("it starts");
    stderr(&output, 1);
    has(
        &String::from_utf8_lossy(&output.stdout),
        &["MISSING", "apt-get install -y clang-16 verilator g++ zlib1g-dev"],
    );
}

#[test]
fn an_unknown_unit_lists_the_known_ones() {
    has(&usage_error(&["--with", "equaliser"]), &["`equaliser`", "did you mean `equalizer`", "dyncta"]);
}

#[test]
fn an_unknown_parameter_lists_the_known_ones() {
    has(&usage_error(&["--with", "equalizer:mod=energy"]), &["`mod`", "did you mean `mode`", "hyst_epochs"]);
    has(&usage_error(&["--with", "dyncta:perid=1"]), &["`perid`", "period"]);
}

#[test]
fn a_parameter_out_of_range_is_named_with_its_range() {
    has(&usage_error(&["--with", "equalizer:hyst_epochs=8"]), &["hyst_epochs", "8", "1..=7"]);
    has(&usage_error(&["--with", "equalizer:mode=fast"]), &["mode", "`fast`", "performance"]);
}

#[test]
fn an_unknown_machine_or_machine_key_is_named() {
    has(&usage_error(&["--machine", "gtx999"]), &["gtx999", "gtx480"]);
    has(&usage_error(&["-m", "sm.cuont=4"]), &["`cuont`", "did you mean `count`"]);
    has(&usage_error(&["-m", "sm.count=0"]), &["sm.count", "0"]);
}

#[test]
fn a_machine_file_with_a_misspelt_key_names_file_and_key() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mine.toml");
    let text =
        fs::read_to_string(warpsmith_tests::root().join("machines/gtx480.toml")).expect("the machine file");
    fs::write(&path, text.replacen("description", "descriptoin", 1)).expect("writable");
    has(&usage_error(&["--machine", path.to_str().expect("UTF-8")]), &["mine.toml", "descriptoin"]);
}

#[test]
fn a_kernel_with_too_many_threads_is_refused_with_asked_and_available() {
    let program = bad_program("too_big");
    let output = run(["run".as_ref(), "--".as_ref(), program.as_os_str(), "threads".as_ref()]);
    let text = stderr(&output, 1);
    has(&text, &["uses_shared", "1536", "1024"]);
}

#[test]
fn a_kernel_with_too_much_shared_memory_is_refused_with_asked_and_available() {
    let program = bad_program("too_big");
    let output = run(["run".as_ref(), "--".as_ref(), program.as_os_str(), "shared".as_ref()]);
    let text = stderr(&output, 1);
    has(&text, &["uses_shared", "65536", "49152"]);
}

#[test]
fn an_access_out_of_bounds_names_kernel_thread_address_and_the_nearest_allocation() {
    let program = bad_program("out_of_bounds");
    let output = run(["run".as_ref(), "--".as_ref(), program.as_os_str()]);
    has(&stderr(&output, 1), &["writes_past_the_end", "thread [5, 0, 0]", "0x", "allocation", "256"]);
}

#[test]
fn an_endless_kernel_stops_at_max_cycles_with_a_partial_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("cut.json");
    let program = bad_program("infinite_loop");
    let args: [&std::ffi::OsStr; 7] = [
        "run".as_ref(),
        "--max-cycles".as_ref(),
        "20000".as_ref(),
        "-o".as_ref(),
        result.as_os_str(),
        "--".as_ref(),
        program.as_os_str(),
    ];
    has(&stderr(&run(args), 1), &["--max-cycles", "20000"]);
    let file = read_json(&result);
    has(file["partial"]["reason"].as_str().expect("a reason"), &["20000"]);
    let cycles = file["statistics"]["total"]["time"]["sm_cycles"].as_u64().expect("a number");
    assert!((20_000..30_000).contains(&cycles), "{cycles}");
    let base = stderr(&run(["compare".as_ref(), result.as_os_str(), result.as_os_str()]), 1);
    has(&base, &["cut.json", "partial"]);
}

#[test]
fn an_interrupt_writes_a_partial_result_that_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("cut.json");
    let mut child = Command::new(warpsmith())
        .args(["run".as_ref(), "-o".as_ref(), result.as_os_str(), "--".as_ref()])
        .arg(bad_program("infinite_loop"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The program says that it is about to launch; the kernel itself never ends.
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().expect("piped"));
    said.read_line(&mut line).expect("readable");
    assert_eq!(line, "starting\n");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill starts");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    has(&stderr(&output, 1), &["interrupted"]);
    has(read_json(&result)["partial"]["reason"].as_str().expect("a reason"), &["interrupted"]);
}

#[test]
fn a_second_interrupt_ends_a_run_whose_program_never_comes_back_and_the_program_with_it() {
    let mut child = Command::new(warpsmith())
        .args(["run".as_ref(), "--".as_ref(), bad_program("never_comes_back").as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut said = BufReader::new(child.stdout.take().expect("piped"));
    let mut pid = String::new();
    said.read_line(&mut pid).expect("readable");
    assert!(Path::new("/proc").join(pid.trim()).exists());
    while child.try_wait().expect("it can be waited for").is_none() {
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill starts").success());
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    // The program holds the other end, so that this comes to an end only with it.
    said.read_line(&mut pid).expect("readable");
}

#[test]
fn a_full_standard_output_is_an_error_and_one_that_nobody_reads_is_none() {
    let list = |to: Stdio| {
        let mut command = Command::new(warpsmith());
        command.args(["list", "statistics"]).stdout(to).stderr(Stdio::piped());
        command.spawn().expect("the command starts")
    };
    let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = list(full.into()).wait_with_output().expect("it ends");
    has(&stderr(&output, 1), &["cannot write to standard output"]);
    let mut child = list(Stdio::piped());
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(stderr(&output, 0), "");
}

/// A complete result of the first program.
fn complete_result(folder: &Path) -> PathBuf {
    let path = folder.join("whole.json");
    let program = small_program();
    let executable = compiled(&program.source);
    let head = [
        "run".as_ref(),
        "--backend".as_ref(),
        "model".as_ref(),
        "-o".as_ref(),
        path.as_os_str(),
        "--".as_ref(),
    ];
    let args = program.args_small.iter().map(|a| a.as_ref());
    stderr(&run(head.into_iter().chain([executable.as_os_str()]).chain(args)), 0);
    path
}

#[test]
fn compare_refuses_a_truncated_file_and_one_of_another_version() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let whole = complete_result(folder.path());
    let text = fs::read_to_string(&whole).expect("readable");
    let broken = folder.path().join("broken.json");
    let compare = || stderr(&run(["compare".as_ref(), whole.as_os_str(), broken.as_os_str()]), 1);

    fs::write(&broken, &text[..text.len() / 2]).expect("writable");
    has(&compare(), &["broken.json", "truncated"]);
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version));
    fs::write(&broken, text.replacen(&version, "\"version\": \"0.0.1\"", 1)).expect("writable");
    has(&compare(), &["broken.json", "0.0.1", env!("CARGO_PKG_VERSION")]);
    fs::write(&broken, "{}").expect("writable");
    has(&compare(), &["broken.json", "not a result file"]);
}

#[test]
fn an_unwritable_output_is_refused_before_the_run() {
    let text = {
        let program = bad_program("infinite_loop");
        // Were the output not checked first, this would never end.
        stderr(
            &run([
                "run".as_ref(),
                "-o".as_ref(),
                "no/such/folder/r.json".as_ref(),
                "--".as_ref(),
                program.as_os_str(),
            ]),
            1,
        )
    };
    has(&text, &["no/such/folder/r.json", "folder exists"]);
}

#[cfg(not(feature = "rtl"))]
#[test]
fn a_build_without_rtl_says_what_to_install_and_how_to_build() {
    has(&usage_error(&["--backend", "rtl"]), &["apt-get install", "--features rtl"]);
}

#[test]
fn a_key_or_parameter_that_is_there_twice_is_a_wrong_command_line() {
    has(
        &usage_error(&["-m", "sm.count=8", "-m", "sm.count=9"]),
        &["-m", "`sm.count` is there twice", "8", "9"],
    );
    has(&usage_error(&["--with", "equalizer:mode=energy,mode=energy"]), &["--with", "`mode` is there twice"]);
    has(&usage_error(&["--with", "dyncta:period=1000,period=2000"]), &["`period` is there twice"]);
    let emit = run(["emit", "equalizer", "-p", "hyst_epochs=2", "-p", "hyst_epochs=3"]);
    has(&stderr(&emit, 2), &["-p", "`hyst_epochs` is there twice"]);
    let machine = run(["bench-machine", "-m", "l1.ways=2", "-m", "l1.ways=4"]);
    has(&stderr(&machine, 2), &["`l1.ways` is there twice"]);
}

#[test]
fn claims_find_what_is_wrong_with_their_command_line_before_the_first_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writable");
    let file = file.to_str().expect("UTF-8");
    let cache = folder.path().join("cache");
    for (line, code, parts) in [
        (&["--machine", "nope"][..], 2, &["nope", "gtx480"][..]),
        (&["--machine", "no/such.toml"], 2, &["no/such.toml"]),
        (&["--machine", file], 2, &[file]),
        (&["--only", "99"], 2, &["--only"]),
        (&["--programs", "no/such"], 1, &["no/such"]),
        (&["--json", "no/such/r.json"], 1, &["no/such/r.json"]),
        (&["--cache", file], 1, &[file]),
    ] {
        for unit in ["equalizer", "mascar", "sms", "ilp"] {
            let head = ["claims", unit, "--backend", "model"];
            let mut all = [&head[..], line].concat();
            if !line.contains(&"--cache") {
                all.extend(["--cache", cache.to_str().expect("UTF-8")]);
            }
            has(&stderr(&run(&all), code), parts);
            let made = fs::read_dir(&cache).map_or(0, |entries| entries.count());
            assert_eq!(made, 0, "{all:?} has compiled or run something");
        }
    }
    let area = ["claims", "sms", "--area", "nope", "--cache", cache.to_str().expect("UTF-8")];
    has(&stderr(&run(area), 2), &["nope", "osu018"]);
    let cores = ["claims", "sms", "--machine", "gtx480", "--cache", cache.to_str().expect("UTF-8")];
    has(&stderr(&run(cores), 2), &["gtx480", "CPU cores"]);
    let front_end = ["claims", "ilp", "--machine", "gtx480", "--cache", cache.to_str().expect("UTF-8")];
    has(&stderr(&run(front_end), 2), &["gtx480", "[front_end]", "--machine ilp"]);
    has(&stderr(&run(["claims", "all", "--only", "3"]), 2), &["--only", "one unit", "all"]);
    // Before the units that come before SMS.
    let area = ["claims", "all", "--area", "nope", "--cache", cache.to_str().expect("UTF-8")];
    has(&stderr(&run(area), 2), &["nope", "osu018"]);
    assert_eq!(fs::read_dir(&cache).map_or(0, |entries| entries.count()), 0);
}
