// SPDX-License-Identifier: Apache-2.0
//! `mosaic_walker` and `mosaic_coalescer` on the same page tables (specification section 10, rows 4, 5 and 14).

use warpsmith_units::mosaic::coalescer::{self, COALESCE, SPLINTER, STATUS_OK};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::Wide;

use super::bench::{Bench, Done, ASID};
use crate::directed::directed;
use crate::mosaic::coalescer::tables::ROOT;
use crate::mosaic::coalescer::Harness as Engine;

/// Both, with one memory; the flushes of the coalescer are the walker's.
struct Pair {
    b: Bench,
    engine: Engine,
    /// Operations of the coalescer under way.
    waiting: Vec<coalescer::In>,
    /// The cycle of the flush of the last command, and whether the command is over.
    flushed: Option<u64>,
    over: bool,
}

/// How walks have ended that began at any time before, during and behind a command.
#[derive(Debug, Default, PartialEq, Eq)]
struct Met {
    base: bool,
    large: bool,
    fault: bool,
    retry: bool,
    restart: bool,
}

impl Pair {
    fn start() -> Done<Pair> {
        let mut b = Bench::start(&Params::PAPER)?;
        b.latency = 9;
        let ready = coalescer::In { m_ready: true, fl_ready: true, ..coalescer::In::default() };
        let engine = Engine::start(&Params::PAPER, ready)?;
        Ok(Pair { b, engine, waiting: Vec::new(), flushed: None, over: false })
    }

    /// A cycle; memory sees operations of the coalescer as they are taken.
    fn cycle(&mut self) -> Done<()> {
        let (shown, i) = (self.engine.out, &mut self.engine.input);
        if !self.waiting.is_empty() {
            let done = self.waiting.remove(0);
            (i.a_valid, i.a_tag, i.a_data) = (true, done.a_tag, done.a_data);
        }
        if shown.m_valid {
            let mut done = coalescer::In { a_tag: shown.m_tag, ..coalescer::In::default() };
            self.b.tables.apply(&shown, &mut done);
            self.waiting.push(done);
        }
        let now = self.b.h.now();
        i.fl_done = self.flushed.is_some_and(|cycle| cycle + 1 == now);
        if shown.fl_valid {
            let i = &mut self.b.h.input;
            (i.flush_valid, i.flush_asid, i.flush_lvpn) = (true, shown.fl_asid, shown.fl_lvpn);
            self.flushed = Some(now);
        }
        self.engine.step()?;
        self.b.cycle()?;
        if self.engine.out.done {
            self.over = true;
            self.engine.expect("status", self.engine.out.status, STATUS_OK)?;
        }
        Ok(())
    }

    fn begin(&mut self, op: bool, bitmap: Wide<16>) {
        (self.flushed, self.over) = (None, false);
        let i = &mut self.engine.input;
        (i.cmd_valid, i.cmd_op, i.cmd_asid, i.cmd_root) = (true, op, ASID, ROOT);
        (i.cmd_lvpn, i.cmd_bitmap) = (self.b.lvpn, bitmap);
    }

    /// Until the command and the walks are over.
    fn finish(&mut self) -> Done<()> {
        for _ in 0..1000 {
            if self.over && self.b.h.model().state().walks().next().is_none() {
                return Ok(());
            }
            self.cycle()?;
        }
        self.b.h.expect("the command is over", false, true)
    }

    /// How the one walk has ended: never with another address, and behind a flush not in a large page.
    fn note(&self, met: &mut Met) -> Done<()> {
        let [end] = self.b.ends[..] else { return self.b.h.expect("ends", self.b.ends.len(), 1) };
        let large = end.found.is_some_and(|found| found.large);
        if let Some(flushed) = self.flushed {
            self.b.h.expect("large behind the flush", large && end.cycle >= flushed, false)?;
        }
        if end.found.is_some() {
            self.b.h.expect("found", end.found, self.b.mapping(SLOT, large))?;
        }
        let reads_at = |depth: u8| self.b.depths().iter().filter(|one| **one == depth).count();
        met.base |= end.found.is_some() && !large;
        met.large |= large;
        met.fault |= end.found.is_none();
        met.retry |= reads_at(1) == 1 && reads_at(3) == 2;
        met.restart |= reads_at(1) == 2;
        Ok(())
    }
}

const SLOT: u64 = 1;

/// A lookup in each of 100 cycles, of which the command begins in one in the middle; if it splinters, of a large page.
fn sweep(op: bool, bitmap: Wide<16>) -> Done<Met> {
    let mut met = Met::default();
    for lookup in 0..100 {
        let mut p = Pair::start()?;
        if op == SPLINTER {
            p.begin(COALESCE, Wide::ZERO);
            p.finish()?;
        }
        for cycle in 0..100 {
            if cycle == 45 {
                p.begin(op, bitmap);
            }
            if cycle == lookup {
                p.b.look(0, 0, p.b.page(SLOT));
            }
            p.cycle()?;
        }
        p.finish()?;
        p.note(&mut met)?;
    }
    Ok(met)
}

fn expect(met: &Met, expected: Met) -> Done<()> {
    crate::report::expect(0, "how walks have ended", met, &expected)
}

fn all() -> Wide<16> {
    Wide::new([u32::MAX; 16])
}

directed! {
    fn a_walk_at_any_time_of_coalescing_finds_the_same_address_and_reads_again_once() {
        let met = sweep(COALESCE, Wide::ZERO)?;
        expect(&met, Met { base: true, large: true, retry: true, ..Met::default() })
    }

    fn a_walk_at_any_time_of_splintering_finds_the_same_address_and_nothing_large_behind_the_flush() {
        let met = sweep(SPLINTER, all())?;
        expect(&met, Met { base: true, large: true, restart: true, ..Met::default() })
    }

    fn a_base_page_that_splintering_ends_is_a_fault_behind_the_flush() {
        let mut bitmap = all();
        bitmap.set(SLOT as usize, false);
        let met = sweep(SPLINTER, bitmap)?;
        expect(&met, Met { large: true, fault: true, restart: true, ..Met::default() })
    }
}
