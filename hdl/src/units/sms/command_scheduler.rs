// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{DffR, FrontFifo, QuickRoundRobin};
use crate::units::dram_timing::{ACT, PRE, RD, WR};

block! {
    /// Stage 3 of SMS, the DRAM command scheduler (specification section 2.3): a FIFO for each bank, of which only the heads
    /// are looked at. The first bank in cyclic order whose head's command obeys the timing rules issues it; the open
    /// row stays open.
    /// A request is identification, source, write, row and column, from the highest bit to the lowest.
    pub struct CommandScheduler<DEPTH, BEHIND, POINTER, COUNT, BANKS, BANK, ROW, COL, ID, SRC, REQUEST, TOTAL> =
        "sms_command_scheduler"
        where BEHIND = DEPTH - 1, POINTER = bits(BEHIND), COUNT = clog2(DEPTH + 1), BANK = clog2(BANKS), REQUEST = ID + SRC + 1 + ROW + COL;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The bank of the request that arrives, one-hot; zero without one. Its FIFO must not be full.
    pub arrives: Signal<In, Bits<BANKS>>,
    /// The request.
    pub request: Signal<In, Bits<REQUEST>>,
    /// A second one that arrives, for another bank: its bank, one-hot, and the request.
    pub direct_arrives: Signal<In, Bits<BANKS>>,
    pub direct_request: Signal<In, Bits<REQUEST>>,
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
    /// Banks whose FIFO is full.
    pub full: Signal<Out, Bits<BANKS>>,
    /// Requests in all FIFOs in the next cycle.
    pub occupancy: Signal<Out, Bits<TOTAL>>,
    /// A command is issued.
    pub cmd_valid: Signal<Out, Bit>,
    /// 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    pub cmd: Signal<Out, Bits<2>>,
    /// Its bank.
    pub cmd_bank: Signal<Out, Bits<BANK>>,
    /// Row, column, identification and source of the request that it serves.
    pub cmd_row: Signal<Out, Bits<ROW>>,
    pub cmd_col: Signal<Out, Bits<COL>>,
    pub cmd_id: Signal<Out, Bits<ID>>,
    pub cmd_src: Signal<Out, Bits<SRC>>,
    /// The bank that is considered first.
    dcs_ptr: DffR<Bits<BANK>>,
    held: DffR<Bits<TOTAL>>,
    /// One arrives, at least; two arrive.
    push: Signal<Local, Bit>,
    both: Signal<Local, Bit>,
    /// The bank whose head leaves, one-hot.
    leaves: Signal<Local, Bits<BANKS>>,
    /// Banks whose head needs RD or WR.
    hits: Signal<Local, Bits<BANKS>>,
    /// Banks whose head's command may be issued.
    eligible: Signal<Local, Bits<BANKS>>,
    serve: Signal<Local, Bit>,
    row: Signal<Local, Bits<ROW>>,
    served: Signal<Local, Bits<REQUEST>>,
    queue: Vec<FrontFifo<DEPTH, REQUEST, BEHIND, POINTER, COUNT>> = (0..BANKS).map(|_| FrontFifo::new()).collect(),
    arbiter: QuickRoundRobin<BANKS, BANK> = QuickRoundRobin::new(),
    depth: Constant<Bits<COUNT>> = Constant::new((DEPTH as u64).into()),
    row_at: Constant<Bits<32>> = Constant::new((COL as u64).into()),
    wr_at: Constant<Bits<32>> = Constant::new(((ROW + COL) as u64).into()),
    src_at: Constant<Bits<32>> = Constant::new(((ROW + COL + 1) as u64).into()),
    id_at: Constant<Bits<32>> = Constant::new(((SRC + ROW + COL + 1) as u64).into()),
    pre: Constant<Bits<2>> = Constant::new(PRE.into()),
    act: Constant<Bits<2>> = Constant::new(ACT.into()),
    rd: Constant<Bits<2>> = Constant::new(RD.into()),
    wr: Constant<Bits<2>> = Constant::new(WR.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, dcs_ptr, held);
        self.dcs_ptr.reset.next = self.reset.val();
        self.held.reset.next = self.reset.val();

        comment!("A hit needs RD or WR; another head needs PRE, or ACT if its bank is closed.");
        self.hits.next = 0.into();
        self.eligible.next = 0.into();
        self.row.next = 0.into();
        for b in 0..BANKS {
            if self.queue[b].count.val().any() {
                self.row.next = self.queue[b].head.val().get_bits::<ROW>(self.row_at.val().index());
                if !self.open.val().get_bit(b) {
                    self.eligible.next = self.eligible.val().replace_bit(b, self.act_ok.val().get_bit(b));
                } else if self.row.val() != self.open_row[b].val() {
                    self.eligible.next = self.eligible.val().replace_bit(b, self.pre_ok.val().get_bit(b));
                } else {
                    self.hits.next = self.hits.val().replace_bit(b, true);
                    self.eligible.next = self.eligible.val().replace_bit(b, self.rd_ok.val().get_bit(b));
                    if self.queue[b].head.val().get_bit(self.wr_at.val().index()) {
                        self.eligible.next = self.eligible.val().replace_bit(b, self.wr_ok.val().get_bit(b));
                    }
                }
            }
        }
        self.arbiter.requests.next = self.eligible.val();
        self.arbiter.start.next = self.dcs_ptr.q.val();
        self.serve.next = self.eligible.val().any();

        self.push.next = self.arrives.val().any() || self.direct_arrives.val().any();
        self.both.next = self.arrives.val().any() && self.direct_arrives.val().any();
        self.leaves.next = self.arbiter.grant.val() & self.hits.val();
        for b in 0..BANKS {
            self.queue[b].clock.next = self.clock.val();
            self.queue[b].reset.next = self.reset.val();
            self.queue[b].push.next = self.arrives.val().get_bit(b);
            self.queue[b].data.next = self.request.val();
            self.queue[b].other_push.next = self.direct_arrives.val().get_bit(b);
            self.queue[b].other_data.next = self.direct_request.val();
            self.queue[b].pop.next = self.leaves.val().get_bit(b);
        }
        self.full.next = 0.into();
        for b in 0..BANKS {
            self.full.next = self.full.val().replace_bit(b, self.queue[b].count.val() == self.depth.val());
        }
        self.occupancy.next = self.held.q.val();
        if self.leaves.val().any() {
            if !self.push.val() {
                self.occupancy.next = self.held.q.val() - 1;
            } else if self.both.val() {
                self.occupancy.next = self.held.q.val() + 1;
            }
        } else {
            if self.both.val() {
                self.occupancy.next = self.held.q.val() + 2;
            } else if self.push.val() {
                self.occupancy.next = self.held.q.val() + 1;
            }
        }
        self.held.d.next = self.occupancy.val();

        self.served.next = 0.into();
        for b in 0..BANKS {
            if self.arbiter.grant.val().get_bit(b) {
                self.served.next = self.served.val() | self.queue[b].head.val();
            }
        }
        if self.serve.val() {
            comment!("The number of banks is a power of two.");
            self.dcs_ptr.d.next = self.arbiter.index.val() + 1;
        }

        self.cmd_valid.next = self.serve.val();
        self.cmd.next = self.pre.val();
        self.cmd_bank.next = 0.into();
        self.cmd_row.next = 0.into();
        self.cmd_col.next = 0.into();
        self.cmd_id.next = 0.into();
        self.cmd_src.next = 0.into();
        if self.serve.val() {
            if self.leaves.val().any() {
                self.cmd.next = self.rd.val();
                if self.served.val().get_bit(self.wr_at.val().index()) {
                    self.cmd.next = self.wr.val();
                }
            } else if !(self.arbiter.grant.val() & self.open.val()).any() {
                self.cmd.next = self.act.val();
            }
            self.cmd_bank.next = self.arbiter.index.val();
            self.cmd_row.next = self.served.val().get_bits::<ROW>(self.row_at.val().index());
            self.cmd_col.next = self.served.val().get_bits::<COL>(0);
            self.cmd_id.next = self.served.val().get_bits::<ID>(self.id_at.val().index());
            self.cmd_src.next = self.served.val().get_bits::<SRC>(self.src_at.val().index());
        }
    }
}
