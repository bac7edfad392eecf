// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `mask_epoch`.

use super::ports::{In, Out};
use super::Epoch;
use crate::bitset::ones64;
use crate::mask::params::Params;
use crate::{Rng, Stimulus};

/// SMs, a shared TLB and an L2 cache, which change with the epochs.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    /// What stays for an epoch.
    held: In,
    /// Hits of each SM's lookups and of each depth's accesses, in 64ths.
    hits: Vec<u32>,
    levels: Vec<u32>,
    /// One in so many cycles has lookups, and accesses.
    lookups: u32,
    accesses: u32,
    renew: bool,
}

impl Stimulus<Epoch> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            held: In::default(),
            hits: vec![32; params.num_cores as usize],
            levels: vec![32; params.pt_levels as usize + 1],
            lookups: 1,
            accesses: 1,
            renew: true,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        // The monitors' outputs change in the cycle after the last one of an epoch.
        if std::mem::replace(&mut self.renew, out.epoch_tick) {
            self.change_epoch();
        }
        let (p, r) = (&self.params, &mut self.rng);
        let mut i = self.held;
        for port in 0..p.l2tlb_ports {
            let core = r.below(p.num_cores);
            i.res_valid |= u8::from(r.one_in(self.lookups)) << port;
            i.res_hit |= u8::from(r.below(64) < self.hits[core as usize]) << port;
            i.res_core |= core << (port * p.core_width() as u32);
        }
        if r.one_in(self.accesses) {
            for (depth, level) in self.levels.iter().enumerate() {
                let acc = r.below(4);
                let hit = (0..acc).filter(|_| r.below(64) < *level).count() as u64;
                i.l2_acc |= u64::from(acc) << (6 * depth);
                i.l2_hit |= hit << (6 * depth);
            }
        }
        if r.one_in(16) {
            let app = r.below(p.num_apps) as usize;
            self.held.set_live(app, r.below(65));
        }
        i
    }
}

impl Environment {
    fn change_epoch(&mut self) {
        let (p, r) = (&self.params, &mut self.rng);
        for c in 0..p.num_cores as usize {
            let warps = [p.warps_per_core.min(255), 0, r.below(p.warps_per_core.min(256))];
            let issued = warps[r.below(3) as usize];
            self.held.set_warps(c, issued, r.below(64));
            if r.one_in(4) {
                self.held.set_app(p, c, r.below(p.num_apps));
            }
            self.hits[c] = [0, 32, 60, 64][r.below(4) as usize];
        }
        for level in &mut self.levels {
            *level = r.below(65);
        }
        let cores = ones64(p.num_cores);
        self.held.core_on = if r.one_in(2) { cores } else { r.bits() & cores };
        let apps = ones64(p.num_apps) as u32;
        self.held.app_active = if r.one_in(2) { apps } else { r.bits() as u32 & apps };
        if r.one_in(4) {
            self.held.ptw_live = Default::default();
        }
        self.lookups = [1, 2, 64, 10_000][r.below(4) as usize];
        self.accesses = [1, 2, 64, 10_000][r.below(4) as usize];
    }
}
