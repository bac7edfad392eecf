// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;

block! {
    /// A request of a source as stage 3 of SMS takes it: without its bank, whose FIFO it goes to, and with the number of its
    /// source.
    /// A request is identification, write, bank, row and column, from the highest bit to the lowest; for stage 3 it is
    /// identification, source, write, row and column.
    pub struct ToCommand<BANK, ROW, COL, ID, SRC, REQUEST, COMMAND> = "sms_to_command"
        where REQUEST = ID + 1 + BANK + ROW + COL, COMMAND = ID + SRC + 1 + ROW + COL;
    fn new();
    /// The request.
    pub request: Signal<In, Bits<REQUEST>>,
    /// Its source.
    pub source: Signal<In, Bits<SRC>>,
    /// The request for stage 3.
    pub command: Signal<Out, Bits<COMMAND>>,
    /// The bank is not in it.
    unused: Signal<Local, Bit>,
    row_at: Constant<Bits<32>> = Constant::new((COL as u64).into()),
    wr_at: Constant<Bits<32>> = Constant::new(((BANK + ROW + COL) as u64).into()),
    id_at: Constant<Bits<32>> = Constant::new(((1 + BANK + ROW + COL) as u64).into()),
    /// Where write bit, source and identification go, above row and column.
    command_wr_at: Constant<Bits<32>> = Constant::new(((ROW + COL) as u64).into()),
    command_src_at: Constant<Bits<32>> = Constant::new(((1 + ROW + COL) as u64).into()),
    command_id_at: Constant<Bits<32>> = Constant::new(((SRC + 1 + ROW + COL) as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.unused.next = self.request.val().any();
        self.command.next =
            (bit_cast::<COMMAND, ID>(self.request.val().get_bits::<ID>(self.id_at.val().index()))
                << self.command_id_at.val())
                | (bit_cast::<COMMAND, SRC>(self.source.val()) << self.command_src_at.val())
                | (bit_cast::<COMMAND, 1>(self.request.val().get_bit(self.wr_at.val().index()).into())
                    << self.command_wr_at.val())
                | (bit_cast::<COMMAND, ROW>(self.request.val().get_bits::<ROW>(self.row_at.val().index()))
                    << self.row_at.val())
                | bit_cast::<COMMAND, COL>(self.request.val().get_bits::<COL>(0));
    }
}
