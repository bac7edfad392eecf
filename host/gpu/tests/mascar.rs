// SPDX-License-Identifier: Apache-2.0
//! Mascar in the SM: every case in which the specification sees the danger of a deadlock, directed and at random.

#[path = "kernels/mascar.rs"]
mod mascar;
#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

use proptest::prelude::*;
use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::unit::mascar::MascarStats;
use warpsmith_gpu::MaxCycles;
use warpsmith_units::mascar::params::Params;

const CONTENDED: &str = include_str!("kernels/contended.ptx");

/// Many times what the slowest run takes.
const LIMIT: u64 = 20_000_000;

/// A GPU of few SMs whose caches saturate with few requests.
fn machine(mshrs: u32, miss_queue: u32, ldst_queue: u32) -> MachineSpec {
    let mut machine = MachineSpec::load("gtx480").unwrap();
    (machine.sm.count, machine.sm.ldst_queue) = (2, ldst_queue);
    (machine.l1.mshrs, machine.l1.miss_queue) = (mshrs, miss_queue);
    machine
}

const THREADS: u32 = 192;
const CTAS: u32 = 10;

/// What the kernel computes, the same in every order of execution, and what the GPU counted.
fn contended(machine: MachineSpec, params: Option<&Params>, words: u32, rounds: u32) -> (Vec<u32>, Stats) {
    let mut bench = Bench::on(machine, CONTENDED, |machine, a| {
        if let Some(params) = params {
            mascar::attach(params, machine, a);
        }
    });
    bench.gpu.start_checks();
    let table: Vec<u32> = (0..words).collect();
    let threads = (THREADS * CTAS) as usize;
    let (t, out, total) = (bench.upload(&table), bench.upload(&vec![0; threads]), bench.upload(&[0]));
    let args = [t, out, total, Arg::U32(words - 1), Arg::U32(rounds)];
    let spec = bench.spec("contended", CTAS, THREADS, &args);
    let record = bench.try_run(&spec, &mut MaxCycles(LIMIT)).unwrap();
    assert!(record.cycles < LIMIT, "{params:?}");
    let mut words = bench.download(out, threads);
    words.extend(bench.download(total, 1));
    (words, record.stats)
}

/// Runs with `change` of the parameters on a machine that saturates, and compares the sums with the baseline's.
/// Gives what Mascar counted, and the cycles in which the load/store unit stood still.
fn ends(change: impl FnOnce(&mut Params)) -> (MascarStats, u64) {
    let machine = machine(8, 4, 4);
    let mut params = Params { mshr_margin: 2, ..mascar::params(&machine) };
    change(&mut params);
    let (expected, _) = contended(machine.clone(), None, 1 << 14, 3);
    let (sums, stats) = contended(machine, Some(&params), 1 << 14, 3);
    assert!(sums == expected, "{params:?}");
    let (mascar, sm) = (stats.units.of::<MascarStats>().unwrap(), stats.counters.sm);
    assert!(!params.sched_en || mascar.memory_priority_cycles > sm.active_cycles / 10, "{stats:?}");
    (mascar, sm.lsu_stall_cycles)
}

#[test]
fn an_owner_gives_up_at_a_barrier_a_fence_and_its_exit() {
    let (stats, _) = ends(|_| ());
    assert!(stats.owner_cycles > 0 && stats.barred_misses > 0 && stats.reexecuted_accepted > 0, "{stats:?}");
}

#[test]
fn a_queue_full_of_misses_that_are_barred_empties_with_the_owner_stuck_behind_it() {
    for (entries, turns) in [(1, true), (2, true), (1, false), (2, false)] {
        let (stats, stalls) = ends(|p| (p.rexq_entries, p.lsu_when_full) = (entries, turns));
        assert!(stats.parked_full_cycles > 0 && stalls > 0, "{stats:?}");
    }
    ends(|p| (p.rexq_entries, p.owner_bypass_full) = (1, true));
}

#[test]
fn without_a_queue_a_barred_miss_blocks_the_load_store_unit_only_until_the_saturation_ends() {
    for change in [|p: &mut Params| p.rexq_en = false, |p: &mut Params| p.rexq_entries = 0] {
        let (stats, _) = ends(change);
        assert!(stats.barred_misses > 0 && stats.reexecuted == 0, "{stats:?}");
    }
}

#[test]
fn re_execution_alone_parks_what_the_l1_refuses_and_bars_nothing() {
    let (stats, _) = ends(|p| p.sched_en = false);
    assert!(
        stats.reexecuted_accepted > 0 && stats.barred_misses == 0 && stats.owner_cycles == 0,
        "{stats:?}"
    );
}

#[test]
fn an_owner_that_need_not_wait_for_its_requests_demotes_them_and_yet_all_are_served() {
    ends(|p| p.release_waits = false);
    ends(|p| (p.release_waits, p.rexq_entries) = (false, 1));
}

#[test]
fn a_saturated_l1_of_a_single_free_request_serves_everyone() {
    // Almost full is nearly empty: half of the MSHRs, or one request in the miss queue.
    let (stats, _) = ends(|p| (p.mshr_margin, p.mq_margin) = (4, 2));
    assert!(stats.owner_cycles > 0, "{stats:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn no_parameters_and_no_l1_bring_a_program_to_a_standstill_or_change_what_it_computes(
        (mshrs, miss_queue, ldst_queue) in (8u32..40, 2u32..9, 1u32..6),
        (mshr_margin, mq_margin, rexq_entries) in (1u32..20, 1u32..4, 0u32..40),
        switches in any::<u16>(),
        (lines, rounds) in (6u32..15, 1u32..4),
    ) {
        let on = |bit: u32| switches >> bit & 1 == 1;
        let machine = machine(mshrs, miss_queue, ldst_queue);
        let params = Params {
            mshr_margin: mshr_margin.min(mshrs / 2),
            mq_margin: mq_margin.min(miss_queue / 2),
            rexq_entries,
            release_waits: on(0),
            grandfather: on(1),
            nonowner_merge: on(2),
            owner_bypass_full: on(3),
            sched_en: on(4) || on(5),
            rexq_en: on(6) || on(7),
            lsu_when_full: on(8),
            ..mascar::params(&machine)
        };
        let (expected, _) = contended(machine.clone(), None, 1 << lines, rounds);
        let (sums, _) = contended(machine, Some(&params), 1 << lines, rounds);
        prop_assert!(sums == expected);
    }
}

/// Random cases: few in every test run, more on demand (`PROPTEST_CASES`).
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}
