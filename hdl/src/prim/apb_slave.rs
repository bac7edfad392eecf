// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::DffR;
use crate::block;
use crate::comment;

block! {
    /// Slave of AMBA APB (APB4: AMBA APB Protocol Specification, chapters 2 to 4) in front of a `register_file`. No wait states: the
    /// access phase of every transfer is one cycle long. A transfer to an address without a register ends with `pslverr` and
    /// changes nothing. `pprot` is not looked at.
    /// `pwdata` and `pstrb` go to the register file directly.
    /// Registers are of 32 bits and begin at multiples of 4; the two lowest bits of an address do not count.
    pub struct ApbSlave<> = "apb_slave";
    fn new();
    /// The bus clock, PCLK.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high: the inverse of PRESETn.
    pub reset: Signal<In, Bit>,
    /// This slave is selected.
    pub psel: Signal<In, Bit>,
    /// The access phase of a transfer, behind its setup phase.
    pub penable: Signal<In, Bit>,
    /// The transfer is a write.
    pub pwrite: Signal<In, Bit>,
    /// Byte address.
    pub paddr: Signal<In, Bits<12>>,
    /// The transfer ends in this cycle.
    pub pready: Signal<Out, Bit>,
    /// What is read; 0 but at the end of a read.
    pub prdata: Signal<Out, Bits<32>>,
    /// No register is at the address; only with `pready`.
    pub pslverr: Signal<Out, Bit>,
    /// The register that is asked for, counted in words.
    pub word: Signal<Out, Bits<10>>,
    /// There is one of this number.
    pub present: Signal<In, Bit>,
    /// Its value.
    pub value: Signal<In, Bits<32>>,
    /// Write it.
    pub write: Signal<Out, Bit>,
    /// The access phase; reads have their data already.
    access: DffR<Bit>,
    error: DffR<Bit>,
    data: DffR<Bits<32>>,
    setup: Signal<Local, Bit>,
    /// The place in a register does not count.
    unused: Signal<Local, Bit>,

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, access, error, data);
        self.access.reset.next = self.reset.val();
        self.error.reset.next = self.reset.val();
        self.data.reset.next = self.reset.val();
        self.word.next = self.paddr.val().get_bits::<10>(2);
        self.unused.next = self.paddr.val().get_bits::<2>(0).any();

        self.setup.next = self.psel.val() && !self.penable.val();
        self.access.d.next = self.setup.val();
        self.error.d.next = self.setup.val() && !self.present.val();
        comment!("A read has its data by the end of the setup phase, in which the address is valid.");
        self.data.d.next = 0.into();
        if self.setup.val() && !self.pwrite.val() && self.present.val() {
            self.data.d.next = self.value.val();
        }
        self.write.next = self.access.q.val() && self.psel.val() && self.penable.val() && self.pwrite.val();
        self.pready.next = self.access.q.val();
        self.pslverr.next = self.error.q.val();
        self.prdata.next = self.data.q.val();
    }
}
