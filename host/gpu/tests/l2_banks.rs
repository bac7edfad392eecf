// SPDX-License-Identifier: Apache-2.0
//! L2 sub-partitions with several ports and banks, write-through lines, and requests that take no place.

#[path = "support/traffic.rs"]
mod traffic;

use serde::{Deserialize, Serialize};
use traffic::{read, write, Bench};
use warpsmith_gpu::machine::{BankSpec, MachineSpec};
use warpsmith_gpu::mem::{AddressMap, MemRequest, MemorySystem, Served};
use warpsmith_gpu::socket::{L2Route, Route, Way};
use warpsmith_gpu::types::{L2Cycle, Line, MemKind};
use warpsmith_gpu::SliceSockets;

/// The machine with these banks.
fn machine(ports: u32, banks: u32, occupancy: u32) -> MachineSpec {
    let mut machine = MachineSpec::load("medic").unwrap();
    machine.l2.banked = Some(BankSpec { ports, banks, latency: 10, occupancy });
    machine
}

/// `count` lines whose home is sub-partition 0, of this bank out of two if one is given.
fn lines(machine: &MachineSpec, bank: Option<u64>, count: usize) -> Vec<u64> {
    let map = AddressMap::new(machine);
    let fits = |line: &u64| {
        let home = map.home(Line(*line));
        home.partition == 0 && bank.is_none_or(|bank| home.local.0 & 1 == bank)
    };
    (0..).filter(fits).take(count).collect()
}

/// SM cycles of 2000 reads of `lines`, which all hit, by many SMs; the cycles that a request waited in front of the tags.
fn hits(machine: &MachineSpec, lines: &[u64]) -> (u64, f64) {
    let mut bench = Bench::new(machine);
    let mut n = 0;
    let mut next = |sm| {
        n += 1;
        // Sector by sector, so that the answers do not fill the way back.
        MemRequest { bytes: 32, ..read(sm, lines[n % lines.len()], 0) }
    };
    bench.run(lines.len() as u64, 1, &mut next, |_| {});
    let (start, before) = (bench.clocks.now().0, bench.memory.l2_stats());
    bench.run(2000, 8, &mut next, |_| {});
    let after = bench.memory.l2_stats();
    let waited = after.queue_cycles - before.queue_cycles;
    (bench.clocks.now().0 - start, waited as f64 / (after.looked - before.looked) as f64)
}

#[test]
fn a_bank_takes_a_request_in_so_many_cycles_as_it_is_occupied() {
    let time = |occupancy| {
        let machine = machine(2, 2, occupancy);
        hits(&machine, &lines(&machine, Some(0), 8)).0 as f64
    };
    let slower = time(8) / time(4);
    assert!((1.9..2.1).contains(&slower), "{slower}");
}

#[test]
fn two_banks_serve_twice_as_many_requests_as_one_and_let_them_wait_less() {
    let machine = machine(2, 2, 8);
    let (one, one_waits) = hits(&machine, &lines(&machine, Some(0), 8));
    let (two, two_waits) = hits(&machine, &lines(&machine, None, 8));
    let faster = one as f64 / two as f64;
    assert!((1.8..2.2).contains(&faster), "{faster}");
    // A queue of eight in front of a bank, and each request before it takes eight cycles.
    assert!((48.0..=72.0).contains(&one_waits) && two_waits < one_waits + 1.0, "{one_waits} {two_waits}");
}

#[test]
fn a_single_request_waits_for_nothing_but_the_look_up() {
    let machine = machine(2, 2, 4);
    let line = lines(&machine, None, 1)[0];
    let latency = |latency| {
        let mut machine = machine.clone();
        machine.l2.banked = Some(BankSpec { latency, ..machine.l2.banks() });
        let mut bench = Bench::new(&machine);
        (0..2).for_each(|_| bench.run(1, 1, |_| read(0, line, 0), |_| {}));
        let mut cycles = 0;
        bench.memory.push(read(0, line, 0));
        while bench.memory.pop_response(0).is_none() {
            bench.step();
            cycles += 1;
        }
        assert_eq!(bench.memory.l2_stats().queue_cycles, 0);
        cycles
    };
    assert_eq!(latency(10) - latency(0), 10);
}

/// Requests of SM 1 go past L2, those of SM 2 take no place.
#[derive(Serialize, Deserialize)]
struct BySm;

impl L2Route for BySm {
    fn route(&mut self, _: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        let way = match request.requester.sm {
            1 => Way::Past,
            2 => Way::NoAllocate,
            _ => Way::Tags,
        };
        way.into()
    }
}

