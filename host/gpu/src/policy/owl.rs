// SPDX-License-Identifier: Apache-2.0
//! OWL, without its prefetching: one group of CTAs goes first until it has finished, so that it has the cache
//! (Jog 2013; specification of Mascar, section 8.3, whose details of the cited work are calibration defaults).

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::lrr::Lrr;
use super::params::ParamInfo;
use crate::attachments::Socket;
use crate::socket::{PerScheduler, WarpLaunch, WarpScheduler, WarpView};

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Owl {
    /// Least warps of a group, over all schedulers of the SM.
    least: u32,
    /// Warps of this scheduler that have not exited, by group.
    groups: Vec<u64>,
    /// The group that goes first.
    preferred: usize,
    /// Its warps that have not exited since it does.
    members: u64,
    round: Lrr,
}

impl Owl {
    /// Groups of at least `least` warps; the one behind group `start` goes first.
    fn new(least: u32, start: usize) -> Self {
        Self { least, groups: Vec::new(), preferred: start, members: 0, round: Lrr::default() }
    }

    /// The warps of each group, from the one behind the preferred on.
    fn in_turn(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let n = self.groups.len();
        (1..=n).map(move |i| (self.preferred + i) % n).map(|g| (g, self.groups[g]))
    }
}

impl WarpScheduler for Owl {
    fn pick(&mut self, view: &WarpView) -> u32 {
        if self.members == 0 {
            let next = self.in_turn().find(|(_, warps)| *warps != 0);
            (self.preferred, self.members) = next.unwrap_or((self.preferred, 0));
        }
        let groups = std::iter::once(self.members).chain(self.in_turn().map(|(_, warps)| warps));
        let group = groups.map(|warps| warps & view.ready).find(|ready| *ready != 0);
        self.round.next_of(group.unwrap_or(view.ready))
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        let group = (launch.cta / self.least.div_ceil(launch.warps_per_cta)) as usize;
        if group >= self.groups.len() {
            self.groups.resize(group + 1, 0);
        }
        self.groups[group] |= 1 << launch.warp;
    }

    fn exited(&mut self, warp: u32) {
        let others = !(1 << warp);
        self.groups.iter_mut().for_each(|group| *group &= others);
        self.members &= others;
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "owl",
    socket: Socket::Issue,
    meaning: "a group of CTAs goes first until it has finished; other SMs start with other groups",
    source: "Jog 2013 without prefetching, as in the specification of Mascar, section 8.3",
    params: &[ParamInfo::number("warps", "least warps of a group of CTAs", 8, 1, 64)],
    install: |s, machine, a| {
        a.issue(machine, |sm| Box::new(PerScheduler::new(machine.sm.schedulers, || Owl::new(s.get(0), sm))))
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Three CTAs of four warps in groups of at least two CTAs of them: groups of warps 0-7 and 8-11.
    fn scheduler(start: usize) -> Owl {
        let mut s = Owl::new(8, start);
        (0..12).for_each(|warp| s.launched(&WarpLaunch { warp, cta: warp / 4, warps_per_cta: 4 }));
        s
    }

    fn pick(s: &mut Owl, ready: u64) -> u32 {
        s.pick(&WarpView::of(ready))
    }

    #[test]
    fn the_preferred_group_goes_round_and_the_others_get_what_it_leaves() {
        let mut s = scheduler(1);
        assert_eq!([pick(&mut s, 0b1111_0000_0011), pick(&mut s, 0b1111_0000_0011)], [0, 1]);
        assert_eq!(pick(&mut s, 0b1111_0000_0000), 8);
        assert_eq!(pick(&mut s, 0b1111_0000_0001), 0);
    }

    #[test]
    fn the_next_group_is_preferred_when_the_ctas_of_the_first_have_finished_whatever_took_their_slots() {
        let mut s = scheduler(1);
        assert_eq!(pick(&mut s, 0xfff), 0);
        for warp in 0..8 {
            assert!(pick(&mut s, 0xfff & !0u64 << warp) < 8);
            s.exited(warp);
            s.launched(&WarpLaunch { warp, cta: warp / 4, warps_per_cta: 4 });
        }
        assert_eq!(pick(&mut s, 0xfff), 8);
    }

    #[test]
    fn schedulers_of_different_sms_start_with_different_groups() {
        assert_eq!([0, 1, 2].map(|sm| pick(&mut scheduler(sm), 0xfff)), [8, 0, 8]);
    }
}
