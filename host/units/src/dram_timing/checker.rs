// SPDX-License-Identifier: Apache-2.0
//! An independent judge of a command stream: it looks back at the commands issued, and compares distances with the
//! rules of specification section 2.4 (invariant 10). Shares nothing with the model of the rules.

use thiserror::Error;

use super::params::Channel;
use super::request::{Command, Issue};

/// A rule that a command breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invariant 10: {command:?} to bank {bank} breaks {rule}")]
pub struct TimingViolation {
    /// The command that breaks it.
    pub command: Command,
    /// Bank of the command.
    pub bank: u8,
    /// The interval that is too short and the cycles it had, or what is wrong with the state of the bank.
    pub rule: String,
}

/// When a bank, or any bank, last got each command.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    pre: Option<u64>,
    act: Option<u64>,
    rd: Option<u64>,
    wr: Option<u64>,
}

/// Follows the commands of one channel from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    channel: Channel,
    open: Vec<Option<u32>>,
    bank: Vec<Last>,
    any: Last,
    /// The last four ACTs, oldest first.
    acts: [Option<u64>; 4],
}

impl Checker {
    /// A channel after reset: all banks are closed, and no interval runs.
    pub fn new(channel: &Channel) -> Checker {
        let banks = channel.n_bank as usize;
        Checker {
            channel: *channel,
            open: vec![None; banks],
            bank: vec![Last::default(); banks],
            any: Last::default(),
            acts: [None; 4],
        }
    }

    /// Open row of a bank, by the commands so far.
    pub fn open_row(&self, bank: u8) -> Option<u32> {
        self.open[usize::from(bank)]
    }

    /// Whether the command may be that of cycle `now`, which comes after those checked.
    ///
    /// # Errors
    /// The rule that it would break.
    pub fn judge(&self, now: u64, issue: &Issue) -> Result<(), TimingViolation> {
        let Issue { command, request: r } = issue;
        let at = usize::from(r.bank);
        let (bank, any, t) = (self.bank[at], self.any, &self.channel.timing);
        let broken = |rule: String| Err(TimingViolation { command: *command, bank: r.bank, rule });
        let state = match (command, self.open[at]) {
            (Command::Pre, None) => Some("the bank is closed"),
            (Command::Act, Some(_)) => Some("the bank is open"),
            (Command::Rd | Command::Wr, row) if row != Some(r.row) => Some("the row is not open"),
            _ => None,
        };
        if let Some(state) = state {
            return broken(state.to_string());
        }
        let rules: &[(&str, Option<u64>, u32)] = match command {
            Command::Pre => &[
                ("tRAS", bank.act, t.t_ras),
                ("tRTP", bank.rd, t.t_rtp),
                ("tCWL + tBL + tWR", bank.wr, t.t_cwl + t.t_bl + t.t_wr),
            ],
            Command::Act => &[
                ("tRP", bank.pre, t.t_rp),
                ("tRC", bank.act, t.t_rc),
                ("tRRD", any.act, t.t_rrd),
                ("tFAW", self.acts[0], t.t_faw),
            ],
            Command::Rd => &[
                ("tRCD", bank.act, t.t_rcd),
                ("tCCD", any.rd, t.t_ccd),
                ("tCWL + tBL + tWTR", any.wr, t.t_cwl + t.t_bl + t.t_wtr),
            ],
            Command::Wr => &[
                ("tRCD", bank.act, t.t_rcd),
                ("tCCD", any.wr, t.t_ccd),
                ("tCL - tCWL + tCCD + 2", any.rd, t.t_cl + t.t_ccd + 2 - t.t_cwl),
            ],
        };
        for (rule, before, cycles) in rules {
            if before.is_some_and(|b| now - b < u64::from(*cycles)) {
                return broken(format!("{rule}: {} of {cycles} cycles", now - before.unwrap_or(now)));
            }
        }
        Ok(())
    }

    /// Checks the command of cycle `now`; cycles must rise.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&mut self, now: u64, issue: &Issue) -> Result<(), TimingViolation> {
        self.judge(now, issue)?;
        let Issue { command, request: r } = issue;
        let at = usize::from(r.bank);
        for last in [&mut self.bank[at], &mut self.any] {
            match command {
                Command::Pre => last.pre = Some(now),
                Command::Act => last.act = Some(now),
                Command::Rd => last.rd = Some(now),
                Command::Wr => last.wr = Some(now),
            }
        }
        match command {
            Command::Pre => self.open[at] = None,
            Command::Act => {
                self.open[at] = Some(r.row);
                self.acts.rotate_left(1);
                self.acts[3] = Some(now);
            }
            Command::Rd | Command::Wr => {}
        }
        Ok(())
    }
}
