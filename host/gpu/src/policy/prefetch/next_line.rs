// SPDX-License-Identifier: Apache-2.0
//! Next-line prefetching: a miss asks for the lines that follow (Smith 1978; APOGEE, section 8.3; with `merges=off` the
//! policy SP of CTA-aware prefetching, section 8.3).

use serde::{Deserialize, Serialize};

use super::queue::PrefetchQueue;
use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{Found, KernelLaunch, Lookup, Prefetch, Prefetcher, Reply};
use crate::stats::PrefetchStats;
use crate::types::{Line, LineSize, SmCycle};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("degree", "lines that follow the one that missed", 1, 1, 16),
    ParamInfo::number("queue", "prefetches that wait for the port of the L1", 16, 1, 64),
    ParamInfo::words(
        "merges",
        "the first demand for a line that is on its way for a prefetch counts as a miss",
        "on",
        &["off", "on"],
    ),
];

#[derive(Serialize, Deserialize)]
struct NextLine {
    degree: u64,
    merges: bool,
    queue: PrefetchQueue,
}

impl NextLine {
    fn new(s: &Settings, lines: LineSize) -> NextLine {
        NextLine {
            degree: s.get(0).into(),
            queue: PrefetchQueue::new(s.get(1), lines),
            merges: s.get(2) == 1,
        }
    }
}

impl Prefetcher for NextLine {
    fn started(&mut self, _: &KernelLaunch) {
        self.queue.clear();
    }

    fn looked(&mut self, lookup: &Lookup) {
        // The first demand for a prefetched line would have missed.
        if lookup.found == Found::Miss || self.merges && matches!(lookup.found, Found::Prefetched(_)) {
            let line = lookup.line.0;
            (1..=self.degree).for_each(|n| self.queue.push(Line(line + n), lookup.requester));
        }
    }

    fn wants(&mut self, _: SmCycle, _: &PrefetchStats) -> Option<Prefetch> {
        self.queue.front()
    }

    fn answered(&mut self, reply: Reply) {
        self.queue.answered(reply);
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "next_line",
    socket: Socket::Prefetcher,
    meaning: "a load that misses in the L1 prefetches the lines that follow",
    source: "Smith 1978, as in the specification of APOGEE, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.prefetcher(machine, |_| Box::new(NextLine::new(s, machine.lines()))),
};

#[cfg(test)]
mod tests {
    use super::super::tests::{look, sent};
    use super::*;
    use crate::types::PrefetchTag;

    fn next_line(degree: &str, merges: &str) -> NextLine {
        let given = [("degree", degree), ("merges", merges)].map(|(k, v)| (k.to_string(), v.to_string()));
        NextLine::new(&Settings::parse("next_line", PARAMS, &given).unwrap(), LineSize::of(128))
    }

    #[test]
    fn a_miss_wants_the_lines_behind_it_and_a_hit_none() {
        let mut prefetcher = next_line("2", "on");
        look(&mut prefetcher, 10, Found::Miss);
        look(&mut prefetcher, 40, Found::Hit);
        look(&mut prefetcher, 50, Found::Pending);
        look(&mut prefetcher, 11, Found::Prefetched(PrefetchTag(0)));
        assert_eq!(sent(&mut prefetcher), [11, 12, 13]);
    }

    #[test]
    fn without_merges_only_a_miss_prefetches() {
        let mut prefetcher = next_line("1", "off");
        look(&mut prefetcher, 10, Found::Miss);
        look(&mut prefetcher, 11, Found::Prefetched(PrefetchTag(0)));
        assert_eq!(sent(&mut prefetcher), [11]);
    }

    #[test]
    fn a_prefetch_waits_for_the_port_and_is_forgotten_when_a_kernel_starts() {
        let mut prefetcher = next_line("1", "on");
        look(&mut prefetcher, 10, Found::Miss);
        for _ in 0..3 {
            assert_eq!(
                prefetcher.wants(SmCycle(0), &PrefetchStats::default()).map(|p| p.line),
                Some(Line(11))
            );
            prefetcher.answered(Reply::Later);
        }
        prefetcher.started(&KernelLaunch::default());
        assert_eq!(prefetcher.wants(SmCycle(0), &PrefetchStats::default()), None);
    }
}
