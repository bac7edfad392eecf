// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `eq_fm`, checked at its ports.

use super::model::Model;
use super::ports::{In, Out};
use super::EqFm;
use crate::equalizer::params::Params;
use crate::{Monitor, Violation};

/// Follows the ports of one `eq_fm` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    previous: Option<(bool, Out)>,
    constant_mode: bool,
    last_change: [Option<u64>; 2],
}

impl Monitor<EqFm> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            previous: None,
            constant_mode: true,
            last_change: [None; 2],
        }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let fail = |what: String| Err(Violation { unit: "eq_fm", cycle: self.cycle, what });
        let levels = [o.sm_level, o.mem_level];
        let changes = [o.sm_change, o.mem_change];
        let (mode, before) = self.previous.map_or((i.mode, [1; 2]), |(m, p)| (m, [p.sm_level, p.mem_level]));
        self.constant_mode &= mode == i.mode;
        for d in 0..2 {
            if levels[d] > 2 || levels[d].abs_diff(before[d]) > 1 {
                return fail(format!(
                    "invariant 6: level of domain {d} goes from {} to {}",
                    before[d], levels[d]
                ));
            }
            if changes[d] != (levels[d] != before[d]) {
                return fail(format!("the change pulse of domain {d} does not mark the change of its level"));
            }
            if o.vr_busy >> d & 1 == 1 && changes[d] {
                return fail(format!(
                    "the regulator of domain {d} is busy in the first cycle of its new level"
                ));
            }
            if changes[d] {
                let epoch = u64::from(self.params.epoch_len);
                if self.last_change[d].is_some_and(|at| self.cycle - at < epoch) {
                    return fail(format!("invariant 6: domain {d} moves twice within {epoch} cycles"));
                }
                self.last_change[d] = Some(self.cycle);
            }
        }
        if self.params.maintain_nominal && self.constant_mode && levels[0] != 1 && levels[1] != 1 {
            return fail("invariant 6: both domains are off nominal".into());
        }
        self.previous = Some((i.mode, *o));
        self.cycle += 1;
        Ok(())
    }
}
