// SPDX-License-Identifier: Apache-2.0
//! Each case by itself in which the specification of Mascar sees the danger of a deadlock (decisions A2-A4, A11, A12,
//! section 10), on an SM in which memory accesses have priority for ever, so that no end of the saturation helps anyone out;
//! or seldom have none, where the specification relies on that end (A12).

#[path = "kernels/mascar.rs"]
#[allow(dead_code)] // The detector is attached here in another way.
mod mascar;
#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::SmStats;
use warpsmith_gpu::unit::mascar::{MascarDetector, MascarQueue, MascarScheduler, MascarStats};
use warpsmith_gpu::MaxCycles;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched};
use warpsmith_units::{ForeignState, Snapshot, Unit};

/// A detector that says in which cycles memory accesses have priority.
struct Forced {
    cycle: u64,
    priority: fn(u64) -> bool,
}

impl Unit for Forced {
    type In = sat::In;
    type Out = sat::Out;

    fn reset(&mut self) {
        self.cycle = 0;
    }

    fn step(&mut self, _: &sat::In) -> sat::Out {
        self.cycle += 1;
        sat::Out { mp: (self.priority)(self.cycle) }
    }
}

impl Snapshot for Forced {
    type State = u64;

    fn snapshot(&self) -> u64 {
        self.cycle
    }

    fn restore(&mut self, cycle: u64) -> Result<(), ForeignState> {
        self.cycle = cycle;
        Ok(())
    }
}

const ALWAYS: fn(u64) -> bool = |_| true;
const NEARLY_ALWAYS: fn(u64) -> bool = |cycle| cycle % 2048 < 2000;

