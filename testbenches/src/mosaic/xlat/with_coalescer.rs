// SPDX-License-Identifier: Apache-2.0
//! `mosaic_xlat` and `mosaic_coalescer` on the same page tables, with the flushes of the one to the other (specification section 10, rows 5
//! and 14).

use warpsmith_units::mosaic::coalescer::{self, COALESCE, SPLINTER, STATUS_OK};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::Wide;

use super::bench::{Bench, Done, ASID};
use crate::directed::directed;
use crate::mosaic::coalescer::tables::ROOT;
use crate::mosaic::coalescer::Harness as Engine;

/// Both, with one memory.
struct Pair {
    b: Bench,
    engine: Engine,
    /// Operations of the coalescer under way.
    waiting: Vec<coalescer::In>,
    /// The cycle in which the last command was over.
    over: Option<u64>,
}

impl Pair {
    fn start() -> Done<Pair> {
        let mut b = Bench::start(&Params::PAPER)?;
        b.latency = 9;
        let ready = coalescer::In { m_ready: true, ..coalescer::In::default() };
        let engine = Engine::start(&Params::PAPER, ready)?;
        Ok(Pair { b, engine, waiting: Vec::new(), over: None })
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
        (i.fl_ready, i.fl_done) = (self.b.h.out.fl_ready, self.b.h.out.fl_done);
        let o = &mut self.b.h.input;
        (o.fl_valid, o.fl_asid) = (shown.fl_valid, shown.fl_asid);
        (o.fl_lvpn, o.fl_kind) = (shown.fl_lvpn, shown.fl_kind);
        self.engine.step()?;
        self.b.cycle()?;
        if self.engine.out.done {
            self.over = Some(self.b.h.now());
            self.engine.expect("status", self.engine.out.status, STATUS_OK)?;
        }
        Ok(())
    }

    /// A command, in this cycle.
    fn begin(&mut self, op: bool, bitmap: Wide<16>) {
        self.over = None;
        let i = &mut self.engine.input;
        (i.cmd_valid, i.cmd_op, i.cmd_asid, i.cmd_root) = (true, op, ASID, ROOT);
        (i.cmd_lvpn, i.cmd_bitmap) = (self.b.lvpn, bitmap);
    }

    /// A command from its beginning to its end.
    fn command(&mut self, op: bool, bitmap: Wide<16>) -> Done<()> {
        self.begin(op, bitmap);
        for _ in 0..1000 {
            self.cycle()?;
            if self.over.is_some() {
                return Ok(());
            }
        }
        self.engine.expect("the command is over", false, true)
    }
}

/// All base pages but one.
fn all_but(slot: u64) -> Wide<16> {
    let mut bitmap = Wide::new([u32::MAX; 16]);
    bitmap.set(slot as usize, false);
    bitmap
}

const SLOT: u64 = 1;

directed! {
    fn coalescing_flushes_nothing_and_its_base_entries_stay_right() {
        let mut p = Pair::start()?;
        let (vpn, other) = (p.b.page(SLOT), p.b.page(SLOT + 1));
        p.b.find(0, vpn)?;
        p.command(COALESCE, Wide::ZERO)?;
        p.b.h.expect("flushes", p.b.told, None)?;
        let hit = p.b.find(1, vpn)?;
        p.b.h.expect("base hit", hit, (20, p.b.mapping(SLOT, false)))?;
        let (_, walked) = p.b.find(1, other)?;
        p.b.h.expect("walk", walked, p.b.mapping(SLOT + 1, true))
    }

    fn a_base_entry_from_before_coalescing_is_gone_when_splintering_has_freed_its_page() {
        let mut p = Pair::start()?;
        let (freed, kept) = (p.b.page(SLOT), p.b.page(SLOT + 1));
        p.b.find(0, freed)?;
        p.command(COALESCE, Wide::ZERO)?;
        p.command(SPLINTER, all_but(SLOT))?;
        let (_, found) = p.b.find(1, freed)?;
        p.b.h.expect("freed", found, None)?;
        let (_, found) = p.b.find(1, kept)?;
        p.b.h.expect("kept", found, p.b.mapping(SLOT + 1, false))
    }

    fn a_lookup_at_any_time_of_splintering_finds_one_address_until_its_page_is_freed() {
        let (mut large, mut fault) = (0, 0);
        for at in (0..150).step_by(3) {
            let mut p = Pair::start()?;
            let vpn = p.b.page(SLOT);
            p.command(COALESCE, Wide::ZERO)?;
            let mut asks = false;
            for cycle in 0..260 {
                if cycle == 40 {
                    p.begin(SPLINTER, all_but(SLOT));
                }
                asks |= cycle == at;
                if asks && p.b.h.out.lk_ready & 1 == 1 {
                    p.b.look(0, 0, vpn);
                    asks = false;
                }
                p.cycle()?;
            }
            let (over, [(cycle, .., found)]) = (p.over, &p.b.answers[..]) else {
                return p.b.h.expect("answers", p.b.answers.len(), 1);
            };
            let behind = over.is_none_or(|over| *cycle > over);
            p.b.h.expect("large behind the command", found.is_some() && behind, false)?;
            if found.is_some() {
                p.b.h.expect("found", *found, p.b.mapping(SLOT, true))?;
            }
            p.b.h.expect("large entries", p.b.large_entries(), 0)?;
            large += u32::from(found.is_some());
            fault += u32::from(found.is_none());
        }
        crate::report::expect(0, "both are met", &(large > 0 && fault > 0), &true)
    }
}
