// SPDX-License-Identifier: Apache-2.0
//! Locality-aware prefetching, LAP (Jog 2013; in the form of the specification of CTA-aware prefetching, section 8.3): lines
//! are kept in blocks of four, and when two of a block have missed the others are prefetched. Beside the scheduling of
//! groups (`orch`) it is the prefetcher of orchestrated scheduling.

use serde::{Deserialize, Serialize};

use super::queue::PrefetchQueue;
use super::table::Lru;
use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{Found, KernelLaunch, Lookup, Prefetch, Prefetcher, Reply};
use crate::stats::PrefetchStats;
use crate::types::{Line, LineSize, SmCycle};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("entries", "blocks of four lines that are kept", 64, 1, 1024),
    ParamInfo::number("misses", "lines of a block that must miss before the others are prefetched", 2, 1, 3),
    ParamInfo::number("queue", "prefetches that wait for the port of the L1", 16, 1, 64),
];

/// Lines of a block.
const BLOCK: u64 = 4;

/// A block of lines of which some have missed.
#[derive(Default, Serialize, Deserialize)]
struct Block {
    /// Its lines that have missed, the first in bit 0.
    missed: u8,
    /// Its other lines have been asked for.
    fired: bool,
}

#[derive(Serialize, Deserialize)]
struct Lap {
    misses: u32,
    /// By the block's number.
    blocks: Lru<u64, Block>,
    queue: PrefetchQueue,
}

impl Lap {
    fn new(s: &Settings, lines: LineSize) -> Lap {
        Lap { misses: s.get(1), blocks: Lru::new(s.get(0)), queue: PrefetchQueue::new(s.get(2), lines) }
    }
}

impl Prefetcher for Lap {
    fn started(&mut self, _: &KernelLaunch) {
        self.blocks.clear();
        self.queue.clear();
    }

    fn looked(&mut self, lookup: &Lookup) {
        if lookup.found != Found::Miss {
            return;
        }
        let number = lookup.line.0 / BLOCK;
        let block = self.blocks.get_or_default(number);
        block.missed |= 1 << (lookup.line.0 % BLOCK);
        if block.missed.count_ones() >= self.misses && !block.fired {
            block.fired = true;
            let missed = block.missed;
            for n in (0..BLOCK).filter(|n| missed >> n & 1 == 0) {
                self.queue.push(Line(number * BLOCK + n), lookup.requester);
            }
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
    name: "lap",
    socket: Socket::Prefetcher,
    meaning: "when two lines of four neighbours have missed, the others are prefetched",
    source: "Jog 2013, as in the specification of CTA-aware prefetching, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.prefetcher(machine, |_| Box::new(Lap::new(s, machine.lines()))),
};

#[cfg(test)]
mod tests {
    use super::super::tests::{look, sent};
    use super::*;
    use crate::types::PrefetchTag;

    fn lap(entries: &str) -> Lap {
        let given = [("entries".to_string(), entries.to_string())];
        Lap::new(&Settings::parse("lap", PARAMS, &given).unwrap(), LineSize::of(128))
    }

    #[test]
    fn the_second_line_of_a_block_that_misses_prefetches_the_rest_once() {
        let mut prefetcher = lap("64");
        look(&mut prefetcher, 42, Found::Miss);
        look(&mut prefetcher, 42, Found::Miss);
        look(&mut prefetcher, 40, Found::Hit);
        look(&mut prefetcher, 44, Found::Miss);
        assert_eq!(sent(&mut prefetcher), [0u64; 0]);
        look(&mut prefetcher, 41, Found::Miss);
        assert_eq!(sent(&mut prefetcher), [40, 43]);
        look(&mut prefetcher, 43, Found::Prefetched(PrefetchTag(0)));
        look(&mut prefetcher, 40, Found::Miss);
        assert_eq!(sent(&mut prefetcher), [0u64; 0]);
    }

    #[test]
    fn the_block_used_least_recently_makes_room() {
        let mut prefetcher = lap("2");
        for line in [0, 4, 0, 8] {
            look(&mut prefetcher, line, Found::Miss);
        }
        look(&mut prefetcher, 5, Found::Miss);
        assert_eq!(sent(&mut prefetcher), [0u64; 0], "block 1 was forgotten, and takes the place of block 0");
        look(&mut prefetcher, 9, Found::Miss);
        assert_eq!(sent(&mut prefetcher), [10, 11]);
    }
}
