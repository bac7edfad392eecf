// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `mask_l2bypass`, checked at its ports.

use super::model::Model;
use super::ports::{In, Out};
use super::L2Bypass;
use crate::mask::params::Params;
use crate::{Monitor, Violation};

/// Follows one `mask_l2bypass`.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
}

impl Monitor<L2Bypass> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0 }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let cycle = self.cycle;
        self.cycle += 1;
        let p = &self.params;
        let k = p.l2b_leader_log2;
        // Bit by bit, as the decision has it.
        let odd =
            |bit: u32| (0..3).filter(|group| i.wm_addr >> (7 + group * k + bit) & 1 == 1).count() % 2 == 1;
        let leader = k > 0 && !(0..k).any(odd);
        let depth = u32::from(i.wm_depth);
        let asked = (1..=p.pt_levels).contains(&depth) && i.bypass_bits >> (depth - 1) & 1 == 1;
        let rules = [
            ("invariant 9", !(o.wm_bypass && depth == 0)),
            ("section 6.6", i.en_l2bypass || !o.wm_bypass),
            ("decision D20", !(leader && o.wm_bypass)),
            ("section 2.7", o.wm_bypass == (asked && i.en_l2bypass && !leader)),
        ];
        match rules.into_iter().find(|(_, holds)| !holds) {
            None => Ok(()),
            Some((rule, _)) => {
                Err(Violation { unit: "mask_l2bypass", cycle, what: format!("{rule} by {i:?}: {o:?}") })
            }
        }
    }
}
