// SPDX-License-Identifier: Apache-2.0
//! Both modules together on an SM of the cycle model, with a kernel whose loads stride, and one whose addresses are loaded: what
//! they ask of each other and of the SM - leading CTAs, prefetches, wake-ups, CTAs that come and go.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::cta_prefetch::{CtaEngine, CtaScheduler};
use warpsmith_gpu::Attachments;
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{Engine, Sched};
use warpsmith_units::Parameters;

use crate::directed::directed;
use crate::in_gpu::{expect, Attached, Kernel};
use crate::BenchError;

/// Far more SM cycles than the kernel needs.
const LIMIT: u64 = 500_000;

/// Words of data, a power of two; times that each thread loads.
const WORDS: u32 = 1 << 14;
const ROUNDS: u32 = 4;

/// In each round a thread loads a word of its warp's own line, one of a row of two lines or three, and the one whose number the first
/// holds. CTAs begin anywhere, warps are a fixed distance apart.
const KERNEL: &str = "
    .version 6.0
    .target sm_35
    .address_size 64
    .visible .entry bench(.param .u64 data, .param .u64 out) {
        .reg .pred %p<2>;
        .reg .b32 %r<20>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        mov.u32 %r3, %ntid.x;
        shr.u32 %r4, %r2, 5;
        and.b32 %r5, %r2, 31;
        mov.u32 %r6, 0;
        mov.u32 %r7, 0;
    LOOP:
        mul.lo.u32 %r8, %r1, 992;
        mad.lo.u32 %r8, %r7, 512, %r8;
        mad.lo.u32 %r8, %r4, 64, %r8;
        add.u32 %r8, %r8, %r5;
        and.b32 %r8, %r8, 16383;
        mul.wide.u32 %rd3, %r8, 4;
        add.s64 %rd3, %rd1, %rd3;
        ld.global.u32 %r9, [%rd3];
        mul.lo.u32 %r10, %r1, 1568;
        mad.lo.u32 %r10, %r7, 1024, %r10;
        mad.lo.u32 %r10, %r4, 160, %r10;
        mad.lo.u32 %r10, %r5, 2, %r10;
        and.b32 %r10, %r10, 16383;
        mul.wide.u32 %rd4, %r10, 4;
        add.s64 %rd4, %rd1, %rd4;
        ld.global.u32 %r11, [%rd4];
        and.b32 %r12, %r9, 16383;
        mul.wide.u32 %rd5, %r12, 4;
        add.s64 %rd5, %rd1, %rd5;
        ld.global.u32 %r13, [%rd5];
        add.u32 %r6, %r6, %r11;
        add.u32 %r6, %r6, %r13;
        bar.sync 0;
        add.u32 %r7, %r7, 1;
        setp.lt.u32 %p1, %r7, 4;
        @%p1 bra LOOP;
        mad.lo.u32 %r14, %r1, %r3, %r2;
        mul.wide.u32 %rd6, %r14, 4;
        add.s64 %rd6, %rd2, %rd6;
        st.global.u32 [%rd6], %r6;
        ret;
    }";

/// The data: word `i`.
fn word(i: u32) -> u32 {
    i.wrapping_mul(2_654_435_761) >> 9
}

/// What a thread of a CTA sums up.
fn sum(cta: u32, thread: u32) -> u32 {
    let (warp, lane) = (thread / 32, thread % 32);
    let at = |number: u32| word(number % WORDS);
    let round = |round: u32| {
        let own = at(992 * cta + 512 * round + 64 * warp + lane);
        at(1568 * cta + 1024 * round + 160 * warp + 2 * lane).wrapping_add(at(own))
    };
    (0..ROUNDS).map(round).fold(0, u32::wrapping_add)
}

