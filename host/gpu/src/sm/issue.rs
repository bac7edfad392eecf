// SPDX-License-Identifier: Apache-2.0
//! The issue stage: each scheduler picks one ready warp, whose head instruction executes at once and then takes
//! its time.

use warpsmith_ptx::{Effect, Env, Memory};
use warpsmith_trace::Step;

use super::instruction_stream::InstructionStream;
use super::kernel::{Owner, RunningKernel, Unit, Work};
use super::ldst;
use super::wheel::Completion;
use super::{DeviceMemory, Sm, StepError, Surroundings};
use crate::socket::{MemoryView, WarpView};
use crate::types::{Requester, SmCycle};

impl Sm {
    /// One cycle of all schedulers, which see the registers of the `memory_view` as they stood at the start of the cycle.
    /// The scheduler that last took a unit that they share goes last, so that none starves another, whatever the units'
    /// initiation intervals; issue logic that chooses for all at once has shared the units itself.
    #[inline]
    pub(super) fn issue(
        &mut self,
        memory_view: &MemoryView,
        around: &Surroundings,
        memory: &mut DeviceMemory<'_, '_>,
    ) -> Result<(), StepError> {
        let candidates = self.warps.candidates(self.output.pause_warp);
        let n = self.scheduler_slots.len();
        let (mut first, mut seen) = (self.first_scheduler, None);
        if self.at_once {
            (first, seen) = (0, Some(self.choose(memory_view, candidates, around)));
        }
        let mut s = first;
        loop {
            let mine = candidates & self.scheduler_slots[s];
            let ready = mine & self.warps.sb_ready;
            let next = if s + 1 == n { 0 } else { s + 1 };
            let warp = match ready {
                0 => None,
                _ => self.grant(s, ready & seen.unwrap_or_else(|| self.accepted(around.now))),
            };
            match warp {
                Some(warp) => {
                    self.count_for(self.input.cta_of(warp));
                    self.stats.slots_used += 1;
                    if self.warps.heads(Unit::Sp) >> warp & 1 == 0 {
                        self.first_scheduler = next;
                    }
                    self.issue_warp(warp, around, memory)?;
                }
                None => {
                    self.count_for(self.leader());
                    self.count_idle_slot(s, mine, ready);
                }
            }
            s = next;
            if s == first {
                return Ok(());
            }
        }
    }

    /// The issue logic chooses for all schedulers, of the warps that are returned. Kept out of the way of the others.
    #[inline(never)]
    fn choose(&mut self, memory_view: &MemoryView, candidates: u64, around: &Surroundings) -> u64 {
        // The dispatcher serves a request at the start of an epoch, so an SM that asks for nothing has what it gets at first.
        self.filling &= self.output.gwde_req && !around.gwde_empty;
        let view = self.view(memory_view, candidates, around.now);
        self.sockets.issue.iter_mut().for_each(|issue| issue.step(&view));
        view.ready
    }

    /// The warp of `issuable` that `scheduler` issues.
    #[inline]
    fn grant(&mut self, scheduler: usize, issuable: u64) -> Option<u32> {
        if issuable == 0 {
            return None;
        }
        let view = WarpView { ready: issuable, live: self.warps.live, long_wait: self.warps.long_wait() };
        self.sockets.issue.as_mut()?.grant(scheduler, &view)
    }

    /// Warps whose head instruction finds its unit free.
    #[inline]
    fn accepted(&self, now: SmCycle) -> u64 {
        let mut warps = 0;
        for unit in [Unit::Sp, Unit::Sfu, Unit::Dp] {
            let heads = self.warps.heads(unit);
            if heads != 0 && self.pipelines.accepts(unit, now) {
                warps |= heads;
            }
        }
        if self.takes(Unit::Texture, now) {
            warps |= self.warps.heads(Unit::Texture);
        }
        if self.takes(Unit::Mem, now) {
            warps |= self.warps.heads(Unit::Mem) & (self.eligible | !self.warps.l1_load);
        }
        warps
    }

    /// Whether the texture unit, or the load/store unit, takes an instruction in cycle `now`.
    #[inline]
    pub(super) fn takes(&self, unit: Unit, now: SmCycle) -> bool {
        let has_room = if unit == Unit::Texture { self.texture.accepts() } else { self.ldst.accepts() };
        has_room && self.pipelines.collects(unit, now)
    }

