// SPDX-License-Identifier: Apache-2.0
//! Many-thread aware prefetching, MTA (Lee 2010; in the form of the specifications of CTA-aware prefetching and of APOGEE,
//! sections 8.3): strides of each warp, strides that all warps share, and steps from warp to warp; the lines go to a cache
//! of their own, and a throttle drops prefetches when they do harm.

mod tables;
mod throttle;

use serde::{Deserialize, Serialize};

use super::queue::PrefetchQueue;
use super::table::first_address;
use crate::attachments::Socket;
use crate::machine::{CacheSpec, MachineSpec};
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{IssuedLoad, KernelLaunch, Prefetch, Prefetcher, Reply, WarpLaunch};
use crate::stats::PrefetchStats;
use crate::types::{Addr, SmCycle};
use tables::Tables;
use throttle::Throttle;

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("warp_entries", "loads of single warps that are kept", 32, 1, 1024),
    ParamInfo::number("global_entries", "loads with a stride that all warps share", 8, 1, 1024),
    ParamInfo::number("thread_entries", "loads of which the step from warp to warp is kept", 8, 1, 1024),
    ParamInfo::words(
        "cache_kb",
        "cache beside the L1 for prefetched lines; 0: they go to the L1",
        "16",
        CACHE_KB,
    ),
    ParamInfo::words("throttle", "prefetches are dropped when they do harm", "on", &["off", "on"]),
    ParamInfo::number("period", "SM cycles after which the throttle decides", 100_000, 1_000, 10_000_000),
    ParamInfo::words(
        "few_merges",
        "what the throttle does when neither evictions nor merges are frequent: fewer prefetches, or none",
        "fewer",
        &["fewer", "none"],
    ),
    ParamInfo::number("queue", "prefetches that wait for the port of the L1", 16, 1, 64),
];

const CACHE_KB: &[&str] = &["0", "8", "16", "32", "64"];

/// Ways of the prefetch cache.
const WAYS: u32 = 8;

#[derive(Serialize, Deserialize)]
struct Mta {
    tables: Tables,
    throttle: Option<Throttle>,
    cache: Option<CacheSpec>,
    queue: PrefetchQueue,
}

impl Mta {
    fn new(s: &Settings, machine: &MachineSpec) -> Mta {
        // As many sets as the size gives, and as many MSHRs as the L1 has.
        let kilobytes = [0, 8, 16, 32, 64][s.get(3) as usize];
        let sets = kilobytes * 1024 / machine.line_bytes / WAYS;
        let cache = CacheSpec { sets, ways: WAYS, ..machine.l1.clone() };
        Mta {
            tables: Tables::new(s.get(0), s.get(1), s.get(2)),
            throttle: (s.get(4) == 1).then(|| Throttle::new(s.get(5).into(), s.get(6) == 1)),
            cache: (sets > 0).then_some(cache),
            queue: PrefetchQueue::new(s.get(7), machine.lines()),
        }
    }
}

impl Prefetcher for Mta {
    fn cache(&self) -> Option<CacheSpec> {
        self.cache.clone()
    }

    fn started(&mut self, _: &KernelLaunch) {
        self.tables.clear();
        self.queue.clear();
    }

    fn launched(&mut self, launch: &WarpLaunch) {
        self.tables.forget(launch.warp as u8);
    }

    fn issued(&mut self, load: &IssuedLoad) {
        let Some(address) = first_address(load.access) else { return };
        let wanted = self.tables.load(load.pc, load.requester.warp, address);
        if let Some(wanted) = wanted {
            if self.throttle.as_mut().is_none_or(Throttle::lets_pass) {
                self.queue.push_address(Addr(wanted), load.requester);
            }
        }
    }

    fn wants(&mut self, now: SmCycle, counts: &PrefetchStats) -> Option<Prefetch> {
        self.throttle.iter_mut().for_each(|throttle| throttle.step(now, counts));
        self.queue.front()
    }

    fn answered(&mut self, reply: Reply) {
        self.queue.answered(reply);
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "mta",
    socket: Socket::Prefetcher,
    meaning: "strides of single warps, of all warps, and from warp to warp prefetch into a cache of their own, throttled",
    source: "Lee 2010, as in the specifications of CTA-aware prefetching and APOGEE, sections 8.3",
    params: PARAMS,
    install: |s, machine, a| a.prefetcher(machine, |_| Box::new(Mta::new(s, machine))),
};

#[cfg(test)]
mod tests {
    use super::super::tests::{load, sent};
    use super::*;

    fn mta(given: &[(&str, &str)]) -> Mta {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Mta::new(&Settings::parse("mta", PARAMS, &given).unwrap(), &MachineSpec::load("gtx480").unwrap())
    }

    #[test]
    fn its_cache_has_16_sets_of_8_ways_unless_it_is_off() {
        let spec = mta(&[]).cache().unwrap();
        assert_eq!((spec.sets, spec.ways), (16, 8));
        assert!(mta(&[("cache_kb", "0")]).cache().is_none());
    }

    #[test]
    fn the_throttle_drops_two_of_five_at_first() {
        let wanted = |throttle| {
            let mut prefetcher = mta(&[("throttle", throttle), ("queue", "64")]);
            (0..12).for_each(|n| load(&mut prefetcher, 7, 3, 1280 * n));
            sent(&mut prefetcher).len()
        };
        assert_eq!((wanted("off"), wanted("on")), (10, 6));
    }

    #[test]
    fn a_new_kernel_has_learned_nothing() {
        let mut prefetcher = mta(&[("throttle", "off")]);
        (0..2).for_each(|n| load(&mut prefetcher, 7, 3, 1280 * n));
        prefetcher.started(&KernelLaunch::default());
        load(&mut prefetcher, 7, 3, 2560);
        assert_eq!(sent(&mut prefetcher), [0u64; 0]);
    }
}
