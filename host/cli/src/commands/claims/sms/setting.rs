// SPDX-License-Identifier: Apache-2.0
//! How requests come to the controllers (specification section 9, "Set-up that the points presuppose"), and in how many cycles FR-FCFS
//! chooses among them.

use super::super::report::{Outcome, Verdict};
use crate::table::Table;

/// A set-up of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub name: &'static str,
    /// The arguments of `-m`.
    keys: [&'static str; 2],
    /// Of FR-FCFS (decision S24).
    pub choice_cycles: u32,
}

impl Setting {
    /// The first is the one that the points presuppose.
    pub const ALL: [Setting; 5] = [
        Setting::PRESUPPOSED,
        Setting {
            name: "shared entrance",
            keys: ["cpu.entrance=shared", "cpu.gpu_row_coalescer=0"],
            ..Setting::PRESUPPOSED
        },
        Setting {
            name: "lines by rows",
            keys: ["cpu.entrance=per-source", "cpu.gpu_row_coalescer=64"],
            ..Setting::PRESUPPOSED
        },
        Setting {
            name: "neither",
            keys: ["cpu.entrance=per-source", "cpu.gpu_row_coalescer=0"],
            ..Setting::PRESUPPOSED
        },
        Setting { name: "both, FR-FCFS over two cycles", choice_cycles: 2, ..Setting::PRESUPPOSED },
    ];

    const PRESUPPOSED: Setting = Setting {
        name: "shared entrance, lines by rows",
        keys: ["cpu.entrance=shared", "cpu.gpu_row_coalescer=64"],
        choice_cycles: 1,
    };

    /// Options of `warpsmith run`.
    pub fn options(self) -> Vec<String> {
        self.keys.into_iter().flat_map(|key| ["-m".to_string(), key.to_string()]).collect()
    }
}

/// Each point under each setting, and what it was judged by where it does not hold.
pub fn markdown(verdicts: &[(Setting, Vec<Verdict>)]) -> String {
    let names = verdicts.iter().map(|(setting, _)| setting.name);
    let mut table = Table::left(["point"].into_iter().chain(names));
    let numbers = verdicts.first().map_or(&[][..], |(_, verdicts)| verdicts);
    for (row, verdict) in numbers.iter().enumerate() {
        let cells = verdicts.iter().map(|(_, of)| match of[row].outcome {
            Outcome::Pass => of[row].outcome.word().to_string(),
            Outcome::Fail => format!("{}: {}", of[row].outcome.word(), of[row].failed()),
        });
        table.row([verdict.number.to_string()].into_iter().chain(cells));
    }
    format!("Every point under every set-up:\n\n{}\n", table.markdown())
}

#[cfg(test)]
mod tests {
    use super::super::super::report::check;
    use super::*;

    #[test]
    fn what_fails_says_why_and_only_there() {
        let of = |pass| vec![Verdict::new(2, "It gains.", vec![check(pass, "a 3 %".to_string())])];
        let text = markdown(&[(Setting::ALL[0], of(true)), (Setting::ALL[3], of(false))]);
        assert!(text.contains("| 2 | PASS | FAIL: a 3 % |"), "{text}");
    }
}