/// The machine with [`BySm`] and all checks.
fn routed(occupancy: u32) -> Bench {
    let machine = machine(2, 2, occupancy);
    let mut memory = MemorySystem::new(&machine);
    let slice = || SliceSockets { route: Some(Box::new(BySm)) };
    memory.attach(std::iter::repeat_with(slice).take(6).collect(), Vec::new());
    memory.start_checks(&machine);
    let mut bench = Bench::new(&machine);
    bench.memory = memory;
    bench
}

/// What the request meets when nothing else is under way.
fn serve(bench: &mut Bench, request: MemRequest) -> Served {
    let sm = request.requester.sm.into();
    assert!(bench.memory.push(request));
    let answer = (0..4000).find_map(|_| {
        bench.step();
        bench.memory.pop_response(sm)
    });
    while !bench.memory.idle() {
        bench.step();
    }
    bench.memory.audit_end().unwrap();
    answer.expect("an answer").served
}

fn atomic(sm: usize, line: u64) -> MemRequest {
    MemRequest { kind: MemKind::Atomic, bytes: 4, ..read(sm, line, 0) }
}

#[test]
fn a_store_goes_through_to_dram_and_changes_a_line_that_is_there_but_brings_none_in() {
    let mut bench = routed(4);
    assert_eq!(serve(&mut bench, write(0, 0, 0)), Served::Miss);
    assert_eq!(serve(&mut bench, read(0, 0, 0)), Served::Miss);
    assert_eq!(serve(&mut bench, write(0, 0, 0)), Served::Hit);
    assert_eq!(serve(&mut bench, read(0, 0, 0)), Served::Hit);
    let (_, l2, dram) = bench.memory.stats();
    assert_eq!((dram.read_lines, dram.write_lines, l2.write_backs), (1, 2, 0));
}

#[test]
fn an_atomic_operation_goes_through_to_dram_when_its_line_has_come() {
    let mut bench = routed(4);
    assert_eq!(serve(&mut bench, atomic(0, 0)), Served::Miss);
    assert_eq!(serve(&mut bench, atomic(0, 0)), Served::Hit);
    let (_, _, dram) = bench.memory.stats();
    assert_eq!((dram.read_lines, dram.write_lines), (1, 2));
}

#[test]
fn a_request_that_takes_no_place_hits_what_is_there_and_leaves_nothing_behind() {
    let mut bench = routed(4);
    for request in [read(2, 0, 0), atomic(2, 0), write(2, 0, 0)] {
        assert_eq!(serve(&mut bench, request), Served::Miss);
        assert_eq!(serve(&mut bench, request), Served::Miss);
    }
    let (_, l2, dram) = bench.memory.stats();
    assert_eq!((l2.fills, dram.read_lines, dram.write_lines), (0, 4, 4));
    assert_eq!(serve(&mut bench, read(0, 0, 0)), Served::Miss);
    for request in [read(2, 0, 0), atomic(2, 0), write(2, 0, 0)] {
        assert_eq!(serve(&mut bench, request), Served::Hit);
    }
    assert_eq!(bench.memory.l2_stats().unallocated, 6);
}

#[test]
fn a_store_past_l2_takes_the_copy_away_and_a_read_past_it_leaves_none() {
    let mut bench = routed(4);
    assert_eq!(serve(&mut bench, read(0, 0, 0)), Served::Miss);
    assert_eq!(serve(&mut bench, write(1, 0, 0)), Served::Bypassed);
    assert_eq!(serve(&mut bench, read(1, 0, 0)), Served::Bypassed);
    assert_eq!(serve(&mut bench, read(0, 0, 0)), Served::Miss);
    assert_eq!(bench.memory.l2_stats().bypassed, 2);
}

#[test]
fn requests_past_l2_wait_for_no_bank() {
    let busy = lines(&machine(2, 2, 64), Some(0), 20);
    /// SM cycles until SM 1 has its line.
    fn latency(bench: &mut Bench, line: u64) -> u64 {
        assert!(bench.memory.push(read(1, line, 0)));
        let answer = (1..10_000).find(|_| {
            bench.step();
            bench.memory.pop_response(1).is_some()
        });
        answer.expect("an answer")
    }
    let alone = latency(&mut routed(64), busy[15]);
    let mut bench = routed(64);
    for line in &busy[..12] {
        assert!(bench.memory.push(MemRequest { bytes: 32, ..read(0, *line, 0) }));
    }
    (0..160).for_each(|_| bench.step());
    let beside = latency(&mut bench, busy[15]);
    assert!(bench.memory.l2_stats().looked < 8, "the bank is busy");
    assert!(beside < alone + 64, "{beside} beside a busy bank, {alone} alone");
}
