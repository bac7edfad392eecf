// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `mask_dram_sched`, checked at its ports: which queue a request is in is told
//! by the occupancies.

use super::model::Model;
use super::ports::{In, Out, GOLDEN, NORMAL, SILVER};
use super::queues::{Banks, Request};
use super::DramSched;
use crate::mask::params::Params;
use crate::{Monitor, Violation};

/// Follows one `mask_dram_sched` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Golden, silver and normal requests, in the order of their arrival.
    waiting: [Vec<Request>; 3],
    silver_app: u8,
    /// Silver requests of the turn.
    sent: u32,
    quota: Option<u32>,
}

impl Monitor<DramSched> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            waiting: Default::default(),
            silver_app: 0,
            sent: 0,
            quota: None,
        }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "mask_dram_sched", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        self.check_turn(i)?;
        let golden_full = self.waiting[0].len() as u32 == self.params.golden_depth;
        self.check_issue(i, o)?;
        if i.x_valid && !golden_full {
            self.waiting[GOLDEN as usize].push(i.walk_read());
        }
        self.check_data(i, o)?;
        self.follow_turn(i, o)
    }

    /// Invariant 13: the count of a turn is below the quota unless that has just changed.
    fn check_turn(&mut self, i: &In) -> Result<(), String> {
        let quota = i.quota_of(self.silver_app);
        let changed = self.quota.replace(quota) != Some(quota);
        if self.sent >= quota && !changed {
            return Err(format!("invariant 13: {} silver requests in a turn of {quota}", self.sent));
        }
        Ok(())
    }

    fn check_issue(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let banks = Banks::new(&self.params, i);
        let ready = |queue: u32| self.waiting[queue as usize].iter().any(|r| banks.take(r));
        let head = self.waiting[GOLDEN as usize].first().filter(|head| banks.take(head));
        if !o.iss_valid {
            return match head.is_some() || ready(SILVER) || ready(NORMAL) {
                true => Err("decision D26: nothing is issued although a bank is ready".to_string()),
                false => Ok(()),
            };
        }
        let issued = Request {
            wr: o.iss_wr,
            depth: o.iss_depth,
            app: o.iss_app,
            bank: o.iss_bank,
            row: o.iss_row,
            col: o.iss_col,
            id: o.iss_id,
        };
        let source = u32::from(o.iss_src);
        if !banks.take(&issued) {
            return Err(format!("invariant 10: {issued:?} goes to a bank that is not ready"));
        }
        if head.is_some_and(|head| source != GOLDEN || *head != issued) {
            return Err(format!("invariant 11: {issued:?} is issued before the golden head {head:?}"));
        }
        if source == NORMAL && ready(SILVER) {
            return Err(format!("invariant 12: the normal {issued:?} goes before silver ones"));
        }
        let queue = self.waiting.get_mut(o.iss_src as usize).ok_or("iss_src is no queue")?;
        let Some(place) = queue.iter().position(|r| *r == issued) else {
            return Err(format!("invariant 10: {issued:?} does not wait in queue {source}"));
        };
        let first = |r: &Request| banks.take(r) && (source != GOLDEN && banks.hit(r)) >= banks.hit(&issued);
        if source == GOLDEN && place != 0 {
            return Err(format!("invariant 11: {issued:?} is not the oldest golden request"));
        }
        let better =
            |(n, r): (usize, &Request)| first(r) && (n < place || (banks.hit(r) && !banks.hit(&issued)));
        if source != GOLDEN && queue.iter().enumerate().any(better) {
            return Err(format!(
                "section 2.8: {issued:?} goes before an older or open one of queue {source}"
            ));
        }
        queue.remove(place);
        Ok(())
    }

    /// The occupancies say where the request of data went.
    fn check_data(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let occupied = [o.occ_golden.into(), o.occ_silver.into(), o.occ_normal];
        let depths = [p.golden_depth, p.silver_depth, p.normal_depth];
        if occupied.iter().zip(depths).any(|(n, depth)| *n > depth) {
            return Err(format!("invariant 10: {occupied:?} requests in queues of {depths:?}"));
        }
        if i.d_valid && o.d_ready {
            let silver = occupied[SILVER as usize] as usize == self.waiting[SILVER as usize].len() + 1;
            self.waiting[if silver { SILVER } else { NORMAL } as usize].push(i.data());
            if silver && (i.d_app != self.silver_app || i.app_active.count_ones() < 2) {
                return Err(format!("invariant 13: application {} has no turn", i.d_app));
            }
            self.sent += u32::from(silver);
        }
        let known = [0, 1, 2].map(|queue: usize| self.waiting[queue].len() as u32);
        if known != occupied || o.x_ready != (known[0] < p.golden_depth) {
            return Err(format!("invariant 10: {occupied:?} requests wait where {known:?} came"));
        }
        Ok(())
    }

    fn follow_turn(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let active = i.app_active >> self.silver_app & 1 == 1;
        let ends = i.epoch_tick || !active || self.sent >= i.quota_of(self.silver_app);
        let alone = i.app_active & !(1 << self.silver_app) == 0;
        if (o.silver_app != self.silver_app) != (ends && !(alone && active)) && i.app_active != 0 {
            return Err(format!("decision D24: the turn of {} goes to {}", self.silver_app, o.silver_app));
        }
        if ends && i.app_active != 0 && i.app_active >> o.silver_app & 1 == 0 {
            return Err(format!("section 2.8: application {} is not active and gets a turn", o.silver_app));
        }
        if ends {
            (self.silver_app, self.sent, self.quota) = (o.silver_app, 0, None);
        }
        Ok(())
    }
}
