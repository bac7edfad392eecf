// SPDX-License-Identifier: Apache-2.0
//! Mascar with random parameters, on random machines, under every program of the manifest: nothing comes to a standstill,
//! no invariant of the cycle model breaks, and each program computes what the CPU does.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use warpsmith_tests::cases::{self, Case};
use warpsmith_tests::{programs, run, Program};

/// Cycles after which a run stands still: many times those of the slowest.
const LIMIT: u64 = 20_000_000;

fn main() {
    let case = |(number, program): (usize, Program)| {
        let name = program.name.clone();
        Case::new("any_parameters_on_any_machine", &[&name], move || passes(&program, number))
    };
    cases::main(programs().into_iter().enumerate().map(case))
}

/// Random cases a program: one in every test run, more on demand (`PROPTEST_CASES`).
fn cases_of_a_program() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
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

/// The program, which has this place in the manifest, is run with its own random cases.
fn passes(program: &Program, number: usize) {
    let config =
        ProptestConfig { cases: cases_of_a_program(), failure_persistence: None, ..Default::default() };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let checked = TestRunner::new_with_rng(config, random).run(&options(), |options| {
        let mut line: Vec<String> = ["run", "--backend", "model", "--check"].map(String::from).into();
        line.extend(["--max-cycles".to_string(), LIMIT.to_string()]);
        line.extend(options);
        line.extend(program.words());
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
