// SPDX-License-Identifier: Apache-2.0
//! Prefetchers, L2 routes and L2 replacement on whole programs.

use serde_json::Value;
use warpsmith_tests::{compiled, programs, read_json, run, stdout};

/// `statistics` of a program at its small size under `options`, on so many threads, with the checks of the model.
fn statistics(program: &str, options: &[&str], threads: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let program = programs().into_iter().find(|p| p.name == program).expect("in the manifest");
    let executable = compiled(&program.source);
    let mut args = vec!["run", "--check", "--backend", "model", "--threads", threads];
    args.extend(options);
    args.extend(["-o", file.to_str().expect("UTF-8"), "--", executable.to_str().expect("UTF-8")]);
    args.extend(program.args_small.iter().map(String::as_str));
    let said = stdout(&run(&args));
    assert!(said.lines().any(|l| l.starts_with("PASS")), "{} with {options:?}: {said}", program.name);
    read_json(&file)["statistics"].take()
}

fn count(statistics: &Value, pointer: &str) -> u64 {
    let value = statistics.pointer(&format!("/total/{pointer}"));
    value.and_then(Value::as_u64).unwrap_or_else(|| panic!("{pointer} is a count"))
}

#[test]
fn what_does_nothing_in_a_socket_of_l2_changes_no_statistic() {
    for program in ["kmeans", "bfs"] {
        let plain = statistics(program, &[], "1");
        for with in ["lru", "bypass_none"] {
            assert!(statistics(program, &["--with", with], "1") == plain, "{program} with {with}");
        }
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let prefetchers = ["next_line", "stride", "lap", "inter_warp", "mta"];
    for with in prefetchers.into_iter().chain(["orch", "random_bypass", "eaf"]) {
        let [one, three] = ["1", "3"].map(|threads| statistics("bfs", &["--with", with], threads));
        assert!(one == three, "{with}: three threads differ from one");
    }
}

#[test]
fn prefetches_are_counted_once_each_and_turn_misses_into_hits() {
    let prefetcher = |s: &Value, key: &str| count(s, &format!("units/prefetcher/{key}"));
    for (program, with) in [
        ("stream", "next_line"),
        ("stencil3d", "next_line"),
        ("stream", "stride"),
        ("stream", "lap"),
        ("stencil3d", "inter_warp"),
        ("stream", "mta"),
    ] {
        let (plain, fetched) = (statistics(program, &[], "1"), statistics(program, &["--with", with], "1"));
        assert!(plain.pointer("/total/units/prefetcher").is_none(), "there only if attached");
        let [issued, useful, late, early] =
            ["issued", "useful", "late", "early_evicted"].map(|key| prefetcher(&fetched, key));
        let said = format!("{program} with {with}: {:?}", [issued, useful, late, early]);
        assert!(issued > 100 && useful + late > 0 && useful + late + early <= issued, "{said}");
        let [demands, pending, missed] =
            ["demands", "demands_pending", "demands_missed"].map(|key| prefetcher(&fetched, key));
        assert!(late <= pending && pending + missed + useful <= demands, "{said}");
        assert!(demands <= count(&fetched, "l1/reads"), "{said}");
        assert!(count(&fetched, "l1/misses") < count(&plain, "l1/misses"), "{said}");
        assert_eq!(count(&fetched, "l1/accesses"), count(&plain, "l1/accesses"), "{said}");
        let kernels = fetched["kernels"].as_array().expect("kernels").iter();
        let sum: u64 =
            kernels.map(|k| k["stats"]["units"]["prefetcher"]["issued"].as_u64().unwrap_or(0)).sum();
        assert_eq!(sum, issued, "{said}");
    }
}

#[test]
fn the_reads_of_all_warps_past_l2_leave_it_the_stores() {
    let program = "stencil3d";
    let all = statistics(program, &["--with", "random_bypass:percent=100"], "1");
    let none = statistics(program, &["--with", "random_bypass:percent=0"], "1");
    assert!(none == statistics(program, &[], "1"));
    let reads = |s: &Value| count(s, "l2/reads");
    assert!(reads(&all) * 10 < reads(&none), "{} of {} reads", reads(&all), reads(&none));
    assert_eq!(count(&all, "l2/writes"), count(&none, "l2/writes"));
    assert!(count(&all, "dram/read_lines") > count(&none, "dram/read_lines"));
}

#[test]
fn the_evicted_address_filter_changes_what_l2_keeps() {
    let machine = ["-m", "l2.cache.sets=4"];
    let [lru, eaf] =
        ["lru", "eaf"].map(|with| statistics("bfs", &[&machine[..], &["--with", with]].concat(), "1"));
    assert!(count(&lru, "l2/evictions") > 0);
    assert_ne!(count(&lru, "l2/hits"), count(&eaf, "l2/hits"));
}

#[test]
fn one_policy_of_each_socket_runs_beside_units_and_the_others() {
    let with = ["stride", "random_bypass", "eaf", "ccws"].map(|name| ["--with", name]).concat();
    statistics("bfs", &with, "1");
    let with = ["next_line", "random_bypass", "eaf", "mascar", "sms"].map(|name| ["--with", name]).concat();
    statistics("bfs", &with, "1");
}
