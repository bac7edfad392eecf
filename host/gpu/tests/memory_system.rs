// SPDX-License-Identifier: Apache-2.0
//! Claims about the memory system as the SMs see it.

#[path = "support/traffic.rs"]
mod traffic;

use proptest::prelude::*;

use traffic::{read, write, Bench, Random};
use warpsmith_gpu::machine::{DramPolicy, MachineSpec};
use warpsmith_gpu::mem::{MemRequest, Served};
use warpsmith_gpu::types::{Domain, Group, Level, Line, MemKind, Origin, Requester};

fn gtx480() -> MachineSpec {
    MachineSpec::load("gtx480").unwrap()
}

/// SM cycles from injection to response of a single read.
fn latency(bench: &mut Bench, line: u64) -> u64 {
    bench.memory.push(read(0, line, 7));
    let mut cycles = 0;
    while bench.memory.pop_response(0).is_none() {
        bench.step();
        cycles += 1;
    }
    cycles
}

/// DRAM bytes per second, relative to the pins, of 40000 requests with `window` outstanding per SM.
fn utilisation(window: u32, next: impl FnMut(usize) -> MemRequest) -> f64 {
    let machine = gtx480();
    let mut bench = Bench::new(&machine);
    bench.run(40_000, window, next, |_| {});
    let (_, _, dram) = bench.memory.stats();
    let seconds = bench.clocks.seconds(bench.clocks.now());
    let peak = machine.dram.peak_bytes_per_second(machine.clock.dram_mhz);
    (dram.read_bytes + dram.write_bytes) as f64 / seconds / peak
}

#[test]
fn an_idle_machine_answers_after_the_sum_of_the_latencies() {
    let machine = gtx480();
    let mut bench = Bench::new(&machine);
    let (icnt, l2) = (&machine.icnt, &machine.l2);
    // One flit there, five back, the wires twice, the ROP pipeline; the rest are the registers between the blocks.
    let hit_least = u64::from(1 + 5 + 2 * icnt.latency + l2.rop_latency);
    let t = &machine.dram.timing;
    let dram_nanoseconds = f64::from(t.rcd + t.cl + t.ccdl) / f64::from(machine.clock.dram_mhz) * 1e3;
    let miss_least = hit_least
        + u64::from(l2.dram_latency)
        + (dram_nanoseconds * f64::from(machine.clock.sm_mhz) / 1e3) as u64;
    let miss = latency(&mut bench, 0);
    let hit = latency(&mut bench, 0);
    assert!((hit_least..hit_least + 8).contains(&hit), "hit {hit}, least {hit_least}");
    assert!((miss_least..miss_least + 12).contains(&miss), "miss {miss}, least {miss_least}");
}

#[test]
fn a_read_stream_limited_only_by_back_pressure_uses_95_percent_of_the_pins() {
    let mut line = 0;
    let stream = |sm| {
        line += 1;
        read(sm, line, 0)
    };
    let used = utilisation(u32::MAX, stream);
    assert!((0.95..=1.0).contains(&used), "{used}");
}

#[test]
fn a_read_stream_of_32_lines_per_sm_uses_85_percent_of_the_pins() {
    let mut line = 0;
    let stream = |sm| {
        line += 1;
        read(sm, line, 0)
    };
    let used = utilisation(32, stream);
    assert!((0.85..=1.0).contains(&used), "{used}");
}

#[test]
fn a_copy_stream_uses_78_percent_of_the_pins() {
    let mut n = 0;
    let copy = |sm| {
        n += 1;
        if n % 2 == 0 {
            read(sm, n / 2, 0)
        } else {
            write(sm, (1 << 22) + n / 2, 0)
        }
    };
    let used = utilisation(u32::MAX, copy);
    assert!((0.78..=1.0).contains(&used), "{used}");
}

#[test]
fn random_lines_are_limited_by_activations_to_less_than_a_stream() {
    let machine = gtx480();
    let mut random = Random(1);
    let used = utilisation(u32::MAX, |sm| read(sm, random.below(1 << 24), 0));
    let line_cycles = f64::from(2 * machine.dram.burst_cycles());
    let bound = line_cycles / f64::from(machine.dram.timing.rrd);
    assert!((0.8 * bound..=bound).contains(&used), "{used} of at most {bound}");
}

