// SPDX-License-Identifier: Apache-2.0
//! Two-level scheduling with a ready queue: a scheduler issues only from a short queue of warps, which a warp leaves when it
//! waits for long and enters when it can go on (Gebhart 2011; specification of CTA-aware prefetching, section 2.4, whose
//! baseline it is). A line that was prefetched can call its warp into the queue at once (section 2.5).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::params::ParamInfo;
use crate::attachments::Socket;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, Grants, Issue, SmView, WarpLaunch, WarpView, SCHEDULERS, WARP_SLOTS};
use crate::stats::{IssueStats, UnitStats};
use crate::types::bits;

/// Calls of prefetched lines that wait; with so many waiting, another one is dropped.
const CALLS: usize = 8;

/// Warp slots of an SM at most.
const WARPS: u32 = WARP_SLOTS as u32;

/// The ready queue of one scheduler.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Queue {
    entries: usize,
    /// The scheduler's warps that have not exited.
    live: u64,
    /// Those in the queue, in the order in which they came.
    ready: Vec<u32>,
    /// The position that is asked first whether its warp can issue.
    first: usize,
    /// The place in the order from which the others are looked through.
    pending_from: u32,
    /// Warps whose prefetched lines have come, oldest first.
    called: VecDeque<u32>,
    /// Groups of warps: warps `w` of the same `w` modulo their number stand together in the order of looking; 1: the order of the
    /// slots.
    groups: u32,
}

impl Queue {
    fn new(entries: u32, groups: u32) -> Queue {
        Queue { entries: entries as usize, groups, ..Queue::default() }
    }

    /// The place of a warp in the order of looking.
    fn rank(&self, warp: u32) -> u32 {
        warp % self.groups * WARPS.div_ceil(self.groups) + warp / self.groups
    }

    /// One cycle: the warp that issues of `can_issue`; then at most one `stalled` warp leaves and one other enters.
    fn step(&mut self, can_issue: u64, stalled: u64) -> Option<u32> {
        let positions = (self.first..self.ready.len()).chain(0..self.first);
        let position = positions.into_iter().find(|&p| can_issue >> self.ready[p] & 1 == 1);
        let issued = position.map(|p| self.ready[p]);
        self.first = position.map_or(self.first, |p| p + 1);
        if let Some(position) = self.ready.iter().position(|&warp| stalled >> warp & 1 == 1) {
            self.leave(position);
        }
        if !self.answer_call(stalled, issued) && self.ready.len() < self.entries {
            self.promote(stalled);
        }
        if self.first >= self.ready.len() {
            self.first = 0;
        }
        issued
    }

    /// The warps in the queue.
    fn inside(&self) -> u64 {
        self.ready.iter().fold(0, |all, warp| all | 1u64 << warp)
    }

    fn leave(&mut self, position: usize) {
        self.ready.remove(position);
        self.first -= usize::from(position < self.first);
    }

    /// The oldest call: whether its warp has entered, in a full queue in place of the last one that did not issue.
    fn answer_call(&mut self, stalled: u64, issued: Option<u32>) -> bool {
        let Some(&warp) = self.called.front() else { return false };
        let enters = (self.live & !stalled) >> warp & 1 == 1 && !self.ready.contains(&warp);
        if enters && self.ready.len() == self.entries {
            match self.ready.iter().rposition(|&other| Some(other) != issued) {
                Some(last) => self.leave(last),
                // It is asked again.
                None => return false,
            }
        }
        self.called.pop_front();
        if enters {
            self.ready.push(warp);
        }
        enters
    }

    /// The next warp outside the queue that is not stalled enters.
    fn promote(&mut self, stalled: u64) {
        let pending = self.live & !stalled & !self.inside();
        let places = WARPS.div_ceil(self.groups) * self.groups;
        let distance = |warp: &u32| (self.rank(*warp) + places - self.pending_from) % places;
        if let Some(warp) = bits(pending).min_by_key(distance) {
            self.ready.push(warp);
            self.pending_from = (self.rank(warp) + 1) % places;
        }
    }

