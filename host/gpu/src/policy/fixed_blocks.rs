// SPDX-License-Identifier: Apache-2.0
//! A constant target of concurrent CTAs per SM: all that fit (the baseline), or a fixed number
//! (specification of Equalizer, section 8.3, "optimal blocks").

use serde::{Deserialize, Serialize};

use super::cta_pausing::CtaPausing;
use super::info::PolicyInfo;
use super::params::ParamInfo;
use crate::attachments::Socket;
use crate::socket::{BlockThrottle, ThrottleIn, ThrottleOut};

/// As many CTAs as the resources allow.
#[derive(Default, Serialize, Deserialize)]
pub struct Unthrottled(CtaPausing);

impl BlockThrottle for Unthrottled {
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut {
        let limit = input.kernel_start.map_or(self.0.max_ctas(), |k| k.max_ctas);
        self.0.step(input, limit)
    }
}

/// At most `n` CTAs, never more than the resources allow.
#[derive(Serialize, Deserialize)]
struct FixedBlocks {
    pausing: CtaPausing,
    n: u8,
}

impl BlockThrottle for FixedBlocks {
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut {
        let limit = input.kernel_start.map_or(self.pausing.max_ctas(), |k| k.max_ctas);
        self.pausing.step(input, limit.min(self.n))
    }
}

pub const UNTHROTTLED: PolicyInfo = PolicyInfo {
    name: "unthrottled",
    socket: Socket::BlockThrottle,
    meaning: "as many CTAs as the SM's resources allow (baseline)",
    source: "baseline",
    params: &[],
    install: |_, machine, a| a.throttle(machine, |_| Box::new(Unthrottled::default())),
};

pub const INFO: PolicyInfo = PolicyInfo {
    name: "fixed_blocks",
    socket: Socket::BlockThrottle,
    meaning: "a fixed number of concurrent CTAs per SM",
    source: "Sethia 2015, Fig. 3.2a (the optimal point is the best of these)",
    params: &[ParamInfo::number("n", "concurrent CTAs per SM", 1, 1, 32)],
    install: |s, machine, a| {
        let n = s.get(0) as u8;
        a.throttle(machine, |_| Box::new(FixedBlocks { pausing: CtaPausing::default(), n }))
    },
};
