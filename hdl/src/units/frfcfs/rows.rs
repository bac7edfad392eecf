// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// What the entries of the request buffer need to know of the banks' rows (decision S22). Each entry keeps whether its row is open: compared
    /// when it comes, and in the cycle after each ACT or PRE of its bank, which is soon enough, because such a bank takes no command in that
    /// cycle. Which banks have pending hits is a cycle old, too, but for requests that come: a bank takes no PRE so soon after RD, WR or ACT.
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
    /// Banks for which some entry has a hit.
    pub bank_hits: Signal<In, Bits<BANKS>>,
    /// Pending hits keep no row open: only urgent requests count.
    pub only_urgent: Signal<In, Bit>,
    /// The row of the request that comes is open.
    pub insert_hit: Signal<Out, Bit>,
    /// Banks whose row may be closed or opened for an entry that waits.
    pub miss_ok: Signal<Out, Bits<BANKS>>,
    /// Banks whose open row may be read.
    pub read_ok: Signal<Out, Bits<BANKS>>,
    /// Banks whose open row may be written.
    pub write_ok: Signal<Out, Bits<BANKS>>,
    /// The row of a bank was opened or closed in the cycle before.
    pub changed: Signal<Out, Bit>,
    /// It was opened.
    pub opened: Signal<Out, Bit>,
    /// That bank.
    pub changed_bank: Signal<Out, Bits<BANK>>,
    /// That row.
    pub changed_row: Signal<Out, Bits<ROW>>,
    changing: DffR<Bit>,
    opening: DffR<Bit>,
    change_bank: Dff<Bits<BANK>>,
    change_row: Dff<Bits<ROW>>,
    /// Banks with pending hits, as of the cycle before.
    pending: DffR<Bits<BANKS>>,
    /// Banks whose row may be closed.
    closable: Signal<Local, Bits<BANKS>>,
    comes_to: Signal<Local, Bits<BANKS>>,
    came_row: Signal<Local, Bits<ROW>>,
    comes_open: Signal<Local, Bit>,
    one: Constant<Bits<BANKS>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, changing, opening, change_bank, change_row, pending);
        self.changing.reset.next = self.reset.val();
        self.opening.reset.next = self.reset.val();
        self.pending.reset.next = self.reset.val();

        self.changing.d.next = self.serve.val() && !self.hit.val();
        self.opening.d.next = !self.open.val().get_bit(self.bank.val().index());
        self.change_bank.d.next = self.bank.val();
        self.change_row.d.next = self.row.val();
        self.changed.next = self.changing.q.val();
        self.opened.next = self.opening.q.val();
        self.changed_bank.next = self.change_bank.q.val();
        self.changed_row.next = self.change_row.q.val();

        self.came_row.next = self.open_row[self.insert_bank.val().index()].val();
        self.comes_open.next = self.open.val().get_bit(self.insert_bank.val().index())
            && (self.insert_row.val() == self.came_row.val());
        self.insert_hit.next = self.comes_open.val();
        self.comes_to.next = 0.into();
        if self.insert.val() && self.comes_open.val() {
            self.comes_to.next = self.one.val() << self.insert_bank.val();
        }
        self.pending.d.next = self.bank_hits.val() | self.comes_to.val();

        comment!("A row with pending hits stays open unless an urgent request asks for another.");
        self.closable.next = self.pre_ok.val() & (!self.pending.q.val());
        if self.only_urgent.val() {
            self.closable.next = self.pre_ok.val();
        }
        self.miss_ok.next =
            (self.open.val() & self.closable.val()) | ((!self.open.val()) & self.act_ok.val());
        self.read_ok.next = self.open.val() & self.rd_ok.val();
        self.write_ok.next = self.open.val() & self.wr_ok.val();
    }
}