/// What every case begins with.
const PROLOGUE: &str = "
    .version 6.0
    .target sm_35
    .address_size 64
    .visible .entry case(.param .u64 data, .param .u64 out) {
        .reg .pred %p<4>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %ntid.x;
        mad.lo.s32 %r1, %r2, %r3, %r1;
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [out];
        mul.wide.u32 %rd3, %r1, 4;      // coalesced: a line a warp
        mul.wide.u32 %rd4, %r1, 128;    // scattered: a line a thread
        add.s64 %rd5, %rd1, %rd3;
        add.s64 %rd6, %rd1, %rd4;
        add.s64 %rd7, %rd2, %rd3;
        mov.u32 %r8, 0;
";

const WARPS: u32 = 8;
const THREADS: u32 = 32 * WARPS;

/// Many times what the slowest case takes.
const LIMIT: u64 = 1_000_000;

struct Ran {
    cycles: u64,
    /// Of each thread.
    out: Vec<u32>,
    stats: SmStats,
    mascar: MascarStats,
}

/// One SM with few MSHRs.
fn machine() -> MachineSpec {
    let mut machine = MachineSpec::load("gtx480").unwrap();
    (machine.sm.count, machine.l1.mshrs, machine.l1.miss_queue) = (1, 8, 4);
    machine
}

/// Runs the instructions `body`, which may use the registers of the prologue, in one CTA of `threads` threads. Word `i` of
/// the data is `i`.
fn run(body: &str, threads: u32, priority: fn(u64) -> bool, change: impl FnOnce(&mut Params)) -> Ran {
    let machine = machine();
    let mut params = mascar::params(&machine);
    change(&mut params);
    let text = format!("{PROLOGUE}{body}\nret;\n}}");
    let mut bench = Bench::on(machine, &text, |machine, a| {
        a.issue(machine, |_| Box::new(MascarScheduler::new(sched::Model::new(&params), &params)));
        a.miss_rule(machine, |_| Box::new(MascarDetector::new(Forced { cycle: 0, priority }, &params)));
        a.path(machine, |_| Box::new(MascarQueue::new(rexq::Model::new(&params))));
    });
    bench.gpu.start_checks();
    let data: Vec<u32> = (0..32 * THREADS).collect();
    let (data, out) = (bench.upload(&data), bench.upload(&vec![0; threads as usize]));
    let spec = bench.spec("case", 1, threads, &[data, out] as &[Arg]);
    let record = bench.try_run(&spec, &mut MaxCycles(LIMIT)).unwrap();
    assert!(record.cycles < LIMIT, "it does not end");
    Ran {
        cycles: record.cycles,
        out: bench.download(out, threads as usize),
        stats: record.stats.counters.sm,
        mascar: record.stats.units.of().unwrap(),
    }
}

/// The word that a thread of the coalesced and of the scattered loads finds.
fn words(step: u32) -> Vec<u32> {
    (0..THREADS).map(|thread| thread * step).collect()
}

#[test]
fn an_owner_at_a_barrier_gives_up_so_that_the_others_can_load_and_arrive() {
    let ran = run(
        "ld.global.u32 %r4, [%rd5];
         bar.sync 0;
         add.u32 %r5, %r1, 1; // without need of the load, for which an owner gives up as well
         st.global.u32 [%rd7], %r4;",
        THREADS,
        ALWAYS,
        |_| (),
    );
    assert_eq!(ran.out, words(1));
    assert!(ran.mascar.owner_cycles > 0);
}

#[test]
fn an_owner_that_exits_without_a_use_of_what_it_loaded_leaves_the_way_to_the_others() {
    let ran = run("ld.global.u32 %r4, [%rd5];", THREADS, ALWAYS, |_| ());
    assert_eq!(ran.stats.loads, u64::from(WARPS));
}

#[test]
fn an_owner_that_exits_with_requests_unsent_keeps_the_way_until_they_are_sent() {
    let ran = run("st.global.u32 [%rd6], %r1;", THREADS, ALWAYS, |_| ());
    assert_eq!(ran.stats.transactions, u64::from(THREADS));
}

#[test]
fn while_an_owner_waits_at_a_fence_the_others_load() {
    // A warp without ownership could not load until the owner's data is there, and its own would come a latency later.
    let body = "ld.global.u32 %r4, [%rd5];
                membar.gl;
                add.u32 %r5, %r1, 1;
                st.global.u32 [%rd7], %r4;";
    let cycles = |warps| run(body, 32 * warps, ALWAYS, |_| ()).cycles;
    let (one, all) = (cycles(1), cycles(WARPS));
    assert!(all < 2 * one, "{WARPS} warps take {all} cycles, one {one}");
    assert_eq!(run(body, THREADS, ALWAYS, |_| ()).out, words(1));
}

#[test]
fn a_warp_that_waits_for_another_warps_store_behind_a_fence_sees_it() {
    // Warp 0 stores late; the others ask for its flag over and over, as owners that give up at each answer.
    let ran = run(
        "shr.u32 %r5, %tid.x, 5;
         setp.ne.u32 %p1, %r5, 0;
         @%p1 bra ASK;
         ld.global.u32 %r4, [%rd6];
         add.s32 %r4, %r4, 1;
         st.global.u32 [%rd7], %r4;
         membar.gl;
         mov.u32 %r6, 77;
         st.volatile.global.u32 [%rd1], %r6;
         bra DONE;
         ASK:
         ld.volatile.global.u32 %r6, [%rd1];
         setp.ne.u32 %p2, %r6, 77;
         @%p2 bra ASK;
         ld.volatile.global.u32 %r4, [%rd2];
         st.global.u32 [%rd7], %r4;
         DONE:",
        THREADS,
        ALWAYS,
        |_| (),
    );
    // The first word of warp 0 is 0, and one is added.
    assert!(ran.out[32..].iter().all(|word| *word == 1), "{:?}", ran.out);
}

#[test]
fn a_load_behind_a_parked_store_of_its_warp_waits_for_it_and_finds_its_data() {
    // The other warps hold the way out, so that the store is parked.
    let ran = run(
        "add.s32 %r5, %r1, 1000;
         st.global.u32 [%rd6], %r5;
         ld.global.u32 %r4, [%rd6];
         st.global.u32 [%rd7], %r4;",
        THREADS,
        ALWAYS,
        |p| p.rexq_entries = 4,
    );
    assert!(ran.mascar.reexecuted_accepted > 0, "{:?}", ran.mascar);
    assert_eq!(ran.out, (0..THREADS).map(|thread| thread + 1000).collect::<Vec<_>>());
}

/// A scattered load of each warp, and its use.
const SCATTERED: &str = "ld.global.u32 %r4, [%rd6];
                         st.global.u32 [%rd7], %r4;";

#[test]
fn an_owner_with_more_requests_than_mshrs_and_queue_entries_keeps_the_way_until_all_are_accepted() {
    let ran = run(SCATTERED, THREADS, ALWAYS, |p| p.rexq_entries = 4);
    assert_eq!(ran.out, words(32));
    assert!(ran.mascar.reexecuted_accepted > 0, "{:?}", ran.mascar);
}

#[test]
fn an_owner_stuck_in_the_unit_behind_a_full_queue_of_others_misses_goes_on_when_the_priority_ends() {
    for (entries, bypass) in [(1, false), (2, false), (4, false), (1, true)] {
        for turns in [false, true] {
            let change = |p: &mut Params| {
                (p.rexq_entries, p.owner_bypass_full, p.lsu_when_full) = (entries, bypass, turns);
            };
            let ran = run(SCATTERED, THREADS, NEARLY_ALWAYS, change);
            assert_eq!(ran.out, words(32));
            assert!(ran.mascar.parked_full_cycles > 0 && ran.mascar.barred_misses > 0, "{:?}", ran.mascar);
        }
    }
}

#[test]
fn an_owner_that_does_not_wait_for_its_requests_leaves_them_to_the_end_of_the_priority() {
    for entries in [1, 4, 32] {
        let change = |p: &mut Params| (p.rexq_entries, p.release_waits) = (entries, false);
        assert_eq!(run(SCATTERED, THREADS, NEARLY_ALWAYS, change).out, words(32));
    }
}

#[test]
fn without_grandfathering_what_was_ready_when_the_priority_began_waits_for_its_turn_alone() {
    let ran = run(SCATTERED, THREADS, NEARLY_ALWAYS, |p| p.grandfather = false);
    assert_eq!(ran.out, words(32));
}

#[test]
fn a_priority_that_comes_and_goes_loses_no_request_whatever_its_rhythm() {
    let rhythms: [fn(u64) -> bool; 4] =
        [|cycle| cycle % 2 == 0, |cycle| cycle % 3 == 0, |cycle| cycle % 64 < 32, |cycle| cycle % 64 > 0];
    for rhythm in rhythms {
        for entries in [1, 32] {
            let ran = run(SCATTERED, THREADS, rhythm, |p| p.rexq_entries = entries);
            assert_eq!(ran.out, words(32));
        }
    }
}
