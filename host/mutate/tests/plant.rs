// SPDX-License-Identifier: Apache-2.0
//! Faults are drawn by seed, planted side by side, and told from changes that make no difference.

use warpsmith_hdl::units::{emit, Emitted};
use warpsmith_mutate::{Fault, Planted};
use warpsmith_prove::{equalities, Aim, Difference, Limits, Proof, Prover, Variant, Verdict};
use warpsmith_synth::names::own;

/// The tools and a unit, or `None` where the tools may be missing; with `CI=true` they must be there.
fn prover() -> Option<(Prover, Emitted)> {
    match Prover::find() {
        Ok(prover) => Some((prover, emit("equalizer", "tiny", &[]).unwrap())),
        Err(e) if std::env::var("CI").as_deref() == Ok("true") => panic!("{e}"),
        Err(e) => {
            println!("skipped: {e}");
            None
        }
    }
}

#[test]
fn a_seed_fixes_the_draw_which_spreads_over_the_modules_and_leaves_the_clock_alone() {
    let Some((_, emitted)) = prover() else { return };
    // So many that each module has its share whichever the version of yosys.
    let draw = |seed| Planted::draw(&emitted, "eq_fm", 128, seed).unwrap();
    let (first, again, other) = (draw(1), draw(1), draw(2));
    assert_eq!((&first.faults, &first.verilog), (&again.faults, &again.verilog));
    assert_ne!(first.faults, other.faults);
    for planted in [first, other] {
        assert!(planted.faults.len() > 40, "{}", planted.faults.len());
        assert!(planted.faults.iter().all(|f| !f.pin.ends_with("CLK") && f.pin != "clock"));
        for module in ["eq_fm", "eq_ballot", "eq_regulator", "popcount"] {
            let inside = planted.faults.iter().filter(|f| own(&f.module) == module).count();
            assert!(inside >= 4, "{module}: {inside}");
        }
    }
}

#[test]
fn without_a_fault_there_is_no_difference_and_a_fault_is_shown_by_inputs() {
    let Some((prover, emitted)) = prover() else { return };
    let planted = Planted::draw(&emitted, "eq_fm", 8, 1).unwrap();
    let emitted = emitted.with_text(&planted.verilog);
    let difference = |value| {
        let variant = Variant { emitted: &emitted, module: "eq_fm", select: "fault", value };
        prover.difference(&variant, Limits::default()).unwrap()
    };
    assert_eq!(difference(0), Difference::None);
    // Which faults are drawn depends on the version of yosys; some change nothing, others show at once.
    let shown = planted.faults.iter().find_map(|fault| match difference(fault.number) {
        Difference::Shown(steps) => (steps.len() > 8).then_some(steps),
        _ => None,
    });
    let steps = shown.expect("no fault makes a difference that takes some cycles");
    assert!(steps.len() > 8 && steps[0]["reset"] == "0x1", "{steps:?}");
}

#[test]
fn a_fault_alone_is_in_one_module_and_needs_no_selection() {
    let Some((_, emitted)) = prover() else { return };
    let planted = Planted::draw(&emitted, "eq_fm", 8, 1).unwrap();
    let alone = planted.mutant(&planted.faults[0]).unwrap();
    assert!(planted.verilog.contains("fault == 16'h0001") && !alone.contains("fault"));
}

#[test]
fn a_model_finds_a_fault_in_a_module_inside() {
    let Some((prover, emitted)) = prover() else { return };
    let planted = Planted::draw(&emitted, "eq_sm", 64, 1).unwrap();
    let inside = |fault: &&Fault| own(&fault.module) == "eq_decision";
    let model = equalities().iter().find(|p| p.name == "eq_decision_model").unwrap();
    let found = planted.faults.iter().filter(inside).any(|fault| {
        let emitted = emitted.with_text(&planted.mutant(fault).unwrap());
        let (engine, aim, limits) = (None, Aim::Counterexample, Limits::default());
        let proof = Proof { property: model, configuration: "tiny", engine, aim, limits };
        matches!(prover.prove_of(&proof, &emitted).unwrap().verdict, Verdict::Refuted(_))
    });
    assert!(found, "no fault of the decision differs from its model");
}
