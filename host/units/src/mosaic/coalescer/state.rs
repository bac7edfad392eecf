// SPDX-License-Identifier: Apache-2.0
//! What the coalescer keeps, and its step (specification sections 2.4 and 2.9, decisions D6, D7 and D16, O7 to O11).
//!
//! A command goes through phases. In each cycle the operation that is offered may be taken, one that was taken may be done, and the phase may
//! end; what the next one offers shows in the cycle after.

use super::ports::*;
use crate::arbiter::after;
use crate::mosaic::entry::LINES;
use crate::mosaic::params::Params;
use crate::mosaic::{LANES, SLOTS, SLOT_BITS};
use crate::word::{low, signals, Bit, Word};

/// Operations under way at most: the range of `eng_out`.
const TAGS: usize = 8;

/// Phases. There is no command.
pub const IDLE: u32 = 0;
/// Reads the entry of the depth at hand.
pub const WALK: u32 = 1;
/// Reads the lines of the last table.
pub const VERIFY: u32 = 2;
/// Sets the large bit.
pub const SET_LARGE: u32 = 3;
/// Writes the lines of the last table.
pub const WRITE: u32 = 4;
/// Clears the large bit.
pub const CLEAR_LARGE: u32 = 5;
/// Offers the flush until it is taken.
pub const ASK: u32 = 6;
/// Waits until the flush is done.
pub const WAIT: u32 = 7;

signals! {
    /// The whole state.
    pub struct State<W>, p: Params;
    /// Where the command is: `IDLE` to `WAIT`.
    pub phase: W = 3;
    /// It takes a large page apart.
    pub splinter: W::Bit = 1;
    /// Its address space.
    pub asid: W = p.asid_w;
    /// Its large page.
    pub lvpn: W = p.lvpn_width() as u32;
    /// By line, its pages that stay allocated.
    pub bitmap: [W; LINES as usize] = LANES as u32;
    /// Depth of the next read, 1 the root.
    pub depth: W = 3;
    /// Its table, in the end the last one.
    pub table: W = p.table_width() as u32;
    /// Physical address of the entry with the large bit.
    pub entry: W = p.pa_w;
    /// Operations of the phase that have been taken.
    pub taken: W = 6;
    /// Tags of the operations under way, a bit each.
    pub under_way: W = p.eng_out;
    /// The line of each.
    pub lines: [W; TAGS] = 5;
    /// The tag of the next one: tags go round.
    pub tag: W = 4;
    /// A line has been read.
    pub known: W::Bit = 1;
    /// The frame of the large page that the first one was of.
    pub frame: W = p.ppn_width() as u32 - SLOT_BITS;
    /// An entry that was read does not fit.
    pub differs: W::Bit = 1;
    /// Pulse of the coming cycle: the large page can be used.
    pub large_on: W::Bit = 1;
    /// Pulse of the coming cycle: the command is over.
    pub over: W::Bit = 1;
    /// How it has ended.
    pub status: W = 3;
}

/// A command, as [`In`] has it; of the bitmap by line.
#[derive(Clone, Copy)]
pub struct Command<W: Word> {
    /// There is one.
    pub valid: W::Bit,
    /// It is [`SPLINTER`].
    pub op: W::Bit,
    /// Its address space.
    pub asid: W,
    /// Frame of 4 KB of the table of depth 1.
    pub root: W,
    /// The large page.
    pub lvpn: W,
    /// By line, the base pages that stay allocated.
    pub bitmap: [W; LINES as usize],
}

/// An operation that is done, and the entries that it has found.
#[derive(Clone, Copy)]
pub struct Done<W: Word> {
    /// There is one.
    pub valid: W::Bit,
    /// Its tag.
    pub tag: W,
    /// The entries; of a read of one it is the first.
    pub entries: [W; LANES],
}

/// What the other side takes.
#[derive(Clone, Copy)]
pub struct Taken<W: Word> {
    /// The operation.
    pub m_ready: W::Bit,
    /// The flush.
    pub fl_ready: W::Bit,
    /// The flush is done.
    pub fl_done: W::Bit,
}

