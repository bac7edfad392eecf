// SPDX-License-Identifier: Apache-2.0
//! The runtime of the Verilated units.

use std::convert::Infallible;
use std::num::NonZero;

use warpsmith_cosim::{Lockstep, NoRtl, Rtl, WAVE_WINDOW};
use warpsmith_synth::in_parallel;
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::{self, Environment};
use warpsmith_units::equalizer::{EqFm, EqSm};
use warpsmith_units::mascar::{self, Rexq};
use warpsmith_units::{Combinational, Module, Parameters, Ports, Snapshot, Stimulus, Unit};

/// Outputs of `cycles` cycles of random stimulus.
fn outputs(unit: &mut impl Unit<In = sm::In, Out = sm::Out>, params: &Params, cycles: u32) -> Vec<sm::Out> {
    let mut environment = Environment::new(params, 3);
    let mut out = sm::Out::default();
    let mut step = || {
        out = unit.step(&environment.next_input(&out));
        out
    };
    (0..cycles).map(|_| step()).collect()
}

#[test]
fn waveforms_are_built_in_where_the_module_says_so() {
    let built_in = |name| Rtl::<EqFm>::traceable_if_built_in(&Params::named(name).unwrap()).is_some();
    assert!(built_in("fermi") && !built_in("small"));
}

#[test]
fn parameters_that_no_configuration_has_are_compiled_when_they_are_needed() {
    let params = Params { hyst_epochs: 4, ..Params::FERMI };
    let expected = outputs(&mut sm::Model::new(&params), &params, 20_000);
    assert!(outputs(&mut Rtl::<EqSm>::new(&params).unwrap(), &params, 20_000) == expected);
}

#[test]
fn parameters_without_verilog_are_an_error_that_names_them() {
    let params = Params { hyst_epochs: 0, ..Params::FERMI };
    let error = Rtl::<EqSm>::new(&params).err().expect("it is out of range");
    assert!(matches!(error, NoRtl::Verilog { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("eq_sm (fermi:hyst_epochs=0)") && text.contains("1..=7"), "{text}");
}

#[test]
fn both_flavours_and_the_model_give_the_same_outputs() {
    for name in Params::NAMED {
        let params = Params::named(name).unwrap();
        let expected = outputs(&mut sm::Model::new(&params), &params, 10_000);
        assert!(
            outputs(&mut Rtl::<EqSm>::new(&params).unwrap(), &params, 10_000) == expected,
            "{name}, plain"
        );
        assert!(
            outputs(&mut Rtl::<EqSm>::traceable(&params).unwrap(), &params, 10_000) == expected,
            "{name}, traced"
        );
    }
}

#[test]
fn reset_returns_to_the_state_after_creation() {
    let params = Params::SMALL;
    let mut rtl = Rtl::<EqSm>::new(&params).unwrap();
    let first = outputs(&mut rtl, &params, 5_000);
    rtl.reset();
    assert!(outputs(&mut rtl, &params, 5_000) == first);
}

#[test]
fn bits_above_a_ports_width_are_ignored() {
    let params = Params::SMALL;
    let (mut clean, mut dirty) = (Rtl::<EqSm>::new(&params).unwrap(), Rtl::<EqSm>::new(&params).unwrap());
    let mut model = sm::Model::new(&params);
    let mut environment = Environment::new(&params, 5);
    let mut out = sm::Out::default();
    for _ in 0..20_000 {
        let input = environment.next_input(&out);
        let mut noise = input;
        let high = u64::MAX << params.n_warps;
        for vector in [&mut noise.slot_live, &mut noise.ib_valid, &mut noise.sb_ready, &mut noise.issued] {
            *vector |= high;
        }
        noise.warp_cta[params.n_warps as usize * params.cta_id_width()..].fill(true);
        noise.cta_done |= u32::MAX << params.n_cta;
        noise.cta_launch |= u32::MAX << params.n_cta;
        out = clean.step(&input);
        assert_eq!(dirty.step(&noise), out);
        assert_eq!(model.step(&noise), out);
    }
}

#[test]
fn units_can_be_stepped_by_other_threads() {
    let params = Params::SMALL;
    let expected = outputs(&mut sm::Model::new(&params), &params, 20_000);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let mut rtl = Rtl::<EqSm>::new(&params).unwrap();
            let (params, expected) = (&params, &expected);
            scope.spawn(move || assert!(outputs(&mut rtl, params, 20_000) == *expected));
        }
    });
}

