// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mascar_sat` (specification section 2.1).

use super::{In, Out};
use crate::mascar::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// The saturation detector.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    mp: bool,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), mp: false }
    }
}

impl Snapshot for Model {
    type State = bool;

    fn snapshot(&self) -> bool {
        self.mp
    }

    fn restore(&mut self, mp: bool) -> Result<(), ForeignState> {
        self.mp = mp;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.mp = false;
    }

    fn step(&mut self, i: &In) -> Out {
        let Params { mshr_entries, mshr_margin, mq_entries, mq_margin, .. } = self.params;
        let sat_l1d = i.mshr_used >= mshr_entries - mshr_margin || i.mq_used >= mq_entries - mq_margin;
        self.mp = sat_l1d || i.sat_tex || i.sat_const;
        Out { mp: self.mp }
    }
}
