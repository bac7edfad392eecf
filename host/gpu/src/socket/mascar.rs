// SPDX-License-Identifier: Apache-2.0
//! Mascar in its sockets: thin adapters over the ports of `mascar_sat`, `mascar_sched` and `mascar_rexq`.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched};
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::{
    Grants, Health, LoadPath, LoadRequest, MissRule, Mode, Parked, Presented, SmScheduler, SmView, UnitError,
    SCHEDULERS,
};
use crate::saved::{Saved, StateError, StateReader, StateWriter};

/// `mascar_sat` and `mascar_sched` as the scheduler of one SM.
pub struct MascarScheduler<D, S> {
    detector: D,
    scheduler: S,
    detector_health: Health<D>,
    scheduler_health: Health<S>,
    params: Params,
    /// The inputs of the scheduler; between two cycles only the ages mean something.
    input: sched::In,
    /// Warp slots, oldest first; those that never held a warp follow.
    by_age: Vec<u8>,
    /// Which cache was saturated when the mode was set: the rule holds for its misses.
    texture_saturated: bool,
    constant_saturated: bool,
    mode: Mode,
    rule: MissRule,
}

impl<D, S> MascarScheduler<D, S>
where
    D: Unit<In = sat::In, Out = sat::Out>,
    S: Unit<In = sched::In, Out = sched::Out>,
{
    /// Resets both modules, made for `params`, and attaches them.
    pub fn new(mut detector: (D, Health<D>), mut scheduler: (S, Health<S>), params: &Params) -> Self {
        detector.0.reset();
        scheduler.0.reset();
        let mut new = Self {
            detector: detector.0,
            scheduler: scheduler.0,
            detector_health: detector.1,
            scheduler_health: scheduler.1,
            params: params.clone(),
            input: sched::In::default(),
            by_age: (0..params.n_warps as u8).collect(),
            texture_saturated: false,
            constant_saturated: false,
            mode: Mode::default(),
            rule: MissRule::FREE,
        };
        new.set_ages();
        new
    }
}

impl<D, S> MascarScheduler<D, S> {
    fn set_ages(&mut self) {
        for (rank, warp) in self.by_age.iter().enumerate() {
            self.input.set_rank((*warp).into(), rank as u8, &self.params);
        }
    }

    /// The rule that follows from the mode (specification section 2.5, decisions A7 and A17).
    fn set_rule(&mut self) {
        let owner = self.mode.owner.map_or(0, |warp| 1 << warp);
        let of = |holds: bool| if holds { owner } else { u64::MAX };
        let on = self.mode.memory_priority;
        self.rule = MissRule {
            l1: of(on),
            texture: of(on && self.texture_saturated),
            constant: of(on && self.constant_saturated),
            merges: self.params.nonowner_merge,
        };
    }
}

impl<D: Snapshot, S: Snapshot> Saved for MascarScheduler<D, S> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.detector.snapshot())?;
        to.put(&self.scheduler.snapshot())?;
        to.put(&(&self.by_age, self.texture_saturated, self.constant_saturated, self.mode))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.detector.restore(from.take()?)?;
        self.scheduler.restore(from.take()?)?;
        (self.by_age, self.texture_saturated, self.constant_saturated, self.mode) = from.take()?;
        if self.by_age.len() != self.params.n_warps as usize {
            return Err(StateError::Mismatch("the warps' ages are another SM's".into()));
        }
        self.set_ages();
        self.set_rule();
        Ok(())
    }
}

