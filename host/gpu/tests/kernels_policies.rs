// SPDX-License-Identifier: Apache-2.0
//! Policies and Equalizer in their sockets, on whole kernels.

#[path = "kernels/support.rs"]
mod support;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::mem::MemRequest;
use warpsmith_gpu::policy::{self, CtaPausing, Lrr};
use warpsmith_gpu::socket::{
    Attachment, BlockThrottle, Issue, L2Route, PerScheduler, Route, ThrottleIn, ThrottleOut, UnitError,
    WarpView,
};
use warpsmith_gpu::stats::PrefetchStats;
use warpsmith_gpu::types::{L2Cycle, Line};
use warpsmith_gpu::unit::equalizer::{EqualizerFrequency, EqualizerThrottle};
use warpsmith_gpu::{
    Attachments, Job, KernelRecord, RunError, RunFreely, Saved, StateError, StateReader, StateWriter,
};
use warpsmith_units::equalizer::params::{Mode, Params};
use warpsmith_units::equalizer::{fm, sm};

const VECTOR_ADD: &str = include_str!("kernels/vector_add.ptx");
const COLLATZ: &str = include_str!("kernels/collatz.ptx");
const GATHER: &str = include_str!("kernels/gather.ptx");

fn with_policy(ptx: &str, name: &str, settings: &[(&str, &str)]) -> Bench {
    let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let info = policy::all().iter().find(|info| info.name == name).unwrap();
    let machine = if info.socket.is_of_translation() { "maxwell" } else { "gtx480" };
    Bench::on(MachineSpec::load(machine).unwrap(), ptx, |machine, a| {
        policy::attach(name, &settings, machine, a).unwrap();
    })
}

fn equalizer(mode: Mode, control_blocks: bool) -> impl FnOnce(&MachineSpec, &mut Attachments) {
    move |machine, a| {
        let params = Params::FERMI;
        a.throttle(machine, |_| Box::new(EqualizerThrottle::new(sm::Model::new(&params), control_blocks)));
        a.frequency(machine, |_| Box::new(EqualizerFrequency::new(fm::Model::new(&params), mode)));
    }
}

/// Compute-bound: loops without memory.
fn collatz(bench: &mut Bench, n: usize) -> KernelRecord {
    let out = bench.upload(&vec![0; n]);
    bench.run("collatz", n.div_ceil(256) as u32, 256, &[out, Arg::U32(n as u32)])
}

/// Memory-bound: every lane its own line. Returns the sums too.
fn gather(bench: &mut Bench, ctas: u32, rounds: u32) -> (KernelRecord, Vec<u32>) {
    let words = 1 << 18;
    let table: Vec<u32> = (0..words).collect();
    let (t, out) = (bench.upload(&table), bench.upload(&vec![0; 256 * ctas as usize]));
    let r = bench.run("gather", ctas, 256, &[t, out, Arg::U32(words - 1), Arg::U32(rounds)]);
    let sums = bench.download(out, 256 * ctas as usize);
    (r, sums)
}

#[test]
fn every_policy_computes_the_same_result() {
    let (_, expected) = gather(&mut Bench::new(GATHER), 60, 8);
    for info in policy::all() {
        let (_, sums) = gather(&mut with_policy(GATHER, info.name, &[]), 60, 8);
        assert!(sums == expected, "{}", info.name);
    }
    let (_, sums) = gather(&mut Bench::with(GATHER, equalizer(Mode::Performance, true)), 60, 8);
    assert!(sums == expected, "equalizer");
}

#[test]
fn the_sm_clock_moves_compute_kernels_and_the_memory_clock_does_not() {
    let seconds = |sm: &str, mem: &str| {
        let mut bench = with_policy(COLLATZ, "static_levels", &[("sm", sm), ("mem", mem)]);
        collatz(&mut bench, 256 * 60).stats.time.seconds
    };
    let nominal = seconds("nominal", "nominal");
    let close =
        |ratio: f64, expected: f64| assert!((ratio / expected - 1.0).abs() < 0.01, "{ratio} {expected}");
    close(nominal / seconds("high", "nominal"), 1.15);
    close(nominal / seconds("low", "nominal"), 0.85);
    close(nominal / seconds("nominal", "high"), 1.0);
}

#[test]
fn static_levels_hold_from_the_first_cycle() {
    let mut bench = with_policy(COLLATZ, "static_levels", &[("sm", "high"), ("mem", "low")]);
    let t = collatz(&mut bench, 256 * 15).stats.time;
    assert_eq!((t.sm_nominal_seconds, t.memory_nominal_seconds), (0.0, 0.0));
    assert_eq!((t.sm_high_seconds, t.memory_low_seconds), (t.seconds, t.seconds));
}

