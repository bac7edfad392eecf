// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_migrator`.

use super::ports::{In, Out};
use super::state::{Command, State};
use crate::mosaic::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// The migrator.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// In its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset() }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs of the coming cycle.
    pub fn out(&self) -> Out {
        let s = &self.state;
        Out {
            cmd_ready: s.is_idle(),
            m_valid: s.m_valid,
            m_op: s.m_op as u8,
            m_addr: s.m_addr,
            m_dst: s.m_dst,
            m_data: s.m_data,
            m_tag: s.m_tag as u8,
            done: s.over,
        }
    }
}

impl In {
    fn command(&self) -> Command<u64> {
        Command {
            valid: self.cmd_valid,
            src: self.cmd_src,
            dst: self.cmd_dst,
            pte_addr: self.cmd_pte_addr,
            pte: self.cmd_pte,
            bulk: self.cmd_bulk,
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        if state.used() >> self.params.mig_out != 0 {
            let what = "it is of another number of lines under way".to_string();
            return Err(ForeignState { unit: "mosaic_migrator", what });
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
        self.state.step(&self.params, i.command(), i.m_ready, i.a_valid, i.a_tag.into());
        self.out()
    }
}
