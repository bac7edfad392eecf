// SPDX-License-Identifier: Apache-2.0
//! An independent judge of DRAM command streams, written from the definitions of the timing parameters: it
//! compares each command with every earlier one that a parameter reaches back to, and knows nothing of how the
//! channel schedules.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::machine::DramSpec;
use crate::types::Command;

/// tREFI that may pass from one refresh to the next: one, and the eight that may be postponed (JEDEC).
const POSTPONED: u64 = 9;

/// The recent commands of a channel with their cycles, and the open rows.
#[derive(Serialize, Deserialize)]
pub struct Checker {
    spec: DramSpec,
    /// No rule asks for a larger distance, in DRAM cycles.
    reach: u64,
    recent: VecDeque<(u64, Command)>,
    open: Vec<Option<u32>>,
    /// The cycles of the last activations, at most four.
    activated: VecDeque<u64>,
    /// The last precharge of all banks for a refresh.
    refreshed: Option<u64>,
}

impl Checker {
    pub fn new(spec: &DramSpec) -> Checker {
        let t = &spec.timing;
        let parameters =
            [t.rcd, t.rp, t.ras, t.rc, t.rrd, t.ccd, t.ccdl, t.cl, t.wl, t.cdlr, t.wr, t.rtp, t.turnaround];
        Checker {
            spec: spec.clone(),
            // Every rule is a sum of some of these, none of them twice.
            reach: u64::from(parameters.iter().sum::<u32>() + spec.burst_cycles()),
            recent: VecDeque::new(),
            open: vec![None; spec.banks as usize],
            activated: VecDeque::new(),
            refreshed: None,
        }
    }

    /// Judges one more command; returns the row that a column command touches.
    ///
    /// # Errors
    /// The rule that the command breaks, with the earlier command and both cycles.
    pub fn check(&mut self, now: u64, command: Command) -> Result<Option<u32>, String> {
        while self.recent.front().is_some_and(|(then, _)| then + self.reach < now) {
            self.recent.pop_front();
        }
        for &(then, earlier) in &self.recent {
            if let Some(rule) = self.broken(earlier, command, now - then) {
                return Err(format!("{rule}: {earlier:?} at {then}, {command:?} at {now}"));
            }
        }
        self.in_time(now)?;
        let t = &self.spec.timing;
        if let Some(then) = self.refreshed.filter(|then| now < then + u64::from(t.rp + t.rfc)) {
            return Err(format!("tRFC: banks precharged for a refresh at {then}, {command:?} at {now}"));
        }
        self.recent.push_back((now, command));
        if matches!(command, Command::Activate { .. }) {
            self.four_activates(now)?;
        }
        let open = &mut self.open[usize::from(command.bank())];
        match (command, *open) {
            (Command::Activate { .. }, Some(row)) => Err(format!("{command:?} while row {row} is open")),
            (Command::Activate { row, .. }, None) => {
                *open = Some(row);
                Ok(None)
            }
            (_, None) => Err(format!("{command:?} to a closed bank")),
            (Command::Precharge { .. }, Some(_)) => {
                *open = None;
                Ok(None)
            }
            (Command::Read { .. } | Command::Write { .. }, row) => Ok(row),
        }
    }

    /// All banks are precharged for a refresh, after which the same rows are opened again.
    ///
    /// # Errors
    /// The rule that this breaks.
    pub fn refresh(&mut self, now: u64) -> Result<(), String> {
        self.in_time(now)?;
        self.refreshed = Some(now);
        for &(then, earlier) in &self.recent {
            let precharge = Command::Precharge { bank: earlier.bank() };
            if let Some(rule) = self.broken(earlier, precharge, now - then) {
                return Err(format!(
                    "{rule}: {earlier:?} at {then}, all banks precharged for a refresh at {now}"
                ));
            }
        }
        Ok(())
    }

    /// No refresh is overdue.
    fn in_time(&self, now: u64) -> Result<(), String> {
        let refi = u64::from(self.spec.timing.refi);
        let last = self.refreshed.unwrap_or(0);
        if refi != 0 && now > last + POSTPONED * refi {
            return Err(format!("tREFI: no refresh from {last} to {now}"));
        }
        Ok(())
    }

    /// At most four activations in any tFAW cycles.
    fn four_activates(&mut self, now: u64) -> Result<(), String> {
        if self.activated.len() == 4 {
            let first = self.activated.pop_front().unwrap_or_default();
            if now < first + u64::from(self.spec.timing.faw) {
                return Err(format!("tFAW: five activations from {first} to {now}"));
            }
        }
        self.activated.push_back(now);
        Ok(())
    }

    /// The rule that two commands `distance` cycles apart break, if any.
    fn broken(&self, earlier: Command, later: Command, distance: u64) -> Option<&'static str> {
        use Command::{Activate, Precharge, Read, Write};
        let t = &self.spec.timing;
        let burst = self.spec.burst_length / self.spec.transfers_per_cycle;
        let (a, b) = (earlier.bank(), later.bank());
        let groups = self.spec.bank_groups as u8;
        let same_group = a % groups == b % groups;
        let mut broken = None;
        let mut rule = |name, cycles: u32| {
            if distance < u64::from(cycles) {
                broken = Some(name);
            }
        };
        rule("one command per cycle", 1);
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
        broken
    }
}
