// SPDX-License-Identifier: Apache-2.0
//! Mutated traces are refused or replayed, but never panic, and never break an invariant of the model.
//! `WARPSMITH_MUTATIONS` says how many mutants are tried.

use std::cell::Cell;
use std::fs::{self, File};
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::trace::{accelsim, KernelInfo, StaticInst, Step, Tape, Trace, TraceError, TraceWriter};
use warpsmith_gpu::unit::ilp::IlpCore;
use warpsmith_gpu::{Attachments, Gpu, Job, MaxCycles, RunError};
use warpsmith_ptx::{
    Access, BarrierKind, CacheOp, Class, DirectBranch, Effect, FenceScope, MemKind, MemOp, RegisterBound,
    Space,
};
use warpsmith_units::ilp::params::Params;

/// SM cycles that a mutant may run.
const CYCLES: u64 = 4096;
/// A trace directory's kernel of two CTAs.
const FOREIGN: &str = include_str!("../../trace/tests/data/vecadd.traceg");

fn mutants() -> u32 {
    std::env::var("WARPSMITH_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// What became of the mutants.
#[derive(Default, Debug)]
struct Outcomes {
    /// By the reader.
    refused: Cell<u32>,
    /// Ended by an error of the launch or on the way.
    cut: Cell<u32>,
    /// Kernels that came to their end.
    replayed: Cell<u32>,
}

fn count(n: &Cell<u32>) {
    n.set(n.get() + 1);
}

/// A small machine, and one with cores that predict branches, so that wrong paths are fetched.
fn machines() -> [(MachineSpec, Attachments); 2] {
    let [plain, mut predicting] = ["gtx480", "ilp"].map(|name| {
        let mut machine = MachineSpec::load(name).expect("built in");
        machine.sm.count = 1;
        (machine, Attachments::baseline())
    });
    predicting.1.sms(&predicting.0)[0].hazards = Some(Box::new(IlpCore::of_models(&Params::PAPER)));
    [plain, predicting]
}

/// Replays `trace`, if there is one, on machines that check themselves.
fn try_out(trace: Result<Trace, TraceError>, outcomes: &Outcomes) -> Result<(), TestCaseError> {
    let trace = match trace {
        Ok(trace) => trace,
        Err(error) => {
            prop_assert!(error.to_string().contains("mutant"), "the file is not named: {error}");
            count(&outcomes.refused);
            return Ok(());
        }
    };
    machines().into_iter().try_for_each(|(machine, attachments)| {
        replay(&trace, Gpu::new(machine, attachments).expect("memory"), outcomes)
    })
}

/// Replays the kernels of `trace` until one ends by an error.
fn replay(trace: &Trace, mut gpu: Gpu, outcomes: &Outcomes) -> Result<(), TestCaseError> {
    gpu.start_checks();
    for kernel in trace.kernels() {
        let ended = match gpu.start(&Job::Replay(kernel.clone())) {
            Ok(()) => gpu.go_on(&mut MaxCycles(CYCLES)),
            Err(error) => Err(error),
        };
        match ended {
            Ok(_) => count(&outcomes.replayed),
            Err(RunError::Violation { violation, .. }) => prop_assert!(false, "{violation}"),
            Err(error) => {
                prop_assert!(!error.to_string().is_empty());
                count(&outcomes.cut);
                break;
            }
        }
    }
    Ok(())
}

/// One change of some bytes.
#[derive(Clone, Debug)]
enum Mutation {
    Byte(Index, u8),
    /// Another digit for one, which a text often survives.
    Digit(Index, u8),
    Remove(Index, usize),
    /// Copies bytes from one place to another.
    Copy(Index, Index, usize),
    /// Puts a number in the place of a word.
    Word(Index, String),
}

fn any_mutation() -> impl Strategy<Value = Mutation> {
    let index = any::<Index>;
    let word = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        any::<u64>().prop_map(|n| format!("0x{n:x}")),
        Just("R65535".to_string()),
        Just("4294967295".to_string()),
        Just("(65535,65535,65535)".to_string()),
    ];
    prop_oneof![
        1 => (index(), any::<u8>()).prop_map(|(at, byte)| Mutation::Byte(at, byte)),
        3 => (index(), b'0'..=b'9').prop_map(|(at, digit)| Mutation::Digit(at, digit)),
        1 => (index(), 1usize..40).prop_map(|(at, n)| Mutation::Remove(at, n)),
        1 => (index(), index(), 1usize..80).prop_map(|(from, to, n)| Mutation::Copy(from, to, n)),
        1 => (index(), word).prop_map(|(at, word)| Mutation::Word(at, word)),
    ]
}

fn mutate(bytes: &mut Vec<u8>, mutation: &Mutation) {
    if bytes.is_empty() {
        return;
    }
    match mutation {
        Mutation::Byte(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Mutation::Digit(at, digit) => {
            let digits: Vec<usize> = (0..bytes.len()).filter(|i| bytes[*i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                bytes[digits[at.index(digits.len())]] = *digit;
            }
        }
        Mutation::Remove(at, n) => {
            let at = at.index(bytes.len());
            bytes.drain(at..(at + n).min(bytes.len()));
        }
        Mutation::Copy(from, to, n) => {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let copied = bytes[from..(from + n).min(bytes.len())].to_vec();
            bytes.splice(to..to, copied);
        }
        Mutation::Word(at, word) => {
            let at = at.index(bytes.len());
            let end = bytes[at..].iter().position(u8::is_ascii_whitespace).map_or(bytes.len(), |n| at + n);
            bytes.splice(at..end, word.bytes());
        }
    }
}

/// Tries `mutants()` values of `strategy`, each in a folder of its own. The mutations are of use only if some are refused and
/// some are not.
fn try_all<S: Strategy>(strategy: &S, open: impl Fn(&Path, S::Value) -> Result<Trace, TraceError>) -> Outcomes
where
    S::Value: std::fmt::Debug + Clone,
{
    let outcomes = Outcomes::default();
    let mut runner =
        TestRunner::new(Config { cases: mutants(), failure_persistence: None, ..Config::default() });
    let tried = runner.run(strategy, |mutations| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        try_out(open(folder.path(), mutations), &outcomes)
    });
    tried.unwrap_or_else(|failure| panic!("{failure}"));
    println!("{outcomes:?}");
    assert!(outcomes.refused.get() > 0 && outcomes.replayed.get() > 0, "{outcomes:?}");
    outcomes
}

#[test]
fn no_mutation_of_an_accel_sim_kernel_makes_reader_or_model_panic() {
    try_all(&prop::collection::vec(any_mutation(), 1..4), |folder, mutations| {
        let mut text = FOREIGN.as_bytes().to_vec();
        mutations.iter().for_each(|mutation| mutate(&mut text, mutation));
        let list = folder.join("kernelslist.g");
        fs::write(&list, "kernel-mutant.traceg\n").expect("writable");
        fs::write(folder.join("kernel-mutant.traceg"), text).expect("writable");
        let path = folder.join("a.trace");
        let mut writer = TraceWriter::new(File::create(&path).expect("writable"), &path)?;
        accelsim::import(&list, &mut writer)?;
        writer.finish()?;
        Trace::open(&path)
    });
}

const WARPS: usize = 2;
const CTAS: u64 = 3;

/// A kernel with an instruction of each kind.
fn kernel() -> KernelInfo {
    let memory = |space, op| Class::Mem(MemKind { space, op, bytes: 4, cache: CacheOp::All });
    let classes = [
        Class::Int,
        memory(Space::Generic, MemOp::Load),
        memory(Space::Local, MemOp::Store),
        memory(Space::Shared, MemOp::Atomic),
        memory(Space::Const, MemOp::Load),
        memory(Space::Texture, MemOp::Load),
        Class::Barrier,
        Class::Fence,
        Class::Sfu,
        Class::Branch,
        Class::Exit,
    ];
    let back = Some(DirectBranch { target: 0, conditional: true });
    let inst = |(i, class)| StaticInst {
        class,
        reads: vec![i, i + 1],
        writes: vec![i],
        line: 10,
        branch: back.filter(|_| class == Class::Branch),
    };
    KernelInfo {
        name: "mutant".into(),
        grid: [CTAS as u32, 1, 1],
        block: [32 * WARPS as u32, 1, 1],
        dynamic_shared: 0,
        shared_bytes: 512,
        local_bytes: 64,
        regs_per_thread: 10,
        bounds: Default::default(),
        num_regs: 12,
        insts: (0..).zip(classes).map(inst).collect(),
    }
}

/// What a warp executes: each instruction once.
fn steps() -> Vec<(Step, Access)> {
    let access = |space, kind, base: u64, stride: u64| Access {
        space,
        kind,
        mask: u32::MAX,
        bytes: 4,
        addr: std::array::from_fn(|lane| base + stride * (lane as u64 ^ 1)),
        texels: if space == Space::Texture { (0..32).map(|i| 0x10_0000 + 4 * i).collect() } else { vec![] },
    };
    let accesses = [
        access(Space::Global, MemOp::Load, 0x10_0000_0000, 4),
        access(Space::Local, MemOp::Store, 0, 4),
        access(Space::Shared, MemOp::Atomic, 0, 8),
        access(Space::Const, MemOp::Load, 64, 0),
        access(Space::Texture, MemOp::Load, 0x10_0000_0000, 4),
    ];
    let barrier = Effect::Barrier { id: 0, threads: None, kind: BarrierKind::Sync };
    let others = [
        Effect::None,
        barrier,
        Effect::Fence(FenceScope::Gpu),
        Effect::None,
        Effect::Branch { taken: 0xffff, diverged: true },
        Effect::Exit { lanes: u32::MAX },
    ];
    let plain = |effect: &Effect| (*effect, Access::default());
    let memory = accesses.into_iter().map(|access| (Effect::Memory, access));
    let all = others[..1].iter().map(plain).chain(memory).chain(others[1..].iter().map(plain));
    (0..).zip(all).map(|(pc, (effect, access))| (Step { pc, active: u32::MAX, effect }, access)).collect()
}

/// A number of the kernel's description, and what becomes of it.
fn mutate_kernel(info: &mut KernelInfo, field: usize, value: u32) {
    let inst = value as usize % info.insts.len();
    match field {
        0..=2 => info.grid[field] = value,
        3..=5 => info.block[field - 3] = value,
        6 => info.dynamic_shared = value,
        7 => info.shared_bytes = value,
        8 => info.local_bytes = value,
        9 => info.regs_per_thread = value,
        10 => info.num_regs = value,
        11 => info.bounds.max_threads = Some(value),
        12 => info.bounds.min_ctas = Some(value),
        13 if value % 2 == 0 => info.bounds.registers = RegisterBound::AtMost(value),
        13 => info.bounds.registers = RegisterBound::Exactly(value),
        14 => info.insts.truncate(inst),
        15 => info.insts[inst].branch = Some(DirectBranch { target: value, conditional: value % 2 == 0 }),
        16 => info.insts[inst].reads.push(value as u16),
        _ => info.insts[inst].writes = vec![value as u16; value as usize % 12],
    }
}

#[test]
fn no_mutation_of_a_trace_behind_good_check_sums_makes_reader_or_model_panic() {
    let number = prop_oneof![0u32..70, Just(1024), Just(65536), Just(u32::MAX), any::<u32>()];
    let in_warps = prop::collection::vec((any::<Index>(), any_mutation()), 0..4);
    let in_kernel = prop::collection::vec((0usize..18, number), 0..2);
    let outcomes = try_all(&(in_warps, in_kernel), |folder, (in_warps, in_kernel)| {
        let path = folder.join("mutant.trace");
        let mut writer = TraceWriter::new(File::create(&path).expect("writable"), &path)?;
        let mut tape = Tape::new(WARPS);
        for cta in 0..CTAS {
            for warp in 0..WARPS {
                tape.launch(warp, cta, warp as u32);
                steps().iter().for_each(|(step, access)| tape.step(warp, step, access, 0));
            }
            tape.end(0..WARPS);
        }
        let mut chunks: Vec<_> = tape.take().collect();
        for (at, mutation) in &in_warps {
            let warp = at.index(CTAS as usize * WARPS);
            mutate(&mut chunks[warp / WARPS].parts[warp % WARPS].1, mutation);
        }
        chunks.iter().try_for_each(|chunk| writer.chunk(chunk))?;
        let mut info = kernel();
        in_kernel.iter().for_each(|(field, value)| mutate_kernel(&mut info, *field, *value));
        writer.kernel(&info)?;
        writer.finish()?;
        Trace::open(&path)
    });
    assert!(outcomes.cut.get() > 0, "no instruction of a mutant was refused on the way: {outcomes:?}");
}
