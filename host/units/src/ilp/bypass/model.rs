// SPDX-License-Identifier: Apache-2.0
//! Reference model of `ilp_bypass`.

use super::ports::{In, Out};
use super::state::{Issue, Kill, State};
use crate::ilp::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// The bypass control of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset() }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    fn outputs(&self, i: &In) -> Out {
        let events = self.state.events(&self.params, i.bypass_en);
        Out {
            byp_sel: self.state.select as u8,
            av_valid: events.av,
            av_entry: events.av_entry as u8,
            dwb_valid: events.dwb,
            dwb_warp: events.dwb_warp as u8,
        }
    }
}

impl In {
    fn issue(&self) -> Issue<u64> {
        Issue {
            valid: self.iss_valid,
            warp: self.iss_warp.into(),
            src_valid: self.iss_src_valid.into(),
            src_tag: self.iss_src_tag,
            dst_valid: self.iss_dst_valid,
            dst_tag: self.iss_dst_tag.into(),
            fixed: self.iss_fixed,
            spec: self.iss_spec,
            entry_valid: self.iss_entry_valid,
            entry: self.iss_entry.into(),
            solo: self.iss_solo,
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        if state.valid >> self.params.alu_lat != 0 {
            let what = "it is of a deeper pipeline".to_string();
            return Err(ForeignState { unit: "ilp_bypass", what });
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
        let out = self.outputs(i);
        let kill = Kill { valid: i.kill_valid, warp: i.kill_warp.into(), all: i.kill_all };
        self.state.step(&self.params, i.bypass_en, &i.issue(), &kill);
        Out { byp_sel: self.state.select as u8, ..out }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        self.outputs(i)
    }
}
