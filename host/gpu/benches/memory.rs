// SPDX-License-Identifier: Apache-2.0
//! Speed of the memory system: requests per second over six channels, and the cost of an idle tick.

#[path = "../tests/support/traffic.rs"]
mod traffic;

use divan::counter::ItemsCount;
use divan::{black_box, Bencher};

use traffic::{read, write, Bench, Random};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::mem::MemRequest;

const REQUESTS: u64 = 20_000;

fn main() {
    divan::main();
}

fn gtx480() -> MachineSpec {
    MachineSpec::load("gtx480").expect("a built-in machine")
}

/// Measures the requests of `next`, with up to `window` outstanding per SM, on a fresh machine per sample.
fn traffic(bencher: Bencher, window: u32, next: impl Fn(u64, &mut Random, usize) -> MemRequest + Sync) {
    let machine = gtx480();
    bencher
        .counter(ItemsCount::new(REQUESTS))
        .with_inputs(|| (Bench::new(&machine), Random(1), 0))
        .bench_values(|(mut bench, mut random, mut n)| {
            let request = |sm| {
                n += 1;
                next(n, &mut random, sm)
            };
            bench.run(REQUESTS, window, request, |_| {});
            black_box(bench.clocks.now())
        });
}

#[divan::bench]
fn read_stream(bencher: Bencher) {
    traffic(bencher, 32, |n, _, sm| read(sm, n, 0));
}

#[divan::bench]
fn copy_stream(bencher: Bencher) {
    traffic(bencher, 32, |n, _, sm| match n % 2 {
        0 => read(sm, n / 2, 0),
        _ => write(sm, (1 << 22) + n / 2, 0),
    });
}

#[divan::bench]
fn random_reads(bencher: Bencher) {
    traffic(bencher, 32, |_, random, sm| read(sm, random.below(1 << 24), 0));
}

#[divan::bench]
fn random_reads_without_limit(bencher: Bencher) {
    traffic(bencher, u32::MAX, |_, random, sm| read(sm, random.below(1 << 24), 0));
}

#[divan::bench]
fn l2_hits(bencher: Bencher) {
    traffic(bencher, 32, |n, _, sm| read(sm, n % 1024, 0));
}

#[divan::bench]
fn idle_sm_cycles(bencher: Bencher) {
    let mut bench = Bench::new(&gtx480());
    bencher.counter(ItemsCount::new(1000u64)).bench_local(|| (0..1000).for_each(|_| bench.step()));
}
