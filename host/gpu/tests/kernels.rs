// SPDX-License-Identifier: Apache-2.0
//! Whole kernels through `Gpu::launch`: results in device memory, times, limits and failures.

#[path = "kernels/support.rs"]
mod support;

use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{KernelRecord, Limit, MaxCycles, Occupancy, ResourceError, RunError, RunFreely};

const VECTOR_ADD: &str = include_str!("kernels/vector_add.ptx");
const BLOCK_SUM: &str = include_str!("kernels/block_sum.ptx");
const COLLATZ: &str = include_str!("kernels/collatz.ptx");
const HISTOGRAM: &str = include_str!("kernels/histogram.ptx");
const GATHER: &str = include_str!("kernels/gather.ptx");
const BARRIERS: &str = include_str!("kernels/barriers.ptx");
const HANG: &str = include_str!("kernels/hang.ptx");

fn vector_add(bench: &mut Bench, n: u32) -> KernelRecord {
    let a: Vec<u32> = (0..n).map(|i| (i as f32).to_bits()).collect();
    let b: Vec<u32> = (0..n).map(|i| (0.5 * i as f32).to_bits()).collect();
    let (da, db, dc) = (bench.upload(&a), bench.upload(&b), bench.upload(&vec![0; n as usize]));
    let record = bench.run("vector_add", n.div_ceil(256), 256, &[da, db, dc, Arg::U32(n)]);
    let c = bench.download(dc, n as usize);
    let wrong = (0..n).find(|&i| f32::from_bits(c[i as usize]) != i as f32 + 0.5 * i as f32);
    assert_eq!(wrong, None);
    record
}

#[test]
fn a_vector_sum_is_right_and_touches_every_line_once() {
    let n = 100_000;
    let r = vector_add(&mut Bench::new(VECTOR_ADD), n);
    let lines = u64::from(n).div_ceil(32);
    let c = &r.stats.counters;
    assert_eq!((c.l1.reads, c.l1.writes, c.l1.misses), (2 * lines, lines, 3 * lines));
    assert_eq!((c.sm.ctas_launched, c.sm.ctas_completed), (391, 391));
    assert_eq!(c.dram.read_lines, 2 * lines, "the stores cover whole lines and are not fetched");
}

#[test]
fn a_grid_smaller_than_the_machine_works() {
    let r = vector_add(&mut Bench::new(VECTOR_ADD), 40);
    assert_eq!(r.stats.counters.sm.ctas_launched, 1);
    assert!(r.cycles < 3000, "{} cycles", r.cycles);
}

#[test]
fn a_tree_reduction_with_barriers_is_right() {
    let mut bench = Bench::new(BLOCK_SUM);
    let data: Vec<u32> = (0..256 * 200).map(|i: u32| i.wrapping_mul(2654435761) >> 8).collect();
    let (input, out) = (bench.upload(&data), bench.upload(&[0; 200]));
    let r = bench.run("block_sum", 200, 256, &[input, out]);
    let expected: Vec<u32> =
        data.chunks(256).map(|c| c.iter().fold(0, |s: u32, x| s.wrapping_add(*x))).collect();
    assert_eq!(bench.download(out, 200), expected);
    assert!(r.stats.counters.sm.shared_accesses > 0);
}

#[test]
fn a_loop_that_each_lane_leaves_at_another_time_is_right() {
    let mut bench = Bench::new(COLLATZ);
    let n = 5000;
    let out = bench.upload(&vec![0; n]);
    bench.run("collatz", 40, 128, &[out, Arg::U32(n as u32)]);
    let steps = |mut x: u32| {
        let mut count = 0;
        while x != 1 {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
            count += 1;
        }
        count
    };
    let expected: Vec<u32> = (1..=n as u32).map(steps).collect();
    assert_eq!(bench.download(out, n), expected);
}

