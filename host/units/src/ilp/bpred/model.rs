// SPDX-License-Identifier: Apache-2.0
//! Reference model of `simt_bpred`.

use serde::{Deserialize, Serialize};

use super::ports::{In, Out};
use super::resolve::{counted, Branch, Resolution};
use crate::ilp::params::{BpMode, HistMode, Params};
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// Weakly taken.
const AT_FIRST: u8 = 2;

/// What the predictor keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The counters, of two bits.
    pub counters: Vec<u8>,
    /// Outcomes of branches, the last one lowest: one for all warps or one for each.
    pub histories: Vec<u32>,
    /// The prediction that shows.
    shown: Prediction,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Prediction {
    valid: bool,
    taken: bool,
    index: u32,
}

/// The branch predictor of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        let state = State {
            counters: vec![AT_FIRST; params.pht_entries as usize],
            histories: vec![0; params.histories() as usize],
            shown: Prediction::default(),
        };
        Model { params: params.clone(), state }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The history that a warp's branches have.
    fn history_of(&self, warp: u8) -> usize {
        match self.params.hist_mode {
            HistMode::Shared => 0,
            HistMode::PerWarp => warp.into(),
        }
    }

    /// What is predicted of the branch that is looked up.
    fn predict(&self, i: &In) -> Prediction {
        if !i.lk_valid {
            return Prediction::default();
        }
        let history = self.state.histories[self.history_of(i.lk_warp)];
        let index = (i.lk_pc >> self.params.pc_lo ^ history) & (self.params.pht_entries - 1);
        let mode = u32::from(i.mode);
        let taken = match () {
            () if mode == BpMode::Static as u32 => i.lk_target <= i.lk_pc,
            () if mode == BpMode::Gshare as u32 => self.state.counters[index as usize] >= AT_FIRST,
            () if mode == BpMode::Perfect as u32 => i.lk_oracle,
            () => false,
        };
        Prediction { valid: true, taken, index }
    }

    fn resolution(i: &In) -> Resolution<u64> {
        Branch { active: i.rs_active.into(), taken: i.rs_taken.into(), predicted: i.rs_pred }.resolve()
    }

    fn learn(&mut self, i: &In) {
        let r = Model::resolution(i);
        if !i.rs_valid || !r.teaches || u32::from(i.mode) != BpMode::Gshare as u32 {
            return;
        }
        let counter = &mut self.state.counters[i.rs_idx as usize];
        *counter = counted(u64::from(*counter), r.outcome) as u8;
        let of_warp = self.history_of(i.rs_warp);
        let history = &mut self.state.histories[of_warp];
        *history = (*history << 1 | u32::from(r.outcome)) & (self.params.pht_entries - 1);
    }

    fn registered(&self) -> Out {
        let Prediction { valid, taken, index } = self.state.shown;
        Out { pr_valid: valid, pr_taken: taken, pr_idx: index, ..Out::default() }
    }

    fn answered(i: &In, registered: Out) -> Out {
        let r = Model::resolution(i);
        match i.rs_valid {
            true => Out { rs_div: r.diverges, rs_mis: r.wrong, rs_follow: r.follow as u32, ..registered },
            false => registered,
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let own = &self.state;
        let sizes = |s: &State| (s.counters.len(), s.histories.len());
        if sizes(&state) != sizes(own) {
            let what = "it is of a predictor with other tables".to_string();
            return Err(ForeignState { unit: "simt_bpred", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Model::new(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        self.state.shown = self.predict(i);
        self.learn(i);
        Model::answered(i, self.registered())
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        Model::answered(i, self.registered())
    }
}
