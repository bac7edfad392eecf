// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// What the entries of the request buffer need to know of the banks' rows (decision S22). Each entry keeps whether its row is open: compared
    /// when it comes, and in the cycle after each ACT or PRE of its bank, which is soon enough, because such a bank takes no command in that
    /// cycle. What the entries of a bank wait for is looked at anew in the cycle after each command to it, and known one cycle later, but for requests
    /// that come: a bank takes no PRE so soon after RD, WR or ACT. Banks no entry of which waits for a command take none, so whether there is one to serve is known early.
    pub struct Rows<BANKS, BANK, ROW> = "frfcfs_rows" where BANK = clog2(BANKS);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Banks with an open row.
    pub open: Signal<In, Bits<BANKS>>,
    /// The open row of each bank.
    pub open_row: Vec<Signal<In, Bits<ROW>>> = array(BANKS),
    /// Banks that PRE may go to.
    pub pre_ok: Signal<In, Bits<BANKS>>,
    /// Banks that ACT may go to.
    pub act_ok: Signal<In, Bits<BANKS>>,
    /// Banks that RD may go to.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks that WR may go to.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// A request comes.
    pub insert: Signal<In, Bit>,
    /// It is a write.
    pub insert_wr: Signal<In, Bit>,
    /// Its bank.
    pub insert_bank: Signal<In, Bits<BANK>>,
    /// Its row.
    pub insert_row: Signal<In, Bits<ROW>>,
    /// An entry is served in this cycle.
    pub serve: Signal<In, Bit>,
    /// Its row is open.
    pub hit: Signal<In, Bit>,
    /// Its bank.
    pub bank: Signal<In, Bits<BANK>>,
    /// Its row.
    pub row: Signal<In, Bits<ROW>>,
    /// What entries of the bank of the command before wait for: its row, RD, WR.
    pub left_misses: Signal<In, Bit>,
    pub left_reads: Signal<In, Bit>,
    pub left_writes: Signal<In, Bit>,
    /// Pending hits keep no row open: only urgent requests count.
    pub only_urgent: Signal<In, Bit>,
    /// The row of the request that comes is open.
    pub insert_hit: Signal<Out, Bit>,
    /// Banks whose row may be closed or opened for an entry that waits.
    pub miss_ok: Signal<Out, Bits<BANKS>>,
    /// Banks whose open row may be read for an entry that waits.
    pub read_ok: Signal<Out, Bits<BANKS>>,
    /// Banks whose open row may be written for an entry that waits.
    pub write_ok: Signal<Out, Bits<BANKS>>,
    /// A command went in the cycle before.
    pub served: Signal<Out, Bit>,
    /// It opened or closed the row of its bank.
    pub changed: Signal<Out, Bit>,
    /// It opened it.
    pub opened: Signal<Out, Bit>,
    /// Its bank.
    pub served_bank: Signal<Out, Bits<BANK>>,
    /// Its row.
    pub served_row: Signal<Out, Bits<ROW>>,
    serving: DffR<Bit>,
    changing: DffR<Bit>,
    opening: DffR<Bit>,
    last_bank: Dff<Bits<BANK>>,
    last_row: Dff<Bits<ROW>>,
    /// Banks with entries that wait for their row, for RD, and for WR.
    misses: DffR<Bits<BANKS>>,
    reads: DffR<Bits<BANKS>>,
    writes: DffR<Bits<BANKS>>,
    /// Banks with pending hits.
    pending: Signal<Local, Bits<BANKS>>,
    /// The bank of the command before, and that of the request that comes.
    last: Signal<Local, Bits<BANKS>>,
    next_misses: Signal<Local, Bits<BANKS>>,
    next_reads: Signal<Local, Bits<BANKS>>,
    next_writes: Signal<Local, Bits<BANKS>>,
    /// Banks whose row may be closed.
    closable: Signal<Local, Bits<BANKS>>,
    comes_to: Signal<Local, Bits<BANKS>>,
    came_row: Signal<Local, Bits<ROW>>,
    comes_open: Signal<Local, Bit>,
    one: Constant<Bits<BANKS>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, serving, changing, opening, last_bank, last_row, misses, reads, writes);
        self.serving.reset.next = self.reset.val();
        self.changing.reset.next = self.reset.val();
        self.opening.reset.next = self.reset.val();
        self.misses.reset.next = self.reset.val();
        self.reads.reset.next = self.reset.val();
        self.writes.reset.next = self.reset.val();

        self.serving.d.next = self.serve.val();
        self.changing.d.next = self.serve.val() && !self.hit.val();
        self.opening.d.next = !self.open.val().get_bit(self.bank.val().index());
        self.last_bank.d.next = self.bank.val();
        self.last_row.d.next = self.row.val();
        self.served.next = self.serving.q.val();
        self.changed.next = self.changing.q.val();
        self.opened.next = self.opening.q.val();
        self.served_bank.next = self.last_bank.q.val();
        self.served_row.next = self.last_row.q.val();

        self.came_row.next = self.open_row[self.insert_bank.val().index()].val();
        self.comes_open.next = self.open.val().get_bit(self.insert_bank.val().index())
            && (self.insert_row.val() == self.came_row.val());
        self.insert_hit.next = self.comes_open.val();
        self.comes_to.next = 0.into();
        if self.insert.val() {
            self.comes_to.next = self.one.val() << self.insert_bank.val();
        }
        self.last.next = 0.into();
        if self.serving.q.val() {
            self.last.next = self.one.val() << self.last_bank.q.val();
        }
        self.next_misses.next = self.misses.q.val() & (!self.last.val());
        if self.left_misses.val() {
            self.next_misses.next = self.misses.q.val() | self.last.val();
        }
        self.next_reads.next = self.reads.q.val() & (!self.last.val());
        if self.left_reads.val() {
            self.next_reads.next = self.reads.q.val() | self.last.val();
        }
        self.next_writes.next = self.writes.q.val() & (!self.last.val());
        if self.left_writes.val() {
            self.next_writes.next = self.writes.q.val() | self.last.val();
        }
        self.misses.d.next = self.next_misses.val();
        self.reads.d.next = self.next_reads.val();
        self.writes.d.next = self.next_writes.val();
        if !self.comes_open.val() {
            self.misses.d.next = self.next_misses.val() | self.comes_to.val();
        } else if self.insert_wr.val() {
            self.writes.d.next = self.next_writes.val() | self.comes_to.val();
        } else {
            self.reads.d.next = self.next_reads.val() | self.comes_to.val();
        }

        comment!("A row with pending hits stays open unless an urgent request asks for another.");
        self.pending.next = self.reads.q.val() | self.writes.q.val();
        self.closable.next = self.pre_ok.val() & (!self.pending.val());
        if self.only_urgent.val() {
            self.closable.next = self.pre_ok.val();
        }
        self.miss_ok.next = self.misses.q.val()
            & ((self.open.val() & self.closable.val()) | ((!self.open.val()) & self.act_ok.val()));
        self.read_ok.next = (self.reads.q.val() & self.open.val()) & self.rd_ok.val();
        self.write_ok.next = (self.writes.q.val() & self.open.val()) & self.wr_ok.val();
    }
}
