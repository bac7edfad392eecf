// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_xlat`: the models of the shared TLB and of the walker, each of which sees what the other one shows in a cycle
//! (specification section 5, O14).

use serde::{Deserialize, Serialize};

use super::ports::{In, Out};
use crate::mosaic::params::Params;
use crate::mosaic::{l2_tlb, walker};
use crate::{ForeignState, Snapshot, Unit};

/// The states of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    tlb: l2_tlb::State,
    walker: walker::State,
}

/// The shared TLB with its walker.
#[derive(Clone, Debug)]
pub struct Model {
    tlb: l2_tlb::Model,
    walker: walker::Model,
}

impl Model {
    /// In its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { tlb: l2_tlb::Model::new(params), walker: walker::Model::new(params) }
    }

    /// The shared TLB.
    pub fn tlb(&self) -> &l2_tlb::Model {
        &self.tlb
    }

    /// The walker.
    pub fn walker(&self) -> &walker::Model {
        &self.walker
    }

    /// The outputs of the coming cycle.
    pub fn out(&self) -> Out {
        Out::of(&self.tlb.out(), &self.walker.out())
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        State { tlb: self.tlb.snapshot(), walker: self.walker.snapshot() }
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        self.tlb.restore(state.tlb)?;
        self.walker.restore(state.walker)
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.tlb.reset();
        self.walker.reset();
    }

    fn step(&mut self, i: &In) -> Out {
        let (of_tlb, of_walker) = (self.tlb.out(), self.walker.out());
        let tlb = self.tlb.step(&i.to_tlb(&of_walker));
        let walker = self.walker.step(&i.to_walker(&of_tlb));
        Out::of(&tlb, &walker)
    }
}
