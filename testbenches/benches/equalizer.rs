// SPDX-License-Identifier: Apache-2.0
//! Cost of the units of Equalizer on the paper's machine. One iteration is 1000 cycles, so microseconds read as
//! nanoseconds per cycle.

use divan::{counter::ItemsCount, Bencher};
use warpsmith_cosim::{ModelAndRtl, Rtl};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{fm, sm, EqFm, EqSm};
use warpsmith_units::{Stimulus, Unit};

const CYCLES: usize = 1000;

fn main() {
    divan::main();
}

/// Inputs of one iteration: every one new, or all the same with nothing happening.
const STIMULI: [&str; 2] = ["random", "quiet"];

fn sm_inputs(stimulus: &str) -> Vec<sm::In> {
    let params = Params::FERMI;
    let mut environment = sm::Environment::new(&params, 1);
    let mut model = sm::Model::new(&params);
    let mut out = sm::Out::default();
    let mut random = || {
        let input = environment.next_input(&out);
        out = model.step(&input);
        input
    };
    let start: Vec<_> = (0..CYCLES).map(|_| random()).collect();
    match stimulus {
        "quiet" => {
            vec![sm::In { kernel_start: false, cta_launch: 0, cta_done: 0, ..start[CYCLES - 1] }; CYCLES]
        }
        _ => start,
    }
}

fn fm_inputs(stimulus: &str) -> Vec<fm::In> {
    let mut environment = fm::Environment::new(&Params::FERMI, 1);
    match stimulus {
        "quiet" => vec![fm::In::default(); CYCLES],
        _ => (0..CYCLES).map(|_| environment.next_input(&fm::Out::default())).collect(),
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

#[divan::bench(args = STIMULI)]
fn eq_sm_model(bencher: Bencher, stimulus: &str) {
    run(bencher, sm::Model::new(&Params::FERMI), sm_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn eq_sm_rtl(bencher: Bencher, stimulus: &str) {
    run(bencher, Rtl::<EqSm>::new(&Params::FERMI).unwrap(), sm_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn eq_sm_rtl_traced(bencher: Bencher, stimulus: &str) {
    let dir = tempfile::tempdir().unwrap();
    let mut rtl = Rtl::<EqSm>::traceable(&Params::FERMI).unwrap();
    rtl.trace(&dir.path().join("bench.fst")).unwrap();
    run(bencher, rtl, sm_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn eq_sm_lockstep(bencher: Bencher, stimulus: &str) {
    run(bencher, ModelAndRtl::<EqSm>::of(&Params::FERMI).unwrap(), sm_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn eq_fm_model(bencher: Bencher, stimulus: &str) {
    run(bencher, fm::Model::new(&Params::FERMI), fm_inputs(stimulus));
}

#[divan::bench(args = STIMULI)]
fn eq_fm_rtl(bencher: Bencher, stimulus: &str) {
    run(bencher, Rtl::<EqFm>::new(&Params::FERMI).unwrap(), fm_inputs(stimulus));
}
