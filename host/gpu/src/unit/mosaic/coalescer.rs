// SPDX-License-Identifier: Apache-2.0
//! `mosaic_coalescer` in the socket of the page coalescer: a thin adapter over its ports.

use serde::{Deserialize, Serialize};
use warpsmith_units::mosaic::coalescer::{
    In, Out, ANDN8, ANDN_LINE, COALESCE, OR8, OR_LINE, RD_LINE, SPLINTER, STATUS_ALREADY, STATUS_OK,
};
use warpsmith_units::mosaic::entry::Entry;
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{Coalescer, FLUSH_BASE, FLUSH_LARGE};
use warpsmith_units::{Module, Snapshot, Unit};

use super::stats::MosaicStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, CoalescerIn, CoalescerOut, PageCoalescer, TableOp, TableOpKind, TlbFlush, UnitError,
};
use crate::stats::UnitStats;

/// What stands between the socket and the ports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The outputs of the coming cycle.
    out: Out,
    /// The command under way takes a large page apart.
    splinters: bool,
    stats: MosaicStats,
}

/// `mosaic_coalescer` (`T`) as the page coalescer.
pub struct MosaicCoalescer<T> {
    coalescer: T,
    /// Entries that a read can find.
    entries: usize,
    state: State,
}

impl<T: Unit<In = In, Out = Out>> MosaicCoalescer<T> {
    /// Resets the module, made for `params`, and attaches it.
    pub fn new(mut coalescer: T, params: &Params) -> Self {
        coalescer.reset();
        let out = Coalescer::at_reset(params, &In::default());
        let state = State { out, ..State::default() };
        Self { coalescer, entries: params.data_width() / 64, state }
    }
}

impl<T: Unit<In = In, Out = Out> + Snapshot + Send> PageCoalescer for MosaicCoalescer<T> {
    fn out(&self) -> CoalescerOut {
        let o = &self.state.out;
        let what = match o.m_op {
            OR8 => TableOpKind::SetLarge,
            OR_LINE => TableOpKind::Disable(o.m_lane_dis as u16),
            RD_LINE => TableOpKind::ReadLine,
            ANDN_LINE => TableOpKind::Enable { marked: o.m_lane_dis as u16, invalid: o.m_lane_val as u16 },
            ANDN8 => TableOpKind::ClearLarge,
            _ => TableOpKind::Read,
        };
        CoalescerOut {
            ready: o.cmd_ready,
            op: o.m_valid.then_some(TableOp { what, address: o.m_addr, tag: o.m_tag }),
            flush: o.fl_valid.then(|| {
                let what = match o.fl_kind {
                    FLUSH_BASE => TlbFlush::Base(o.fl_lvpn),
                    FLUSH_LARGE => TlbFlush::Large(o.fl_lvpn),
                };
                (o.fl_asid as u16, what)
            }),
            over: o.done.then_some(matches!(o.status, STATUS_OK | STATUS_ALREADY)),
        }
    }

    fn step(&mut self, input: &CoalescerIn) {
        let mut i = In { m_ready: input.taken, ..In::default() };
        (i.fl_ready, i.fl_done) = (input.flush_taken, input.flushed);
        if let Some(command) = input.command {
            self.state.splinters = command.splinter.is_some();
            (i.cmd_valid, i.cmd_op) = (true, if self.state.splinters { SPLINTER } else { COALESCE });
            i.cmd_bitmap = command.splinter.unwrap_or_default();
            (i.cmd_asid, i.cmd_root, i.cmd_lvpn) = (command.asid.into(), command.root, command.lvpn);
        }
        if let Some((tag, entries)) = input.done {
            (i.a_valid, i.a_tag) = (true, tag);
            (0..self.entries).for_each(|entry| i.set_entry(entry, Entry(entries[entry])));
        }
        if let Some(op) = self.out().op.filter(|_| input.taken) {
            self.state.stats.table_reads += u64::from(op.reads());
            self.state.stats.table_atomics += u64::from(!op.reads());
        }
        self.state.out = self.coalescer.step(&i);
        let (out, stats) = (&self.state.out, &mut self.state.stats);
        let ok = out.done && out.status == STATUS_OK;
        stats.splintered += u64::from(ok && self.state.splinters);
        stats.coalesced += u64::from(ok && !self.state.splinters);
        stats.not_coalesced += u64::from(out.done && !ok && !self.state.splinters);
    }
}

