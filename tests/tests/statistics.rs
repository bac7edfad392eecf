// SPDX-License-Identifier: Apache-2.0
//! The catalogue of statistics and the result file name the same things.

use std::collections::BTreeSet;

use serde_json::Value;
use warpsmith_tests::{compiled, programs, read_json, run, stderr, stdout};

/// The names of the numbers in `group`, which stand for `name.key`.
fn keys(name: &str, group: &Value) -> BTreeSet<String> {
    let fields = group.as_object().unwrap_or_else(|| panic!("{name} is no group: {group}"));
    fields.iter().filter(|(_, value)| value.is_number()).map(|(key, _)| format!("{name}.{key}")).collect()
}

/// The same of all groups in `stats`.
fn all_keys(stats: &Value) -> BTreeSet<String> {
    let groups = stats.as_object().expect("groups");
    let units = groups["units"].as_object().expect("units").iter();
    let units = units.map(|(unit, group)| (format!("units.{unit}"), group));
    let core = groups.iter().map(|(name, group)| (name.clone(), group));
    core.chain(units).flat_map(|(name, group)| keys(&name, group)).collect()
}

/// `statistics` of a run of the first program under these options.
fn counted(options: &str) -> Value {
    counted_of(options, 1)
}

/// `statistics` of a run of so many of the first program at the same time.
fn counted_of(options: &str, programs_at_once: usize) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("result.json");
    let program = &programs()[0];
    let executable = compiled(&program.source);
    let [result_name, executable] = [&result, &executable].map(|p| p.to_str().expect("UTF-8"));
    let line = ["run", "--backend", "model", "-o", result_name].into_iter().chain(options.split(' '));
    let one: Vec<&str> =
        [executable].into_iter().chain(program.args_small.iter().map(String::as_str)).collect();
    let all = vec![one; programs_at_once].join(&"++");
    let line = line.chain(["--"]).chain(all);
    stderr(&run(line), 0);
    read_json(&result)["statistics"].take()
}

#[test]
fn the_statistics_of_results_with_cpu_cores_and_units_that_count_are_exactly_those_of_the_catalogue() {
    let (sockets, banks) = ("--with sms --with mascar --with next_line", "-m sm.operand_collectors.banks=16");
    let statistics = &counted(&format!("--machine cpu-gpu --cpus mcf --cycles 3000 {banks} {sockets}"));

    let total = all_keys(&statistics["total"]);
    assert_eq!(all_keys(&statistics["kernels"][0]["stats"]), total, "a kernel counts what the run counts");
    let sharing = &statistics["sharing"];
    let mut found = total;
    // What sits where Mascar does.
    found.extend(all_keys(&counted("--machine cta --with cta_prefetch")["total"]));
    found.extend(all_keys(&counted("--machine apogee --with apogee")["total"]));
    found.extend(all_keys(&counted("--machine medic --with medic")["total"]));
    found.extend(all_keys(&counted("--machine ilp --with ilp")["total"]));
    found.extend(all_keys(&counted("--machine maxwell --with mask")["total"]));
    // Pages that come soon, so that the run is short.
    let soon = "-m mmu.paging.fault_4k_ns=2000 -m mmu.paging.fault_2m_ns=260000";
    found.extend(all_keys(&counted(&format!("--machine mosaic --with cocoa {soon}"))["total"]));
    found.extend(all_keys(&counted(&format!("--machine mosaic --with migrating_coalescer {soon}"))["total"]));
    found.extend(all_keys(&counted("--machine maxwell --with mosaic")["total"]));
    found.extend(all_keys(&counted_of("--machine maxwell", 2)["total"]));
    found.extend(keys("sources", &sharing["sources"][0]));
    found.extend(keys("shared", &counted_of("-m sm.count=4", 2)["applications"][0]["shared"]));
    found.extend(keys("cpus", &sharing["cpus"][0]));

    let listed = stdout(&run(["list", "statistics"]));
    let rows = listed.lines().skip(2).filter_map(|row| row.trim_start_matches("| ").split(" | ").next());
    assert_eq!(rows.map(str::to_string).collect::<BTreeSet<_>>(), found);
}
