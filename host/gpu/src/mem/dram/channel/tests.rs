// SPDX-License-Identifier: Apache-2.0
//! What a controller of each kind is handed, and when.

use serde::{Deserialize, Serialize};

use super::super::Checker;
use super::*;
use crate::socket::ControllerOut;

/// Takes what comes through the entries that are ready, and does nothing with it; a class has an entry of its own.
#[derive(Serialize, Deserialize)]
struct Taker {
    shape: ControllerShape,
    ready: u64,
    /// The DRAM cycle of each request.
    taken: Vec<(u64, BurstRequest)>,
    /// The cycles of all steps, and whether a command might issue.
    steps: Vec<(u64, bool)>,
}

impl Taker {
    fn new(interface: Interface, rate: Rate) -> Taker {
        let shape = ControllerShape { sources: 1, ids: 64, rows: 1 << 15, interface, rate };
        Taker { shape, ready: 0b111, taken: Vec::new(), steps: Vec::new() }
    }
}

impl MemoryController for Taker {
    fn shape(&self) -> ControllerShape {
        self.shape
    }

    fn entry(&self, _source: u8, priority: Priority, _write: bool) -> u8 {
        priority as u8
    }

    fn ready_at_reset(&self) -> u64 {
        self.ready
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        self.taken.extend(input.request.map(|request| (input.now.0, request)));
        self.steps.push((input.now.0, input.commands));
        ControllerOut { ready: self.ready, ..ControllerOut::default() }
    }
}

fn machine() -> MachineSpec {
    MachineSpec::load("gtx480").unwrap()
}

fn read(number: u64, priority: Priority) -> DramRequest {
    DramRequest { local: Line(number), priority, ..DramRequest::default() }
}

/// What `taker` is handed of `requests` in 400 cycles, all sent in the first; the requests that entered, by line.
fn handed(machine: &MachineSpec, taker: &mut Taker, requests: &[DramRequest]) -> Vec<u64> {
    let mut channel = Channel::new(machine, taker);
    requests.iter().for_each(|request| channel.push(L2Cycle(0), *request));
    let mut entered = Vec::new();
    for now in 0..400 {
        entered.extend(channel.tick_l2(L2Cycle(now), DramCycle(now)).map(|request| request.local.0));
        channel.tick(DramCycle(now), taker, &[]);
    }
    entered
}

#[test]
fn a_line_goes_to_ports_burst_by_burst_and_to_a_part_of_the_model_as_a_whole() {
    for (interface, bursts) in [(Interface::Ports, [1, 1].as_slice()), (Interface::Direct, &[2])] {
        let mut taker = Taker::new(interface, Rate::DRAM);
        handed(&machine(), &mut taker, &[read(3, Priority::Normal)]);
        let taken: Vec<_> = taker.taken.iter().map(|(_, request)| request.bursts).collect();
        assert_eq!(taken, bursts);
        let columns: Vec<_> = taker.taken.iter().map(|(_, request)| request.column).collect();
        assert_eq!(columns, (6..).take(bursts.len()).collect::<Vec<_>>());
        let cycles: Vec<_> = taker.taken.iter().map(|(now, _)| now - taker.taken[0].0).collect();
        assert_eq!(cycles, (0..).take(bursts.len()).collect::<Vec<_>>(), "one a cycle");
    }
}

#[test]
fn an_urgent_line_overtakes_and_is_not_held_back_by_a_full_queue_of_another_class() {
    let requests = [read(0, Priority::Normal), read(1, Priority::Raised), read(2, Priority::Urgent)];
    let mut all = Taker::new(Interface::Direct, Rate::DRAM);
    assert_eq!(handed(&machine(), &mut all, &requests), [2, 1, 0]);
    let mut full = Taker::new(Interface::Direct, Rate::DRAM);
    full.ready = 0b100;
    assert_eq!(handed(&machine(), &mut full, &requests), [2]);
    assert_eq!(full.taken[0].1.priority, Priority::Urgent);
}

#[test]
fn a_controller_of_another_clock_is_stepped_at_its_own_rate_and_commands_once_a_cycle_at_most() {
    for (steps, cycles) in [(3, 2), (2, 1), (1, 2), (7, 5)] {
        let mut taker = Taker::new(Interface::Ports, Rate { steps, cycles });
        handed(&machine(), &mut taker, &[read(0, Priority::Normal)]);
        assert_eq!(taker.steps.len() as u32, 400 * steps / cycles);
        for cycle in taker.steps.chunk_by(|a, b| a.0 == b.0) {
            let commands: Vec<bool> = cycle.iter().map(|step| step.1).collect();
            assert!(commands.iter().rev().skip(1).all(|c| !c) && *commands.last().unwrap(), "{commands:?}");
        }
    }
}