#[test]
fn a_waveform_is_written_and_an_impossible_path_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run.fst");
    let params = Params::SMALL;
    let mut rtl = Rtl::<EqSm>::traceable(&params).unwrap();
    rtl.trace(&path).unwrap();
    outputs(&mut rtl, &params, 1000);
    rtl.end_trace().unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() > 1000);
    rtl.trace("/dev/full".as_ref()).unwrap();
    outputs(&mut rtl, &params, 1000);
    assert_eq!(rtl.end_trace().unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    assert!(rtl.trace(&dir.path().join("no/such/folder.fst")).is_err());
    assert!(Rtl::<EqSm>::new(&params).unwrap().trace(&path).is_err(), "the plain flavour has no waveform");
}

/// Runs `first` for a while, gives its state to `second`, and checks that both go on alike. `second` has seen other
/// inputs before, so that the restored state matters.
fn goes_on_from_a_snapshot<U>(mut first: U, mut second: U, mut next_input: impl FnMut(&U::Out) -> U::In)
where
    U: Unit<Out: Ports> + Snapshot,
{
    let mut out = U::Out::default();
    for cycle in 0..20_000 {
        if cycle == 9_000 {
            second.restore(first.snapshot()).unwrap();
        }
        let input = next_input(&out);
        out = first.step(&input);
        if !(777..9_000).contains(&cycle) {
            let seconds = second.step(&input);
            assert!(cycle < 9_000 || seconds == out, "cycle {cycle}");
        }
    }
}

/// Does so with model, RTL and both in lockstep.
fn backends_go_on_from_a_snapshot<M: Module>(name: &str) {
    let params = &M::Params::named(name).unwrap();
    let stimulus = || {
        let mut environment = M::Environment::new(params, 11);
        move |out: &M::Out| environment.next_input(out)
    };
    let rtl = || Rtl::<M>::new(params).unwrap();
    goes_on_from_a_snapshot(M::model(params), M::model(params), stimulus());
    goes_on_from_a_snapshot(rtl(), rtl(), stimulus());
    let pair = || Lockstep::new(M::NAME, M::model(params), rtl());
    let traced = || pair().with_waveform(Rtl::<M>::traceable(params).unwrap(), "unused.fst".as_ref());
    if name == "small" {
        goes_on_from_a_snapshot(traced(), traced(), stimulus());
    } else {
        goes_on_from_a_snapshot(pair(), pair(), stimulus());
    }
}

