// SPDX-License-Identifier: Apache-2.0
//! Invariant 12 of specification section 11, checked at the ports of `het_dispatch`.

use super::model::Model;
use super::ports::{In, Out};
use super::state::Resources;
use super::Dispatch;
use crate::ilp::params::{Params, Spill};
use crate::{Monitor, Violation};

/// A kernel as the ports tell of it.
#[derive(Clone, Copy, Debug)]
struct Kernel {
    ilp: bool,
    tbs: u32,
    launched: u32,
    ended: u32,
    need: Resources,
}

/// Follows one `het_dispatch` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    kernels: [Option<Kernel>; 2],
    /// Launches that are under way, by SM and kernel.
    running: Vec<(u8, bool)>,
    shown: Out,
    refused: Option<(u8, bool, u32)>,
}

impl Monitor<Dispatch> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            kernels: [None; 2],
            running: vec![],
            shown: Model::new(params).registered(),
            refused: None,
        }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o);
        let cycle = self.cycle;
        (self.cycle, self.shown) = (cycle + 1, *o);
        result.map_err(|what| Violation { unit: "het_dispatch", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let offer = o.l_valid.then_some((o.l_sm, o.l_kid, o.l_tb));
        if self.refused.is_some() && offer != self.refused {
            return Err(format!("section 5: {:?} is not offered again, but {offer:?}", self.refused));
        }
        self.refused = offer.filter(|_| !i.l_ready);
        if let Some((sm, kid, tb)) = offer {
            self.check_offer(i, sm, kid, tb)?;
        }
        if let Some((sm, kid, _)) = offer.filter(|_| i.l_ready) {
            self.running.push((sm, kid));
            self.kernels[usize::from(kid)].iter_mut().for_each(|k| k.launched += 1);
        }
        if i.d_valid {
            let place = self.running.iter().position(|launch| *launch == (i.d_sm, i.d_kid));
            let place = place.ok_or("illegal stimulus: a thread block ends that does not run")?;
            self.running.swap_remove(place);
            self.kernels[usize::from(i.d_kid)].iter_mut().for_each(|k| k.ended += 1);
        }
        if self.shown.kdone_valid {
            let kernel = self.kernels[usize::from(self.shown.kdone_kid)].take();
            if kernel.is_none_or(|k| k.ended != k.tbs) {
                return Err(format!("invariant 12: {kernel:?} is said to be done"));
            }
        }
        if i.k_valid && self.shown.k_ready {
            let ilp = u32::from(i.k_conc_warps) < self.params.class_warps
                || i.k_total_threads <= self.params.class_threads;
            let need = Resources { tbs: 1, threads: i.k_threads, regs: i.k_regs, smem: i.k_smem };
            let kernel = Kernel { ilp, tbs: i.k_tbs, launched: 0, ended: 0, need };
            if let Some(old) = self.kernels[usize::from(self.shown.k_kid)].replace(kernel) {
                return Err(format!("section 2.4: {kernel:?} takes the place of {old:?}"));
            }
        }
        let over = self.kernels.iter().flatten().any(|k| k.ended == k.tbs);
        match (o.k_ready, o.kdone_valid) == (self.kernels.iter().any(Option::is_none), over) {
            true => Ok(()),
            false => Err(format!("section 2.4: {:?} are resident and it is {o:?}", self.kernels)),
        }
    }

    /// The thread block is the next one, there is room for it, and the SM is one for its kernel.
    fn check_offer(&self, i: &In, sm: u8, kid: bool, tb: u32) -> Result<(), String> {
        let Some(k) = self.kernels[usize::from(kid)] else {
            return Err(format!("invariant 12: a thread block of no kernel is launched in SM {sm}"));
        };
        if tb != k.launched || k.launched >= k.tbs {
            return Err(format!("invariant 12: thread block {tb} of {k:?} is launched"));
        }
        let used = self
            .running
            .iter()
            .filter(|(other, _)| *other == sm)
            .filter_map(|(_, kid)| self.kernels[usize::from(*kid)].map(|k| k.need));
        let sum = used.fold(k.need, |a, b| Resources {
            tbs: a.tbs + b.tbs,
            threads: a.threads + b.threads,
            regs: a.regs + b.regs,
            smem: a.smem + b.smem,
        });
        if !Resources::of_sm(&self.params).hold(&sum) {
            return Err(format!("invariant 12: SM {sm} would hold {sum:?}"));
        }
        let ilp = i.pool >> sm & 1 == 1;
        match self.params.spill == Spill::Never && ilp != k.ilp {
            false => Ok(()),
            true => {
                Err(format!("invariant 12: a thread block of {k:?} is launched in SM {sm} of the other kind"))
            }
        }
    }
}
