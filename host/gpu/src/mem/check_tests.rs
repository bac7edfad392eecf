// SPDX-License-Identifier: Apache-2.0
//! Each check notices the defect that it is there for, on a memory system that is broken on purpose.

use super::dram::DramRequest;
use super::{MemRequest, MemResponse, MemorySystem};
use crate::clock::EdgeSet;
use crate::machine::MachineSpec;
use crate::types::{Command, Domain, DramCycle, Line, MemKind, Place, Requester};

fn watched() -> MemorySystem {
    let machine = MachineSpec::load("gtx480").unwrap();
    let mut mem = MemorySystem::new(&machine);
    mem.start_checks(&machine);
    mem
}

fn read(line: u64) -> MemRequest {
    MemRequest {
        line: Line(line),
        token: 7,
        requester: Requester::sm(2),
        bytes: 128,
        ..MemRequest::default()
    }
}

fn tick(mem: &mut MemorySystem, cycles: u32) {
    (0..cycles).for_each(|_| mem.tick(EdgeSet::of(&[Domain::Icnt, Domain::L2, Domain::Dram])));
}

fn said(result: Result<(), crate::Violation>) -> String {
    result.expect_err("the defect is noticed").to_string()
}

#[test]
fn requests_that_are_answered_once_each_leave_nothing_to_report() {
    let mut mem = watched();
    for line in [1, 1, 2, 40, 700] {
        mem.push(read(line));
    }
    tick(&mut mem, 1000);
    let answers = std::iter::from_fn(|| mem.pop_response(2)).count();
    tick(&mut mem, 10);
    assert_eq!((answers, mem.audit_end()), (5, Ok(())));
}

#[test]
fn a_second_answer_is_kept_back_and_reported_with_cycle_sm_and_line() {
    let mut mem = watched();
    mem.push(read(1));
    tick(&mut mem, 1000);
    mem.pop_response(2).unwrap();
    let now = mem.state.now.icnt;
    mem.state.replies.inlets[0].push(
        now,
        2,
        5,
        MemResponse { line: Line(1), token: 7, kind: MemKind::Read, ..MemResponse::default() },
    );
    mem.state.drained = false;
    tick(&mut mem, 100);
    assert_eq!(mem.pop_response(2), None);
    let text = said(mem.audit());
    assert!(text.contains("SM 2, interconnect cycle 1100") && text.contains("line 0x1"), "{text}");
}

#[test]
fn a_request_that_is_never_answered_is_reported_at_the_end() {
    let mut mem = watched();
    mem.push(read(0x30));
    tick(&mut mem, 20);
    let text = said(mem.audit_end());
    assert!(text.contains("1 requests are not answered") && text.contains("line 0x30"), "{text}");
}

#[test]
fn a_command_before_its_time_or_that_nobody_asked_for_is_reported_with_its_channel() {
    let activate = Command::Activate { bank: 3, row: 9 };
    for (at, part) in [(1, "tRCD"), (500, "no request asked for")] {
        let mut mem = watched();
        let watch = &mut mem.channel_watches[4];
        watch.command(DramCycle(0), activate);
        watch.command(DramCycle(at), Command::Read { bank: 3 });
        let text = said(mem.audit());
        assert!(text.contains(&format!("DRAM channel 4, DRAM cycle {at}")) && text.contains(part), "{text}");
    }
}

#[test]
fn a_line_that_does_not_move_is_reported_when_all_is_idle() {
    let mut mem = watched();
    let place = Place { bank: 1, row: 2 };
    let request = DramRequest { place, partition: 1, write: true, ..DramRequest::default() };
    mem.channel_watches[0].entered(&request);
    let text = said(mem.audit());
    assert!(text.contains("DRAM channel 0") && text.contains("bank 1, row 2"), "{text}");
}

#[test]
fn a_lost_flit_credit_and_a_lost_request_are_reported() {
    let mut mem = watched();
    mem.push(read(1));
    tick(&mut mem, 3);
    mem.state.requests.inlets[2].packets += 1;
    let text = said(mem.audit());
    assert!(text.contains("1 requests under way, 2 counted"), "{text}");
    mem.state.requests.inlets[2].packets -= 1;
    // A reply that is put in behind the back of the credits.
    let mut broken = mem.state.replies.clone();
    broken.inlets[0].push(
        mem.state.now.icnt,
        0,
        5,
        MemResponse { line: Line(1), token: 7, kind: MemKind::Read, ..MemResponse::default() },
    );
    assert_eq!(broken.audit(), Ok(()));
    broken.lose_credit(0);
    mem.state.replies = broken;
    let text = said(mem.audit());
    assert!(text.contains("reply network") && text.contains("input 0"), "{text}");
}
