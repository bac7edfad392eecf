// SPDX-License-Identifier: Apache-2.0
//! MeDiC at work: what its modules do to each other through the GPU.

#[path = "kernels/medic.rs"]
mod medic;
#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

use support::{Arg, Bench};
use warpsmith_gpu::machine::{MachineSpec, WarpPolicy};
use warpsmith_gpu::unit::medic::MedicStats;
use warpsmith_gpu::KernelRecord;
use warpsmith_units::medic::params::Params;

const GATHER: &str = include_str!("kernels/gather.ptx");

/// The machine of the paper, but for warps that take turns: so all of them are sampled while they live.
fn machine() -> MachineSpec {
    let mut machine = MachineSpec::load("medic").unwrap();
    machine.sm.warp_scheduler = WarpPolicy::Lrr;
    machine
}

/// Each lane of 60 CTAs reads `rounds` words at random out of so many; the sums.
fn gather(params: &Params, words: u32, rounds: u32) -> (KernelRecord, Vec<u32>) {
    let mut bench = Bench::on(machine(), GATHER, |machine, a| medic::attach(params, machine, a));
    bench.gpu.start_checks();
    let table: Vec<u32> = (0..words).collect();
    let (t, out) = (bench.upload(&table), bench.upload(&vec![0; 256 * 60]));
    let record = bench.run("gather", 60, 256, &[t, out, Arg::U32(words - 1), Arg::U32(rounds)]);
    let sums = bench.download(out, 256 * 60);
    (record, sums)
}

fn counts(record: &KernelRecord) -> MedicStats {
    record.stats.units.of().unwrap()
}

#[test]
fn warps_that_mostly_miss_go_past_l2_and_compute_the_same() {
    // 16 MB, which L2 does not hold, and the L1 even less.
    let off = Params { wbyp_en: false, wms_en: false, wip_en: false, ..Params::PAPER };
    let (base, expected) = gather(&off, 1 << 22, 8);
    let (with, sums) = gather(&Params::PAPER, 1 << 22, 8);
    assert!(sums == expected);
    let (b, w) = (base.stats.counters.l2_banks, with.stats.counters.l2_banks);
    assert!(b.bypassed == 0 && w.bypassed > 1000, "{w:?}");
    assert!(w.queue_cycles < b.queue_cycles / 2, "{w:?} {b:?}");
    let (of_base, of_with) = (counts(&base), counts(&with));
    assert!(of_base.all_miss + of_base.mostly_miss > 300, "{of_base:?}");
    assert!(of_with.sampled_bypassed == w.bypassed, "{of_with:?}");
}

#[test]
fn warps_whose_lines_stay_in_l2_hit_and_have_priority() {
    // 128 kB: more than an L1.
    let (record, _) = gather(&medic::params(), 1 << 15, 12);
    let counts = counts(&record);
    assert!(counts.all_hit + counts.mostly_hit > 10 * (counts.all_miss + counts.mostly_miss), "{counts:?}");
    assert!(counts.high_priority > 0 && counts.all_hit_loads > 0, "{counts:?}");
    assert_eq!(record.stats.counters.l2_banks.bypassed, 0);
    let looked =
        counts.looked_miss + counts.looked_balanced + counts.looked_mostly_hit + counts.looked_all_hit;
    assert_eq!(looked, record.stats.counters.l2_banks.looked);
    let waited = counts.queue_cycles_miss
        + counts.queue_cycles_balanced
        + counts.queue_cycles_mostly_hit
        + counts.queue_cycles_all_hit;
    assert_eq!(waited, record.stats.counters.l2_banks.queue_cycles);
}

#[test]
fn the_types_of_live_warps_are_in_the_time_line() {
    let (record, _) = gather(&Params::PAPER, 1 << 22, 8);
    assert_eq!(record.warp_types.len(), record.timeline.len());
    let most = record.timeline.iter().zip(&record.warp_types).max_by_key(|(_, types)| types.all_miss);
    let (sample, types) = most.unwrap();
    let all = types.all_hit
        + types.mostly_hit
        + types.balanced
        + types.mostly_miss
        + types.all_miss
        + types.unknown;
    assert!(all > 0 && f64::from(all) <= sample.running_ctas * 8.0 * 15.0, "{all} {sample:?}");
    assert!(types.all_miss > all / 2, "{types:?}");
}

#[test]
fn without_switches_l2_and_dram_do_what_they_do_without_the_profiler() {
    let off = Params { wbyp_en: false, wms_en: false, wip_en: false, ..Params::PAPER };
    let (with, _) = gather(&off, 1 << 20, 8);
    let mut bench = Bench::on(machine(), GATHER, |machine, a| {
        medic::attach(&off, machine, a);
        a.sms(machine).iter_mut().for_each(|sm| sm.typer = None);
        a.slices(machine).iter_mut().for_each(|slice| slice.route = None);
        a.banks(machine).iter_mut().for_each(|bank| bank.replacement = None);
    });
    let table: Vec<u32> = (0..1 << 20).collect();
    let (t, out) = (bench.upload(&table), bench.upload(&vec![0; 256 * 60]));
    let without = bench.run("gather", 60, 256, &[t, out, Arg::U32((1 << 20) - 1), Arg::U32(8)]);
    assert_eq!(without.stats.counters, with.stats.counters);
    assert_eq!(without.cycles, with.cycles);
}
