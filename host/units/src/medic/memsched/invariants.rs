// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `medic_memsched`, checked at its ports. What may be issued is said
//! by the judge of command streams, who looks back at the commands and shares nothing with the model.

use super::model::Model;
use super::ports::{In, Out};
use super::Memsched;
use crate::dram_timing::{Command, ControllerIn, ControllerOut, Issue, Ledger, Request};
use crate::medic::params::Params;
use crate::{Monitor, Violation};

/// A command comes within this many cycles while a request waits: more than any sum of intervals between two.
const PATIENCE: u64 = 256;

/// Follows one `medic_memsched` from reset on. The queue of a request is its source: 0 the low, 1 the high one.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    ledger: Ledger,
    src_ready: u64,
    /// The oldest request of the low queue, and the first cycle in which it is that.
    oldest: Option<(Request, u64)>,
}

/// What a request would do in a cycle.
#[derive(Clone, Copy, Debug)]
struct Wish {
    issue: Issue,
    /// It keeps the timing and the rules of section 2.6, as far as they do not concern other queues.
    eligible: bool,
}

impl Monitor<Memsched> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            ledger: Ledger::new(&params.channel, false, PATIENCE),
            src_ready: Model::new(params).out().src_ready(),
            oldest: None,
        }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "medic_memsched", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        // The command that o shows was chosen among what is in the queues at the end of this cycle.
        if let Some(request) = i.request(&self.params.channel).filter(|r| self.src_ready >> r.src & 1 == 1) {
            self.ledger.accept(self.cycle, &request);
        }
        self.src_ready = o.src_ready();
        self.check_readiness(o)?;
        self.find_oldest();
        let got = o.command();
        let expected = self.expected();
        // The ports do not say which queue a command serves; identifications tell.
        let same =
            |a: &Issue, b: &Issue| a.command == b.command && Request { src: 0, ..a.request } == b.request;
        let agrees = match (&expected, &got) {
            (Some(expected), Some(got)) => same(&as_command(expected), got),
            (None, None) => true,
            _ => false,
        };
        if !agrees {
            return Err(format!("invariants 9 and 10: the command is {got:?}, not {expected:?}"));
        }
        let kept = self.ledger.command(self.cycle + 1, expected.as_ref());
        kept.map_err(|e| format!("invariant 8, by the ledger of all controllers: {e}"))
    }

    /// Invariant 8, for the occupancy: readiness follows from what has gone in and come out.
    fn check_readiness(&self, o: &Out) -> Result<(), String> {
        for (src, depth, ready) in
            [(0, self.params.q_depth_lo, o.rdy_lo), (1, self.params.q_depth_hi, o.rdy_hi)]
        {
            let held = self.ledger.waiting().iter().filter(|r| r.src == src).count();
            if held > depth as usize || ready != (held < depth as usize) {
                return Err(format!("invariant 8: readiness {ready} with {held} of {depth} requests"));
            }
        }
        Ok(())
    }

    fn find_oldest(&mut self) {
        let oldest = self.ledger.waiting().iter().find(|r| r.src == 0).copied();
        if oldest != self.oldest.map(|(request, _)| request) {
            self.oldest = oldest.map(|request| (request, self.cycle + 1));
        }
    }

    /// What each waiting request would do in the next cycle, in the order of arrival.
    fn wishes(&self) -> Vec<Wish> {
        let waiting = self.ledger.waiting();
        let open = |bank: u8| self.ledger.open_row(bank);
        let wish = |r: &Request| {
            let command = match open(r.bank) {
                None => Command::Act,
                Some(row) if row == r.row => r.column_command(),
                Some(_) => Command::Pre,
            };
            let hit = |other: &Request| {
                (other.src, other.bank) == (r.src, r.bank) && open(r.bank) == Some(other.row)
            };
            let issue = Issue { command, request: *r };
            let disturbs = !command.is_column() && waiting.iter().any(hit);
            Wish { issue, eligible: !disturbs && self.ledger.allows(self.cycle + 1, &issue) }
        };
        waiting.iter().map(wish).collect()
    }

    /// The command of the next cycle by section 2.6 and decision P22.
    fn expected(&self) -> Option<Issue> {
        let mut wishes = self.wishes();
        let limit = u64::from(self.params.lo_starve_limit);
        let starved = self.oldest.filter(|(_, since)| limit > 0 && self.cycle + 1 - since >= limit);
        if let Some((starved, _)) = starved {
            let own = wishes.iter().find(|w| w.issue.request == starved)?.issue;
            if self.ledger.allows(self.cycle + 1, &own) {
                return Some(own);
            }
            wishes.retain(|w| w.issue.request.bank != starved.bank);
            wishes.retain(|w| !(own.command.is_column() && w.issue.command.is_column()));
        }
        let wanted = |bank: u8| self.ledger.waiting().iter().any(|r| r.src == 1 && r.bank == bank);
        wishes.retain(|w| w.eligible && (w.issue.request.src == 1 || !wanted(w.issue.request.bank)));
        // The sort keeps the order of arrival.
        wishes.sort_by_key(|w| (w.issue.request.src == 0, !w.issue.command.is_column()));
        wishes.first().map(|w| w.issue)
    }
}

/// A command as the ports show it: without a queue, and PRE and ACT do not say whether the request writes.
fn as_command(issue: &Issue) -> Issue {
    let request = Request { src: 0, wr: issue.command == Command::Wr, ..issue.request };
    Issue { request, ..*issue }
}
