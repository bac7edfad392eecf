// SPDX-License-Identifier: Apache-2.0
//! The reference vectors of specification section 8.6 from the CUDA kernels that they describe, in the SM of the cycle model:
//! both modules, with room for all jobs at once, model and RTL in lockstep.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::cta_prefetch::{CtaEngine, CtaScheduler};
use warpsmith_gpu::Attachments;
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{engine, sched, Engine, Sched};
use warpsmith_units::{ForeignState, Snapshot, Unit};

use crate::directed::directed;
use crate::in_gpu::{expect, Attached, Device, Launch};
use crate::BenchError;

const LAPLACE3D: &str = include_str!("laplace3d.ptx");
const MATRIXMUL: &str = include_str!("matrixmul.ptx");

/// Far more SM cycles than the kernels need.
const LIMIT: u64 = 1_000_000;

/// What the engine of SM 0 has done.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The prefetch that it asks for in the next cycle, as warp and address.
    asked: Option<(u8, u64)>,
    /// The prefetches that the L1 took, in order.
    prefetches: Vec<(u8, u64)>,
    /// Warp in its CTA, and lines, of each load.
    loads: Vec<(u8, Vec<u64>)>,
    strides: u64,
    mispredictions: u64,
}

fn of(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine that is told of the loads of one PC only, if it is to be: of the first that there is.
struct Told {
    engine: Attached<Engine>,
    alone: bool,
    first: Option<u64>,
}

impl Unit for Told {
    type In = engine::In;
    type Out = engine::Out;

    fn reset(&mut self) {
        self.engine.reset();
    }

    fn step(&mut self, input: &engine::In) -> engine::Out {
        let mut input = *input;
        if input.ld_valid {
            let first = *self.first.get_or_insert(input.ld_pc);
            input.ld_valid = !self.alone || first == input.ld_pc;
        }
        self.engine.step(&input)
    }

    fn failure(&self) -> Option<String> {
        self.engine.failure()
    }
}

/// A bench saves nothing.
impl Snapshot for Told {
    type State = ();

    fn snapshot(&self) {}

    fn restore(&mut self, (): ()) -> Result<(), ForeignState> {
        Ok(())
    }
}

/// The machine of the evaluation with four CTAs at a time on an SM: so the first four of SM 0 are the vectors' CTAs, because
/// CTAs go round the 15 SMs. In each SM there are MSHRs and places in the queues for all prefetches at once.
fn machine() -> Result<MachineSpec, BenchError> {
    let mut machine = MachineSpec::load("cta").map_err(|e| BenchError::CycleModel(e.to_string()))?;
    machine.sm.ctas = 4;
    (machine.l1.mshrs, machine.l1.miss_queue, machine.sm.ldst_queue) = (256, 256, 64);
    Ok(machine)
}

/// A kernel over matrices of zeros; `alone`: the engine of SM 0 is told of its first load only.
struct Run<'a> {
    ptx: &'a str,
    grid: [u32; 3],
    block: [u32; 3],
    /// Words of its matrices, and its other parameters.
    matrices: &'a [usize],
    numbers: &'a [u32],
    alone: bool,
}

impl Run<'_> {
    /// What is seen, and where the matrices begin in device memory.
    fn seen(&self) -> Result<(Seen, Vec<u64>), BenchError> {
        let (machine, p) = (machine()?, Params { job_depth: 16, ..Params::PAPER });
        let seen = Arc::new(Mutex::new(Seen::default()));
        let mut attachments = Attachments::baseline();
        attachments.issue(&machine, |_| Box::new(CtaScheduler::new(sched::Model::new(&p), &p)));
        attachments.prefetcher(&machine, |_| Box::new(CtaEngine::new(engine::Model::new(&p), &p)));
        let (to, params) = (seen.clone(), p.clone());
        let engine = Attached::<Engine>::new(
            &p,
            Box::new(move |i, o| {
                let mut seen = of(&to);
                let taken = seen.asked.take().filter(|_| i.pf_ready);
                seen.prefetches.extend(taken);
                seen.asked = o.pf_valid.then_some((o.pf_warp, o.pf_addr));
                if i.ld_valid {
                    let requests = u32::from(i.ld_n).min(params.n_base);
                    let lines = (0..requests).map(|request| i.addr(request, &params)).collect();
                    seen.loads.push((i.ld_widx, lines));
                }
                seen.strides += u64::from(o.st_stride);
                seen.mispredictions += u64::from(o.st_mis);
            }),
        )?;
        let scheduler = Attached::<Sched>::new(&p, Box::new(|_, _| {}))?;
        let told = Told { engine, alone: self.alone, first: None };
        let sm = &mut attachments.sms(&machine)[0];
        sm.issue = Some(Box::new(CtaScheduler::new(scheduler, &p)));
        sm.prefetcher = Some(Box::new(CtaEngine::new(told, &p)));
        let mut device = Device::new(self.ptx, machine, attachments)?;
        let matrices = self.matrices.iter().map(|words| device.upload(&vec![0; *words]));
        let addresses = matrices.collect::<Result<Vec<_>, _>>()?;
        let (grid, block) = (self.grid, self.block);
        device.launch(&Launch { grid, block, addresses: &addresses, numbers: self.numbers, limit: LIMIT })?;
        let seen = of(&seen).clone();
        Ok((seen, addresses))
    }
}

