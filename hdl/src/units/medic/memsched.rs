// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::Params;

use super::patience::Patience;
use super::queue::Queue;
use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR};
use crate::units::dram_timing::{DramTiming, ACT, PRE, RD, WR};

block! {
    /// MeDiC's DRAM controller of one channel (specification section 2.6): the requests of mostly-hit warps wait in a queue of their own, which
    /// goes before that of all others; the others may use banks that none of the first wants. In each queue row hits come first, then the
    /// oldest.
    /// A scheduler, not a whole memory controller: refresh, initialisation and the data path are outside.
    /// Protocol: a request is taken in a cycle in which `enq_valid` and the bit `rdy_hi` or `rdy_lo` of its queue are 1. A command is there for
    /// one cycle and never stalls.
    pub struct Memsched<HIGH, HIGH_INDEX, LOW, LOW_INDEX, BANKS, BANK, ROW, COL, ID, REST, WAIT> = "medic_memsched";
    fn new(params: &Params);
    /// Clock of the controller, which is the DRAM's command clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub enq_valid: Signal<In, Bit>,
    pub enq_hi: Signal<In, Bit>,
    pub enq_id: Signal<In, Bits<ID>>,
    pub enq_wr: Signal<In, Bit>,
    pub enq_bank: Signal<In, Bits<BANK>>,
    pub enq_row: Signal<In, Bits<ROW>>,
    pub enq_col: Signal<In, Bits<COL>>,
    pub rdy_hi: Signal<Out, Bit>,
    pub rdy_lo: Signal<Out, Bit>,
    pub cmd_valid: Signal<Out, Bit>,
    pub cmd: Signal<Out, Bits<2>>,
    pub cmd_bank: Signal<Out, Bits<BANK>>,
    pub cmd_row: Signal<Out, Bits<ROW>>,
    pub cmd_col: Signal<Out, Bits<COL>>,
    pub cmd_id: Signal<Out, Bits<ID>>,
    /// The command of the cycle before was an ACT, of this bank and row.
    opened: DffR<Bit>,
    opened_bank: Dff<Bits<BANK>>,
    opened_row: Dff<Bits<ROW>>,
    /// The row of the request that comes is the one last opened in its bank.
    enq_same: Signal<Local, Bit>,
    enq_rest: Signal<Local, Bits<REST>>,
    /// Banks whose row may be closed or, if none is open, opened; and with an open row that RD or WR may go to.
    miss_ok: Signal<Local, Bits<BANKS>>,
    rd_ok: Signal<Local, Bits<BANKS>>,
    wr_ok: Signal<Local, Bits<BANKS>>,
    /// The high queue is served.
    serve_high: Signal<Local, Bit>,
    serve: Signal<Local, Bit>,
    hit: Signal<Local, Bit>,
    closed: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    command: Signal<Local, Bits<2>>,
    bank: Signal<Local, Bits<BANK>>,
    row: Signal<Local, Bits<ROW>>,
    rest: Signal<Local, Bits<REST>>,
    /// What one queue is asked for and the other is not.
    unused: Signal<Local, Bit>,
    high: Queue<HIGH, HIGH_INDEX, BANKS, BANK, ROW, REST> = Queue::new(),
    low: Queue<LOW, LOW_INDEX, BANKS, BANK, ROW, REST> = Queue::new(),
    patience: Patience<LOW, WAIT> = Patience::new(params),
    timing: DramTiming<BANKS, BANK, ROW> = DramTiming::new(&params.channel.timing),
    /// Where the identification is in `rest`, above the column.
    id_at: Constant<Bits<32>> = Constant::new((COL as u64).into()),
    pre: Constant<Bits<2>> = Constant::new(PRE.into()),
    act: Constant<Bits<2>> = Constant::new(ACT.into()),
    rd: Constant<Bits<2>> = Constant::new(RD.into()),
    wr: Constant<Bits<2>> = Constant::new(WR.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, opened, opened_bank, opened_row, high, low, patience, timing);
        self.opened.reset.next = self.reset.val();
        self.high.reset.next = self.reset.val();
        self.low.reset.next = self.reset.val();
        self.patience.reset.next = self.reset.val();
        self.timing.reset.next = self.reset.val();

        self.rdy_hi.next = !self.high.full.val();
        self.rdy_lo.next = !self.low.full.val();
        self.enq_same.next = self.timing.open_row[self.enq_bank.val().index()].val() == self.enq_row.val();
        self.enq_rest.next = (bit_cast::<REST, ID>(self.enq_id.val()) << self.id_at.val())
            | bit_cast::<REST, COL>(self.enq_col.val());
        self.miss_ok.next = (self.timing.open.val() & self.timing.pre_ok.val())
            | ((!self.timing.open.val()) & self.timing.act_ok.val());
        self.rd_ok.next = self.timing.rd_ok.val() & self.timing.open.val();
        self.wr_ok.next = self.timing.wr_ok.val() & self.timing.open.val();

        comment!("The high queue first, but for a starved request of the low one.");
        self.serve_high.next = self.high.serve.val() && !self.low.urgent.val();

        self.high.insert.next = (self.enq_valid.val() && self.enq_hi.val()) && !self.high.full.val();
        self.high.insert_wr.next = self.enq_wr.val();
        self.high.insert_bank.next = self.enq_bank.val();
        self.high.insert_row.next = self.enq_row.val();
        self.high.insert_same.next = self.enq_same.val();
        self.high.insert_rest.next = self.enq_rest.val();
        self.high.opened.next = self.opened.q.val();
        self.high.opened_bank.next = self.opened_bank.q.val();
        self.high.opened_row.next = self.opened_row.q.val();
        self.high.open.next = self.timing.open.val();
        self.high.miss_ok.next = self.miss_ok.val();
        self.high.rd_ok.next = self.rd_ok.val();
        self.high.wr_ok.next = self.wr_ok.val();
        self.high.blocked.next = self.low.starved_bank.val();
        self.high.column_blocked.next = self.low.starved_column.val();
        self.high.starved.next = 0.into();
        self.high.take.next = self.serve_high.val();

        self.low.insert.next = (self.enq_valid.val() && !self.enq_hi.val()) && !self.low.full.val();
        self.low.insert_wr.next = self.enq_wr.val();
        self.low.insert_bank.next = self.enq_bank.val();
        self.low.insert_row.next = self.enq_row.val();
        self.low.insert_same.next = self.enq_same.val();
        self.low.insert_rest.next = self.enq_rest.val();
        self.low.opened.next = self.opened.q.val();
        self.low.opened_bank.next = self.opened_bank.q.val();
        self.low.opened_row.next = self.opened_row.q.val();
        self.low.open.next = self.timing.open.val();
        self.low.miss_ok.next = self.miss_ok.val();
        self.low.rd_ok.next = self.rd_ok.val();
        self.low.wr_ok.next = self.wr_ok.val();
        comment!("Banks that the high queue wants (DEC-10).");
        self.low.blocked.next = self.high.wanted.val();
        self.low.column_blocked.next = false;
        self.low.starved.next = self.patience.starved.val();
        self.low.take.next = !self.serve_high.val();
        self.patience.used.next = self.low.used.val();
        for i in 0..LOW {
            self.patience.younger[i].next = self.low.younger[i].val();
        }
        self.patience.removed.next = self.low.removed.val();

        self.serve.next = self.high.serve.val() || self.low.serve.val();
        self.hit.next = self.low.hit.val();
        self.closed.next = self.low.closed.val();
        self.write.next = self.low.wr.val();
        self.bank.next = self.low.bank.val();
        self.row.next = self.low.row.val();
        self.rest.next = self.low.rest.val();
        if self.serve_high.val() {
            self.hit.next = self.high.hit.val();
            self.closed.next = self.high.closed.val();
            self.write.next = self.high.wr.val();
            self.bank.next = self.high.bank.val();
            self.row.next = self.high.row.val();
            self.rest.next = self.high.rest.val();
        }
        self.unused.next = (self.high.used.val() | self.high.removed.val()).any()
            || (self.high.starved_bank.val() | self.low.wanted.val()).any();
        for i in 0..HIGH {
            self.unused.next = self.unused.val() || self.high.younger[i].val().any();
        }
        self.unused.next = self.unused.val() || (self.high.starved_column.val() || self.high.urgent.val());
        self.command.next = self.pre.val();
        if self.closed.val() {
            self.command.next = self.act.val();
        }
        if self.hit.val() {
            self.command.next = self.rd.val();
            if self.write.val() {
                self.command.next = self.wr.val();
            }
        }
        self.cmd_valid.next = self.serve.val();
        self.cmd.next = self.command.val();
        self.cmd_bank.next = self.bank.val();
        self.cmd_row.next = self.row.val();
        self.cmd_col.next = self.rest.val().get_bits::<COL>(0);
        self.cmd_id.next = self.rest.val().get_bits::<ID>(self.id_at.val().index());
        self.timing.cmd_valid.next = self.serve.val();
        self.timing.cmd.next = self.command.val();
        self.timing.cmd_bank.next = self.bank.val();
        self.timing.cmd_row.next = self.row.val();
        self.opened.d.next = self.serve.val() && self.closed.val();
        self.opened_bank.d.next = self.bank.val();
        self.opened_row.d.next = self.row.val();
    }
}
