// SPDX-License-Identifier: Apache-2.0
//! The front end of an SM whose lanes take several cycles, beats, for a warp instruction (specification of ILP, section 2.0).
//! One instruction issues in a slot, a cycle that is a multiple of the beats, if hazard control lets it.
//!
//! An instruction executes as it issues, so that the SM knows at once which way a branch goes. Hazard control does not: behind a
//! branch that it predicts wrongly the warp goes through the instructions of the wrong path, as the text has them, until the
//! branch is resolved. They take slots, units and entries and execute nothing.

mod code;
mod pipeline;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Effect, Space};

use super::instruction_stream::InstructionStream;
use super::{RunningKernel, Sm, Surroundings};
use crate::machine::FrontEndSpec;
use crate::socket::{HazardOut, Instruction, Issued, Kind, PipelineEvents, Place, Resolved};
use crate::types::{bits, SmCycle};

pub use code::Code;
use code::Decoded;
use pipeline::{InFlight, Pipeline};

/// Why a warp fetches nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Held {
    #[default]
    No,
    /// For the end of its instruction, alone in flight.
    Instruction,
    /// For a branch that is not predicted.
    Branch,
    /// Its threads meet others, or go elsewhere, under an unresolved branch.
    Reconvergence,
}

/// A predicted branch that is not resolved.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Unresolved {
    active: u32,
    /// Those that go on first.
    follow: u32,
    /// It is predicted wrongly, and fetch is here.
    wrong_path: Option<u32>,
}

/// What a warp issues next.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Next {
    pc: u32,
    instruction: Instruction,
    /// Where it branches to, if it is a direct branch.
    target: Option<u32>,
    /// It writes registers that hazard control does not hear of.
    wide: bool,
    wrong_path: bool,
}

/// A warp as the front end sees it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Warp {
    /// When its next instruction is decoded, if one is coming.
    due: SmCycle,
    next: Next,
    held: Held,
    unresolved: Option<Unresolved>,
    /// What it issued last writes registers that hazard control does not hear of.
    wide: bool,
}

/// What has issued in this cycle.
struct Issue {
    issued: Issued,
    pc: u32,
    target: Option<u32>,
    wide: bool,
    /// Threads that write the result.
    active: u32,
    effect: Effect,
    /// Its access, if it makes one, is of shared memory.
    shared: bool,
    /// Threads that go on, if the warp does.
    follow: Option<u32>,
}

/// The front end of one SM.
#[derive(Serialize, Deserialize)]
pub struct FrontEnd {
    spec: FrontEndSpec,
    pipeline: Pipeline,
    /// Of this cycle.
    #[serde(skip)]
    events: PipelineEvents,
    #[serde(skip)]
    issue: Option<Issue>,
    warps: Vec<Warp>,
    /// Warps that have just started, and those whose next instruction is on its way to the end of decode.
    fresh: u64,
    coming: u64,
    /// Slots above the one whose instruction was decoded last.
    decode_after: u64,
    /// Warps with a store of global or local memory that has accesses to make.
    storing: u64,
}

impl FrontEnd {
    pub fn new(spec: &FrontEndSpec, warps: u32) -> FrontEnd {
        FrontEnd {
            spec: spec.clone(),
            pipeline: Pipeline::new(spec),
            events: PipelineEvents::default(),
            issue: None,
            warps: vec![Warp::default(); warps as usize],
            fresh: 0,
            coming: 0,
            decode_after: 0,
            storing: 0,
        }
    }

    /// A warp starts in slot `warp`.
    pub fn launched(&mut self, warp: u32) {
        self.fresh |= 1 << warp;
    }

    /// The store of `warp` at the head of the LD/ST unit has made its accesses.
    pub fn stored(&mut self, warp: u32) {
        if self.storing >> warp & 1 == 1 {
            self.storing &= !(1 << warp);
            self.pipeline.stored(warp);
        }
    }

    /// The memory instruction at `pc` of `warp` is complete.
    pub fn answered(&mut self, now: SmCycle, warp: u32, pc: u32) {
        self.pipeline.answered(now, warp, pc);
    }

    /// Whether what `warp` issues next is on a wrong path.
    pub fn on_wrong_path(&self, warp: u32) -> bool {
        self.warps[warp as usize].next.wrong_path
    }

    /// Its next instruction will be decoded so many cycles after `now`.
    fn come(&mut self, warp: u32, now: SmCycle, cycles: u32) {
        let w = &mut self.warps[warp as usize];
        (w.due, w.held) = (now + u64::from(cycles), Held::No);
        self.coming |= 1 << warp;
    }

