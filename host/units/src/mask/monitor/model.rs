// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mask_monitor`.

use super::ports::{In, Out};
use super::state::{Issue, State};
use crate::mask::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// The monitor of an SM.
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
}

impl In {
    /// What issues at each port.
    pub(super) fn issues(&self, p: &Params) -> impl Iterator<Item = Issue<u64>> {
        let (i, width) = (*self, p.warp_width());
        (0..p.issue_ports as usize).map(move |port| Issue {
            valid: i.issue_valid >> port & 1 == 1,
            warp: u64::from(i.issue_warp) >> (port * width) & ((1 << width) - 1),
        })
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let seen: u32 = state.seen.iter().map(|word| word.count_ones()).sum();
        if seen > self.params.warps_per_core || u64::from(seen.min(255)) != state.uniq {
            let what = "it is of an SM with other warps".to_string();
            return Err(ForeignState { unit: "mask_monitor", what });
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
        let ports = i.issues(&self.params);
        let mut issues = [Issue { valid: false, warp: 0 }; 4];
        issues.iter_mut().zip(ports).for_each(|(issue, port)| *issue = port);
        self.state.step(&self.params, &issues, i.stalled.into(), i.tick);
        Out { uniq: self.state.ended_uniq as u8, warps_peak: self.state.ended_peak as u8 }
    }
}
