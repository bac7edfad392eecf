// SPDX-License-Identifier: Apache-2.0
//! Every program of the manifest, at its small size, through the command as a user runs it.

use serde_json::Value;
use warpsmith_tests::cases::{self, Case, Shared};
use warpsmith_tests::lists::{machine_of, policies, units};
use warpsmith_tests::{
    compiled, ilp_workloads, program, programs, read_json, run, tests, IlpWorkload, Program, BACKENDS,
};

/// What is attached to every program on every backend, and with which names the result says so.
const ATTACHED: [(&str, &[&str], &[&str]); 6] = [
    ("performance_mode", &["--with", "equalizer:mode=performance"], &["equalizer"]),
    ("energy_mode", &["--with", "equalizer:mode=energy"], &["equalizer"]),
    (
        "mascar_beside_equalizer",
        &["--machine", "mascar", "--with", "mascar", "--with", "equalizer"],
        &["mascar", "equalizer"],
    ),
    ("cta_aware_prefetching", &["--machine", "cta", "--with", "cta_prefetch"], &["cta_prefetch"]),
    ("apogee", &["--machine", "apogee", "--with", "apogee"], &["apogee"]),
    ("medic", &["--machine", "medic", "--with", "gto", "--with", "medic"], &["gto", "medic"]),
];

fn main() {
    let mut cases =
        tests![checks_change_nothing_in_the_result, a_result_says_what_ran_on_what_with_every_parameter,];
    for (i, (name, options, attached)) in ATTACHED.into_iter().enumerate() {
        for (j, program) in programs().iter().enumerate() {
            // With every change each program runs with one of them; the rest takes minutes.
            let by_hand = j % ATTACHED.len() != i;
            let all = same_on_every_backend(name, program, options, attached);
            let all = all.into_iter().zip(BACKENDS);
            // Lockstep runs the RTL too.
            cases.extend(all.map(|(case, backend)| case.by_hand(by_hand || *backend == "rtl")));
        }
    }
    for unit in units() {
        let machine = machine_of(&unit);
        let options = [machine[0].as_str(), &machine[1], "--with", &unit];
        cases.extend(same_on_every_backend(&format!("unit::{unit}"), &programs()[0], &options, &[&unit]));
    }
    for (i, program) in programs().into_iter().enumerate() {
        let name = program.name.clone();
        if let Some(shape) = program.shape_on_cta {
            let of = program.clone();
            cases.push(Case::new("fills_an_sm_as_in_the_paper", &[&name], move || fills_an_sm(&of, shape)));
        }
        let of = program.clone();
        cases.push(Case::new("without_any_unit", &[&name], move || drop(checked(&of, &[], BACKENDS[0]))));
        // That statistics are equal on every backend says much of it already.
        let case = Case::new("two_runs_write_the_same_bytes", &[&name], move || two_runs_are_equal(&program));
        cases.push(case.by_hand(i % ATTACHED.len() != 0));
    }
    for workload in ilp_workloads() {
        let name = workload.name.clone();
        let check = move || has_the_shape_of_the_table(&workload);
        cases.push(Case::new("has_the_shape_of_the_table_of_ilp", &[&name], check));
    }
    let policies = policies().into_iter().map(|policy| policy.name);
    for with in policies.chain(["static_levels:sm=high,mem=low".into()]) {
        let name = with.clone();
        let check = move || {
            let [option, machine] = &machine_of(&with);
            drop(checked(&programs()[0], &[option, machine, "--with", &with], BACKENDS[0]));
        };
        cases.push(Case::new("policy", &[&name], check));
    }
    cases::main(cases)
}

/// The result file of a checked run that passes.
fn checked(program: &Program, options: &[&str], backend: &str) -> Vec<u8> {
    program.result_bytes(&[&["--check", "--backend", backend], options].concat())
}

/// The result of a checked run that passes.
fn result(program: &Program, options: &[&str], backend: &str) -> Value {
    serde_json::from_slice(&checked(program, options, backend)).expect("a result is JSON")
}

/// A case a backend: the program passes, and its statistics are those of the first backend.
fn same_on_every_backend(name: &str, program: &Program, options: &[&str], attached: &[&str]) -> Vec<Case> {
    let first = Shared::new();
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let case = |backend: &&'static str| {
        let (first, program, backend) = (first.clone(), program.clone(), *backend);
        let (options, attached) = (words(options), words(attached));
        let parts: [&dyn std::fmt::Display; 2] = [&program.name.clone(), &backend];
        Case::new(name, &parts, move || {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let on = |backend| {
                let result = result(&program, &options, backend);
                let list = result["configuration"]["attachments"].as_array().expect("a list");
                let names: Vec<_> = list.iter().map(|a| a["name"].as_str().expect("a name")).collect();
                assert_eq!(names, attached);
                serde_json::to_string(&result["statistics"]).expect("JSON")
            };
            let reference = first.get(|| on(BACKENDS[0]));
            assert!(
                backend == BACKENDS[0] || on(backend) == *reference,
                "{}: {backend} differs from {}",
                program.name,
                BACKENDS[0]
            );
        })
    };
    BACKENDS.iter().map(case).collect()
}

