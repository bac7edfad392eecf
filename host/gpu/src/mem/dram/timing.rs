// SPDX-License-Identifier: Apache-2.0
//! The timing state of a channel: from when on each command may issue.

use serde::{Deserialize, Serialize};

use crate::machine::DramSpec;
use crate::types::{Command, DramCycle};

/// Delays between commands that follow from the parameters, in DRAM cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Delays {
    rcd: u64,
    rp: u64,
    ras: u64,
    rc: u64,
    rrd: u64,
    faw: u64,
    ccd: u64,
    ccdl: u64,
    read_to_precharge: u64,
    write_to_precharge: u64,
    read_to_write: u64,
    write_to_read: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Bank {
    open_row: Option<u32>,
    activate: DramCycle,
    precharge: DramCycle,
    column: DramCycle,
}

/// Earliest cycles of all commands of one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    delays: Delays,
    banks: Vec<Bank>,
    /// By bank group: the next column command.
    groups: Vec<DramCycle>,
    group_mask: u8,
    activate: DramCycle,
    /// The last four activations, oldest first.
    activated: [Option<DramCycle>; 4],
    read: DramCycle,
    write: DramCycle,
}

impl Timing {
    /// All rows closed, everything allowed.
    pub fn new(spec: &DramSpec) -> Timing {
        let t = &spec.timing;
        let burst = spec.burst_cycles();
        let write_data_end = t.wl + burst;
        let delays = Delays {
            rcd: t.rcd.into(),
            rp: t.rp.into(),
            ras: t.ras.into(),
            rc: t.rc.into(),
            rrd: t.rrd.into(),
            faw: t.faw.into(),
            ccd: t.ccd.into(),
            ccdl: t.ccdl.into(),
            read_to_precharge: t.rtp.into(),
            write_to_precharge: (write_data_end + t.wr).into(),
            read_to_write: (t.cl + burst + t.turnaround).saturating_sub(t.wl).max(t.ccd).into(),
            write_to_read: (write_data_end + t.cdlr).max(t.ccd).into(),
        };
        Timing {
            delays,
            banks: vec![Bank::default(); spec.banks as usize],
            groups: vec![DramCycle(0); spec.bank_groups as usize],
            group_mask: (spec.bank_groups - 1) as u8,
            activate: DramCycle(0),
            activated: [None; 4],
            read: DramCycle(0),
            write: DramCycle(0),
        }
    }

    /// The open row of a bank.
    #[inline]
    pub fn open_row(&self, bank: u8) -> Option<u32> {
        self.banks[bank as usize].open_row
    }

    /// The cycle before which no bank may be activated.
    #[inline]
    pub fn activate_gate(&self) -> DramCycle {
        self.activate
    }

    /// The cycle before which a closed bank may not be activated, from the gate on.
    #[inline]
    pub fn activate_at(&self, bank: u8) -> DramCycle {
        self.banks[bank as usize].activate
    }

    /// The earliest cycle of a precharge of an open bank.
    #[inline]
    pub fn precharge_at(&self, bank: u8) -> DramCycle {
        self.banks[bank as usize].precharge
    }

    /// The cycle before which no column command of the direction may issue.
    #[inline]
    pub fn bus_at(&self, write: bool) -> DramCycle {
        if write {
            self.write
        } else {
            self.read
        }
    }

    /// The earliest cycle of a column command to the open row of a bank, when the bus allows it.
    #[inline]
    pub fn column_at(&self, bank: u8) -> DramCycle {
        self.banks[bank as usize].column.max(self.groups[(bank & self.group_mask) as usize])
    }

    /// Issues a command at `now`, which the `_at` functions must allow.
    pub fn issue(&mut self, command: Command, now: DramCycle) {
        let d = &self.delays;
        match command {
            Command::Activate { bank, row } => {
                debug_assert!(
                    self.open_row(bank).is_none() && self.activate_at(bank).max(self.activate) <= now
                );
                let b = &mut self.banks[bank as usize];
                b.open_row = Some(row);
                b.column = now + d.rcd;
                b.precharge = now + d.ras;
                b.activate = now + d.rc;
                self.activated.rotate_left(1);
                self.activated[3] = Some(now);
                let fourth = self.activated[0].map_or(DramCycle(0), |then| then + d.faw);
                self.activate = fourth.max(now + d.rrd);
            }
            Command::Precharge { bank } => {
                debug_assert!(self.open_row(bank).is_some() && self.precharge_at(bank) <= now);
                let b = &mut self.banks[bank as usize];
                b.open_row = None;
                b.activate = b.activate.max(now + d.rp);
            }
            Command::Read { bank } => {
                debug_assert!(self.column_at(bank).max(self.read) <= now);
                let b = &mut self.banks[bank as usize];
                b.precharge = b.precharge.max(now + d.read_to_precharge);
                self.groups[(bank & self.group_mask) as usize] = now + d.ccdl;
                self.read = now + d.ccd;
                self.write = self.write.max(now + d.read_to_write);
            }
            Command::Write { bank } => {
                debug_assert!(self.column_at(bank).max(self.write) <= now);
                let b = &mut self.banks[bank as usize];
                b.precharge = b.precharge.max(now + d.write_to_precharge);
                self.groups[(bank & self.group_mask) as usize] = now + d.ccdl;
                self.write = now + d.ccd;
                self.read = self.read.max(now + d.write_to_read);
            }
        }
    }
}