/// A configuration, and the function for its module.
type Job = (&'static str, fn(&str));

fn jobs<M: Module>() -> impl Iterator<Item = Job> {
    M::BENCHED.iter().map(|name| (*name, backends_go_on_from_a_snapshot::<M> as fn(&str)))
}

/// Those of every module of every unit.
macro_rules! every_module {
    ($($unit:ident: $($module:ident)+;)*) => {
        std::iter::empty()$($(.chain(jobs::<warpsmith_units::$unit::$module>()))+)*
    };
}

#[test]
fn a_unit_that_is_given_the_state_of_another_goes_on_as_that_one() {
    check_those(|configuration| configuration.starts_with("tiny"));
}

#[test]
#[ignore = "compiles every unit in every configuration for minutes: scripts/test.sh --all"]
fn a_unit_of_any_size_that_is_given_the_state_of_another_goes_on_as_that_one() {
    check_those(|configuration| !configuration.starts_with("tiny"));
}

/// On all cores: most of the time goes into compiling what is Verilated.
fn check_those(wanted: fn(&str) -> bool) {
    let all = warpsmith_units::units!(every_module);
    let jobs: Vec<Job> = all.filter(|(configuration, _)| wanted(configuration)).collect();
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let done = in_parallel(cores, &jobs, |(name, check)| {
        check(name);
        Ok::<_, Infallible>(())
    });
    done.unwrap();
}

#[test]
fn asking_for_the_outputs_before_the_edge_changes_nothing() {
    let params = mascar::params::Params::SMALL;
    let (mut asked, mut not) = (Rtl::<Rexq>::new(&params).unwrap(), Rtl::<Rexq>::new(&params).unwrap());
    let mut environment = mascar::rexq::Environment::new(&params, 3);
    let mut out = mascar::rexq::Out::default();
    for cycle in 0..5_000 {
        let input = environment.next_input(&out);
        let other = mascar::rexq::In { l1_ack: !input.l1_ack, ..input };
        let before = (asked.eval(&other), asked.eval(&input));
        assert_eq!((before.0.l1_v, before.0.count), (before.1.l1_v, out.count), "cycle {cycle}");
        let stepped = asked.step(&input);
        assert_eq!((before.1.lsu_rdy, before.1.l1_base), (stepped.lsu_rdy, stepped.l1_base), "cycle {cycle}");
        out = not.step(&input);
        assert_eq!(stepped, out, "cycle {cycle}");
    }
}

/// Inputs stay for up to 60 cycles, in which the unit may come to rest; it is then left out until they change. One that is asked under
/// other inputs in each cycle never is.
#[test]
fn a_unit_whose_inputs_stay_goes_on_as_one_that_is_stepped_in_every_cycle() {
    let params = mascar::params::Params::SMALL;
    let [mut rests, mut not] = [(); 2].map(|()| Rtl::<Rexq>::new(&params).unwrap());
    let mut environment = mascar::rexq::Environment::new(&params, 7);
    let mut out = mascar::rexq::Out::default();
    for turn in 0..2_000 {
        let input = environment.next_input(&out);
        for cycle in 0..=turn % 61 {
            not.eval(&mascar::rexq::In { l1_ack: !input.l1_ack, ..input });
            out = not.step(&input);
            assert_eq!(rests.step(&input), out, "cycle {cycle} of turn {turn}");
        }
        assert_eq!(rests.eval(&input), not.eval(&input), "turn {turn}");
        if turn % 50 == 0 {
            // With the state of before, it does not rest with the inputs of before.
            let state = not.snapshot();
            rests.restore(state.clone()).unwrap();
            not.restore(state).unwrap();
        }
    }
}

#[test]
fn rtl_refuses_the_state_of_other_rtl_and_keeps_its_own() {
    let (small, fermi) = (Rtl::<EqSm>::new(&Params::SMALL).unwrap(), Params::FERMI);
    let mut rtl = Rtl::<EqSm>::new(&fermi).unwrap();
    let before = rtl.snapshot();
    for foreign in [small.snapshot(), vec![], vec![0; before.len()], before[1..].to_vec()] {
        let error = rtl.restore(foreign).unwrap_err().to_string();
        assert!(error.contains("eq_sm"), "{error}");
    }
    assert_eq!(rtl.snapshot(), before);
}

/// The RTL, with one output wrong in one cycle.
struct Broken {
    rtl: Rtl<EqSm>,
    cycle: u64,
    wrong: u64,
}

impl Unit for Broken {
    type In = sm::In;
    type Out = sm::Out;

    fn reset(&mut self) {
        self.rtl.reset();
    }

    fn step(&mut self, input: &sm::In) -> sm::Out {
        let mut out = self.rtl.step(input);
        out.pause_cta ^= u32::from(self.cycle == self.wrong) << 2;
        self.cycle += 1;
        out
    }
}

#[test]
fn lockstep_names_cycle_port_values_and_the_last_inputs_and_goes_on_with_the_model() {
    let params = Params::SMALL;
    let expected = outputs(&mut sm::Model::new(&params), &params, 2000);
    let broken = Broken { rtl: Rtl::<EqSm>::new(&params).unwrap(), cycle: 0, wrong: 1234 };
    let mut lockstep = Lockstep::new("eq_sm", sm::Model::new(&params), broken);
    assert!(outputs(&mut lockstep, &params, 2000) == expected);
    let d = lockstep.divergence().expect("a divergence");
    assert_eq!((d.unit, d.cycle, d.port), ("eq_sm", 1234, "pause_cta"));
    assert_eq!((d.expected.as_str(), d.got.as_str()), ("0x0", "0x4"));
    assert_eq!(d.last_inputs.len(), 16);
    let text = d.to_string();
    assert!(
        text.contains("cycle 1219:") && text.contains("cycle 1234:") && text.contains("ib_valid=0x"),
        "{text}"
    );
}

/// A model that differs from the RTL in a late cycle, so that the twin has lagged and caught up.
#[test]
fn a_divergence_writes_a_waveform_of_the_last_window() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("divergence.fst");
    let params = Params::SMALL;
    let mut other = params.clone();
    other.hyst_epochs = 2;
    let rtl: Rtl<EqSm> = Rtl::new(&params).unwrap();
    let lockstep = Lockstep::new(EqSm::NAME, sm::Model::new(&other), rtl);
    let mut lockstep = lockstep.with_waveform(Rtl::traceable(&params).unwrap(), &path);
    outputs(&mut lockstep, &params, 4 * WAVE_WINDOW as u32);
    let d = lockstep.divergence().expect("a divergence");
    assert_eq!(d.port, "num_blocks");
    assert_eq!(d.wave, Some(Ok(path.clone())));
    assert!(d.to_string().contains(&path.display().to_string()));
    assert!(std::fs::metadata(&path).unwrap().len() > 1000);
    assert!(d.last_inputs[15].values().len() > 10);
}
