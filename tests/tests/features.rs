// SPDX-License-Identifier: Apache-2.0
//! What CUDA programs use, one small program a subject: each checks itself and says PASS.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use warpsmith_tests::{compiled, root, run, stdout, warpsmith};

/// Compiles and runs `tests/feature_programs/NAME.cu` with arguments.
fn passes(name: &str, args: &[&str]) {
    let program = compiled(&root().join("tests/feature_programs").join(name).with_extension("cu"));
    let command = ["run".as_ref(), "--".as_ref(), program.as_os_str()];
    let said = stdout(&run(command.into_iter().chain(args.iter().map(OsStr::new))));
    assert!(said.lines().last().is_some_and(|line| line.starts_with("PASS")), "{said}");
}

#[test]
fn managed_mapped_and_registered_memory_is_the_same_on_both_sides() {
    passes("shared_memory_kinds", &[]);
}

#[test]
fn volumes_settings_peers_callbacks_and_symbols_by_name_work_as_in_the_runtime_of_cuda() {
    passes("runtime_calls", &[]);
}

#[test]
fn mathematics_takes_integers_floats_and_complex_numbers_as_on_the_host() {
    passes("overloads", &[]);
}

#[test]
fn half_precision_rounds_as_the_exact_result_does() {
    passes("half", &[]);
}

#[test]
fn cooperative_groups_divide_a_warp_and_span_the_grid() {
    passes("groups", &[]);
}

#[test]
fn cache_operators_scoped_atomics_packed_integers_and_device_allocation_work() {
    passes("device_memory_functions", &[]);
}

#[test]
fn a_program_of_the_first_years_of_cuda_runs_unchanged() {
    passes("old_style", &["-n=9000"]);
}

#[test]
fn helper_headers_of_the_samples_do_what_samples_expect() {
    passes("helpers", &[]);
}

#[test]
fn the_driver_api_loads_and_launches_ptx_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ptx = folder.path().join("driver_api.ptx");
    let source = root().join("tests/feature_programs/driver_api.cu");
    stdout(&run(["cc".as_ref(), "-ptx".as_ref(), source.as_os_str(), "-o".as_ref(), ptx.as_os_str()]));
    passes("driver_api", &[ptx.to_str().expect("UTF-8")]);
}

/// Runs a makefile's worth of commands in a folder of their own; each line is the arguments of `warpsmith`.
fn in_folder(folder: &Path, lines: &[&str]) -> String {
    let mut last = String::new();
    for line in lines {
        let output = Command::new(warpsmith()).args(line.split(' ')).current_dir(folder).output();
        last = stdout(&output.expect("the command starts"));
    }
    last
}

#[test]
fn device_code_of_several_files_is_linked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = root().join("tests/feature_programs/separate");
    let source = |name: &str| sources.join(name).to_str().expect("UTF-8").to_string();
    let compile = |name: &str| format!("cc -rdc=true -dc {} -odir .", source(name));
    let link = "cc -arch=sm_35 -dlink main.o device.o -o link.o";
    let program = "cc main.o device.o link.o -lcudadevrt -o program";
    let said = in_folder(
        folder.path(),
        &[&compile("main.cu"), &compile("device.cu"), link, program, "run -- ./program"],
    );
    assert_eq!(said, "from the device\nPASS, 0 failures\n");
}

#[test]
fn rules_for_make_name_the_headers_of_the_program_and_none_of_ours() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write("own.h", "#define N 3\n");
    write("x.cu", "#include \"own.h\"\n__global__ void k(int *p) { *p = N; }\n");
    let rules = in_folder(folder.path(), &["cc -MM x.cu"]);
    assert_eq!(rules.split_whitespace().collect::<Vec<_>>(), ["x.o:", "x.cu", "own.h"]);
    in_folder(folder.path(), &["cc -c -MMD -MP x.cu -o out.o"]);
    let written = std::fs::read_to_string(folder.path().join("out.d")).expect("beside the object");
    assert!(written.starts_with("out.o: x.cu own.h\n") && written.contains("own.h:\n"), "{written}");
    let preprocessed = in_folder(folder.path(), &["cc -E x.cu"]);
    assert!(preprocessed.contains("*p = 3"), "{preprocessed}");
}
