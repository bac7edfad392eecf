// SPDX-License-Identifier: Apache-2.0
//! The streaming multiprocessor: warp slots, instruction buffer, scoreboard, schedulers, pipelines, load/store
//! unit with L1 and constant cache, texture unit with texture cache. One call of [`Sm::step`] is one SM cycle; the stages run from the
//! last to the first.
//!
//! Not modelled one by one: the instruction cache (perfect), writeback ports (never in conflict).

mod barrier;
mod caches;
mod coalescer;
mod collectors;
mod constant;
mod cta;
mod front_end;
mod instruction_stream;
mod issue;
mod kernel;
mod ldst;
mod pipelines;
mod place;
mod prefetch;
mod reexecution;
mod report;
mod run;
mod saved;
mod scoreboard;
mod shared_memory;
mod status;
mod taint;
mod texture;
mod translation;
mod view;
mod warps;
mod watch;
mod wheel;
pub(crate) mod worked_example;

pub use instruction_stream::StepError;
pub use kernel::{Owner, RunningKernel};
pub use report::{Failure, Report};

use std::collections::VecDeque;

use warpsmith_ptx::{Access, GlobalMemory};
use warpsmith_trace::{Chunk, Tape};

use crate::attachments::{SmSockets, Socket, Sockets};
use crate::launch::Footprint;
use crate::machine::MachineSpec;
use crate::mem::{MemRequest, MemResponse};
use crate::mmu::Pages;
use crate::region::Region;
use crate::socket::{KernelStart, MayMiss, MemoryView, ThrottleIn, ThrottleOut, UnitError, WarpTypes};
use crate::stats::{SmCounts, SmStats, UnitStats};
use crate::types::{bits, Line, Origin, SmCycle};

use caches::{Caches, Client, Token};
use cta::Cta;
use front_end::FrontEnd;
use instruction_stream::InstructionStream;
use ldst::LdSt;
use pipelines::Pipelines;
use place::Place;
use scoreboard::Scoreboard;
use taint::Taint;
use texture::TextureUnit;
use translation::SmTlb;
use warps::Warps;
use watch::Watch;
use wheel::{Completion, Wheel};

/// What an SM needs to know of the GPU in one cycle.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The kernels that run, by lane; of the CTAs that the SM has, each is there.
    pub kernels: &'a [Option<&'a RunningKernel>],
    pub now: SmCycle,
    /// Simulated time in nanoseconds.
    pub nanoseconds: u64,
    /// The first SM of the application, and how many it has.
    pub first_sm: u32,
    pub sms: u32,
    /// The GWDE has no undispatched CTA left.
    pub gwde_empty: bool,
    /// Where pages are, if addresses are translated.
    pub pages: Option<&'a Pages>,
}

impl<'a> Surroundings<'a> {
    /// The kernel of a CTA.
    #[inline]
    fn kernel(&self, cta: Option<&Cta>) -> Option<&'a RunningKernel> {
        cta?.kernel(self.kernels)
    }
}

/// The device memory as an SM has it during an epoch, by application; of those whose CTAs it holds each is there.
pub enum DeviceMemory<'a, 'b> {
    /// With all others, to be changed after the epoch.
    Shared(&'a [Option<&'a GlobalMemory>]),
    /// For itself.
    Own(&'a mut [Option<&'b mut GlobalMemory>]),
}

