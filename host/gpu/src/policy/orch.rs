// SPDX-License-Identifier: Apache-2.0
//! The scheduling of orchestrated prefetching, ORCH (Jog 2013; in the form of the specification of CTA-aware prefetching,
//! section 8.3): consecutive warps stand in different groups, so that a group that runs ahead brings lines that a locality-aware
//! prefetcher (`lap`) completes for the groups that follow. It is the two-level scheduler with a ready queue (`ready_queue`)
//! but for the order in which it looks for the next warp.

use super::info::PolicyInfo;
use super::params::ParamInfo;
use super::ready_queue::ReadyQueues;
use crate::attachments::Socket;
use crate::machine::SmSpec;

/// As many groups as the ready queue must hold different warps until all were in it.
fn groups(sm: &SmSpec, entries: u32) -> u32 {
    (sm.warps / (entries * sm.schedulers)).max(1)
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "orch",
    socket: Socket::Issue,
    meaning: "two-level scheduling in which consecutive warps stand in different groups; beside it, `lap`",
    source: "Jog 2013, as in the specification of CTA-aware prefetching, section 8.3",
    params: &[ParamInfo::number("entries", "warps in the ready queue of a scheduler", 8, 1, 64)],
    install: |s, machine, a| {
        let entries = s.get(0);
        let queues = ReadyQueues::new(machine.sm.schedulers, entries, false, groups(&machine.sm, entries));
        a.issue(machine, |_| Box::new(queues.clone()))
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::MachineSpec;
    use crate::socket::{Issue, SmView, WarpLaunch};

    #[test]
    fn forty_eight_warps_and_a_queue_of_eight_are_six_groups() {
        let mut sm = MachineSpec::load("gtx480").unwrap().sm;
        (sm.warps, sm.schedulers) = (48, 1);
        assert_eq!((groups(&sm, 8), groups(&sm, 64)), (6, 1));
    }

    #[test]
    fn the_warps_of_a_group_enter_one_after_the_other() {
        let mut queues = ReadyQueues::new(1, 10, false, 6);
        (0..48).for_each(|warp| queues.launched(&WarpLaunch::of(warp)));
        (0..10).for_each(|_| queues.step(&SmView::default()));
        let entered: Vec<u32> = (0..10)
            .filter_map(|_| {
                queues.step(&SmView { ready: u64::MAX, ..SmView::default() });
                queues.grant(0, &crate::socket::WarpView::of(u64::MAX))
            })
            .collect();
        assert_eq!(entered, [0, 6, 12, 18, 24, 30, 36, 42, 1, 7]);
    }
}
