// SPDX-License-Identifier: Apache-2.0
//! The three modules together on an SM of the cycle model: the corner cases of specification section 10 that need several of
//! them, and the deadlocks that it names.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::mascar::{MascarDetector, MascarQueue, MascarScheduler};
use warpsmith_gpu::Attachments;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched, Rexq, Sat, Sched};
use warpsmith_units::{Combinational, ForeignState, Parameters, Rng, Snapshot, Unit};

use super::programs::{self, Lines, Op};
use crate::directed::directed;
use crate::in_gpu::{expect, Attached, Kernel};
use crate::BenchError;

/// Far more SM cycles than any program here needs.
const LIMIT: u64 = 500_000;

/// Device memory begins here: what the SM addresses, without it, fits the narrowest configurations.
const MEMORY: u64 = warpsmith_ptx::GLOBAL_BASE;

/// `mascar_rexq` as narrow as in any configuration: addresses count from the start of device memory, and of the rest of a
/// request, which comes back as it went in, there is what the ports hold.
struct Narrow {
    queue: Attached<Rexq>,
    params: Params,
}

impl Narrow {
    fn input(&self, input: &rexq::In) -> rexq::In {
        let mut narrow = *input;
        narrow.lsu_base = narrow.lsu_base.saturating_sub(MEMORY);
        narrow.lsu_off[self.params.offsets_width()..].fill(false);
        narrow.lsu_reg &= u8::MAX >> (8 - self.params.reg_bits);
        narrow
    }

    fn output(out: rexq::Out) -> rexq::Out {
        rexq::Out { l1_base: if out.l1_v { out.l1_base + MEMORY } else { 0 }, ..out }
    }
}

impl Unit for Narrow {
    type In = rexq::In;
    type Out = rexq::Out;

    fn reset(&mut self) {
        self.queue.reset();
    }

    fn step(&mut self, input: &rexq::In) -> rexq::Out {
        let narrow = self.input(input);
        Narrow::output(self.queue.step(&narrow))
    }

    fn failure(&self) -> Option<String> {
        self.queue.failure()
    }
}

impl Combinational for Narrow {
    fn eval(&mut self, input: &rexq::In) -> rexq::Out {
        let narrow = self.input(input);
        Narrow::output(self.queue.eval(&narrow))
    }
}

impl Snapshot for Narrow {
    type State = ();

    fn snapshot(&self) {}

    fn restore(&mut self, (): ()) -> Result<(), ForeignState> {
        Ok(())
    }
}

/// In place of the detector: says in which of its cycles memory accesses have priority.
struct Forced {
    cycle: u64,
    priority: fn(u64) -> bool,
}

impl Unit for Forced {
    type In = sat::In;
    type Out = sat::Out;

    fn reset(&mut self) {
        self.cycle = 0;
    }

    fn step(&mut self, _: &sat::In) -> sat::Out {
        self.cycle += 1;
        sat::Out { mp: (self.priority)(self.cycle) }
    }
}

impl Snapshot for Forced {
    type State = ();

    fn snapshot(&self) {}

    fn restore(&mut self, (): ()) -> Result<(), ForeignState> {
        Ok(())
    }
}

/// What a run has shown.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Cycles in MP.
    mp: u64,
    /// Requests taken from the LSU, and those accepted by the L1.
    made: u64,
    accepted: u64,
    /// Cycles in which the owner was at a barrier or a fence.
    owner_waits: u64,
    /// Most requests in the queue.
    most: u8,
    /// The owner in the next cycle.
    owner: Option<u8>,
    /// Of each cycle, whether requests of warp 0 are parked, and the owner.
    warp_0: Vec<(bool, Option<u8>)>,
}

impl Seen {
    fn scheduler(&mut self, i: &sched::In, o: &sched::Out) {
        self.mp += u64::from(i.mp);
        let waits = |warp: u8| (i.at_barrier | i.at_fence) >> warp & 1 == 1;
        self.owner_waits += u64::from(self.owner.is_some_and(waits));
        self.warp_0.push((i.rexq_has & 1 == 1, self.owner));
        self.owner = o.owner_v.then_some(o.owner);
    }

