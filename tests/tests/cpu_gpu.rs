// SPDX-License-Identifier: Apache-2.0
//! CPU cores beside the GPU, and memory controllers in the machine.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use warpsmith_tests::cases::{self, Case, Shared};
use warpsmith_tests::lists::{controller_units, controllers};
use warpsmith_tests::{compiled, program as manifest, read_json, run, stderr, stdout, tests, BACKENDS};

const SHARED: [&str; 4] = ["--machine", "cpu-gpu", "--cpus", "mcf,lbm,gcc,milc"];

/// GDDR5 on the machine `gtx480` (docs/machines.md).
const REFRESH: [&str; 4] = ["-m", "dram.timing.refi=1755", "-m", "dram.timing.rfc=102"];

/// What the claims of SMS presuppose: one FIFO for the requests of all sources, and the GPU's lines by rows.
const PRESUPPOSED: [&str; 4] = ["-m", "cpu.entrance=shared", "-m", "cpu.gpu_row_coalescer=64"];

/// What the specification leaves open or an implementation may choose, in small controllers.
const READINGS: [&str; 4] = [
    "sms:cpu_fifo=4,gpu_fifo=8,dcs_fifo=4,full_closes=0",
    "sms:cpu_fifo=4,gpu_fifo=8,dcs_fifo=4,full_closes=2",
    "sms:cpu_fifo=4,gpu_fifo=8,dcs_fifo=4,low_path=1",
    "frfcfs:n=32,choice_cycles=2",
];

fn main() {
    let mut cases = tests![
        refresh_takes_time_and_has_ranges,
        a_run_of_fixed_length_starts_a_short_program_again,
        the_machine_s_own_scheduler_by_name_changes_nothing_but_what_is_told_of_sources,
        sms_gives_the_cores_more_and_the_gpu_less_than_frfcfs,
        a_trace_runs_beside_a_benchmark_and_loops,
        a_run_with_its_parts_alone_says_what_sharing_costs_and_compare_shows_it,
        bad_input_is_refused_with_what_where_and_what_to_do,
        a_failed_run_leaves_no_result,
    ];
    #[cfg(feature = "rtl")]
    cases.extend(tests![a_controller_of_any_size_runs_in_lockstep]);
    for controller in controllers() {
        let name = controller.clone();
        let check = move || refreshes_come_in_time(&name);
        cases.push(Case::new("refreshes_come_in_time", &[&controller], check));
        let name = controller.clone();
        let check = move || checks_find_nothing_and_change_nothing(&controller);
        cases.push(Case::new("checks_find_nothing_and_change_nothing", &[&name], check));
        for program in ["stream", "bfs"] {
            let controller = name.clone();
            let check = move || a_gpu_alone_runs(program, &controller);
            cases.push(Case::new("a_gpu_alone_runs", &[&program, &name], check));
        }
    }
    let beside = [&SHARED[..], &["--cycles", "5000"]].concat();
    for with in controller_units().into_iter().chain(["sms:p=0,gb_thr=0".into()]) {
        cases.extend(same_on_every_backend("alone", &with, &[]));
        cases.extend(same_on_every_backend("beside_cores", &with, &beside));
        cases.extend(same_on_every_backend("with_refresh", &with, &REFRESH));
        let presupposed = [&beside[..], &PRESUPPOSED].concat();
        cases.extend(same_on_every_backend("behind_one_entrance", &with, &presupposed));
    }
    for with in READINGS {
        cases.extend(same_on_every_backend("beside_cores", with, &beside));
    }
    cases::main(cases)
}

/// The result of `warpsmith run` with these options, and a program of the manifest at its small size.
fn result(options: &[&str], program: Option<&str>) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let words = program.map_or(vec![], |name| manifest(name).words());
    let line = ["run", "-o", file.to_str().expect("UTF-8")].into_iter().chain(options.iter().copied());
    stderr(&run(line.chain(words.iter().map(String::as_str))), 0);
    read_json(&file)
}

fn statistics(options: &[&str], program: Option<&str>) -> Value {
    result(options, program)["statistics"].take()
}