    fn exited(&mut self, warp: u32) {
        self.live &= !(1 << warp);
        if let Some(position) = self.ready.iter().position(|&other| other == warp) {
            self.leave(position);
        }
    }
}

/// The queues of an SM. Warp `w` belongs to scheduler `w` modulo their number.
#[derive(Clone, Debug)]
pub(super) struct ReadyQueues {
    queues: Vec<Queue>,
    /// Whether prefetched lines call their warps.
    calls: bool,
    /// The scheduler that chooses first: only one can issue a memory instruction.
    first: usize,
    /// Of this cycle.
    grants: Grants,
    stats: IssueStats,
}

impl ReadyQueues {
    /// A queue of `entries` for each of `schedulers`, and so many groups of warps.
    pub(super) fn new(schedulers: u32, entries: u32, calls: bool, groups: u32) -> ReadyQueues {
        let queues = vec![Queue::new(entries, groups); schedulers as usize];
        ReadyQueues { queues, calls, first: 0, grants: [None; SCHEDULERS], stats: IssueStats::default() }
    }

    fn of(&mut self, warp: u32) -> &mut Queue {
        let n = self.queues.len();
        &mut self.queues[warp as usize % n]
    }
}

impl Saved for ReadyQueues {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&(&self.queues, self.first, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        (self.queues, self.first, self.stats) = from.take()?;
        Ok(())
    }
}

