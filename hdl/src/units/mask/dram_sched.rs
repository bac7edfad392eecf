// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::Params;

use super::candidates::Candidates;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{DffR, Fifo, RoundRobin};

block! {
    /// MASK's scheduler of a DRAM channel (specification section 2.8): walk reads wait in the golden queue, whose head goes first; the requests of
    /// the application whose turn it is wait in the silver queue, which goes before the normal one with all others.
    /// Protocol: a walk read is taken while `x_ready` is high, a request of data while `d_ready` is, which answers to `d_app` in the same
    /// cycle. What `iss_valid` offers answers to `tick` and the banks in the same cycle and is issued; it never stalls.
    pub struct DramSched<
        GOLDEN, GOLDEN_POINTER, GOLDEN_COUNT, SILVER, SILVER_PLACE, SILVER_COUNT, NORMAL, NORMAL_PLACE, NORMAL_COUNT, APPS, APP, QUOTAS,
        BANKS, BANK, ROW, ROWS, COL, ID, REST, REQUEST
    > = "mask_dram_sched";
    fn new(_params: &Params);
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub x_valid: Signal<In, Bit>,
    pub x_depth: Signal<In, Bits<3>>,
    pub x_app: Signal<In, Bits<APP>>,
    pub x_bank: Signal<In, Bits<BANK>>,
    pub x_row: Signal<In, Bits<ROW>>,
    pub x_col: Signal<In, Bits<COL>>,
    pub x_id: Signal<In, Bits<ID>>,
    pub d_valid: Signal<In, Bit>,
    pub d_wr: Signal<In, Bit>,
    pub d_app: Signal<In, Bits<APP>>,
    pub d_bank: Signal<In, Bits<BANK>>,
    pub d_row: Signal<In, Bits<ROW>>,
    pub d_col: Signal<In, Bits<COL>>,
    pub d_id: Signal<In, Bits<ID>>,
    pub bank_ready: Signal<In, Bits<BANKS>>,
    pub open_valid: Signal<In, Bits<BANKS>>,
    pub open_row: Signal<In, Bits<ROWS>>,
    pub quota: Signal<In, Bits<QUOTAS>>,
    pub app_active: Signal<In, Bits<APPS>>,
    pub epoch_tick: Signal<In, Bit>,
    pub x_ready: Signal<Out, Bit>,
    pub d_ready: Signal<Out, Bit>,
    pub iss_valid: Signal<Out, Bit>,
    pub iss_src: Signal<Out, Bits<2>>,
    pub iss_wr: Signal<Out, Bit>,
    pub iss_depth: Signal<Out, Bits<3>>,
    pub iss_app: Signal<Out, Bits<APP>>,
    pub iss_bank: Signal<Out, Bits<BANK>>,
    pub iss_row: Signal<Out, Bits<ROW>>,
    pub iss_col: Signal<Out, Bits<COL>>,
    pub iss_id: Signal<Out, Bits<ID>>,
    pub occ_golden: Signal<Out, Bits<GOLDEN_COUNT>>,
    pub occ_silver: Signal<Out, Bits<SILVER_COUNT>>,
    pub occ_normal: Signal<Out, Bits<NORMAL_COUNT>>,
    pub silver_app: Signal<Out, Bits<APP>>,
    golden: Fifo<GOLDEN, REQUEST, GOLDEN_POINTER, GOLDEN_COUNT> = Fifo::new(),
    silver: Candidates<SILVER, SILVER_PLACE, SILVER_COUNT, BANKS, BANK, ROW, REST, REQUEST> = Candidates::new(),
    normal: Candidates<NORMAL, NORMAL_PLACE, NORMAL_COUNT, BANKS, BANK, ROW, REST, REQUEST> = Candidates::new(),
    next_turn: RoundRobin<APPS, APP> = RoundRobin::new(),
    /// The application whose turn it is, and the requests that it has sent to the silver queue.
    turn: DffR<Bits<APP>>,
    sent: DffR<Bits<10>>,
    quotas: Vec<Signal<Local, Bits<10>>> = array(APPS),
    turn_quota: Signal<Local, Bits<10>>,
    /// Several applications take part.
    several: Signal<Local, Bit>,
    golden_full: Signal<Local, Bit>,
    /// The request of data may go into the silver queue, but for the quota; it does; it may go into the normal one.
    silver_fits: Signal<Local, Bit>,
    to_silver: Signal<Local, Bit>,
    to_normal: Signal<Local, Bit>,
    one_more: Signal<Local, Bits<10>>,
    turn_ends: Signal<Local, Bit>,
    unused: Signal<Local, Bit>,
    walk: Signal<Local, Bits<REQUEST>>,
    data: Signal<Local, Bits<REQUEST>>,
    /// Banks that take a request in this cycle, and their rows.
    ready: Signal<Local, Bits<BANKS>>,
    rows: Vec<Signal<Local, Bits<ROW>>> = array(BANKS),
    golden_bank: Signal<Local, Bits<BANK>>,
    golden_goes: Signal<Local, Bit>,
    silver_goes: Signal<Local, Bit>,
    issued: Signal<Local, Bits<REQUEST>>,
    deepest: Constant<Bits<GOLDEN_COUNT>> = Constant::new((GOLDEN as u64).into()),
    /// Where the parts of a request are, above the bank.
    row_at: Constant<Bits<32>> = Constant::new((BANK as u64).into()),
    col_at: Constant<Bits<32>> = Constant::new(((BANK + ROW) as u64).into()),
    id_at: Constant<Bits<32>> = Constant::new(((BANK + ROW + COL) as u64).into()),
    app_at: Constant<Bits<32>> = Constant::new(((BANK + ROW + COL + ID) as u64).into()),
    kind_at: Constant<Bits<32>> = Constant::new(((BANK + ROW + COL + ID + APP) as u64).into()),
    row_bits: Constant<Bits<32>> = Constant::new((ROW as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, turn, sent);
        clock!(self, clock, golden, silver, normal);
        self.turn.reset.next = self.reset.val();
        self.sent.reset.next = self.reset.val();
        self.golden.reset.next = self.reset.val();
        self.silver.reset.next = self.reset.val();
        self.normal.reset.next = self.reset.val();

        comment!("Above bank, row, column, identification and application: the depth of a walk read, of data whether it is a write.");
        self.walk.next = (((bit_cast::<REQUEST, 3>(self.x_depth.val()) << self.kind_at.val())
            | (bit_cast::<REQUEST, APP>(self.x_app.val()) << self.app_at.val()))
            | ((bit_cast::<REQUEST, ID>(self.x_id.val()) << self.id_at.val())
                | (bit_cast::<REQUEST, COL>(self.x_col.val()) << self.col_at.val())))
            | ((bit_cast::<REQUEST, ROW>(self.x_row.val()) << self.row_at.val())
                | bit_cast::<REQUEST, BANK>(self.x_bank.val()));
        self.data.next = (((bit_cast::<REQUEST, 1>(self.d_wr.val().into()) << self.kind_at.val())
            | (bit_cast::<REQUEST, APP>(self.d_app.val()) << self.app_at.val()))
            | ((bit_cast::<REQUEST, ID>(self.d_id.val()) << self.id_at.val())
                | (bit_cast::<REQUEST, COL>(self.d_col.val()) << self.col_at.val())))
            | ((bit_cast::<REQUEST, ROW>(self.d_row.val()) << self.row_at.val())
                | bit_cast::<REQUEST, BANK>(self.d_bank.val()));

        comment!("Where a request of data goes.");
        for a in 0..APPS {
            self.quotas[a].next = self.quota.val().get_bits::<10>(a * 10);
        }
        self.turn_quota.next = self.quotas[self.turn.q.val().index()].val();
        self.several.next = (self.app_active.val() & (self.app_active.val() - 1)).any();
        self.silver_fits.next = (self.several.val() && (self.d_app.val() == self.turn.q.val())) && !self.silver.full.val();
        self.to_silver.next = self.silver_fits.val() && (self.sent.q.val() < self.turn_quota.val());
        self.to_normal.next = !self.to_silver.val() && !self.normal.full.val();
        self.d_ready.next = self.to_silver.val() || self.to_normal.val();
        self.silver.insert.next = self.d_valid.val() && self.to_silver.val();
        self.silver.request.next = self.data.val();
        self.normal.insert.next = self.d_valid.val() && self.to_normal.val();
        self.normal.request.next = self.data.val();
        self.golden_full.next = self.golden.count.val() == self.deepest.val();
        self.x_ready.next = !self.golden_full.val();
        self.golden.push.next = self.x_valid.val() && !self.golden_full.val();
        self.golden.data.next = self.walk.val();

        comment!("Turns. One whose quota has been sent ends, whether or not something would have come.");
        self.one_more.next = self.sent.q.val() + 1;
        self.turn_ends.next = ((self.sent.q.val() >= self.turn_quota.val())
            || ((self.d_valid.val() && self.silver_fits.val()) && (self.one_more.val() >= self.turn_quota.val())))
            || (self.epoch_tick.val() || !self.app_active.val().get_bit(self.turn.q.val().index()));
        self.next_turn.requests.next = self.app_active.val();
        self.next_turn.start.next = self.turn.q.val() + 1;
        self.unused.next = self.next_turn.grant.val().any();
        self.sent.d.next = self.sent.q.val();
        if self.d_valid.val() && self.silver_fits.val() {
            self.sent.d.next = self.one_more.val();
        }
        if self.turn_ends.val() {
            self.turn.d.next = self.next_turn.index.val();
            self.sent.d.next = 0.into();
        }
        self.silver_app.next = self.turn.q.val();

        comment!("What is issued: the golden head, a silver request, a normal one.");
        self.ready.next = 0.into();
        if self.tick.val() {
            self.ready.next = self.bank_ready.val();
        }
        for b in 0..BANKS {
            self.rows[b].next = self.open_row.val().get_bits::<ROW>(b * self.row_bits.val().index());
        }
        self.silver.ready.next = self.ready.val();
        self.silver.open.next = self.open_valid.val();
        self.normal.ready.next = self.ready.val();
        self.normal.open.next = self.open_valid.val();
        for b in 0..BANKS {
            self.silver.open_row[b].next = self.rows[b].val();
            self.normal.open_row[b].next = self.rows[b].val();
        }
        self.golden_bank.next = self.golden.head.val().get_bits::<BANK>(0);
        self.golden_goes.next =
            self.golden.count.val().any() && self.ready.val().get_bit(self.golden_bank.val().index());
        self.silver_goes.next = self.silver.some.val() && !self.golden_goes.val();
        self.golden.pop.next = self.golden_goes.val();
        self.silver.take.next = self.silver_goes.val();
        self.normal.take.next =
            (self.normal.some.val() && !self.silver.some.val()) && !self.golden_goes.val();
        self.issued.next = 0.into();
        self.iss_src.next = 0.into();
        if self.golden_goes.val() {
            self.issued.next = self.golden.head.val();
        } else if self.silver.some.val() {
            self.issued.next = self.silver.chosen.val();
            self.iss_src.next = 1.into();
        } else if self.normal.some.val() {
            self.issued.next = self.normal.chosen.val();
            self.iss_src.next = 2.into();
        }
        self.iss_valid.next = (self.golden_goes.val() || self.silver.some.val()) || self.normal.some.val();
        self.iss_bank.next = self.issued.val().get_bits::<BANK>(0);
        self.iss_row.next = self.issued.val().get_bits::<ROW>(self.row_at.val().index());
        self.iss_col.next = self.issued.val().get_bits::<COL>(self.col_at.val().index());
        self.iss_id.next = self.issued.val().get_bits::<ID>(self.id_at.val().index());
        self.iss_app.next = self.issued.val().get_bits::<APP>(self.app_at.val().index());
        self.iss_depth.next = 0.into();
        self.iss_wr.next = false;
        if self.golden_goes.val() {
            self.iss_depth.next = self.golden.head.val().get_bits::<3>(self.kind_at.val().index());
        } else {
            self.iss_wr.next = self.issued.val().get_bit(self.kind_at.val().index());
        }
        self.occ_golden.next = self.golden.count.val();
        self.occ_silver.next = self.silver.count.val();
        self.occ_normal.next = self.normal.count.val();
    }
}