    /// A branch is resolved in cycle `now`. Returns its warp if what that has decoded is to be dropped.
    fn resolve(&mut self, now: SmCycle, branch: &Resolved) -> Option<u32> {
        let warp = u32::from(branch.warp);
        let w = &mut self.warps[warp as usize];
        let (unresolved, held) = (w.unresolved.take(), w.held);
        if unresolved.is_some_and(|branch| branch.wrong_path.is_some()) {
            w.wide = false;
            self.pipeline.kill(branch.warp);
            self.come(warp, now, self.spec.latency);
            return Some(warp);
        }
        match held {
            Held::Branch => self.come(warp, now, self.spec.latency),
            Held::Reconvergence => self.come(warp, now, 1),
            Held::No | Held::Instruction => {}
        }
        None
    }

    /// The warp of `able` whose next instruction is decoded in cycle `now`: they take turns.
    fn decodes(&self, now: SmCycle, able: u64) -> Option<u32> {
        let due = |warp: &u32| self.warps[*warp as usize].due <= now;
        let coming = self.coming & able;
        bits(coming & self.decode_after).find(due).or_else(|| bits(coming).find(due))
    }

    /// What `warp` of `kernel` decodes, with the stream of its instructions; `None` if nothing comes for now.
    fn decode(&mut self, warp: u32, stream: &InstructionStream, kernel: &RunningKernel) -> Option<Next> {
        self.decode_after = !1 << warp;
        self.coming &= !(1 << warp);
        let w = &mut self.warps[warp as usize];
        let wrong_path = w.unresolved.and_then(|branch| branch.wrong_path);
        let (pc, mut active) = match wrong_path {
            Some(pc) => (pc, 0),
            None => (stream.next()?, stream.active()),
        };
        let decoded = kernel.code().instructions.get(pc as usize)?;
        if wrong_path.is_some() && decoded.ends_path {
            return None;
        }
        if let Some(branch) = w.unresolved {
            if wrong_path.is_none() && active != branch.follow {
                w.held = Held::Reconvergence;
                return None;
            }
            // Which of them follow is not known yet.
            active = branch.active;
        }
        let mut instruction = decoded.instruction(warp, active);
        instruction.alone |= w.wide;
        if let Kind::Branch(branch) = &mut instruction.kind {
            branch.taken = stream.takes(&kernel.kernel().insts[pc as usize]) != 0;
        }
        let Decoded { target, wide, .. } = *decoded;
        w.next = Next { pc, instruction, target, wide, wrong_path: wrong_path.is_some() };
        Some(w.next)
    }

    /// The next instruction of `warp`, which is on the wrong path, issues.
    pub fn issue_wrong(&mut self, warp: u32) -> u32 {
        let Next { pc, instruction, target, wide, .. } = self.warps[warp as usize].next;
        let issued = Issued { instruction, wrong_path: true };
        let (active, effect) = (instruction.active, Effect::None);
        self.issue = Some(Issue { issued, pc, target, wide, active, effect, shared: false, follow: None });
        pc
    }

    /// The next instruction of `warp` has issued and executed, for the threads `active`. `follow` are those
    /// that execute what comes next, if the warp goes on.
    pub fn issued(&mut self, warp: u32, active: u32, effect: Effect, space: Space, follow: Option<u32>) {
        let w = &mut self.warps[warp as usize];
        let Next { pc, mut instruction, target, wide, .. } = w.next;
        instruction.active = w.unresolved.map_or(active, |branch| branch.active);
        let issued = Issued { instruction, wrong_path: false };
        let shared = effect == Effect::Memory && space == Space::Shared;
        // Only a divergent branch tells its warp's threads apart.
        let diverged = matches!(effect, Effect::Branch { diverged: true, .. });
        let follow = follow.map(|top| if diverged { top } else { active });
        self.issue = Some(Issue { issued, pc, target, wide, active, effect, shared, follow });
    }

    /// The cycle ends with what hazard control says.
    fn finish(&mut self, now: SmCycle, out: &HazardOut, refetch: u32) {
        for warp in bits(out.over) {
            if self.warps[warp as usize].held == Held::Instruction {
                self.come(warp, now, refetch);
            }
        }
        if let (Some(issue), Some(place)) = (self.issue.take(), out.place) {
            self.enter(now, &issue, place, out.prediction);
            self.go_on(now, &issue, out);
        }
    }

