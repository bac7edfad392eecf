// SPDX-License-Identifier: Apache-2.0
//! Test vectors: recorded runs replay to the same outputs, and inputs that no environment gives are no reason to panic.

use std::cell::RefCell;

use warpsmith_testbenches::{bench_watched, replay, BenchError, Netlists};
use warpsmith_units::equalizer::EqFm;
use warpsmith_units::{Module, Parameters, PortSpec, Ports, Rng, Step, TestVector};

/// A module in configuration `tiny`.
#[derive(Clone)]
struct Tiny {
    unit: &'static str,
    module: &'static str,
    params: Parameterised,
    inputs: Vec<PortSpec>,
}

impl Tiny {
    fn of<M: Module>(unit: &'static str) -> Tiny {
        let params = M::Params::named("tiny").unwrap();
        Tiny { unit, module: M::NAME, params: params.values(), inputs: M::In::specs(&params) }
    }

    fn vector(&self, steps: Vec<Step>) -> TestVector {
        let reset = Step::from([("reset".to_string(), "0x1".to_string())]);
        TestVector {
            unit: self.unit.to_string(),
            module: self.module.to_string(),
            configuration: "tiny".to_string(),
            parameters: self.params.iter().map(|(k, v)| (k.to_string(), v.clone())).collect(),
            about: "a test".to_string(),
            steps: [vec![reset], steps].concat(),
        }
    }
}

macro_rules! tiny {
    ($($unit:ident: $($module:ident)+;)*) => {
        vec![$($(Tiny::of::<warpsmith_units::$unit::$module>(stringify!($unit))),+),*]
    };
}

/// The modules of all units.
fn modules() -> Vec<Tiny> {
    warpsmith_units::units!(tiny)
}

/// The frequency manager of Equalizer.
fn eq_fm() -> Tiny {
    Tiny::of::<EqFm>("equalizer")
}

type Parameterised = Vec<(&'static str, String)>;

fn step(inputs: &[(&'static str, String)]) -> Step {
    inputs.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
}

/// The outputs in each cycle.
fn outputs(vector: &TestVector) -> Vec<Step> {
    let seen = RefCell::new(Vec::new());
    replay(vector, None, None, &|_, _, outputs| seen.borrow_mut().push(step(outputs)))
        .unwrap_or_else(|e| panic!("{e}"));
    seen.into_inner()
}

#[test]
fn the_recorded_inputs_of_a_random_run_replay_to_its_outputs_and_again_after_a_reset() {
    for tiny in modules() {
        let Tiny { unit, module, .. } = tiny;
        let recorded = RefCell::new((Vec::new(), Vec::new()));
        bench_watched(unit, "tiny", 3000, 1, &|top, inputs, outputs| {
            if top == module {
                let (i, o) = &mut *recorded.borrow_mut();
                i.push(step(inputs));
                o.push(step(outputs));
            }
        })
        .unwrap();
        let (inputs, expected) = recorded.into_inner();
        assert_eq!(expected.len(), 3000);
        let once = tiny.vector(inputs);
        assert_eq!(outputs(&once), expected, "{module}");
        let twice = TestVector { steps: [once.steps.clone(), once.steps.clone()].concat(), ..once };
        assert_eq!(outputs(&twice), [expected.clone(), expected].concat(), "{module}");
    }
}

#[test]
fn inputs_of_any_bits_end_in_a_report_or_an_error_but_not_in_a_panic() {
    for tiny in modules() {
        let Tiny { module, inputs, .. } = &tiny;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut value = |width: usize| {
                let words = width.div_ceil(64);
                let bits: Vec<u64> = (0..words).map(|_| rng.bits() & rng.bits()).collect();
                let top = bits[words - 1] >> (64 * words - width);
                let low = bits[..words - 1].iter().map(|word| format!("{word:016x}"));
                low.fold(format!("{top:#x}"), |text, word| text + &word)
            };
            let steps = (0..200).map(|_| {
                inputs.iter().map(|port| (port.name.to_string(), value(port.width))).collect::<Step>()
            });
            let vector = tiny.vector(steps.collect());
            match replay(&vector, None, None, &|_, _, _| {}) {
                Ok(_) => {}
                // No environment completes requests that are not in flight: model and RTL may differ then.
                Err(BenchError::Replay { .. }) => {}
                Err(e) => panic!("{module}, seed {seed}: {e}"),
            }
        }
    }
}

#[test]
fn a_vector_of_an_unknown_unit_module_or_configuration_says_which() {
    let good = eq_fm().vector(Vec::new());
    let text = |vector: &TestVector| replay(vector, None, None, &|_, _, _| {}).unwrap_err().to_string();
    let unit = TestVector { unit: "mascara".to_string(), ..good.clone() };
    assert!(text(&unit).contains("no unit `mascara` has a bench"), "{}", text(&unit));
    let module = TestVector { module: "eq_xx".to_string(), ..good.clone() };
    assert!(text(&module).contains("equalizer has no top module `eq_xx`"), "{}", text(&module));
    let configuration = TestVector { configuration: "huge".to_string(), ..good };
    assert!(text(&configuration).contains("no configuration `huge`"), "{}", text(&configuration));
}

#[test]
fn a_replay_on_verilog_with_a_fault_names_the_step() {
    let emitted = warpsmith_hdl::units::emit("equalizer", "tiny", &[]).unwrap();
    let vector = eq_fm().vector(vec![Step::new(); 5]);
    let run = |text: &str| {
        let verilog = |_: &str| Ok(text.to_string());
        replay(&vector, None, Some(&Netlists::new(&verilog).unwrap()), &|_, _, _| {})
    };
    let text = emitted.text();
    assert_eq!(run(&text).unwrap().runs[0].cycles, 5);
    let fault = text.replacen("level <= 2'd1;", "level <= 2'd2;", 1);
    assert_ne!(fault, text);
    let e = run(&fault).unwrap_err().to_string();
    assert!(e.starts_with("step 1 of the replay") && e.contains("port `sm_level` is 0x2"), "{e}");
}
