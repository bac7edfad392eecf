// SPDX-License-Identifier: Apache-2.0
//! An independent judge of DRAM command streams, written from the definitions of the timing parameters: it
//! compares each command with every earlier one and knows nothing of how the channel schedules.

use super::Command;
use crate::machine::DramSpec;

/// Every command of a channel with its cycle.
pub struct Checker<'a> {
    spec: &'a DramSpec,
    history: Vec<(u64, Command)>,
}

fn bank_of(command: Command) -> u8 {
    match command {
        Command::Activate { bank, .. }
        | Command::Precharge { bank }
        | Command::Read { bank }
        | Command::Write { bank } => bank,
    }
}

impl<'a> Checker<'a> {
    pub fn new(spec: &'a DramSpec) -> Checker<'a> {
        Checker { spec, history: Vec::new() }
    }

    /// The open row of a bank after all commands so far.
    fn open_row(&self, bank: u8) -> Option<u32> {
        self.history.iter().rev().find_map(|&(_, command)| match command {
            Command::Activate { bank: b, row } if b == bank => Some(Some(row)),
            Command::Precharge { bank: b } if b == bank => Some(None),
            _ => None,
        })?
    }

    /// Judges one more command; returns the row that a column command touches.
    pub fn check(&mut self, now: u64, command: Command) -> Result<Option<u32>, String> {
        let open = self.open_row(bank_of(command));
        let row = match (command, open) {
            (Command::Activate { .. }, Some(row)) => return Err(format!("ACT while row {row} is open")),
            (Command::Activate { .. }, None) => None,
            (_, None) => return Err(format!("{command:?} to a closed bank")),
            (Command::Precharge { .. }, Some(_)) => None,
            (Command::Read { .. } | Command::Write { .. }, Some(row)) => Some(row),
        };
        for &(then, earlier) in &self.history {
            for (name, least) in self.rules(earlier, command) {
                if now < then + least {
                    return Err(format!("{name}: {earlier:?} at {then}, {command:?} at {now}"));
                }
            }
        }
        self.history.push((now, command));
        Ok(row)
    }

    /// The minimum distances between two commands, each with its name.
    fn rules(&self, earlier: Command, later: Command) -> Vec<(&'static str, u64)> {
        use Command::{Activate, Precharge, Read, Write};
        let t = &self.spec.timing;
        let burst = self.spec.burst_length / self.spec.transfers_per_cycle;
        let (a, b) = (bank_of(earlier), bank_of(later));
        let groups = self.spec.bank_groups as u8;
        let same_group = a % groups == b % groups;
        let mut rules = vec![("one command per cycle", 1)];
        let mut rule = |name, cycles: u32| rules.push((name, u64::from(cycles)));
        match (earlier, later) {
            (Activate { .. }, Read { .. } | Write { .. }) if a == b => rule("tRCD", t.rcd),
            (Activate { .. }, Precharge { .. }) if a == b => rule("tRAS", t.ras),
            (Activate { .. }, Activate { .. }) if a == b => rule("tRC", t.rc),
            (Activate { .. }, Activate { .. }) => rule("tRRD", t.rrd),
            (Precharge { .. }, Activate { .. }) if a == b => rule("tRP", t.rp),
            (Read { .. }, Precharge { .. }) if a == b => rule("tRTP", t.rtp),
            (Write { .. }, Precharge { .. }) if a == b => rule("tWR", t.wl + burst + t.wr),
            (Read { .. } | Write { .. }, Read { .. } | Write { .. }) => {
                rule("tCCD", t.ccd);
                if same_group {
                    rule("tCCDL", t.ccdl);
                }
                // The data of the later command may begin only after the data of the earlier one has ended.
                let start = |c| if matches!(c, Read { .. }) { t.cl } else { t.wl };
                let mut data_end = start(earlier) + burst;
                match (earlier, later) {
                    (Write { .. }, Read { .. }) => rule("tCDLR", data_end + t.cdlr),
                    (Read { .. }, Write { .. }) => data_end += t.turnaround,
                    _ => {}
                }
                rule("data bus", data_end.saturating_sub(start(later)));
            }
            _ => {}
        }
        rules
    }
}