#[test]
fn no_more_reads_are_under_way_than_the_return_queue_holds() {
    let mut machine = machine();
    machine.dram.return_queue = 6;
    let mut taker = Taker::new(Interface::Direct, Rate::DRAM);
    let requests: Vec<_> = (0..10).map(|number| read(number, Priority::Normal)).collect();
    assert_eq!(handed(&machine, &mut taker, &requests).len(), 3, "half of it is the other sub-partition's");
}

/// Gives these commands, one a cycle, as soon as it has all requests.
#[derive(Serialize, Deserialize)]
struct Scripted {
    commands: std::collections::VecDeque<ControllerCommand>,
    requests: u32,
    wanted: u32,
}

impl MemoryController for Scripted {
    fn shape(&self) -> ControllerShape {
        ControllerShape::ports(1, 64, 1 << 15)
    }

    fn ready_at_reset(&self) -> u64 {
        1
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        self.requests += u32::from(input.request.is_some());
        let command = if self.requests < self.wanted { None } else { self.commands.pop_front() };
        ControllerOut { ready: 1, command, ..ControllerOut::default() }
    }
}

/// Hits, misses and conflicts of `lines` lines of one bank whose bursts get these commands: `A`ctivate, `P`recharge, or
/// the number of a burst to be read, in the order in which they came.
fn outcomes(lines: u64, commands: &str) -> [u64; 3] {
    let command = |c: char| {
        let (command, id) = match c {
            'A' => (Command::Activate { bank: 0, row: 0 }, 0),
            'P' => (Command::Precharge { bank: 0 }, 0),
            _ => (Command::Read { bank: 0 }, c.to_digit(10).unwrap() as u16),
        };
        ControllerCommand { command, id }
    };
    let commands = commands.chars().map(command).collect();
    let mut controller = Scripted { commands, requests: 0, wanted: 2 * lines as u32 };
    let machine = machine();
    let mut channel = Channel::new(&machine, &controller);
    (0..lines).for_each(|number| channel.push(L2Cycle(0), read(number, Priority::Normal)));
    for now in 0..400 {
        channel.tick_l2(L2Cycle(now), DramCycle(now));
        channel.tick(DramCycle(now), &mut controller, &[]);
    }
    let stats = channel.stats();
    assert_eq!(stats.read_lines, lines);
    [stats.row_hits, stats.row_misses, stats.row_conflicts]
}

#[test]
fn a_line_is_a_row_hit_if_none_of_its_bursts_needed_an_activation() {
    assert_eq!(outcomes(1, "A01"), [0, 1, 0], "the bank had no open row");
    assert_eq!(outcomes(2, "A0123"), [1, 1, 0], "the second line finds the row open");
    assert_eq!(outcomes(2, "A01PA23"), [0, 1, 1], "another row was open");
    assert_eq!(outcomes(2, "A0PA123"), [1, 1, 0], "a line is counted once, as its first opening");
    assert_eq!(outcomes(2, "A012PA3"), [0, 1, 1], "the last burst of the second line needed one");
}

#[test]
fn a_refresh_waits_for_what_the_controller_has_and_holds_back_what_comes_until_the_rows_are_open_again() {
    let mut machine = machine();
    let t = &mut machine.dram.timing;
    (t.refi, t.rfc) = (1000, 100);
    // tRP, tRFC; then one row is open again and old enough.
    let takes = u64::from(t.rp + t.rfc + t.rc.max(4 * t.rrd.max(t.faw.div_ceil(4))));
    let command = |command, id| ControllerCommand { command, id };
    let reads = (0..2).map(|id| command(Command::Read { bank: 0 }, id));
    let activate = command(Command::Activate { bank: 0, row: 0 }, 0);
    let commands = std::iter::once(activate).chain(reads).collect();
    let mut controller = Scripted { commands, requests: 0, wanted: 2 };
    let mut channel = Channel::new(&machine, &controller);
    let (mut precharged, mut checker) = (Vec::new(), Checker::new(&machine.dram));
    let latency = u64::from(machine.l2.dram_latency);
    let mut second = None;
    for now in 0..1500 {
        // One line just before the refresh is due, one when it is.
        if [990 - latency, 1000 - latency].contains(&now) {
            channel.push(L2Cycle(now), read(now, Priority::Normal));
        }
        channel.tick_l2(L2Cycle(now), DramCycle(now));
        let command = channel.tick(DramCycle(now), &mut controller, &[]);
        if channel.refreshes(DramCycle(now)) {
            precharged.push(now);
            checker.refresh(now).unwrap();
        }
        if matches!(command, Some(Command::Activate { .. })) {
            // Its ACT, so that the rows are those of the channel; the distances of the script are not DRAM's.
            checker.check(now, command.unwrap()).unwrap();
        }
        if controller.requests > 2 {
            second.get_or_insert(now);
        }
    }
    let (&[precharged], Some(second)) = (precharged.as_slice(), second) else {
        panic!("{precharged:?} {second:?}")
    };
    assert!((1001..1100).contains(&precharged), "{precharged}");
    assert_eq!(second, precharged + takes, "{takes}");
    let stats = channel.stats();
    assert_eq!((stats.refreshes, stats.activates), (1, 2), "the row is opened twice");
    assert_eq!(stats.refresh_cycles, second - 1000);
    assert!(!channel.rests(), "time goes on");
}

