// SPDX-License-Identifier: Apache-2.0
//! CTAs that wait for one another through global memory, from the compiler to the cycle model.

use warpsmith_tests::{bad_program, compiled, read_json, root, run, stderr, stdout, BACKENDS};

/// Runs the program with `options`; gives all statistics of the run.
fn spinning(options: &[&str]) -> serde_json::Value {
    let program = compiled(&root().join("tests/feature_programs/spinning.cu"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let tail = ["-o", file.to_str().expect("UTF-8"), "--", program.to_str().expect("UTF-8")];
    let said = stdout(&run(["run", "--check"].iter().chain(options).chain(&tail)));
    assert!(said.lines().any(|l| l.starts_with("PASS")), "{options:?}: {said}");
    read_json(&file)["statistics"]["total"].clone()
}

#[test]
fn grid_barriers_locks_and_pipelines_of_resident_ctas_end_with_the_right_sums() {
    let total = spinning(&[]);
    let count = |group: &str, key: &str| total[group][key].as_u64().expect("a count");
    assert!(count("sm", "l1_passes") > 1000, "volatile loads pass the L1");
    assert!(count("sm", "atomics") > 1000);
}

#[test]
fn they_end_under_every_scheduler_and_with_units_on_every_backend() {
    for with in ["lrr", "gto", "two_level", "owl", "dyncta", "ccws"] {
        spinning(&["--with", with]);
    }
    for with in
        ["mascar", "mascar:rexq_en=0", "mascar:rexq_entries=1,grandfather=0", "mascar:release_waits=0"]
    {
        spinning(&["--with", with, "--backend", BACKENDS[0]]);
    }
    for mode in ["performance", "energy"] {
        for backend in BACKENDS {
            spinning(&["--with", &format!("equalizer:mode={mode}"), "--backend", backend]);
        }
    }
}

/// What `warpsmith run` says of a program that cannot end.
fn deadlock(program: &str) -> String {
    let program = bad_program(program);
    stderr(&run(["run".as_ref(), "--".as_ref(), program.as_os_str()]), 1)
}

#[test]
fn a_grid_barrier_of_more_ctas_than_fit_is_a_deadlock_that_names_those_that_cannot_start() {
    let text = deadlock("grid_too_large");
    for part in ["meet", "deadlock", "CTAs not dispatched", "memory does not change", "PTX lines"] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn a_lock_that_threads_of_one_warp_wait_for_is_a_deadlock_with_the_lines_of_the_loop() {
    let text = deadlock("lock_of_a_warp");
    for part in ["wants", "deadlock", "memory does not change", "PTX lines"] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