/// The operation that is offered, zeros if there is none.
#[derive(Clone, Copy)]
pub struct Offer<W: Word> {
    /// There is one.
    pub valid: W::Bit,
    /// What it does, as `m_op`.
    pub op: W,
    /// Its physical address.
    pub address: W,
    /// Entries of the line whose disabled bit is set or cleared.
    pub disabled: W,
    /// Entries of the line whose valid bit is cleared.
    pub invalid: W,
    /// Its tag.
    pub tag: W,
}

fn number<W: Word>(number: u8) -> W {
    W::from(u32::from(number))
}

impl<W: Word> State<W> {
    /// In reset.
    pub fn reset() -> State<W> {
        let (no, none) = (W::Bit::from(false), W::from(0));
        State {
            phase: none,
            splinter: no,
            asid: none,
            lvpn: none,
            bitmap: [none; LINES as usize],
            depth: none,
            table: none,
            entry: none,
            taken: none,
            under_way: none,
            lines: [none; TAGS],
            tag: none,
            known: no,
            frame: none,
            differs: no,
            large_on: no,
            over: no,
            status: none,
        }
    }

    fn in_one(&self, phases: [u32; 2]) -> W::Bit {
        self.phase.is(phases[0]) | self.phase.is(phases[1])
    }

    /// Operations of the phase.
    fn operations(&self) -> W {
        let single = self.phase.is(WALK) | self.in_one([SET_LARGE, CLEAR_LARGE]);
        self.in_one([VERIFY, WRITE]).select(W::from(LINES), single.into())
    }

    /// There is an operation, and it may be under way beside the others.
    fn offers(&self) -> W::Bit {
        self.taken.below(self.operations()) & !(self.under_way & W::one_at(self.tag)).any()
    }

    fn address(&self, p: &Params) -> W {
        let index = (1..p.pt_levels).fold(W::from(0), |index, depth| {
            let here = (self.lvpn >> (SLOT_BITS * (p.pt_levels - 1 - depth))) & low(SLOT_BITS);
            self.depth.is(depth).select(here, index)
        });
        let (table, line) = (self.table << 12, self.taken << 7);
        let of_line = self.in_one([VERIFY, WRITE]).select(table | line, self.entry);
        self.phase.is(WALK).select(table | index << 3, of_line)
    }

    /// The operation at hand.
    pub fn offer(&self, p: &Params) -> Offer<W> {
        let (valid, none) = (self.offers(), W::from(0));
        let lines = self.splinter.select(number(ANDN_LINE), number(OR_LINE));
        let ops = [
            (WALK, number(READ8)),
            (VERIFY, number(RD_LINE)),
            (SET_LARGE, number(OR8)),
            (WRITE, lines),
            (CLEAR_LARGE, number(ANDN8)),
        ];
        let op = ops.into_iter().fold(none, |other, (phase, op)| self.phase.is(phase).select(op, other));
        let writes = valid & self.phase.is(WRITE);
        let kept = (0..LINES).zip(self.bitmap);
        let kept = kept.fold(none, |other, (line, kept)| self.taken.is(line).select(kept, other));
        Offer {
            valid,
            op: valid.select(op, none),
            address: valid.select(self.address(p), none),
            disabled: writes.select(low(LANES as u32), none),
            invalid: (writes & self.splinter).select(!kept & low(LANES as u32), none),
            tag: valid.select(self.tag, none),
        }
    }

    /// Whether no page of the command's bitmap ends.
    pub fn keeps_all(&self) -> W::Bit {
        let pages = self.bitmap.into_iter().fold(W::from(0), |pages, line| pages + line.ones());
        pages.is(SLOTS as u32)
    }

    fn enter(&mut self, phase: u32) {
        (self.phase, self.taken) = (W::from(phase), W::from(0));
    }

    fn end(&mut self, status: u8) {
        self.enter(IDLE);
        (self.over, self.status) = (true.into(), number(status));
    }

