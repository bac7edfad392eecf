// SPDX-License-Identifier: Apache-2.0
//! What a person reads has the names that a person knows: kernels as in their source (result files have their symbols too), flags
//! as they were typed.

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use warpsmith_tests::{bad_program, read_json, run, stderr};

/// What a run of a bad program says on standard error, and its result.
fn said(name: &str, args: &[&str], options: &[&str], folder: &Path) -> (String, Value) {
    let (program, result) = (bad_program(name), folder.join("result.json"));
    let mut line: Vec<&OsStr> = ["run", "--backend", "model", "-o"].map(OsStr::new).to_vec();
    line.push(result.as_os_str());
    line.extend(options.iter().map(OsStr::new));
    line.extend([OsStr::new("--"), program.as_os_str()]);
    line.extend(args.iter().map(OsStr::new));
    let text = stderr(&run(line), 1);
    assert!(!text.contains("_Z"), "a symbol is shown:\n{text}");
    (text, read_json(&result))
}

#[test]
fn faults_limits_refused_launches_and_tables_name_a_kernel_as_its_source_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (text, result) = said("out_of_bounds", &[], &[], folder.path());
    assert!(text.contains("kernel `writes_past_the_end(int*, int)`, PTX line"), "{text}");
    let reason = result["partial"]["reason"].as_str().expect("a reason");
    assert!(reason.contains("`writes_past_the_end(int*, int)`") && !reason.contains("_Z"), "{reason}");
    let kernel = &result["statistics"]["kernels"][0];
    assert_eq!(kernel["kernel"], "_Z19writes_past_the_endPii");
    assert_eq!(kernel["name"], "writes_past_the_end(int*, int)");
    assert!(text.lines().any(|line| line.starts_with("writes_past_the_end ")), "a row of the table:\n{text}");

    let (text, _) = said("too_big", &["shared"], &[], folder.path());
    assert!(text.contains("`uses_shared(float*)`"), "{text}");
    said("infinite_loop", &[], &["--max-cycles", "3000"], folder.path());
    let (text, _) = said("lock_of_a_warp", &[], &[], folder.path());
    assert!(text.contains("cannot go on"), "{text}");
}

#[test]
fn a_run_ends_with_its_sm_cycles_a_second_and_a_short_one_shows_no_progress_in_a_log() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (text, result) = said("infinite_loop", &[], &["--max-cycles", "3000"], folder.path());
    let line = text.lines().find(|line| line.starts_with("simulator ")).expect("a line on the simulator");
    let figure = line.split_once(" SM cycles/s").and_then(|(before, _)| before.rsplit(' ').next());
    let speed: u64 = figure.and_then(|f| f.replace(',', "").parse().ok()).expect("a speed");
    assert!(speed > 0, "{line}");
    assert!(!text.contains("launch 1"), "{text}");
    // The result is the same however fast the host was.
    let again = said("infinite_loop", &[], &["--max-cycles", "3000"], folder.path()).1;
    assert!(result == again);
}

#[test]
fn a_flag_that_no_compiler_has_is_named_by_us_before_anything_is_compiled() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, program) = (folder.path().join("broken.cu"), folder.path().join("program"));
    fs::write(&source, "this does not compile\n").expect("writable");
    let flags: [&[&str]; 5] = [
        &["-fno-such-thing"],
        &["--nosuch"],
        &["-zeal=3"],
        &["-O2", "-Wall", "-mnonsense"],
        &["-Xcompiler", "-fgone"],
    ];
    for flags in flags {
        let flag = flags.last().expect("a flag");
        let mut line: Vec<&OsStr> = ["cc"].iter().chain(flags).map(OsStr::new).collect();
        line.extend([source.as_os_str(), OsStr::new("-o"), program.as_os_str()]);
        let text = stderr(&run(line), 2);
        assert!(text.starts_with(&format!("warpsmith: there is no flag `{flag}`")), "{text}");
        assert!(text.contains("warpsmith cc --help") && text.lines().count() == 1, "{text}");
    }
    let text = stderr(&run(["cc".as_ref(), "-fopenm".as_ref(), source.as_os_str()]), 2);
    assert!(text.contains("did you mean `-fopenmp`?"), "{text}");
}
