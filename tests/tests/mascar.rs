// SPDX-License-Identifier: Apache-2.0
//! Mascar with random parameters, on random machines, under every program of the manifest: nothing comes to a standstill,
//! no invariant of the cycle model breaks, and each program computes what the CPU does.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use warpsmith_tests::{compiled, programs, run};

/// Cycles after which a run stands still: many times those of the slowest.
const LIMIT: u64 = 20_000_000;

/// Random cases: few in every test run, more on demand (`PROPTEST_CASES`).
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

/// The options of a run: parameters of Mascar, and a machine that saturates sooner or later.
fn options() -> impl Strategy<Value = Vec<String>> {
    let machine = (1u32..4, 8u32..80, 2u32..12, 1u32..6);
    let params = (1u32..40, 1u32..6, prop_oneof![0u32..3, 0u32..=64], any::<[bool; 6]>());
    (machine, params).prop_map(|((sms, mshrs, miss_queue, ldst_queue), (mshr_margin, mq_margin, entries, on))| {
        let [waits, grandfather, merges, bypass, sched, rexq] = on.map(u32::from);
        // One half at least is in use.
        let rexq = rexq | (1 - sched);
        let (mshr_margin, mq_margin) = (mshr_margin.min(mshrs / 2), mq_margin.min(miss_queue / 2));
        let mascar = format!(
            "mascar:mshr_margin={mshr_margin},mq_margin={mq_margin},rexq_entries={entries},release_waits={waits},\
             grandfather={grandfather},nonowner_merge={merges},owner_bypass_full={bypass},sched_en={sched},rexq_en={rexq}"
        );
        let machine = [
            format!("sm.count={sms}"),
            format!("l1.mshrs={mshrs}"),
            format!("l1.miss_queue={miss_queue}"),
            format!("sm.ldst_queue={ldst_queue}"),
        ];
        let machine = machine.into_iter().flat_map(|key| ["-m".to_string(), key]);
        ["--machine", "mascar"].map(String::from).into_iter().chain(machine).chain(["--with".into(), mascar]).collect()
    })
}

#[test]
fn no_parameters_bring_any_program_to_a_standstill_or_change_what_it_computes() {
    let programs = programs();
    let config = ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let case = (any::<prop::sample::Index>(), options());
    let checked = runner.run(&case, |(which, options)| {
        let program = which.get(&programs);
        let executable = compiled(&program.source);
        let mut line: Vec<String> = ["run", "--backend", "model", "--check"].map(String::from).into();
        line.extend(["--max-cycles".to_string(), LIMIT.to_string()]);
        line.extend(options);
        line.extend(["--".to_string(), executable.to_str().expect("UTF-8").to_string()]);
        line.extend(program.args_small.iter().cloned());
        let output = run(&line);
        let said = String::from_utf8_lossy(&output.stdout);
        let passed = output.status.success() && said.lines().any(|l| l.starts_with("PASS"));
        let why = String::from_utf8_lossy(&output.stderr);
        prop_assert!(passed, "again with:\nwarpsmith {}\n\n{said}{why}", line.join(" "));
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
}