#[test]
fn equalizer_raises_the_sm_clock_of_a_compute_kernel_in_performance_mode() {
    let r = collatz(&mut Bench::with(COLLATZ, equalizer(Mode::Performance, true)), 256 * 120);
    let t = r.stats.time;
    assert!(t.sm_high_seconds > 0.5 * t.seconds && t.memory_high_seconds == 0.0, "{t:?}");
    let base = collatz(&mut Bench::new(COLLATZ), 256 * 120).stats.time.seconds;
    assert!(t.seconds < base, "{} of {base}", t.seconds);
}

#[test]
fn equalizer_lowers_the_memory_clock_of_a_compute_kernel_in_energy_mode() {
    let t = collatz(&mut Bench::with(COLLATZ, equalizer(Mode::Energy, true)), 256 * 120).stats.time;
    assert!(t.memory_low_seconds > 0.5 * t.seconds && t.sm_low_seconds == 0.0, "{t:?}");
}

#[test]
fn equalizer_takes_blocks_away_from_a_kernel_that_blocks_the_load_store_unit() {
    let (r, _) = gather(&mut Bench::with(GATHER, equalizer(Mode::Performance, true)), 120, 24);
    let blocks: Vec<f64> = r.timeline.iter().map(|s| s.num_blocks).collect();
    assert_eq!(blocks[0], 6.0, "48 warps of CTAs of 8");
    assert!(blocks.iter().any(|b| *b < 5.0), "{blocks:?}");
    assert!(r.stats.counters.sm.ctas_paused > 0);
    assert!(r.stats.time.memory_high_seconds > 0.0);
}

#[test]
fn equalizer_without_block_control_votes_but_pauses_nothing() {
    let (r, _) = gather(&mut Bench::with(GATHER, equalizer(Mode::Performance, false)), 120, 24);
    assert_eq!(r.stats.counters.sm.ctas_paused, 0);
    assert!(r.timeline.iter().all(|s| s.num_blocks == 6.0));
    assert!(r.timeline.iter().any(|s| s.votes[2] == 15) && r.stats.time.memory_high_seconds > 0.0);
}

/// Changes the target every thousand cycles and watches that the SM obeys.
#[derive(Serialize, Deserialize)]
struct Spy {
    pausing: CtaPausing,
    cycle: u64,
    resident: u32,
    last: ThrottleOut,
    #[serde(skip)]
    problems: Arc<AtomicU32>,
}

impl BlockThrottle for Spy {
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut {
        let max_ctas = input.kernel_start.map_or(self.pausing.max_ctas(), |k| k.max_ctas);
        let s = &input.status;
        self.resident = self.resident & !input.cta_done | input.cta_launch;
        let sound = s.issued & self.last.pause_warp == 0
            && s.issued & !(s.slot_live & s.ib_valid & s.sb_ready) == 0
            && s.issued.count_ones() <= 2
            && input.cta_launch.count_ones() <= u32::from(self.last.gwde_req)
            && input.gwde_gnt == (input.cta_launch != 0)
            && self.resident.count_ones() <= u32::from(max_ctas);
        self.problems.fetch_add(u32::from(!sound), Relaxed);
        self.cycle += 1;
        let target = 1 + (self.cycle / 1000 * 7 % u64::from(max_ctas.max(1))) as u8;
        self.last = self.pausing.step(input, target);
        self.last
    }
}

#[test]
fn the_sm_issues_nothing_from_paused_warps_and_launches_only_what_was_asked_for() {
    let problems = Arc::new(AtomicU32::new(0));
    let spied = problems.clone();
    let mut bench = Bench::with(GATHER, |machine, a| {
        a.throttle(machine, |_| {
            let (pausing, last) = (CtaPausing::default(), ThrottleOut::default());
            Box::new(Spy { pausing, cycle: 0, resident: 0, last, problems: spied.clone() })
        });
    });
    let (r, _) = gather(&mut bench, 200, 8);
    assert_eq!(problems.load(Relaxed), 0);
    assert!(r.stats.counters.sm.ctas_paused > 20);
    assert_eq!(r.stats.counters.sm.ctas_completed, 200);
}

#[test]
fn fixed_blocks_run_no_more_ctas_than_that() {
    let (r, _) = gather(&mut with_policy(GATHER, "fixed_blocks", &[("n", "2")]), 120, 8);
    assert!(!r.timeline.is_empty());
    assert!(r.timeline.iter().all(|s| s.running_ctas <= 2.0 && s.paused_ctas == 0.0 && s.num_blocks == 2.0));
}

#[test]
fn a_warp_scheduler_changes_the_order_but_not_the_work() {
    let run = |name| collatz(&mut with_policy(COLLATZ, name, &[]), 256 * 30);
    let (gto, lrr) = (run("gto"), run("lrr"));
    assert_ne!(gto.cycles, lrr.cycles);
    assert_eq!(gto.stats.counters.sm.thread_instructions, lrr.stats.counters.sm.thread_instructions);
}

/// Loose round robin that counts the prefetched lines of which it hears.
#[derive(Serialize, Deserialize)]
struct Listener {
    schedulers: PerScheduler<Lrr>,
    #[serde(skip)]
    heard: Arc<AtomicU32>,
}

