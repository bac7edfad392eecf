// SPDX-License-Identifier: Apache-2.0
//! Runs with random options of every program of the manifest: nothing comes to a standstill, no invariant of the cycle model
//! breaks, and each program computes what the CPU does.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use std::ops::Range;

use crate::cases::Case;
use crate::{programs, run, Program};

/// Cycles after which a run stands still: many times those of the slowest.
const LIMIT: u64 = 20_000_000;

/// A machine whose L1 refuses sooner or later.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    name: &'static str,
    sms: u32,
    pub mshrs: u32,
    pub miss_queue: u32,
    ldst_queue: u32,
}

/// The machine of this name with another number of SMs, and other resources of the L1 and the LD/ST unit.
pub fn machine(name: &'static str, mshrs: Range<u32>) -> impl Strategy<Value = Machine> {
    let resources = (1u32..4, mshrs, 2u32..12, 1u32..6);
    resources.prop_map(move |(sms, mshrs, miss_queue, ldst_queue)| Machine {
        name,
        sms,
        mshrs,
        miss_queue,
        ldst_queue,
    })
}

impl Machine {
    /// The options of a run on it with a unit.
    pub fn with(&self, unit: String) -> Vec<String> {
        let keys = [
            format!("sm.count={}", self.sms),
            format!("l1.mshrs={}", self.mshrs),
            format!("l1.miss_queue={}", self.miss_queue),
            format!("sm.ldst_queue={}", self.ldst_queue),
        ];
        let keys = keys.into_iter().flat_map(|key| ["-m".to_string(), key]);
        let machine = ["--machine", self.name].map(String::from);
        machine.into_iter().chain(keys).chain(["--with".into(), unit]).collect()
    }
}

/// A case a program, with options from `options`; `seed` is that of the draw, beside the program's place in the manifest.
pub fn cases<S>(seed: u8, options: fn() -> S) -> impl Iterator<Item = Case>
where
    S: Strategy<Value = Vec<String>> + 'static,
{
    programs().into_iter().enumerate().map(move |(number, program)| {
        let name = program.name.clone();
        let mut random = [seed; 32];
        random[..8].copy_from_slice(&(number as u64).to_le_bytes());
        Case::new("any_parameters_on_any_machine", &[&name], move || passes(&program, &random, options()))
    })
}

/// Random runs a program: one in every test run, more on demand (`PROPTEST_CASES`).
fn runs() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn passes(program: &Program, seed: &[u8], options: impl Strategy<Value = Vec<String>>) {
    let config = ProptestConfig { cases: runs(), failure_persistence: None, ..Default::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, seed);
    let checked = TestRunner::new_with_rng(config, random).run(&options, |options| {
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
