// SPDX-License-Identifier: Apache-2.0
//! Loose round robin: the first ready warp after the one that issued last.

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::issue;
use crate::attachments::Socket;
use crate::machine::WarpPolicy;
use crate::socket::{WarpScheduler, WarpView};

/// The policy in one scheduler.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Lrr {
    /// Slots above the last pick, as a mask.
    after: u64,
}

impl WarpScheduler for Lrr {
    #[inline]
    fn pick(&mut self, view: &WarpView) -> u32 {
        self.next_of(view.ready)
    }
}

impl Lrr {
    /// The first warp of `ready`, which is not 0, after the last pick.
    #[inline]
    pub(super) fn next_of(&mut self, ready: u64) -> u32 {
        let later = ready & self.after;
        let warp = if later != 0 { later } else { ready }.trailing_zeros();
        self.after = (!1u64) << warp;
        warp
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "lrr",
    socket: Socket::Issue,
    meaning: "loose round robin",
    source: "baseline of Sethia 2015, chapter IV",
    params: &[],
    install: |_, machine, a| a.issue(machine, |_| issue(machine, WarpPolicy::Lrr)),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ready_warp_gets_its_turn_in_slot_order() {
        let mut s = Lrr::default();
        let ready = 1 << 0 | 1 << 5 | 1 << 63;
        let picks: Vec<u32> = (0..4).map(|_| s.pick(&WarpView::of(ready))).collect();
        assert_eq!(picks, [0, 5, 63, 0]);
    }
}
