// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mascar_sat` must accept.

use super::ports::{In, Out};
use super::Sat;
use crate::mascar::params::Params;
use crate::{Rng, Stimulus};

/// Cycles for which the occupancy wanders about one level.
const PHASE: u64 = 64;

/// Caches whose occupancy wanders, often about the threshold.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    cycle: u64,
    /// MSHRs and miss queue entries that the occupancy wanders about.
    level: [u32; 2],
}

impl Stimulus<Sat> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { params: params.clone(), rng: Rng::new(seed), cycle: 0, level: [0; 2] }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let p = &self.params;
        let sizes = [(p.mshr_entries, p.mshr_margin), (p.mq_entries, p.mq_margin)];
        if self.cycle % PHASE == 0 {
            for (level, (entries, margin)) in self.level.iter_mut().zip(sizes) {
                *level = if self.rng.one_in(2) { entries - margin } else { self.rng.below(entries + 1) };
            }
        }
        self.cycle += 1;
        let mut near = |n: usize| (self.level[n] + self.rng.below(3)).saturating_sub(1).min(sizes[n].0);
        let (mshr_used, mq_used) = (near(0), near(1));
        In { mshr_used, mq_used, sat_tex: self.rng.one_in(16), sat_const: self.rng.one_in(16) }
    }
}
