// SPDX-License-Identifier: Apache-2.0
//! Reference model of `het_dispatch`.

use super::ports::{In, Out};
use super::state::State;
use crate::ilp::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// The dispatcher of a GPU.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs by registers alone.
    pub fn registered(&self) -> Out {
        let (slot, done) = (self.state.free_slot(), self.state.done());
        Out {
            k_ready: slot.is_some(),
            k_kid: slot.unwrap_or(false),
            kdone_valid: done.is_some(),
            kdone_kid: done.unwrap_or(false),
            ..Out::default()
        }
    }

    /// With the offer, on top of another's registered outputs.
    fn answered(&self, i: &In, registered: Out) -> Out {
        let s = &self.state;
        match s.offer(&self.params, i.pool) {
            None => registered,
            Some(launch) => Out {
                l_valid: true,
                l_sm: launch.sm,
                l_kid: launch.kid,
                l_tb: s.kernels[usize::from(launch.kid)].next_tb,
                ..registered
            },
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        if state.free.len() as u32 != self.params.sms() {
            let what = format!("it is of {} SMs", state.free.len());
            return Err(ForeignState { unit: "het_dispatch", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        let Out { l_valid, l_sm, l_kid, l_tb, .. } = self.answered(i, Out::default());
        self.state.step(&self.params, i);
        Out { l_valid, l_sm, l_kid, l_tb, ..self.registered() }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        self.answered(i, self.registered())
    }
}
