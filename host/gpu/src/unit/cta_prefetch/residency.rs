// SPDX-License-Identifier: Apache-2.0
//! CTAs that start and end, as the ports of both modules take them: at most one event a cycle, in order. So a slot starts
//! only after its last CTA has ended, and all warps of that have finished.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::socket::CtaLaunch;

/// What happens to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    Start(CtaLaunch),
    End(u8),
}

/// Changes that the unit has not been told yet.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Changes(VecDeque<Change>);

impl Changes {
    pub fn start(&mut self, launch: &CtaLaunch) {
        self.0.push_back(Change::Start(*launch));
    }

    pub fn end(&mut self, cta: u32) {
        self.0.push_back(Change::End(cta as u8));
    }

    /// The change that the unit is told in this cycle.
    pub fn next(&mut self) -> Option<Change> {
        self.0.pop_front()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Sets the ports `cta_start_*` and `cta_end_*`, which both modules have, from an optional [`Change`].
macro_rules! tell {
    ($input:expr, $change:expr) => {
        match $change {
            Some($crate::unit::cta_prefetch::residency::Change::Start(launch)) => {
                $input.cta_start_valid = true;
                $input.cta_start_slot = launch.cta as u8;
                $input.cta_start_first = launch.first as u8;
                $input.cta_start_nw = launch.warps as u8;
            }
            Some($crate::unit::cta_prefetch::residency::Change::End(cta)) => {
                $input.cta_end_valid = true;
                $input.cta_end_slot = cta;
            }
            None => {}
        }
    };
}

pub(super) use tell;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_a_cycle_in_their_order() {
        let mut changes = Changes::default();
        let launch = CtaLaunch { cta: 3, first: 12, warps: 4 };
        changes.end(3);
        changes.start(&launch);
        assert_eq!(
            [changes.next(), changes.next(), changes.next()],
            [Some(Change::End(3)), Some(Change::Start(launch)), None]
        );
    }
}