impl<T: Snapshot> Saved for MosaicCoalescer<T> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.coalescer.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.coalescer.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<T: Unit + Snapshot + Send> Attachment for MosaicCoalescer<T> {
    fn check(&self) -> Result<(), UnitError> {
        self.coalescer.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}

#[cfg(test)]
mod tests {
    use warpsmith_units::mosaic::entry::{LARGE, VALID};

    use super::*;
    use crate::socket::{BasePages, CoalesceCommand, LINE_ENTRIES};

    /// The operations of a command on tables whose entries name the table with the number behind that of their own, and whether there is
    /// a large page in the end.
    fn operations(params: &Params, valid: u64) -> (Vec<TableOpKind>, bool, MosaicStats) {
        let (ops, flush, over, stats) = all_of(params, valid, None);
        assert_eq!(flush, None);
        (ops, over, stats)
    }

    /// The same, and the flush, of a command that takes a large page apart, too.
    fn all_of(
        params: &Params,
        valid: u64,
        splinter: Option<BasePages>,
    ) -> (Vec<TableOpKind>, Option<(u16, TlbFlush)>, bool, MosaicStats) {
        let mut unit = MosaicCoalescer::new(Coalescer::model(params), params);
        let command = Some(CoalesceCommand { asid: 3, root: 10, lvpn: 0x1234, splinter });
        let (mut done, mut ops, mut flush) = (None, Vec::new(), None);
        unit.step(&CoalescerIn { command, ..CoalescerIn::default() });
        loop {
            let out = unit.out();
            if let Some(over) = out.over {
                return (ops, flush, over, unit.state.stats);
            }
            let back = done.take();
            if let Some(op) = out.op {
                let table = op.address >> 12;
                let entry = |lane: u64| match table {
                    13 => ((table << 9) | ((op.address >> 3 & 511) + lane)) << 12 | valid,
                    12 if splinter.is_some() => (table + 1) << 12 | VALID | LARGE,
                    _ => (table + 1) << 12 | VALID,
                };
                done = Some((op.tag, std::array::from_fn(|lane| entry(lane as u64))));
                ops.push(op.what);
            }
            let done = back.map(|(tag, mut entries): (u8, [u64; LINE_ENTRIES])| {
                entries[unit.entries..].fill(0);
                (tag, entries)
            });
            let (taken, flush_taken, flushed) = (out.op.is_some(), out.flush.is_some(), flush.is_some());
            flush = flush.or(out.flush);
            unit.step(&CoalescerIn { command: None, taken, done, flush_taken, flushed });
        }
    }

    #[test]
    fn a_large_page_is_taken_apart_by_three_reads_33_atomic_operations_and_a_flush_of_what_was_freed() {
        for (kept, what) in [(511, TlbFlush::Base(0x1234)), (512, TlbFlush::Large(0x1234))] {
            let mut bitmap = BasePages::default();
            bitmap[512 - kept..512].fill(true);
            let (ops, flush, over, stats) = all_of(&Params::PAPER, VALID, Some(bitmap));
            let invalid = u16::from(kept == 511);
            assert_eq!(ops[3], TableOpKind::Enable { marked: 0xffff, invalid });
            assert_eq!(ops[4..35], [TableOpKind::Enable { marked: 0xffff, invalid: 0 }; 31]);
            assert_eq!((ops.len(), ops[35], flush), (36, TableOpKind::ClearLarge, Some((3, what))));
            let counted = (stats.table_reads, stats.table_atomics, stats.splintered, stats.not_coalesced);
            assert_eq!((over, counted), (true, (3, 33, 1, 0)));
        }
    }

    #[test]
    fn a_large_page_takes_three_reads_and_33_atomic_operations() {
        let (ops, over, stats) = operations(&Params::PAPER, VALID);
        assert_eq!(
            ops[..4],
            [TableOpKind::Read, TableOpKind::Read, TableOpKind::Read, TableOpKind::SetLarge]
        );
        assert_eq!(ops[4..], [TableOpKind::Disable(0xffff); 32]);
        let counted =
            MosaicStats { table_reads: 3, table_atomics: 33, coalesced: 1, ..MosaicStats::default() };
        assert_eq!((over, stats), (true, counted));
    }

    #[test]
    fn with_its_check_it_reads_32_lines_more_and_makes_no_large_page_of_pages_that_are_not_there() {
        let (ops, over, stats) = operations(&Params::VERIFY, VALID);
        assert_eq!((ops.len(), over, stats.table_reads, stats.coalesced), (68, true, 35, 1));
        let (_, over, stats) = operations(&Params::VERIFY, 0);
        assert_eq!((over, stats.table_atomics, stats.not_coalesced), (false, 0, 1));
    }
}