/// The lines that warps `warps` of each CTA load of a matrix whose tiles move by `step` bytes from one iteration to the next, for
/// the CTAs that begin at `bases`: those of the first iteration without the leading CTA, and those and all later ones.
fn tiles(bases: [u64; 4], step: u64, warps: Range<u64>) -> [BTreeSet<(u8, u64)>; 2] {
    let lines = |slot: usize, iteration: u64| {
        warps.clone().flat_map(move |index| {
            let row = bases[slot] + iteration * step + 640 * index;
            [row, row + 320].map(|address| (8 * slot as u8 + index as u8, address & !127))
        })
    };
    let first: BTreeSet<_> = (1..4).flat_map(|slot| lines(slot, 0)).collect();
    let later = (0..4).flat_map(|slot| (1..5).flat_map(move |iteration| lines(slot, iteration)));
    [first.clone(), later.chain(first).collect()]
}

/// C = A B with A of 160 x 80 and B of 80 x 80: what is seen, and where B begins behind A.
fn matrixmul(alone: bool) -> Result<(Seen, u64), BenchError> {
    let (grid, block, numbers) = ([5, 10, 1], [16, 16, 1], &[80, 80]);
    let run = Run { ptx: MATRIXMUL, grid, block, matrices: &[160 * 80, 80 * 80, 160 * 80], numbers, alone };
    let (seen, addresses) = run.seen()?;
    Ok((seen, addresses[1] - addresses[0]))
}

/// Where the tiles of A begin for the CTAs of SM 0: column 0, rows 0, 3, 6 and 9 of tiles.
const ROWS: [u64; 4] = [0, 3 * 16 * 320, 6 * 16 * 320, 9 * 16 * 320];

directed! {
    fn laplace3d_prefetches_what_the_reference_vector_says_in_its_order() {
        // A plane of 100 x 100 cells. Of the two loads of a plane the vector is of that of the tile.
        let (grid, block, numbers) = ([4, 25, 1], [32, 4, 1], &[100, 100, 1]);
        let matrices = &[100 * 100, 100 * 100];
        let (seen, _) = Run { ptx: LAPLACE3D, grid, block, matrices, numbers, alone: true }.seen()?;
        let expected = [
            (1, 1, 5504),
            (2, 1, 11776),
            (2, 1, 11904),
            (3, 1, 18048),
            (3, 1, 18176),
            (1, 2, 5888),
            (2, 2, 12160),
            (2, 2, 12288),
            (3, 2, 18432),
            (3, 2, 18560),
            (1, 3, 6272),
            (2, 3, 12544),
            (2, 3, 12672),
            (3, 3, 18816),
            (3, 3, 18944),
        ];
        let expected = expected.map(|(slot, index, line)| (4 * slot + index, line));
        let begin: Vec<_> = seen.prefetches.iter().take(expected.len()).copied().collect();
        expect("the first 15 prefetches", begin, expected.to_vec())?;
        let leading = vec![(0, vec![0]), (0, vec![5120]), (0, vec![11392, 11520]), (0, vec![17664, 17792])];
        expect("loads of the leading warps, which go first", seen.loads[..4].to_vec(), leading)?;
        // The CTAs that follow on the slots have lines of two requests as well, so that nothing is ever mispredicted.
        expect("strides and mispredictions", (seen.strides, seen.mispredictions), (1, 0))
    }

    fn matrixmul_prefetches_the_tiles_of_a_that_the_reference_vector_says_and_no_other() {
        let (seen, _) = matrixmul(true)?;
        let [first, all] = tiles(ROWS, 64, 1..8);
        expect("lines of the first iteration", first.len(), 42)?;
        // In another order: the last leading warp loads just after the leading CTA's second warp has shown the stride.
        expect("the first 42 prefetches", seen.prefetches.iter().take(42).copied().collect(), first)?;
        expect("prefetches", seen.prefetches.iter().copied().collect(), all)?;
        expect("strides", seen.strides, 1)
    }

    // The vector has 532 prefetches of them, for CTAs that go through the iterations side by side. Here each waits at barriers of
    // its own: a leading CTA that is ahead prefetches again, for the iteration in which the others are, and a warp that is ahead of
    // its leading warp is mispredicted. A warp waits for A before it loads B, so the first of a CTA there need not be warp 0; of
    // each CTA it is one warp that nothing is prefetched for.
    fn matrixmul_prefetches_the_406_lines_of_both_matrices_that_the_reference_vector_says_and_no_other() {
        let (seen, begin) = matrixmul(false)?;
        let vector = |warps: Range<u64>| {
            let ([_, a], [_, b]) = (tiles(ROWS, 64, warps.clone()), tiles([begin; 4], 16 * 320, warps));
            a.union(&b).copied().collect::<BTreeSet<_>>()
        };
        let prefetched: BTreeSet<_> = seen.prefetches.iter().copied().collect();
        expect("lines of the vector and of the prefetches", (vector(1..8).len(), prefetched.len()), (406, 406))?;
        let others: Vec<_> = prefetched.difference(&vector(0..8)).copied().collect();
        expect("prefetches of other lines", others, vec![])?;
        expect("at least 532 prefetches, and few more", (532..600).contains(&seen.prefetches.len()), true)?;
        expect("strides", seen.strides, 2)
    }
}
