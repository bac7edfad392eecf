// SPDX-License-Identifier: Apache-2.0
//! Inverse of the `warp_cta` map, kept while the map stands.

use super::ports::{cta_of, WarpCta};
use crate::bitset::{bits, ones64};
use crate::equalizer::params::Params;

/// The warps of each CTA slot.
#[derive(Clone, Debug)]
pub(super) struct WarpsOfCta {
    map: WarpCta,
    warps: [u64; 32],
    n_warps: usize,
    width: usize,
}

impl WarpsOfCta {
    pub(super) fn new(params: &Params) -> WarpsOfCta {
        let n_warps = params.n_warps as usize;
        let mut inverse =
            WarpsOfCta { map: WarpCta::ZERO, warps: [0; 32], n_warps, width: params.cta_id_width() };
        inverse.warps[0] = ones64(params.n_warps);
        inverse
    }

    /// The warps whose CTA slot is in `ctas`.
    pub(super) fn select(&mut self, map: &WarpCta, ctas: u32) -> u64 {
        if *map != self.map {
            self.map = *map;
            self.warps = [0; 32];
            for w in 0..self.n_warps {
                self.warps[cta_of(map, w, self.width)] |= 1 << w;
            }
        }
        bits(ctas).fold(0, |warps, cta| warps | self.warps[cta])
    }
}
