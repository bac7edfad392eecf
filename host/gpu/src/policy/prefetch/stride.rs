// SPDX-License-Identifier: Apache-2.0
//! Stride prefetching per warp and load: an address that follows its predecessor twice by the same stride asks for the
//! next one (APOGEE, section 8.3, the policy `stride per warp`; INTRA of CTA-aware prefetching, section 8.3).

use serde::{Deserialize, Serialize};

use super::queue::PrefetchQueue;
use super::table::{first_address, Lru};
use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{IssuedLoad, KernelLaunch, Prefetch, Prefetcher, Reply, WarpLaunch};
use crate::stats::PrefetchStats;
use crate::types::{Addr, LineSize, SmCycle};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("entries", "entries of the table of strides", 64, 1, 1024),
    ParamInfo::number("confidence", "times that a stride must come again before it is used", 1, 1, 3),
    ParamInfo::number("distance", "strides between an address and the one that is prefetched", 1, 1, 64),
    ParamInfo::number("queue", "prefetches that wait for the port of the L1", 16, 1, 64),
];

/// Confidence is a counter of two bits.
const CONFIDENT: u8 = 3;

/// One load of one warp.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The address of the first active lane at the last access.
    last: u64,
    stride: u64,
    confidence: u8,
}

#[derive(Serialize, Deserialize)]
struct Stride {
    confidence: u8,
    distance: u64,
    /// By PC and warp.
    table: Lru<(u32, u8), Entry>,
    queue: PrefetchQueue,
}

impl Stride {
    fn new(s: &Settings, lines: LineSize) -> Stride {
        Stride {
            confidence: s.get(1) as u8,
            distance: s.get(2).into(),
            table: Lru::new(s.get(0)),
            queue: PrefetchQueue::new(s.get(3), lines),
        }
    }
}

impl Prefetcher for Stride {
    fn started(&mut self, _: &KernelLaunch) {
        self.table.clear();
        self.queue.clear();
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        // What the slot's last warp did says nothing of this one.
        self.table.retain(|(_, of), _| u32::from(*of) != launch.warp);
    }

    fn issued(&mut self, load: &IssuedLoad) {
        let Some(address) = first_address(load.access) else { return };
        let key = (load.pc, load.requester.warp);
        let Some(entry) = self.table.get(&key) else {
            self.table.replace(key, Entry { last: address, stride: 0, confidence: 0 });
            return;
        };
        let stride = address.wrapping_sub(entry.last);
        entry.confidence = if stride == entry.stride { (entry.confidence + 1).min(CONFIDENT) } else { 0 };
        (entry.stride, entry.last) = (stride, address);
        if stride != 0 && entry.confidence >= self.confidence {
            let next = address.wrapping_add(stride.wrapping_mul(self.distance));
            self.queue.push_address(Addr(next), load.requester);
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
    name: "stride",
    socket: Socket::Prefetcher,
    meaning: "a load whose address moves by the same stride again, warp by warp, prefetches the next address",
    source: "Fu 1992, as in the specification of APOGEE, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.prefetcher(machine, |_| Box::new(Stride::new(s, machine.lines()))),
};

#[cfg(test)]
mod tests {
    use super::super::tests::sent;
    use super::*;

    fn stride(given: &[(&str, &str)]) -> Stride {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Stride::new(&Settings::parse("stride", PARAMS, &given).unwrap(), LineSize::of(128))
    }

    /// A load of one lane issues; returns the line that is wanted then.
    fn load(prefetcher: &mut Stride, pc: u32, warp: u8, address: u64) -> Option<u64> {
        super::super::tests::load(prefetcher, pc, warp, address);
        sent(prefetcher).first().copied()
    }

    #[test]
    fn the_third_access_of_a_stride_prefetches_the_fourth() {
        let mut prefetcher = stride(&[]);
        let wanted: Vec<_> = (0..4).map(|i| load(&mut prefetcher, 7, 0, 1280 * i)).collect();
        assert_eq!(wanted, [None, None, Some(30), Some(40)]);
    }

    #[test]
    fn warps_and_loads_are_kept_apart_and_a_broken_stride_is_learned_anew() {
        let mut prefetcher = stride(&[]);
        for i in 0..3 {
            let expected = (i == 2).then_some(3);
            assert_eq!(load(&mut prefetcher, 7, 0, 128 * i), expected);
            assert_eq!(load(&mut prefetcher, 7, 1, 128 * 1000 - 128 * i), (i == 2).then_some(997));
            assert_eq!(load(&mut prefetcher, 8, 0, 64), None, "a stride of nothing");
        }
        let wanted: Vec<_> = [4096, 4224, 4352].map(|a| load(&mut prefetcher, 7, 0, a)).to_vec();
        assert_eq!(wanted, [None, None, Some(35)]);
    }

    #[test]
    fn a_new_warp_in_a_slot_begins_anew() {
        let mut prefetcher = stride(&[]);
        for warp in [0, 1] {
            (0..2).for_each(|i| assert_eq!(load(&mut prefetcher, 7, warp, 128 * i), None));
        }
        prefetcher.launched(&WarpLaunch { warp: 0, cta: 0, warps_per_cta: 1 });
        assert_eq!(load(&mut prefetcher, 7, 0, 256), None);
        assert_eq!(load(&mut prefetcher, 7, 1, 256), Some(3));
    }

    #[test]
    fn a_full_table_gives_up_what_was_used_least_recently() {
        let mut prefetcher = stride(&[("entries", "2")]);
        for i in 0..2 {
            load(&mut prefetcher, 1, 0, 128 * i);
            load(&mut prefetcher, 2, 0, 128 * i);
        }
        load(&mut prefetcher, 3, 0, 0);
        assert_eq!(load(&mut prefetcher, 2, 0, 256), Some(3));
        assert_eq!(load(&mut prefetcher, 1, 0, 256), None);
    }
}
