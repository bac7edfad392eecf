// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `medic_route`: any request is possible.

use super::ports::{In, Out};
use super::Route;
use crate::medic::params::Params;
use crate::{Rng, Stimulus};

/// An input port of the L2.
#[derive(Clone, Debug)]
pub struct Environment {
    rng: Rng,
    /// The switches, which mostly stay as they are.
    wbyp_en: bool,
    wms_en: bool,
}

impl Stimulus<Route> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { rng: Rng::new(seed), wbyp_en: params.wbyp_en, wms_en: params.wms_en }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let r = &mut self.rng;
        self.wbyp_en ^= r.one_in(256);
        self.wms_en ^= r.one_in(256);
        In {
            valid: !r.one_in(4),
            kind: r.below(4) as u8,
            atomic: r.one_in(4),
            fence: r.one_in(8),
            warp_type: r.below(4) as u8,
            prof: r.one_in(3),
            wbyp_en: self.wbyp_en,
            wms_en: self.wms_en,
        }
    }
}
