// SPDX-License-Identifier: Apache-2.0
//! Static operating points: constant levels of the two clock domains (specification of Equalizer, section 8.3).

use super::info::PolicyInfo;
use super::params::ParamInfo;
use crate::attachments::Socket;
use crate::socket::{FixedLevels, Levels};
use crate::types::Level;

const LEVELS: &[&str] = &["low", "nominal", "high"];

fn level(word: u32) -> Level {
    [Level::Low, Level::Nominal, Level::High][word as usize]
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "static_levels",
    socket: Socket::FrequencyManager,
    meaning: "constant frequency levels (low 0.85, nominal 1, high 1.15) of SMs and memory system",
    source: "Sethia 2015, section 3.5.2 (static points)",
    params: &[
        ParamInfo::words("sm", "level of the SM domain", "nominal", LEVELS),
        ParamInfo::words("mem", "level of interconnect, L2, memory controllers and DRAM", "nominal", LEVELS),
    ],
    install: |s, machine, a| {
        let levels = Levels { sm: level(s.get(0)), memory: level(s.get(1)) };
        a.frequency(machine, |_| Box::new(FixedLevels(levels)))
    },
};
