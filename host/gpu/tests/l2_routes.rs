// SPDX-License-Identifier: Apache-2.0
//! What a route of L2 can decide: the way of reads and stores, and the class of urgency in which they come to DRAM.

#[path = "support/traffic.rs"]
mod traffic;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use traffic::{read, write, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::mem::{AddressMap, DataClass, Draining, MemRequest, MemResponse, MemorySystem, Served};
use warpsmith_gpu::socket::{
    ControllerIn, ControllerOut, ControllerShape, L2Route, MemoryController, Route, Way,
};
use warpsmith_gpu::types::{DramCycle, L2Cycle, Line, Origin, Priority};
use warpsmith_gpu::SliceSockets;

/// What requests of SM 1 send to DRAM is raised, and they go past L2; page walks are urgent.
#[derive(Serialize, Deserialize)]
struct ByRequester;

impl L2Route for ByRequester {
    fn route(&mut self, _: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        match (request.origin, request.requester.sm) {
            (Origin::Walk { .. }, _) if request.class == DataClass::PageTable => {
                Route { way: Way::Tags, priority: Priority::Urgent }
            }
            (_, 1) => Route { way: Way::Past, priority: Priority::Raised },
            _ => Route::default(),
        }
    }
}

/// The machine's own controller, which writes down the class of each request and lets only some classes in.
#[derive(Serialize, Deserialize)]
struct Watched {
    own: Draining,
    #[serde(skip)]
    seen: Arc<Mutex<Vec<Priority>>>,
    /// Bit `c`: class `c` may come.
    #[serde(skip)]
    open: Arc<AtomicU64>,
}

impl Watched {
    /// The entries of the open classes, of reads and of writes.
    fn opened(&self, ready: u64) -> u64 {
        let open = self.open.load(Relaxed);
        (0..3).filter(|class| open >> class & 1 == 1).fold(0, |all, class| all | ready << (2 * class))
    }
}

impl MemoryController for Watched {
    fn shape(&self) -> ControllerShape {
        self.own.shape()
    }

    fn entry(&self, _source: u8, priority: Priority, write: bool) -> u8 {
        2 * priority as u8 + u8::from(write)
    }

    fn ready_at_reset(&self) -> u64 {
        self.opened(0b11)
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        self.seen.lock().unwrap().extend(input.request.map(|request| request.priority));
        let out = self.own.step(input);
        // It does not sleep, so that the classes may change at any time.
        ControllerOut { ready: self.opened(out.ready), sleep: DramCycle(0), ..out }
    }
}

/// A memory system with [`ByRequester`] in front of each L2 and [`Watched`] at each channel.
struct System {
    bench: Bench,
    seen: Arc<Mutex<Vec<Priority>>>,
    open: Arc<AtomicU64>,
}

impl System {
    fn new(machine: &MachineSpec) -> System {
        let (seen, open) = (Arc::default(), Arc::new(AtomicU64::new(0b111)));
        let controller = || {
            let own = Draining::new(machine, machine.dram.scheduler);
            Box::new(Watched { own, seen: Arc::clone(&seen), open: open.clone() })
                as Box<dyn MemoryController>
        };
        let channels = machine.dram.channels as usize;
        let controllers = std::iter::repeat_with(controller).take(channels).collect();
        let mut memory = MemorySystem::with_controllers(machine, controllers, None);
        let slices = channels * machine.l2.sub_partitions_per_channel as usize;
        let route = || SliceSockets { route: Some(Box::new(ByRequester)) };
        memory.attach(std::iter::repeat_with(route).take(slices).collect(), Vec::new());
        memory.start_checks(machine);
        let mut bench = Bench::new(machine);
        bench.memory = memory;
        System { bench, seen, open }
    }

    /// The answer to a request of `sm` within some thousand cycles.
    fn answer(&mut self, sm: usize) -> Option<MemResponse> {
        (0..4000).find_map(|_| {
            self.bench.step();
            self.bench.memory.pop_response(sm)
        })
    }

