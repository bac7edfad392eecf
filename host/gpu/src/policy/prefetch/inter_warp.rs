// SPDX-License-Identifier: Apache-2.0
//! Inter-warp stride prefetching at a distance, INTER(d) (Jeon 2014, section 2.2; in the form of the specification of
//! CTA-aware prefetching, section 8.3): two neighbouring warps at one load give its stride from warp to warp, and the
//! address of the warp `distance` further on is prefetched. It knows nothing of CTAs.

use serde::{Deserialize, Serialize};

use super::queue::PrefetchQueue;
use super::table::{first_address, Lru};
use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{CtaLaunch, IssuedLoad, KernelLaunch, Prefetch, Prefetcher, Reply, WARP_SLOTS};
use crate::stats::PrefetchStats;
use crate::types::{Addr, LineSize, Requester, SmCycle};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number(
        "distance",
        "warps between the one that loads and the one that is prefetched for",
        1,
        1,
        63,
    ),
    ParamInfo::number("entries", "loads that are kept", 16, 1, 1024),
    ParamInfo::number("queue", "prefetches that wait for the port of the L1", 16, 1, 64),
];

/// What a load did last.
#[derive(Serialize, Deserialize)]
struct Last {
    warp: u8,
    address: u64,
}

#[derive(Serialize, Deserialize)]
struct InterWarp {
    distance: u32,
    /// By PC.
    loads: Lru<u32, Last>,
    /// The CTA of each warp slot that holds a warp.
    ctas: Vec<Option<u8>>,
    queue: PrefetchQueue,
}

impl InterWarp {
    fn new(s: &Settings, lines: LineSize) -> InterWarp {
        InterWarp {
            distance: s.get(0),
            loads: Lru::new(s.get(1)),
            ctas: vec![None; WARP_SLOTS],
            queue: PrefetchQueue::new(s.get(2), lines),
        }
    }
}

impl Prefetcher for InterWarp {
    fn started(&mut self, _: &KernelLaunch) {
        self.loads.clear();
        self.queue.clear();
    }

    fn cta_started(&mut self, launch: &CtaLaunch) {
        let warps = &mut self.ctas[launch.first as usize..][..launch.warps as usize];
        warps.fill(Some(launch.cta as u8));
    }

    fn cta_ended(&mut self, cta: u32) {
        let of_it = self.ctas.iter_mut().filter(|slot| slot.map(u32::from) == Some(cta));
        of_it.for_each(|slot| *slot = None);
    }

    fn issued(&mut self, load: &IssuedLoad) {
        let Some(address) = first_address(load.access) else { return };
        let warp = load.requester.warp;
        let last = self.loads.replace(load.pc, Last { warp, address });
        let Some(last) = last.filter(|last| last.warp + 1 == warp) else { return };
        let stride = address.wrapping_sub(last.address);
        let target = u32::from(warp) + self.distance;
        if let (Some(Some(cta)), true) = (self.ctas.get(target as usize), stride != 0) {
            let requester = Requester { warp: target as u8, cta: *cta, ..load.requester };
            let wanted = address.wrapping_add(stride.wrapping_mul(self.distance.into()));
            self.queue.push_address(Addr(wanted), requester);
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
    name: "inter_warp",
    socket: Socket::Prefetcher,
    meaning: "two neighbouring warps at a load give its stride; the line of a later warp is prefetched",
    source: "Jeon 2014, section 2.2, as in the specification of CTA-aware prefetching, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.prefetcher(machine, |_| Box::new(InterWarp::new(s, machine.lines()))),
};

#[cfg(test)]
mod tests {
    use super::super::tests::{load, sent};
    use super::*;

    /// For `warps` warps of two CTAs.
    fn inter_warp(distance: &str) -> InterWarp {
        let given = [("distance".to_string(), distance.to_string())];
        let mut prefetcher =
            InterWarp::new(&Settings::parse("inter_warp", PARAMS, &given).unwrap(), LineSize::of(128));
        (0..2).for_each(|cta| prefetcher.cta_started(&CtaLaunch { cta, first: 4 * cta, warps: 4 }));
        prefetcher
    }

    #[test]
    fn the_second_of_two_neighbours_prefetches_for_a_later_warp_that_lives() {
        let mut prefetcher = inter_warp("2");
        for (warp, address) in [(0, 0), (1, 640), (2, 1280)] {
            load(&mut prefetcher, 7, warp, address);
        }
        assert_eq!(prefetcher.queue.front().unwrap().requester.warp, 3);
        assert_eq!(sent(&mut prefetcher), [1920 / 128, 2560 / 128]);
        load(&mut prefetcher, 7, 6, 0);
        load(&mut prefetcher, 7, 7, 128);
        assert_eq!(sent(&mut prefetcher), [0u64; 0], "there is no warp 9");
        prefetcher.cta_ended(1);
        load(&mut prefetcher, 7, 2, 0);
        load(&mut prefetcher, 7, 3, 128);
        assert_eq!(sent(&mut prefetcher), [0u64; 0], "warp 5 has ended");
    }

    #[test]
    fn warps_that_are_no_neighbours_give_no_stride_and_loads_are_kept_apart() {
        let mut prefetcher = inter_warp("1");
        for (pc, warp) in [(7, 0), (8, 1), (7, 2), (8, 0), (7, 1)] {
            load(&mut prefetcher, pc, warp, 128 * u64::from(warp));
        }
        assert_eq!(sent(&mut prefetcher), [0u64; 0]);
        load(&mut prefetcher, 8, 1, 128);
        assert_eq!(sent(&mut prefetcher), [2]);
    }

    #[test]
    fn a_distance_of_a_whole_cta_crosses_into_the_next() {
        let mut prefetcher = inter_warp("3");
        // Warp 4 is the first of a CTA that begins elsewhere: the stride of 10 lines is its own.
        for (warp, line) in [(1, 1), (2, 2), (4, 100), (5, 110)] {
            load(&mut prefetcher, 7, warp, 128 * line);
        }
        assert_eq!(sent(&mut prefetcher), [5]);
    }
}
