// SPDX-License-Identifier: Apache-2.0
//! CTA-aware prefetching in the SM: what its scheduler and its engine ask of it.

#[path = "kernels/cta_prefetch.rs"]
mod cta_prefetch;
#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::{IssueStats, PrefetchStats, Stats};
use warpsmith_gpu::unit::cta_prefetch::CtaPrefetchStats;
use warpsmith_gpu::MaxCycles;
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::Parameters;

const GATHER: &str = include_str!("kernels/gather.ptx");

/// Far more than any kernel here takes.
const LIMIT: u64 = 1_000_000;

/// Every lane its own line, with these parameters: the sums, and what was counted.
fn gather(params: Option<&Params>) -> (Vec<u32>, Stats) {
    let mut machine = MachineSpec::load("cta").unwrap();
    machine.sm.count = 2;
    let mut bench = Bench::on(machine, GATHER, |machine, a| {
        params.iter().for_each(|params| cta_prefetch::attach(params, machine, a));
    });
    bench.gpu.start_checks();
    let (words, ctas, rounds) = (1 << 14, 30, 6);
    let table: Vec<u32> = (0..words).collect();
    let threads = 192 * ctas as usize;
    let (t, out) = (bench.upload(&table), bench.upload(&vec![0; threads]));
    let arguments = [t, out, Arg::U32(words - 1), Arg::U32(rounds)];
    let spec = bench.spec("gather", ctas, 192, &arguments);
    let stats = bench.try_run(&spec, &mut MaxCycles(LIMIT)).unwrap().stats;
    (bench.download(out, threads), stats)
}

#[test]
fn every_switch_computes_the_same_and_counts_every_cycle_once() {
    let (expected, _) = gather(None);
    let paper = cta_prefetch::params(&MachineSpec::load("cta").unwrap());
    for change in [
        "ready_entries=8",
        "ready_entries=1",
        "ready_entries=16",
        "percta_repl=sticky",
        "job_depth=1",
        "n_base=32",
        "lead_scope=0",
        "hold_fill_en=0",
        "wake_check=0",
        "skip_own_done=0",
        "excl_indirect=1",
        "ctaa_en=0",
        "pf_en=0",
        "wake_en=0",
    ] {
        let mut params = paper.clone();
        let (key, value) = change.split_once('=').unwrap();
        params.set(key, value).unwrap();
        let (sums, stats) = gather(Some(&params));
        assert!(sums == expected, "{change}");
        let sm = stats.counters.sm;
        let cycles: IssueStats = stats.units.of().unwrap();
        assert_eq!(cycles.issued, sm.warp_instructions, "{change}");
        let idle = cycles.structural + cycles.raw + cycles.control;
        assert!(cycles.issued + idle <= sm.active_cycles, "{change}: {cycles:?} of {sm:?}");
        let unit: CtaPrefetchStats = stats.units.of().unwrap();
        assert_eq!(unit.loads, sm.loads, "{change}: all loads are of global memory");
        assert_eq!(unit.indirect_loads, 0, "{change}: {unit:?}");
        let lines: PrefetchStats = stats.units.of().unwrap();
        assert_eq!(
            (lines.demands, lines.issued > 0),
            (stats.counters.l1.reads, false),
            "{change}: {lines:?}"
        );
    }
}

/// out[i] = table[index[i]]
const INDIRECT: &str = "
    .version 6.0
    .target sm_35
    .address_size 64
    .visible .entry look(.param .u64 index, .param .u64 table, .param .u64 out) {
        .reg .b32 %r<6>;
        .reg .b64 %rd<10>;
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.s32 %r4, %r1, %r2, %r3;
        mul.wide.u32 %rd1, %r4, 4;
        ld.param.u64 %rd2, [index];
        add.s64 %rd3, %rd2, %rd1;
        ld.global.u32 %r5, [%rd3];
        mul.wide.u32 %rd4, %r5, 4;
        ld.param.u64 %rd5, [table];
        add.s64 %rd6, %rd5, %rd4;
        ld.global.u32 %r5, [%rd6];
        ld.param.u64 %rd7, [out];
        add.s64 %rd8, %rd7, %rd1;
        st.global.u32 [%rd8], %r5;
        ret;
    }";

#[test]
fn the_indirect_one_of_two_loads_is_told_and_left_alone_if_asked_for() {
    let run = |excluded: bool| {
        let mut bench = Bench::on(MachineSpec::load("cta").unwrap(), INDIRECT, |machine, a| {
            let params = Params { excl_indirect: excluded, ..cta_prefetch::params(machine) };
            cta_prefetch::attach(&params, machine, a);
        });
        let n = 120 * 128;
        let index: Vec<u32> = (0..n).map(|i| i ^ 1).collect();
        let [index, table, out] = [index, (0..n).map(|i| 3 * i).collect(), vec![0; n as usize]]
            .map(|words: Vec<u32>| bench.upload(&words));
        let stats = bench.run("look", 120, 128, &[index, table, out]).stats;
        assert_eq!(bench.download(out, n as usize)[5], 12);
        let lines: PrefetchStats = stats.units.of().unwrap();
        assert!(lines.useful + lines.late > 0, "{lines:?}");
        stats.units.of::<CtaPrefetchStats>().unwrap()
    };
    let [all, some] = [false, true].map(run);
    assert_eq!((all.loads, all.indirect_loads), (960, 0));
    assert_eq!((some.loads, some.indirect_loads), (960, 480));
    assert!(some.registrations < all.registrations, "{some:?} {all:?}");
}