/// Four cores and a program under a controller for so many SM cycles.
fn shared(with: &str, cycles: &str, more: &[&str], program: &str) -> Value {
    let model = ["--backend", BACKENDS[0], "--with", with, "--cycles", cycles];
    statistics(&[&SHARED[..], &model, more].concat(), Some(program))
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path}"))
}

fn checks_find_nothing_and_change_nothing(controller: &str) {
    let checked = shared(controller, "10000", &["--check"], "stream");
    assert!(checked == shared(controller, "10000", &[], "stream"), "--check shows");
    assert!(number(&checked, "/sharing/sources/16/reads") > 0.0, "the GPU reads");
    assert!(number(&checked, "/sharing/cpus/0/instructions") > 0.0, "the cores execute");
}

fn a_gpu_alone_runs(program: &str, controller: &str) {
    let options = ["--check", "--backend", BACKENDS[0], "--with", controller];
    let result = statistics(&options, Some(program));
    let reads = number(&result, "/total/dram/read_bursts");
    assert_eq!(number(&result, "/sharing/sources/0/reads"), reads);
}

fn the_machine_s_own_scheduler_by_name_changes_nothing_but_what_is_told_of_sources() {
    let of = |with: &[&str]| statistics(&[&["--backend", BACKENDS[0]], with].concat(), Some("stream"));
    let (own, named) = (of(&[]), of(&["--with", "drain_frfcfs"]));
    assert_eq!((&own["total"], &own["kernels"]), (&named["total"], &named["kernels"]));
    assert!(own["sharing"].is_null() && number(&named, "/sharing/sources/0/reads") > 0.0);
    assert_ne!(of(&["--with", "drain_fcfs"])["total"], own["total"]);
}

/// A refresh an interval in each of the channels, one more or less, and rows open again for the controller.
fn refreshes_come_in_time(controller: &str) {
    let options = ["--check", "--backend", BACKENDS[0], "--with", controller];
    let with = result(&[&options[..], &REFRESH].concat(), Some("bfs"));
    let of = |path: &str| number(&with["statistics"]["total"], path);
    let channels = number(&with["configuration"]["machine"], "/dram/channels");
    let intervals = of("/time/dram_cycles") / 1755.0;
    let refreshes = of("/dram/refreshes") / channels;
    assert!((intervals - 9.0..=intervals).contains(&refreshes), "{refreshes} in {intervals} intervals");
    assert!(of("/dram/refresh_cycles") >= of("/dram/refreshes") * (12.0 + 102.0));
    let without = statistics(&options, Some("bfs"));
    assert_eq!(number(&without, "/total/dram/refreshes"), 0.0);
}

fn refresh_takes_time_and_has_ranges() {
    let of = |more: &[&str]| {
        let statistics = statistics(&[&["--backend", BACKENDS[0]], more].concat(), Some("stream"));
        number(&statistics, "/total/time/sm_cycles")
    };
    assert!(of(&REFRESH) > 1.05 * of(&[]));
    for (keys, part) in [
        (["dram.timing.refi=0", "dram.timing.rfc=1"], "0 without refresh"),
        (["dram.timing.refi=1755", "dram.timing.rfc=0"], "1..=10000"),
        (["dram.timing.refi=400", "dram.timing.rfc=102"], "dram.timing.refi = 400"),
    ] {
        let text = stderr(&run(["run", "-m", keys[0], "-m", keys[1], "--", "true"]), 2);
        assert!(text.contains(part), "{text}");
    }
}

/// A case a backend: the result is that of the first.
fn same_on_every_backend(where_to: &str, with: &str, options: &[&'static str]) -> Vec<Case> {
    let first = Shared::new();
    let case = |backend: &&'static str| {
        let (first, with, options, backend) = (first.clone(), with.to_string(), options.to_vec(), *backend);
        let name = with.clone();
        Case::new("same_on_every_backend", &[&where_to, &name, &backend], move || {
            let on = |backend| {
                let line = [&options[..], &["--check", "--with", &with, "--backend", backend]].concat();
                let mut result = result(&line, Some("bfs"));
                assert_eq!(result["provenance"].take()["backend"], backend);
                assert!(number(&result, "/statistics/sharing/sources/0/reads") > 0.0);
                result
            };
            let reference = first.get(|| on(BACKENDS[0]));
            assert!(
                backend == BACKENDS[0] || on(backend) == *reference,
                "{backend} differs from {}",
                BACKENDS[0]
            );
        })
    };
    BACKENDS.iter().map(case).collect()
}