#[test]
fn the_judge_of_commands_knows_the_rules_of_refresh() {
    let mut machine = machine();
    (machine.dram.timing.refi, machine.dram.timing.rfc) = (1000, 100);
    let t = machine.dram.timing.clone();
    let (ras, busy) = (u64::from(t.ras), u64::from(t.rp + t.rfc));
    let activate = |bank| Command::Activate { bank, row: 0 };
    let after = |distance, then: u64| {
        let mut checker = Checker::new(&machine.dram);
        checker.check(5000, activate(0)).unwrap();
        checker.refresh(5000 + distance)?;
        checker.check(5000 + distance + then, activate(1)).map(|_| ())
    };
    assert_eq!(after(ras, busy), Ok(()));
    assert!(after(ras - 1, busy).unwrap_err().contains("tRAS"));
    assert!(after(ras, busy - 1).unwrap_err().contains("tRFC"));
    assert_eq!(after(ras, 9000), Ok(()));
    assert!(after(ras, 9001).unwrap_err().contains("tREFI"));
}

/// Takes what comes from sources that are ready, each through an entry of its own.
#[derive(Serialize, Deserialize)]
struct Gate {
    ready: u64,
    /// Source and row of each request.
    taken: Vec<(u8, u32)>,
}

impl MemoryController for Gate {
    fn shape(&self) -> ControllerShape {
        ControllerShape {
            sources: 17,
            ids: 64,
            rows: 1 << 15,
            interface: Interface::Direct,
            rate: Rate::DRAM,
        }
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        self.taken.extend(input.request.map(|request| (request.source, request.row)));
        ControllerOut { ready: self.ready, ..ControllerOut::default() }
    }
}

/// The GPU's number as a source of [`Gate`].
const GPU: u8 = 16;

/// A channel of the machine with 16 cores, with these keys of it.
fn beside_cores(entrance: crate::machine::Entrance, gpu_row_coalescer: u32, gate: &Gate) -> Channel {
    let mut machine = MachineSpec::load("cpu-gpu").unwrap();
    let cpu = machine.cpu.as_mut().unwrap();
    (cpu.entrance, cpu.gpu_row_coalescer) = (entrance, gpu_row_coalescer);
    Channel::new(&machine, gate)
}

#[test]
fn at_a_shared_entrance_a_line_of_the_gpu_that_is_refused_holds_up_the_cores_behind_it() {
    use crate::machine::Entrance::{PerSource, Shared};
    for (entrance, taken) in [(PerSource, vec![(0, 1), (0, 2)]), (Shared, vec![(0, 1)])] {
        // Ready for the cores alone.
        let mut gate = Gate { ready: (1 << GPU) - 1, taken: Vec::new() };
        let mut channel = beside_cores(entrance, 0, &gate);
        channel.push(L2Cycle(0), read(0, Priority::Normal));
        for now in 0..400 {
            if let Some(row) = [(0, 1), (300, 2)].iter().find(|(at, _)| *at == now).map(|(_, row)| *row) {
                let place = Place { bank: 0, row };
                let request = CpuRequest { place, arrival: DramCycle(now), ..CpuRequest::default() };
                channel.push_cpu(0, request);
            }
            channel.tick_l2(L2Cycle(now), DramCycle(now));
            channel.tick(DramCycle(now), &mut gate, &[]);
        }
        assert_eq!(gate.taken, taken, "{entrance:?}");
    }
}

#[test]
fn lines_that_wait_to_be_sent_by_rows_go_in_streaks_of_sixteen_bursts() {
    for (lines, rows) in [(0, [1; 20].to_vec()), (64, vec![8, 8, 2, 2])] {
        let mut gate = Gate { ready: 0, taken: Vec::new() };
        let mut channel = beside_cores(crate::machine::Entrance::PerSource, lines, &gate);
        let mut requests = (0..20).map(|number| DramRequest {
            place: Place { bank: 0, row: number % 2 },
            ..read(number.into(), Priority::Normal)
        });
        for now in 0..1000 {
            // So long all of them have come.
            if now == 500 {
                gate.ready = 1 << GPU;
            }
            if channel.can_accept(Priority::Normal) {
                requests.by_ref().take(1).for_each(|request| channel.push(L2Cycle(now), request));
            }
            channel.tick_l2(L2Cycle(now), DramCycle(now));
            channel.tick(DramCycle(now), &mut gate, &[]);
        }
        let streaks: Vec<usize> = gate.taken.chunk_by(|a, b| a.1 == b.1).map(<[_]>::len).collect();
        assert_eq!(streaks, rows, "{lines} lines");
    }
}
