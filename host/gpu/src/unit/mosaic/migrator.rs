// SPDX-License-Identifier: Apache-2.0
//! `mosaic_migrator` in the socket of the page migrator: a thin adapter over its ports.

use serde::{Deserialize, Serialize};
use warpsmith_units::mosaic::migrator::{In, Out, BULK, RD_LINE, WR_LINE};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::Migrator;
use warpsmith_units::{Module, Snapshot, Unit};

use super::stats::MosaicStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, CopyOp, CopyOpKind, MigratorIn, MigratorOut, PageMigrator, UnitError};
use crate::stats::UnitStats;

/// What stands between the socket and the ports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The outputs of the coming cycle.
    out: Out,
    stats: MosaicStats,
}

/// `mosaic_migrator` (`T`) as the page migrator.
pub struct MosaicMigrator<T> {
    migrator: T,
    state: State,
}

impl<T: Unit<In = In, Out = Out>> MosaicMigrator<T> {
    /// Resets the module, made for `params`, and attaches it.
    pub fn new(mut migrator: T, params: &Params) -> Self {
        migrator.reset();
        let out = Migrator::at_reset(params, &In::default());
        Self { migrator, state: State { out, ..State::default() } }
    }
}

impl<T: Unit<In = In, Out = Out> + Snapshot + Send> PageMigrator for MosaicMigrator<T> {
    fn out(&self) -> MigratorOut {
        let o = &self.state.out;
        let what = match o.m_op {
            RD_LINE => CopyOpKind::ReadLine,
            WR_LINE => CopyOpKind::WriteLine,
            BULK => CopyOpKind::Bulk,
            _ => CopyOpKind::WriteEntry,
        };
        let op = o.m_valid.then_some(CopyOp { what, address: o.m_addr, tag: o.m_tag });
        MigratorOut { ready: o.cmd_ready, op, over: o.done }
    }

    fn step(&mut self, input: &MigratorIn) {
        let mut i = In { m_ready: input.taken, ..In::default() };
        if let Some(command) = input.command {
            (i.cmd_valid, i.cmd_bulk) = (true, command.bulk);
            (i.cmd_src, i.cmd_dst) = (command.from, command.to);
            (i.cmd_pte_addr, i.cmd_pte) = (command.entry_address, command.entry);
        }
        if let Some(tag) = input.done {
            (i.a_valid, i.a_tag) = (true, tag);
        }
        let taken = self.out().op.filter(|_| input.taken).map(|op| op.what);
        self.state.out = self.migrator.step(&i);
        let stats = &mut self.state.stats;
        stats.copied_lines += u64::from(taken == Some(CopyOpKind::ReadLine));
        stats.bulk_copies += u64::from(taken == Some(CopyOpKind::Bulk));
        stats.migrated += u64::from(self.state.out.done);
    }
}

impl<T: Snapshot> Saved for MosaicMigrator<T> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.migrator.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.migrator.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<T: Unit + Snapshot + Send> Attachment for MosaicMigrator<T> {
    fn check(&self) -> Result<(), UnitError> {
        self.migrator.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::MigrateCommand;

    /// The operations of a command, each done in the cycle behind that in which it is taken.
    fn operations(bulk: bool) -> (Vec<CopyOp>, MosaicStats) {
        let mut unit = MosaicMigrator::new(Migrator::model(&Params::PAPER), &Params::PAPER);
        let command = MigrateCommand { from: 0x30, to: 0x51, entry_address: 0x1238, entry: 7, bulk };
        unit.step(&MigratorIn { command: Some(command), ..MigratorIn::default() });
        let (mut done, mut ops) = (None, Vec::new());
        while !unit.out().over {
            let op = unit.out().op;
            unit.step(&MigratorIn { command: None, taken: op.is_some(), done });
            done = op.map(|op| op.tag);
            ops.extend(op);
        }
        (ops, unit.state.stats)
    }

    #[test]
    fn a_page_is_read_and_written_line_by_line_and_then_its_entry() {
        let (ops, stats) = operations(false);
        let of = |what| ops.iter().filter(move |op| op.what == what).map(|op| op.address);
        assert!(of(CopyOpKind::ReadLine).eq((0..32).map(|line| 0x30 << 12 | line << 7)));
        assert!(of(CopyOpKind::WriteLine).eq((0..32).map(|line| 0x51 << 12 | line << 7)));
        assert_eq!(ops.last().map(|op| (op.what, op.address)), Some((CopyOpKind::WriteEntry, 0x1238)));
        assert_eq!((ops.len(), stats.copied_lines, stats.bulk_copies, stats.migrated), (65, 32, 0, 1));
    }

    #[test]
    fn a_copy_inside_dram_is_one_operation_before_the_entry() {
        let (ops, stats) = operations(true);
        let whats: Vec<CopyOpKind> = ops.iter().map(|op| op.what).collect();
        assert_eq!(whats, [CopyOpKind::Bulk, CopyOpKind::WriteEntry]);
        assert_eq!((stats.copied_lines, stats.bulk_copies, stats.migrated), (0, 1, 1));
    }
}