impl<D, S> SmScheduler for MascarScheduler<D, S>
where
    D: Unit<In = sat::In, Out = sat::Out> + Snapshot + Send,
    S: Unit<In = sched::In, Out = sched::Out> + Snapshot + Send,
{
    fn step(&mut self, view: &SmView) -> Grants {
        let memory = &view.memory;
        self.input = sched::In {
            mp: self.mode.memory_priority,
            slot_live: view.live,
            ib_valid: view.ib_valid,
            head_is_mem: view.is_mem,
            ops_ready: view.ready,
            dep_ll: view.long_wait,
            at_barrier: view.at_barrier,
            at_fence: view.at_fence,
            exited: view.exited,
            comp_free: u8::MAX >> (8 - self.params.n_sched),
            // Part of `ready`, because there are two units for memory instructions, each with a queue of its own.
            lsu_free: true,
            lsu_has: memory.unsent,
            rexq_has: memory.parked,
            rexq_head_v: memory.parked_head.is_some(),
            rexq_head_warp: memory.parked_head.unwrap_or(0),
            ..self.input
        };
        let out = self.scheduler.step(&self.input);
        let detected = self.detector.step(&sat::In {
            mshr_used: memory.mshrs,
            mq_used: memory.miss_queue,
            sat_tex: memory.texture_saturated,
            sat_const: memory.constant_saturated,
        });
        self.mode = Mode { memory_priority: detected.mp, owner: out.owner_v.then_some(out.owner) };
        self.texture_saturated = memory.texture_saturated;
        self.constant_saturated = memory.constant_saturated;
        self.set_rule();
        let mut grants = [None; SCHEDULERS];
        for (s, grant) in (0..self.params.n_sched).zip(&mut grants) {
            *grant = out.grant(s, &self.params).map(|grant| grant.warp);
        }
        grants
    }

    fn miss_rule(&self) -> &MissRule {
        &self.rule
    }

    fn mode(&self) -> Mode {
        self.mode
    }

    fn launched(&mut self, warp: u32) {
        self.by_age.retain(|w| u32::from(*w) != warp);
        self.by_age.push(warp as u8);
        self.set_ages();
    }

    fn check(&self) -> Result<(), UnitError> {
        let failure = (self.detector_health)(&self.detector);
        failure.or_else(|| (self.scheduler_health)(&self.scheduler)).map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

/// `mascar_rexq` as the load path of one SM.
pub struct MascarQueue<Q> {
    queue: Q,
    health: Health<Q>,
    /// The inputs of this cycle.
    input: rexq::In,
    parked: Parked,
}

impl<Q: Unit<In = rexq::In, Out = rexq::Out>> MascarQueue<Q> {
    /// Resets the unit and attaches it.
    pub fn new(mut queue: Q, health: Health<Q>) -> Self {
        queue.reset();
        Self { queue, health, input: rexq::In::default(), parked: Parked::default() }
    }
}

impl<Q: Snapshot> Saved for MascarQueue<Q> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Parked { warps, head, count, full } = self.parked;
        to.put(&self.queue.snapshot())?;
        to.put(&(warps, head, count, full))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.queue.restore(from.take()?)?;
        let (warps, head, count, full) = from.take()?;
        self.parked = Parked { warps, head, count, full };
        Ok(())
    }
}

impl<Q: Combinational<In = rexq::In, Out = rexq::Out> + Snapshot + Send> LoadPath for MascarQueue<Q> {
    fn present(&mut self, lsu: Option<&LoadRequest>, owner: Option<u8>) -> Option<Presented> {
        self.input = rexq::In { owner_v: owner.is_some(), owner: owner.unwrap_or(0), ..rexq::In::default() };
        if let Some(lsu) = lsu {
            self.input = rexq::In {
                lsu_v: true,
                lsu_base: lsu.base,
                lsu_warp: lsu.warp,
                lsu_reg: lsu.register,
                lsu_mask: lsu.lanes.into(),
                lsu_op: lsu.kind as u8,
                lsu_first: lsu.first,
                ..self.input
            };
            self.input.lsu_off[..lsu.offsets.len()].copy_from_slice(&lsu.offsets);
        }
        let out = self.queue.eval(&self.input);
        out.l1_v.then_some(Presented {
            parked: out.l1_src,
            base: out.l1_base,
            warp: out.l1_warp,
            lanes: out.l1_mask as u32,
        })
    }

    fn answer(&mut self, accepted: bool) -> bool {
        self.input.l1_ack = accepted;
        let out = self.queue.step(&self.input);
        self.parked = Parked {
            warps: out.rexq_has,
            head: out.head_v.then_some(out.head_warp),
            count: out.count.into(),
            full: out.full,
        };
        out.lsu_rdy
    }

    fn parked(&self) -> Parked {
        self.parked
    }

    fn check(&self) -> Result<(), UnitError> {
        (self.health)(&self.queue).map_or(Ok(()), |e| Err(UnitError(e)))
    }
}
