// SPDX-License-Identifier: Apache-2.0
//! Bypass of L2 by static instruction (PC-Byp; MeDiC, section 8.3): the same counters, profile and cut-off as MeDiC has for
//! warps, in a table indexed by the program counter. Instructions that share an entry are taken for one.

use serde::{Deserialize, Serialize};

use super::info::PolicyInfo;
use super::params::{ParamInfo, Settings};
use crate::attachments::Socket;
use crate::mem::packet::{DataClass, MemRequest, Served};
use crate::socket::{L2Route, Route, Way};
use crate::types::{L2Cycle, Line, MemKind, Origin};

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("entries", "entries of the table, rounded up to a power of two", 4096, 1, 65_536),
    ParamInfo::number("profile", "accesses after which an instruction is judged", 30, 1, 511),
    ParamInfo::number("cut_off", "hit rate up to which an instruction goes past L2, percent", 20, 0, 100),
    ParamInfo::number("period", "L2 cycles after which all are judged anew", 100_000, 1000, 10_000_000),
];

/// Counters are halved when the accesses reach this: they have ten bits.
const HALVED: u16 = 1 << 9;

/// What is known of the instructions of an entry.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Entry {
    accesses: u16,
    hits: u16,
    /// It has been judged since the period began.
    judged: bool,
    misses: bool,
}

#[derive(Serialize, Deserialize)]
struct PcBypass {
    profile: u16,
    cut_off: u32,
    period: u64,
    /// The number of the period.
    now: u64,
    table: Vec<Entry>,
}

impl PcBypass {
    fn new(s: &Settings) -> PcBypass {
        PcBypass {
            profile: s.get(1) as u16,
            cut_off: s.get(2),
            period: s.get(3).into(),
            now: 0,
            table: vec![Entry::default(); s.get(0).next_power_of_two() as usize],
        }
    }

    /// The entry of an instruction: its number, the bits above the index folded onto it.
    fn index(&self, pc: u32) -> usize {
        let bits = self.table.len().ilog2().max(1);
        (pc ^ pc >> bits) as usize & (self.table.len() - 1)
    }
}

/// Whether a request is one of a warp's instructions on global or local memory.
fn is_of_warp(request: &MemRequest) -> bool {
    request.class == DataClass::Data && request.origin == Origin::Demand
}

impl L2Route for PcBypass {
    fn route(&mut self, now: L2Cycle, _: usize, request: &MemRequest, _: Line) -> Route {
        if now.0 / self.period != self.now {
            self.now = now.0 / self.period;
            self.table.fill(Entry::default());
        }
        let Entry { judged, misses, .. } = self.table[self.index(request.pc)];
        let past = judged && misses && is_of_warp(request) && request.kind != MemKind::Atomic;
        (if past { Way::Past } else { Way::Tags }).into()
    }

    fn looked(&mut self, request: &MemRequest, _: u64, served: Served) {
        if !is_of_warp(request) {
            return;
        }
        let (index, profile, cut_off) = (self.index(request.pc), self.profile, self.cut_off);
        let entry = &mut self.table[index];
        entry.accesses += 1;
        entry.hits += u16::from(matches!(served, Served::Hit | Served::Merged));
        if !entry.judged && entry.accesses == profile {
            entry.judged = true;
            entry.misses = 100 * u32::from(entry.hits) <= cut_off * u32::from(entry.accesses);
        }
        if entry.accesses == HALVED {
            (entry.accesses, entry.hits) = (entry.accesses / 2, entry.hits / 2);
        }
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "pc_bypass",
    socket: Socket::L2Route,
    meaning: "the requests of instructions that mostly miss in L2 go past it",
    source: "Ausavarungnirun 2015, `PC-Byp`, as in the specification of MeDiC, section 8.3",
    params: PARAMS,
    install: |s, machine, a| a.route(machine, |_| Box::new(PcBypass::new(s))),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(entries: u32) -> PcBypass {
        let given = [("entries".to_string(), entries.to_string())];
        PcBypass::new(&Settings::parse("pc_bypass", PARAMS, &given).unwrap())
    }

    fn request(pc: u32) -> MemRequest {
        MemRequest { pc, ..MemRequest::default() }
    }

    /// The instruction looks up its lines 30 times, of which so many hit.
    fn profile(policy: &mut PcBypass, pc: u32, hits: u32) {
        for n in 0..30 {
            policy.looked(&request(pc), 0, if n < hits { Served::Hit } else { Served::Miss });
        }
    }

    fn way(policy: &mut PcBypass, now: u64, pc: u32) -> Way {
        policy.route(L2Cycle(now), 0, &request(pc), Line(0)).way
    }

    #[test]
    fn an_instruction_with_at_most_a_fifth_of_hits_goes_past_until_the_period_ends() {
        let mut policy = policy(4096);
        profile(&mut policy, 5, 6);
        profile(&mut policy, 6, 7);
        assert_eq!([4, 5, 6].map(|pc| way(&mut policy, 0, pc)), [Way::Tags, Way::Past, Way::Tags]);
        assert_eq!(way(&mut policy, 100_000, 5), Way::Tags);
    }

    #[test]
    fn instructions_that_share_an_entry_are_taken_for_one() {
        let mut policy = policy(16);
        profile(&mut policy, 3, 0);
        assert_eq!(way(&mut policy, 0, 0x12), Way::Past, "0x12 is folded to 3");
        assert_eq!(way(&mut policy, 0, 4), Way::Tags);
    }
}
