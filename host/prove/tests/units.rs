// SPDX-License-Identifier: Apache-2.0
//! Real proofs of the units' RTL.

use warpsmith_hdl::units::Emitted;
use warpsmith_prove::{
    all, equalities, Aim, Engine, Limits, Outcome, Proof, Property, Prover, Text, Verdict,
};

/// The tools, or `None` where they may be missing; with `CI=true` they must be there.
fn prover() -> Option<Prover> {
    match Prover::find() {
        Ok(prover) => Some(prover),
        Err(e) if std::env::var("CI").as_deref() == Ok("true") => panic!("{e}"),
        Err(e) => {
            println!("skipped: {e}");
            None
        }
    }
}

fn prove(prover: &Prover, property: &Property, engine: Option<Engine>) -> Outcome {
    let proof = Proof {
        property,
        configuration: property.configuration,
        engine,
        aim: Aim::Proof,
        limits: Limits::default(),
    };
    prover.prove(&proof).unwrap_or_else(|e| panic!("{}: {e}", property.name))
}

/// The proofs as they were made last, each a row with its seconds at the end.
const PAGE: &str = include_str!("../../../docs/proofs.md");

/// Seconds up to which a proof is a quick one.
const QUICK: f64 = 3.0;

/// Whether the page says that a proof takes longer than [`QUICK`].
fn is_slow(property: &Property) -> bool {
    let Property { unit, module, name, configuration, .. } = property;
    let row = format!("| {unit} | {module} | {name} | {configuration} |");
    let seconds = PAGE.lines().find(|line| line.starts_with(&row)).and_then(|line| line.split(" | ").last());
    seconds.is_some_and(|text| text.trim_end_matches(" |").parse::<f64>().expect("seconds") > QUICK)
}

/// Proves the quick or the slow ones of these.
fn prove_those(properties: impl Iterator<Item = &'static Property>, slow: bool) {
    let Some(prover) = prover() else { return };
    for property in properties.filter(|property| is_slow(property) == slow) {
        let outcome = prove(&prover, property, None);
        println!("{} {} {} {:.1}", property.name, property.configuration, outcome.engine, outcome.seconds);
        // Where the engine has a depth, that is what holds.
        let wanted = match outcome.engine {
            Engine::Bounded(depth) => Verdict::Bounded(depth),
            _ => Verdict::Proved,
        };
        assert_eq!(outcome.verdict, wanted, "{} of {}", property.name, property.configuration);
    }
}

fn prove_invariants(unit: &str, slow: bool) {
    prove_those(all().iter().filter(|property| property.unit == unit), slow);
}

/// A test for each unit.
macro_rules! tests {
    ($($unit:ident: $($module:ident)+;)*) => {
        mod the_quick_invariants_are_proved_of_the_rtl {
            $(
                #[test]
                fn $unit() {
                    super::prove_invariants(stringify!($unit), false);
                }
            )*
            #[test]
            fn registers() {
                super::prove_invariants("registers", false);
            }
        }
        mod the_other_invariants_are_proved_of_the_rtl {
            $(
                #[test]
                #[ignore = "takes minutes: scripts/test.sh --all"]
                fn $unit() {
                    super::prove_invariants(stringify!($unit), true);
                }
            )*
            #[test]
            #[ignore = "takes minutes: scripts/test.sh --all"]
            fn registers() {
                super::prove_invariants("registers", true);
            }
        }
    };
}
warpsmith_units::units!(tests);

#[test]
fn the_rtl_is_quickly_proved_equal_to_reference_models() {
    prove_those(equalities().iter(), false);
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn the_rtl_is_proved_equal_to_the_other_reference_models() {
    prove_those(equalities().iter(), true);
}

/// The smallest configuration: what differs, differs after few cycles.
fn tiny(unit: &str) -> &'static str {
    match unit {
        "frfcfs" => "tiny_collapse",
        _ => "tiny",
    }
}

/// Whether the RTL differs from the model, perhaps only from a state on in which both agree, as deep as no bounded proof goes.
fn differs(prover: &Prover, property: &Property, emitted: &Emitted) -> bool {
    let (configuration, aim) = (tiny(property.unit), Aim::Counterexample);
    let proof = Proof { property, configuration, engine: None, aim, limits: Limits::default() };
    let outcome = prover.prove_of(&proof, emitted).unwrap_or_else(|e| panic!("{}: {e}", property.name));
    matches!(outcome.verdict, Verdict::Refuted(_) | Verdict::NotInductive)
}

