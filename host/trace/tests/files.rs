// SPDX-License-Identifier: Apache-2.0
//! What is written is what is read, and nothing else is read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;
use warpsmith_ptx::{Access, BarrierKind, CacheOp, Class, Effect, FenceScope, MemKind, MemOp, Space};
use warpsmith_trace::{
    Executed, KernelInfo, KernelTrace, StaticInst, Step, Tape, Trace, TraceError, TraceWriter, CHUNK_BYTES,
    LINE_BYTES,
};

const LOCAL: u64 = 0x80_0000_0000;

/// What one warp executes.
type Warp = Vec<(Step, Access)>;

fn kernel(warps: u32, ctas: u32) -> KernelInfo {
    let load = Class::Mem(MemKind { space: Space::Generic, op: MemOp::Load, bytes: 4, cache: CacheOp::All });
    let texture =
        Class::Mem(MemKind { space: Space::Texture, op: MemOp::Load, bytes: 4, cache: CacheOp::All });
    let classes = [Class::Int, load, Class::Barrier, Class::Fence, Class::Branch, Class::Exit, texture];
    let inst =
        |(i, class)| StaticInst { class, reads: vec![i, i + 1], writes: vec![i], line: 10, branch: None };
    KernelInfo {
        name: "k".into(),
        grid: [ctas, 1, 1],
        block: [32 * warps, 1, 1],
        dynamic_shared: 0,
        shared_bytes: 0,
        local_bytes: 64,
        regs_per_thread: 10,
        bounds: Default::default(),
        num_regs: 8,
        insts: (0..).zip(classes).map(inst).collect(),
    }
}

/// Records `ctas` (warps of each, one after the other) through a tape.
fn record(path: &Path, info: &KernelInfo, ctas: &[Vec<Warp>]) {
    let file = fs::File::create(path).unwrap();
    let mut writer = TraceWriter::new(file, path).unwrap();
    let mut tape = Tape::new(8);
    for (number, warps) in ctas.iter().enumerate() {
        for (i, warp) in warps.iter().enumerate() {
            tape.launch(i, number as u64, i as u32);
            warp.iter().for_each(|(step, access)| tape.step(i, step, access, LOCAL));
        }
        tape.end(0..warps.len());
        tape.take().try_for_each(|chunk| writer.chunk(&chunk)).unwrap();
    }
    writer.kernel(info).unwrap();
    assert_eq!(writer.finish().unwrap(), fs::metadata(path).unwrap().len());
}

/// Everything that a kernel's warps execute, with local memory of every CTA at `local`.
fn replay(kernel: &Arc<KernelTrace>, local: u64) -> Result<Vec<Vec<Warp>>, TraceError> {
    let read = |cta| {
        let mut warps = kernel.warps(cta)?;
        let all = warps.iter_mut().map(|warp| {
            warp.start(local)?;
            let mut steps = Vec::new();
            let mut access = Access::default();
            while let Some(step) = warp.take(&mut access)? {
                let kept = if step.effect == Effect::Memory { access.clone() } else { Access::default() };
                steps.push((step, kept));
            }
            Ok(steps)
        });
        all.collect()
    };
    (0..kernel.info.ctas().unwrap_or(0).min(64)).map(read).collect()
}

/// A step and what counts of its access.
type Shape = (Step, Option<(Space, MemOp, u32, Vec<u64>, u8, Vec<u64>)>);

/// The lanes that count, as `Access` is not comparable.
fn shape((step, access): &(Step, Access)) -> Shape {
    let lanes = (0..32).filter(|lane| access.mask >> lane & 1 == 1);
    let addresses = lanes.map(|lane| access.addr[lane]).collect();
    let access = (access.space, access.kind, access.mask, addresses, access.bytes, access.texels.clone());
    (*step, (step.effect == Effect::Memory).then_some(access))
}

fn shapes(ctas: &[Vec<Warp>]) -> Vec<Vec<Vec<Shape>>> {
    ctas.iter().map(|warps| warps.iter().map(|w| w.iter().map(shape).collect()).collect()).collect()
}

fn access(space: Space, kind: MemOp, mask: u32, addr: [u64; 32], bytes: u8) -> Access {
    Access { space, kind, mask, addr, bytes, texels: Vec::new() }
}

/// The one instruction of a short warp.
fn exit() -> (Step, Access) {
    (Step { pc: 5, active: 1, effect: Effect::Exit { lanes: 1 } }, Access::default())
}

