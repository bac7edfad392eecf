// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `cta_pf_engine`, checked at its ports and in the state of the model.

use super::model::Model;
use super::ports::{In, Out};
use super::Engine;
use crate::cta_prefetch::params::Params;
use crate::cta_prefetch::residents::{Cta, Residents};
use crate::{Monitor, Violation};

/// Follows one `cta_pf_engine` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// The CTA slots as the engine knows them, and the inputs that it does not know yet.
    residents: Residents,
    late: In,
    before: Out,
    /// Cycles of the running job in which it was not held back.
    busy: u32,
}

impl Monitor<Engine> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            residents: Residents::new(params),
            late: In::default(),
            before: Out::default(),
            busy: 0,
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let checks = self
            .check_slots()
            .and_then(|()| self.check_load(i))
            .and_then(|()| self.check_request(o, model))
            .and_then(|()| self.check_held(i, o))
            .and_then(|()| self.check_pulses(i, o))
            .and_then(|()| self.check_tables(o, model))
            .and_then(|()| self.check_progress(i, model));
        checks.map_err(|what| Violation { unit: "cta_pf_engine", cycle: self.cycle, what })?;
        (self.late, self.before) = (*i, *o);
        self.cycle += 1;
        Ok(())
    }
}

impl Checker {
    /// The CTA slots as the engine knows them.
    pub fn residents(&self) -> &Residents {
        &self.residents
    }

    /// The late inputs come to act.
    fn check_slots(&mut self) -> Result<(), String> {
        let i = &self.late;
        let cta = Cta { first: i.cta_start_first, nw: i.cta_start_nw };
        let start = i.cta_start_valid.then_some((i.cta_start_slot, cta));
        self.residents.update(start, i.cta_end_valid.then_some(i.cta_end_slot))
    }

    fn check_load(&self, i: &In) -> Result<(), String> {
        let cta = self.residents.get(i.ld_cta);
        let odd = u32::from(i.ld_n) > self.params.n_base + 1 || cta.is_some_and(|cta| i.ld_widx >= cta.nw);
        if i.ld_valid && odd {
            return Err(format!("illegal stimulus: load of warp {} of CTA {}", i.ld_widx, i.ld_cta));
        }
        Ok(())
    }

    /// Invariant 1.
    fn check_request(&self, o: &Out, model: &Model) -> Result<(), String> {
        if !o.pf_valid {
            return match (o.pf_addr, o.pf_warp) {
                (0, 0) => Ok(()),
                other => Err(format!("without a prefetch {other:?}")),
            };
        }
        if !self.params.pf_en || o.pf_addr & ((1 << self.params.line_log2) - 1) != 0 {
            return Err(format!("prefetch of {:#x}", o.pf_addr));
        }
        let of = |slot: &u8| self.residents.get(*slot).is_some_and(|cta| cta.warps() >> o.pf_warp & 1 == 1);
        let slot = (0..self.params.n_cta as u8).find(of);
        let Some(slot) = slot else {
            return Err(format!("prefetch for warp {}, which is of no active CTA", o.pf_warp));
        };
        let state = model.state();
        let entry = state.percta().registered(slot.into(), state.generator().pc);
        let first = self.residents.get(slot).map_or(0, |cta| u64::from(cta.first));
        if !entry.hit || first + entry.lead == o.pf_warp.into() {
            return Err(format!("prefetch for warp {} of CTA {slot}", o.pf_warp));
        }
        Ok(())
    }

    /// A request that is not taken stays, unless something acts (section 5).
    fn check_held(&self, i: &In, o: &Out) -> Result<(), String> {
        let l = &self.late;
        let acts = l.kernel_start || l.cta_start_valid || l.cta_end_valid || l.ld_valid;
        let request = |o: &Out| (o.pf_valid, o.pf_addr, o.pf_warp);
        if self.before.pf_valid && !i.pf_ready && !acts && request(o) != request(&self.before) {
            return Err(format!("prefetch {:?} becomes {:?}", request(&self.before), request(o)));
        }
        Ok(())
    }

    /// A load does one thing, and one that does not count does nothing (invariant 4).
    fn check_pulses(&self, i: &In, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let counts = (1..=p.n_base).contains(&i.ld_n.into()) && !(p.excl_indirect && i.ld_indirect);
        let counts = i.ld_valid && !i.kernel_start && counts && self.residents.get(i.ld_cta).is_some();
        let kinds = [o.st_reg, o.st_stride, o.st_nonstride, o.st_verify];
        let some = kinds.into_iter().filter(|kind| *kind).count();
        let asks = o.st_reg || o.st_stride || o.st_verify;
        if some > 1
            || some == 1 && !counts
            || o.st_mis && !o.st_verify
            || o.st_jobdrop && !(asks && o.job_full)
        {
            return Err(format!("pulses {o:?} of a load that counts: {counts}"));
        }
        Ok(())
    }

    /// Invariants 2 and 10.
    fn check_tables(&self, o: &Out, model: &Model) -> Result<(), String> {
        let s = model.state();
        let most = s.percta().most_of_a_pc().max(s.dist().most_of_a_pc());
        let jobs = s.jobs() as u32;
        if most > 1 || jobs > self.params.job_depth || o.job_full != (jobs == self.params.job_depth) {
            return Err(format!("{most} entries of a PC, {jobs} jobs"));
        }
        Ok(())
    }

    /// Invariant 9.
    fn check_progress(&mut self, i: &In, model: &Model) -> Result<(), String> {
        let p = &self.params;
        let g = model.state().generator();
        let bound = if g.own { p.n_warps * (p.n_base + 1) } else { p.n_cta * p.n_base + p.n_cta };
        self.busy = match g.running {
            true => self.busy + u32::from(i.pf_ready || !self.before.pf_valid),
            false => 0,
        };
        if self.busy > bound {
            return Err(format!("a job takes more than {bound} cycles"));
        }
        Ok(())
    }
}
