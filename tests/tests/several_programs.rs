// SPDX-License-Identifier: Apache-2.0
//! Several programs at the same time on one GPU.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use warpsmith_tests::processes::{child_with, ended, gone, heedful, send};
use warpsmith_tests::{bad_program, program, programs, read_json, run, stderr, stdout, BACKENDS};

/// Behind the options of `warpsmith run`: programs of the manifest at their small sizes, or one by its path.
fn words(names: &[&str]) -> Vec<String> {
    let words = names.iter().map(|name| match Path::new(name).is_absolute() {
        true => vec![name.to_string()],
        false => program(name).words()[1..].to_vec(),
    });
    let words: Vec<Vec<String>> = words.collect();
    [vec!["--".to_string()], words.join(&"++".to_string())].concat()
}

/// `warpsmith run` with these options: its result file, and what it said.
fn together(options: &[&str], names: &[&str], code: i32) -> (Vec<u8>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let words = words(names);
    let line = ["run", "-o", file.to_str().expect("UTF-8")].into_iter().chain(options.iter().copied());
    let output = run(line.chain(words.iter().map(String::as_str)));
    let said = stderr(&output, code);
    let bytes = std::fs::read(&file).expect("the result is written");
    (bytes, String::from_utf8_lossy(&output.stdout).into_owned(), said)
}

/// The trace of a program at its small size.
fn recorded(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name).with_extension("trace");
    let words = words(&[name]);
    let line = ["record", "-o", path.to_str().expect("UTF-8")].into_iter();
    stderr(&run(line.chain(words.iter().map(String::as_str))), 0);
    path
}

/// Runs that come to a good end; each program must say PASS so many times.
fn passes(options: &[&str], names: &[&str], times: usize) -> Value {
    let (bytes, out, _) = together(options, names, 0);
    for name in names {
        let pass = format!("PASS {name}:");
        assert_eq!(out.lines().filter(|line| line.starts_with(&pass)).count(), times, "{name}: {out}");
    }
    serde_json::from_slice(&bytes).expect("a result is JSON")
}

fn applications(result: &Value) -> &[Value] {
    result["statistics"]["applications"].as_array().expect("several programs")
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path} in {value}"))
}

/// The launches of a program: the kernels and what they were asked for.
fn launches(kernels: &Value) -> Vec<String> {
    let kernels = kernels.as_array().expect("kernels").iter();
    kernels.map(|one| format!("{} {} {}", one["kernel"], one["grid"], one["block"])).collect()
}

#[test]
fn every_program_computes_the_same_beside_another_as_alone_with_all_checks() {
    let all = programs();
    for pair in all.chunks(2).filter(|pair| pair.len() == 2) {
        let names = [&pair[0].name[..], &pair[1].name];
        let result = passes(&["--check", "--backend", BACKENDS[0]], &names, 1);
        for (one, program) in applications(&result).iter().zip(pair) {
            let alone =
                program.result(&["--backend", BACKENDS[0], "-m", &format!("sm.count={}", one["sms"])]);
            assert_eq!(launches(&one["kernels"]), launches(&alone["statistics"]["kernels"]), "{names:?}");
            assert_eq!(number(one, "/exit/code"), 0.0, "{names:?}");
        }
    }
}

#[test]
fn the_same_programs_give_the_same_bytes_again_and_on_any_number_of_threads() {
    let names = ["bfs", "stream", "texture"];
    let bytes =
        |options: &[&str]| together(&[&["--relaunch", "--split", "6,5,4"], options].concat(), &names, 0).0;
    let first = bytes(&[]);
    for threads in ["1", "2", "3"] {
        assert!(bytes(&["--threads", threads]) == first, "{threads} threads");
    }
}

#[test]
fn units_and_policies_manage_the_sms_of_several_programs_on_every_backend() {
    for with in ["equalizer", "ccws", "mascar", "apogee", "dyncta", "sms"] {
        let run = |backend: &&str| {
            let mut result = passes(&["--with", with, "--backend", backend], &["kmeans", "stream"], 1);
            result["statistics"].take()
        };
        let statistics: Vec<Value> = BACKENDS.iter().map(run).collect();
        assert!(statistics.iter().all(|other| *other == statistics[0]), "{with}");
    }
}

