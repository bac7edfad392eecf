// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR};

block! {
    /// Mosaic's engine that moves a base page to another frame (specification sections 2.7 and 5): it copies the lines, or has DRAM copy the page, and
    /// then writes the entry of the page table.
    /// Protocol: one command at a time. Each operation stays until it is taken, and is done in any order. A line is read into the buffer of its
    /// tag, which is in the memory (decision D21), and written from there. All outputs are registers, or follow from registers alone.
    pub struct Migrator<PPN, ADDRESS, LINES, LINE, TAGS, TAG> = "mosaic_migrator";
    fn new(params: &Params);
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub cmd_valid: Signal<In, Bit>,
    pub cmd_src: Signal<In, Bits<PPN>>,
    pub cmd_dst: Signal<In, Bits<PPN>>,
    pub cmd_pte_addr: Signal<In, Bits<ADDRESS>>,
    pub cmd_pte: Signal<In, Bits<64>>,
    pub cmd_bulk: Signal<In, Bit>,
    pub m_ready: Signal<In, Bit>,
    pub a_valid: Signal<In, Bit>,
    pub a_tag: Signal<In, Bits<4>>,
    pub cmd_ready: Signal<Out, Bit>,
    pub m_valid: Signal<Out, Bit>,
    pub m_op: Signal<Out, Bits<2>>,
    pub m_addr: Signal<Out, Bits<ADDRESS>>,
    pub m_dst: Signal<Out, Bits<ADDRESS>>,
    pub m_data: Signal<Out, Bits<64>>,
    pub m_tag: Signal<Out, Bits<4>>,
    pub done: Signal<Out, Bit>,
    /// A command is under way; the page has been copied.
    working: DffR<Bit>,
    copied: DffR<Bit>,
    /// The command.
    src: Dff<Bits<PPN>>,
    dst: Dff<Bits<PPN>>,
    pte_addr: Dff<Bits<ADDRESS>>,
    pte: Dff<Bits<64>>,
    bulk: Dff<Bit>,
    /// The next line to be read, and to be written, and their tags: lines use the tags in turn.
    read: DffR<Bits<LINE>>,
    write: DffR<Bits<LINE>>,
    read_tag: DffR<Bits<TAG>>,
    write_tag: DffR<Bits<TAG>>,
    /// Tags whose operation is under way, whose buffer has a line, and those of lines that are written.
    busy: DffR<Bits<TAGS>>,
    full: DffR<Bits<TAGS>>,
    writing: DffR<Bits<TAGS>>,
    offers: DffR<Bit>,
    op: DffR<Bits<2>>,
    address: DffR<Bits<ADDRESS>>,
    target: DffR<Bits<ADDRESS>>,
    data: DffR<Bits<64>>,
    tag: DffR<Bits<4>>,
    over: DffR<Bit>,
    begins: Signal<Local, Bit>,
    /// The next operation can be chosen, and is: a line is written, or read, or it is one without lines.
    free: Signal<Local, Bit>,
    by_line: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    other: Signal<Local, Bit>,
    src_address: Signal<Local, Bits<ADDRESS>>,
    dst_address: Signal<Local, Bits<ADDRESS>>,
    acked: Signal<Local, Bits<TAGS>>,
    next_busy: Signal<Local, Bits<TAGS>>,
    next_full: Signal<Local, Bits<TAGS>>,
    next_writing: Signal<Local, Bits<TAGS>>,
    next_write: Signal<Local, Bits<LINE>>,
    ends: Signal<Local, Bit>,
    read_op: Constant<Bits<2>> = Constant::new(0.into()),
    write_op: Constant<Bits<2>> = Constant::new(1.into()),
    bulk_op: Constant<Bits<2>> = Constant::new(2.into()),
    entry_op: Constant<Bits<2>> = Constant::new(3.into()),
    one: Constant<Bits<TAGS>> = Constant::new(1.into()),
    last_tag: Constant<Bits<TAG>> = Constant::new((TAGS as u64 - 1).into()),
    all_lines: Constant<Bits<LINE>> = Constant::new((LINES as u64).into()),
    page_bits: Constant<Bits<32>> = Constant::new(u64::from(params.base_page_log2).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, working, copied, read, write, read_tag, write_tag, busy, full, writing);
        dff_setup!(self, clock, offers, op, address, target, data, tag, over);
        clock!(self, clock, src, dst, pte_addr, pte, bulk);
        self.working.reset.next = self.reset.val();
        self.copied.reset.next = self.reset.val();
        self.read.reset.next = self.reset.val();
        self.write.reset.next = self.reset.val();
        self.read_tag.reset.next = self.reset.val();
        self.write_tag.reset.next = self.reset.val();
        self.busy.reset.next = self.reset.val();
        self.full.reset.next = self.reset.val();
        self.writing.reset.next = self.reset.val();
        self.offers.reset.next = self.reset.val();
        self.op.reset.next = self.reset.val();
        self.address.reset.next = self.reset.val();
        self.target.reset.next = self.reset.val();
        self.data.reset.next = self.reset.val();
        self.tag.reset.next = self.reset.val();
        self.over.reset.next = self.reset.val();
        self.src.d.next = self.src.q.val();
        self.dst.d.next = self.dst.q.val();
        self.pte_addr.d.next = self.pte_addr.q.val();
        self.pte.d.next = self.pte.q.val();
        self.bulk.d.next = self.bulk.q.val();

        comment!("The next operation: a line that can be written goes before one that can be read.");
        self.begins.next = self.cmd_valid.val() && !self.working.q.val();
        self.free.next = self.working.q.val() && (!self.offers.q.val() || self.m_ready.val());
        self.by_line.next = !self.copied.q.val() && !self.bulk.q.val();
        self.writes.next = (self.free.val() && self.by_line.val())
            && self.full.q.val().get_bit(self.write_tag.q.val().index());
        self.reads.next = ((self.free.val() && self.by_line.val()) && !self.writes.val())
            && ((self.read.q.val() < self.all_lines.val())
                && (!self.busy.q.val().get_bit(self.read_tag.q.val().index())
                    && !self.full.q.val().get_bit(self.read_tag.q.val().index())));
        self.other.next = (self.free.val() && !self.by_line.val()) && !self.busy.q.val().any();
        self.src_address.next = bit_cast::<ADDRESS, PPN>(self.src.q.val()) << self.page_bits.val();
        self.dst_address.next = bit_cast::<ADDRESS, PPN>(self.dst.q.val()) << self.page_bits.val();
        if self.free.val() || !self.working.q.val() {
            self.offers.d.next = (self.writes.val() || self.reads.val()) || self.other.val();
            self.op.d.next = 0.into();
            self.address.d.next = 0.into();
            self.target.d.next = 0.into();
            self.data.d.next = 0.into();
            self.tag.d.next = 0.into();
            if self.writes.val() {
                self.op.d.next = self.write_op.val();
                self.address.d.next =
                    self.dst_address.val() | (bit_cast::<ADDRESS, LINE>(self.write.q.val()) << 7);
                self.tag.d.next = bit_cast::<4, TAG>(self.write_tag.q.val());
            } else if self.reads.val() {
                self.op.d.next = self.read_op.val();
                self.address.d.next =
                    self.src_address.val() | (bit_cast::<ADDRESS, LINE>(self.read.q.val()) << 7);
                self.tag.d.next = bit_cast::<4, TAG>(self.read_tag.q.val());
            } else if self.other.val() && self.copied.q.val() {
                self.op.d.next = self.entry_op.val();
                self.address.d.next = self.pte_addr.q.val();
                self.data.d.next = self.pte.q.val();
            } else if self.other.val() {
                self.op.d.next = self.bulk_op.val();
                self.address.d.next = self.src_address.val();
                self.target.d.next = self.dst_address.val();
            }
        }
        self.m_valid.next = self.offers.q.val();
        self.m_op.next = self.op.q.val();
        self.m_addr.next = self.address.q.val();
        self.m_dst.next = self.target.q.val();
        self.m_data.next = self.data.q.val();
        self.m_tag.next = self.tag.q.val();

        comment!("Tags: what is done, and what is chosen.");
        self.acked.next = 0.into();
        if self.a_valid.val() {
            self.acked.next = (self.one.val() << self.a_tag.val()) & self.busy.q.val();
        }
        self.next_busy.next = self.busy.q.val() & (!self.acked.val());
        self.next_full.next = self.full.q.val();
        self.next_writing.next = self.writing.q.val() & (!self.acked.val());
        if self.by_line.val() {
            self.next_full.next = self.full.q.val() | (self.acked.val() & (!self.writing.q.val()));
        }
        self.next_write.next = self.write.q.val();
        if self.writes.val() {
            self.next_busy.next = self.next_busy.val() | (self.one.val() << self.write_tag.q.val());
            self.next_writing.next = self.next_writing.val() | (self.one.val() << self.write_tag.q.val());
            self.next_full.next = self.next_full.val() & (!(self.one.val() << self.write_tag.q.val()));
            self.next_write.next = self.write.q.val() + 1;
        }
        if self.reads.val() {
            self.next_busy.next = self.next_busy.val() | (self.one.val() << self.read_tag.q.val());
        }
        if self.other.val() {
            self.next_busy.next = self.one.val();
        }
        self.ends.next = (self.acked.val().any() && !(self.next_busy.val() | self.next_full.val()).any())
            && (!self.by_line.val() || (self.next_write.val() == self.all_lines.val()));
        self.busy.d.next = self.next_busy.val();
        self.full.d.next = self.next_full.val();
        self.writing.d.next = self.next_writing.val();
        self.write.d.next = self.next_write.val();
        if self.writes.val() {
            self.write_tag.d.next = self.write_tag.q.val() + 1;
            if self.write_tag.q.val() == self.last_tag.val() {
                self.write_tag.d.next = 0.into();
            }
        }
        if self.reads.val() {
            self.read.d.next = self.read.q.val() + 1;
            self.read_tag.d.next = self.read_tag.q.val() + 1;
            if self.read_tag.q.val() == self.last_tag.val() {
                self.read_tag.d.next = 0.into();
            }
        }
        if self.begins.val() {
            self.read.d.next = 0.into();
            self.write.d.next = 0.into();
            self.read_tag.d.next = 0.into();
            self.write_tag.d.next = 0.into();
        }

        comment!("The command.");
        self.over.d.next = false;
        if self.begins.val() {
            self.working.d.next = true;
            self.copied.d.next = false;
        } else if self.ends.val() && self.copied.q.val() {
            self.working.d.next = false;
            self.over.d.next = true;
        } else if self.ends.val() {
            self.copied.d.next = true;
        }
        if self.begins.val() {
            self.src.d.next = self.cmd_src.val();
            self.dst.d.next = self.cmd_dst.val();
            self.pte_addr.d.next = self.cmd_pte_addr.val();
            self.pte.d.next = self.cmd_pte.val();
            self.bulk.d.next = self.cmd_bulk.val();
        }
        self.cmd_ready.next = !self.working.q.val();
        self.done.next = self.over.q.val();
    }
}
