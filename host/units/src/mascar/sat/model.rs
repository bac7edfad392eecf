// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mascar_sat` (specification section 2.1).

use super::ports::{In, Out};
use crate::mascar::params::Params;
use crate::word::Word;
use crate::{ForeignState, Snapshot, Unit};

/// Whether some cache is saturated: the L1 has almost no MSHR or no miss queue entry left, or `others` are.
pub fn saturated<W: Word>(params: &Params, mshr_used: W, mq_used: W, others: W::Bit) -> W::Bit {
    let Params { mshr_entries, mshr_margin, mq_entries, mq_margin, .. } = *params;
    !mshr_used.below(mshr_entries - mshr_margin) | !mq_used.below(mq_entries - mq_margin) | others
}

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
        let (mshr_used, mq_used) = (u64::from(i.mshr_used), u64::from(i.mq_used));
        self.mp = saturated(&self.params, mshr_used, mq_used, i.sat_tex | i.sat_const);
        Out { mp: self.mp }
    }
}
