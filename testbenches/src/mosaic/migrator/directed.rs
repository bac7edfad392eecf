// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mosaic_migrator`.

use std::collections::BTreeMap;

use warpsmith_units::mosaic::migrator::{In, Out, BULK, RD_LINE, WR8, WR_LINE};
use warpsmith_units::mosaic::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

type Done<T> = Result<T, BenchError>;

const SRC: u64 = 0x123;
const DST: u64 = 0x2a7;
const PTE_ADDR: u64 = 0x7_7008;
const PTE: u64 = 0x2a_7007;

/// A migrator with its memory: lines, entries and the buffers of the tags.
struct Bench {
    h: Harness,
    memory: BTreeMap<u64, u64>,
    buffers: [u64; 16],
    /// Operations under way; which of them is done next.
    waiting: Vec<Out>,
    last_first: bool,
    most: usize,
    ops: Vec<u8>,
}

impl Bench {
    /// Each line of the page that is moved holds its own number and some more.
    fn start(params: &Params) -> Done<Bench> {
        let h = Harness::start(params, In { m_ready: true, ..In::default() })?;
        let page = SRC << params.base_page_log2;
        let lines = u64::from(params.page_lines());
        let memory = (0..lines).map(|line| (page | line << 7, 0xabc0 + line)).collect();
        let (waiting, ops) = Default::default();
        Ok(Bench { h, memory, buffers: [0; 16], waiting, last_first: false, most: 0, ops })
    }

    fn apply(&mut self, o: &Out) {
        let (lines, buffer) = (u64::from(self.h.params.page_lines()), usize::from(o.m_tag));
        let at =
            |memory: &BTreeMap<u64, u64>, address: u64| memory.get(&address).copied().unwrap_or_default();
        match o.m_op {
            RD_LINE => self.buffers[buffer] = at(&self.memory, o.m_addr),
            WR_LINE => _ = self.memory.insert(o.m_addr, self.buffers[buffer]),
            BULK => {
                for line in 0..lines {
                    let data = at(&self.memory, o.m_addr | line << 7);
                    self.memory.insert(o.m_dst | line << 7, data);
                }
            }
            _ => _ = self.memory.insert(o.m_addr, o.m_data),
        }
    }

    /// A cycle in which an operation, if there is one, is done.
    fn cycle(&mut self) -> Done<()> {
        let shown = self.h.out;
        let takes = shown.m_valid && self.h.input.m_ready;
        let place = match self.last_first {
            false => 0,
            // Only when no more may be under way, so that the order differs as much as it can.
            true if takes => self.waiting.len(),
            true => self.waiting.len().wrapping_sub(1),
        };
        if place < self.waiting.len() {
            let operation = self.waiting.remove(place);
            self.apply(&operation);
            (self.h.input.a_valid, self.h.input.a_tag) = (true, operation.m_tag);
        }
        if takes {
            self.waiting.push(shown);
            self.ops.push(shown.m_op);
        }
        self.most = self.most.max(self.waiting.len());
        self.h.step()
    }

    fn begin(&mut self, bulk: bool) -> Done<()> {
        let i = &mut self.h.input;
        (i.cmd_valid, i.cmd_src, i.cmd_dst, i.cmd_bulk) = (true, SRC, DST, bulk);
        (i.cmd_pte_addr, i.cmd_pte) = (PTE_ADDR, PTE);
        self.cycle()
    }

    /// Until the command is over: the page and its entry are where they belong.
    fn finish(&mut self) -> Done<()> {
        for _ in 0..4000 {
            if self.h.out.done {
                break;
            }
            self.cycle()?;
        }
        self.h.expect("done", self.h.out.done, true)?;
        let (page, lines) = (DST << self.h.params.base_page_log2, u64::from(self.h.params.page_lines()));
        let copied = (0..lines).all(|line| self.memory.get(&(page | line << 7)) == Some(&(0xabc0 + line)));
        self.h.expect("page, entry", (copied, self.memory.get(&PTE_ADDR)), (true, Some(&PTE)))
    }
}

directed! {
    fn a_page_takes_32_reads_32_writes_and_then_its_entry() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.begin(false)?;
        b.finish()?;
        let count = |op| b.ops.iter().filter(|one| **one == op).count();
        b.h.expect("operations", [RD_LINE, WR_LINE, BULK, WR8].map(count), [32, 32, 0, 1])?;
        b.h.expect("last", b.ops.last(), Some(&WR8))
    }

    fn a_copy_inside_dram_is_one_operation_and_then_the_entry() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.begin(true)?;
        b.finish()?;
        b.h.expect("operations", b.ops.as_slice(), &[BULK, WR8][..])
    }

    fn a_larger_base_page_has_more_lines() {
        let mut b = Bench::start(&Params::VARIANT)?;
        b.begin(false)?;
        b.finish()?;
        b.h.expect("operations", b.ops.len(), 2 * 128 + 1)
    }

    fn operations_are_done_in_any_order_and_mig_out_of_them_are_under_way() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.last_first = true;
        b.begin(false)?;
        b.finish()?;
        b.h.expect("operations at once", b.most, 8)
    }

    fn operations_that_are_not_taken_stay_as_they_are() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.begin(false)?;
        for _ in 0..40 {
            b.h.input.m_ready = false;
            let shown = b.h.out;
            for _ in 0..3 {
                b.cycle()?;
                let same = (shown.m_op, shown.m_addr, shown.m_tag) == (b.h.out.m_op, b.h.out.m_addr, b.h.out.m_tag);
                b.h.expect("operation", !shown.m_valid || same, true)?;
            }
            b.h.input.m_ready = true;
            b.cycle()?;
        }
        b.finish()
    }

    fn a_command_that_a_reset_has_cut_off_can_be_made_again() {
        for bulk in [false, true] {
            for cut in 1..80 {
                let mut b = Bench::start(&Params::PAPER)?;
                b.begin(bulk)?;
                for _ in 0..cut {
                    b.cycle()?;
                }
                b.h.reset();
                b.waiting.clear();
                b.begin(bulk)?;
                b.finish()?;
            }
        }
        Ok(())
    }

    fn a_new_command_begins_in_the_cycle_in_which_the_last_one_is_over() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.begin(true)?;
        b.finish()?;
        b.h.expect("cmd_ready", b.h.out.cmd_ready, true)?;
        b.begin(false)?;
        b.h.expect("done, cmd_ready", (b.h.out.done, b.h.out.cmd_ready), (false, false))?;
        b.finish()
    }
}