    fn queue(&mut self, i: &rexq::In, o: &rexq::Out) {
        self.made += u64::from(i.lsu_v && o.lsu_rdy);
        self.accepted += u64::from(o.l1_v && i.l1_ack);
        self.most = self.most.max(o.count);
    }
}

/// One SM of the paper's machine with the configuration's warps, schedulers, MSHRs and miss queue.
fn machine(p: &Params) -> Result<MachineSpec, BenchError> {
    let mut machine = MachineSpec::load("mascar").map_err(|e| BenchError::CycleModel(e.to_string()))?;
    (machine.sm.count, machine.sm.warps, machine.sm.threads) = (1, p.n_warps, 32 * p.n_warps);
    machine.sm.schedulers = p.n_sched;
    // Enough for all warps at a time, whatever their programs.
    machine.sm.registers = machine.sm.max_registers_per_thread * machine.sm.threads;
    (machine.l1.mshrs, machine.l1.miss_queue) = (p.mshr_entries, p.mq_entries);
    Ok(machine)
}

/// Runs a program for each warp on `machine` with the modules in the configuration `p`, and checks that every request is
/// accepted once, and what the programs load. `forced` gives the mode by cycle, in place of the detector.
fn run(
    p: &Params,
    mut machine: MachineSpec,
    programs: &[Vec<Op>],
    forced: Option<fn(u64) -> bool>,
) -> Result<Seen, BenchError> {
    let seen = Arc::new(Mutex::new(Seen::default()));
    let (scheduler, queue) = (seen.clone(), seen.clone());
    let scheduler = Attached::<Sched>::new(p, Box::new(move |i, o| of(&scheduler).scheduler(i, o)))?;
    let queue = Attached::<Rexq>::new(p, Box::new(move |i, o| of(&queue).queue(i, o)))?;
    let mut attachments = Attachments::baseline();
    let sm = &mut attachments.sms(&machine)[0];
    sm.issue = Some(Box::new(MascarScheduler::new(scheduler, p)));
    sm.path = Some(Box::new(MascarQueue::new(Narrow { queue, params: p.clone() })));
    sm.miss_rule = Some(match forced {
        Some(priority) => Box::new(MascarDetector::new(Forced { cycle: 0, priority }, p)),
        None => Box::new(MascarDetector::new(Attached::<Sat>::new(p, Box::new(|_, _| ()))?, p)),
    });
    let warps = programs.len() as u32;
    let ctas = warps.div_ceil(machine.sm.max_threads_per_cta / 32);
    let per_cta = warps / ctas;
    machine.sm.ctas = machine.sm.ctas.max(ctas);
    let kernel = Kernel {
        ptx: &programs::kernel(programs, per_cta, p.warp_size),
        ctas,
        threads: 32 * per_cta,
        data: &programs::data(warps),
        limit: LIMIT,
    };
    let sums = kernel.run(machine, attachments)?;
    let seen = of(&seen).clone();
    expect("requests accepted", seen.accepted, seen.made)?;
    for (thread, sum) in (0..).zip(sums) {
        let (warp, lane) = (thread / 32, thread % 32);
        let working = lane < p.warp_size;
        let expected = if working { programs::sum(&programs[warp as usize], lane) } else { 0 };
        expect("sum of what a lane loads", sum, expected)?;
    }
    Ok(seen)
}

fn of(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs random programs in a configuration, and returns the most requests that were in the queue, and the cycles in MP.
fn run_random(
    config: &str,
    seeds: std::ops::Range<u64>,
    forced: Option<fn(u64) -> bool>,
) -> Result<(u8, u64), BenchError> {
    let p = Params::named(config)?;
    let (mut most, mut mp) = (0, 0);
    for seed in seeds {
        let mut rng = Rng::new(seed);
        // More than 32 are two CTAs of as many.
        let warps = match 1 + rng.below(p.n_warps) {
            warps @ ..=32 => warps,
            warps => warps & !1,
        };
        let programs = programs::random(&mut rng, warps, p.warp_size);
        let ran = run(&p, machine(&p)?, &programs, forced);
        let seen = ran.map_err(|cause| BenchError::Random { seed, cause: Box::new(cause) })?;
        (most, mp) = (most.max(seen.most), mp + seen.mp);
    }
    Ok((most, mp))
}

/// Those whose addresses hold the device memory.
fn configurations() -> impl Iterator<Item = &'static str> {
    let wide = |name: &&str| Params::named(name).is_ok_and(|p| p.addr_bits >= 32);
    Params::NAMED.iter().copied().filter(wide)
}