/// A GPU of 20 TLP and 18 ILP SMs.
const TWO_KINDS: [&str; 8] =
    ["--machine", "ilp", "-m", "sm.count=38", "-m", "front_end.tlp_sms=20", "--with", "ilp"];

#[test]
fn a_dispatcher_for_sms_of_two_kinds_gives_two_programs_the_same_sms_on_every_backend_and_number_of_threads()
{
    let names = ["kmeans", "stream"];
    let run = |options: &[&str]| {
        let mut result = passes(&[&TWO_KINDS[..], &["--check"], options].concat(), &names, 1);
        result["statistics"].take()
    };
    let first = run(&["--backend", BACKENDS[0]]);
    for options in BACKENDS[1..].iter().map(|backend| ["--backend", backend]).chain([["--threads", "3"]]) {
        assert!(run(&options) == first, "{options:?}");
    }
    let total = &first["total"]["units"]["ilp"];
    // CTAs go round all SMs, the ILP SMs included.
    assert!(number(total, "/issued_entry") > 0.0, "{total}");
    let both = first["applications"].as_array().expect("two programs");
    let ctas = |of: &Value| number(of, "/sm/ctas_completed");
    assert_eq!(both.iter().map(ctas).sum::<f64>(), ctas(&first["total"]));
    let launched = number(total, "/launches_own") + number(total, "/launches_other");
    assert_eq!(launched, ctas(&first["total"]));
}

#[test]
fn what_a_program_counts_is_that_of_its_sms_and_their_sum_the_total() {
    let result = passes(&["--split", "4,11"], &["bfs", "stream"], 1);
    assert_eq!(result["program"]["name"], "bfs ++ stream");
    assert_eq!(result["programs"].as_array().map(Vec::len), Some(2));
    assert_eq!(result["configuration"]["split"], serde_json::json!([4, 11]));
    let both = applications(&result);
    for path in ["/sm/warp_instructions", "/sm/ctas_completed", "/l1/accesses", "/texture/accesses"] {
        let sum: f64 = both.iter().map(|one| number(one, path)).sum();
        assert_eq!(sum, number(&result["statistics"]["total"], path), "{path}");
    }
    let longest = both.iter().map(|one| number(one, "/cycles")).fold(0.0, f64::max);
    assert_eq!(longest, number(&result["statistics"]["total"], "/time/sm_cycles"));
}

#[test]
fn a_program_that_ends_first_is_started_again_until_the_longest_has_ended_and_keeps_its_first_figures() {
    let names = ["bfs", "lbm"];
    let (once, again) = (passes(&[], &names, 1), passes(&["--relaunch"], &names, 1));
    let starts =
        |result: &Value| applications(result).iter().map(|one| number(one, "/starts")).collect::<Vec<_>>();
    assert_eq!(starts(&once), [1.0, 1.0]);
    let again_starts = starts(&again);
    assert!(again_starts.iter().any(|n| *n > 1.0) && again_starts.contains(&1.0), "{again_starts:?}");
    let short = again_starts.iter().position(|n| *n > 1.0).expect("one is shorter");
    let of = |result: &Value| applications(result)[short].clone();
    assert_eq!(
        (of(&once)["cycles"].clone(), of(&once)["sm"].clone()),
        (of(&again)["cycles"].clone(), of(&again)["sm"].clone())
    );
    let long = |result: &Value| number(&applications(result)[1 - short], "/cycles");
    assert!(long(&again) > long(&once), "the longer one shares the machine to its end");
}

