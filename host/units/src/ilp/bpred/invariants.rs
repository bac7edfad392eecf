// SPDX-License-Identifier: Apache-2.0
//! Invariant 11 of specification section 11, and that what is predicted is what has been learnt, checked at the ports of `simt_bpred`.

use std::collections::BTreeMap;

use super::model::Model;
use super::ports::{In, Out};
use super::Bpred;
use crate::ilp::params::{BpMode, HistMode, Params};
use crate::{Monitor, Violation};

/// Follows one `simt_bpred` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Counters that have moved.
    counters: BTreeMap<u32, u8>,
    /// Outcomes that teach, the last one lowest, of all warps or of each.
    outcomes: BTreeMap<u8, u64>,
}

impl Monitor<Bpred> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0, counters: BTreeMap::new(), outcomes: BTreeMap::new() }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_lookup(i, o).and_then(|()| self.check_resolution(i, o));
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "simt_bpred", cycle, what })
    }
}

impl Checker {
    fn history(&self, warp: u8) -> u8 {
        if self.params.hist_mode == HistMode::PerWarp {
            warp
        } else {
            0
        }
    }

    /// What shows after the cycle of the lookup is of what was learnt before it.
    fn check_lookup(&self, i: &In, o: &Out) -> Result<(), String> {
        let outcomes = self.outcomes.get(&self.history(i.lk_warp)).copied().unwrap_or(0);
        let index = (u64::from(i.lk_pc >> self.params.pc_lo) ^ outcomes) as u32 % self.params.pht_entries;
        let modes =
            [false, i.lk_target <= i.lk_pc, self.counters.get(&index).copied().unwrap_or(2) > 1, i.lk_oracle];
        let expected = if i.lk_valid { (true, modes[usize::from(i.mode)], index) } else { (false, false, 0) };
        match (o.pr_valid, o.pr_taken, o.pr_idx) == expected {
            true => Ok(()),
            false => Err(format!("section 2.3: predicted is {o:?}, expected {expected:?}")),
        }
    }

    fn check_resolution(&mut self, i: &In, o: &Out) -> Result<(), String> {
        if o.rs_div && o.rs_mis {
            return Err("invariant 11: a divergent branch is predicted wrongly".to_string());
        }
        if o.rs_follow & !i.rs_active != 0 {
            return Err(format!("invariant 11: {:#x} follow of {:#x}", o.rs_follow, i.rs_active));
        }
        if i.rs_valid && u32::from(i.mode) == BpMode::Perfect as u32 && o.rs_mis {
            return Err("invariant 11: perfect prediction is wrong".to_string());
        }
        if !i.rs_valid {
            return Ok(());
        }
        let (taken, not) =
            ((i.rs_active & i.rs_taken).count_ones(), (i.rs_active & !i.rs_taken).count_ones());
        let expected = match (taken, not) {
            (0, 0) => (false, false, 0),
            (0, _) => (false, i.rs_pred, if i.rs_pred { 0 } else { i.rs_active }),
            (_, 0) => (false, !i.rs_pred, if i.rs_pred { i.rs_active } else { 0 }),
            _ => (true, false, i.rs_active & if i.rs_pred { i.rs_taken } else { !i.rs_taken }),
        };
        if (o.rs_div, o.rs_mis, o.rs_follow) != expected {
            return Err(format!(
                "section 2.3: {taken} threads take the branch, {not} do not, and it is {o:?}"
            ));
        }
        if i.rs_active != 0 && u32::from(i.mode) == BpMode::Gshare as u32 {
            let outcome = if expected.0 { i.rs_pred } else { taken != 0 };
            let counter = self.counters.entry(i.rs_idx).or_insert(2);
            *counter = if outcome { (*counter + 1).min(3) } else { counter.saturating_sub(1) };
            let warp = self.history(i.rs_warp);
            let outcomes = self.outcomes.entry(warp).or_insert(0);
            *outcomes = *outcomes << 1 | u64::from(outcome);
        }
        Ok(())
    }
}
