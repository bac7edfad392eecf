// SPDX-License-Identifier: Apache-2.0
//! Refresh of all banks, round the controller: controllers are schedulers that know nothing of it.
//!
//! When a refresh is due the channel gives the controller no more requests. As soon as it has served those it has, all banks are
//! precharged and refreshed. The controller still takes the rows of before for open, so they are activated again, and every
//! interval that it counts has passed before the next request.

use serde::{Deserialize, Serialize};

use crate::machine::{DramSpec, DramTiming};
use crate::types::{Command, DramCycle};

/// The refresh of one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refresh {
    /// DRAM cycles between two refreshes; 0: none.
    interval: u64,
    rp: u64,
    rfc: u64,
    ras: u64,
    rc: u64,
    /// From one activation to the next.
    spacing: u64,
    /// From RD, and from WR, to PRE.
    column_to_precharge: [u64; 2],
    /// From then on one is due.
    due: DramCycle,
    /// By the commands so far, the first cycle in which all banks may be precharged.
    precharge: DramCycle,
    /// Banks with an open row.
    open: u64,
    /// Before this cycle the banks are at work on the last one.
    until: DramCycle,
}

/// Refreshes that begin with one precharge of all banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// All that are due.
    pub refreshes: u64,
    /// Rows that are activated again afterwards.
    pub reopened: u64,
}

impl Refresh {
    /// All rows closed; the first refresh is an interval away.
    pub fn new(spec: &DramSpec) -> Refresh {
        let t = &spec.timing;
        Refresh {
            interval: t.refi.into(),
            rp: t.rp.into(),
            rfc: t.rfc.into(),
            ras: t.ras.into(),
            rc: t.rc.into(),
            spacing: t.activate_spacing().into(),
            column_to_precharge: [t.rtp, t.wl + spec.burst_cycles() + t.wr].map(u64::from),
            due: DramCycle(if t.refi == 0 { u64::MAX } else { t.refi.into() }),
            precharge: DramCycle(0),
            open: 0,
            until: DramCycle(0),
        }
    }

    /// Whether there is any.
    pub fn is_on(&self) -> bool {
        self.interval != 0
    }

    /// Whether requests are held back.
    #[inline]
    pub fn holds(&self, now: DramCycle) -> bool {
        now >= self.due || now < self.until
    }

    /// A command of the controller.
    pub fn follow(&mut self, now: DramCycle, command: Command) {
        let bank = 1 << command.bank();
        let busy = match command {
            Command::Precharge { .. } => {
                self.open &= !bank;
                return;
            }
            Command::Activate { .. } => {
                self.open |= bank;
                self.ras
            }
            Command::Read { .. } => self.column_to_precharge[0],
            Command::Write { .. } => self.column_to_precharge[1],
        };
        self.precharge = self.precharge.max(now + busy);
    }

    /// What begins in this cycle, in which the controller has no request.
    pub fn begin(&mut self, now: DramCycle) -> Option<Begun> {
        if now < self.due.max(self.precharge).max(self.until) {
            return None;
        }
        let refreshes = (now - self.due) / self.interval + 1;
        let reopened = u64::from(self.open.count_ones());
        self.due = self.due + refreshes * self.interval;
        let window = self.spacing * u64::from(DramTiming::WINDOW);
        let closed = now + self.rp + refreshes * self.rfc;
        self.until = match reopened {
            0 => closed,
            rows => closed + (rows - 1) * self.spacing + self.rc.max(window),
        };
        Some(Begun { refreshes, reopened })
    }
}