#[test]
fn a_run_with_its_programs_alone_says_what_sharing_costs_and_compare_shows_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("pair.json");
    let (bytes, out, said) = together(&["--alone", "--relaunch"], &["stream", "lbm"], 0);
    assert_eq!(
        out.lines().filter(|line| line.starts_with("PASS")).count(),
        2,
        "those alone are quiet: {out}"
    );
    std::fs::write(&file, &bytes).expect("a file");
    let result: Value = serde_json::from_slice(&bytes).expect("JSON");
    let ipc = |one: &Value| number(one, "/sm/warp_instructions") / number(one, "/cycles");
    let shared: Vec<f64> = applications(&result).iter().map(ipc).collect();
    let alone: Vec<f64> =
        (0..2).map(|i| number(&result, &format!("/statistics/alone/applications/{i}"))).collect();
    let speedups: Vec<f64> = shared.iter().zip(&alone).map(|(s, a)| s / a).collect();
    assert!(speedups.iter().all(|s| *s > 0.1 && *s < 1.05), "{speedups:?}");
    let slowest = speedups.iter().copied().fold(f64::MAX, f64::min);
    let figures = [
        ("weighted speedup", format!("{:.3}", speedups.iter().sum::<f64>())),
        ("unfairness", format!("{:.2}", 1.0 / slowest)),
        ("IPC throughput", format!("{:.2}", shared.iter().sum::<f64>())),
    ];
    let file = file.to_str().expect("UTF-8");
    let compared = stdout(&run(["compare", file, file]));
    for (name, figure) in figures {
        assert!(said.contains(&format!("{name} {figure}")), "{name} {figure}: {said}");
        let row =
            compared.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{compared}"));
        assert!(row.contains(&figure), "{row}");
    }
}

#[test]
fn a_search_runs_every_split_and_ends_with_the_best_on_any_number_of_threads() {
    let search = |threads| {
        let options = ["-m", "sm.count=4", "--split", "search", "--threads", threads];
        together(&options, &["bfs", "stream"], 0)
    };
    let (bytes, out, said) = search("1");
    assert_eq!(out.lines().filter(|line| line.starts_with("PASS")).count(), 2, "the search is quiet: {out}");
    let rows = said.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let split = words.next().filter(|word| ["1,3", "2,2", "3,1"].contains(word))?;
        Some((split.to_string(), words.next()?.parse::<f64>().ok()?))
    });
    let rows: Vec<(String, f64)> = rows.collect();
    assert_eq!(rows.len(), 3, "{said}");
    let most = rows.iter().map(|(_, speedup)| *speedup).fold(0.0, f64::max);
    let result: Value = serde_json::from_slice(&bytes).expect("JSON");
    let split = &result["configuration"]["split"];
    let best = format!("{},{}", split[0], split[1]);
    // Others may be as good in the digits that are printed.
    assert!(rows.contains(&(best.clone(), most)), "{best}: {said}");
    assert!(together(&["-m", "sm.count=4", "--split", &best], &["bfs", "stream"], 0).0 == bytes);
    assert!(search("3").0 == bytes);
}

#[test]
fn traces_have_together_the_statistics_that_their_programs_have_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // What these execute does not depend on time.
    let names = ["kmeans", "spmv"];
    let traces = names.map(|name| recorded(folder.path(), name));
    let traces = traces.each_ref().map(|path| path.to_str().expect("UTF-8"));
    let statistics = |names: &[&str], backend: &str, threads: &str| {
        let options = ["--check", "--relaunch", "--split", "9,6", "--with", "equalizer"];
        let options = [&options[..], &["--backend", backend, "--threads", threads]].concat();
        let (bytes, _, said) = together(&options, names, 0);
        assert!(said.contains("exit code 0"), "{said}");
        serde_json::from_slice::<Value>(&bytes).expect("JSON")["statistics"].take()
    };
    let expected = statistics(&names, BACKENDS[0], "1");
    for backend in BACKENDS {
        assert!(statistics(&traces, backend, "1") == expected, "two traces, {backend}");
    }
    assert!(statistics(&traces, BACKENDS[0], "2") == expected, "on two threads");
    assert!(statistics(&[traces[0], names[1]], BACKENDS[0], "1") == expected, "a trace and a program");
}

