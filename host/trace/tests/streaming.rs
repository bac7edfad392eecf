// SPDX-License-Identifier: Apache-2.0
//! Recording and replay keep no trace in memory. This file has one test, because memory is counted for the process.

use std::fs::{self, File};
use std::sync::Arc;

use warpsmith_ptx::{Access, CacheOp, Class, Effect, MemKind, MemOp, Space, LANES};
use warpsmith_trace::{KernelInfo, KernelTrace, StaticInst, Step, Tape, Trace, TraceWriter};

/// Instructions of each warp; one takes about 100 bytes, because its lanes' addresses are scattered.
const STEPS: u64 = 40_000;
const WARPS: u32 = 4;
const CTAS: u32 = 8;
/// A trace of this length has more bytes than this.
const TRACE_BYTES: u64 = 96 << 20;
/// Recording and replay may take no more than this.
const BOUND: u64 = 16 << 20;

/// The largest amount of memory that this process has had so far, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it");
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim_end().parse().expect("a number");
    kibibytes << 10
}

fn kernel() -> KernelInfo {
    let load = MemKind { space: Space::Global, op: MemOp::Load, bytes: 4, cache: CacheOp::All };
    KernelInfo {
        name: "scattered".into(),
        grid: [CTAS, 1, 1],
        block: [LANES as u32 * WARPS, 1, 1],
        dynamic_shared: 0,
        shared_bytes: 0,
        local_bytes: 0,
        regs_per_thread: 1,
        bounds: Default::default(),
        num_regs: 0,
        insts: vec![StaticInst {
            class: Class::Mem(load),
            reads: vec![],
            writes: vec![],
            line: 1,
            branch: None,
        }],
    }
}

/// What every warp executes; the addresses repeat, so that packing them is quick.
fn steps() -> impl Iterator<Item = (Step, Access)> {
    let addresses =
        |i: u64| std::array::from_fn(|lane| (i % 64 + 1) * (lane as u64 + 1) * 2_654_435_761 % (1 << 24));
    (0..STEPS).map(move |i| {
        let access = Access { mask: u32::MAX, bytes: 4, addr: addresses(i), ..Access::default() };
        (Step { pc: 0, active: u32::MAX, effect: Effect::Memory }, access)
    })
}

/// Records the warps of all CTAs, of which one runs at a time; gives the bytes of all chunks.
fn record(writer: &mut TraceWriter) -> u64 {
    let mut tape = Tape::new(WARPS as usize);
    let mut bytes = 0;
    for cta in 0..CTAS {
        (0..WARPS).for_each(|warp| tape.launch(warp as usize, cta.into(), warp));
        let mut write = |tape: &mut Tape| {
            tape.take().for_each(|chunk| {
                bytes += chunk.parts.iter().map(|(_, part)| part.len() as u64).sum::<u64>();
                writer.chunk(&chunk).expect("writable");
            })
        };
        for (step, access) in steps() {
            (0..WARPS as usize).for_each(|warp| tape.step(warp, &step, &access, 0));
            write(&mut tape);
        }
        tape.end(0..WARPS as usize);
        write(&mut tape);
    }
    writer.kernel(&kernel()).expect("writable");
    bytes
}

/// Instructions of all warps.
fn replay(kernel: &Arc<KernelTrace>) -> u64 {
    let mut count = 0;
    let mut access = Access::default();
    for cta in 0..CTAS {
        for mut warp in kernel.warps(cta.into()).expect("the CTA is there") {
            warp.start(0).expect("readable");
            while warp.take(&mut access).expect("readable").is_some() {
                count += 1;
            }
        }
    }
    count
}

#[test]
fn neither_recording_nor_replay_holds_the_trace_in_memory() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.trace");
    let before = peak();

    let mut writer = TraceWriter::new(File::create(&path).expect("writable"), &path).expect("writable");
    let bytes = record(&mut writer);
    writer.finish().expect("writable");
    assert!(bytes > TRACE_BYTES, "the trace of {bytes} bytes is too short to show anything");
    let recorded = peak();
    assert!(recorded - before < BOUND, "recording took {} bytes", recorded - before);

    let trace = Trace::open(&path).expect("a trace");
    assert_eq!(replay(&trace.kernels()[0]), STEPS * u64::from(WARPS * CTAS));
    let replayed = peak();
    assert!(replayed - before < BOUND, "replay took {} bytes", replayed - before);
}
