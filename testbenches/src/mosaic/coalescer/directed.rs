// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mosaic_coalescer`.

use warpsmith_units::mosaic::coalescer::{
    In, Out, ANDN8, COALESCE, OR8, SPLINTER, STATUS_ALREADY, STATUS_FAULT, STATUS_NOTCONTIG, STATUS_NOTLARGE,
    STATUS_OK,
};
use warpsmith_units::mosaic::entry::{DISABLED, LARGE, VALID};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{FLUSH_BASE, FLUSH_LARGE};
use warpsmith_units::Wide;

use super::tables::{Tables, ROOT};
use super::Harness;
use crate::directed::directed;
use crate::BenchError;

type Done<T> = Result<T, BenchError>;

const ASID: u32 = 3;

/// In what order operations are done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    First,
    Last,
}

/// A coalescer with its memory.
struct Bench {
    h: Harness,
    lvpn: u64,
    tables: Tables,
    order: Order,
    /// Operations under way, and all that have been taken.
    waiting: Vec<(Out, In)>,
    taken: Vec<Out>,
    most: usize,
    /// Operations that had been done when the large bit was announced, and the flush that was asked for.
    announced: Option<usize>,
    flush: Option<(u32, u64, bool)>,
}

impl Bench {
    fn start(params: &Params) -> Done<Bench> {
        let lvpn = if params.lvpn_width() > 20 { 0x12_3456 } else { 1 };
        let h = Harness::start(params, In { m_ready: true, fl_ready: true, ..In::default() })?;
        let tables = Tables::of_large_page(params, lvpn);
        let (waiting, taken, announced, flush) = Default::default();
        Ok(Bench { h, lvpn, tables, order: Order::First, waiting, taken, most: 0, announced, flush })
    }

    fn entry(&mut self, address: u64) -> &mut u64 {
        self.tables.0.entry(address).or_default()
    }

    fn leaf(&mut self, slot: u64) -> &mut u64 {
        let address = Tables::leaf(&self.h.params, slot);
        self.entry(address)
    }

    fn is_large(&mut self) -> bool {
        let address = Tables::large(&self.h.params, self.lvpn);
        *self.entry(address) & LARGE != 0
    }

    /// A cycle in which an operation, if there is one, is done; memory sees it as it is taken.
    fn cycle(&mut self) -> Done<()> {
        let shown = self.h.out;
        let place = match self.order {
            Order::First => 0,
            // Only when no more may be under way, so that the order differs as much as it can.
            Order::Last if shown.m_valid && self.h.input.m_ready => self.waiting.len(),
            Order::Last => self.waiting.len().wrapping_sub(1),
        };
        if place < self.waiting.len() {
            let (operation, found) = self.waiting.remove(place);
            (self.h.input.a_valid, self.h.input.a_tag) = (true, operation.m_tag);
            self.h.input.a_data = found.a_data;
        }
        if shown.m_valid && self.h.input.m_ready {
            let mut found = In::default();
            self.tables.apply(&shown, &mut found);
            self.waiting.push((shown, found));
            self.taken.push(shown);
        }
        self.most = self.most.max(self.waiting.len());
        if shown.fl_valid && self.h.input.fl_ready {
            self.flush = Some((shown.fl_asid, shown.fl_lvpn, shown.fl_kind));
        } else if self.flush.is_some() {
            self.h.input.fl_done = true;
        }
        self.h.step()?;
        if self.h.out.large_on {
            self.announced = Some(self.taken.len() - self.waiting.len());
        }
        Ok(())
    }

    fn begin(&mut self, op: bool, bitmap: Wide<16>) -> Done<()> {
        (self.taken, self.announced, self.flush, self.most) = Default::default();
        let i = &mut self.h.input;
        (i.cmd_valid, i.cmd_op, i.cmd_asid, i.cmd_root) = (true, op, ASID, ROOT);
        (i.cmd_lvpn, i.cmd_bitmap) = (self.lvpn, bitmap);
        self.cycle()
    }

    fn finish(&mut self) -> Done<u8> {
        for _ in 0..1000 {
            if self.h.out.done {
                return Ok(self.h.out.status);
            }
            self.cycle()?;
        }
        self.h.expect("done", false, true).map(|()| 0)
    }

