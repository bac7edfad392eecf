// SPDX-License-Identifier: Apache-2.0
//! Watches the memory system from outside: every request is answered exactly once, every line that enters a DRAM
//! channel moves exactly once, and every DRAM command keeps the timing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::address::Place;
use super::dram::{Checker, Command, CpuRequest, DramRequest};
use super::packet::{MemKind, MemRequest, MemResponse};
use crate::machine::MachineSpec;
use crate::types::{DramCycle, IcntCycle};
use crate::violation::Violation;

/// What tells the requests of an SM apart, as far as their responses do: line, token, kind. Several equal ones can
/// be under way.
type Key = (u16, u64, u32, MemKind);

/// What one DRAM channel was asked for and did.
#[derive(Serialize, Deserialize)]
struct Watch {
    checker: Checker,
    /// Column commands still to come, by bank, row and direction.
    owed: BTreeMap<(u8, u32, bool), u32>,
}

/// The watch over one memory system.
#[derive(Serialize, Deserialize)]
pub(super) struct MemoryCheck {
    /// Cycles in which the requests under way were sent, oldest first.
    open: BTreeMap<Key, Vec<IcntCycle>>,
    channels: Vec<Watch>,
    bursts_per_line: u32,
    /// The first violation; it ends the run, so it is no state.
    #[serde(skip)]
    violation: Option<Violation>,
}

impl MemoryCheck {
    pub(super) fn new(machine: &MachineSpec) -> MemoryCheck {
        let watch = || Watch { checker: Checker::new(&machine.dram), owed: BTreeMap::new() };
        MemoryCheck {
            open: BTreeMap::new(),
            channels: std::iter::repeat_with(watch).take(machine.dram.channels as usize).collect(),
            bursts_per_line: machine.dram.bursts_per_line(),
            violation: None,
        }
    }

    /// An SM has sent a request.
    pub(super) fn sent(&mut self, now: IcntCycle, request: &MemRequest) {
        let key = (request.sm, request.line.0, request.token, request.kind);
        self.open.entry(key).or_default().push(now);
    }

    /// A response has arrived at an SM; returns whether somebody waits for it.
    pub(super) fn answered(&mut self, now: IcntCycle, sm: usize, response: &MemResponse) -> bool {
        let key = (sm as u16, response.line.0, response.token, response.kind);
        let Some(waiting) = self.open.get_mut(&key) else {
            self.report(format!("SM {sm}"), "interconnect", now.0, || {
                format!(
                    "a response ({:?} of line {:#x}) to a request that is not under way",
                    response.kind, response.line.0
                )
            });
            return false;
        };
        waiting.remove(0);
        if waiting.is_empty() {
            self.open.remove(&key);
        }
        true
    }

    /// A line has entered the scheduler's queue of a channel.
    pub(super) fn entered(&mut self, channel: usize, request: &DramRequest) {
        self.owe(channel, request.place, request.write, self.bursts_per_line);
    }

    /// A CPU core has sent a burst to a channel.
    pub(super) fn entered_from_cpu(&mut self, channel: usize, request: &CpuRequest) {
        self.owe(channel, request.place, request.write, 1);
    }

    fn owe(&mut self, channel: usize, place: Place, write: bool, bursts: u32) {
        *self.channels[channel].owed.entry((place.bank, place.row, write)).or_default() += bursts;
    }

    /// A channel has issued a command.
    pub(super) fn command(&mut self, now: DramCycle, channel: usize, command: Command) {
        let watch = &mut self.channels[channel];
        let wrong = match (watch.checker.check(now.0, command), command) {
            (Err(broken), _) => Some(broken),
            (Ok(Some(row)), Command::Read { bank }) => watch.pay((bank, row, false)),
            (Ok(Some(row)), Command::Write { bank }) => watch.pay((bank, row, true)),
            (Ok(_), _) => None,
        };
        if let Some(wrong) = wrong {
            self.report(format!("DRAM channel {channel}"), "DRAM", now.0, || wrong);
        }
    }

    /// Requests under way.
    pub(super) fn under_way(&self) -> u64 {
        self.open.values().map(|sent| sent.len() as u64).sum()
    }

    /// Whether something has been wrong already.
    pub(super) fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// At the end of a kernel no request may be left; names the oldest one that is.
    pub(super) fn unanswered(&self, now: IcntCycle) -> Option<Violation> {
        let oldest = self.open.iter().min_by_key(|(_, sent)| sent.first());
        oldest.map(|((sm, line, _, kind), sent)| Violation {
            component: format!("SM {sm}"),
            clock: "interconnect",
            cycle: now.0,
            what: format!(
                "{} requests are not answered at the end of the kernel; the oldest is the {kind:?} of line \
                 {line:#x} sent in cycle {}",
                self.under_way(),
                sent.first().map_or(0, |c| c.0)
            ),
        })
    }

    /// When no request is left in the memory system, every line must have moved.
    pub(super) fn unmoved(&self, now: DramCycle) -> Option<Violation> {
        self.channels.iter().enumerate().find_map(|(channel, watch)| {
            let ((bank, row, write), bursts) = watch.owed.first_key_value()?;
            let direction = if *write { "write" } else { "read" };
            Some(Violation {
                component: format!("DRAM channel {channel}"),
                clock: "DRAM",
                cycle: now.0,
                what: format!(
                    "idle, but {bursts} bursts to {direction} in bank {bank}, row {row} never moved"
                ),
            })
        })
    }

    fn report(&mut self, component: String, clock: &'static str, cycle: u64, what: impl FnOnce() -> String) {
        self.violation.get_or_insert_with(|| Violation { component, clock, cycle, what: what() });
    }
}

impl Watch {
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
