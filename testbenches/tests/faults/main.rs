// SPDX-License-Identifier: Apache-2.0
//! Lockstep finds faults: each test changes one operator or constant in a copy of the emitted Verilog, compiles the copy,
//! and sees where it leaves the reference model.

mod compile;

use std::path::PathBuf;

use warpsmith_cosim::{Divergence, EqFm, EqSm, Lockstep, Rtl, Top};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{fm, sm};
use warpsmith_units::Parameters;
use warpsmith_units::Unit;

const CONFIG: &str = "small";
const CYCLES: u32 = 30_000;

/// One change in one file of the Verilog.
struct Fault {
    file: &'static str,
    /// Text that marks the line.
    line: &'static str,
    from: &'static str,
    to: &'static str,
}

/// The RTL of `T` with a fault, or without.
fn rtl<T: Top>(fault: Option<Fault>, ports: &[warpsmith_units::PortSpec]) -> Rtl<T> {
    let emitted = warpsmith_hdl::units::emit("equalizer", CONFIG, &[]).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut sources: Vec<PathBuf> = Vec::new();
    let mut planted = 0;
    for file in emitted.verilog() {
        let mut lines: Vec<String> = file.text.lines().map(str::to_string).collect();
        if let Some(f) = fault.as_ref().filter(|f| f.file == file.name) {
            for line in lines.iter_mut().filter(|l| l.contains(f.line) && l.contains(f.from)) {
                *line = line.replacen(f.from, f.to, 1);
                planted += 1;
            }
        }
        let path = dir.path().join(&file.name);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        sources.push(path);
    }
    assert_eq!(
        planted,
        u32::from(fault.is_some()),
        "the fault must have exactly one place in the emitted Verilog"
    );
    compile::rtl(dir.path(), &sources, ports)
}

/// The first difference of `eq_sm` with a fault under random stimulus.
fn eq_sm(fault: Option<Fault>) -> Option<Divergence<sm::In>> {
    let params = Params::named(CONFIG).unwrap();
    let rtl = rtl::<EqSm>(fault, &sm::ports(&params));
    let mut unit = Lockstep::new("eq_sm", sm::Model::new(&params), rtl);
    let mut environment = sm::Environment::new(&params, 1);
    let mut out = sm::Out::default();
    for _ in 0..CYCLES {
        out = unit.step(&environment.next_input(&out));
    }
    unit.divergence().cloned()
}

/// The first difference of `eq_fm` with a fault under random stimulus.
fn eq_fm(fault: Option<Fault>) -> Option<Divergence<fm::In>> {
    let params = Params::named(CONFIG).unwrap();
    let rtl = rtl::<EqFm>(fault, &fm::ports(&params));
    let mut unit = Lockstep::new("eq_fm", fm::Model::new(&params), rtl);
    let mut environment = fm::Environment::new(&params, 1);
    for _ in 0..CYCLES {
        unit.step(&environment.next_input());
    }
    unit.divergence().cloned()
}

#[test]
fn an_unchanged_copy_of_the_verilog_agrees_with_the_model() {
    assert!(eq_sm(None).is_none());
    assert!(eq_fm(None).is_none());
}

#[test]
fn a_wrong_comparison_in_the_decision_shows_at_the_vote() {
    let fault = Fault { file: "eq_decision.v", line: "if (xalu > xmem)", from: ">", to: "<" };
    let d = eq_sm(Some(fault)).expect("the fault is seen");
    assert_eq!((d.unit, d.port), ("eq_sm", "vote"));
    assert_eq!((d.expected.as_str(), d.got.as_str()), ("0x1", "0x2"));
    // The decision of an epoch shows two cycles after its end.
    let epoch = u64::from(Params::small().epoch_len);
    assert_eq!(d.cycle % epoch, 1, "{d}");
    let text = d.to_string();
    assert!(
        text.contains(&format!("cycle {}: port `vote` is 0x2 in the RTL and 0x1 in the model", d.cycle)),
        "{text}"
    );
    assert_eq!(d.last_inputs.len(), 16);
}

#[test]
fn a_lost_inversion_in_the_classification_shows_at_the_sum_of_waiting_warps() {
    let fault = Fault { file: "eq_sampler.v", line: "idle & ~sb_ready", from: "~", to: "" };
    let d = eq_sm(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "dbg_acc_wait");
}

#[test]
fn a_wrong_hysteresis_constant_shows_at_num_blocks() {
    let fault = Fault { file: "eq_block_target.v", line: "HYST_EPOCHS =", from: "'d3", to: "'d2" };
    let d = eq_sm(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "num_blocks");
    assert_eq!((d.expected.as_str(), d.got.as_str()), ("0x4", "0x3"));
}

#[test]
fn a_regulator_one_cycle_too_fast_shows_at_the_level() {
    let fault = Fault { file: "eq_regulator.v", line: "LATENCY_LESS_ONE =", from: "'d99", to: "'d98" };
    let d = eq_fm(Some(fault)).expect("the fault is seen");
    assert!(["sm_level", "mem_level"].contains(&d.port), "{d}");
    // One cycle before the one that ends in cycle 8 + vr_cycles of an epoch.
    let (epoch, vr) = (u64::from(Params::small().epoch_len), u64::from(Params::small().vr_cycles));
    assert_eq!(d.cycle % epoch, 8 + vr - 2, "{d}");
}
