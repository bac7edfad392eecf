// SPDX-License-Identifier: Apache-2.0
//! Greedy then oldest: the warp that issued last as long as it is ready, else the oldest ready one (Rogers 2012).

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::issue;
use crate::attachments::Socket;
use crate::machine::WarpPolicy;
use crate::socket::{WarpLaunch, WarpScheduler, WarpView};

/// The policy in one scheduler.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Gto {
    /// The warp that issued last, as a mask; 0 once it has exited.
    greedy: u64,
    /// Warp slots by launch, oldest first.
    by_age: Vec<u32>,
}

impl WarpScheduler for Gto {
    #[inline]
    fn pick(&mut self, view: &WarpView) -> u32 {
        let ready = view.ready;
        if ready & self.greedy == 0 {
            let oldest = self.by_age.iter().find(|w| ready >> **w & 1 == 1);
            self.greedy = 1 << oldest.copied().unwrap_or(ready.trailing_zeros());
        }
        self.greedy.trailing_zeros()
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        self.by_age.retain(|w| *w != launch.warp);
        self.by_age.push(launch.warp);
    }

    fn exited(&mut self, warp: u32) {
        self.greedy &= !(1 << warp);
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "gto",
    socket: Socket::Issue,
    meaning: "greedy then oldest",
    source: "Rogers 2012",
    params: &[],
    install: |_, machine, a| a.issue(machine, |_| issue(machine, WarpPolicy::Gto)),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_warp_issues_until_it_is_not_ready_then_the_oldest() {
        let mut s = Gto::default();
        for w in [4, 2, 6] {
            s.launched(&WarpLaunch::of(w));
        }
        let all = 1 << 2 | 1 << 4 | 1 << 6;
        let picks = [all, all, all & !(1 << 4), all, 1 << 6].map(|ready| s.pick(&WarpView::of(ready)));
        assert_eq!(picks, [4, 4, 2, 2, 6]);
    }

    #[test]
    fn a_warp_launched_into_a_used_slot_is_the_youngest() {
        let mut s = Gto::default();
        for w in [0, 2, 4, 0] {
            s.launched(&WarpLaunch::of(w));
        }
        let picks = [0b10100, 0b10001, 0b00001].map(|ready| s.pick(&WarpView::of(ready)));
        assert_eq!(picks, [2, 4, 0]);
    }

    #[test]
    fn a_warp_launched_into_the_slot_of_the_greedy_one_does_not_inherit_its_turn() {
        let mut s = Gto::default();
        for w in [0, 2] {
            s.launched(&WarpLaunch::of(w));
        }
        assert_eq!(s.pick(&WarpView::of(0b101)), 0);
        s.exited(0);
        s.launched(&WarpLaunch::of(0));
        assert_eq!(s.pick(&WarpView::of(0b101)), 2);
    }
}
