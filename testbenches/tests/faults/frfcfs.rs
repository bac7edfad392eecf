// SPDX-License-Identifier: Apache-2.0
//! Faults in FR-FCFS.

use warpsmith_cosim::Divergence;
use warpsmith_units::frfcfs::{FrFcfs, In};

use crate::{divergence, Fault, SMALL};

fn frfcfs(fault: Option<Fault>) -> Option<Divergence<In>> {
    divergence::<FrFcfs>("frfcfs", SMALL, fault)
}

#[test]
fn an_unchanged_copy_of_frfcfs_agrees_with_the_model() {
    assert!(frfcfs(None).is_none());
}

#[test]
fn a_conflict_that_does_not_wait_for_hits_shows_as_a_command_too_early() {
    let fault = Fault { file: "frfcfs_rows.v", line: "closable = pre_ok &", from: " & ~pending", to: "" };
    let d = frfcfs(Some(fault)).expect("the fault is seen");
    assert_eq!((d.unit, d.port), ("frfcfs", "cmd_valid"), "{d}");
    assert_eq!((d.expected.as_str(), d.got.as_str()), ("0x0", "0x1"), "{d}");
}

#[test]
fn requests_that_become_urgent_too_late_show_at_the_command() {
    let fault =
        Fault { file: "frfcfs_timestamp_buffer.v", line: "LIMIT =", from: "1 << (AGE - 2)", to: "1280" };
    let d = frfcfs(Some(fault)).expect("the fault is seen");
    assert!(d.port.starts_with("cmd"), "{d}");
    // Nothing is that old before.
    assert!(d.cycle > 1024, "{d}");
}

#[test]
fn a_reserve_for_cpus_that_is_one_entry_short_shows_at_src_ready() {
    let fault = Fault { file: "frfcfs.v", line: "parameter GPU_ENTRIES =", from: "N /", to: "1 + N /" };
    let d = frfcfs(Some(fault)).expect("the fault is seen");
    assert_eq!((d.port, d.expected.as_str(), d.got.as_str()), ("src_ready", "0x3", "0x7"), "{d}");
}