/// One SM with what sits in its sockets.
pub struct Sm {
    id: u32,
    cta_slots: u32,
    warp_slots: u32,
    warps: Warps,
    /// By warp slot.
    states: Vec<Option<InstructionStream>>,
    ctas: Vec<Option<Cta>>,
    /// The lanes of the CTAs that have completed in the epoch.
    ended: Vec<u8>,
    /// CTA slots that hold a CTA.
    resident: u32,
    /// Warps that have exited but still have instructions under way.
    exited: u64,
    scoreboard: Scoreboard,
    /// In place of fetch, decode and scoreboard, if the machine has one.
    front: Option<Box<FrontEnd>>,
    pipelines: Pipelines,
    wheel: Wheel,
    ldst: LdSt,
    texture: TextureUnit,
    caches: Caches,
    tlb: Option<Box<SmTlb>>,
    responses: VecDeque<MemResponse>,
    response_depth: usize,
    sockets: SmSockets,
    /// The issue logic chooses for all schedulers at once.
    at_once: bool,
    /// Nothing but the load/store unit decides about its accesses: no load path, prefetcher or miss rule.
    load_store_alone: bool,
    /// The scheduler that chooses first in this cycle.
    first_scheduler: usize,
    /// Warp slots of each scheduler.
    scheduler_slots: Vec<u64>,
    /// The first CTAs of the kernel still come; kept for issue logic that chooses for all at once.
    filling: bool,
    /// What sits there and could not tell CTAs of several lanes apart.
    unmixable: Option<Socket>,
    /// The lines of the load that issues, for a prefetcher.
    lines: Vec<Line>,
    /// Which registers hold what follows from a load, if a prefetcher wants to know.
    taint: Option<Taint>,
    /// The lines of device memory.
    device: std::ops::Range<Line>,
    /// Whose they are, and where lines of its caches are for the memory system.
    application: u8,
    region: Region,
    /// By lane.
    places: Vec<Place>,
    /// It can hold CTAs of several lanes at a time.
    mixed: bool,
    /// The lane that `stats` and the counters of the caches are of now: that of the last kernel or, of several, of what happens.
    counting: u8,
    /// What the CTAs that it holds can take together.
    capacity: Footprint,
    /// Warps that may issue loads.
    eligible: u64,
    /// Inputs of the throttle, collected during the cycle.
    input: ThrottleIn,
    /// Outputs of the throttle that are visible in this cycle.
    output: ThrottleOut,
    /// Instructions (warp, program counter) that complete in this cycle.
    completed: Vec<(u32, u32)>,
    /// The address buffer of the instruction that executes.
    access: Access,
    /// Set while it is in question whether the warps only repeat themselves.
    watch: Option<Watch>,
    stats: SmStats,
}

impl Sm {
    /// `unmixable`: what sits in its sockets and could not tell CTAs of several lanes apart.
    pub fn new(id: u32, machine: &MachineSpec, sockets: SmSockets, unmixable: Option<Socket>) -> Self {
        let sm = &machine.sm;
        let beside = sockets.prefetcher.as_ref().and_then(|prefetcher| prefetcher.cache());
        let slots = |s| (0..sm.warps).filter(|w| w % sm.schedulers == s).fold(0, |m, w| m | 1u64 << w);
        Self {
            id,
            cta_slots: sm.ctas,
            warp_slots: sm.warps,
            warps: Warps::new(sm.warps, sm.ibuffer, sm.fetch_width),
            states: (0..sm.warps).map(|_| None).collect(),
            ctas: (0..sm.ctas).map(|_| None).collect(),
            ended: Vec::new(),
            resident: 0,
            exited: 0,
            scoreboard: Scoreboard::default(),
            front: machine.front_end.as_ref().map(|spec| Box::new(FrontEnd::new(spec, sm.warps))),
            pipelines: Pipelines::new(sm),
            wheel: Wheel::new(kernel::longest_latency(sm).max(machine.texture.hit_latency)),
            ldst: LdSt::new(machine, sockets.path.is_some()),
            texture: TextureUnit::new(machine),
            caches: Caches::new(machine, beside),
            tlb: None,
            responses: VecDeque::with_capacity(sm.response_queue as usize),
            response_depth: sm.response_queue as usize,
            at_once: sockets.issue.as_ref().is_some_and(|issue| issue.at_once()),
            load_store_alone: sockets.path.is_none()
                && sockets.prefetcher.is_none()
                && sockets.miss_rule.is_none(),
            sockets,
            first_scheduler: 0,
            scheduler_slots: (0..sm.schedulers).map(slots).collect(),
            filling: false,
            unmixable,
            lines: Vec::new(),
            taint: None,
            device: prefetch::device_lines(machine.lines(), machine.dram.capacity()),
            application: 0,
            region: Region::new(machine, 0, 1),
            places: vec![Place::default()],
            mixed: false,
            counting: 0,
            capacity: Footprint::whole(sm),
            eligible: u64::MAX,
            input: ThrottleIn::new(sm.ctas),
            output: ThrottleOut::default(),
            completed: Vec::new(),
            access: Access::default(),
            watch: None,
            stats: SmStats::default(),
        }
    }

    /// From now on it runs that application, with `bytes` of device memory, which without translation is in `region`. It must be new or,
    /// where addresses are not translated, at rest before the start of a kernel.
    pub fn belongs_to(&mut self, application: u8, region: Region, bytes: u64) {
        (self.application, self.region) = (application, region);
        self.tlb().into_iter().for_each(|tlb| tlb.belongs_to(application));
        self.device = prefetch::device_lines(self.caches.lines(), bytes);
    }

