// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `ilp_bypass`: instructions in slots, whose sources are often what was written a pipeline's length before.

use std::collections::VecDeque;

use super::ports::{In, Out};
use super::Bypass;
use crate::ilp::params::Params;
use crate::{Rng, Stimulus};

/// A scheduler, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    cycle: u64,
    /// The first cycle in which an instruction can issue: slots are as long as the beats of a warp, and may begin later, so that what was written
    /// is in the last stage even if that is no multiple of them.
    next_slot: u64,
    left: u32,
    bypass_en: bool,
    /// One in so many: slots without an instruction, instructions that are no ALU's, cycles in which some are removed.
    idle: u32,
    slow: u32,
    kills: u32,
    /// Registers written lately: the cycle, the warp and the number.
    written: VecDeque<(u64, u8, u32)>,
}

impl Stimulus<Bypass> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            cycle: 0,
            next_slot: 0,
            left: 500,
            bypass_en: true,
            idle: 8,
            slow: 4,
            kills: 64,
            written: VecDeque::new(),
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        let (p, r) = (&self.params, &mut self.rng);
        if self.left == 0 {
            let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
            (self.left, self.idle) = (of([30, 100, 300, 900]), of([1, 2, 4, 64]));
            (self.slow, self.kills) = (of([2, 4, 16, 64]), of([4, 16, 64, 1024]));
            self.bypass_en = !r.one_in(4);
        }
        self.left -= 1;
        let mut i = In { bypass_en: self.bypass_en, ..In::default() };
        if r.one_in(self.kills) {
            let lately = self.written.get(r.below(4) as usize).map(|(_, warp, _)| *warp);
            (i.kill_valid, i.kill_all) = (true, r.one_in(4));
            i.kill_warp = lately.unwrap_or_else(|| r.below(p.n_warps) as u8);
        }
        if self.cycle >= self.next_slot {
            self.next_slot = self.cycle + u64::from(p.beats() + u32::from(r.one_in(4)));
            if !r.one_in(self.idle.max(2)) {
                self.issue(&mut i);
            }
        }
        self.cycle += 1;
        i
    }
}

impl Environment {
    fn issue(&mut self, i: &mut In) {
        let (p, r) = (&self.params, &mut self.rng);
        let warp = r.below(p.n_warps) as u8;
        if i.kill_valid && i.kill_warp == warp {
            return;
        }
        let tags = 1 << p.tag_w;
        i.iss_valid = true;
        i.iss_warp = warp;
        let due = self.cycle.checked_sub(p.alu_lat.into());
        let in_last = self.written.iter().find(|(at, ..)| Some(*at) == due);
        for source in 0..p.n_src {
            let tag = in_last.filter(|_| r.one_in(2)).map_or_else(|| r.below(tags), |(.., tag)| *tag);
            i.iss_src_valid |= u8::from(!r.one_in(4)) << source;
            i.iss_src_tag |= u64::from(tag) << (source * p.tag_w);
        }
        (i.iss_dst_valid, i.iss_dst_tag) = (!r.one_in(8), r.below(tags));
        (i.iss_fixed, i.iss_spec) = (!r.one_in(self.slow), r.one_in(3));
        let alone = r.one_in(4);
        i.iss_entry_valid = i.iss_dst_valid && !alone;
        i.iss_solo = i.iss_dst_valid && alone;
        i.iss_entry = if i.iss_entry_valid { r.below(p.sb_entries) as u8 } else { 0 };
        if i.iss_dst_valid {
            self.written.push_front((self.cycle, i.iss_warp, i.iss_dst_tag));
            self.written.truncate(16);
        }
    }
}