#[cfg(feature = "rtl")]
fn a_controller_of_any_size_runs_in_lockstep() {
    for (with, more) in
        [("sms:dcs_fifo=9", &[][..]), ("frfcfs:n=77", &[]), ("frfcfs", &["-m", "cpu.cores=2"])]
    {
        let line =
            ["run", "--backend", "lockstep", "--machine", "cpu-gpu", "--cycles", "100", "--cpus", "mcf"];
        stderr(&run([&line[..], more, &["--with", with]].concat()), 0);
    }
}

fn a_run_of_fixed_length_starts_a_short_program_again() {
    let result = shared("frfcfs", "60000", &[], "reduce");
    let kernels = result["kernels"].as_array().expect("a list").len();
    let once =
        statistics(&["--backend", BACKENDS[0]], Some("reduce"))["kernels"].as_array().expect("a list").len();
    assert!(kernels > 2 * once, "{kernels} kernels, {once} in one run");
    let cycles = number(&result, "/total/time/sm_cycles");
    assert!((60_000.0..62_000.0).contains(&cycles), "{cycles} cycles");
}

fn sms_gives_the_cores_more_and_the_gpu_less_than_frfcfs() {
    let [frfcfs, sms] = ["frfcfs", "sms"].map(|with| shared(with, "30000", &[], "stream"));
    for core in 0..4 {
        let path = format!("/sharing/cpus/{core}/instructions");
        assert!(number(&sms, &path) > number(&frfcfs, &path), "core {core}");
    }
    let gpu = "/sharing/sources/16/reads";
    assert!(number(&sms, gpu) < number(&frfcfs, gpu));
    assert!(number(&sms, "/total/units/sms/batches") > 0.0);
}

fn a_trace_runs_beside_a_benchmark_and_loops() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("walk.trace");
    std::fs::write(&trace, "10 0x1000\n10 0x1040 0x800000\n10 0x200000\n").expect("writable");
    let cpus = format!("{},mcf", trace.display());
    let line =
        ["--machine", "cpu-gpu", "--cpus", &cpus, "--cycles", "5000", "--backend", BACKENDS[0], "--check"];
    let result = statistics(&line, None);
    let reads = number(&result, "/sharing/cpus/0/reads");
    assert!(reads > 100.0, "{reads} reads of a trace of three");
    let write_backs = number(&result, "/sharing/cpus/0/write_backs");
    assert!((reads / 3.0 - write_backs).abs() < 2.0, "{write_backs} write-backs");
    assert_eq!(result["sharing"]["cpus"][0]["workload"], "walk.trace");

    let packed = Command::new("gzip").arg(&trace).status().expect("gzip starts");
    assert!(packed.success());
    let cpus = format!("{}.gz,mcf", trace.display());
    let again = statistics(&line.map(|word| if word.contains("walk") { cpus.as_str() } else { word }), None);
    assert_eq!(again["sharing"]["cpus"][0]["workload"], "walk.trace.gz");
    assert!(again["sharing"]["sources"] == result["sharing"]["sources"], "packed or not");
}