    /// Prepares for a kernel: the caches are invalidated (of several programs only the lines of its own), and the throttle will see the
    /// pulse in the next step.
    pub fn start(&mut self, kernel: &RunningKernel) {
        let Owner { application, lane } = kernel.owner;
        let place = &mut self.places[usize::from(lane)];
        place.global.reset();
        self.caches.start(&place.entry, self.mixed.then_some(application));
        if !self.mixed {
            self.counting = lane;
        }
        self.sockets.prefetcher.iter_mut().for_each(|prefetcher| prefetcher.started(&kernel.seen));
        self.sockets.issue.iter_mut().for_each(|issue| issue.started());
        self.filling = true;
        let sees = self.sockets.prefetcher.as_ref().is_some_and(|prefetcher| prefetcher.sees_indirect());
        self.taint = sees.then(|| Taint::new(self.warp_slots, kernel.kernel()));
        self.scoreboard = Scoreboard::new(self.warp_slots as usize, &kernel.registers);
        self.input.kernel_start = Some(KernelStart {
            warps_per_cta: kernel.occupancy.warps_per_cta as u8,
            max_ctas: if self.mixed { self.cta_slots } else { kernel.occupancy.ctas_per_sm } as u8,
        });
    }

    /// One SM cycle, from writeback to fetch; then the throttle sees what happened.
    ///
    /// # Errors
    /// An instruction cannot issue; the kernel cannot go on.
    #[inline]
    fn step(&mut self, around: &Surroundings, memory: &mut DeviceMemory<'_, '_>) -> Result<(), StepError> {
        if self.resident != 0 {
            // What issue logic and miss rules see of the memory are registers, as they stand before anything changes them.
            let seen = self.at_once || self.sockets.miss_rule.is_some();
            let mut registers = if seen { self.memory_view() } else { MemoryView::default() };
            self.write_back(around);
            self.access_memory(around);
            registers.parked_head_left = self.sockets.path.as_ref().is_some_and(|path| path.head_left());
            self.translate(around)?;
            if let Some(gate) = &mut self.sockets.gate {
                self.eligible = gate.eligible();
            }
            let slot = self.front.is_none() || self.begin_slot(around);
            self.snapshot();
            if slot {
                self.issue(&registers, around, memory)?;
            }
            if let Some(rule) = &mut self.sockets.miss_rule {
                let favoured = self.sockets.issue.as_ref().and_then(|issue| issue.favoured());
                rule.step(&registers, favoured);
            }
            if self.front.is_some() {
                self.end_slot(around.now);
            } else {
                let decoded = self.warps.decode();
                bits(decoded).for_each(|warp| self.refresh(around, warp));
                self.warps.fetch();
            }
        } else {
            self.drain_prefetch();
            self.translate(around)?;
            self.input.status = Default::default();
        }
        self.account(around.now);
        self.throttle(around.gwde_empty);
        Ok(())
    }

    /// One cycle of the load/store unit and of the texture unit.
    #[inline]
    fn access_memory(&mut self, around: &Surroundings) {
        let now = around.now;
        let may_miss = self.sockets.miss_rule.as_ref().map_or(MayMiss::ALL, |rule| *rule.may_miss());
        if self.mixed {
            self.ldst.oldest().into_iter().for_each(|by| self.count_for(by.cta.into()));
        }
        // A load path, a prefetcher and a miss rule have their say in every cycle.
        let alone = self.load_store_alone;
        if alone && self.ldst.has_sent_all() {
            self.ldst.rest();
        } else if !(alone && self.ldst.refused_again(&mut self.caches.l1, &mut self.stats)) {
            self.access_l1(around, may_miss);
        }
        if self.mixed {
            self.texture.oldest().into_iter().for_each(|by| self.count_for(by.cta.into()));
        }
        let texture = &mut self.caches.texture;
        self.texture.step(now, texture, may_miss.texture, &mut self.wheel, &mut self.stats);
    }

    /// One cycle of the load/store unit, and of a prefetcher after it.
    fn access_l1(&mut self, around: &Surroundings, may_miss: MayMiss) {
        let now = around.now;
        if self.sockets.prefetcher.is_some() {
            self.caches.set_time(now);
        }
        let sockets = &mut self.sockets;
        // Only a load path asks.
        let favoured = sockets.path.as_ref().and_then(|_| sockets.issue.as_ref()?.favoured());
        let mut port = ldst::Port {
            now,
            caches: &mut self.caches,
            wheel: &mut self.wheel,
            gate: sockets.gate.as_deref_mut(),
            prefetcher: sockets.prefetcher.as_deref_mut(),
            used: false,
            may_miss,
            rule: sockets.miss_rule.as_deref_mut(),
            favoured,
            stats: &mut self.stats,
        };
        let left = self.ldst.step(&mut port, sockets.path.as_deref_mut());
        let used = port.used;
        if let (Some(front), Some(warp)) = (&mut self.front, left) {
            front.stored(warp);
        }
        if let Some(prefetcher) = sockets.prefetcher.as_deref_mut() {
            let gate = sockets.gate.as_deref_mut();
            let tlb = self.tlb.as_deref().zip(around.pages);
            let reaches =
                |line| self.device.contains(&line) && tlb.is_none_or(|(tlb, pages)| tlb.reaches(line, pages));
            prefetch::step(prefetcher, now, used, reaches, &mut self.caches, gate);
        }
    }

