// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `mask_epoch`, checked at its ports and in the state of the reference model.

use bitvec::field::BitField;

use super::model::Model;
use super::ports::{In, Out};
use super::Epoch;
use crate::field;
use crate::mask::params::Params;
use crate::{Monitor, Violation};

/// Follows one `mask_epoch` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    before: Out,
    /// SMs of each application, and the applications, in the last cycle of the epoch.
    cores: Vec<Vec<usize>>,
    active: u32,
}

impl Monitor<Epoch> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            before: Model::new(params).registered(),
            cores: vec![vec![]; params.num_apps as usize],
            active: 0,
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let cycle = self.cycle;
        let result = self.check_cycle(i, o, model);
        self.cycle += 1;
        self.before = *o;
        result.map_err(|what| Violation { unit: "mask_epoch", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), String> {
        let p = &self.params;
        // `o` is of the next cycle.
        let (now, length) = (self.cycle + 1, u64::from(p.epoch_len));
        if o.epoch_tick != (now % length == length - 1) {
            return Err(format!("section 2.6: epoch_tick is {} in cycle {now}", o.epoch_tick));
        }
        let applies = now > length && now % length == u64::from(p.engine_cycles()) - 1;
        let same = (o.bypass_bits, o.share, o.quota, o.seen)
            == (self.before.bypass_bits, self.before.share, self.before.quota, self.before.seen);
        if o.quota_we != applies || (!applies && !same) {
            return Err("invariant 9: something changes before or after its cycle".to_string());
        }
        if self.before.epoch_tick {
            self.active = i.app_active;
            for (a, own) in self.cores.iter_mut().enumerate() {
                let of = |c: &usize| {
                    i.core_on >> c & 1 == 1 && i.core_app[field(*c, p.app_width())].load_le::<usize>() == a
                };
                *own = (0..p.num_cores as usize).filter(of).collect();
            }
        }
        if applies {
            self.check_applied(o, model)?;
        }
        Ok(())
    }

    fn check_applied(&self, o: &Out, model: &Model) -> Result<(), String> {
        let p = &self.params;
        let mut quotas = 0;
        for (a, app) in model.state().applied.apps.iter().enumerate() {
            let quota: u32 = o.quota[field(a, 10)].load_le();
            if quota == 0 {
                return Err(format!("invariant 14: application {a} has a quota of 0"));
            }
            if self.active >> a & 1 == 0 {
                continue;
            }
            quotas += quota;
            let share = |c: &usize| o.share[field(*c, 9)].load_le::<u32>();
            let shares: u32 = self.cores[a].iter().map(share).sum();
            if app.seen && shares > app.tokens {
                return Err(format!("invariant 5: {shares} of {} tokens of application {a}", app.tokens));
            }
        }
        match self.active == 0 || quotas <= p.thresh_max + p.num_apps {
            true => Ok(()),
            false => Err(format!("invariant 14: the quotas are {quotas} together")),
        }
    }
}