impl Attachment for ReadyQueues {
    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl Issue for ReadyQueues {
    fn at_once(&self) -> bool {
        true
    }

    fn step(&mut self, view: &SmView) {
        let stalled = view.stalled();
        let (n, mut can_issue) = (self.queues.len(), view.ready);
        let inside = self.queues.iter().fold(0, |all, queue| all | queue.inside());
        for s in (self.first..n).chain(0..self.first) {
            let warp = self.queues[s].step(can_issue, stalled);
            if warp.is_some_and(|warp| view.is_mem >> warp & 1 == 1) {
                can_issue &= !view.is_mem;
                self.first = (s + 1) % n;
            }
            self.grants[s] = warp.map(|warp| warp as u8);
        }
        view.count(inside, self.grants.iter().any(Option::is_some), &mut self.stats);
    }

    fn grant(&mut self, scheduler: usize, _: &WarpView) -> Option<u32> {
        self.grants[scheduler].map(u32::from)
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        self.of(launch.warp).live |= 1 << launch.warp;
    }

    fn exited(&mut self, warp: u32) {
        self.of(warp).exited(warp);
    }

    fn prefetched(&mut self, warp: u32) {
        let calls = self.calls;
        let called = &mut self.of(warp).called;
        if calls && called.len() < CALLS {
            called.push_back(warp);
        }
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "ready_queue",
    socket: Socket::Issue,
    meaning:
        "two-level scheduling: only warps of a short queue issue, and one that waits for memory leaves it",
    source: "Gebhart 2011; the baseline of Jeon 2014",
    params: &[
        ParamInfo::number("entries", "warps in the ready queue of a scheduler", 8, 1, 64),
        ParamInfo::words(
            "wake",
            "a prefetched line that has come calls its warp into the queue",
            "off",
            &["off", "on"],
        ),
    ],
    install: |s, machine, a| {
        let queues = ReadyQueues::new(machine.sm.schedulers, s.get(0), s.get(1) == 1, 1);
        a.issue(machine, |_| Box::new(queues.clone()))
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    /// `warps` warps that have just started, and no one stalled so far, with a queue of `entries`.
    fn queue(warps: u32, entries: u32) -> Queue {
        let mut queue = Queue { live: u64::MAX >> (64 - warps), ..Queue::new(entries, 1) };
        (0..entries).for_each(|_| assert_eq!(queue.step(0, 0), None));
        queue
    }

    #[test]
    fn warps_enter_in_order_one_a_cycle_and_take_turns() {
        // The example of the specification, section 2.4: three CTAs of four warps, a queue of six.
        let mut queue = queue(12, 6);
        assert_eq!(queue.ready, [0, 1, 2, 3, 4, 5]);
        let issued: Vec<_> = (0..7).map(|_| queue.step(0b1111_1111_1101, 0)).collect();
        assert_eq!(issued, [0, 2, 3, 4, 5, 0, 2].map(Some), "a warp outside the queue does not issue");
    }

    #[test]
    fn a_stalled_warp_leaves_and_the_next_one_that_is_not_stalled_enters() {
        let mut queue = queue(12, 6);
        let stalled = 0b1000010;
        assert_eq!(queue.step(!stalled, stalled), Some(0));
        assert_eq!(queue.ready, [0, 2, 3, 4, 5, 7], "warp 6 waits as well");
        // Warp 1 comes back when the others outside have had their turn.
        assert_eq!(queue.step(!0b1, 0b1), Some(2));
        assert_eq!(queue.ready, [2, 3, 4, 5, 7, 8]);
    }

    #[test]
    fn the_queue_runs_empty_while_all_warps_are_stalled_and_fills_again() {
        let mut queue = queue(3, 2);
        (0..2).for_each(|_| assert_eq!(queue.step(0, 0b111), None));
        assert!(queue.ready.is_empty());
        assert_eq!(queue.step(0b111, 0), None, "a warp that enters can issue from the next cycle on");
        assert_eq!(queue.step(0b111, 0), Some(2));
    }

    #[test]
    fn a_warp_that_is_called_takes_the_place_of_the_last_one_that_does_not_issue() {
        let mut queue = queue(12, 4);
        queue.called.push_back(9);
        assert_eq!(queue.step(0b1000, 0), Some(3));
        assert_eq!(queue.ready, [0, 1, 3, 9]);
    }

    #[test]
    fn a_call_of_a_warp_that_is_in_the_queue_or_stalled_does_nothing_and_another_warp_may_enter() {
        for (warp, stalled) in [(3, 0b1), (9, 1 << 9 | 0b1)] {
            let mut queue = queue(12, 4);
            queue.called.push_back(warp);
            queue.step(0, stalled);
            assert_eq!((queue.ready.as_slice(), queue.called.len()), ([1, 2, 3, 4].as_slice(), 0));
        }
    }

    #[test]
    fn a_call_waits_while_the_only_warp_in_the_queue_issues() {
        let mut queue = queue(4, 1);
        queue.called.push_back(2);
        assert_eq!(queue.step(0b1, 0), Some(0));
        assert_eq!(queue.ready, [0]);
        queue.step(0, 0);
        assert_eq!(queue.ready, [2]);
    }

    #[test]
    fn a_warp_that_exits_leaves_the_queue_and_a_new_one_in_its_slot_is_outside() {
        let mut queues = ReadyQueues::new(2, 8, true, 1);
        (0..6).for_each(|warp| queues.launched(&WarpLaunch::of(warp)));
        (0..3).for_each(|_| queues.step(&SmView::default()));
        assert_eq!(
            (queues.queues[0].ready.as_slice(), queues.queues[1].ready.as_slice()),
            ([0, 2, 4].as_slice(), [1, 3, 5].as_slice())
        );
        queues.exited(2);
        queues.launched(&WarpLaunch::of(2));
        assert_eq!(queues.queues[0].ready, [0, 4]);
        queues.step(&SmView::default());
        assert_eq!(queues.queues[0].ready, [0, 4, 2]);
    }

    #[test]
    fn one_scheduler_of_all_issues_a_memory_instruction_and_they_take_turns() {
        let mut queues = ReadyQueues::new(2, 8, false, 1);
        (0..4).for_each(|warp| queues.launched(&WarpLaunch::of(warp)));
        (0..2).for_each(|_| queues.step(&SmView::default()));
        let view = SmView { ready: 0b1111, is_mem: 0b0111, ..SmView::default() };
        queues.step(&view);
        assert_eq!(queues.grants[..2], [Some(0), Some(3)]);
        queues.step(&view);
        assert_eq!(queues.grants[..2], [None, Some(1)]);
    }
}
