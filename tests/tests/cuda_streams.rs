// SPDX-License-Identifier: Apache-2.0
//! Kernels of different streams of one program, at the same time in lanes.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use warpsmith_tests::processes::{child_with, ended, gone, heedful, send};
use warpsmith_tests::{bad_program, compiled, read_json, root, run, stderr, BACKENDS};

fn feature(name: &str) -> PathBuf {
    compiled(&root().join("tests/feature_programs").join(name).with_extension("cu"))
}

/// Few SMs, which are soon simulated.
const FEW: &str = "-m sm.count=4";

/// Runs a program with these options: the bytes of its result file, what it printed, and what was said.
fn ran(options: &str, program: &Path, args: &str, code: i32) -> (Vec<u8>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let mut line: Vec<&OsStr> = vec!["run".as_ref(), "-o".as_ref(), file.as_ref()];
    line.extend(options.split_whitespace().map(OsStr::new));
    line.extend(["--".as_ref(), program.as_os_str()]);
    line.extend(args.split_whitespace().map(OsStr::new));
    let output = run(line);
    let said = stderr(&output, code);
    let bytes = std::fs::read(&file).expect("the result is written");
    (bytes, String::from_utf8_lossy(&output.stdout).into_owned(), said)
}

/// The same of the program about streams, which must say PASS.
fn passes(options: &str, args: &str) -> (Value, String) {
    let (bytes, out, _) = ran(options, &feature("streams"), args, 0);
    assert!(out.lines().last().is_some_and(|line| line.starts_with("PASS")), "{args}: {out}");
    (serde_json::from_slice(&bytes).expect("a result is JSON"), out)
}

fn number(value: &Value, path: &str) -> u64 {
    value.pointer(path).and_then(Value::as_u64).unwrap_or_else(|| panic!("no {path} in {value}"))
}

fn kernels(result: &Value) -> &[Value] {
    result["statistics"]["kernels"].as_array().expect("kernels")
}

#[test]
fn streams_and_events_keep_the_promises_of_cuda_with_lanes_and_without() {
    let (_, out) = passes(FEW, "all");
    let (result, in_lanes) = passes(&format!("{FEW} --streams 2 --check"), "all lanes");
    assert_eq!(out, in_lanes);
    assert!(out.contains("said by the device"), "{out}");
    assert_eq!(result["configuration"]["streams"], serde_json::json!([2, 2]));
    let (_, of_other_sizes) = passes(&format!("{FEW} --streams 3,1 --check"), "all lanes");
    assert_eq!(out, of_other_sizes);
}

#[test]
fn two_streams_in_two_lanes_take_less_time_than_one_after_the_other_in_one() {
    let cycles =
        |args| number(&passes(&format!("{FEW} --streams 2"), args).0, "/statistics/total/time/sm_cycles");
    let (two, one) = (cycles("chains"), cycles("one-stream"));
    assert!(two * 10 < one * 7, "{two} {one}");
}

#[test]
fn a_result_has_the_same_bytes_on_any_number_of_threads_and_every_backend() {
    let program = feature("streams");
    let of = |options: &str| {
        let (bytes, ..) = ran(&format!("--streams 2 --with equalizer {options}"), &program, "all lanes", 0);
        let mut result: Value = serde_json::from_slice(&bytes).expect("a result is JSON");
        result["provenance"] = Value::Null;
        result.to_string()
    };
    let first = of("");
    assert_eq!(first, of("--threads 2"));
    for backend in &BACKENDS[1..] {
        assert_eq!(first, of(&format!("--backend {backend}")), "{backend}");
    }
}

#[test]
fn kernels_of_streams_work_where_threads_allocate_and_addresses_are_translated() {
    let (_, out, _) = ran(&format!("{FEW} --streams 2"), &feature("device_memory_functions"), "", 0);
    assert!(out.contains("PASS"), "{out}");
    passes("--machine maxwell --streams 2 --with mask --check", "all lanes");
}

#[test]
fn kernels_stand_in_the_order_of_their_launches_and_also_those_that_nobody_waits_for() {
    let (result, _) = passes(&format!("{FEW} --streams 2"), "leaves");
    let cycles: Vec<u64> = kernels(&result).iter().map(|kernel| number(kernel, "/cycles")).collect();
    assert!(cycles.len() == 2 && cycles[0] > cycles[1], "{cycles:?}");
    // The shorter one ended first, beside the other.
    assert_eq!(number(&result, "/statistics/total/time/sm_cycles"), cycles[0]);
}

