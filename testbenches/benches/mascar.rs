// SPDX-License-Identifier: Apache-2.0
//! Cost of the modules of Mascar in the paper's configuration. One iteration is 1000 cycles, so microseconds read as
//! nanoseconds per cycle.

use divan::{counter::ItemsCount, Bencher};
use warpsmith_cosim::Rtl;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sched, Rexq, Sched};
use warpsmith_units::{Module, Stimulus, Unit};

const CYCLES: usize = 1000;

fn main() {
    divan::main();
}

/// Inputs of one iteration: every one new, or all the same with nothing to issue or to send.
const STIMULI: [&str; 2] = ["random", "quiet"];

/// The same, and random ones in which four warps at most are ready, as in a saturated SM.
const SCHED_STIMULI: [&str; 3] = ["random", "few ready", "quiet"];

fn sched_inputs(stimulus: &str) -> Vec<sched::In> {
    let mut environment = sched::Environment::new(&Params::PAPER, 1);
    match stimulus {
        "few ready" => {
            let few = |i: sched::In| sched::In { ops_ready: i.ops_ready & 0x8410_0008, ..i };
            (0..CYCLES).map(|_| few(environment.next_input(&sched::Out::default()))).collect()
        }
        "quiet" => vec![
            sched::In {
                ib_valid: 0,
                rexq_head_v: false,
                rexq_head_leaves: false,
                ..environment.next_input(&sched::Out::default())
            };
            CYCLES
        ],
        _ => (0..CYCLES).map(|_| environment.next_input(&sched::Out::default())).collect(),
    }
}

fn rexq_inputs(stimulus: &str) -> Vec<rexq::In> {
    let mut environment = rexq::Environment::new(&Params::PAPER, 1);
    let mut model = rexq::Model::new(&Params::PAPER);
    let mut out = rexq::Out::default();
    let mut random = || {
        let input = environment.next_input(&out);
        out = model.step(&input);
        input
    };
    match stimulus {
        "quiet" => vec![rexq::In::default(); CYCLES],
        _ => (0..CYCLES).map(|_| random()).collect(),
    }
}

fn run<U: Unit>(bencher: Bencher, mut unit: U, inputs: Vec<U::In>) {
    unit.reset();
    bencher.counter(ItemsCount::new(CYCLES)).bench_local(|| {
        for input in &inputs {
            divan::black_box(unit.step(divan::black_box(input)));
        }
    });
}

fn rtl<T: Module<Params = Params>>() -> Rtl<T> {
    Rtl::new(&Params::PAPER).expect("the paper's configuration is compiled")
}

#[divan::bench(args = SCHED_STIMULI)]
fn mascar_sched_model(bencher: Bencher, stimulus: &str) {
    run(bencher, sched::Model::new(&Params::PAPER), sched_inputs(stimulus));
}

#[divan::bench(args = SCHED_STIMULI)]
fn mascar_sched_rtl(bencher: Bencher, stimulus: &str) {
    run(bencher, rtl::<Sched>(), sched_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn mascar_rexq_model(bencher: Bencher, stimulus: &str) {
    run(bencher, rexq::Model::new(&Params::PAPER), rexq_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn mascar_rexq_rtl(bencher: Bencher, stimulus: &str) {
    run(bencher, rtl::<Rexq>(), rexq_inputs(stimulus));
}
