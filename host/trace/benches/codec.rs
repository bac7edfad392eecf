// SPDX-License-Identifier: Apache-2.0
//! Cost of one warp instruction in a trace: written while recording, read while replaying.

use divan::{black_box, counter::ItemsCount, Bencher};
use std::sync::Arc;
use warpsmith_ptx::{Access, CacheOp, Class, Effect, MemKind, MemOp, Space, LANES};
use warpsmith_trace::{KernelInfo, KernelTrace, StaticInst, Step, Tape, Trace, TraceWriter};

fn main() {
    divan::main();
}

const STEPS: u32 = 10_000;
const INSTS: u32 = 16;

/// How the lanes' addresses lie.
const PATTERNS: [&str; 2] = ["consecutive", "scattered"];

fn is_load(inst: u32) -> bool {
    inst % 4 == 3
}

/// What one warp executes: a loop of [`INSTS`] instructions, each fourth of which reads memory.
fn steps(pattern: &str) -> Vec<(Step, Access)> {
    let one = |i: u32| {
        let effect = if is_load(i) { Effect::Memory } else { Effect::None };
        let address = |lane: u64| match pattern {
            "consecutive" => 0x10_0000_0000 + u64::from(i) * 128 + 4 * lane,
            _ => 0x10_0000_0000 + (u64::from(i) + lane) * 2_654_435_761 % (1 << 28) / 4 * 4,
        };
        let addr: [u64; LANES] = std::array::from_fn(|lane| address(lane as u64));
        let access = Access { mask: u32::MAX, bytes: 4, addr, ..Access::default() };
        (Step { pc: i % INSTS, active: u32::MAX, effect }, access)
    };
    (0..STEPS).map(one).collect()
}

fn encode(steps: &[(Step, Access)]) -> Tape {
    let mut tape = Tape::new(1);
    tape.launch(0, 0, 0);
    steps.iter().for_each(|(step, access)| tape.step(0, step, access, 0));
    tape.end(0..1);
    tape
}

#[divan::bench(args = PATTERNS)]
fn encode_step(bencher: Bencher, pattern: &str) {
    let steps = steps(pattern);
    bencher.counter(ItemsCount::new(STEPS)).bench_local(|| encode(black_box(&steps)));
}

/// A trace file of one warp, opened.
fn trace(pattern: &str) -> (tempfile::NamedTempFile, Arc<KernelTrace>) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let load = MemKind { space: Space::Global, op: MemOp::Load, bytes: 4, cache: CacheOp::All };
    let inst = |i| {
        let class = if is_load(i) { Class::Mem(load) } else { Class::Int };
        StaticInst { class, reads: vec![], writes: vec![], line: 1, branch: None }
    };
    let info = KernelInfo {
        name: "bench".into(),
        grid: [1; 3],
        block: [32, 1, 1],
        dynamic_shared: 0,
        shared_bytes: 0,
        local_bytes: 0,
        regs_per_thread: 1,
        bounds: Default::default(),
        num_regs: 0,
        insts: (0..INSTS).map(inst).collect(),
    };
    let handle = file.as_file().try_clone().expect("a handle");
    let mut writer = TraceWriter::new(handle, file.path()).expect("writable");
    encode(&steps(pattern)).take().for_each(|chunk| writer.chunk(&chunk).expect("writable"));
    writer.kernel(&info).expect("writable");
    writer.finish().expect("writable");
    let kernel = Trace::open(file.path()).expect("a trace").kernels()[0].clone();
    (file, kernel)
}

#[divan::bench(args = PATTERNS)]
fn decode_step(bencher: Bencher, pattern: &str) {
    let (_file, kernel) = trace(pattern);
    bencher.counter(ItemsCount::new(STEPS)).bench_local(|| {
        let mut warp = kernel.warps(0).expect("one CTA").remove(0);
        warp.start(0).expect("it starts");
        let mut access = Access::default();
        while let Some(step) = warp.take(&mut access).expect("readable") {
            black_box(step);
        }
    });
}