#[test]
fn a_fault_is_found_when_the_program_waits_with_the_message_of_a_run_without_lanes() {
    let program = feature("streams");
    let reason = |options: &str| {
        let (bytes, out, said) = ran(&format!("{FEW} {options}"), &program, "fault", 1);
        let result: Value = serde_json::from_slice(&bytes).expect("a result is JSON");
        let reason = result["partial"]["reason"].as_str().expect("it is partial").to_string();
        assert!(said.contains(&reason), "{said}");
        (reason, out, kernels(&result).len())
    };
    let (plain, out, _) = reason("");
    assert!(!out.contains("launched"), "{out}");
    let (in_lanes, out, kernels) = reason("--streams 2");
    assert!(out.contains("launched"), "{out}");
    assert_eq!(plain, in_lanes);
    // The one that failed and the one beside it, as far as it came.
    assert_eq!(kernels, 2);
}

#[test]
fn a_limit_and_a_kernel_that_never_ends_cut_all_that_is_under_way() {
    let program = feature("streams");
    let (bytes, ..) = ran(&format!("{FEW} --streams 2 --max-cycles 2000"), &program, "chains", 1);
    let result: Value = serde_json::from_slice(&bytes).expect("a result is JSON");
    assert!(
        result["partial"]["reason"].as_str().is_some_and(|text| text.contains("2000")),
        "{}",
        result["partial"]
    );
    assert_eq!(kernels(&result).len(), 2);
    let (.., said) = ran(&format!("{FEW} --streams 2"), &bad_program("lock_of_a_warp"), "", 1);
    assert!(said.contains("deadlock"), "{said}");
}

#[test]
fn cores_run_beside_lanes_with_the_same_bytes_on_threads_and_backends() {
    let program = feature("streams");
    let of = |options: &str| {
        let cores = "--machine cpu-gpu --cpus mcf,lbm --with sms --streams 2";
        let (bytes, ..) = ran(&format!("{cores} {options}"), &program, "all lanes", 0);
        let mut result: Value = serde_json::from_slice(&bytes).expect("a result is JSON");
        result["statistics"].take()
    };
    let first = of("--check");
    assert!(number(&first, "/sharing/cpus/1/instructions") > 0, "the cores execute");
    assert!(first == of("--threads 3"));
    for backend in BACKENDS {
        assert!(first == of(&format!("--backend {backend}")), "{backend}");
    }
}

#[test]
fn an_interrupt_ends_all_lanes_and_writes_a_partial_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let mut command = heedful();
    command.args(["run", "--streams", "2", "-o"]).arg(&file).arg("--");
    command.arg(bad_program("infinite_loop")).arg("in-a-lane");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    let pid = child_with(child.id(), "in-a-lane");
    std::thread::sleep(Duration::from_millis(500));
    send("INT", child.id());
    assert_eq!(ended(&mut child).code(), Some(1));
    let result = read_json(&file);
    assert_eq!(result["partial"]["reason"], "interrupted");
    assert_eq!(kernels(&result).len(), 1);
    gone("the program", pid);
}

#[test]
fn what_has_no_lanes_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("x.trace");
    let program = feature("streams");
    let (program, trace) = (program.to_str().expect("UTF-8"), trace.to_str().expect("UTF-8"));
    stderr(&run(["record", "-o", trace, "--", program, "chains"]), 0);
    let saxpy = root().join("tests/bad_inputs/saxpy.ptx");
    let saxpy = saxpy.to_str().expect("UTF-8");
    for (line, reason) in [
        (vec!["--streams", "2", "--", program, "++", program], "--streams goes with one program"),
        (vec!["--streams", "2", trace], "--streams is about the streams of a program"),
        (vec!["--streams", "2", saxpy], "--streams is about the streams of a program"),
        (vec!["--streams", "2", "--checkpoint-every", "9", "--", program], "no checkpoints"),
        (vec!["--streams", "2", "--cycles", "9", "--", program], "does not go with --cycles"),
        (vec!["--streams", "16", "--", program], "16 lanes, but the machine has 15 SMs"),
        (vec!["--streams", "8,8", "--", program], "gives out 16 SMs"),
        (vec!["--streams", "1", "--", program], "two lanes or more"),
        (vec!["--streams", "all", "--", program], "neither a number of lanes nor numbers of SMs"),
    ] {
        let output = run([&["run"], &line[..]].concat());
        let said = stderr(&output, 2);
        assert!(said.contains(reason) && output.stdout.is_empty(), "{line:?}: {said}");
    }
}