    /// A command that ends like this.
    fn expect(&mut self, op: bool, bitmap: Wide<16>, status: u8) -> Done<()> {
        self.begin(op, bitmap)?;
        let ended = self.finish()?;
        self.h.expect("status", ended, status)
    }

    /// That the last command has changed no entry.
    fn expect_tables(&self, before: &Tables) -> Done<()> {
        self.h.expect("page tables", &self.tables, before)
    }

    /// All entries of the last table: how many are valid, and how many are disabled.
    fn leaves(&mut self) -> (usize, usize) {
        let all: Vec<u64> = (0..512).map(|slot| *self.leaf(slot)).collect();
        let with = |bit: u64| all.iter().filter(|entry| **entry & bit != 0).count();
        (with(VALID), with(DISABLED))
    }
}

fn none() -> Wide<16> {
    Wide::ZERO
}

fn all() -> Wide<16> {
    Wide::new([u32::MAX; 16])
}

directed! {
    fn coalescing_takes_three_reads_and_33_atomic_operations_and_no_flush() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.expect(COALESCE, none(), STATUS_OK)?;
        b.h.expect("operations", b.taken.len(), 3 + 33)?;
        b.h.expect("large bit set", b.taken[3].m_op, OR8)?;
        b.h.expect("announced after the operations", b.announced, Some(4))?;
        let (large, leaves) = (b.is_large(), b.leaves());
        b.h.expect("large, valid, disabled", (large, leaves), (true, (512, 512)))?;
        b.h.expect("flush", b.flush, None)
    }

    fn what_is_coalesced_and_splintered_whole_is_as_it_was_and_only_the_large_entry_is_flushed() {
        for params in [&Params::PAPER, &Params::VARIANT, &Params::TINY] {
            let mut b = Bench::start(params)?;
            let before = b.tables.clone();
            b.expect(COALESCE, none(), STATUS_OK)?;
            b.expect(SPLINTER, all(), STATUS_OK)?;
            b.expect_tables(&before)?;
            b.h.expect("large bit cleared", b.taken.last().map(|o| o.m_op), Some(ANDN8))?;
            b.h.expect("flush", b.flush, Some((ASID, b.lvpn, FLUSH_LARGE)))?;
        }
        Ok(())
    }

    fn splintering_with_one_page_left_ends_all_other_mappings_and_flushes_base_pages() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.expect(COALESCE, none(), STATUS_OK)?;
        let mut one = none();
        one.set(300, true);
        b.expect(SPLINTER, one, STATUS_OK)?;
        let (large, leaves, kept) = (b.is_large(), b.leaves(), *b.leaf(300) & VALID);
        b.h.expect("large, valid, disabled, the page", (large, leaves, kept), (false, (1, 0), VALID))?;
        b.h.expect("flush", b.flush, Some((ASID, b.lvpn, FLUSH_BASE)))
    }

    fn an_entry_that_is_not_valid_at_any_depth_is_a_fault() {
        for depth in 0..3 {
            for op in [COALESCE, SPLINTER] {
                let mut b = Bench::start(&Params::PAPER)?;
                let address = Tables::upper(&Params::PAPER, b.lvpn, depth);
                *b.entry(address) &= !VALID;
                let before = b.tables.clone();
                b.expect(op, all(), STATUS_FAULT)?;
                b.h.expect("operations", b.taken.len(), depth as usize + 1)?;
                b.expect_tables(&before)?;
            }
        }
        Ok(())
    }

    fn a_page_that_is_large_already_or_not_large_is_left_alone() {
        let mut b = Bench::start(&Params::PAPER)?;
        let before = b.tables.clone();
        b.expect(SPLINTER, none(), STATUS_NOTLARGE)?;
        b.expect_tables(&before)?;
        b.expect(COALESCE, none(), STATUS_OK)?;
        let before = b.tables.clone();
        b.expect(COALESCE, none(), STATUS_ALREADY)?;
        b.expect_tables(&before)
    }

    fn with_the_check_one_page_of_another_place_or_none_keeps_the_frame_as_it_is() {
        let p = Params::VERIFY;
        for (slot, change) in [(0, 1 << 12), (17, VALID), (511, 1 << 21), (255, 1 << 20)] {
            for order in [Order::First, Order::Last] {
                let mut b = Bench::start(&p)?;
                b.order = order;
                *b.leaf(slot) ^= change;
                let before = b.tables.clone();
                b.expect(COALESCE, none(), STATUS_NOTCONTIG)?;
                b.expect_tables(&before)?;
                *b.leaf(slot) ^= change;
                b.expect(COALESCE, none(), STATUS_OK)?;
                b.h.expect("operations", b.taken.len(), 3 + 32 + 33)?;
            }
        }
        Ok(())
    }

    fn with_the_check_a_frame_that_is_not_aligned_is_not_contiguous() {
        let mut b = Bench::start(&Params::VERIFY)?;
        for slot in 0..512 {
            *b.leaf(slot) += 1 << 12;
        }
        b.expect(COALESCE, none(), STATUS_NOTCONTIG)
    }

    fn without_the_check_the_runtime_is_believed() {
        let mut b = Bench::start(&Params::PAPER)?;
        *b.leaf(9) ^= 1 << 20;
        b.expect(COALESCE, none(), STATUS_OK)
    }

    fn operations_that_are_not_taken_stay_as_they_are() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.begin(COALESCE, none())?;
        for _ in 0..20 {
            b.h.input.m_ready = false;
            let shown = b.h.out;
            for _ in 0..3 {
                b.cycle()?;
                b.h.expect("operation", !shown.m_valid || shown.m_addr == b.h.out.m_addr, true)?;
                b.h.expect("tag", !shown.m_valid || shown.m_tag == b.h.out.m_tag, true)?;
            }
            b.h.input.m_ready = true;
            b.cycle()?;
        }
        let ended = b.finish()?;
        b.h.expect("status", ended, STATUS_OK)
    }

    fn operations_are_done_in_any_order_and_eng_out_of_them_are_under_way() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.order = Order::Last;
        b.expect(COALESCE, none(), STATUS_OK)?;
        b.h.expect("operations at once", b.most, 4)?;
        let (large, leaves) = (b.is_large(), b.leaves());
        b.h.expect("large, valid, disabled", (large, leaves), (true, (512, 512)))?;
        b.expect(SPLINTER, all(), STATUS_OK)?;
        let (large, leaves) = (b.is_large(), b.leaves());
        b.h.expect("large, valid, disabled", (large, leaves), (false, (512, 0)))
    }

    fn a_command_that_a_reset_has_cut_off_is_completed_by_the_next_one_of_its_kind() {
        for op in [COALESCE, SPLINTER] {
            for cut in 1..45 {
                let mut b = Bench::start(&Params::PAPER)?;
                if op == SPLINTER {
                    b.expect(COALESCE, none(), STATUS_OK)?;
                }
                b.begin(op, all())?;
                for _ in 0..cut {
                    b.cycle()?;
                }
                // The large bit of a splintered page is cleared last, so what is not large is done.
                b.h.reset();
                b.waiting.clear();
                b.begin(op, all())?;
                let status = b.finish()?;
                let (large, leaves) = (b.is_large(), b.leaves());
                if op == SPLINTER {
                    b.h.expect("large, valid, disabled", (large, leaves), (false, (512, 0)))?;
                    b.h.expect("status", status == STATUS_OK || status == STATUS_NOTLARGE, true)?;
                } else {
                    b.h.expect("large, valid", (large, leaves.0), (true, 512))?;
                    b.h.expect("status", status == STATUS_OK || status == STATUS_ALREADY, true)?;
                }
            }
        }
        Ok(())
    }

    fn a_new_command_begins_in_the_cycle_in_which_the_last_one_is_over() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.expect(COALESCE, none(), STATUS_OK)?;
        b.h.expect("cmd_ready", b.h.out.cmd_ready, true)?;
        b.begin(SPLINTER, all())?;
        b.h.expect("done, cmd_ready", (b.h.out.done, b.h.out.cmd_ready), (false, false))?;
        let ended = b.finish()?;
        b.h.expect("status", ended, STATUS_OK)
    }
}
