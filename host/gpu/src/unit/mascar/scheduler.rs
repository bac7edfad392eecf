// SPDX-License-Identifier: Apache-2.0
//! `mascar_sched` as the scheduler of one SM.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sched;
use warpsmith_units::{Snapshot, Unit};

use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, Grants, Issue, SmView, UnitError, WarpLaunch, WarpView, SCHEDULERS};

/// `mascar_sched` as the scheduler of one SM.
pub struct MascarScheduler<S> {
    unit: S,
    params: Params,
    /// The inputs of the unit; between two cycles only the ages mean something.
    input: sched::In,
    /// Warp slots, oldest first; those that never held a warp follow.
    by_age: Vec<u8>,
    /// The warp that owns the way out of the SM.
    owner: Option<u8>,
    /// Of this cycle.
    grants: Grants,
}

impl<S: Unit<In = sched::In, Out = sched::Out>> MascarScheduler<S> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: S, params: &Params) -> Self {
        unit.reset();
        let mut new = Self {
            unit,
            params: params.clone(),
            input: sched::In::default(),
            by_age: (0..params.n_warps as u8).collect(),
            owner: None,
            grants: [None; SCHEDULERS],
        };
        new.set_ages();
        new
    }
}

impl<S> MascarScheduler<S> {
    fn set_ages(&mut self) {
        for (rank, warp) in self.by_age.iter().enumerate() {
            self.input.set_rank((*warp).into(), rank as u8, &self.params);
        }
    }
}

impl<S: Snapshot> Saved for MascarScheduler<S> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.by_age, self.owner))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.by_age, self.owner) = from.take()?;
        if self.by_age.len() != self.params.n_warps as usize {
            return Err(StateError::Mismatch("the warps' ages are another SM's".into()));
        }
        self.set_ages();
        Ok(())
    }
}

impl<S: Unit + Snapshot + Send> Attachment for MascarScheduler<S> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

impl<S: Unit<In = sched::In, Out = sched::Out> + Snapshot + Send> Issue for MascarScheduler<S> {
    fn at_once(&self) -> bool {
        true
    }

    fn step(&mut self, view: &SmView) {
        let memory = &view.memory;
        let input = &mut self.input;
        input.mp = view.memory_first;
        input.slot_live = view.live;
        input.ib_valid = view.ib_valid;
        input.head_is_mem = view.is_mem;
        input.ops_ready = view.ready;
        input.dep_ll = view.long_wait;
        input.at_barrier = view.at_barrier;
        input.at_fence = view.at_fence;
        input.exited = view.exited;
        input.comp_free = u8::MAX >> (8 - self.params.n_sched);
        // Part of `ready`, because there are two units for memory instructions, each with a queue of its own.
        input.lsu_free = true;
        input.lsu_has = memory.unsent;
        input.rexq_has = memory.parked;
        input.rexq_head_v = memory.parked_head.is_some();
        input.rexq_head_warp = memory.parked_head.unwrap_or(0);
        input.rexq_head_leaves = memory.parked_head_left;
        let out = self.unit.step(&self.input);
        self.owner = out.owner_v.then_some(out.owner);
        for (s, grant) in (0..self.params.n_sched).zip(&mut self.grants) {
            *grant = out.grant(s, &self.params).map(|grant| grant.warp);
        }
    }

    fn grant(&mut self, scheduler: usize, _: &WarpView) -> Option<u32> {
        self.grants[scheduler].map(u32::from)
    }

    fn favoured(&self) -> Option<u8> {
        self.owner
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        let warp = launch.warp as u8;
        self.by_age.retain(|w| *w != warp);
        self.by_age.push(warp);
        self.set_ages();
    }
}
