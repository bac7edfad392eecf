// SPDX-License-Identifier: Apache-2.0
//! Two-level scheduling: round robin in a fetch group of warps until all of it waits for memory, then the next
//! group (Narasiman 2011; specification of Mascar, section 8.3, whose group size is a calibration default).

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::lrr::Lrr;
use super::params::ParamInfo;
use crate::attachments::Socket;
use crate::socket::{PerScheduler, WarpLaunch, WarpScheduler, WarpView};

#[derive(Clone, Debug, Serialize, Deserialize)]
struct TwoLevel {
    /// Warps of a group.
    size: u32,
    /// Warp slots of this scheduler, in groups; a slot joins when its first warp starts.
    groups: Vec<u64>,
    /// The group that goes first.
    active: usize,
    round: Lrr,
}

impl TwoLevel {
    fn new(size: u32) -> Self {
        Self { size, groups: Vec::new(), active: 0, round: Lrr::default() }
    }

    /// The groups from the active one on.
    fn in_turn(&self) -> impl Iterator<Item = usize> {
        let (n, first) = (self.groups.len(), self.active);
        (first..n).chain(0..first)
    }
}

impl WarpScheduler for TwoLevel {
    fn pick(&mut self, view: &WarpView) -> u32 {
        let running = view.live & !view.long_wait;
        let active = self.in_turn().find(|g| self.groups[*g] & running != 0);
        self.active = active.unwrap_or(self.active);
        // A group whose warps all wait for near results leaves the slot to the groups behind it.
        let group = self.in_turn().map(|g| self.groups[g] & view.ready).find(|ready| *ready != 0);
        self.round.next_of(group.unwrap_or(view.ready))
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        let slot = 1 << launch.warp;
        if self.groups.iter().any(|group| group & slot != 0) {
            return;
        }
        match self.groups.last_mut() {
            Some(group) if group.count_ones() < self.size => *group |= slot,
            _ => self.groups.push(slot),
        }
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "two_level",
    socket: Socket::Issue,
    meaning: "round robin in a group of warps until all of it waits for memory, then the next group",
    source: "Narasiman 2011, as in the specification of Mascar, section 8.3",
    params: &[ParamInfo::number("group", "warps of a fetch group", 8, 1, 64)],
    install: |s, machine, a| {
        a.issue(machine, |_| Box::new(PerScheduler::new(machine.sm.schedulers, || TwoLevel::new(s.get(0)))))
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Six warps in groups of two.
    fn scheduler() -> TwoLevel {
        let mut s = TwoLevel::new(2);
        (0..6).for_each(|w| s.launched(&WarpLaunch::of(w)));
        s
    }

    fn view(ready: u64, long_wait: u64) -> WarpView {
        WarpView { ready, live: 0b111111, long_wait }
    }

    #[test]
    fn the_active_group_goes_round_while_one_of_it_does_not_wait_for_memory() {
        let mut s = scheduler();
        let picks: Vec<u32> = (0..4).map(|_| s.pick(&view(0b111111, 0))).collect();
        assert_eq!(picks, [0, 1, 0, 1]);
        // Warp 0 waits for memory, warp 1 for a near result: the slot is lent, the group stays the active one.
        assert_eq!(s.pick(&view(0b111100, 0b1)), 2);
        assert_eq!(s.pick(&view(0b111111, 0)), 0);
    }

    #[test]
    fn a_group_that_waits_for_memory_altogether_gives_its_turn_to_the_next() {
        let mut s = scheduler();
        assert_eq!(s.pick(&view(0b111100, 0b11)), 2);
        // Its data comes back, but the turn has gone.
        let picks: Vec<u32> = (0..3).map(|_| s.pick(&view(0b111111, 0))).collect();
        assert_eq!(picks, [3, 2, 3]);
        assert_eq!(s.pick(&view(0b110011, 0b1100)), 4);
    }

    #[test]
    fn a_warp_that_starts_in_a_used_slot_is_of_the_slots_group() {
        let mut s = scheduler();
        s.launched(&WarpLaunch::of(1));
        assert_eq!(s.groups, [0b11, 0b1100, 0b110000]);
    }
}
