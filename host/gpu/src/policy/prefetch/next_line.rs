// SPDX-License-Identifier: Apache-2.0
//! Next-line prefetching: a miss asks for the lines that follow (Smith 1978; APOGEE, section 8.3).

use serde::{Deserialize, Serialize};

use super::queue::PrefetchQueue;
use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{Found, Lookup, Prefetch, Prefetcher, Reply};
use crate::types::{Line, SmCycle};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("degree", "lines that follow the one that missed", 1, 1, 16),
    ParamInfo::number("queue", "prefetches that wait for the port of the L1", 16, 1, 64),
];

#[derive(Serialize, Deserialize)]
struct NextLine {
    degree: u64,
    queue: PrefetchQueue,
}

impl NextLine {
    fn new(s: &Settings) -> NextLine {
        NextLine { degree: s.get(0).into(), queue: PrefetchQueue::new(s.get(1)) }
    }
}

impl Prefetcher for NextLine {
    fn started(&mut self) {
        self.queue.clear();
    }

    fn looked(&mut self, lookup: &Lookup) {
        // The first demand for a prefetched line would have missed.
        if matches!(lookup.found, Found::Miss | Found::Prefetched(_)) {
            let line = lookup.line.0;
            (1..=self.degree).for_each(|n| self.queue.push(Line(line + n), lookup.requester));
        }
    }

    fn wants(&mut self, _: SmCycle) -> Option<Prefetch> {
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
    install: |s, machine, a| a.prefetcher(machine, |_| Box::new(NextLine::new(s))),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{PrefetchTag, Requester};

    fn next_line(degree: &str) -> NextLine {
        let given = [("degree".to_string(), degree.to_string())];
        NextLine::new(&Settings::parse("next_line", PARAMS, &given).unwrap())
    }

    fn look(prefetcher: &mut NextLine, line: u64, found: Found) {
        let (requester, line) = (Requester::default(), Line(line));
        prefetcher.looked(&Lookup { pc: 0, requester, line, found, last: true });
    }

    fn sent(prefetcher: &mut NextLine) -> Vec<u64> {
        std::iter::from_fn(|| {
            let line = prefetcher.wants(SmCycle(0))?.line.0;
            prefetcher.answered(Reply::Sent);
            Some(line)
        })
        .collect()
    }

    #[test]
    fn a_miss_wants_the_lines_behind_it_and_a_hit_none() {
        let mut prefetcher = next_line("2");
        look(&mut prefetcher, 10, Found::Miss);
        look(&mut prefetcher, 40, Found::Hit);
        look(&mut prefetcher, 50, Found::Pending);
        look(&mut prefetcher, 11, Found::Prefetched(PrefetchTag(0)));
        assert_eq!(sent(&mut prefetcher), [11, 12, 13]);
    }

    #[test]
    fn a_prefetch_waits_for_the_port_and_is_forgotten_when_a_kernel_starts() {
        let mut prefetcher = next_line("1");
        look(&mut prefetcher, 10, Found::Miss);
        for _ in 0..3 {
            assert_eq!(prefetcher.wants(SmCycle(0)).map(|p| p.line), Some(Line(11)));
            prefetcher.answered(Reply::Later);
        }
        prefetcher.started();
        assert_eq!(prefetcher.wants(SmCycle(0)), None);
    }
}