#[test]
fn atomics_lose_no_update_and_give_every_old_value_once() {
    let mut bench = Bench::new(HISTOGRAM);
    let n = 8192;
    let data: Vec<u32> = (0..n).map(|i: u32| i.wrapping_mul(2654435761) >> 5 & 0xff).collect();
    let (d, bins) = (bench.upload(&data), bench.upload(&[0; 16]));
    let (order, total) = (bench.upload(&vec![0; n as usize]), bench.upload(&[0]));
    let r = bench.run("histogram", 64, 128, &[d, bins, order, total]);
    let count = |b: u32| data.iter().filter(|x| **x & 15 == b).count() as u32;
    assert_eq!(bench.download(bins, 16), (0..16).map(count).collect::<Vec<_>>());
    assert_eq!(bench.download(total, 1), [data.iter().sum::<u32>()]);
    let order = bench.download(order, n as usize);
    for bin in 0..16 {
        let mut seen: Vec<u32> = (0..n as usize).filter(|i| data[*i] & 15 == bin).map(|i| order[i]).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..count(bin)).collect::<Vec<_>>());
    }
    assert_eq!(r.stats.counters.sm.atomics, 2 * u64::from(n) / 32);
}

#[test]
fn uncoalesced_loads_make_more_transactions_than_loads() {
    let mut bench = Bench::new(GATHER);
    let table: Vec<u32> = (0..1 << 14).collect();
    let (t, out) = (bench.upload(&table), bench.upload(&[0; 4096]));
    let r = bench.run("gather", 16, 256, &[t, out, Arg::U32((1 << 14) - 1), Arg::U32(8)]);
    let expected = |i: u32| {
        let mut x = i;
        (0..8).fold(0u32, |sum, _| {
            x = x.wrapping_mul(1664525).wrapping_add(1013904223);
            sum.wrapping_add(x >> 8 & ((1 << 14) - 1))
        })
    };
    assert_eq!(bench.download(out, 4096), (0..4096).map(expected).collect::<Vec<_>>());
    let s = &r.stats.counters.sm;
    assert!(s.transactions > 10 * s.loads, "{} of {}", s.transactions, s.loads);
}

#[test]
fn a_warp_that_arrives_at_a_named_barrier_releases_the_one_that_waits() {
    let mut bench = Bench::new(BARRIERS);
    let out = bench.upload(&[0; 32]);
    bench.run("producer", 1, 64, &[out]);
    assert_eq!(bench.download(out, 32), (0..32).map(|lane| 3 * (31 - lane)).collect::<Vec<_>>());
}

#[test]
fn a_barrier_that_reduces_gives_every_thread_the_count() {
    let mut bench = Bench::new(BARRIERS);
    let out = bench.upload(&[0; 200]);
    bench.run("count_threes", 1, 200, &[out]);
    assert_eq!(bench.download(out, 200), [67; 200]);
}

#[test]
fn a_barrier_does_not_wait_for_warps_that_have_exited() {
    let mut bench = Bench::new(BARRIERS);
    let out = bench.upload(&[0; 256]);
    bench.run("early_exit", 3, 256, &[out]);
    assert_eq!(bench.download(out, 256), (0..256).map(|t| u32::from(t / 32 % 2 == 0)).collect::<Vec<_>>());
}

#[test]
fn occupancy_is_limited_by_the_scarcest_resource() {
    let bench = Bench::new(VECTOR_ADD);
    let sm = &bench.gpu.machine().sm;
    let mut spec = bench.spec("vector_add", 1, 32, &[Arg::U64(0), Arg::U64(0), Arg::U64(0), Arg::U32(0)]);
    for (threads, shared, ctas, limit) in [
        (32, 0, sm.ctas, Limit::CtaSlots),
        (192, 0, sm.ctas, Limit::CtaSlots),
        (512, 0, sm.warps / 16, Limit::Warps),
        (1000, 0, 1, Limit::Warps),
        (64, sm.shared_bytes / 3, 3, Limit::SharedMemory),
        (64, sm.shared_bytes / 3 + 1, 2, Limit::SharedMemory),
    ] {
        (spec.block[0], spec.dynamic_shared) = (threads, shared);
        let o = Occupancy::of(&spec, sm).unwrap();
        assert_eq!((o.ctas_per_sm, o.limit, o.warps_per_cta), (ctas, limit, threads.div_ceil(32)));
        assert_eq!(o.registers_per_cta % sm.register_granularity, 0);
    }
}

