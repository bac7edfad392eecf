// SPDX-License-Identifier: Apache-2.0
//! Cost of one access of a cache by what becomes of it.

use divan::{black_box, counter::ItemsCount, Bencher};
use warpsmith_gpu::cache::{Access, Cache};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::types::MemKind;
use warpsmith_gpu::types::{Line, LineSize};

fn main() {
    divan::main();
}

const ACCESSES: u64 = 1000;

fn l1() -> Cache<u32> {
    Cache::new(&MachineSpec::load("gtx480").expect("built in").l1, LineSize::of(128))
}

fn access(line: u64, kind: MemKind) -> Access<u32> {
    Access { line: Line(line), kind, bytes: 128, covers_line: true, ..Access::default() }
}

/// Makes [`ACCESSES`] accesses; every miss is answered at once.
fn run(cache: &mut Cache<u32>, of: impl Fn(u64) -> Access<u32>) {
    for i in 0..ACCESSES {
        black_box(cache.access(&of(i)));
        if let Some(miss) = cache.pop_miss() {
            if miss.kind == MemKind::Read {
                black_box(cache.fill(miss.line));
            }
        }
    }
}

#[divan::bench]
fn hit(bencher: Bencher) {
    let mut cache = l1();
    bencher
        .counter(ItemsCount::new(ACCESSES))
        .bench_local(|| run(&mut cache, |i| access(i % 64, MemKind::Read)));
}

#[divan::bench]
fn miss_and_fill(bencher: Bencher) {
    let mut cache = l1();
    bencher
        .counter(ItemsCount::new(ACCESSES))
        .bench_local(|| run(&mut cache, |i| access(i * 977 % (1 << 20), MemKind::Read)));
}

#[divan::bench]
fn store(bencher: Bencher) {
    let mut cache = l1();
    bencher
        .counter(ItemsCount::new(ACCESSES))
        .bench_local(|| run(&mut cache, |i| access(i % 64, MemKind::Write)));
}
