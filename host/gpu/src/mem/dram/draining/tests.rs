// SPDX-License-Identifier: Apache-2.0

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::Draining;
use crate::machine::DramPolicy::{Fcfs, Frfcfs};
use crate::machine::{DramPolicy, DramSpec, MachineSpec};
use crate::mem::dram::{Channel, Checker, DramRequest};
use crate::socket::{BurstRequest, ControllerIn, MemoryController};
use crate::types::{Command, DramCycle, L2Cycle, Line, Place, Priority};

fn gtx480() -> MachineSpec {
    MachineSpec::load("gtx480").unwrap()
}

fn request(bank: u8, row: u32, write: bool, number: u64) -> DramRequest {
    let (place, partition) = (Place { bank, row }, u16::from(bank & 1));
    DramRequest { place, local: Line(number), partition, write, ..DramRequest::default() }
}

/// What a channel did with a list of requests.
struct Served {
    /// Cycles until the last command and the last return.
    cycles: u64,
    /// Lines returned, in order.
    returned: Vec<u64>,
    /// Column commands by bank, row and direction.
    columns: BTreeMap<(u8, u32, bool), u64>,
}

/// Serves `requests`, each sent `gap` cycles after the one before it or when there is room; every command is judged.
/// Returned lines are taken only in cycles for which `take` holds.
fn serve(
    machine: &MachineSpec,
    policy: DramPolicy,
    requests: &[(u64, DramRequest)],
    take: impl Fn(u64) -> bool,
) -> Result<Served, String> {
    let mut controller = Draining::new(machine, policy);
    let mut channel = Channel::new(machine, &controller);
    let mut checker = Checker::new(&machine.dram);
    let mut served = Served { cycles: 0, returned: Vec::new(), columns: BTreeMap::new() };
    let mut pending = requests.iter();
    let mut next = pending.next();
    let mut due = next.map_or(0, |r| r.0);
    while next.is_some() || !channel.idle() {
        let now = served.cycles;
        if let Some((_, request)) = next.filter(|_| now >= due && channel.can_accept(Priority::Normal)) {
            channel.push(L2Cycle(now), *request);
            next = pending.next();
            due = now + next.map_or(0, |r| r.0);
        }
        channel.tick_l2(L2Cycle(now), DramCycle(now));
        if let Some(command) = channel.tick(DramCycle(now), &mut controller, &[]) {
            let row = checker.check(now, command)?;
            match (command, row) {
                (Command::Read { bank }, Some(row)) => {
                    *served.columns.entry((bank, row, false)).or_default() += 1
                }
                (Command::Write { bank }, Some(row)) => {
                    *served.columns.entry((bank, row, true)).or_default() += 1
                }
                _ => {}
            }
        }
        if take(now) {
            for sub in 0..2 {
                served.returned.extend(channel.pop_return(sub, DramCycle(now)).map(|line| line.0));
            }
        }
        served.cycles += 1;
        if served.cycles > 1_000_000 {
            return Err("requests are still waiting after a million cycles".into());
        }
    }
    Ok(served)
}

/// Checks that exactly the requested lines moved, two bursts each.
fn check_conservation(requests: &[(u64, DramRequest)], served: &Served) -> Result<(), String> {
    let mut reads: Vec<u64> = requests.iter().filter(|r| !r.1.write).map(|r| r.1.local.0).collect();
    let mut returned = served.returned.clone();
    reads.sort_unstable();
    returned.sort_unstable();
    let mut columns = BTreeMap::new();
    for (_, r) in requests {
        *columns.entry((r.place.bank, r.place.row, r.write)).or_insert(0) += 2;
    }
    match (reads == returned, columns == served.columns) {
        (true, true) => Ok(()),
        (false, _) => Err(format!("reads {reads:?} but returned {returned:?}")),
        (_, false) => Err(format!("wanted {columns:?} but moved {:?}", served.columns)),
    }
}

