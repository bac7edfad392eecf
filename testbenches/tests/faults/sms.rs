// SPDX-License-Identifier: Apache-2.0
//! Faults in SMS.

use warpsmith_cosim::Divergence;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{In, Sms};

use crate::{divergence, Fault, SMALL};

fn sms(fault: Option<Fault>) -> Option<Divergence<In>> {
    divergence::<Sms>("sms", SMALL, fault)
}

#[test]
fn an_unchanged_copy_of_sms_agrees_with_the_model() {
    assert!(sms(None).is_none());
}

#[test]
fn a_batch_that_closes_a_cycle_early_shows_as_a_command_too_early() {
    let fault = Fault { file: "sms_intensity.v", line: "late = age > threshold_medium", from: ">", to: ">=" };
    let d = sms(Some(fault)).expect("the fault is seen");
    assert_eq!((d.unit, d.port), ("sms", "cmd_valid"), "{d}");
    assert_eq!((d.expected.as_str(), d.got.as_str()), ("0x0", "0x1"), "{d}");
}

#[test]
fn a_wrong_begin_of_the_cyclic_order_shows_at_the_sources_that_have_room() {
    let fault = Fault { file: "sms_batch_scheduler.v", line: "wraps = rr_ptr", from: ">", to: ">=" };
    let d = sms(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "src_ready", "{d}");
}

#[test]
fn a_twtr_one_cycle_too_short_shows_as_a_command_too_early() {
    let fault = Fault { file: "sms.v", line: "parameter WRITE_TO_READ =", from: "- 1", to: "- 2" };
    let d = sms(Some(fault)).expect("the fault is seen");
    assert_eq!((d.port, d.expected.as_str(), d.got.as_str()), ("cmd_valid", "0x0", "0x1"), "{d}");
}

#[test]
fn a_wrong_class_bound_shows_at_the_classes_after_a_window() {
    let fault = Fault { file: "sms.v", line: "parameter HIGH_ABOVE =", from: "MPKC_HI", to: "(MPKC_HI / 2)" };
    let d = sms(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "stat_class", "{d}");
    let window = u64::from(Params::SMALL.mpkc_window);
    assert_eq!(d.cycle % window, window - 1, "{d}");
}
