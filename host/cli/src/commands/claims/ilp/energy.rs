// SPDX-License-Identifier: Apache-2.0
//! The energy model of the specification (section 7), whose unit is what a warp instruction takes on a TLP SM. The paper gives areas and no
//! energy of its parts; the other figures are the specification's.

use super::super::energy::Change;
use serde::Serialize;
use warpsmith_units::ilp::params::Params;

/// Square millimetres of a TLP SM, of its bypass, and of a scoreboard of the paper's entries.
const SM: f64 = 11.823;
const BYPASS: f64 = 0.224;
const SCOREBOARD: f64 = 0.917;
/// Those entries.
const ENTRIES: f64 = 8.0;

/// What the work of a warp instruction is priced with; the unit is that of one on a TLP SM.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// An instruction, one on a wrong path as well.
    instruction: f64,
    /// An entry from its allocation to its commit.
    entry: f64,
    /// The search for the registers of an instruction.
    search: f64,
    /// What an operand saves that comes from the bypass.
    bypassed: f64,
    l1_miss: f64,
    dram_access: f64,
    /// Each square millimetre in a core cycle.
    leakage: f64,
}

/// A price by its name.
type Price = (&'static str, fn(&mut Prices) -> &mut f64);

const PRICES: [Price; 7] = [
    ("instruction", |prices| &mut prices.instruction),
    ("entry", |prices| &mut prices.entry),
    ("search", |prices| &mut prices.search),
    ("bypassed", |prices| &mut prices.bypassed),
    ("l1_miss", |prices| &mut prices.l1_miss),
    ("dram_access", |prices| &mut prices.dram_access),
    ("leakage", |prices| &mut prices.leakage),
];

/// Their names; the specification chose all of them.
pub fn constants() -> Vec<(&'static str, &'static str)> {
    PRICES.iter().map(|(name, _)| (*name, "chosen by the specification")).collect()
}

/// What a program has done until its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// Warp instructions.
    pub instructions: f64,
    pub l1_misses: f64,
    /// Lines read and written.
    pub dram_lines: f64,
    /// Until its end.
    pub core_cycles: f64,
}

/// What ILP SMs do beside for each warp instruction of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Beside {
    /// Instructions on wrong paths.
    pub nullified: f64,
    /// Instructions with an entry.
    pub entries: f64,
    /// Operands that came from the bypass.
    pub bypassed: f64,
}

/// Square millimetres of an SM.
fn area(is_ilp: bool) -> f64 {
    let entries = f64::from(Params::PAPER.sb_entries);
    SM + if is_ilp { BYPASS + SCOREBOARD * entries / ENTRIES } else { 0.0 }
}

impl Prices {
    /// Those of the specification.
    pub const SPECIFIED: Prices = Prices {
        instruction: 1.0,
        entry: 0.10,
        search: 0.03,
        bypassed: 0.02,
        l1_miss: 4.0,
        dram_access: 20.0,
        leakage: 0.0564,
    };

    /// Those of the specification, one of them changed.
    pub fn with(change: Option<Change>) -> Prices {
        let mut prices = Prices::SPECIFIED;
        for (name, price) in PRICES {
            if let Some(change) = change.filter(|change| change.key == name) {
                *price(&mut prices) *= change.factor;
            }
        }
        prices
    }

    /// What a program takes on so many SMs, which are its own until it ends. On ILP SMs it has something `beside`.
    pub fn energy(&self, work: &Work, sms: f64, beside: Option<&Beside>) -> f64 {
        let of_ilp = beside.map_or(0.0, |b| {
            (self.instruction + self.search) * b.nullified + self.search + self.entry * b.entries
                - self.bypassed * b.bypassed
        });
        let memory = self.l1_miss * work.l1_misses + self.dram_access * work.dram_lines;
        let standing = self.leakage * area(beside.is_some()) * sms * work.core_cycles;
        (self.instruction + of_ilp) * work.instructions + memory + standing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn energy(work: &Work, sms: f64, beside: Option<&Beside>) -> f64 {
        Prices::SPECIFIED.energy(work, sms, beside)
    }

    #[test]
    fn forty_percent_of_a_saturated_tlp_sm_is_static() {
        let all = energy(&Work { instructions: 1.0, core_cycles: 1.0, ..Work::default() }, 1.0, None);
        assert!(((all - 1.0) / all - 0.4).abs() < 1e-4, "{all}");
    }

    #[test]
    fn an_ilp_sm_is_as_large_as_the_paper_says() {
        assert!((area(true) - 12.964).abs() < 1e-9 && (area(true) / area(false) - 1.0965).abs() < 1e-4);
    }

    #[test]
    fn instructions_of_ilp_sms_take_what_entries_and_searches_do_and_save_bypassed_operands() {
        let work = Work { instructions: 100.0, ..Work::default() };
        let beside = Beside { nullified: 0.1, entries: 0.5, bypassed: 0.25 };
        let expected = 100.0 * (1.0 + 0.1) + 110.0 * 0.03 + 50.0 * 0.10 - 25.0 * 0.02;
        assert!((energy(&work, 18.0, Some(&beside)) - expected).abs() < 1e-9);
    }

    #[test]
    fn misses_and_dram_accesses_take_the_same_on_both_kinds_of_sms() {
        let work = Work { l1_misses: 10.0, dram_lines: 3.0, ..Work::default() };
        assert_eq!(energy(&work, 20.0, None), 100.0);
        assert_eq!(energy(&work, 20.0, Some(&Beside::default())), 100.0);
    }
}