#[test]
fn two_runs_give_the_same_record_to_the_last_byte() {
    let run = || format!("{:?}", vector_add(&mut Bench::new(VECTOR_ADD), 30_000));
    assert_eq!(run(), run());
}

#[test]
fn every_issue_slot_and_every_second_is_accounted_for() {
    let r = vector_add(&mut Bench::new(VECTOR_ADD), 50_000);
    let s = &r.stats.counters.sm;
    let slots =
        s.slots_used + s.slots_empty + s.slots_waiting + s.slots_pipeline + s.slots_memory + s.slots_barrier;
    assert_eq!(slots, 2 * s.active_cycles);
    assert_eq!(s.slots_used, s.warp_instructions);
    let t = &r.stats.time;
    assert_eq!(t.sm_cycles, r.cycles);
    assert!((t.sm_nominal_seconds - t.seconds).abs() < 1e-12 && t.seconds > 0.0);
    assert!(r.stats.energy.total() > 0.0);
}

#[test]
fn a_barrier_that_can_never_open_is_reported_with_its_counts() {
    let mut bench = Bench::new(HANG);
    let spec = bench.spec("hang", 1, 64, &[]);
    let e = bench.try_run(&spec, &mut RunFreely).unwrap_err();
    assert!(matches!(e, RunError::Deadlock { .. }));
    let text = e.to_string();
    assert!(text.contains("`hang`") && text.contains("barrier 3 has 2 of 3 warps"), "{text}");
}

#[test]
fn warps_that_only_repeat_themselves_are_reported_as_a_deadlock() {
    let mut bench = Bench::new(HANG);
    let spec = bench.spec("forever", 4, 64, &[]);
    let e = bench.try_run(&spec, &mut RunFreely).unwrap_err();
    assert!(matches!(e, RunError::Deadlock { .. }));
    let text = e.to_string();
    assert!(text.contains("memory does not change") && text.contains("PTX lines"), "{text}");
}

#[test]
fn a_long_computation_without_a_store_is_no_deadlock() {
    let mut bench = Bench::new(HANG);
    let out = bench.upload(&[0]);
    let n = 20_000;
    let r = bench.run("patient", 1, 64, &[out, Arg::U32(n)]);
    assert!(r.cycles > 300_000, "{} cycles", r.cycles);
    assert_eq!(bench.download(out, 1), [n * (n - 1) / 2]);
}

#[test]
fn an_endless_kernel_stops_at_the_limit_with_a_partial_record() {
    let mut bench = Bench::new(HANG);
    let spec = bench.spec("forever", 4, 64, &[]);
    let e = bench.try_run(&spec, &mut MaxCycles(10_000)).unwrap_err();
    assert!(matches!(e, RunError::MaxCycles(_)));
    let record = e.partial().unwrap();
    assert_eq!(record.cycles, 10_000);
    assert!(record.stats.counters.sm.warp_instructions > 10_000);
    assert_eq!(record.timeline.len(), 2);
}

