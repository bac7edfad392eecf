// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `mask_l2bypass`: any read is possible, leaders are frequent.

use super::ports::{In, Out};
use super::L2Bypass;
use crate::bitset::ones64;
use crate::mask::params::Params;
use crate::{Rng, Stimulus};

/// A walker.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    bits: u8,
    enabled: bool,
}

impl Stimulus<L2Bypass> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { params: params.clone(), rng: Rng::new(seed), bits: 0, enabled: true }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let (p, r) = (&self.params, &mut self.rng);
        self.enabled ^= r.one_in(64);
        if r.one_in(16) {
            self.bits = r.below(1 << p.pt_levels) as u8;
        }
        let mut addr = r.bits() & ones64(p.pa_w);
        if r.one_in(2) {
            // Few lines, so that some are leaders.
            addr &= 0x1ff;
        }
        In { wm_addr: addr, wm_depth: r.below(8) as u8, bypass_bits: self.bits, en_l2bypass: self.enabled }
    }
}