#[test]
fn the_memory_level_scales_the_bandwidth_and_the_sm_level_does_not() {
    let seconds = |group, level| {
        let mut bench = Bench::new(&gtx480());
        bench.clocks.set_level(group, level);
        let mut line = 0;
        let stream = |sm| {
            line += 1;
            read(sm, line, 0)
        };
        bench.run(40_000, u32::MAX, stream, |_| {});
        bench.clocks.seconds(bench.clocks.now())
    };
    let nominal = seconds(Group::Memory, Level::Nominal);
    let speedup = |group, level| nominal / seconds(group, level);
    assert!((speedup(Group::Memory, Level::High) - 1.15).abs() < 0.01);
    assert!((speedup(Group::Memory, Level::Low) - 0.85).abs() < 0.01);
    assert!((speedup(Group::Sm, Level::High) - 1.0).abs() < 0.01);
}

#[test]
fn saturation_reaches_the_injection_port_of_every_sm() {
    let machine = gtx480();
    let mut bench = Bench::new(&machine);
    let (mut refused, mut random) = (vec![0u32; machine.sm.count as usize], Random(3));
    for _ in 0..20_000 {
        bench.step();
        for (sm, refused) in refused.iter_mut().enumerate() {
            bench.memory.pop_response(sm);
            let request = read(sm, random.below(1 << 24), 0);
            *refused += u32::from(!bench.memory.push(request));
        }
    }
    let least = refused.iter().min().unwrap();
    assert!(*least > 10_000, "refused cycles per SM: {refused:?}");
    let most = refused.iter().max().unwrap();
    assert!(most - least < 1_000, "every SM gets the same share: {refused:?}");
}

#[test]
fn an_sm_that_takes_no_responses_stalls_only_after_its_buffers_are_full() {
    let machine = gtx480();
    let mut bench = Bench::new(&machine);
    let mut accepted = 0u64;
    for cycle in 0..20_000 {
        bench.step();
        accepted += u64::from(bench.memory.push(read(0, cycle, 0)));
    }
    assert!(accepted < 20_000 && !bench.memory.idle());
    let answered = (0..40_000).filter(|_| {
        bench.step();
        bench.memory.pop_response(0).is_some()
    });
    assert_eq!(answered.count() as u64, accepted);
    assert!(bench.memory.idle());
}

#[test]
fn dirty_lines_are_written_back_once_and_the_system_comes_to_rest() {
    let machine = gtx480();
    let mut bench = Bench::new(&machine);
    let lines = 20_000;
    let mut line = 0;
    let fill = |sm| {
        line += 1;
        write(sm, line - 1, 0)
    };
    bench.run(lines, u32::MAX, fill, |_| {});
    while !bench.memory.idle() {
        bench.step();
    }
    let (_, l2, dram) = bench.memory.stats();
    let capacity = machine.l2.cache.sets
        * machine.l2.cache.ways
        * machine.l2.sub_partitions_per_channel
        * machine.dram.channels;
    assert_eq!(dram.read_lines, 0, "a store of a whole line fetches nothing");
    assert_eq!(dram.write_lines, lines - u64::from(capacity), "all but what L2 still holds");
    assert_eq!(l2.write_backs, dram.write_lines);
}

#[test]
fn a_store_to_all_sectors_of_a_line_but_not_to_all_its_bytes_fetches_the_line() {
    let mut bench = Bench::new(&gtx480());
    let mut line = 0;
    let partial = |sm| {
        line += 1;
        MemRequest { covers_line: false, ..write(sm, line - 1, 0) }
    };
    bench.run(600, 8, partial, |_| {});
    while !bench.memory.idle() {
        bench.step();
    }
    let (_, _, dram) = bench.memory.stats();
    assert_eq!(dram.read_lines, 600);
}

#[test]
fn atomics_on_one_line_are_serialised_at_l2() {
    let seconds = |kind| {
        let mut bench = Bench::new(&gtx480());
        bench.run(2_000, u32::MAX, |sm| MemRequest { kind, ..read(sm, 0, 0) }, |_| {});
        bench.clocks.cycles(Domain::L2)
    };
    let operations = 128 / u64::from(gtx480().l2.atomic_bytes_per_cycle);
    assert!(seconds(MemKind::Atomic) >= 2_000 * operations);
    assert!(seconds(MemKind::Read) < 2_000 * operations);
}

#[test]
fn equal_traffic_gives_equal_cycles_and_counts() {
    let run = || {
        let mut bench = Bench::new(&gtx480());
        let mut random = Random(11);
        let mut tokens = Vec::new();
        bench.run(5_000, 64, |sm| read(sm, random.below(1 << 14), sm as u32), |token| tokens.push(token));
        (bench.clocks.now(), bench.memory.stats(), tokens)
    };
    assert_eq!(run(), run());
}