/// The machine `cta` gives the program's first kernel this number of warps a CTA and of CTAs at a time on an SM.
fn fills_an_sm(program: &Program, shape: [i64; 2]) {
    let result = program.result(&["--machine", "cta", "--backend", BACKENDS[0]]);
    let occupancy = &result["statistics"]["kernels"][0]["occupancy"];
    let found = ["warps_per_cta", "ctas_per_sm"].map(|key| occupancy[key].as_i64().expect("a number"));
    assert_eq!(found, shape, "{occupancy}");
}

/// Registers of an SM for which the paper on ILP says how many CTAs there are at a time.
const REGISTERS: [u64; 4] = [4096, 8192, 16384, 32768];

/// Grid and CTA are those of the specification of ILP, section 8.2; registers and shared memory are the fitted ones, with which the SM of
/// the paper holds at a time as many CTAs as the table and the remarks on fewer registers say. The runs end in the first cycle.
fn has_the_shape_of_the_table(workload: &IlpWorkload) {
    let executable = compiled(&program(&workload.program).source);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    assert_eq!(workload.resident.len(), REGISTERS.len());
    for (registers, &resident) in REGISTERS.into_iter().zip(&workload.resident) {
        let of_registers = registers / (workload.registers * workload.threads);
        let of_shared = 16384u64.checked_div(workload.shared).unwrap_or(u64::MAX);
        assert_eq!(resident, of_registers.min(of_shared).min(1024 / workload.threads).min(8), "section 2.5");

        let keys = [("registers", registers), ("register_granularity", 32), ("warp_granularity", 1)];
        let sizes = [("shared_bytes", 16384), ("threads", 1024), ("warps", 32), ("ctas", 8)];
        let machine =
            keys.into_iter().chain(sizes).flat_map(|(key, n)| ["-m".into(), format!("sm.{key}={n}")]);
        let words = ["run", "--machine", "cta", "--backend", BACKENDS[0], "--max-cycles", "1", "-o"];
        let line = words.into_iter().map(String::from).chain([file.to_str().expect("UTF-8").into()]);
        let line = line.chain(machine).chain(["--".into(), executable.to_str().expect("UTF-8").into()]);
        let output = run(line.chain(workload.args.iter().cloned()));
        if resident == 0 {
            let needed = workload.registers * workload.threads;
            let refusal = format!("registers asked for: {needed}; the machine has {registers} per SM");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && said.contains(&refusal), "{said}");
            continue;
        }
        let kernel = read_json(&file)["statistics"]["kernels"][0].take();
        let product = |list: &Value| {
            list.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).product::<u64>()
        };
        assert_eq!([&kernel["grid"], &kernel["block"]].map(product), [workload.ctas, workload.threads]);
        let found = ["ctas_per_sm", "registers_per_cta", "shared_per_cta"]
            .map(|key| kernel["occupancy"][key].as_u64().expect("a number"));
        assert_eq!(
            found,
            [resident, workload.registers * workload.threads, workload.shared],
            "{registers} registers"
        );
    }
}

fn two_runs_are_equal(program: &Program) {
    let with = ["--with", "equalizer"];
    let [once, again] = [(); 2].map(|()| checked(program, &with, BACKENDS[BACKENDS.len() - 1]));
    assert!(once == again, "two runs differ");
}

fn checks_change_nothing_in_the_result() {
    let program = &programs()[0];
    let unchecked = program.result_bytes(&["--backend", BACKENDS[0]]);
    assert!(checked(program, &[], BACKENDS[0]) == unchecked, "--check shows in the result");
}

fn a_result_says_what_ran_on_what_with_every_parameter() {
    let program = &programs()[0];
    let file = result(program, &["--with", "equalizer:mode=energy"], BACKENDS[0]);
    assert_eq!(file["program"]["name"], program.name.as_str());
    assert_eq!(file["program"]["sha256"].as_str().map(str::len), Some(64));
    assert_eq!(file["configuration"]["machine"]["name"], "gtx480");
    let attachment = &file["configuration"]["attachments"][0];
    assert_eq!(attachment["name"], "equalizer");
    assert_eq!(attachment["parameters"]["mode"], "energy");
    assert_eq!(attachment["parameters"]["hyst_epochs"], "3");
    assert!(file["partial"].is_null());
    let text = serde_json::to_string(&file).expect("JSON");
    let here = std::env::current_dir().expect("a current folder");
    assert!(!text.contains(here.to_str().expect("UTF-8")), "an absolute path is in the result");
}
