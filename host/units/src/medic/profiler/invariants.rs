// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `medic_profiler`, checked at its ports and in the state of the
//! reference model, which lockstep ties to the RTL.

use super::classify::{BALANCED, TYPE5_ALL_HIT, TYPE5_ALL_MISS};
use super::model::Model;
use super::ports::{In, Out};
use super::Profiler;
use crate::medic::params::{Params, Reclassify, STEPS};
use crate::{Monitor, Violation};

/// A warp slot as the ports show it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Counted replies since the profiling began, up to its length.
    counted: u32,
    /// Hits among them.
    hits: u32,
    /// Type, if it is known: it is not while it could change with every reply.
    kind: Option<u8>,
}

/// Follows one `medic_profiler` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    slots: Vec<Slot>,
    lo: u8,
    /// Cycles since the last boundary of an epoch.
    since: u64,
}

impl Monitor<Profiler> for Checker {
    fn new(params: &Params) -> Checker {
        let slot = Slot { counted: 0, hits: 0, kind: Some(BALANCED as u8) };
        Checker {
            params: params.clone(),
            cycle: 0,
            slots: vec![slot; params.warps_per_sm as usize],
            lo: params.lo_pct as u8,
            since: 0,
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o, model);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "medic_profiler", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), String> {
        self.check_stimulus(i)?;
        self.check_tags(i, o)?;
        self.check_epoch(o)?;
        self.follow(i, o)?;
        self.check_counters(model)
    }

    fn check_stimulus(&self, i: &In) -> Result<(), String> {
        for (valid, wid) in [(i.alloc_valid, i.alloc_wid), (i.q_valid, i.q_wid), (i.r_valid, i.r_wid)] {
            if valid && u32::from(wid) >= self.params.warps_per_sm {
                return Err(format!("illegal stimulus: there is no warp slot {wid}"));
            }
        }
        Ok(())
    }

    /// A warp is in profiling until enough of its replies have been counted, and its type stays as it was found.
    fn check_tags(&self, i: &In, o: &Out) -> Result<(), String> {
        // Without a query nothing names a warp, and `q_wid` may be of any bits.
        let (prof, kind) = match i.q_valid.then(|| &self.slots[usize::from(i.q_wid)]) {
            Some(slot) => (slot.counted < self.params.profile_len, slot.kind),
            None => (false, Some(0)),
        };
        if o.q_prof != prof {
            return Err(format!("q_prof of warp {} is {}, its profiling says {prof}", i.q_wid, o.q_prof));
        }
        match kind {
            Some(kind) if kind != o.q_type => {
                Err(format!("q_type of warp {} is {}, it was found to be {kind}", i.q_wid, o.q_type))
            }
            _ => Ok(()),
        }
    }

    /// Epochs have their length, and invariant 5: the boundary goes down by whole steps, and up by one at most.
    fn check_epoch(&mut self, o: &Out) -> Result<(), String> {
        let p = &self.params;
        self.since += 1;
        if o.epoch_pulse != (self.since == p.epoch_cycles.into()) {
            return Err(format!("epoch_pulse is {} {} cycles after the last", o.epoch_pulse, self.since));
        }
        if o.epoch_pulse {
            self.since = 0;
        }
        let (before, lo) = (std::mem::replace(&mut self.lo, o.lo_pct_o), o.lo_pct_o);
        let possible = (0..=STEPS).any(|k| p.lo(k) == lo.into());
        let in_time = lo == before || self.since == 15;
        if !possible || !in_time || u32::from(lo.saturating_sub(before)) > p.tune_step {
            return Err(format!("invariant 5: the boundary goes from {before} to {lo} %"));
        }
        Ok(())
    }

    /// Counts what must be counted; `o` tells of the cycle of `i`.
    fn follow(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let replaced = i.alloc_valid && i.alloc_wid == i.r_wid;
        let counts = i.r_valid && !i.r_byp && !replaced && !o.epoch_pulse;
        let mut classified = None;
        if counts {
            let slot = &mut self.slots[usize::from(i.r_wid)];
            if slot.counted < p.profile_len {
                slot.counted += 1;
                slot.hits += u32::from(i.r_hit);
                classified = (slot.counted == p.profile_len).then_some(i.r_wid);
            } else if p.reclassify == Reclassify::Continuous {
                slot.kind = None;
            }
        }
        let told = o.ev_classify.then_some(o.ev_wid);
        if told != classified || (!o.ev_classify && (o.ev_wid, o.ev_type5) != (0, 0)) {
            return Err(format!("{o:?} where the profiling that ends is that of {classified:?}"));
        }
        if let Some(wid) = classified {
            let slot = &mut self.slots[usize::from(wid)];
            let extreme = |hits: u32, kind: u32| (slot.hits == hits) == (u32::from(o.ev_type5) == kind);
            if !extreme(0, TYPE5_ALL_MISS) || !extreme(p.profile_len, TYPE5_ALL_HIT) {
                return Err(format!("{} hits of {} are type {}", slot.hits, slot.counted, o.ev_type5));
            }
            // The two codes for few hits share one; those above follow.
            slot.kind = Some(o.ev_type5.saturating_sub(1));
        }
        self.renew(i, o);
        Ok(())
    }

    /// What allocations and epochs begin again.
    fn renew(&mut self, i: &In, o: &Out) {
        if i.alloc_valid {
            self.slots[usize::from(i.alloc_wid)] = Slot { counted: 0, hits: 0, kind: Some(BALANCED as u8) };
        }
        if o.epoch_pulse {
            for slot in &mut self.slots {
                (slot.counted, slot.hits) = (0, 0);
            }
        }
    }

    /// Invariant 1.
    fn check_counters(&self, model: &Model) -> Result<(), String> {
        let (s, limit) = (model.state(), 1u64 << (self.params.cnt_bits - 1));
        let counters = s.acc.as_flattened().iter().zip(s.hit.as_flattened());
        match counters.clone().position(|(acc, hit)| hit > acc || *acc >= limit) {
            Some(w) => {
                Err(format!("invariant 1: the counters of warp {w} are {:?}", counters.clone().nth(w)))
            }
            None => Ok(()),
        }
    }
}