fn traffic() -> impl Strategy<Value = Vec<(u64, DramRequest)>> {
    let one = (prop_oneof![4 => Just(0u64), 1 => 0u64..80], 0u8..16, 0u32..4, any::<bool>());
    prop::collection::vec(one, 1..150).prop_map(|list| {
        let numbered = list.into_iter().zip(0..);
        numbered.map(|((gap, bank, row, write), n)| (gap, request(bank, row, write, n))).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_command_stream_is_legal_and_every_line_moves_once(
        requests in traffic(), fcfs in any::<bool>(), stall in 1u64..40,
    ) {
        let policy = if fcfs { Fcfs } else { Frfcfs };
        let served = serve(&gtx480(), policy, &requests, |now| now % stall == 0);
        let served = served.map_err(TestCaseError::fail)?;
        check_conservation(&requests, &served).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn sleeping_until_a_command_may_issue_changes_nothing(
        requests in traffic(), fcfs in any::<bool>(), stall in 1u64..40, returns in 1u32..5,
    ) {
        let mut machine = gtx480();
        machine.dram.return_queue = 2 * returns;
        machine.dram.direction_limit = 4;
        let commands = |awake: bool| {
            let mut controller = Draining::new(&machine, if fcfs { Fcfs } else { Frfcfs });
            let mut channel = Channel::new(&machine, &controller);
            let mut pending = requests.iter().peekable();
            let mut issued = Vec::new();
            for now in 0..8000 {
                while let Some((_, request)) = pending.next_if(|_| channel.can_accept(Priority::Normal)) {
                    channel.push(L2Cycle(now), *request);
                }
                channel.tick_l2(L2Cycle(now), DramCycle(now));
                if awake {
                    controller.wake = DramCycle(0);
                    channel.wake();
                }
                issued.extend(channel.tick(DramCycle(now), &mut controller, &[]).map(|command| (now, command)));
                if now % stall == 0 {
                    (0..2).for_each(|sub| while channel.pop_return(sub, DramCycle(now)).is_some() {});
                }
            }
            issued
        };
        prop_assert_eq!(commands(false), commands(true));
    }

    #[test]
    fn other_timings_and_a_tiny_return_queue_are_obeyed_too(
        requests in traffic(), rcd in 1u32..20, rp in 1u32..20, cl in 1u32..20, wl in 0u32..20, wr in 0u32..20,
        rrd in 1u32..20, turnaround in 0u32..5, groups in 0u32..3,
    ) {
        let mut machine = gtx480();
        machine.dram.return_queue = 2;
        machine.dram.bank_groups = 1 << groups;
        let t = &mut machine.dram.timing;
        (t.rcd, t.rp, t.cl, t.wl, t.wr, t.rrd, t.turnaround) = (rcd, rp, cl, wl, wr, rrd, turnaround);
        let served = serve(&machine, Frfcfs, &requests, |now| now % 7 == 0).map_err(TestCaseError::fail)?;
        check_conservation(&requests, &served).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn the_checker_refuses_a_command_that_is_one_cycle_early() {
    let machine = gtx480();
    let t = machine.dram.timing.clone();
    let activate = Command::Activate { bank: 0, row: 1 };
    for (later, least) in [
        (Command::Read { bank: 0 }, t.rcd),
        (Command::Precharge { bank: 0 }, t.ras),
        (Command::Activate { bank: 1, row: 1 }, t.rrd),
    ] {
        for (now, legal) in [(u64::from(least), true), (u64::from(least) - 1, false)] {
            let mut checker = Checker::new(&machine.dram);
            checker.check(0, activate).unwrap();
            assert_eq!(checker.check(now, later).is_ok(), legal, "{later:?} at {now}");
        }
    }
}

/// Lines of one row, taking turns between two banks of different groups.
fn row_stream(n: u64, write: impl Fn(u64) -> bool) -> Vec<(u64, DramRequest)> {
    (0..n).map(|i| (0, request((i % 2) as u8, 0, write(i), i))).collect()
}

#[test]
fn row_hits_of_two_bank_groups_fill_the_data_bus() {
    let requests = row_stream(400, |_| false);
    let machine = gtx480();
    let served = serve(&machine, Frfcfs, &requests, |_| true).unwrap();
    let data = 400 * 2 * u64::from(machine.dram.burst_cycles());
    let t = &machine.dram.timing;
    let overhead = u64::from(machine.l2.dram_latency + t.rcd + t.rrd + t.cl) + 8;
    assert!(served.cycles <= data + overhead, "{} cycles for {data} of data", served.cycles);
}

#[test]
fn row_hits_of_one_bank_group_are_limited_by_tccdl() {
    let requests: Vec<_> = (0..100).map(|i| (0, request(0, 0, false, i))).collect();
    let machine = gtx480();
    let served = serve(&machine, Frfcfs, &requests, |_| true).unwrap();
    assert!(served.cycles >= 200 * u64::from(machine.dram.timing.ccdl));
}

#[test]
fn frfcfs_serves_a_row_hit_before_an_older_conflict_and_fcfs_does_not() {
    // The first request opens row 0; then a conflict, then a hit.
    let requests = [(0, request(0, 0, false, 0)), (0, request(0, 1, false, 1)), (0, request(0, 0, false, 2))];
    let order = |policy| serve(&gtx480(), policy, &requests, |_| true).unwrap().returned;
    assert_eq!(order(Frfcfs), [0, 2, 1]);
    assert_eq!(order(Fcfs), [0, 1, 2]);
}

#[test]
fn neither_direction_starves_under_an_endless_stream_of_the_other() {
    for write_stream in [false, true] {
        // The odd one out comes early, to a bank of its own; behind it, row hits of the other direction.
        let mut requests = row_stream(4000, |_| write_stream);
        requests[10].1 = request(5, 3, !write_stream, 10);
        let machine = gtx480();
        let mut controller = Draining::new(&machine, Frfcfs);
        let mut channel = Channel::new(&machine, &controller);
        let mut sent = 0;
        let mut served_at = None;
        for now in 0..100_000 {
            if sent < requests.len() && channel.can_accept(Priority::Normal) {
                channel.push(L2Cycle(now), requests[sent].1);
                sent += 1;
            }
            channel.tick_l2(L2Cycle(now), DramCycle(now));
            let command = channel.tick(DramCycle(now), &mut controller, &[]);
            if let Some(Command::Read { bank: 5 } | Command::Write { bank: 5 }) = command {
                served_at = Some(now);
            }
            for sub in 0..2 {
                channel.pop_return(sub, DramCycle(now));
            }
            if served_at.is_some() {
                break;
            }
        }
        let bound = u64::from(machine.l2.dram_latency)
            + 4 * u64::from(machine.dram.direction_limit) * u64::from(machine.dram.timing.ccdl)
            + 100;
        assert!(served_at.is_some_and(|at| at < bound), "served at {served_at:?}, bound {bound}");
    }
}

#[test]
fn waiting_writes_take_no_room_of_reads() {
    let machine = gtx480();
    let DramSpec { scheduler_queue: reads, write_queue: writes, .. } = machine.dram;
    let mut controller = Draining::new(&machine, Frfcfs);
    let mut ready = controller.ready_at_reset();
    // All at once and for one bank, which takes up one of them at most.
    for (write, depth) in [(true, writes), (false, reads)] {
        let mut entered = 0;
        while ready >> controller.entry(0, Priority::Normal, write) & 1 == 1 {
            let request = Some(BurstRequest { id: entered, write, bursts: 2, ..BurstRequest::default() });
            ready = controller.step(&ControllerIn { request, ..ControllerIn::default() }).ready;
            entered += 1;
        }
        assert!((depth..=depth + 1).contains(&entered.into()), "{entered} of {depth}");
    }
    assert_eq!(ready, 0, "both queues are full");
}

#[test]
fn reads_open_their_rows_while_writes_drain() {
    let mut machine = gtx480();
    (machine.dram.write_high, machine.dram.write_low) = (8, 0);
    // A batch of writes to one bank, and a read to another one behind it.
    let mut requests: Vec<_> = (0..8).map(|i| (0, request(0, 0, true, i))).collect();
    requests.push((0, request(1, 0, false, 8)));
    let mut controller = Draining::new(&machine, Frfcfs);
    let mut channel = Channel::new(&machine, &controller);
    requests.iter().for_each(|(_, r)| channel.push(L2Cycle(0), *r));
    let mut commands = Vec::new();
    for now in 0..1000 {
        channel.tick_l2(L2Cycle(1000), DramCycle(now));
        commands.extend(channel.tick(DramCycle(now), &mut controller, &[]));
    }
    let at = |wanted: Command| commands.iter().position(|c| *c == wanted).unwrap();
    let last_write = commands.iter().rposition(|c| *c == Command::Write { bank: 0 }).unwrap();
    assert!(at(Command::Activate { bank: 1, row: 0 }) < last_write, "{commands:?}");
    assert!(at(Command::Read { bank: 1 }) > last_write, "{commands:?}");
}