#[test]
fn a_run_is_complete_only_if_the_limit_gives_it_all_the_cycles_that_it_needs() {
    let run = |limit: u64, threads: usize, launches: u32| {
        let mut bench = Bench::new(VECTOR_ADD);
        bench.gpu.set_threads(threads).unwrap();
        let memory = bench.upload(&[0; 40]);
        let spec = bench.spec("vector_add", 1, 64, &[memory, memory, memory, Arg::U32(40)]);
        let all = (0..launches).map(|_| bench.try_run(&spec, &mut MaxCycles(limit)));
        match all.last().unwrap() {
            Ok(record) => (true, record.cycles),
            Err(RunError::MaxCycles(record)) => (false, record.cycles),
            Err(error) => panic!("{error}"),
        }
    };
    let (_, needed) = run(u64::MAX, 1, 1);
    for threads in [1, 3] {
        assert_eq!(run(0, threads, 1), (false, 0));
        assert_eq!(run(1, threads, 1), (false, 16), "the end of the first epoch");
        assert_eq!(run(needed - 16, threads, 1), (false, needed - 16));
        assert_eq!(run(needed - 1, threads, 1), (false, needed), "it ends, but too late");
        assert_eq!(run(needed, threads, 1), (true, needed));
        assert_eq!(run(needed, threads, 2), (false, 0), "nothing is left for the second kernel");
        assert!(!run(needed + 1, threads, 2).0);
    }
}

fn slow_l2(l2_mhz: u32, rop_latency: u32) -> MachineSpec {
    let mut machine = MachineSpec::load("gtx480").unwrap();
    (machine.clock.l2_mhz, machine.l2.rop_latency) = (l2_mhz, rop_latency);
    machine
}

#[test]
fn stores_that_drain_long_after_the_last_warp_has_left_are_no_deadlock() {
    for (l2_mhz, rop_latency) in [(1, 120), (100, 10_000), (1, 10_000)] {
        let mut bench = Bench::on(slow_l2(l2_mhz, rop_latency), HANG, |_, _| {});
        let out = bench.upload(&[7]);
        bench.run("patient", 1, 64, &[out, Arg::U32(1)]);
        assert_eq!(bench.download(out, 1), [0]);
    }
}

#[test]
fn a_cta_that_waits_for_one_that_cannot_start_before_stores_have_drained_is_no_deadlock() {
    let mut machine = slow_l2(1, 120);
    (machine.sm.count, machine.sm.ctas) = (1, 2);
    let mut bench = Bench::on(machine, HANG, |_, _| {});
    let out = bench.upload(&[0; 64]);
    bench.run("relay", 3, 32, &[out, Arg::U32(12_000)]);
    assert_eq!((bench.download(out, 33)[0], bench.download(out, 33)[32]), (1, 12_000));
}

#[test]
fn a_wild_load_names_kernel_line_and_address() {
    let mut bench = Bench::new(HANG);
    bench.upload(&[1, 2, 3]);
    let spec = bench.spec("wild", 1, 32, &[Arg::U64(0x10_0000_1000)]);
    let text = bench.try_run(&spec, &mut RunFreely).unwrap_err().to_string();
    assert!(text.contains("`wild`") && text.contains("0x1000001000") && text.contains("nearest"), "{text}");
}

#[test]
fn a_cta_that_does_not_fit_is_refused_with_both_numbers() {
    let bench = Bench::new(VECTOR_ADD);
    let mut spec = bench.spec("vector_add", 1, 2048, &[Arg::U64(0), Arg::U64(0), Arg::U64(0), Arg::U32(0)]);
    let occupancy = |spec: &_| Occupancy::of(spec, &bench.gpu.machine().sm);
    let e = occupancy(&spec).unwrap_err().to_string();
    assert!(e.contains("2048") && e.contains("1024"), "{e}");
    spec.block = [128, 1, 1];
    spec.dynamic_shared = u32::MAX;
    let e = occupancy(&spec).unwrap_err().to_string();
    assert!(e.contains("shared memory") && e.contains("49152"), "{e}");
    spec.dynamic_shared = 0;
    spec.grid = [1, 70_000, 1];
    let e = occupancy(&spec).unwrap_err().to_string();
    assert!(e.contains("70000") && e.contains("65535 per grid"), "{e}");
    spec.grid = [1, 0, 1];
    assert!(matches!(occupancy(&spec), Err(ResourceError::Empty { what: "grid", .. })));
    spec.grid = [1; 3];
    spec.params.truncate(8);
    assert!(matches!(occupancy(&spec), Err(ResourceError::Parameters { given: 8, .. })));
}