/// Traces of programs that ran together with these options.
fn recorded_together(folder: &Path, options: &[&str], names: &[&str]) -> Vec<PathBuf> {
    let paths: Vec<PathBuf> = (1..=names.len()).map(|n| folder.join(n.to_string())).collect();
    let outputs = paths.iter().flat_map(|path| ["-o", path.to_str().expect("UTF-8")]);
    let words = words(names);
    let line = ["record"].into_iter().chain(outputs).chain(options.iter().copied());
    let said = stderr(&run(line.chain(words.iter().map(String::as_str))), 0);
    assert!(paths.iter().all(|path| said.contains(&format!("{}: ", path.display()))), "{said}");
    paths
}

#[test]
fn traces_recorded_together_have_the_statistics_of_their_programs_together_and_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let statistics = |options: &[&str], names: &[&str]| -> Value {
        let (bytes, _, _) = together(options, names, 0);
        serde_json::from_slice::<Value>(&bytes).expect("JSON")["statistics"].take()
    };
    // What `bfs` executes depends on time, so that only the same options give the same.
    for names in [["bfs", "stream"], ["kmeans", "spmv"]] {
        let options = ["--split", "9,6", "--with", "equalizer", "--backend", BACKENDS[0]];
        let traces = recorded_together(folder.path(), &options, &names);
        let bytes = || traces.iter().map(|path| std::fs::read(path).expect("readable")).collect::<Vec<_>>();
        let first = bytes();
        recorded_together(folder.path(), &[&options[..], &["--threads", "3"]].concat(), &names);
        assert!(bytes() == first, "{names:?}: other bytes on three threads");
        let traces = [&traces[0], &traces[1]].map(|path| path.to_str().expect("UTF-8"));
        assert!(statistics(&options, &traces) == statistics(&options, &names), "{names:?} together");
        if names[0] != "bfs" {
            for (trace, name) in traces.iter().zip(names) {
                assert!(statistics(&[], &[*trace]) == statistics(&[], &[name]), "{name} alone");
            }
        }
    }
}

#[test]
fn programs_recorded_together_in_accel_sims_format_have_the_statistics_of_their_programs_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let options = ["--split", "9,6", "--relaunch"];
    let names = ["kmeans", "spmv"];
    let traces = recorded_together(folder.path(), &["--split", "9,6", "--format", "accelsim"], &names);
    let lists = [&traces[0], &traces[1]].map(|path| path.join("kernelslist.g"));
    let statistics = |names: &[&str]| -> Value {
        let (bytes, ..) = together(&options, names, 0);
        serde_json::from_slice::<Value>(&bytes).expect("JSON")["statistics"].take()
    };
    let replayed = statistics(&lists.each_ref().map(|path| path.to_str().expect("UTF-8")));
    assert!(replayed == statistics(&names));
}

#[test]
fn one_program_that_fails_leaves_no_trace_of_any() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wrong = bad_program("out_of_bounds");
    let words = words(&["stream", wrong.to_str().expect("UTF-8")]);
    for format in ["warpsmith", "accelsim"] {
        let paths = ["1", "2"].map(|name| folder.path().join(name));
        let outputs = paths.iter().flat_map(|path| ["-o", path.to_str().expect("UTF-8")]);
        let line = ["record", "--format", format].into_iter().chain(outputs);
        let said = stderr(&run(line.chain(words.iter().map(String::as_str))), 1);
        assert!(said.contains("program 2,") && said.contains("there is no trace"), "{said}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0, "{format}");
    }
}