fn emitted(property: &Property) -> Emitted {
    property.emit(tiny(property.unit)).expect("RTL")
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    let (before, after) = text.split_once(from).unwrap_or_else(|| panic!("no `{from}` in:\n{text}"));
    [before, to, after].concat()
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn a_fault_planted_in_the_rtl_is_a_difference_from_the_model() {
    let Some(prover) = prover() else { return };
    for (checker, file, from, to) in [
        ("eq_decision_model", "eq_decision.v", "xmem > limit", "xmem >= limit"),
        ("eq_fm_model", "eq_regulator.v", "timer == 12'd0", "timer == 12'd1"),
        ("eq_fm_model", "eq_ballot.v", "HALF = SMS / 2", "HALF = SMS / 2 - 1"),
        ("sms_batch_scheduler_model", "sms_batch_scheduler.v", "wraps = rr_ptr >", "wraps = rr_ptr >="),
        ("sms_batch_scheduler_model", "lfsr.v", "state <= 16'hace1", "state <= 16'hace0"),
        ("round_robin_model", "round_robin.v", "<< start", "<< 1"),
        ("min_pairs_model", "min_pairs.v", "difference[SIGN]", "!difference[SIGN]"),
        ("first_set_model", "first_set.v", "~(seen << 1)", "~(seen << 2)"),
        ("mascar_sat_model", "mascar_sat.v", "mq_used >= MQ_LIMIT", "mq_used > MQ_LIMIT"),
        ("cta_pf_compare_model", "cta_pf_compare.v", "predicted & asked & ~equal", "predicted & ~equal"),
        ("cta_pf_engine_model", "cta_pf_percta.v", "forward = registers && same_cta", "forward = registers"),
        ("cta_sched_model", "cta_sched_pending.v", "moved <= 1'b1", "moved <= 1'b0"),
        ("medic_insertion_model", "medic_insertion.v", ">= to", "> to"),
        ("apogee_intake_model", "apogee_intake.v", "recent == 3'd0", "recent[1:0] == 2'd0"),
        ("apogee_line_model", "apogee_line.v", "== step", "!= step"),
        ("apogee_quotient_model", "apogee_quotient.v", "if (left[b])", "if (!left[b])"),
        ("apogee_outcome_model", "apogee_outcome.v", "(used[0] || !commit)", "used[0]"),
        ("apogee_victim_model", "apogee_fours.v", "!less_2_1 && !less_3_1", "!less_3_1"),
        ("apogee_states_model", "apogee_states.v", "(fill_warp == warp)", "(fill_warp != warp)"),
        ("apogee_triggers_model", "apogee_triggers.v", "(last_pc != pc) && ", ""),
        ("apogee_training_model", "sum_is.v", "equal = differs == 0", "equal = differs != 0"),
        ("apogee_generator_model", "apogee_generator.v", "second <= job_both", "second <= 1'b0"),
        ("apogee_queue_model", "apogee_queue.v", "!trigger_v && !full", "!full"),
        ("apogee_walker_model", "apogee_walker.v", "(is_linear || l_first)", "is_linear"),
        ("mask_level_rates_model", "mask_level_rates.v", "SUBTRACT = 5'd1", "SUBTRACT = 5'd2"),
        ("mask_epoch_model", "mask_epoch.v", "own_quota = 10'd1", "own_quota = 10'd2"),
        ("mask_l2_tlb_model", "mask_l2_tlb.v", "walkers - 7'd1", "walkers"),
    ] {
        let property = equalities().iter().find(|p| p.name == checker).expect("a model");
        let mut emitted = emitted(property);
        let file = emitted.files.iter_mut().find(|f| f.name == file).unwrap_or_else(|| panic!("no {file}"));
        file.text = replaced(&file.text, from, to);
        assert!(differs(&prover, property, &emitted), "{checker}: {from} -> {to}");
    }
}

#[test]
#[ignore = "takes ten minutes: scripts/test.sh --all"]
fn a_fault_planted_in_the_model_is_a_difference_from_the_rtl() {
    let Some(prover) = prover() else { return };
    let mut models = equalities().to_vec();
    models.sort_by_key(|p| p.name);
    models.dedup_by_key(|p| p.name);
    for model in models {
        let tiny = Property { configuration: tiny(model.unit), ..model };
        let text = prove(&prover, &tiny, Some(Engine::Bounded(1))).checker;
        // The first choice of the circuit takes the other way; without any, its first comparison is another one, or its first AND
        // an OR.
        let faulty = match text.split_once(" ? ") {
            Some((before, after)) => {
                let (then, rest) = after.split_once(" : ").expect("its other way");
                let (otherwise, rest) = rest.split_once(';').expect("its end");
                format!("{before} ? {otherwise} : {then};{rest}")
            }
            None if text.contains(" < ") => replaced(&text, " < ", " <= "),
            None => replaced(&text, " & ", " | "),
        };
        let property = Property { text: Text::Verilog(faulty.leak()), ..model };
        assert!(differs(&prover, &property, &emitted(&model)), "{}", model.name);
    }
}

/// A property that does not hold: the limit of the kernel is ignored.
const FALSE: Property = Property {
    unit: "equalizer",
    module: "eq_sm",
    name: "i02_one_block",
    configuration: "tiny",
    text: Text::Verilog(
        "// SPDX-License-Identifier: Apache-2.0\n// Invariant 2: never two.\n// Engine: pdr\n\
         module i02_one_block (input wire reset, input wire [1:0] num_blocks);\n\
         always @* assert (reset || num_blocks != 2);\nendmodule\n",
    ),
};

#[test]
fn a_false_claim_is_refuted_by_inputs_and_a_waveform() {
    let Some(prover) = prover() else { return };
    for engine in [Engine::Pdr, Engine::Bounded(5), Engine::Induction(4)] {
        let outcome = prove(&prover, &FALSE, Some(engine));
        let Verdict::Refuted(trace) = &outcome.verdict else { panic!("{engine} does not refute it") };
        // Reset, and then a kernel start with the limit 2.
        assert_eq!(trace.steps[0]["reset"], "0x1");
        let starts = |s: &&warpsmith_units::Step| s["kernel_start"] == "0x1" && s["nb_max_in"] == "0x2";
        assert!(trace.steps.iter().skip(1).any(|s| starts(&s)), "{trace:?}");
        let Some(found) = &outcome.counterexample else { panic!("{engine} gives no counterexample") };
        assert!(found.waveform.contains("num_blocks"));
        assert_eq!(found.vector.steps, trace.steps);
    }
}

#[test]
fn a_claim_that_holds_for_a_while_is_reported_with_the_cycles() {
    let Some(prover) = prover() else { return };
    let property = all().iter().find(|p| p.name == "i07_request").expect("a checker");
    assert_eq!(prove(&prover, property, Some(Engine::Bounded(7))).verdict, Verdict::Bounded(7));
}

#[test]
fn a_fault_that_no_state_within_the_depth_shows_fails_the_step_of_the_induction() {
    let Some(prover) = prover() else { return };
    let property = equalities().iter().find(|p| p.name == "mask_monitor_model").expect("a model");
    let mut emitted = emitted(property);
    let file = emitted.files.iter_mut().find(|f| f.name == "mask_monitor.v").expect("the monitor");
    // `tiny` has no more than 8 warps that could be counted.
    file.text = replaced(&file.text, "MOST = 8'd255", "MOST = 8'd9");
    let verdict = |aim| {
        let limits = Limits { depth: 4, ..Limits::default() };
        let proof = Proof { property, configuration: "tiny", engine: None, aim, limits };
        prover.prove_of(&proof, &emitted).expect("an outcome").verdict
    };
    assert_eq!(verdict(Aim::Counterexample), Verdict::NotInductive);
    assert_eq!(verdict(Aim::Proof), Verdict::Bounded(4));
}

#[test]
fn a_checker_that_reads_what_the_unit_lacks_is_an_error_that_names_it() {
    let Some(prover) = prover() else { return };
    let property = Property {
        name: "i02_lost",
        text: Text::Verilog(
            "// SPDX-License-Identifier: Apache-2.0\n// Invariant 2: lost.\n// Engine: pdr\n\
             module i02_lost (input wire nowhere__at_all);\nalways @* assert (nowhere__at_all);\nendmodule\n",
        ),
        ..FALSE
    };
    let proof = Proof {
        property: &property,
        configuration: "tiny",
        engine: None,
        aim: Aim::Proof,
        limits: Limits::default(),
    };
    let text = prover.prove(&proof).expect_err("an error").to_string();
    assert!(text.contains("i02_lost") && text.contains("nowhere__at_all"), "{text}");
}