fn a_run_with_its_parts_alone_says_what_sharing_costs_and_compare_shows_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let executable = compiled(&manifest("stream").source);
    let run_with = |with: &str, more: &[&str]| {
        let path = folder.path().join(with).with_extension("json");
        let mut line = vec!["run", "--machine", "cpu-gpu", "--cpus", "mcf,lbm,mcf", "--cycles", "8000"];
        line.extend(["--backend", BACKENDS[0], "--with", with, "-o", path.to_str().expect("UTF-8")]);
        line.extend([more, &["--", executable.to_str().expect("UTF-8")]].concat());
        (stderr(&run(line), 0), path)
    };
    let (said, shared) = run_with("frfcfs", &["--alone"]);
    let (_, plain) = run_with("sms", &[]);
    assert!(said.contains("against each alone under FR-FCFS: CPU weighted speedup"), "{said}");
    let result = read_json(&shared);
    let alone = |core: usize| number(&result, &format!("/statistics/alone/cpus/{core}"));
    assert_eq!(alone(0), alone(2), "the same benchmark");
    let by_hand: f64 = (0..3)
        .map(|core| {
            let count = |what: &str| number(&result, &format!("/statistics/sharing/cpus/{core}/{what}"));
            count("instructions") / count("cycles") / alone(core)
        })
        .sum();
    assert!(by_hand > 0.0 && by_hand < 3.0, "{by_hand}");
    let line = ["compare", "--json", plain.to_str().expect("UTF-8"), shared.to_str().expect("UTF-8")];
    let compared: Value = serde_json::from_str(&stdout(&run(line))).expect("JSON");
    assert!(compared[0]["sharing"].is_null());
    assert!((number(&compared[1], "/sharing/weighted_speedup") - by_hand).abs() < 1e-9);
    let gpu = number(&compared[1], "/sharing/gpu_speedup");
    assert!(gpu > 0.3 && gpu < 1.0, "{gpu}");
    let table = stdout(&run([&line[..1], &line[2..]].concat()));
    for row in ["CPU weighted speedup", "GPU speedup", "unfairness, CPUs"] {
        let row =
            table.lines().find(|l| l.starts_with(row)).unwrap_or_else(|| panic!("no {row} in:\n{table}"));
        assert!(row.contains(" - "), "{row}");
    }
}

fn refusal(options: &[&str]) -> String {
    stderr(&run([&["run", "--backend", BACKENDS[0]], options].concat()), 2)
}

fn bad_input_is_refused_with_what_where_and_what_to_do() {
    let machine = ["--machine", "cpu-gpu", "--cycles", "100", "--cpus"];
    let with = |more: &[&str]| refusal(&[&machine[..], more].concat());
    assert!(with(&["libquantm"]).contains("did you mean `libquantum`"));
    assert!(with(&["no/such.trace"]).contains("no/such.trace"));
    assert!(with(&[&["mcf"; 17].join(",")]).contains("16 CPU cores"));
    assert!(with(&["mcf", "--with", "sms:t_rc=50"]).contains("has 38"));
    assert!(with(&["mcf", "--with", "sms:n_cpu=8"]).contains("n_cpu = 8"));
    assert!(with(&["mcf", "-m", "dram.timing.ras=5"]).contains("dram.timing.ras"));
    for key in ["rcd", "rp", "ras", "rc", "rrd", "ccd", "cl", "wl", "cdlr", "wr", "rtp", "faw"] {
        let text = with(&["mcf", "-m", &format!("dram.timing.{key}=0")]);
        assert!(text.contains(&format!("`dram.timing.{key} = 0` cannot be")), "{text}");
    }
    for controller in ["sms", "frfcfs"] {
        let text = with(&["mcf", "--with", controller, "-m", "dram.timing.rc=65"]);
        assert!(text.contains("`t_rc` cannot be `65`") && text.contains("1..=64"), "{text}");
        let text = stderr(&run(["emit", controller, "-p", "t_rcd=0"]), 2);
        assert!(text.contains("`t_rcd` cannot be `0`") && text.contains("1..=64"), "{text}");
    }
    assert!(refusal(&["--machine", "cpu-gpu", "--alone", "--cycles", "9"]).contains("--cpus"));
    assert!(with(&["mcf", "--with", "sms", "--with", "tcm"]).contains("memory controller"));
    assert!(refusal(&["--machine", "cpu-gpu", "--cpus", "mcf"]).contains("--cycles"));
    assert!(refusal(&["--cpus", "mcf", "--cycles", "100"]).contains("--machine cpu-gpu"));

    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("bad.trace");
    std::fs::write(&trace, "1 0x40\n1 2 3 4\n").expect("writable");
    let text = with(&[trace.to_str().expect("UTF-8")]);
    assert!(text.contains("bad.trace:2:") && text.contains("one word too many"), "{text}");
}

fn a_failed_run_leaves_no_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("result.json");
    refusal(&["--machine", "cpu-gpu", "--cpus", "libquantm", "-o", result.to_str().expect("UTF-8")]);
    assert!(!Path::exists(&result));
}
