// SPDX-License-Identifier: Apache-2.0
//! CTAs that wait for one another through global memory, from the compiler to the cycle model.

use warpsmith_tests::cases::{self, Case};
use warpsmith_tests::lists::{controllers, machine_of, policies, units};
use warpsmith_tests::{bad_program, compiled, read_json, root, run, stderr, stdout, tests, BACKENDS};

fn main() {
    let mut cases = tests![
        grid_barriers_locks_and_pipelines_of_resident_ctas_end_with_the_right_sums,
        a_grid_barrier_of_more_ctas_than_fit_is_a_deadlock_that_names_those_that_cannot_start,
        a_lock_that_threads_of_one_warp_wait_for_is_a_deadlock_with_the_lines_of_the_loop,
    ];
    let ends_under = |options: &[&str], with: &str, backend: &'static str| {
        let options = [options, &["--with", with, "--backend", backend]].concat();
        let options: Vec<String> = options.into_iter().map(String::from).collect();
        Case::new("ends_under", &[&with, &backend], move || {
            spinning(&options.iter().map(String::as_str).collect::<Vec<_>>());
        })
    };
    // Whom DRAM serves first is nothing that a warp waits for.
    let controllers = controllers();
    for policy in policies().iter().filter(|policy| !controllers.contains(&policy.name)) {
        let machine = machine_of(&policy.name);
        cases.push(ends_under(&machine.each_ref().map(String::as_str), &policy.name, BACKENDS[0]));
    }
    for with in ["mascar:rexq_en=0", "mascar:rexq_entries=1,grandfather=0", "mascar:release_waits=0"] {
        cases.push(ends_under(&[], with, BACKENDS[0]));
    }
    for backend in BACKENDS {
        cases.push(ends_under(&[], "equalizer:mode=energy", backend));
        for unit in units().into_iter().filter(|unit| !controllers.contains(unit)) {
            let case = ends_under(&machine_of(&unit).each_ref().map(String::as_str), &unit, backend);
            // The RTL of all units takes minutes, and other tests say that it does what the model does.
            cases.push(case.by_hand(*backend != BACKENDS[0]));
        }
    }
    cases::main(cases)
}

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

fn grid_barriers_locks_and_pipelines_of_resident_ctas_end_with_the_right_sums() {
    let total = spinning(&[]);
    let count = |group: &str, key: &str| total[group][key].as_u64().expect("a count");
    assert!(count("sm", "l1_passes") > 1000, "volatile loads pass the L1");
    assert!(count("sm", "atomics") > 1000);
}

/// What `warpsmith run` says of a program that cannot end.
fn deadlock(program: &str) -> String {
    let program = bad_program(program);
    stderr(&run(["run".as_ref(), "--".as_ref(), program.as_os_str()]), 1)
}

fn a_grid_barrier_of_more_ctas_than_fit_is_a_deadlock_that_names_those_that_cannot_start() {
    let text = deadlock("grid_too_large");
    for part in ["meet", "deadlock", "CTAs not dispatched", "memory does not change", "PTX lines"] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

fn a_lock_that_threads_of_one_warp_wait_for_is_a_deadlock_with_the_lines_of_the_loop() {
    let text = deadlock("lock_of_a_warp");
    for part in ["wants", "deadlock", "memory does not change", "PTX lines"] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
