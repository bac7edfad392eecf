// SPDX-License-Identifier: Apache-2.0
//! Bypass of L2 without regard to what is asked: never, or for warps drawn at random (MeDiC, section 8.3).

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::params::{ParamInfo, Settings};
use crate::attachments::Socket;
use crate::mem::packet::{DataClass, MemRequest};
use crate::socket::{L2Route, Route, Way};
use crate::types::{L2Cycle, Line, MemKind};

#[derive(Serialize, Deserialize)]
struct Never;

impl L2Route for Never {
    fn route(&mut self, _: L2Cycle, _: usize, _: &MemRequest, _: Line) -> Route {
        Route::default()
    }
}

pub const NONE: PolicyInfo = PolicyInfo {
    name: "bypass_none",
    socket: Socket::L2Route,
    meaning: "every request goes to the tags of L2 (the default)",
    source: "-",
    params: &[],
    install: |_, machine, a| a.route(machine, |_| Box::new(Never)),
};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("percent", "warps whose reads go past L2, percent", 50, 0, 100),
    ParamInfo::number("period", "L2 cycles after which the warps are drawn anew", 100_000, 1000, 10_000_000),
    ParamInfo::number("seed", "what the draw depends on, beside the time", 1, 0, u32::MAX),
];

#[derive(Serialize, Deserialize)]
struct Random {
    percent: u64,
    period: u64,
    seed: u64,
}

impl Random {
    fn new(s: &Settings) -> Random {
        let [percent, period, seed] = [0, 1, 2].map(|i| u64::from(s.get(i)));
        Random { percent, period, seed }
    }

    /// Whether warp `warp` of SM `sm` is among those drawn for the time of `now`; every slice draws the same.
    fn drawn(&self, now: L2Cycle, sm: u8, warp: u8) -> bool {
        let who = u64::from(sm) << 8 | u64::from(warp);
        splitmix(splitmix(self.seed << 16 | who) ^ (now.0 / self.period)) % 100 < self.percent
    }
}

impl L2Route for Random {
    fn route(&mut self, now: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        let MemRequest { requester: by, class, kind, .. } = *request;
        if kind == MemKind::Read && class == DataClass::Data && self.drawn(now, by.sm, by.warp) {
            Way::Past.into()
        } else {
            Route::default()
        }
    }
}

/// A number that looks random (splitmix64).
fn splitmix(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub const RANDOM: PolicyInfo = PolicyInfo {
    name: "random_bypass",
    socket: Socket::L2Route,
    meaning: "the reads of warps drawn at random go past L2, straight to DRAM",
    source: "Ausavarungnirun 2015, `Rand`, as in the specification of MeDiC, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.route(machine, |_| Box::new(Random::new(s))),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn random(percent: u32) -> Random {
        let given = [("percent".to_string(), percent.to_string())];
        Random::new(&Settings::parse("random_bypass", PARAMS, &given).unwrap())
    }

    fn drawn(policy: &Random, now: u64) -> Vec<bool> {
        (0..30)
            .flat_map(|sm| (0..48).map(move |warp| (sm, warp)))
            .map(|(sm, w)| policy.drawn(L2Cycle(now), sm, w))
            .collect()
    }

    #[test]
    fn the_share_of_the_warps_is_drawn_and_stays_for_a_period() {
        for (percent, range) in [(0, 0..1), (30, 360..504), (100, 1440..1441)] {
            let policy = random(percent);
            let first = drawn(&policy, 0);
            assert!(range.contains(&first.iter().filter(|d| **d).count()), "{percent} percent");
            assert_eq!(first, drawn(&policy, 99_999));
            assert_eq!(first == drawn(&policy, 100_000), percent != 30);
        }
    }

    #[test]
    fn only_reads_of_data_go_past_the_tags() {
        let mut policy = random(100);
        let mut way = |class, kind| {
            policy.route(L2Cycle(0), 0, &MemRequest { class, kind, ..MemRequest::default() }, Line(0)).way
        };
        assert_eq!(way(DataClass::Data, MemKind::Read), Way::Past);
        assert_eq!(way(DataClass::Data, MemKind::Write), Way::Tags);
        for class in [DataClass::Texture, DataClass::Constant, DataClass::PageTable] {
            assert_eq!(way(class, MemKind::Read), Way::Tags, "{class:?}");
        }
    }
}
