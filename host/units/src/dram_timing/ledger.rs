// SPDX-License-Identifier: Apache-2.0
//! What has gone into a controller and what has come out: conservation and order (invariants 1, 2 and 10), for all
//! controllers alike.

use super::checker::Checker;
use super::params::Channel;
use super::request::{Issue, Request};

/// Follows the requests and commands at the ports of one controller from reset on. Identifications of requests that
/// are in the controller at the same time must differ.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    timing: Checker,
    /// Requests that wait for RD or WR, oldest first.
    waiting: Vec<Request>,
    /// Requests accepted of each source, and those that got RD or WR.
    pub accepted: Vec<u64>,
    pub served: Vec<u64>,
    /// Cycle of the last command, or since when there is something to do.
    active: u64,
    /// Requests of one source to one bank must stay in order.
    in_order: bool,
    /// A command must come within this many cycles.
    patience: u64,
}

impl Ledger {
    pub fn new(channel: &Channel, in_order: bool, patience: u64) -> Ledger {
        let none = vec![0; channel.n_src() as usize];
        Ledger {
            timing: Checker::new(channel),
            waiting: Vec::new(),
            accepted: none.clone(),
            served: none,
            active: 0,
            in_order,
            patience,
        }
    }

    /// Requests that wait for RD or WR, oldest first.
    pub fn waiting(&self) -> &[Request] {
        &self.waiting
    }

    /// Open row of a bank, by the commands so far.
    pub fn open_row(&self, bank: u8) -> Option<u32> {
        self.timing.open_row(bank)
    }

    /// Whether the timing allows the command in cycle `now`, which comes after those checked.
    pub fn allows(&self, now: u64, issue: &Issue) -> bool {
        self.timing.judge(now, issue).is_ok()
    }

    /// A request is accepted in cycle `now`.
    pub fn accept(&mut self, now: u64, request: &Request) {
        if self.waiting.is_empty() {
            self.active = now;
        }
        self.accepted[usize::from(request.src)] += 1;
        self.waiting.push(*request);
    }

    /// Checks the command of cycle `now`.
    pub fn command(&mut self, now: u64, issue: Option<&Issue>) -> Result<(), String> {
        let Some(issue) = issue else {
            if !self.waiting.is_empty() && now - self.active > self.patience {
                return Err(format!(
                    "invariant 12: no command since cycle {} with requests waiting",
                    self.active
                ));
            }
            return Ok(());
        };
        self.active = now;
        self.timing.check(now, issue).map_err(|e| e.to_string())?;
        let r = &issue.request;
        let same = |w: &&Request| w.id == r.id && w.src == r.src;
        let Some(place) = self.waiting.iter().position(|w| same(&w)) else {
            return Err(format!(
                "invariant 2: a command for id {} of source {}, which is not waiting",
                r.id, r.src
            ));
        };
        let waiting = self.waiting[place];
        let as_arrived = Request { wr: waiting.wr, ..*r };
        if as_arrived != waiting || (issue.command.is_column() && r.wr != waiting.wr) {
            return Err(format!("invariant 2: {waiting:?} comes out as {r:?}"));
        }
        if issue.command.is_column() {
            let overtaken = |w: &Request| (w.src, w.bank) == (r.src, r.bank);
            if self.in_order && self.waiting[..place].iter().any(overtaken) {
                return Err(format!("invariant 1: {r:?} overtakes an older one of its source and bank"));
            }
            self.waiting.remove(place);
            self.served[usize::from(r.src)] += 1;
        }
        Ok(())
    }
}
