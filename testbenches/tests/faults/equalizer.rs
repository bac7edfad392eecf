// SPDX-License-Identifier: Apache-2.0
//! Faults in Equalizer.

use warpsmith_cosim::Divergence;
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{fm, sm, EqFm, EqSm};

use crate::{divergence, Fault, SMALL};

fn eq_sm(fault: Option<Fault>) -> Option<Divergence<sm::In>> {
    divergence::<EqSm>("equalizer", SMALL, fault)
}

fn eq_fm(fault: Option<Fault>) -> Option<Divergence<fm::In>> {
    divergence::<EqFm>("equalizer", SMALL, fault)
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
    let epoch = u64::from(Params::SMALL.epoch_len);
    assert_eq!(d.cycle % epoch, 1, "{d}");
    let text = d.to_string();
    assert!(
        text.contains(&format!("cycle {}: port `vote` is 0x2 in the RTL and 0x1 in the model", d.cycle)),
        "{text}"
    );
    assert_eq!(d.last_inputs.len(), 16);
}

#[test]
fn a_decision_that_takes_half_of_the_warps_for_more_shows_at_the_vote() {
    let fault = Fault { file: "eq_decision.v", line: "if (waiting > (active >> 1))", from: ">", to: ">=" };
    assert_eq!(eq_sm(Some(fault)).expect("the fault is seen").port, "vote");
}

#[test]
fn a_lost_inversion_in_the_classification_shows_at_the_sum_of_waiting_warps() {
    let fault = Fault { file: "eq_sampler.v", line: "idle & ~sb_ready", from: "~", to: "" };
    let d = eq_sm(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "dbg_acc_wait");
}

#[test]
fn a_wrong_hysteresis_constant_shows_at_num_blocks() {
    let fault = Fault { file: "eq_sm.v", line: "parameter HYST_EPOCHS =", from: "3", to: "2" };
    let d = eq_sm(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "num_blocks");
    assert_eq!((d.expected.as_str(), d.got.as_str()), ("0x4", "0x3"));
}

#[test]
fn a_regulator_one_cycle_too_fast_shows_at_the_level() {
    let fault = Fault { file: "eq_fm.v", line: "parameter LATENCY_LESS_ONE =", from: ") - 1", to: ") - 2" };
    let d = eq_fm(Some(fault)).expect("the fault is seen");
    assert!(["sm_level", "mem_level"].contains(&d.port), "{d}");
    // One cycle before the one that ends in cycle 8 + vr_cycles of an epoch.
    let (epoch, vr) = (u64::from(Params::SMALL.epoch_len), u64::from(Params::SMALL.vr_cycles));
    assert_eq!(d.cycle % epoch, 8 + vr - 2, "{d}");
}