    fn count_idle_slot(&mut self, scheduler: usize, candidates: u64, ready: u64) {
        let w = &self.warps;
        let mine = self.scheduler_slots[scheduler] & w.live;
        let stopped = w.at_barrier | w.at_fence | self.output.pause_warp;
        let arithmetic = ready & !w.memory_heads();
        let s = &mut self.stats;
        *if arithmetic != 0 {
            &mut s.slots_pipeline
        } else if ready != 0 {
            &mut s.slots_memory
        } else if candidates != 0 {
            &mut s.slots_waiting
        } else if mine != 0 && mine & !stopped == 0 {
            &mut s.slots_barrier
        } else {
            &mut s.slots_empty
        } += 1;
    }

    /// Issues the head instruction of `warp`.
    fn issue_warp(
        &mut self,
        warp: u32,
        around: &Surroundings,
        memory: &mut DeviceMemory<'_, '_>,
    ) -> Result<(), StepError> {
        let w = warp as usize;
        let Some(running) = self.kernel_of(around, warp) else { return Ok(()) };
        let kernel = running.kernel();
        let slot = self.input.cta_of(warp) as usize;
        let Owner { application, lane } = running.owner;
        let place = &mut self.places[usize::from(lane)];
        if self.front.as_ref().is_some_and(|front| front.on_wrong_path(warp)) {
            self.issue_wrong(warp, running, around.now);
            return Ok(());
        }
        let (Some(stream), Some(cta)) = (&mut self.states[w], &mut self.ctas[slot]) else { return Ok(()) };
        // Hazard control may let a warp write a register anew whose older value is still to come.
        if let (true, Some(pc), Some(state)) = (self.front.is_some(), stream.next(), stream.state()) {
            let inst = &kernel.insts[pc as usize];
            place.global.overwrites(warp as u8, inst, state.executing(inst));
        }
        let memory = match memory {
            DeviceMemory::Shared(all) => {
                all[usize::from(application)].map(|one| Memory::Shared(one, &mut place.global))
            }
            DeviceMemory::Own(all) => all[usize::from(application)].as_deref_mut().map(Memory::Direct),
        };
        let Some(memory) = memory else { return Ok(()) };
        let entry = place.entry;
        let mut env = Env {
            params: &running.launch.params,
            memory,
            warp: warp as u8,
            smid: self.id - around.first_sm,
            nsmid: around.sms,
            nwarpid: self.warp_slots,
            gridid: running.gridid,
            clock: around.now.0,
            globaltimer: around.nanoseconds,
        };
        let step = stream.execute(kernel, &mut cta.state, &mut env, &mut self.access)?;
        let Step { pc, active, effect } = step;
        let next = stream.next();
        if let Some(front) = &mut self.front {
            let follow = next.is_some().then(|| stream.active());
            front.issued(warp, active, effect, self.access.space, follow);
        }
        if let Some(tape) = &mut place.tape {
            tape.step(w, &step, &self.access, cta.state.local_physical_base());
        }
        if let Some(watch) = &mut self.watch {
            watch.executed(warp, stream);
        }
        self.input.status.issued |= 1 << warp;
        if let Some(gate) = &mut self.sockets.gate {
            gate.issued(warp);
        }

        if let Some(taint) = &mut self.taint {
            taint.issued(warp, &kernel.insts[pc as usize], active);
        }
        let timing = running.timing[pc as usize];
        self.count(timing.work, u64::from(active.count_ones()));
        let registers = &running.registers;
        let wait = self.pipelines.collect(timing.unit, around.now, warp, &kernel.insts[pc as usize].reads);
        // With a front end hazard control knows what is under way.
        let reserves = self.front.is_none();
        if effect == Effect::Memory {
            if reserves {
                self.scoreboard.reserve(warp, registers, pc);
            }
            if reserves && (timing.unit == Unit::Texture || ldst::is_long(self.access.space)) {
                self.scoreboard.reserve_long(warp, registers, pc);
            }
            let by = Requester { sm: self.id as u8, warp: warp as u8, cta: slot as u8, application };
            let ready = around.now + u64::from(wait);
            if timing.unit == Unit::Texture {
                self.texture.enter(by, pc, ready, &self.access, &entry, &mut self.stats);
            } else {
                self.ldst.enter(by, pc, ready, &timing, &self.access, &entry, &mut self.stats);
                self.observe(pc, by, timing.cache);
            }
        } else if !matches!(timing.unit, Unit::Mem | Unit::Texture) {
            self.pipelines.issue(timing.unit, around.now, timing.initiation);
            if reserves && !registers.writes_nothing(pc) {
                self.scoreboard.reserve(warp, registers, pc);
                let what = Completion::Arithmetic { warp: warp as u8, pc };
                self.wheel.add(around.now, timing.latency + wait, what);
            }
        }
        match effect {
            Effect::Barrier { id, threads, kind } => self.arrive(kernel, warp, id, threads, kind),
            Effect::Fence(_) if !self.ldst.quiet(warp) => self.warps.at_fence |= 1 << warp,
            _ => {}
        }
        match next {
            None => self.warp_exited(kernel, warp),
            Some(next) if next == pc + 1 && reserves => {
                self.warps.advance(warp);
                if self.warps.ib_valid >> warp & 1 == 1 {
                    self.refresh(around, warp);
                }
            }
            Some(_) => self.warps.flush(warp),
        }
        Ok(())
    }

