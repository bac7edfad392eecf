// SPDX-License-Identifier: Apache-2.0
//! DynCTA: the number of concurrent CTAs follows stall cycles, with no frequency control
//! (Kayiran 2013; specification of Equalizer, section 8.3, whose thresholds are calibration defaults).

use serde::{Deserialize, Serialize};

use super::cta_pausing::CtaPausing;
use super::info::PolicyInfo;
use super::params::{ParamInfo, Settings};
use crate::attachments::Socket;
use crate::socket::{BlockThrottle, ThrottleIn, ThrottleOut, WarpStatus};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("period", "SM cycles between two decisions", 2048, 1, 1 << 20),
    ParamInfo::number("idle", "idle cycles from which on a CTA is added", 16, 0, 1 << 20),
    ParamInfo::number("mem_low", "memory-wait cycles below which a CTA is added", 128, 0, 1 << 20),
    ParamInfo::number("mem_high", "memory-wait cycles from which on a CTA is taken away", 384, 0, 1 << 20),
];

#[derive(Serialize, Deserialize)]
struct DynCta {
    pausing: CtaPausing,
    period: u32,
    idle: u32,
    mem_low: u32,
    mem_high: u32,
    cycle: u32,
    /// Cycles of this period with nothing to run and no warp waiting for memory.
    c_idle: u32,
    /// Cycles of this period in which all running warps waited for memory.
    c_mem: u32,
    n: u8,
    pause_warp: u64,
}

impl DynCta {
    fn new(s: &Settings) -> Self {
        Self {
            pausing: CtaPausing::default(),
            period: s.get(0),
            idle: s.get(1),
            mem_low: s.get(2),
            mem_high: s.get(3),
            cycle: 0,
            c_idle: 0,
            c_mem: 0,
            n: 1,
            pause_warp: 0,
        }
    }

    fn count(&mut self, s: &WarpStatus) {
        if s.issued != 0 {
            return;
        }
        let running = s.slot_live & !self.pause_warp;
        let blocked = if s.lsu_blocked { s.is_mem & s.sb_ready } else { 0 };
        let ready = running & s.ib_valid & !s.at_barrier & s.sb_ready & !blocked;
        let waiting = running & s.ib_valid & !s.at_barrier & ((!s.sb_ready & s.load_pending) | blocked);
        self.c_idle += u32::from(ready == 0 && waiting == 0);
        self.c_mem += u32::from(running != 0 && waiting == running);
    }

    fn decide(&mut self) {
        if self.c_idle >= self.idle || self.c_mem < self.mem_low {
            self.n = (self.n + 1).min(self.pausing.max_ctas().max(1));
        } else if self.c_mem >= self.mem_high {
            self.n = (self.n - 1).max(1);
        }
        (self.cycle, self.c_idle, self.c_mem) = (0, 0, 0);
    }
}

impl BlockThrottle for DynCta {
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut {
        if let Some(start) = input.kernel_start {
            self.n = (start.max_ctas / 2).max(1);
            (self.cycle, self.c_idle, self.c_mem) = (0, 0, 0);
        }
        self.count(&input.status);
        self.cycle += 1;
        if self.cycle == self.period {
            self.decide();
        }
        let out = self.pausing.step(input, self.n);
        self.pause_warp = out.pause_warp;
        out
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "dyncta",
    socket: Socket::BlockThrottle,
    meaning: "the number of concurrent CTAs follows idle and memory-wait cycles",
    source: "Kayiran 2013, as in the specification of Equalizer, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.throttle(machine, |_| Box::new(DynCta::new(s))),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::KernelStart;

    fn policy() -> DynCta {
        DynCta::new(&Settings::parse("dyncta", PARAMS, &[]).unwrap())
    }

    /// `num_blocks` after `periods` periods in which the SM looks like `status`.
    fn after(p: &mut DynCta, status: WarpStatus, periods: u32) -> u8 {
        let input = ThrottleIn { status, ..Default::default() };
        (0..periods * p.period).fold(0, |_, _| p.step(&input).num_blocks)
    }

    fn waiting() -> WarpStatus {
        WarpStatus { slot_live: 0xff, ib_valid: 0xff, load_pending: 0xff, ..Default::default() }
    }

    #[test]
    fn a_kernel_starts_with_half_of_the_blocks_that_fit() {
        let mut p = policy();
        let start = Some(KernelStart { warps_per_cta: 6, max_ctas: 7 });
        assert_eq!(p.step(&ThrottleIn { kernel_start: start, ..Default::default() }).num_blocks, 3);
    }

    #[test]
    fn warps_that_all_wait_for_memory_lower_the_count_to_one() {
        let mut p = policy();
        let start = Some(KernelStart { warps_per_cta: 6, max_ctas: 8 });
        p.step(&ThrottleIn { kernel_start: start, ..Default::default() });
        assert_eq!(after(&mut p, waiting(), 1), 3);
        assert_eq!(after(&mut p, waiting(), 9), 1);
    }

    #[test]
    fn an_sm_that_issues_every_cycle_gets_one_more_a_period() {
        let mut p = policy();
        let start = Some(KernelStart { warps_per_cta: 6, max_ctas: 8 });
        p.step(&ThrottleIn { kernel_start: start, ..Default::default() });
        let busy = WarpStatus { issued: 1, ..waiting() };
        assert_eq!(after(&mut p, busy, 1), 5);
        assert_eq!(after(&mut p, busy, 9), 8);
    }
}
