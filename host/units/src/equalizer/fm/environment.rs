// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `eq_fm` must accept: the SMs of a chip that vote once an epoch.

use super::ports::{In, Out};
use super::EqFm;
use crate::equalizer::params::Params;
use crate::{Rng, Stimulus};

/// The SMs and the mode switch around one `eq_fm`.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    cycle: u32,
    mode: bool,
    /// Vote that most SMs cast in this epoch.
    trend: u32,
}

impl Stimulus<EqFm> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { params: params.clone(), rng: Rng::new(seed), cycle: 0, mode: false, trend: 0 }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let rng = &mut self.rng;
        if self.cycle == 0 && rng.one_in(2) {
            self.trend = rng.below(3);
        }
        // Constant for a few epochs, so that a level can travel from end to end.
        if rng.one_in(6 * self.params.epoch_len) {
            self.mode = !self.mode;
        }
        // All SMs in cycle 2; stragglers and repeated votes round the evaluation; now and then anywhere.
        let vote_valid = match self.cycle {
            2 => rng.dense(7) | rng.dense(4),
            0..=8 if rng.one_in(2) => rng.dense(1),
            _ if rng.one_in(256) => rng.dense(1) & rng.dense(1),
            _ => 0,
        };
        let valid = vote_valid & u64::MAX >> (64 - self.params.n_sm);
        let mut input = In { vote_valid: valid, mode: self.mode, ..In::default() };
        if vote_valid != 0 {
            for sm in 0..self.params.n_sm as usize {
                input.set_vote(sm, if rng.one_in(4) { rng.below(4) } else { self.trend } as u8);
            }
        }
        self.cycle = (self.cycle + 1) & (self.params.epoch_len - 1);
        input
    }
}
