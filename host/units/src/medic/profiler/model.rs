// SPDX-License-Identifier: Apache-2.0
//! Reference model of `medic_profiler` (specification sections 2.1 to 2.3 and 5, decisions P6 to P13).

use super::ports::{In, Out};
use super::table::{Events, State};
use crate::medic::params::{Params, STEPS};
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// Warp types of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs by registers alone.
    pub fn registered(&self) -> Out {
        let s = &self.state;
        Out {
            lo_pct_o: s.lo(&self.params) as u8,
            ev_classify: s.classified,
            ev_wid: s.wid as u8,
            ev_type5: s.type5 as u8,
            epoch_pulse: s.epoch,
            ..Out::default()
        }
    }

    /// What a request takes along.
    fn tags(&self, i: &In) -> (u8, bool) {
        match i.q_valid {
            true => {
                let (kind, prof) = self.state.tags(i.q_wid.into());
                (kind as u8, prof)
            }
            false => (0, false),
        }
    }
}

impl From<&In> for Events<u64> {
    fn from(i: &In) -> Events<u64> {
        Events {
            alloc: i.alloc_valid,
            alloc_wid: i.alloc_wid.into(),
            reply: i.r_valid,
            reply_wid: i.r_wid.into(),
            hit: i.r_hit,
            bypassed: i.r_byp,
            tagged: i.r_prof,
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
        let fits = state.k <= STEPS.into()
            && state.epoch_cnt < p.epoch_cycles.into()
            && state.prof & !crate::bitset::ones64(p.warps_per_sm) == 0;
        if !fits {
            let what = "it is of a table of another size".to_string();
            return Err(ForeignState { unit: "medic_profiler", what });
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
        let (q_type, q_prof) = self.tags(i);
        self.state.step(&self.params, &Events::from(i));
        Out { q_type, q_prof, ..self.registered() }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        let (q_type, q_prof) = self.tags(i);
        Out { q_type, q_prof, ..self.registered() }
    }
}