fn mixed_request() -> impl Strategy<Value = (u64, MemKind, u16)> {
    let kind = prop_oneof![3 => Just(MemKind::Read), 2 => Just(MemKind::Write), 1 => Just(MemKind::Atomic)];
    (prop_oneof![0u64..64, 0u64..1 << 20], kind, prop_oneof![Just(32u16), Just(128), 1u16..=128])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_request_is_answered_once_within_a_bounded_time(
        list in prop::collection::vec(mixed_request(), 1..600),
        tiny in any::<bool>(), fcfs in any::<bool>(), level in 0usize..3,
    ) {
        let mut machine = gtx480();
        if tiny {
            machine.l2.cache.sets = 1;
            machine.l2.cache.ways = 2;
            machine.l2.cache.mshrs = 2;
            machine.l2.cache.miss_queue = 2;
            machine.l2.rop_queue = 2;
            machine.l2.dram_latency_queue = 2;
            machine.dram.scheduler_queue = 2;
            machine.dram.return_queue = 2;
            machine.icnt.input_buffer = 5;
            machine.icnt.output_buffer = 5;
        }
        if fcfs {
            machine.dram.scheduler = DramPolicy::Fcfs;
        }
        let mut bench = Bench::new(&machine);
        bench.clocks.set_level(Group::Memory, Level::ALL[level]);
        let mut answers = vec![0; list.len()];
        let (mut sent, mut done, mut cycles) = (0, 0, 0);
        while done < list.len() || !bench.memory.idle() {
            bench.step();
            for sm in 0..machine.sm.count as usize {
                if let Some(response) = bench.memory.pop_response(sm) {
                    let (line, kind, _) = list[response.token as usize];
                    prop_assert_eq!((response.line, response.kind), (Line(line), kind));
                    prop_assert_eq!(response.token as usize % machine.sm.count as usize, sm);
                    answers[response.token as usize] += 1;
                    done += 1;
                }
                if sent < list.len() && sent % machine.sm.count as usize == sm {
                    let (line, kind, bytes) = list[sent];
                    let covers_line = bytes == 128;
                    let request = MemRequest { bytes, covers_line, kind, ..read(sm, line, sent as u32) };
                    sent += usize::from(bench.memory.push(request));
                }
            }
            cycles += 1;
            prop_assert!(cycles < 1_000_000, "{done} of {} answered", list.len());
        }
        prop_assert!(answers.iter().all(|&n| n == 1));
        let (_, l2, dram) = bench.memory.stats();
        prop_assert_eq!(l2.accesses, list.len() as u64);
        prop_assert_eq!(dram.write_lines, l2.write_backs, "no write-back is lost");
        prop_assert_eq!(dram.read_lines, l2.fills);
    }
}

/// The requests of `a[i] = b[i] + s * c[i]` as 15 SMs of 48 warps make them: a grid-stride loop of 1 MB, each warp at
/// its own pace.
struct Triad {
    /// By SM and warp: the number of the warp's next request.
    warps: Vec<[u64; 48]>,
    random: Random,
}

impl Triad {
    fn new() -> Triad {
        Triad { warps: vec![[0; 48]; 15], random: Random(5) }
    }

    fn next(&mut self, sm: usize) -> MemRequest {
        let warp = self.random.below(48) as usize;
        let n = self.warps[sm][warp];
        self.warps[sm][warp] += 1;
        let (step, array) = (n / 3, n % 3);
        let line = step * 8192 + (sm * 48 + warp) as u64;
        match array {
            0 => write(sm, line, 0),
            _ => read(sm, array * 0x10_0800 + line, 0),
        }
    }
}

#[test]
fn a_triad_of_three_arrays_uses_60_percent_of_the_pins() {
    let mut triad = Triad::new();
    let used = utilisation(32, |sm| triad.next(sm));
    assert!((0.6..=1.0).contains(&used), "{used}");
}

#[test]
fn an_answer_says_who_asked_and_what_l2_did() {
    let mut bench = Bench::new(&gtx480());
    let by = |sm, warp| Requester { warp, ..Requester::sm(sm) };
    let walk = Origin::Walk { level: 3 };
    let first = MemRequest { requester: by(0, 5), origin: walk, ..read(0, 9, 0) };
    let merges = MemRequest { requester: by(1, 6), ..read(1, 9, 0) };
    assert!(bench.memory.push(first) && bench.memory.push(merges));
    let answer = |bench: &mut Bench, sm| loop {
        bench.step();
        if let Some(response) = bench.memory.pop_response(sm) {
            return (response.requester, response.origin, response.served);
        }
    };
    assert_eq!(answer(&mut bench, 0), (by(0, 5), walk, Served::Miss));
    assert_eq!(answer(&mut bench, 1), (by(1, 6), Origin::Demand, Served::Merged));
    assert!(bench.memory.push(first));
    assert_eq!(answer(&mut bench, 0), (by(0, 5), walk, Served::Hit));
}