    /// The head instruction of `warp`, on a wrong path, takes its unit and executes nothing.
    #[cold]
    fn issue_wrong(&mut self, warp: u32, kernel: &RunningKernel, now: SmCycle) {
        let Some(front) = &mut self.front else { return };
        let timing = kernel.timing[front.issue_wrong(warp) as usize];
        self.pipelines.issue(timing.unit, now, timing.initiation);
        self.warps.flush(warp);
    }

    #[inline]
    fn count(&mut self, work: Work, lanes: u64) {
        let s = &mut self.stats;
        s.warp_instructions += 1;
        s.thread_instructions += lanes;
        match work {
            Work::Int => s.int_lanes += lanes,
            Work::Fp => s.fp_lanes += lanes,
            Work::Dp => s.dp_lanes += lanes,
            Work::Sfu => s.sfu_lanes += lanes,
            Work::Control => s.control += 1,
            Work::Mem => {}
        }
    }
}

/// CTAs of an SM that a description names.
const DESCRIBED_CTAS: usize = 2;

/// What an SM waits for, for a person.
impl Sm {
    /// `None` when the SM has no CTA of `kernel`.
    pub fn describe_wait(&self, kernel: &RunningKernel) -> Option<String> {
        let mut parts = vec![];
        for (slot, cta) in self.ctas.iter().enumerate() {
            let Some(cta) = cta.as_ref().filter(|cta| cta.lane == kernel.owner.lane) else { continue };
            let paused = self.output.pause_cta >> slot & 1 == 1;
            let mut part =
                format!("CTA {:?}{}", cta.state.shape.ctaid, if paused { " (paused)" } else { "" });
            for (id, arrived, expected) in cta.barriers.waiting() {
                let expected = if expected == 0 { cta.live } else { expected };
                part += &format!(": barrier {id} has {arrived} of {expected} warps");
            }
            let waiting = crate::types::bits(cta.warps & self.warps.live & !self.warps.at_barrier);
            let line =
                |stream: &InstructionStream| Some(kernel.kernel().insts.get(stream.next()? as usize)?.line);
            let streams = waiting.filter_map(|w| self.states[w as usize].as_ref());
            let lines: Vec<String> = streams.filter_map(line).map(|l| l.to_string()).collect();
            if !lines.is_empty() {
                part += &format!(": other warps are at PTX lines {}", lines.join(", "));
            }
            parts.push(part);
        }
        if parts.is_empty() {
            return None;
        }
        let hidden = parts.len().saturating_sub(DESCRIBED_CTAS);
        if hidden > 0 {
            parts.truncate(DESCRIBED_CTAS);
            parts.push(format!("{hidden} more CTAs"));
        }
        let memory = self.ldst.under_way() + self.texture.under_way();
        Some(format!("SM {}: {}; {memory} memory instructions under way", self.id, parts.join("; ")))
    }
}
