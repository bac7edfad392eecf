// SPDX-License-Identifier: Apache-2.0
//! Reference model of `cta_sched` (specification sections 2.4, 2.5 and 5, decisions P3 and P10-P17).

use super::ports::{In, Out};
use super::queues::{Events, State};
use crate::cta_prefetch::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// Warp scheduler of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset() }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl From<&In> for Events<u64> {
    fn from(i: &In) -> Events<u64> {
        Events {
            kernel_start: i.kernel_start,
            start: i.cta_start_valid,
            start_slot: i.cta_start_slot.into(),
            start_first: i.cta_start_first.into(),
            start_nw: i.cta_start_nw.into(),
            end: i.cta_end_valid,
            end_slot: i.cta_end_slot.into(),
            hold_fill: i.hold_fill,
            can_issue: i.w_can_issue,
            stall: i.w_stall,
            done: i.warp_done_valid,
            done_warp: i.warp_done.into(),
            wake: i.wake_valid,
            wake_warp: i.wake_warp.into(),
        }
    }
}

impl State {
    /// The registered outputs.
    fn out(&self) -> Out {
        Out {
            ready_mask: self.ready,
            lead_cta: self.lead_cta as u8,
            lead_valid: self.lead_valid,
            st_promote: self.promoted,
            st_demote: self.demoted,
            st_swap: self.swapped,
            st_wakedrop: self.wake_lost,
            ..Out::default()
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.count <= p.ready_entries.into()
            && state.wakes <= p.wake_depth.into()
            && state.list.iter().chain(&state.wake).all(|w| *w < p.n_warps.into());
        if !fits {
            let what = "it is of queues of other sizes".to_string();
            return Err(ForeignState { unit: "cta_sched", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset();
    }

    fn step(&mut self, i: &In) -> Out {
        let events = Events::from(i);
        let issue = self.state.issue(&self.params, events.can_issue);
        self.state.step(&self.params, &events, &issue);
        Out { issue_valid: issue.valid, issue_warp: issue.warp as u8, ..self.state.out() }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        let issue = self.state.issue(&self.params, i.w_can_issue);
        Out { issue_valid: issue.valid, issue_warp: issue.warp as u8, ..self.state.out() }
    }
}
