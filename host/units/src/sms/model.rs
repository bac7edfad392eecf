// SPDX-License-Identifier: Apache-2.0
//! Reference model of `sms` (specification sections 2 and 3, decisions S1 to S14, S27).

use serde::{Deserialize, Serialize};

use super::commands::CommandScheduler;
use super::formation::Formation;
use super::params::{BypassScope, Params};
use super::ports::{In, Out};
use super::scheduler::{Batch, BatchScheduler, Choice};
use crate::bitset::bits;
use crate::dram_timing::{self, ControllerIn, ControllerOut, DramTiming, Issue, Request};
use crate::{ForeignState, Snapshot, Unit};

/// Everything that `sms` remembers from cycle to cycle, but the DRAM's timing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cycles since reset.
    pub now: u64,
    /// Stage 1: requests by source, in batches.
    pub formation: Formation,
    /// Stage 2: the batch that is drained.
    pub scheduler: BatchScheduler,
    /// Stage 3: requests by bank.
    pub commands: CommandScheduler,
    /// Requests from arrival to completion, all sources.
    pub inflight_total: u32,
    /// Few requests are in the controller (decisions DEC-4 and S27).
    pub bypass: bool,
    /// The request that has gone to stage 3 by a path of its own in the last cycle (decision DEC-9).
    pub direct: Option<Request>,
    /// The command of this cycle.
    issue: Option<Issue>,
}

impl State {
    fn reset(params: &Params) -> State {
        State {
            now: 0,
            formation: Formation::new(params),
            scheduler: BatchScheduler::reset(),
            commands: CommandScheduler::new(params),
            inflight_total: 0,
            bypass: false,
            direct: None,
            issue: None,
        }
    }

    /// The request that goes to stage 3 by a path of its own, when `moving` goes there from a batch (decision DEC-9).
    fn moves_beside(&self, params: &Params, moving: Option<&Request>) -> Option<Request> {
        let picked = self.scheduler.active().or(self.scheduler.drained()).map(|batch| batch.src);
        let free = |r: &&Request| {
            let room = self.commands.room(params, r.bank);
            room && picked != Some(r.src) && moving.is_none_or(|m| m.bank != r.bank)
        };
        self.formation.fresh(self.now).find(free).copied()
    }
}

/// The staged memory scheduler of one channel.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    dram: DramTiming,
}

impl Model {
    /// A unit in its reset state. `params` must be valid ([`crate::Parameters::validate`]).
    pub fn new(params: &Params) -> Model {
        let dram = DramTiming::new(&params.channel.timing, params.channel.n_bank);
        Model { params: params.clone(), state: State::reset(params), dram }
    }

    /// A unit that goes on from `state`, which a unit of the same parameters had.
    pub fn resume(params: &Params, (state, dram): (State, dram_timing::State)) -> Model {
        Model { params: params.clone(), state, dram: DramTiming::resume(&params.channel.timing, dram) }
    }

    /// The state, for a checkpoint.
    pub fn state(&self) -> (&State, &dram_timing::State) {
        (&self.state, self.dram.state())
    }

    /// The outputs of the coming cycle, as the last `step` returned them; those of the reset state before the first.
    pub fn out(&self) -> Out {
        let s = &self.state;
        let drained = s.scheduler.drained();
        let pick = drained.is_some();
        let drained = drained.unwrap_or(Batch { src: 0, sjf: false, moved: 0 });
        Out {
            stat_pick: pick,
            stat_pick_src: drained.src,
            stat_sjf: drained.sjf,
            stat_batch_len: drained.moved,
            stat_class: s.formation.classes,
            ..Out::of(s.formation.accepting, s.issue.as_ref())
        }
    }

    /// Whether few requests are in the controller.
    fn bypass(&self, input: &In) -> bool {
        let count = match self.params.gb_scope {
            BypassScope::Controller => self.state.inflight_total,
            BypassScope::CommandScheduler => self.state.commands.total,
        };
        count < u32::from(input.cfg_gb_thr & 0x7f)
    }

    /// The sources whose batch can be picked.
    fn candidates(&self) -> u64 {
        let (formation, commands) = (&self.state.formation, &self.state.commands);
        let ready = formation.ready_batches();
        if !self.params.pick_checks_space {
            return ready;
        }
        let room = |s: &usize| formation.head(*s).is_some_and(|r| commands.room(&self.params, r.bank));
        bits(ready).filter(room).fold(0, |mask, s| mask | 1 << s)
    }
}

impl Snapshot for Model {
    type State = (State, dram_timing::State);

    fn snapshot(&self) -> Self::State {
        let (state, dram) = self.state();
        (state.clone(), dram.clone())
    }

    fn restore(&mut self, state: Self::State) -> Result<(), ForeignState> {
        *self = Model::resume(&self.params, state);
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Model::new(&self.params);
    }

    fn step(&mut self, input: &In) -> Out {
        let now = self.state.now;
        let accepting = self.state.formation.accepting;
        let request = input.request(&self.params.channel).filter(|r| accepting >> r.src & 1 == 1);
        let bypass = self.state.bypass;
        self.state.formation.close(now, bypass, input.cfg_thr);
        let candidates = self.candidates();

        let (s, params) = (&mut self.state, &self.params);
        let choice = Choice { ready: candidates, bypass, p_q10: (input.cfg_p_q10 & 0x7ff).into() };
        let room = |bank| s.commands.room(params, bank);
        let moved = s.scheduler.step(&s.formation, &choice, room);
        let moving = moved.as_ref().and_then(|m| s.formation.head(m.batch.src.into()).copied());
        s.direct = params.low_path.then(|| s.moves_beside(params, moving.as_ref())).flatten();
        s.direct.iter().for_each(|r| s.formation.is_drained(r.src.into()));

        let leaving = moved.map(|m| (usize::from(m.batch.src), m.last));
        let beside = s.direct.map(|r| (usize::from(r.src), true));
        let completed = input.completed(params);
        s.formation.update(params, now, request.as_ref(), [leaving, beside], completed);
        if let Some(batch) = s.scheduler.active() {
            s.formation.is_drained(batch.src.into());
        }
        s.inflight_total += u32::from(request.is_some());
        s.inflight_total -= u32::from(completed.is_some());

        if let Some(issue) = s.issue.take() {
            self.dram.issue(issue.command, issue.request.bank, issue.request.row, now);
            s.commands.retire(&issue);
        }
        moving.into_iter().chain(s.direct).for_each(|request| s.commands.push(request));
        s.now = now + 1;
        s.issue = s.commands.select(&self.dram, s.now);
        self.state.bypass = self.bypass(input);
        self.out()
    }
}