/// What a run has shown.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Prefetches that the L1 took.
    prefetches: u64,
    /// The engine asks for a prefetch in the next cycle.
    asked: bool,
    strides: u64,
    /// Lines that came for a warp, and warps that took another's place for that.
    wakes: u64,
    swaps: u64,
    /// CTAs that started, and cycles of the initial distribution.
    started: u64,
    filling: u64,
    issued: u64,
}

fn of(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One SM of the evaluation's machine with the configuration's warps and CTA slots.
fn machine(p: &Params) -> Result<MachineSpec, BenchError> {
    let mut machine = MachineSpec::load("cta").map_err(|e| BenchError::CycleModel(e.to_string()))?;
    (machine.sm.count, machine.sm.warps, machine.sm.ctas) = (1, p.n_warps, p.n_cta);
    machine.sm.threads = 32 * p.n_warps;
    machine.sm.registers = machine.sm.max_registers_per_thread * machine.sm.threads;
    Ok(machine)
}

/// Runs the kernel in a configuration, and checks what it computes.
fn run(p: &Params) -> Result<Seen, BenchError> {
    let machine = machine(p)?;
    let seen = Arc::new(Mutex::new(Seen::default()));
    let (at_engine, at_scheduler) = (seen.clone(), seen.clone());
    let engine = Attached::<Engine>::new(
        p,
        Box::new(move |i, o| {
            let mut seen = of(&at_engine);
            seen.prefetches += u64::from(seen.asked && i.pf_ready);
            seen.asked = o.pf_valid;
            seen.strides += u64::from(o.st_stride);
            seen.started += u64::from(i.cta_start_valid);
        }),
    )?;
    let scheduler = Attached::<Sched>::new(
        p,
        Box::new(move |i, o| {
            let mut seen = of(&at_scheduler);
            seen.wakes += u64::from(i.wake_valid);
            seen.swaps += u64::from(o.st_swap);
            seen.filling += u64::from(i.hold_fill);
            seen.issued += u64::from(o.issue_valid);
        }),
    )?;
    let mut attachments = Attachments::baseline();
    let sm = &mut attachments.sms(&machine)[0];
    sm.issue = Some(Box::new(CtaScheduler::new(scheduler, p)));
    sm.prefetcher = Some(Box::new(CtaEngine::new(engine, p)));
    let data: Vec<u32> = (0..WORDS).map(word).collect();
    let (ctas, warps) = (3 * p.n_cta + 1, p.n_warps / p.n_cta);
    let kernel = Kernel { ptx: KERNEL, ctas, threads: 32 * warps, data: &data, limit: LIMIT };
    let sums = kernel.run(machine, attachments)?;
    for (thread, got) in (0..).zip(sums) {
        let (cta, thread) = (thread / (32 * warps), thread % (32 * warps));
        expect("sum of what a thread loads", got, sum(cta, thread))?;
    }
    let seen = *of(&seen);
    expect("CTAs that started", seen.started, ctas.into())?;
    Ok(seen)
}

directed! {
    fn strides_are_found_prefetched_and_wake_warps_while_ctas_come_and_go() {
        // Three loads a round: tables of two PCs would forget each of them before a second warp comes.
        let seen = run(&Params::TABLES4)?;
        expect("strides of both loads that stride", seen.strides >= 2, true)?;
        expect("prefetches", seen.prefetches > 0, true)?;
        expect("wake-ups", seen.wakes > 0, true)?;
        expect("warps that took another's place", seen.swaps > 0, true)?;
        expect("cycles of the initial distribution", seen.filling > 0, true)
    }

    fn the_baseline_prefetches_nothing() {
        let seen = run(&Params::BASELINE)?;
        expect("prefetches and wake-ups", (seen.prefetches, seen.wakes, seen.swaps), (0, 0, 0))
    }

    fn every_kind_of_configuration_computes_the_same() {
        for config in ["paper", "nb1", "variant", "single", "tiny"] {
            let seen = run(&Params::named(config)?)?;
            expect("something issued", seen.issued > 0, true)?;
        }
        Ok(())
    }
}
