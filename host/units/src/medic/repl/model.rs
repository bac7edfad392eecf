// SPDX-License-Identifier: Apache-2.0
//! Reference model of `medic_repl` (specification sections 2.5 and 5, decisions P15 to P17).

use super::order::Set;
use super::ports::{In, Out};
use crate::medic::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// Replacement in an L2 bank.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    sets: Vec<Set>,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), sets: vec![Set::reset(); params.sets as usize] }
    }

    /// The sets, for invariants.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }
}

impl Snapshot for Model {
    type State = Vec<Set>;

    fn snapshot(&self) -> Vec<Set> {
        self.sets.clone()
    }

    fn restore(&mut self, sets: Vec<Set>) -> Result<(), ForeignState> {
        let ways = self.params.assoc as usize;
        let ordered = |set: &Set| {
            let seen = set.rank[..ways].iter().fold(0u64, |seen, rank| seen | 1 << (rank & 63));
            seen == crate::bitset::ones64(self.params.assoc)
        };
        if sets.len() != self.sets.len() || !sets.iter().all(ordered) {
            let what = "it is of a bank of another geometry".to_string();
            return Err(ForeignState { unit: "medic_repl", what });
        }
        self.sets = sets;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.sets.fill(Set::reset());
    }

    fn step(&mut self, i: &In) -> Out {
        let out = self.eval(i);
        if i.op_valid {
            self.sets[i.op_set as usize].apply(&self.params, i.op.into(), i.way.into(), i.warp_type.into());
        }
        out
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        let set = &self.sets[i.vq_set as usize];
        let victim = set.victim(&self.params, i.vq_valid_mask.into(), i.vq_resv_mask.into());
        Out { vq_way: victim.way as u8, vq_none: victim.none }
    }
}