impl Issue for Listener {
    fn grant(&mut self, scheduler: usize, view: &WarpView) -> Option<u32> {
        self.schedulers.grant(scheduler, view)
    }

    fn prefetched(&mut self, warp: u32) {
        self.heard.fetch_add(u32::from(warp < 48), Relaxed);
    }
}

/// Adds vectors with the prefetcher `next_line` and what `attach` adds.
fn add_with_prefetches(attach: impl FnOnce(&MachineSpec, &mut Attachments)) -> (KernelRecord, Vec<u32>) {
    let n = 1 << 15;
    let mut bench = Bench::with(VECTOR_ADD, |machine, a| {
        policy::attach("next_line", &[], machine, a).unwrap();
        attach(machine, a);
    });
    let [a, b, c] = [1, 2, 0].map(|k| bench.upload(&(0..n).map(|i| k * i).collect::<Vec<u32>>()));
    let r = bench.run("vector_add", n / 256, 256, &[a, b, c, Arg::U32(n)]);
    (r, bench.download(c, n as usize))
}

#[test]
fn the_issue_logic_hears_of_each_prefetched_line_that_comes_before_a_demand_wants_it() {
    let heard = Arc::new(AtomicU32::new(0));
    let (r, _) = add_with_prefetches(|machine, a| {
        a.issue(machine, |_| {
            let schedulers = PerScheduler::new(machine.sm.schedulers, Lrr::default);
            Box::new(Listener { schedulers, heard: heard.clone() })
        });
    });
    let prefetches = r.stats.units.of::<PrefetchStats>().unwrap();
    let (heard, early) = (u64::from(heard.load(Relaxed)), prefetches.issued - prefetches.late);
    // Not of those that come when the SM has no CTA any more.
    assert!(0 < heard && heard <= early && 10 * heard > 9 * early, "{heard} of {early}");
}

#[test]
fn prefetched_lines_call_their_warps_into_the_ready_queue() {
    let [off, on] = ["off", "on"].map(|wake| {
        add_with_prefetches(|machine, a| {
            let settings = [("entries", "4"), ("wake", wake)].map(|(k, v)| (k.to_string(), v.to_string()));
            policy::attach("ready_queue", &settings, machine, a).unwrap();
        })
    });
    assert!(on.1 == off.1 && on.1[7] == 21);
    assert_ne!(on.0.cycles, off.0.cycles);
}

/// Writes down the applications of the requests.
#[derive(Serialize, Deserialize)]
struct Applications {
    /// Bit `a`: application `a` has made one.
    #[serde(skip)]
    seen: Arc<AtomicU32>,
}

impl L2Route for Applications {
    fn route(&mut self, _: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        self.seen.fetch_or(1 << request.requester.application, Relaxed);
        Route::default()
    }
}

#[test]
fn requests_carry_the_application_of_their_launch() {
    let seen = Arc::new(AtomicU32::new(0));
    let Bench { mut gpu, .. } = Bench::with(VECTOR_ADD, |machine, a| {
        a.route(machine, |_| Box::new(Applications { seen: seen.clone() }));
    });
    gpu.share(&[1, 2, 3, 9]).unwrap();
    let [a, b, c] = [0; 3].map(|_| Arg::U64(gpu.memory_of(3).alloc(4 * 512).unwrap()));
    let spec = Bench::new(VECTOR_ADD).spec("vector_add", 2, 256, &[a, b, c, Arg::U32(512)]);
    gpu.start_of(3, &Job::Launch(spec)).unwrap();
    while gpu.is_running() {
        gpu.advance(&mut RunFreely);
    }
    assert_eq!(seen.load(Relaxed), 1 << 3);
}

/// A throttle that fails its check, as a lockstep does when RTL and model differ.
struct Broken(CtaPausing);

impl Saved for Broken {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        self.0.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.0.restore(from)
    }
}

impl Attachment for Broken {
    fn check(&self) -> Result<(), UnitError> {
        Err(UnitError("num_blocks differs".to_string()))
    }
}

impl BlockThrottle for Broken {
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut {
        let limit = input.kernel_start.map_or(self.0.max_ctas(), |k| k.max_ctas);
        self.0.step(input, limit)
    }
}

#[test]
fn a_unit_that_fails_ends_the_run_with_its_words() {
    let mut bench = Bench::with(VECTOR_ADD, |machine, a| {
        a.throttle(machine, |_| Box::new(Broken(CtaPausing::default())));
    });
    let nothing = bench.upload(&[0]);
    let spec = bench.spec("vector_add", 1, 32, &[nothing, nothing, nothing, Arg::U32(0)]);
    let e = bench.try_run(&spec, &mut RunFreely).unwrap_err();
    assert!(matches!(e, RunError::Unit { .. }) && e.to_string().contains("num_blocks differs"), "{e}");
}