fn any_access() -> impl Strategy<Value = Access> {
    let space = prop_oneof![
        Just(Space::Global),
        Just(Space::Shared),
        Just(Space::Local),
        Just(Space::Const),
        Just(Space::Param),
    ];
    let op = prop_oneof![Just(MemOp::Load), Just(MemOp::Store), Just(MemOp::Atomic), Just(MemOp::Reduction)];
    let mask = prop_oneof![Just(u32::MAX), 1u32..];
    let strided = (0u64..1 << 20, 0u64..512)
        .prop_map(|(base, stride)| std::array::from_fn::<u64, 32, _>(|lane| base + stride * lane as u64));
    let scattered = prop::array::uniform32(0u64..1 << 23);
    (space, op, mask, prop_oneof![strided, scattered], 1u8..=16).prop_map(
        |(space, kind, mask, addr, bytes)| {
            let base = if space == Space::Local { LOCAL } else { 0 };
            access(space, kind, mask, addr.map(|a| a + base), bytes)
        },
    )
}

fn any_fetch() -> impl Strategy<Value = Access> {
    let texels = prop::collection::vec(0u64..1 << 30, 0..=128);
    (any_access(), texels).prop_map(|(access, texels)| Access {
        space: Space::Texture,
        addr: access.addr.map(|a| a % LOCAL),
        texels,
        ..access
    })
}

fn any_step() -> impl Strategy<Value = (Step, Access)> {
    let mask = prop_oneof![3 => Just(u32::MAX), 1 => 1u32..];
    let other = |pc, effect: BoxedStrategy<Effect>| (Just(pc), effect, Just(Access::default()));
    let kind = prop_oneof![Just(BarrierKind::Sync), Just(BarrierKind::Arrive), Just(BarrierKind::Reduce)];
    let scope = prop_oneof![Just(FenceScope::Cta), Just(FenceScope::Gpu), Just(FenceScope::System)];
    let barrier = (0u8..16, proptest::option::of(0u32..=1024), kind);
    let barrier = barrier.prop_map(|(id, threads, kind)| Effect::Barrier { id, threads, kind }).boxed();
    let branch =
        (any::<u32>(), any::<bool>()).prop_map(|(taken, diverged)| Effect::Branch { taken, diverged });
    let effect = prop_oneof![
        other(0u32, Just(Effect::None).boxed()),
        (Just(1u32), Just(Effect::Memory).boxed(), any_access()),
        (Just(6u32), Just(Effect::Memory).boxed(), any_fetch()),
        other(1, Just(Effect::None).boxed()),
        other(2, barrier),
        other(3, scope.prop_map(Effect::Fence).boxed()),
        other(4, branch.boxed()),
        other(5, (1u32..).prop_map(|lanes| Effect::Exit { lanes }).boxed()),
    ];
    (mask, effect).prop_map(|(active, (pc, effect, access))| (Step { pc, active, effect }, access))
}

fn any_grid() -> impl Strategy<Value = Vec<Vec<Warp>>> {
    (1usize..4).prop_flat_map(|warps| {
        let warp = prop::collection::vec(any_step(), 1..30);
        prop::collection::vec(prop::collection::vec(warp, warps), 1..4)
    })
}

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.trace");
    (folder, path)
}

fn of(ctas: &[Vec<Warp>]) -> KernelInfo {
    kernel(ctas[0].len() as u32, ctas.len() as u32)
}

