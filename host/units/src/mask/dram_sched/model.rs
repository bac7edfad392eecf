// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mask_dram_sched`.

use super::ports::{In, Out, GOLDEN, NORMAL, SILVER};
use super::queues::{Banks, State};
use crate::mask::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// The scheduler of a channel.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::default() }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs by registers alone.
    pub fn registered(&self) -> Out {
        let s = &self.state;
        Out {
            x_ready: s.waiting(GOLDEN) < self.params.golden_depth,
            occ_golden: s.waiting(GOLDEN) as u8,
            occ_silver: s.waiting(SILVER) as u8,
            occ_normal: s.waiting(NORMAL),
            silver_app: s.silver_app,
            ..Out::default()
        }
    }

    /// With what answers in the cycle, from another's registers.
    fn answered(&self, i: &In, registered: Out) -> Out {
        let (p, s) = (&self.params, &self.state);
        let d_ready = s.queue_of_data(p, i).is_some();
        let Some((queue, place)) = s.issued(&Banks::new(p, i)) else { return Out { d_ready, ..registered } };
        let r = s.queues[queue as usize][place];
        Out {
            d_ready,
            iss_valid: true,
            iss_src: queue as u8,
            iss_wr: r.wr,
            iss_depth: r.depth,
            iss_app: r.app,
            iss_bank: r.bank,
            iss_row: r.row,
            iss_col: r.col,
            iss_id: r.id,
            ..registered
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let depths = [(GOLDEN, p.golden_depth), (SILVER, p.silver_depth), (NORMAL, p.normal_depth)];
        let fits = depths.iter().all(|(queue, depth)| state.waiting(*queue) <= *depth);
        if !fits || u32::from(state.silver_app) >= p.num_apps {
            let what = "it is of a channel with other queues".to_string();
            return Err(ForeignState { unit: "mask_dram_sched", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::default();
    }

    fn step(&mut self, i: &In) -> Out {
        let answer = self.answered(i, Out::default());
        self.state.step(&self.params, i);
        let r = self.registered();
        Out {
            x_ready: r.x_ready,
            occ_golden: r.occ_golden,
            occ_silver: r.occ_silver,
            occ_normal: r.occ_normal,
            silver_app: r.silver_app,
            ..answer
        }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        self.answered(i, self.registered())
    }
}