    /// The entry of a depth has been read.
    fn walked(&mut self, p: &Params, entry: W) {
        let (address, valid, large) = (self.address(p), entry.bit(0), entry.bit(7));
        let (last, splinter) = (self.depth.is(p.pt_levels - 1), self.splinter);
        self.table = valid.select((entry & low(p.pa_w)) >> 12, self.table);
        (!valid).when(self, |s| s.end(STATUS_FAULT));
        (valid & !last).when(self, |s| {
            s.enter(WALK);
            s.depth = s.depth + W::from(1);
        });
        let found = valid & last;
        self.entry = found.select(address, self.entry);
        (found & !splinter & large).when(self, |s| s.end(STATUS_ALREADY));
        (found & splinter & !large).when(self, |s| s.end(STATUS_NOTLARGE));
        (found & splinter & large).when(self, |s| s.enter(WRITE));
        let first = if p.verify { VERIFY } else { SET_LARGE };
        (found & !splinter & !large).when(self, |s| s.enter(first));
    }

    /// A line of the last table has been read: its entries must map the slots of one frame, each at its place.
    fn check(&mut self, p: &Params, line: W, entries: [W; LANES]) {
        for (lane, entry) in (0..).zip(entries) {
            let ppn = (entry & low(p.pa_w)) >> p.base_page_log2;
            let slot = line << 4 | W::from(lane);
            self.frame = self.known.select(self.frame, ppn >> SLOT_BITS);
            self.known = true.into();
            self.differs = self.differs | !entry.bit(0) | !ppn.is(self.frame << SLOT_BITS | slot);
        }
    }

    /// All operations of the phase are done.
    fn next_phase(&mut self) {
        let (splinter, at) = (self.splinter, |phase: u32| self.phase.is(phase));
        let [verify, set, write, clear] = [VERIFY, SET_LARGE, WRITE, CLEAR_LARGE].map(at);
        let differs = self.differs;
        (verify & differs).when(self, |s| s.end(STATUS_NOTCONTIG));
        (verify & !differs).when(self, |s| s.enter(SET_LARGE));
        set.when(self, |s| {
            s.large_on = true.into();
            s.enter(WRITE);
        });
        (write & splinter).when(self, |s| s.enter(CLEAR_LARGE));
        (write & !splinter).when(self, |s| s.end(STATUS_OK));
        clear.when(self, |s| s.enter(ASK));
    }

    /// A cycle.
    pub fn step(&mut self, p: &Params, command: &Command<W>, done: &Done<W>, taken: Taken<W>) {
        (self.large_on, self.over, self.status) = (false.into(), false.into(), W::from(0));
        let begins = self.phase.is(IDLE) & command.valid;
        let [asks, waits] = [ASK, WAIT].map(|phase| self.phase.is(phase));
        let [walks, verifies] = [WALK, VERIFY].map(|phase| self.phase.is(phase));

        let tag = W::one_at(self.tag);
        let acked = done.valid.select(W::one_at(done.tag), W::from(0)) & self.under_way;
        let tags = (0..p.eng_out).zip(self.lines);
        let line = tags.fold(W::from(0), |other, (tag, line)| acked.bit(tag).select(line, other));
        let takes = self.offers() & taken.m_ready;
        self.under_way = self.under_way & !acked;
        takes.when(self, |s| {
            let lines = (0u32..).zip(&mut s.lines);
            lines.for_each(|(i, line)| *line = s.tag.is(i).select(s.taken, *line));
            s.under_way = s.under_way | tag;
            s.taken = s.taken + W::from(1);
            s.tag = after(s.tag, p.eng_out);
        });
        let is_done = acked.any();
        let ends = is_done & !walks & self.taken.is(self.operations()) & !self.under_way.any();
        (is_done & walks).when(self, |s| s.walked(p, done.entries[0]));
        (is_done & verifies).when(self, |s| s.check(p, line, done.entries));
        ends.when(self, |s| s.next_phase());

        (asks & taken.fl_ready).when(self, |s| s.enter(WAIT));
        (waits & taken.fl_done).when(self, |s| s.end(STATUS_OK));
        begins.when(self, |s| {
            let Command { op, asid, root, lvpn, bitmap, .. } = *command;
            (s.splinter, s.asid, s.lvpn, s.bitmap, s.table) = (op, asid, lvpn, bitmap, root);
            (s.known, s.differs, s.tag, s.depth) = (false.into(), false.into(), W::from(0), W::from(1));
            s.enter(WALK);
        });
    }
}