proptest! {
    #[test]
    fn a_trace_is_read_as_it_was_written(ctas in any_grid()) {
        let (_folder, path) = temporary();
        let info = of(&ctas);
        record(&path, &info, &ctas);
        let trace = Trace::open(&path).unwrap();
        prop_assert_eq!(trace.kernels().len(), 1);
        prop_assert_eq!(&trace.kernels()[0].info, &info);
        let read = replay(&trace.kernels()[0], LOCAL).unwrap();
        prop_assert_eq!(shapes(&read), shapes(&ctas));
    }

    #[test]
    fn a_launch_touches_each_byte_of_the_device_that_its_lanes_read_or_write(ctas in any_grid()) {
        let (_folder, path) = temporary();
        record(&path, &of(&ctas), &ctas);
        let executed = Trace::open(&path).unwrap().kernels()[0].executed().unwrap();
        let (mut expected, mut read, mut written) = (Executed::default(), BTreeSet::new(), BTreeSet::new());
        for (step, access) in ctas.iter().flatten().flatten() {
            expected.instructions += 1;
            let private = [Space::Shared, Space::Local, Space::Param].contains(&access.space);
            if step.effect != Effect::Memory || private {
                continue;
            }
            expected.accesses += 1;
            let of_lanes = (0..32).filter(|lane| access.mask >> lane & 1 == 1).map(|lane| access.addr[lane]);
            let starts = match access.space {
                Space::Texture => access.texels.clone(),
                _ => of_lanes.collect(),
            };
            let bytes = starts.iter().flat_map(|start| *start..*start + u64::from(access.bytes));
            let lines: Vec<u64> = bytes.map(|byte| byte / LINE_BYTES).collect();
            if access.kind != MemOp::Store {
                read.extend(lines.iter().copied());
            }
            if access.kind != MemOp::Load {
                written.extend(lines);
            }
        }
        expected.read_lines = read.len() as u64;
        expected.written_lines = written.len() as u64;
        expected.lines = read.union(&written).count() as u64;
        prop_assert_eq!(executed, expected);
    }

    #[test]
    fn local_memory_moves_with_the_cta(ctas in any_grid()) {
        let (_folder, path) = temporary();
        record(&path, &of(&ctas), &ctas);
        let moved = replay(&Trace::open(&path).unwrap().kernels()[0], LOCAL + 4096).unwrap();
        let mut expected = ctas;
        for (_, access) in expected.iter_mut().flatten().flatten() {
            if access.space == Space::Local {
                access.addr = access.addr.map(|a| a + 4096);
            }
        }
        prop_assert_eq!(shapes(&moved), shapes(&expected));
    }

    #[test]
    fn a_cut_trace_is_refused_with_the_byte_where_it_ends(ctas in any_grid(), at: prop::sample::Index) {
        let (_folder, path) = temporary();
        record(&path, &of(&ctas), &ctas);
        let whole = fs::read(&path).unwrap();
        let cut = at.index(whole.len());
        fs::write(&path, &whole[..cut]).unwrap();
        match Trace::open(&path) {
            Err(TraceError::Damaged { offset, .. }) => prop_assert!(offset <= cut as u64),
            Err(TraceError::Foreign { .. }) => prop_assert!(cut < 8),
            other => prop_assert!(false, "{other:?}"),
        }
    }

    /// `PROPTEST_CASES` sets how many.
    #[test]
    fn a_damaged_trace_is_refused_unless_the_damage_says_nothing(ctas in any_grid(), at: prop::sample::Index, bit in 0..8) {
        let (_folder, path) = temporary();
        record(&path, &of(&ctas), &ctas);
        let mut bytes = fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= 1u8 << bit;
        fs::write(&path, bytes).unwrap();
        let read = Trace::open(&path).and_then(|trace| replay(&trace.kernels()[0], LOCAL));
        // A zstd frame has a bit without a meaning.
        prop_assert!(read.is_err() || shapes(&read.unwrap()) == shapes(&ctas), "byte {at} was changed");
    }
}

#[test]
fn a_long_warp_is_written_before_it_ends_and_read_in_pieces() {
    let (_folder, path) = temporary();
    // A pseudo-random walk, so that every address takes some bytes.
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 40
    };
    let mut step = || {
        let access = access(Space::Global, MemOp::Load, 0xffff, [0; 32].map(|_| next()), 4);
        (Step { pc: 1, active: u32::MAX, effect: Effect::Memory }, access)
    };
    let warps: Vec<Warp> = (0..2).map(|_| (0..3 * CHUNK_BYTES / 32).map(|_| step()).collect()).collect();
    let mut tape = Tape::new(2);
    tape.launch(0, 0, 0);
    warps[0].iter().for_each(|(step, access)| tape.step(0, step, access, LOCAL));
    assert!(tape.take().count() > 1, "nothing was complete before the end");
    record(&path, &kernel(2, 1), std::slice::from_ref(&warps));
    let read = replay(&Trace::open(&path).unwrap().kernels()[0], LOCAL).unwrap();
    assert_eq!(shapes(&read), shapes(&[warps]));
}

#[test]
fn a_trace_of_another_version_names_both_versions() {
    let (_folder, path) = temporary();
    record(&path, &kernel(1, 1), &[vec![vec![exit()]]]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, bytes).unwrap();
    let text = Trace::open(&path).unwrap_err().to_string();
    assert!(text.contains("version 9") && text.contains("version 3"), "{text}");
}

#[test]
fn a_foreign_file_is_no_trace() {
    let (_folder, path) = temporary();
    fs::write(&path, "#!/bin/sh\necho hello\n").unwrap();
    assert!(Trace::open(&path).unwrap_err().to_string().contains("not a trace"));
}

#[test]
fn a_trace_without_a_cta_of_its_grid_is_refused_when_the_cta_is_launched() {
    let (_folder, path) = temporary();
    record(&path, &kernel(1, 2), &[vec![vec![exit()]]]);
    let trace = Trace::open(&path).unwrap();
    let text = trace.kernels()[0].warps(1).unwrap_err().to_string();
    assert!(text.contains("CTA 1"), "{text}");
}
