// SPDX-License-Identifier: Apache-2.0
//! The checkers: one line each.

use crate::engine::Engine;

/// An invariant with its checker.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    pub unit: &'static str,
    /// The module of the unit that it is about.
    pub module: &'static str,
    /// Name of the checker's module; begins with the number of the invariant in the specification, `i01`.
    pub name: &'static str,
    /// Configuration in which it is proved unless another is asked for.
    pub configuration: &'static str,
    /// The Verilog.
    pub text: &'static str,
}

impl Property {
    /// Number of the invariant in section 11 of the unit's specification.
    pub fn number(&self) -> u32 {
        self.name[1..3].parse().unwrap_or_default()
    }

    /// What it says: the first comment of the checker, in one line.
    pub fn claim(&self) -> String {
        let comments = self.text.lines().skip(1).map_while(|line| line.strip_prefix("//"));
        let claim = comments.take_while(|line| !line.trim_start().starts_with("Engine:"));
        claim.map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Signals of the unit that are replaced by free values: what they can be does not matter, or is assumed here and
    /// proved by another checker. A checker that several units share names them for each (`// Cut in sms: `).
    pub fn cut(&self) -> Vec<&'static str> {
        let here = format!("// Cut in {}: ", self.unit);
        let mut lines = self.text.lines();
        let line = lines.find_map(|line| line.strip_prefix("// Cut: ").or_else(|| line.strip_prefix(&here)));
        line.map(|signals| signals.split_whitespace().collect()).unwrap_or_default()
    }

    /// The engine that its author found right.
    pub(crate) fn engine(&self) -> Engine {
        let line = self.text.lines().find_map(|line| line.strip_prefix("// Engine: "));
        line.and_then(|words| words.parse().ok()).unwrap_or(Engine::Pdr)
    }
}

/// What checkers have in common; read with each of them.
pub(crate) const COMMON: &str = include_str!("../../../testbenches/proofs/fifo.v");

/// Each line: unit, module, configuration, folder of the checkers: their names.
macro_rules! properties {
    ($($unit:literal $module:literal $configuration:literal $folder:literal: $($name:literal)*;)*) => {
        /// Every property of every unit, in the order of the specifications.
        pub fn all() -> &'static [Property] {
            &[$($(Property {
                unit: $unit,
                module: $module,
                name: $name,
                configuration: $configuration,
                text: include_str!(concat!("../../../testbenches/proofs/", $folder, "/", $name, ".v")),
            }),*),*]
        }
    };
}

properties! {
    "equalizer" "eq_sm" "tiny" "equalizer/eq_sm":
        "i01_counts" "i01_sums" "i02_target" "i03_running" "i04_steps" "i05_arms" "i07_request" "i08_paused_warps" "i09_votes"
        "i10_progress";
    "equalizer" "eq_fm" "tiny" "equalizer/eq_fm": "i06_levels";
    "sms" "sms" "tiny" "sms": "i01_conservation" "i02_requests" "i03_batches" "i05_marks" "i06_ready";
    "sms" "sms" "variant" "sms": "i07_picks";
    "sms" "sms" "tiny" "sms": "i08_open" "i09_rates";
    "sms" "sms" "tiny" "dram_controller": "i10_timing";
    "sms" "sms" "tiny" "sms": "i11_fifos" "i11_total";
    "frfcfs" "frfcfs" "tiny" "frfcfs": "i02_requests";
    "frfcfs" "frfcfs" "tiny" "dram_controller": "i10_timing";
    "frfcfs" "frfcfs" "tiny" "frfcfs": "i12_occupancy" "i12_winner" "i12_order" "i12_progress";
    "frfcfs" "frfcfs" "tiny_collapse" "frfcfs": "i02_requests";
    "frfcfs" "frfcfs" "tiny_collapse" "dram_controller": "i10_timing";
    "frfcfs" "frfcfs" "tiny_collapse" "frfcfs": "i12_occupancy" "i12_winner" "i12_order" "i12_progress";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_checker_states_its_invariant_and_an_engine() {
        for p in all() {
            assert!(p.claim().starts_with(&format!("Invariant {}", p.number())), "{}: {}", p.name, p.claim());
            assert!(p.text.contains("\n// Engine: "), "{}", p.name);
            assert!(p.text.contains(&format!("module {} ", p.name)), "{}", p.name);
        }
    }
}
