// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `eq_sm`, checked at its ports.

use super::decision::{decide, Sums};
use super::model::Model;
use super::ports::{In, Out};
use super::warps_of_cta::WarpsOfCta;
use super::EqSm;
use crate::equalizer::params::Params;
use crate::{Monitor, Violation};

/// Follows the ports of one `eq_sm` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    warps_of_cta: WarpsOfCta,
    cycle: u64,
    previous: Out,
    resident: u32,
    w_cta: u32,
    nb_max: u32,
    kernel_seen: bool,
    skip_epoch: bool,
    /// Cycles since the CTA set, the target or the pauses last had to move.
    unsettled: u32,
    /// Cycles in which all resident CTAs have been paused.
    all_paused: u32,
    /// Cycles for which `en` has been 1 since the last vote (or since reset).
    since_vote: Option<u32>,
    /// Votes since `num_blocks` last moved by a decision.
    votes_since_move: u32,
}

impl Monitor<EqSm> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            warps_of_cta: WarpsOfCta::new(params),
            cycle: 0,
            previous: Out { num_blocks: 1, ..Out::default() },
            resident: 0,
            w_cta: 1,
            nb_max: 1,
            kernel_seen: false,
            skip_epoch: false,
            unsettled: 0,
            all_paused: 0,
            since_vote: None,
            votes_since_move: u32::MAX,
        }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let resident = self.resident & !i.cta_done | i.cta_launch;
        let nb_max = if i.kernel_start { u32::from(i.nb_max_in) } else { self.nb_max };
        let checks = self
            .check_stimulus(i)
            .and_then(|()| self.check_sums(o))
            .and_then(|()| self.check_vote(i, o))
            .and_then(|()| self.check_vote_period(i, o))
            .and_then(|()| self.check_target(i, o, nb_max))
            .and_then(|()| self.check_pauses(i, o, resident));
        checks.map_err(|what| Violation { unit: "eq_sm", cycle: self.cycle, what })?;
        if i.kernel_start {
            self.w_cta = u32::from(i.w_cta_in);
            self.kernel_seen = true;
        }
        self.nb_max = nb_max;
        self.resident = resident;
        self.previous = *o;
        self.cycle += 1;
        Ok(())
    }
}

impl Checker {
    /// Warps per CTA of the kernel that runs.
    pub fn w_cta(&self) -> u32 {
        self.w_cta
    }

    /// Resident CTA slots.
    pub fn resident(&self) -> u32 {
        self.resident
    }

    /// Whether a decision in the cycle with these inputs, the next to be checked, is skipped (A11, W9, W10).
    pub fn skips(&self, i: &In) -> bool {
        self.skip_epoch || i.kernel_start
    }

    /// What the unit does not promise to survive (W6, W23).
    fn check_stimulus(&self, i: &In) -> Result<(), String> {
        if i.cta_done & i.cta_launch != 0 {
            return Err(format!(
                "illegal: CTA slots {:#x} finish and are launched at once",
                i.cta_done & i.cta_launch
            ));
        }
        if i.cta_launch & self.resident != 0 {
            return Err(format!(
                "illegal: CTA slots {:#x} are launched while resident",
                i.cta_launch & self.resident
            ));
        }
        if i.cta_done & !self.resident != 0 {
            return Err(format!(
                "illegal: CTA slots {:#x} finish but are not resident",
                i.cta_done & !self.resident
            ));
        }
        if i.kernel_start && i.nb_max_in == 0 {
            return Err("illegal: a kernel of which no CTA fits (nb_max_in = 0)".into());
        }
        Ok(())
    }

    /// Invariant 1, for the sums that the ports show.
    fn check_sums(&self, o: &Out) -> Result<(), String> {
        let most = self.params.n_warps * self.params.samples();
        if o.dbg_acc_active < o.dbg_acc_wait + o.dbg_acc_xalu + o.dbg_acc_xmem {
            return Err("invariant 1: acc_active < acc_wait + acc_xalu + acc_xmem".into());
        }
        if o.dbg_acc_active > most {
            return Err(format!("invariant 1: acc_active = {} exceeds {most}", o.dbg_acc_active));
        }
        Ok(())
    }

