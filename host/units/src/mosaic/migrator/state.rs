// SPDX-License-Identifier: Apache-2.0
//! What the migrator keeps, and its step (specification sections 2.7 and 5, decision D21, O12 and O13).

use super::ports::{BULK, RD_LINE, WR8, WR_LINE};
use crate::arbiter::after;
use crate::mosaic::params::Params;
use crate::word::{signals, Bit, Word};

signals! {
    /// The whole state.
    pub struct State<W>, p: Params;
    /// A command is under way: its page is copied, line by line or inside DRAM.
    pub copies: W::Bit = 1;
    /// Then its entry is written.
    pub enters: W::Bit = 1;
    /// The base page that is moved.
    pub src: W = p.ppn_width() as u32;
    /// Where it is moved.
    pub dst: W = p.ppn_width() as u32;
    /// Physical address of its entry in the page table.
    pub pte_addr: W = p.pa_w;
    /// The entry as it is to be.
    pub pte: W = 64;
    /// It is copied inside DRAM.
    pub bulk: W::Bit = 1;
    /// The next line to be read.
    pub read: W = p.page_lines().ilog2() + 1;
    /// The next line to be written.
    pub write: W = p.page_lines().ilog2() + 1;
    /// The tag of the next line to be read: lines use the tags in turn.
    pub read_tag: W = 4;
    /// That of the next line to be written.
    pub write_tag: W = 4;
    /// Tags into whose buffer a line is read, or that an operation without a line has.
    pub reads: W = p.mig_out;
    /// Tags whose buffer has a line.
    pub full: W = p.mig_out;
    /// Tags whose line is written.
    pub writes: W = p.mig_out;
    /// An operation is offered.
    pub m_valid: W::Bit = 1;
    /// What it does, as the port of this name.
    pub m_op: W = 2;
    /// Its physical address.
    pub m_addr: W = p.pa_w;
    /// Where a page is copied to inside DRAM.
    pub m_dst: W = p.pa_w;
    /// What is written.
    pub m_data: W = 64;
    /// Its tag.
    pub m_tag: W = 4;
    /// The command is over.
    pub over: W::Bit = 1;
}

/// A command, as [`In`](super::In) has it.
#[derive(Clone, Copy)]
pub struct Command<W: Word> {
    /// There is one.
    pub valid: W::Bit,
    /// The base page that is moved.
    pub src: W,
    /// Where it is moved.
    pub dst: W,
    /// Physical address of its entry in the page table.
    pub pte_addr: W,
    /// The entry as it is to be.
    pub pte: W,
    /// Copy inside DRAM.
    pub bulk: W::Bit,
}

impl<W: Word> State<W> {
    /// In reset.
    pub fn reset() -> State<W> {
        let (no, none) = (W::Bit::from(false), W::from(0));
        State {
            copies: no,
            enters: no,
            src: none,
            dst: none,
            pte_addr: none,
            pte: none,
            bulk: no,
            read: none,
            write: none,
            read_tag: none,
            write_tag: none,
            reads: none,
            full: none,
            writes: none,
            m_valid: no,
            m_op: none,
            m_addr: none,
            m_dst: none,
            m_data: none,
            m_tag: none,
            over: no,
        }
    }

    /// A command can be taken.
    pub fn is_idle(&self) -> W::Bit {
        !(self.copies | self.enters)
    }

    /// Tags that are not free.
    pub fn used(&self) -> W {
        self.reads | self.full | self.writes
    }

    /// The next operation: a line that can be written goes before one that can be read.
    fn choose(&mut self, p: &Params) {
        let op = |op: u8| W::from(u32::from(op));
        let page = |ppn: W| ppn << p.base_page_log2;
        let (read, write) = (W::one_at(self.read_tag), W::one_at(self.write_tag));
        let by_line = self.copies & !self.bulk;
        let writes = by_line & (self.full & write).any();
        let free = !(self.used() & read).any();
        let reads = by_line & !writes & free & self.read.below(p.page_lines());
        // One operation; that it is under way shows in the buffer of tag 0.
        let alone = !self.is_idle() & !by_line & !self.used().bit(0);

        let none = W::from(0);
        self.m_valid = writes | reads | alone;
        (self.m_op, self.m_addr, self.m_dst, self.m_data, self.m_tag) = (none, none, none, none, none);
        writes.when(self, |s| {
            (s.full, s.writes) = (s.full & !write, s.writes | write);
            (s.m_op, s.m_addr, s.m_tag) = (op(WR_LINE), page(s.dst) | s.write << 7, s.write_tag);
            (s.write, s.write_tag) = (s.write + W::from(1), after(s.write_tag, p.mig_out));
        });
        reads.when(self, |s| {
            s.reads = s.reads | read;
            (s.m_op, s.m_addr, s.m_tag) = (op(RD_LINE), page(s.src) | s.read << 7, s.read_tag);
            (s.read, s.read_tag) = (s.read + W::from(1), after(s.read_tag, p.mig_out));
        });
        alone.when(self, |s| s.reads = W::from(1));
        (alone & self.copies).when(self, |s| {
            (s.m_op, s.m_addr, s.m_dst) = (op(BULK), page(s.src), page(s.dst));
        });
        (alone & self.enters).when(self, |s| {
            (s.m_op, s.m_addr, s.m_data) = (op(WR8), s.pte_addr, s.pte);
        });
    }

    /// Operations are done, those of these tags.
    fn done(&mut self, p: &Params, acked: W) {
        let by_line = self.copies & !self.bulk;
        let filled = by_line.select(acked & self.reads, W::from(0));
        self.full = self.full | filled;
        self.reads = self.reads & !acked;
        self.writes = self.writes & !acked;
        let left = self.used().any() | by_line & self.write.below(p.page_lines());
        let (ends, copies) = (acked.any() & !left, self.copies);
        ends.when(self, |s| (s.copies, s.enters, s.over) = (false.into(), copies, !copies));
    }

    /// A cycle.
    pub fn step(&mut self, p: &Params, command: Command<W>, m_ready: W::Bit, a_valid: W::Bit, a_tag: W) {
        self.over = false.into();
        let begins = self.is_idle() & command.valid;
        let acked = a_valid.select(W::one_at(a_tag), W::from(0)) & (self.reads | self.writes);
        // What is done in a cycle makes room for an operation that is chosen in the next.
        (!self.m_valid | m_ready).when(self, |s| s.choose(p));
        self.done(p, acked);
        let Command { src, dst, pte_addr, pte, bulk, .. } = command;
        let begun = State { copies: true.into(), src, dst, pte_addr, pte, bulk, ..State::reset() };
        *self = begins.select(begun, *self);
    }
}