    /// What becomes of a request, with nothing else under way.
    fn serve(&mut self, request: MemRequest) -> Served {
        assert!(self.bench.memory.push(request));
        let served = self.answer(request.requester.sm.into()).unwrap().served;
        while !self.bench.memory.idle() {
            self.bench.step();
        }
        self.bench.memory.audit_end().unwrap();
        served
    }
}

fn gtx480() -> MachineSpec {
    MachineSpec::load("gtx480").unwrap()
}

/// A page walk's read of an entry.
fn walk(line: u64) -> MemRequest {
    let (class, origin) = (DataClass::PageTable, Origin::Walk { level: 2 });
    MemRequest { class, origin, bytes: 32, ..read(0, line, 9) }
}

#[test]
fn requests_come_to_dram_in_the_class_that_the_route_gives_them() {
    let mut system = System::new(&gtx480());
    assert_eq!(system.serve(read(0, 0, 0)), Served::Miss);
    assert_eq!(system.serve(read(1, 1, 0)), Served::Bypassed);
    assert_eq!(system.serve(walk(2)), Served::Miss);
    assert_eq!(system.serve(walk(2)), Served::Hit);
    assert_eq!(*system.seen.lock().unwrap(), [Priority::Normal, Priority::Raised, Priority::Urgent]);
}

#[test]
fn an_urgent_miss_overtakes_those_for_whose_class_dram_has_no_room() {
    let mut machine = gtx480();
    machine.l2.dram_latency_queue = 2;
    let mut system = System::new(&machine);
    system.open.store(0b110, Relaxed);
    let map = AddressMap::new(&machine);
    let home = |line: u64| map.home(Line(line)).partition;
    let mut lines = (0..).filter(|line| home(*line) == home(0));
    for line in lines.by_ref().take(4) {
        assert!(system.bench.memory.push(read(0, line, 0)));
        system.bench.step();
    }
    assert!(system.answer(0).is_none(), "the class waits");
    let urgent = lines.next().unwrap();
    assert!(system.bench.memory.push(walk(urgent)));
    let answer = system.answer(0).unwrap();
    assert_eq!((answer.line, answer.origin), (Line(urgent), Origin::Walk { level: 2 }));
    system.open.store(0b111, Relaxed);
    (0..4).for_each(|_| assert!(system.answer(0).is_some()));
    assert!(system.answer(0).is_none());
    system.bench.memory.audit_end().unwrap();
}

#[test]
fn a_store_past_l2_takes_the_copy_there_away() {
    let mut system = System::new(&gtx480());
    assert_eq!(system.serve(read(0, 0, 0)), Served::Miss);
    assert_eq!(system.serve(read(0, 0, 0)), Served::Hit);
    assert_eq!(
        system.serve(MemRequest { bytes: 32, covers_line: false, ..write(1, 0, 0) }),
        Served::Bypassed
    );
    let (_, l2, dram) = system.bench.memory.stats();
    assert_eq!((l2.evictions, l2.write_backs, l2.writes), (1, 0, 0));
    assert_eq!((dram.read_lines, dram.write_lines), (1, 1), "nothing is fetched for it");
    assert_eq!(system.serve(read(0, 0, 0)), Served::Miss);
}

#[test]
fn a_store_to_a_line_that_is_dirty_or_on_its_way_goes_to_the_tags() {
    let mut system = System::new(&gtx480());
    assert_eq!(system.serve(write(0, 0, 0)), Served::Miss);
    assert_eq!(system.serve(write(1, 0, 0)), Served::Hit, "dirty");
    // The read comes to DRAM, which does not take it yet.
    system.open.store(0, Relaxed);
    for request in [read(0, 1, 0), write(1, 1, 0)] {
        assert!(system.bench.memory.push(request));
        (0..300).for_each(|_| system.bench.step());
    }
    system.open.store(0b111, Relaxed);
    assert_eq!(system.answer(1).unwrap().served, Served::Merged);
}

#[test]
fn a_request_with_no_room_on_its_way_past_l2_stays_in_its_port_and_the_other_port_goes_on() {
    let machine = MachineSpec::load("medic").unwrap();
    assert_eq!(machine.l2.banks().ports, 2);
    let mut system = System::new(&machine);
    let map = AddressMap::new(&machine);
    let home = |line: u64| map.home(Line(line)).partition;
    let mut lines = (0..).filter(|line| home(*line) == home(0));
    let resident = lines.next().unwrap();
    assert_eq!(system.serve(read(0, resident, 0)), Served::Miss);
    // DRAM takes nothing that went past L2: all queues on that way fill up, and then the port.
    system.open.store(0b101, Relaxed);
    let mut refused = 0;
    let mut sent = 0;
    while refused < 100 {
        if system.bench.memory.push(read(1, lines.next().unwrap(), 0)) {
            (sent, refused) = (sent + 1, 0);
        } else {
            refused += 1;
        }
        system.bench.step();
    }
    assert!(system.answer(1).is_none(), "no way past L2");
    assert!(system.bench.memory.push(read(0, resident, 0)));
    assert_eq!(system.answer(0).unwrap().served, Served::Hit, "through the other port");
    system.open.store(0b111, Relaxed);
    for _ in 0..sent {
        assert_eq!(system.answer(1).unwrap().served, Served::Bypassed);
    }
    system.bench.memory.audit_end().unwrap();
}