    /// Invariant 5: the vote is a function of the shown sums and of W; A11 and W12 force NONE.
    fn check_vote(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let sums = Sums::from(o);
        let forced = self.skips(i) || !i.grid_active;
        let expected =
            if !o.vote_valid || forced { 0 } else { decide(&sums, self.w_cta, &self.params).action() as u8 };
        if o.vote != expected {
            return Err(format!("invariant 5: vote is {}, the sums {sums:?} give {expected}", o.vote));
        }
        self.skip_epoch = !i.en || i.kernel_start || self.skip_epoch && !o.vote_valid;
        Ok(())
    }

    /// Invariant 9.
    fn check_vote_period(&mut self, i: &In, o: &Out) -> Result<(), String> {
        self.since_vote = match (i.en, o.vote_valid, self.since_vote) {
            (false, true, _) => return Err("invariant 9: a vote while en = 0".into()),
            (false, false, _) => None,
            (true, true, Some(n)) if n + 1 != self.params.epoch_len => {
                return Err(format!("invariant 9: two votes are {} cycles apart", n + 1));
            }
            (true, true, _) => Some(0),
            (true, false, Some(n)) if n + 1 >= self.params.epoch_len => {
                return Err(format!("invariant 9: no vote for {} cycles", n + 1));
            }
            (true, false, since) => since.map(|n| n + 1),
        };
        Ok(())
    }

    /// Invariants 2 and 4.
    fn check_target(&mut self, i: &In, o: &Out, nb_max: u32) -> Result<(), String> {
        let now = u32::from(o.num_blocks);
        let before = u32::from(self.previous.num_blocks);
        if (self.kernel_seen || i.kernel_start) && !(1..=nb_max).contains(&now) {
            return Err(format!("invariant 2: num_blocks = {now} is outside 1..={nb_max}"));
        }
        if !i.en || i.kernel_start {
            self.votes_since_move = u32::MAX;
            return Ok(());
        }
        self.votes_since_move = self.votes_since_move.saturating_add(u32::from(o.vote_valid));
        if now != before {
            if !o.vote_valid || now.abs_diff(before) != 1 {
                return Err(format!(
                    "invariant 4: num_blocks goes from {before} to {now} (vote_valid = {})",
                    o.vote_valid
                ));
            }
            if self.votes_since_move < self.params.hyst_epochs {
                return Err(format!(
                    "invariant 4: num_blocks moves again after {} epochs",
                    self.votes_since_move
                ));
            }
            self.votes_since_move = 0;
        }
        Ok(())
    }

    /// Invariants 3, 7 and 8.
    fn check_pauses(&mut self, i: &In, o: &Out, resident: u32) -> Result<(), String> {
        if o.pause_cta & !resident != 0 {
            return Err(format!("CTA slots {:#x} are paused but not resident", o.pause_cta & !resident));
        }
        let moved = o.num_blocks != self.previous.num_blocks || resident != self.resident;
        let running = (resident & !o.pause_cta).count_ones();
        self.unsettled = if moved || running <= u32::from(o.num_blocks) { 0 } else { self.unsettled + 1 };
        if self.unsettled > self.params.n_cta {
            return Err(format!(
                "invariant 3: {running} CTAs run for {} cycles against a target of {}",
                self.unsettled, o.num_blocks
            ));
        }
        self.all_paused = if resident != 0 && running == 0 { self.all_paused + 1 } else { 0 };
        if self.all_paused > 1 {
            return Err("invariant 3: all resident CTAs are paused for more than one cycle".into());
        }
        if o.gwde_req && o.pause_cta != 0 {
            return Err(format!("invariant 7: gwde_req while CTA slots {:#x} are paused", o.pause_cta));
        }
        let warps = match o.pause_cta {
            0 => 0,
            paused => self.warps_of_cta.select(&i.warp_cta, paused) & i.slot_live,
        };
        if o.pause_warp != warps {
            return Err(format!(
                "invariant 8: pause_warp = {:#x}, the paused CTAs have {warps:#x}",
                o.pause_warp
            ));
        }
        Ok(())
    }
}