    /// Lines that arrive, and instructions that complete.
    #[inline]
    fn write_back(&mut self, around: &Surroundings) {
        if let Some(MemResponse { asked: line, token, requester, .. }) = self.responses.pop_front() {
            self.count_for(requester.cta.into());
            let (caches, ldst, completed) = (&mut self.caches, &mut self.ldst, &mut self.completed);
            match Token::client(token) {
                Client::Instruction(op) => completed.extend(ldst.served(op)),
                client @ (Client::L1 | Client::Beside) => {
                    let fill = caches.fill(client, line);
                    if let Origin::Prefetch(tag) = fill.origin {
                        let SmSockets { prefetcher, issue, .. } = &mut self.sockets;
                        prefetcher.iter_mut().for_each(|one| one.filled(line, tag));
                        issue.iter_mut().for_each(|one| one.prefetched(requester.warp.into()));
                    }
                    let waiting = fill.waited;
                    completed.extend(waiting.iter().filter_map(|access| ldst.served(access.op)));
                }
                Client::Texture => {
                    let waiting = caches.texture.fill(line).waited;
                    completed.extend(waiting.iter().filter_map(|fetch| self.texture.served(*fetch)));
                }
                Client::Constant(part) => {
                    let waiting = caches.constant.fill(constant::line(caches.lines(), line, part)).waited;
                    completed.extend(waiting.iter().filter_map(|op| ldst.served(*op)));
                }
            }
        }
        while let Some(completion) = self.wheel.pop(around.now) {
            match completion {
                Completion::Arithmetic { warp, pc } => self.completed.push((warp.into(), pc)),
                Completion::Memory { op } => self.completed.extend(self.ldst.served(op)),
                Completion::Texture { fetch } => self.completed.extend(self.texture.served(fetch)),
            }
        }
        while let Some((warp, pc)) = self.completed.pop() {
            self.written(around, warp, pc);
        }
    }

    /// The instruction at `pc` of `warp` is complete.
    fn written(&mut self, around: &Surroundings, warp: u32, pc: u32) {
        let Some(kernel) = self.kernel_of(around, warp) else { return };
        if let Some(typer) = &mut self.sockets.typer {
            typer.completed(warp, pc);
        }
        self.pipelines.written(around.now, warp, || &kernel.kernel().insts[pc as usize].writes);
        match &mut self.front {
            Some(front) => front.answered(around.now, warp, pc),
            None => self.scoreboard.release(warp, &kernel.registers, pc),
        }
        if self.exited >> warp & 1 == 1 {
            self.drain(warp);
            return;
        }
        if self.warps.at_fence >> warp & 1 == 1 && self.ldst.quiet(warp) {
            self.warps.at_fence &= !(1 << warp);
        }
        if self.front.is_none() && (self.warps.ib_valid & !self.warps.sb_ready) >> warp & 1 == 1 {
            if let Some(pc) = self.next_pc(warp) {
                self.warps.set_wait(warp, self.scoreboard.wait(warp, &kernel.registers, pc));
            }
        }
    }

    /// The head instruction of `warp` is a new one.
    #[inline]
    fn refresh(&mut self, around: &Surroundings, warp: u32) {
        let (Some(kernel), Some(pc)) = (self.kernel_of(around, warp), self.next_pc(warp)) else { return };
        let registers = self.scoreboard.wait(warp, &kernel.registers, pc);
        self.warps.set_head(warp, &kernel.timing[pc as usize], registers);
    }

