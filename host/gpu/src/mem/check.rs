// SPDX-License-Identifier: Apache-2.0
//! Watches the memory system from outside: every request is answered exactly once, every line that enters a DRAM
//! channel moves exactly once, and every DRAM command keeps the timing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::dram::{Checker, CpuRequest, DramRequest};
use super::packet::{MemRequest, MemResponse};
use crate::machine::MachineSpec;
use crate::types::{Command, DramCycle, IcntCycle, MemKind, Origin, Place, Requester};
use crate::violation::Violation;

/// What tells the requests of an SM apart, as far as their responses do: line, token, kind, who and why. Several equal
/// ones can be under way.
type Key = (u64, u32, MemKind, Requester, Origin);

/// The watch over the requests of one SM.
#[derive(Serialize, Deserialize)]
pub(super) struct SmWatch {
    sm: usize,
    /// Cycles in which the requests under way were sent, oldest first.
    open: BTreeMap<Key, Vec<IcntCycle>>,
    /// The first one; it ends the run, so it is no state.
    #[serde(skip)]
    violation: Option<Violation>,
}

/// The watch over one DRAM channel: what it was asked for and did.
#[derive(Serialize, Deserialize)]
pub(super) struct ChannelWatch {
    channel: usize,
    checker: Checker,
    bursts_per_line: u32,
    /// Column commands still to come, by bank, row and direction.
    owed: BTreeMap<(u8, u32, bool), u32>,
    /// The first one; it ends the run, so it is no state.
    #[serde(skip)]
    violation: Option<Violation>,
}

impl SmWatch {
    pub(super) fn new(sm: usize) -> SmWatch {
        SmWatch { sm, open: BTreeMap::new(), violation: None }
    }

    /// The SM has sent a request.
    pub(super) fn sent(&mut self, now: IcntCycle, request: &MemRequest) {
        let MemRequest { line, token, kind, requester, origin, .. } = *request;
        let key = (line.0, token, kind, requester, origin);
        self.open.entry(key).or_default().push(now);
    }

    /// A response has arrived; returns whether somebody waits for it.
    pub(super) fn answered(&mut self, now: IcntCycle, response: &MemResponse) -> bool {
        let MemResponse { line, token, kind, requester, origin, .. } = *response;
        let key = (line.0, token, kind, requester, origin);
        let Some(waiting) = self.open.get_mut(&key) else {
            let what = format!(
                "a response ({:?} of line {:#x}) to a request that is not under way",
                response.kind, response.line.0
            );
            let violation = self.violation_at(now, what);
            self.violation.get_or_insert(violation);
            return false;
        };
        waiting.remove(0);
        if waiting.is_empty() {
            self.open.remove(&key);
        }
        true
    }

    /// Requests under way.
    pub(super) fn under_way(&self) -> u64 {
        self.open.values().map(|sent| sent.len() as u64).sum()
    }

    /// The first violation.
    pub(super) fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// At the end of a kernel no request may be left; names the oldest one that is.
    pub(super) fn unanswered(&self, now: IcntCycle) -> Option<Violation> {
        let ((line, _, kind, ..), sent) = self.open.iter().min_by_key(|(_, sent)| sent.first())?;
        let what = format!(
            "{} requests are not answered at the end of the kernel; the oldest is the {kind:?} of line {line:#x} \
             sent in cycle {}",
            self.under_way(),
            sent.first().map_or(0, |c| c.0)
        );
        Some(self.violation_at(now, what))
    }

    fn violation_at(&self, now: IcntCycle, what: String) -> Violation {
        Violation { component: format!("SM {}", self.sm), clock: "interconnect", cycle: now.0, what }
    }
}

impl ChannelWatch {
    pub(super) fn new(machine: &MachineSpec, channel: usize) -> ChannelWatch {
        ChannelWatch {
            channel,
            checker: Checker::new(&machine.dram),
            bursts_per_line: machine.bursts_per_line(),
            owed: BTreeMap::new(),
            violation: None,
        }
    }

    /// A line has entered the scheduler's queue.
    pub(super) fn entered(&mut self, request: &DramRequest) {
        self.owe(request.place, request.write, self.bursts_per_line);
    }

    /// A CPU core has sent a burst.
    pub(super) fn entered_from_cpu(&mut self, request: &CpuRequest) {
        self.owe(request.place, request.write, 1);
    }

    fn owe(&mut self, place: Place, write: bool, bursts: u32) {
        *self.owed.entry((place.bank, place.row, write)).or_default() += bursts;
    }

    /// The channel has issued a command.
    pub(super) fn command(&mut self, now: DramCycle, command: Command) {
        let wrong = match (self.checker.check(now.0, command), command) {
            (Err(broken), _) => Some(broken),
            (Ok(Some(row)), Command::Read { bank }) => self.pay((bank, row, false)),
            (Ok(Some(row)), Command::Write { bank }) => self.pay((bank, row, true)),
            (Ok(_), _) => None,
        };
        if let Some(wrong) = wrong {
            let violation = self.violation_at(now, wrong);
            self.violation.get_or_insert(violation);
        }
    }

    /// All banks are precharged for a refresh.
    pub(super) fn refresh(&mut self, now: DramCycle) {
        if let Err(broken) = self.checker.refresh(now.0) {
            let violation = self.violation_at(now, broken);
            self.violation.get_or_insert(violation);
        }
    }

    /// The first violation.
    pub(super) fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// When no request is left in the memory system, every line must have moved.
    pub(super) fn unmoved(&self, now: DramCycle) -> Option<Violation> {
        let ((bank, row, write), bursts) = self.owed.first_key_value()?;
        let direction = if *write { "write" } else { "read" };
        let what = format!("idle, but {bursts} bursts to {direction} in bank {bank}, row {row} never moved");
        Some(self.violation_at(now, what))
    }

    fn violation_at(&self, now: DramCycle, what: String) -> Violation {
        Violation { component: format!("DRAM channel {}", self.channel), clock: "DRAM", cycle: now.0, what }
    }

    /// A column command moves a burst; says what is wrong if nobody asked for it.
    fn pay(&mut self, key: (u8, u32, bool)) -> Option<String> {
        let (bank, row, write) = key;
        let Some(owed) = self.owed.get_mut(&key) else {
            let direction = if write { "write" } else { "read" };
            return Some(format!("a {direction} in bank {bank}, row {row} that no request asked for"));
        };
        *owed -= 1;
        if *owed == 0 {
            self.owed.remove(&key);
        }
        None
    }
}