    /// What has issued enters the pipeline.
    fn enter(&mut self, now: SmCycle, issue: &Issue, place: Place, prediction: Option<bool>) {
        let Issue { issued: Issued { instruction, wrong_path }, pc, active, .. } = *issue;
        let (warp, writes) = (instruction.warp, instruction.destination.is_some());
        let stores = matches!(instruction.kind, Kind::Store | Kind::Atomic);
        let inst = InFlight { warp, pc, place, active, writes, stores, wrong_path };
        let accesses = issue.effect == Effect::Memory;
        match instruction.kind {
            Kind::Alu | Kind::Barrier if place != Place::Nowhere => self.pipeline.enter_ex(now, inst),
            Kind::Alu | Kind::Barrier => {}
            Kind::Late(latency) => self.pipeline.enter_timed(now, latency, inst),
            Kind::Store if accesses && !issue.shared => self.storing |= 1 << warp,
            Kind::Load | Kind::Store | Kind::Atomic if accesses => self.pipeline.enter_memory(inst),
            Kind::Load | Kind::Store | Kind::Atomic => self.pipeline.enter_empty(now, inst),
            Kind::Jump if place == Place::Nowhere => {}
            Kind::Jump | Kind::Indirect | Kind::Branch(_) => {
                let taken = match issue.effect {
                    Effect::Branch { taken, .. } => taken,
                    _ => 0,
                };
                let (predicted, follow) = (prediction.is_some(), issue.follow.unwrap_or(0));
                self.pipeline.enter_branch(now, Resolved { warp, predicted, active, taken, follow });
            }
        }
    }

    /// Where the warp of what has issued goes on, and when.
    fn go_on(&mut self, now: SmCycle, issue: &Issue, out: &HazardOut) {
        let Issue { issued: Issued { instruction, wrong_path }, pc, target, wide, active, .. } = *issue;
        let warp = u32::from(instruction.warp);
        let w = &mut self.warps[warp as usize];
        w.wide = wide;
        if wrong_path {
            let next = target.unwrap_or(pc + 1);
            w.unresolved.iter_mut().for_each(|branch| branch.wrong_path = Some(next));
            self.come(warp, now, 1);
            return;
        }
        let Some(follow) = issue.follow else { return };
        match (instruction.kind, out.prediction) {
            (Kind::Branch(_), Some(taken)) => {
                let (went, diverged) = match issue.effect {
                    Effect::Branch { taken, diverged } => (taken != 0, diverged),
                    _ => (false, false),
                };
                let other = if taken { target.unwrap_or(pc + 1) } else { pc + 1 };
                let wrong_path = (!diverged && went != taken).then_some(other);
                w.unresolved = Some(Unresolved { active, follow, wrong_path });
                self.come(warp, now, 1);
            }
            (Kind::Branch(_) | Kind::Indirect, _) => w.held = Held::Branch,
            _ if out.refetches => w.held = Held::Instruction,
            _ => self.come(warp, now, 1),
        }
    }
}

impl Sm {
    /// The front end's cycle begins: the pipeline moves, an instruction is decoded, and hazard control says who may issue. Returns
    /// whether one can.
    pub(super) fn begin_slot(&mut self, around: &Surroundings) -> bool {
        let (Some(front), Some(control)) = (&mut self.front, &mut self.sockets.hazards) else { return false };
        let now = around.now;
        for warp in bits(std::mem::take(&mut front.fresh)) {
            front.warps[warp as usize] = Warp::default();
            front.come(warp, now, front.spec.latency);
        }
        front.events = front.pipeline.step(now);
        if let Some(branch) = front.events.resolved {
            if let Some(warp) = front.resolve(now, &branch) {
                self.warps.flush(warp);
            }
        }
        let able = self.warps.live & !self.warps.at_barrier & !self.warps.at_fence;
        if let Some(warp) = front.decodes(now, able) {
            let cta = self.ctas[self.input.cta_of(warp) as usize].as_ref();
            if let (Some(stream), Some(kernel)) = (&self.states[warp as usize], around.kernel(cta)) {
                if let Some(next) = front.decode(warp, stream, kernel) {
                    front.events.decoded = Some(next.instruction);
                    self.warps.decoded(warp, &kernel.timing[next.pc as usize]);
                }
            }
        }
        let slot = front.spec.is_slot(now);
        let ready = control.ready(&front.events, slot);
        if slot {
            self.warps.sb_ready = ready;
        }
        slot
    }

    /// The front end's cycle ends.
    pub(super) fn end_slot(&mut self, now: SmCycle) {
        let (Some(front), Some(control)) = (&mut self.front, &mut self.sockets.hazards) else { return };
        let issued = front.issue.as_ref().map(|issue| &issue.issued);
        let out = control.step(&front.events, issued);
        front.finish(now, &out, control.refetch());
    }
}