directed! {
    fn an_instruction_of_32_requests_with_8_free_mshrs_parks_24_and_its_warp_owns_until_all_are_accepted() {
        let p = Params::PAPER;
        let mut machine = machine(&p)?;
        machine.l1.mshrs = 8;
        // Eight MSHRs give no MP; it is forced.
        let program = vec![Op::Load(Lines::own(0, 0, 32)), Op::Use];
        let seen = run(&p, machine, &[program], Some(|_| true))?;
        expect("requests parked", seen.most, 24)?;
        let mut cycles = seen.warp_0.into_iter().skip_while(|(parked, _)| !parked);
        let mut owners = cycles.by_ref().take_while(|(parked, _)| *parked).map(|(_, owner)| owner);
        expect("its warp owns while requests are parked", owners.all(|owner| owner == Some(0)), true)?;
        // It loses the way in the first cycle without any.
        expect("owner afterwards", cycles.next(), Some((false, None)))
    }

    fn an_owner_that_arrives_at_a_barrier_or_a_fence_before_the_other_warps_of_its_cta_does_not_keep_them_from_it() {
        for config in configurations() {
            let p = Params::named(config)?;
            for place in [Op::Barrier, Op::Fence] {
                // Enough misses for MP. Warps with an odd number compute while the first owner goes ahead. Without a queue
                // an owner is seldom there, because it gives up at once.
                let mut owner_waits = 0;
                for head_start in [30, 1000] {
                    let program = |w: u32| {
                        let load = |n| Op::Load(Lines::own(w, n * p.warp_size, p.warp_size));
                        let first = vec![Op::Compute; if w % 2 == 1 { head_start } else { 0 }];
                        let then = vec![load(0), load(1), load(2), place, load(3), Op::Barrier, Op::Use];
                        [first, then].concat()
                    };
                    let programs: Vec<_> = (0..8).map(program).collect();
                    owner_waits += run(&p, machine(&p)?, &programs, None)?.owner_waits;
                }
                expect("an owner was there", owner_waits > 0, true)?;
            }
        }
        Ok(())
    }

    fn a_queue_full_of_others_misses_with_the_owner_stuck_in_the_lsu_drains_when_mp_falls() {
        for config in ["small", "single", "variant"] {
            let p = Params::named(config)?;
            let program = |w| vec![Op::Load(Lines::own(w, 0, 6)), Op::Use];
            let programs: Vec<_> = (0..8).map(program).collect();
            let seen = run(&p, machine(&p)?, &programs, None)?;
            expect("the queue was full", u32::from(seen.most), p.rexq_entries)?;
            expect("there was MP", seen.mp > 0, true)?;
        }
        Ok(())
    }

    fn without_a_queue_mp_still_comes_and_goes_and_nothing_hangs() {
        let (most, mp) = run_random("rexq0", 0..6, None)?;
        expect("requests parked", most, 0)?;
        expect("there was MP", mp > 0, true)
    }

    fn a_mode_that_toggles_each_cycle_loses_and_doubles_no_request() {
        for config in ["small", "variant", "rexq0"] {
            run_random(config, 0..4, Some(|now| now % 2 == 0))?;
        }
        Ok(())
    }

    fn random_programs_end_in_every_configuration_with_every_request_accepted_once() {
        for config in configurations() {
            let (most, mp) = run_random(config, 100..116, None)?;
            let entries = Params::named(config)?.rexq_entries;
            expect("some request was parked, if there is a queue", most > 0, entries > 0)?;
            expect("there was MP", mp > 0, true)?;
        }
        Ok(())
    }
}
