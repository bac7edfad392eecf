// SPDX-License-Identifier: Apache-2.0
//! Set-ups under which the points are evaluated: how requests come to the controllers (specification section 9, "Set-up that the points
//! presuppose"), and, from there, what the specification leaves open or an implementation may choose.

use super::super::report::{Outcome, Verdict};
use crate::table::Table;

/// A set-up of machine and schedulers.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub name: &'static str,
    /// The arguments of `-m`.
    keys: &'static [&'static str],
    /// As of `Plan`.
    pub parameters: &'static [(&'static str, &'static str)],
}

const BOTH: &[&str] = &["cpu.entrance=shared", "cpu.gpu_row_coalescer=64"];

/// JEDEC's values of DDR3-1600 with 2 Gbit a chip, in DRAM cycles.
const REFRESHED: &[&str] =
    &["cpu.entrance=shared", "cpu.gpu_row_coalescer=64", "dram.timing.refi=6240", "dram.timing.rfc=128"];

impl Setting {
    /// The first is the one that the points presuppose.
    pub const ALL: [Setting; 10] = [
        Setting::presupposed_but("shared entrance, lines by rows", &[]),
        Setting {
            name: "shared entrance",
            keys: &["cpu.entrance=shared", "cpu.gpu_row_coalescer=0"],
            parameters: &[],
        },
        Setting {
            name: "lines by rows",
            keys: &["cpu.entrance=per-source", "cpu.gpu_row_coalescer=64"],
            parameters: &[],
        },
        Setting {
            name: "neither",
            keys: &["cpu.entrance=per-source", "cpu.gpu_row_coalescer=0"],
            parameters: &[],
        },
        Setting::presupposed_but("both; a full FIFO closes no batch", &[("sms", "full_closes=0")]),
        Setting::presupposed_but("both; a full FIFO closes its youngest batch", &[("sms", "full_closes=2")]),
        Setting::presupposed_but("both; own path of low intensity", &[("sms", "low_path=1")]),
        Setting::presupposed_but("both; CFR-FCFS urgent above 128 DRAM cycles", &[("cfrfcfs", "age=128")]),
        Setting::presupposed_but("both; FR-FCFS over two cycles", &[("frfcfs", "choice_cycles=2")]),
        Setting { name: "both; refresh", keys: REFRESHED, parameters: &[] },
    ];

    const fn presupposed_but(
        name: &'static str,
        parameters: &'static [(&'static str, &'static str)],
    ) -> Setting {
        Setting { name, keys: BOTH, parameters }
    }

    /// Options of `warpsmith run`.
    pub fn options(self) -> Vec<String> {
        self.keys.iter().flat_map(|key| ["-m".to_string(), key.to_string()]).collect()
    }
}

/// Which points hold under each set-up, and what they were judged by where they do not.
pub fn markdown(verdicts: &[(Setting, Vec<Verdict>)]) -> String {
    let points = verdicts.first().map_or(&[][..], |(_, verdicts)| verdicts);
    let numbers = points.iter().map(|verdict| verdict.number.to_string());
    let mut table = Table::left(["set-up".to_string()].into_iter().chain(numbers));
    for (setting, of) in verdicts {
        let words = of.iter().map(|verdict| verdict.outcome.word().to_string());
        table.row([setting.name.to_string()].into_iter().chain(words));
    }
    let mut why = Table::left(["point", "set-up", "what is not as claimed"]);
    for (row, point) in points.iter().enumerate() {
        for (setting, of) in verdicts.iter().filter(|(_, of)| of[row].outcome == Outcome::Fail) {
            why.row([point.number.to_string(), setting.name.to_string(), of[row].failed()]);
        }
    }
    format!("Every point under every set-up:\n\n{}\n{}\n", table.markdown(), why.markdown())
}

#[cfg(test)]
mod tests {
    use super::super::super::report::check;
    use super::*;

    #[test]
    fn what_fails_says_why_and_only_there() {
        let of = |pass| vec![Verdict::new(2, "It gains.", vec![check(pass, "a 3 %".to_string())])];
        let text = markdown(&[(Setting::ALL[0], of(true)), (Setting::ALL[3], of(false))]);
        assert!(text.contains("| set-up | 2 |"), "{text}");
        assert!(text.contains("| shared entrance, lines by rows | PASS |"), "{text}");
        assert!(text.contains("| neither | FAIL |") && text.contains("| 2 | neither | a 3 % |"), "{text}");
        assert!(!text.contains("| 2 | shared entrance, lines by rows |"), "{text}");
    }
}
