// SPDX-License-Identifier: Apache-2.0
//! CTA-aware prefetching under the programs of the manifest: with random parameters on random machines nothing comes to a
//! standstill, no invariant of the cycle model breaks, and each program computes what the CPU does; backends, threads and
//! traces give the same statistics.

use proptest::prelude::*;
use serde_json::Value;
use warpsmith_tests::{cases, compiled, program, random_runs, read_json, run, stderr, tests, BACKENDS};

/// The machine of the evaluation.
const MACHINE: [&str; 2] = ["--machine", "cta"];

fn main() {
    let mut cases = tests![
        a_machine_with_two_schedulers_is_refused_with_what_to_do,
        backends_threads_and_traces_give_the_same_statistics,
        its_scheduler_alone_leaves_the_prefetcher_to_another,
    ];
    cases.extend(random_runs::cases(1, options));
    cases::main(cases)
}

/// The options of a run: parameters of the unit, and a machine whose L1 refuses sooner or later.
fn options() -> impl Strategy<Value = Vec<String>> {
    let sizes = (1u32..=16, 1u32..8, 1u32..8, 1u32..=8, 1u32..=16, 1u32..=16);
    let switches = any::<[bool; 9]>();
    (random_runs::machine("cta", 4..40), sizes, switches).prop_map(|(machine, sizes, on)| {
        let (ready, percta, dist, bases, jobs, wakes) = sizes;
        let [sticky, rest @ ..] = on;
        let sticky = if sticky { "sticky" } else { "lru_update" };
        let [skip, scope, hold, check, indirect, ctaa, pf, wake] = rest.map(u32::from);
        machine.with(format!(
            "cta_prefetch:ready_entries={ready},percta_entries={percta},dist_entries={dist},n_base={bases},job_depth={jobs},\
             wake_depth={wakes},percta_repl={sticky},skip_own_done={skip},lead_scope={scope},hold_fill_en={hold},\
             wake_check={check},excl_indirect={indirect},ctaa_en={ctaa},pf_en={pf},wake_en={wake}"
        ))
    })
}

fn a_machine_with_two_schedulers_is_refused_with_what_to_do() {
    let text = stderr(&run(["run", "--with", "cta_prefetch", "--", "/no/program"]), 2);
    assert!(text.contains("2 warp schedulers") && text.contains("--machine cta"), "{text}");
}

/// `statistics` of the result file after `warpsmith run OPTIONS`.
fn statistics(options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("result.json");
    let line = ["run", "-o", result.to_str().expect("UTF-8")].into_iter().chain(options.iter().copied());
    stderr(&run(line), 0);
    read_json(&result)["statistics"].take()
}

fn count(statistics: &Value, pointer: &str) -> u64 {
    let value = statistics.pointer(&format!("/total/units/{pointer}"));
    value.and_then(Value::as_u64).unwrap_or_else(|| panic!("{pointer} is a count"))
}

fn backends_threads_and_traces_give_the_same_statistics() {
    let executable = compiled(&program("laplace3d").source);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("a.trace");
    let [trace, executable] = [&trace, &executable].map(|p| p.to_str().expect("UTF-8"));
    let sizes = ["--", executable, "100", "100", "6"];
    let unit = ["--with", "cta_prefetch:percta_entries=4,dist_entries=4"];
    let live = |more: &[&str]| statistics(&[&MACHINE[..], &unit, more, &sizes].concat());
    let one = live(&["--backend", "model", "--threads", "1", "--check"]);
    assert!(count(&one, "prefetcher/useful") > 0 && count(&one, "cta_prefetch/wakes") > 0, "{one:#}");
    for backend in BACKENDS {
        assert!(live(&["--backend", backend, "--threads", "3"]) == one, "{backend} differs");
    }
    stderr(&run([&["record", "-o", trace][..], &sizes].concat()), 0);
    let replayed = statistics(&[&[trace][..], &MACHINE, &unit, &["--backend", "model"]].concat());
    assert!(replayed == one, "the replay differs");
}

fn its_scheduler_alone_leaves_the_prefetcher_to_another() {
    let executable = compiled(&program("laplace3d").source);
    let sizes = ["--", executable.to_str().expect("UTF-8"), "100", "100", "6"];
    let scheduler = ["--with", "cta_prefetch:config=baseline,prefetcher=off", "--backend", "model"];
    let with = |policy: &str| statistics(&[&MACHINE[..], &scheduler, &["--with", policy], &sizes].concat());
    for policy in ["next_line:merges=off", "lap", "inter_warp:distance=2", "stride", "mta"] {
        let statistics = with(policy);
        assert!(count(&statistics, "prefetcher/demands") > 0, "{policy}");
        assert_eq!(count(&statistics, "cta_prefetch/swaps"), 0, "{policy}: nobody is woken");
    }
}