#[test]
fn what_cannot_be_recorded_together_is_refused_with_what_and_what_to_do() {
    let bfs = words(&["bfs"])[1].clone();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = recorded(folder.path(), "stream");
    let trace = trace.to_str().expect("UTF-8");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name).display().to_string());
    for (options, part) in [
        (vec!["-o", &one, "--", &bfs, "++", &bfs], "programs: 2, traces named with -o: 1"),
        (vec!["-o", &one, "-o", &two, "--", &bfs], "programs: 1, traces named with -o: 2"),
        (vec!["-o", &one, "-o", &one, "--", &bfs, "++", &bfs], "would be lost"),
        (vec!["--format", "accelsim", "-o", &one, "-o", &one, "--", &bfs, "++", &bfs], "would be lost"),
        (vec!["-o", &one, "-o", &two, "--split", "7,7", "--", &bfs, "++", &bfs], "gives out 14 SMs"),
        (vec!["-o", &one, "-o", &two, "--split", "search", "--", &bfs, "++", &bfs], "for `warpsmith run`"),
        (vec!["-o", &one, "--split", "even", "--", &bfs], "name them with ++ between"),
        (vec!["-o", &one, "-o", &two, "--", &bfs, "++"], "program 2 is missing"),
        (vec!["-o", &one, "-o", &two, "--", &bfs, "++", trace], "it is a trace already"),
        (vec!["-o", &one, "--", trace], "it is a trace already"),
        (vec!["-o", &one, "--", "a.ptx"], "a PTX file cannot be recorded"),
    ] {
        let said = stderr(&run(["record"].into_iter().chain(options.iter().copied())), 2);
        assert!(said.contains(part), "{options:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 1, "only the trace is there");
}

#[test]
fn a_program_is_as_fast_beside_one_without_kernels_as_alone() {
    let nothing = bad_program("launches_nothing");
    let nothing = nothing.to_str().expect("UTF-8");
    for split in ["8,7", "3,12"] {
        let pair = |other: &str, options: &[&str]| -> Value {
            let options = [&["--split", split], options].concat();
            serde_json::from_slice(&together(&options, &["lbm", other], 0).0).expect("JSON")
        };
        let alone = number(&pair("stream", &["--alone"]), "/statistics/alone/applications/0");
        let pair = pair(nothing, &[]);
        let beside = &applications(&pair)[0];
        let beside = number(beside, "/sm/warp_instructions") / number(beside, "/cycles");
        // Reading a number rounds it.
        assert!((beside / alone - 1.0).abs() < 1e-12, "{split}: {beside} {alone}");
    }
}

#[test]
fn a_fault_ends_its_program_with_its_message_and_the_other_goes_on_to_the_same_end() {
    let wrong = bad_program("out_of_bounds");
    let (bytes, out, said) = together(&["--check"], &[wrong.to_str().expect("UTF-8"), "stream"], 1);
    assert!(out.contains("PASS stream"), "{out}");
    assert!(said.contains("program 1,") && said.contains("outside every live allocation"), "{said}");
    let result: Value = serde_json::from_slice(&bytes).expect("JSON");
    let [wrong, sound] = applications(&result) else { panic!("two programs") };
    assert_eq!((&wrong["exit"]["how"], &sound["exit"]["code"]), (&"simulator".into(), &0.into()));
    assert!(wrong["partial"]["reason"].as_str().is_some_and(|text| text.contains("writes_past_the_end")));
    assert!(result["partial"]["reason"].as_str().is_some_and(|text| text.starts_with("program 1,")));
}

#[test]
fn a_limit_of_cycles_ends_all_programs_with_a_partial_result() {
    let (bytes, _, said) = together(&["--max-cycles", "4000"], &["stream", "lbm"], 1);
    assert!(said.contains("--max-cycles"), "{said}");
    let result: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert!(applications(&result).iter().all(|one| one["exit"]["how"] == "simulator"));
    assert!((4000.0..4100.0).contains(&number(&result["statistics"]["total"], "/time/sm_cycles")));
}

#[test]
fn a_run_of_a_number_of_cycles_starts_programs_again_and_counts_all_their_runs() {
    let of = |cycles: &str, code| together(&["--alone", "--cycles", cycles], &["bfs", "lbm"], code).0;
    let result: Value = serde_json::from_slice(&of("150000", 0)).expect("JSON");
    assert!(result["partial"].is_null() && result["configuration"]["cycles"] == 150_000);
    let both = applications(&result);
    assert!(both.iter().all(|one| (150_000.0..150_100.0).contains(&number(one, "/cycles"))), "{both:?}");
    let [short, long] = both else { panic!("two programs") };
    assert!(number(short, "/starts") > 1.0 && short["exit"]["how"] == "code", "{}", short["exit"]);
    let first_run = passes(&[], &["bfs", "lbm"], 1);
    assert!(
        number(short, "/sm/warp_instructions")
            > number(&applications(&first_run)[0], "/sm/warp_instructions")
    );
    assert!(long["exit"]["how"] != "simulator", "{}", long["exit"]);
    assert_eq!(result["statistics"]["alone"]["applications"].as_array().map(Vec::len), Some(2));
}

const BESIDE_CORES: [&str; 4] = ["--machine", "cpu-gpu", "--cpus", "mcf,lbm"];

#[test]
fn cores_run_beside_several_programs_with_the_same_bytes_on_threads_and_backends() {
    let bytes = |options: &[&str]| {
        let beside = [&BESIDE_CORES[..], &["--with", "sms", "--cycles", "20000"], options].concat();
        let (bytes, _, said) = together(&beside, &["stream", "lbm"], 0);
        assert!(said.contains("cpu1"), "{said}");
        let mut result: Value = serde_json::from_slice(&bytes).expect("JSON");
        (result["configuration"].take(), result["statistics"].take())
    };
    let (configuration, first) = bytes(&[]);
    assert_eq!(configuration["cpus"], serde_json::json!(["mcf", "lbm"]));
    assert!(number(&first, "/sharing/cpus/1/instructions") > 0.0, "the cores execute");
    assert!(applications(&serde_json::json!({ "statistics": first }))
        .iter()
        .all(|one| number(one, "/sm/warp_instructions") > 0.0));
    for options in [["--threads", "3"], ["--split", "even"]] {
        assert!(bytes(&options).1 == first, "{options:?}");
    }
    for backend in BACKENDS {
        assert!(bytes(&["--check", "--backend", backend]).1 == first, "{backend}");
    }
    let quiet =
        together(&["--machine", "cpu-gpu", "--with", "sms", "--cycles", "20000"], &["stream", "lbm"], 0);
    let quiet: Value = serde_json::from_slice(&quiet.0).expect("JSON");
    let instructions = |statistics: &Value| number(statistics, "/total/sm/warp_instructions");
    assert!(instructions(&first) < instructions(&quiet["statistics"]), "cores take their part of the memory");
}

#[test]
fn cores_beside_programs_run_until_the_programs_end() {
    let result = passes(&BESIDE_CORES, &["stream", "bfs"], 1);
    let statistics = &result["statistics"];
    // They have a clock of their own, and run as long as the programs.
    let seconds = number(statistics, "/sharing/cpus/0/cycles") / 3.2e9;
    let run = number(statistics, "/total/time/sm_cycles")
        / number(&result, "/configuration/machine/clock/sm_mhz")
        / 1e6;
    assert!((seconds / run - 1.0).abs() < 0.01, "{seconds} {run}");
}

#[test]
fn a_search_beside_cores_ends_with_the_run_of_its_best_split_beside_them() {
    let beside = |options: &[&str]| {
        let options =
            [&BESIDE_CORES[..], &["-m", "sm.count=3", "--cycles", "20000", "--split"], options].concat();
        let (bytes, ..) = together(&options, &["stream", "lbm"], 0);
        let mut result: Value = serde_json::from_slice(&bytes).expect("JSON");
        (result["configuration"]["split"].take(), result["statistics"].take())
    };
    let (best, found) = beside(&["search", "--threads", "2"]);
    let best: Vec<String> = best.as_array().expect("SMs").iter().map(Value::to_string).collect();
    assert!(number(&found, "/sharing/cpus/1/instructions") > 0.0, "the cores execute");
    assert!(beside(&[&best.join(",")]).1 == found, "{best:?}");
}

#[test]
fn what_sharing_costs_cores_and_several_programs_counts_each_of_them() {
    let options = [&BESIDE_CORES[..], &["--cycles", "20000", "--alone"]].concat();
    let (bytes, _, said) = together(&options, &["stream", "lbm"], 0);
    let result: Value = serde_json::from_slice(&bytes).expect("JSON");
    let statistics = &result["statistics"];
    let core = |i: usize| {
        let of = |what| number(statistics, &format!("/sharing/cpus/{i}/{what}"));
        of("instructions") / of("cycles") / number(statistics, &format!("/alone/cpus/{i}"))
    };
    let program = |i: usize| {
        let of = |what| number(&applications(&result)[i], what);
        of("/sm/warp_instructions") / of("/cycles") / number(statistics, &format!("/alone/applications/{i}"))
    };
    let speedups = [core(0), core(1), program(0), program(1)];
    let sum = format!("weighted speedup {:.3} of 4", speedups.iter().sum::<f64>());
    let worst = format!("unfairness {:.2}", 1.0 / speedups.iter().copied().fold(f64::MAX, f64::min));
    assert!(said.contains(&sum) && said.contains(&worst), "{sum}, {worst}: {said}");
}

#[test]
fn an_interrupt_ends_all_programs_and_writes_a_partial_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let endless = bad_program("infinite_loop");
    let mut command = heedful();
    command.arg("run").arg("-o").arg(&file).arg("--");
    command.arg(&endless).args(["first", "++"]).arg(&endless).arg("second");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    let pids = ["first", "second"].map(|argument| child_with(child.id(), argument));
    std::thread::sleep(std::time::Duration::from_millis(500));
    send("INT", child.id());
    assert_eq!(ended(&mut child).code(), Some(1));
    let result = read_json(&file);
    assert!(applications(&result).iter().all(|one| one["partial"]["reason"] == "interrupted"));
    for pid in pids {
        gone("the program", pid);
    }
}

