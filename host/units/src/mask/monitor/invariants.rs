// SPDX-License-Identifier: Apache-2.0
//! What invariants 5 and 9 of specification section 11 need of `mask_monitor`, checked at its ports: the warps that tokens are
//! given to are those that issued, and nothing changes but at the end of an epoch.

use std::collections::BTreeSet;

use super::model::Model;
use super::ports::{In, Out};
use super::Monitor;
use crate::mask::params::Params;
use crate::Violation;

/// Follows one `mask_monitor` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    issued: BTreeSet<u64>,
    peak: u8,
    /// What must show.
    ended: Out,
}

impl crate::Monitor<Monitor> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0, issued: BTreeSet::new(), peak: 0, ended: Out::default() }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "mask_monitor", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        for issue in i.issues(&self.params).filter(|issue| issue.valid) {
            if issue.warp >= self.params.warps_per_core.into() {
                return Err(format!("illegal stimulus: there is no warp slot {}", issue.warp));
            }
            self.issued.insert(issue.warp);
        }
        self.peak = self.peak.max(i.stalled);
        if i.tick {
            let uniq = self.issued.len().min(255) as u8;
            self.ended = Out { uniq, warps_peak: std::mem::take(&mut self.peak) };
            self.issued.clear();
        }
        match *o == self.ended {
            true => Ok(()),
            false => {
                Err(format!("invariants 5 and 9: {o:?} where the epoch that ended says {:?}", self.ended))
            }
        }
    }
}
