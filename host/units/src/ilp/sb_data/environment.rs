// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `sb_data`: beats that are often the same on several ports.

use super::ports::{In, Out};
use super::SbData;
use crate::bitset::ones64;
use crate::ilp::params::Params;
use crate::{Rng, Stimulus};

/// Pipelines and register file around the results.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
}

impl Stimulus<SbData> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { params: params.clone(), rng: Rng::new(seed) }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let (p, r) = (&self.params, &mut self.rng);
        let mut i = In::default();
        let lanes = ones64(p.simd) as u32;
        let place = |r: &mut Rng| (r.below(p.sb_entries) as u8, r.below(p.beats()) as u8);
        for lane in 0..p.simd as usize {
            i.set_alu(p, lane, r.bits() as u32);
            i.set_load(p, lane, r.bits() as u32);
        }
        (i.wa_mask, i.wl_mask) = (r.bits() as u32 & lanes, r.bits() as u32 & lanes);
        (i.wa_valid, i.wl_valid) = (!r.one_in(3), !r.one_in(3));
        (i.wa_entry, i.wa_beat) = place(r);
        (i.wl_entry, i.wl_beat) = if r.one_in(3) { (i.wa_entry, i.wa_beat) } else { place(r) };
        for source in 0..p.n_src {
            let (entry, beat) = if r.one_in(3) { (i.wa_entry, i.wl_beat) } else { place(r) };
            i.set_read(p, source, entry, beat);
        }
        (i.cm_entry, i.cm_beat) = (r.below(p.sb_entries) as u8, r.below(p.commit_beats) as u8);
        i
    }
}
