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
    ParamInfo::number("seed", "where the random numbers begin", 0xace1, 1, 0xffff),
];

/// The generator of the specification of SMS, section 2.3: a Galois LFSR of 16 bits.
const TAPS: u16 = 0xb400;

#[derive(Serialize, Deserialize)]
struct Random {
    percent: u32,
    period: u64,
    lfsr: u16,
    /// Periods for which warps were drawn.
    draws: u64,
    /// The warps drawn, by SM.
    drawn: Vec<u64>,
}

impl Random {
    fn new(s: &Settings, sms: u32) -> Random {
        let drawn = vec![0; sms as usize];
        Random { percent: s.get(0), period: s.get(1).into(), lfsr: s.get(2) as u16, draws: 0, drawn }
    }

    /// The next number; the register moves by its whole width, so that neighbours have no bit in common.
    fn next(&mut self) -> u16 {
        let number = self.lfsr;
        for _ in 0..u16::BITS {
            self.lfsr = self.lfsr >> 1 ^ if self.lfsr & 1 == 1 { TAPS } else { 0 };
        }
        number
    }

    /// Draws for the period of `now`. Every slice draws the same, whenever it is asked.
    fn draw(&mut self, now: L2Cycle) {
        while self.draws <= now.0 / self.period {
            self.draws += 1;
            for sm in 0..self.drawn.len() {
                let percent = u32::from(u16::MAX) * self.percent;
                self.drawn[sm] = (0..u64::BITS).fold(0, |drawn, warp| {
                    drawn | u64::from(u32::from(self.next()) * 100 <= percent && percent != 0) << warp
                });
            }
        }
    }
}

impl L2Route for Random {
    fn route(&mut self, now: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        self.draw(now);
        let MemRequest { requester: by, class, kind, .. } = *request;
        let drawn = self.drawn[usize::from(by.sm)] >> by.warp & 1 == 1;
        if kind == MemKind::Read && class == DataClass::Data && drawn {
            Way::Past.into()
        } else {
            Route::default()
        }
    }
}

pub const RANDOM: PolicyInfo = PolicyInfo {
    name: "random_bypass",
    socket: Socket::L2Route,
    meaning: "the reads of warps drawn at random go past L2, straight to DRAM",
    source: "Ausavarungnirun 2015, `Rand`, as in the specification of MeDiC, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.route(machine, |_| Box::new(Random::new(s, machine.sm.count))),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn random(percent: u32) -> Random {
        let given = [("percent".to_string(), percent.to_string())];
        Random::new(&Settings::parse("random_bypass", PARAMS, &given).unwrap(), 30)
    }

    #[test]
    fn the_share_of_the_warps_is_drawn_and_stays_for_a_period() {
        for (percent, range) in [(0, 0..1), (30, 500..652), (100, 1920..1921)] {
            let mut policy = random(percent);
            policy.draw(L2Cycle(0));
            let first = policy.drawn.clone();
            let count: u32 = first.iter().map(|sm| sm.count_ones()).sum();
            assert!(range.contains(&count), "{count} for {percent} percent");
            policy.draw(L2Cycle(99_999));
            assert_eq!(first, policy.drawn);
            policy.draw(L2Cycle(100_000));
            assert_eq!(first == policy.drawn, percent != 30);
        }
    }

    #[test]
    fn slices_draw_the_same_however_often_they_are_asked() {
        let (mut often, mut seldom) = (random(40), random(40));
        (0..10).for_each(|period| often.draw(L2Cycle(100_000 * period)));
        seldom.draw(L2Cycle(950_000));
        assert_eq!(often.drawn, seldom.drawn);
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
