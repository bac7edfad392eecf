// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `mask_dram_sched`.

use super::ports::{In, Out};
use super::DramSched;
use crate::bitset::ones64;
use crate::mask::params::Params;
use crate::{Rng, Stimulus};

/// The cache and the banks of a channel, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    /// The banks, quotas and applications, which mostly stay as they are.
    held: In,
    left: u32,
    /// One in so many cycles: requests of data, walk reads; and busy banks in eighths.
    data: u32,
    walks: u32,
    busy: u32,
    ids: u32,
}

impl Stimulus<DramSched> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let mut held = In { app_active: ones64(params.num_apps) as u32, ..In::default() };
        for app in 0..params.num_apps as usize {
            held.set_quota(app, params.thresh_max);
        }
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            held,
            left: 0,
            data: 1,
            walks: 4,
            busy: 2,
            ids: 0,
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        let (p, r) = (&self.params, &mut self.rng);
        let banks = p.n_bank;
        // A few rows, so that some are open.
        let rows = 4.min(1 << p.row_bits);
        if r.one_in(4) {
            let bank = r.below(banks) as usize;
            self.held.set_row(p, bank, r.below(rows));
            self.held.open_valid ^= u32::from(r.one_in(4)) << bank;
        }
        let mut i = self.held;
        i.tick = !r.one_in(5);
        let busy = r.dense(self.busy) as u32;
        i.bank_ready = !busy & ones64(banks) as u32;
        i.epoch_tick = r.one_in(512);
        (i.x_valid, i.d_valid) = (r.one_in(self.walks), r.one_in(self.data));
        (i.x_depth, i.x_app) = (1 + r.below(7) as u8, r.below(p.num_apps) as u8);
        (i.d_wr, i.d_app) = (r.one_in(3), r.below(p.num_apps) as u8);
        (i.x_bank, i.d_bank) = (r.below(banks) as u8, r.below(banks) as u8);
        (i.x_row, i.d_row) = (r.below(rows), r.below(rows));
        (i.x_col, i.d_col) = (r.below(1 << p.col_bits), r.below(1 << p.col_bits));
        let last = (1 << p.id_bits) - 1;
        (i.x_id, i.d_id) = (self.ids & last, (self.ids + 1) & last);
        self.ids += 2;
        i
    }
}

impl Environment {
    fn change_regime(&mut self) {
        let (p, r) = (&self.params, &mut self.rng);
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        (self.data, self.walks, self.busy) = (of([1, 1, 2, 8]), of([1, 2, 8, 64]), of([0, 2, 6, 8]));
        self.left = of([16, 64, 256, 1024]);
        let all = ones64(p.num_apps) as u32;
        let one = 1 << r.below(p.num_apps);
        self.held.app_active = [all, all, r.bits() as u32 & all, one][r.below(4) as usize];
        for app in 0..p.num_apps as usize {
            let quota = [1, 1 + r.below(4), 1 + r.below(p.thresh_max)][r.below(3) as usize];
            self.held.set_quota(app, quota);
        }
    }
}