    /// The kernel of `warp`, which is one of a CTA's.
    #[inline]
    fn kernel_of<'a>(&self, around: &Surroundings<'a>, warp: u32) -> Option<&'a RunningKernel> {
        around.kernel(self.ctas[self.input.cta_of(warp) as usize].as_ref())
    }

    /// Takes the lanes of the CTAs that have completed in the last epoch.
    pub fn take_ended(&mut self) -> impl Iterator<Item = u8> + '_ {
        self.ended.drain(..)
    }

    /// Index of the next instruction of `warp`.
    #[inline]
    fn next_pc(&self, warp: u32) -> Option<u32> {
        self.states[warp as usize].as_ref()?.next()
    }

    /// From now on everything that executes is recorded.
    pub fn record(&mut self) {
        let slots = self.warp_slots as usize;
        self.places.iter_mut().for_each(|place| place.tape = Some(Tape::new(slots)));
    }

    /// Takes what is recorded of a lane and complete.
    #[inline]
    pub fn recorded(&mut self, lane: u8) -> impl Iterator<Item = Chunk> + '_ {
        self.places[usize::from(lane)].tape.iter_mut().flat_map(Tape::take)
    }

    /// Its kernel was cut: it executes nothing any more.
    pub fn give_up(&mut self) {
        self.states.fill_with(|| None);
    }

    /// Watches from now on whether the warps only repeat themselves, or no longer.
    pub fn watch(&mut self, on: bool) {
        self.watch = on.then(|| Watch::new(&self.states, self.warps.live));
    }

    /// What its warps are, if it has a typer.
    pub fn warp_types(&self) -> Option<WarpTypes> {
        self.sockets.typer.as_ref().map(|typer| typer.types(self.warps.live))
    }

    /// Whether nothing runs or is under way.
    pub fn is_at_rest(&self) -> bool {
        self.resident == 0 && !self.is_prefetching()
    }

    /// Whether a warp has not left yet.
    pub fn is_live(&self) -> bool {
        self.warps.live != 0
    }

    /// Whether each warp has come back, since [`Sm::watch`], to the state that it was in, or waits at a barrier. One that
    /// has left and whose memory instructions are under way makes room for another CTA, which may do anything.
    pub fn repeats(&self) -> bool {
        let repeats = |watch: &Watch| watch.repeats(self.warps.live, self.warps.at_barrier);
        self.exited == 0 && self.watch.as_ref().is_some_and(repeats)
    }

    /// The request that the SM wants to send to the memory system.
    #[inline]
    fn next_request(&self) -> Option<MemRequest> {
        self.caches.next_request()
    }

    /// That request has been sent.
    #[inline]
    fn request_sent(&mut self) {
        self.caches.request_sent();
    }

    /// Whether a response of the memory system finds room.
    #[inline]
    fn takes_response(&self) -> bool {
        self.responses.len() < self.response_depth
    }

    /// A response arrives.
    #[inline]
    fn respond(&mut self, response: MemResponse) {
        self.responses.push_back(response);
    }

    /// What the throttle says in this cycle.
    #[inline]
    pub fn throttle_output(&self) -> &ThrottleOut {
        &self.output
    }

    /// What it and its caches have counted.
    pub fn counts(&self) -> SmCounts {
        let others = self.places.iter().map(|place| place.counts);
        others.fold(self.counted_now(), SmCounts::plus)
    }

    /// Whether the MSHRs and queues of the caches are sound.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self) -> Result<(), String> {
        self.tlb.as_ref().map_or(Ok(()), |tlb| tlb.l1.audit().map_err(|what| format!("L1 TLB: {what}")))?;
        self.caches.audit()
    }

    /// [`Sm::audit`] at the end of a kernel, when nothing may be under way.
    ///
    /// # Errors
    /// As for `audit`; what is left.
    pub fn audit_end(&self) -> Result<(), String> {
        self.audit()?;
        let idle = self.caches.idle() && self.responses.is_empty();
        if self.tlb.as_ref().is_some_and(|tlb| !tlb.l1.idle()) {
            return Err("the L1 TLB waits for pages at the end of the kernel".into());
        }
        match (self.ldst.under_way() + self.texture.under_way(), idle) {
            (0, true) => Ok(()),
            (0, false) => Err("a cache waits for lines that no instruction wants".into()),
            (n, _) => Err(format!("{n} memory instructions are under way at the end of the kernel")),
        }
    }

    /// Whether what is attached is sound.
    ///
    /// # Errors
    /// What is not.
    pub fn check(&self) -> Result<(), UnitError> {
        self.sockets.check()?;
        match self.tlb.as_ref().and_then(|tlb| tlb.l1.wrong()) {
            Some(what) => Err(UnitError(format!("L1 TLB of SM {}: {what}", self.id))),
            None => Ok(()),
        }
    }

    /// Adds what the units in the sockets have counted of themselves, and what the L1 counted of a prefetcher.
    pub fn units(&self, to: &mut UnitStats) {
        self.sockets.count(to);
        self.tlb.iter().for_each(|tlb| to.add(tlb.l1.stats()));
        self.pipelines.collected().into_iter().for_each(|collected| to.add(collected));
        if self.sockets.prefetcher.is_some() {
            to.add(&self.caches.prefetches());
        }
    }
}
