// SPDX-License-Identifier: Apache-2.0
//! Drives `eq_sm` epoch by epoch.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::{set_cta_of, In, Sums};
use warpsmith_units::equalizer::EqSm;

use crate::BenchError;

/// One `eq_sm`.
pub type Harness = crate::Harness<EqSm>;

impl Harness {
    /// A unit after reset, enabled, with a live grid and nothing left to dispatch. All warp slots are live; the
    /// slots are dealt to the CTAs in equal parts, CTA 0 lowest.
    pub fn new(params: &Params) -> Result<Harness, BenchError> {
        let mut input = In {
            en: true,
            grid_active: true,
            gwde_empty: true,
            slot_live: u64::MAX >> (64 - params.n_warps),
            ..In::default()
        };
        for warp in 0..params.n_warps {
            let cta = (warp / params.n_warps.div_ceil(params.n_cta)) as usize;
            set_cta_of(&mut input.warp_cta, warp as usize, params.cta_id_width(), cta);
        }
        Harness::start(params, input)
    }

    /// Like [`Harness::new`], and a kernel has been started and its first, partial epoch is over.
    pub fn running(params: &Params, w_cta: u32, nb_max: u32) -> Result<Harness, BenchError> {
        let mut h = Harness::new(params)?;
        h.start_kernel(w_cta, nb_max)?;
        h.epoch(Sums::default())?;
        Ok(h)
    }

    /// A cycle in which a kernel starts, with `w_cta` warps per CTA and at most `nb_max` CTAs at a time.
    pub fn start_kernel(&mut self, w_cta: u32, nb_max: u32) -> Result<(), BenchError> {
        self.input.kernel_start = true;
        self.input.w_cta_in = w_cta as u8;
        self.input.nb_max_in = nb_max as u8;
        self.step()
    }

    /// Launches CTAs, one a cycle, in this order.
    pub fn launch(&mut self, ctas: &[u32]) -> Result<(), BenchError> {
        for cta in ctas {
            self.input.cta_launch = 1 << cta;
            self.step()?;
        }
        Ok(())
    }

    /// Runs until the decision of this epoch is visible. The warps are such that the counters add up to `totals`, if
    /// the epoch has all its samples ahead of it.
    pub fn epoch(&mut self, totals: Sums) -> Result<(), BenchError> {
        self.search_vote(|h| h.drive(totals))
    }

    /// Runs until the next decision is visible, with the inputs as they are.
    pub fn until_vote(&mut self) -> Result<(), BenchError> {
        self.search_vote(Harness::step)
    }

    fn search_vote(
        &mut self,
        step: impl Fn(&mut Harness) -> Result<(), BenchError>,
    ) -> Result<(), BenchError> {
        for _ in 0..2 * self.params.epoch_len {
            step(self)?;
            if self.out.vote_valid {
                return Ok(());
            }
        }
        self.expect("vote_valid within two epochs", false, true)
    }

    /// One cycle of such an epoch.
    pub fn drive(&mut self, totals: Sums) -> Result<(), BenchError> {
        self.show(totals);
        self.step()
    }

    /// As [`Harness::epoch`], several times.
    pub fn epochs(&mut self, n: u32, totals: Sums) -> Result<(), BenchError> {
        (0..n).try_for_each(|_| self.epoch(totals))
    }

    /// Puts the warps in the states that this sample contributes to `totals`.
    fn show(&mut self, totals: Sums) {
        let (sample, samples) = (self.phase() / self.params.sample_period, self.params.samples());
        let share = |total: u32| total / samples + u32::from(sample < total % samples);
        let mut free = self.input.slot_live & !self.out.pause_warp;
        // The states are dealt one after the other, so that the warps of a sample never outnumber its share.
        let (mut dealt, mut total) = (0, 0);
        let mut take = |n: u32| {
            total += n;
            let before = free;
            (dealt..share(total)).for_each(|_| free &= free.wrapping_sub(1));
            dealt = share(total);
            before & !free
        };
        let xmem = take(totals.xmem);
        let xalu = take(totals.xalu);
        let wait = take(totals.wait);
        let issued = take(totals.active - (totals.xmem + totals.xalu + totals.wait));
        self.input.ib_valid = xmem | xalu | wait | issued;
        self.input.at_barrier = 0;
        self.input.sb_ready = xmem | xalu | issued;
        self.input.is_mem = xmem;
        self.input.issued = issued;
        self.input.lsu_blocked = true;
    }

    /// The sums that the last decision used, as the ports show them.
    pub fn sums(&self) -> Sums {
        Sums::from(&self.out)
    }
}