#[test]
fn what_cannot_run_together_is_refused_with_what_and_what_to_do() {
    let bfs = words(&["bfs"])[1].clone();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = recorded(folder.path(), "stream");
    let trace = trace.to_str().expect("UTF-8");
    for (options, part) in [
        (vec!["--split", "7,7", "--", &bfs, "++", &bfs], "gives out 14 SMs (7,7), but the machine has 15"),
        (vec!["--split", "15", "--", &bfs, "++", &bfs], "1 parts, but there are 2 programs"),
        (vec!["--split", "15,0", "--", &bfs, "++", &bfs], "part 2 of the split has no SM"),
        (vec!["--split", "odd", "--", &bfs, "++", &bfs], "neither `even` nor `search` nor numbers"),
        (vec!["-m", "sm.count=1", "--", &bfs, "++", &bfs], "part 2 of the split has no SM"),
        (
            [&TWO_KINDS[..], &["--split", "even", "--", &bfs, "++", &bfs]].concat(),
            "leave --split and --alone out",
        ),
        (
            [&TWO_KINDS[..], &["--", &bfs, "++", &bfs, "++", &bfs]].concat(),
            "has room for 2 kernels at a time, not for 3",
        ),
        (vec!["--", &bfs, "++"], "program 2 is missing"),
        (vec!["--", "++", &bfs], "program 1 is missing"),
        (vec!["--split", "even", "--", &bfs], "name them with ++ between"),
        (vec!["--relaunch", "--", &bfs], "name them with ++ between"),
        (vec!["--", "a.ptx", "++", &bfs], "program 1, a.ptx: a PTX file cannot run beside others"),
        (vec!["--", trace, "9", "++", &bfs], "program 1, "),
        (vec!["--", trace, "9", "++", &bfs], "a trace takes no arguments"),
        (vec!["--out-of-bounds", "zero", "--", trace, "++", trace], "a trace does not say it"),
        (vec!["--cpus", "mcf", "--", &bfs, "++", &bfs], "use --machine cpu-gpu"),
        (
            vec!["--machine", "cpu-gpu", "--cpus", "mcf", "--alone", "--", &bfs, "++", &bfs],
            "goes with --cycles",
        ),
        (
            vec!["--machine", "cpu-gpu", "--cpus", "mcf", "--checkpoint-every", "9", "--", &bfs, "++", &bfs],
            "a run with --cpus has no checkpoints",
        ),
    ] {
        let said = stderr(&run(["run"].into_iter().chain(options.iter().copied())), 2);
        assert!(said.contains(part), "{options:?}: {said}");
    }
}
