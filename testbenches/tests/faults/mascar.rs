// SPDX-License-Identifier: Apache-2.0
//! Faults in Mascar.

use warpsmith_cosim::Divergence;
use warpsmith_units::mascar::{rexq, sat, sched, Rexq, Sat, Sched};

use crate::{divergence, Fault, SMALL};

fn detector(fault: Option<Fault>) -> Option<Divergence<sat::In>> {
    divergence::<Sat>("mascar", SMALL, fault)
}

fn scheduler(fault: Option<Fault>) -> Option<Divergence<sched::In>> {
    divergence::<Sched>("mascar", SMALL, fault)
}

fn queue(fault: Option<Fault>) -> Option<Divergence<rexq::In>> {
    divergence::<Rexq>("mascar", SMALL, fault)
}

#[test]
fn unchanged_copies_of_mascar_agree_with_the_models() {
    assert!(detector(None).is_none());
    assert!(scheduler(None).is_none());
    assert!(queue(None).is_none());
}

#[test]
fn a_threshold_that_is_one_too_high_shows_as_a_mode_that_comes_late() {
    let fault =
        Fault { file: "mascar_sat.v", line: "assign sat_l1d", from: "mshr_used >=", to: "mshr_used >" };
    let d = detector(Some(fault)).expect("the fault is seen");
    assert_eq!((d.port, d.expected.as_str(), d.got.as_str()), ("mp", "0x1", "0x0"), "{d}");
}

#[test]
fn a_grandfathered_warp_that_issues_without_end_shows_at_the_grants_or_the_stalls() {
    let fault =
        Fault { file: "mascar_status.v", line: "grand & ~granted", from: "grand & ~granted", to: "grand" };
    let d = scheduler(Some(fault)).expect("the fault is seen");
    assert_eq!(d.unit, "mascar_sched", "{d}");
    assert!(["grant_warp", "wst_stall"].contains(&d.port), "{d}");
}

#[test]
fn an_owner_that_ignores_its_unsent_requests_shows_at_the_owner() {
    let fault =
        Fault { file: "mascar_owner.v", line: "assign pending", from: "lsu_has | rexq_has", to: "lsu_has" };
    let d = scheduler(Some(fault)).expect("the fault is seen");
    assert_eq!((d.port, d.expected.as_str(), d.got.as_str()), ("owner_v", "0x1", "0x0"), "{d}");
}

#[test]
fn a_greedy_scheduler_in_mp_shows_at_the_grants() {
    let fault = Fault { file: "mascar_picker.v", line: "if (mp) begin", from: "if (mp)", to: "if (1'b0)" };
    let d = scheduler(Some(fault)).expect("the fault is seen");
    assert_eq!(d.port, "grant_warp", "{d}");
}

#[test]
fn a_later_instruction_that_passes_an_earlier_one_of_its_warp_shows_at_the_port_of_the_l1() {
    let fault =
        Fault { file: "mascar_rexq.v", line: "assign held_back", from: "lsu_first &&", to: "!lsu_first &&" };
    let d = queue(Some(fault)).expect("the fault is seen");
    assert_eq!(d.unit, "mascar_rexq", "{d}");
    assert!(["lsu_rdy", "l1_v", "l1_src"].contains(&d.port), "{d}");
}

#[test]
fn a_refused_request_that_is_not_put_back_shows_at_the_count() {
    let fault =
        Fault { file: "mascar_rexq.v", line: "assign rotate", from: "!l1_ack", to: "!l1_ack && full" };
    let d = queue(Some(fault)).expect("the fault is seen");
    assert_eq!(d.unit, "mascar_rexq", "{d}");
}
