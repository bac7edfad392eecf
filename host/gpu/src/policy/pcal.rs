// SPDX-License-Identifier: Apache-2.0
//! Priority-based cache allocation (Li 2015), moved from the L1 to L2 (MeDiC, section 8.3): a warp needs a token for its
//! misses to take a place in L2. In every epoch the tokens go to the warps that used L2 last in the one before; those that are
//! left over go to warps in the order in which they come.

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::params::{ParamInfo, Settings};
use crate::attachments::Socket;
use crate::mem::packet::{DataClass, MemRequest};
use crate::socket::{L2Route, Route, Way};
use crate::types::{L2Cycle, Line, Origin, Requester};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("tokens", "warps whose misses may take a place in an L2 sub-partition", 128, 1, 4096),
    ParamInfo::number("period", "L2 cycles of an epoch", 100_000, 1000, 10_000_000),
    ParamInfo::words(
        "full_bypass",
        "the requests of warps without a token go past L2, as in the public patch; off: they look for their line",
        "off",
        &["off", "on"],
    ),
];

/// Warp slots of an SM at most.
const WARPS: usize = 64;

#[derive(Serialize, Deserialize)]
struct Pcal {
    tokens: u32,
    period: u64,
    full_bypass: bool,
    epoch: u64,
    /// Tokens that nobody has.
    left: u32,
    /// By warp: it has a token.
    holds: Vec<bool>,
    /// By warp: the number of its last access in this epoch; 0 without one.
    last: Vec<u64>,
    accesses: u64,
}

impl Pcal {
    fn new(s: &Settings, sms: u32) -> Pcal {
        let warps = sms as usize * WARPS;
        Pcal {
            tokens: s.get(0),
            period: s.get(1).into(),
            full_bypass: s.get(2) == 1,
            epoch: 0,
            left: s.get(0),
            holds: vec![false; warps],
            last: vec![0; warps],
            accesses: 0,
        }
    }

    fn warp(by: Requester) -> usize {
        usize::from(by.sm) * WARPS + usize::from(by.warp)
    }

    /// Gives the tokens out anew when an epoch begins.
    fn begin(&mut self, now: L2Cycle) {
        if now.0 / self.period == self.epoch {
            return;
        }
        self.epoch = now.0 / self.period;
        let mut users: Vec<usize> = (0..self.last.len()).filter(|warp| self.last[*warp] != 0).collect();
        users.sort_unstable_by_key(|warp| std::cmp::Reverse(self.last[*warp]));
        users.truncate(self.tokens as usize);
        self.holds.fill(false);
        users.iter().for_each(|warp| self.holds[*warp] = true);
        self.left = self.tokens - users.len() as u32;
        self.last.fill(0);
        self.accesses = 0;
    }
}

/// Whether a request is one of a warp's instructions on global or local memory.
fn is_of_warp(request: &MemRequest) -> bool {
    request.class == DataClass::Data && request.origin == Origin::Demand
}

impl L2Route for Pcal {
    fn route(&mut self, now: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        self.begin(now);
        if !is_of_warp(request) || self.left != 0 || self.holds[Self::warp(request.requester)] {
            return Route::default();
        }
        (if self.full_bypass { Way::Past } else { Way::NoAllocate }).into()
    }

    fn routed(&mut self, request: &MemRequest, _: Line, _: Route) {
        if !is_of_warp(request) {
            return;
        }
        let warp = Self::warp(request.requester);
        if !self.holds[warp] && self.left != 0 {
            self.holds[warp] = true;
            self.left -= 1;
        }
        self.accesses += 1;
        self.last[warp] = self.accesses;
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "pcal",
    socket: Socket::L2Route,
    meaning: "only the misses of warps with a token take a place in L2",
    source: "Li 2015, as in the specification of MeDiC, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.route(machine, |_| Box::new(Pcal::new(s, machine.sm.count))),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn pcal(tokens: u32, full_bypass: &str) -> Pcal {
        let given = [("tokens".to_string(), tokens.to_string()), ("full_bypass".into(), full_bypass.into())];
        Pcal::new(&Settings::parse("pcal", PARAMS, &given).unwrap(), 2)
    }

    /// The way of a request of `warp`, which leaves at once.
    fn access(policy: &mut Pcal, now: u64, warp: u8) -> Way {
        let requester = Requester { warp, ..Requester::default() };
        let request = MemRequest { requester, ..MemRequest::default() };
        let route = policy.route(L2Cycle(now), 0, &request, Line(0));
        policy.routed(&request, Line(0), route);
        route.way
    }

    #[test]
    fn tokens_go_to_the_first_warps_and_then_to_the_last_users() {
        let mut policy = pcal(2, "off");
        let ways = [1, 2, 3, 1].map(|warp| access(&mut policy, 0, warp));
        assert_eq!(ways, [Way::Tags, Way::Tags, Way::NoAllocate, Way::Tags]);
        // Warps 3 and 1 came last.
        let ways = [1, 2, 3].map(|warp| access(&mut policy, 100_000, warp));
        assert_eq!(ways, [Way::Tags, Way::NoAllocate, Way::Tags]);
    }

    #[test]
    fn tokens_that_are_left_over_go_to_whoever_comes_first() {
        let mut policy = pcal(2, "off");
        access(&mut policy, 0, 1);
        let ways = [2, 3, 1].map(|warp| access(&mut policy, 100_000, warp));
        assert_eq!(ways, [Way::Tags, Way::NoAllocate, Way::Tags]);
    }

    #[test]
    fn a_request_that_waits_at_its_port_takes_no_token() {
        let mut policy = pcal(1, "on");
        let request = MemRequest::default();
        for now in 0..3 {
            assert_eq!(policy.route(L2Cycle(now), 0, &request, Line(0)).way, Way::Tags);
        }
        assert_eq!(access(&mut policy, 3, 5), Way::Tags);
        assert_eq!(access(&mut policy, 4, 6), Way::Past);
    }
}
