// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::{Dff, DffR};
use crate::block;
use crate::comment;

block! {
    /// Slave of AXI4-Lite (AMBA AXI Protocol Specification, part B) in front of a `register_file`. The address and the
    /// data of a write are taken in any order; writes and reads go on side by side. Of each kind one waits for its
    /// response at a time, and one is done every two cycles. No `ready` or `valid` depends on an input of the same cycle but `reset`. An
    /// access to an address without a register is answered with SLVERR and changes nothing. `awprot` and `arprot` are not looked at.
    /// Registers are of 32 bits and begin at multiples of 4; the two lowest bits of an address do not count.
    pub struct AxiLiteSlave<> = "axi_lite_slave";
    fn new();
    /// The bus clock, ACLK.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high: the inverse of ARESETn.
    pub reset: Signal<In, Bit>,
    /// Write address channel.
    pub awvalid: Signal<In, Bit>,
    pub awready: Signal<Out, Bit>,
    pub awaddr: Signal<In, Bits<12>>,
    /// Write data channel.
    pub wvalid: Signal<In, Bit>,
    pub wready: Signal<Out, Bit>,
    pub wdata: Signal<In, Bits<32>>,
    pub wstrb: Signal<In, Bits<4>>,
    /// Write response channel: 0 OKAY, 2 SLVERR.
    pub bvalid: Signal<Out, Bit>,
    pub bready: Signal<In, Bit>,
    pub bresp: Signal<Out, Bits<2>>,
    /// Read address channel.
    pub arvalid: Signal<In, Bit>,
    pub arready: Signal<Out, Bit>,
    pub araddr: Signal<In, Bits<12>>,
    /// Read data channel: 0 OKAY, 2 SLVERR, whose data are 0.
    pub rvalid: Signal<Out, Bit>,
    pub rready: Signal<In, Bit>,
    pub rdata: Signal<Out, Bits<32>>,
    pub rresp: Signal<Out, Bits<2>>,
    /// The register that is written, counted in words.
    pub write_word: Signal<Out, Bits<10>>,
    /// There is one of this number.
    pub write_present: Signal<In, Bit>,
    /// Write it.
    pub write: Signal<Out, Bit>,
    pub write_data: Signal<Out, Bits<32>>,
    pub write_strobes: Signal<Out, Bits<4>>,
    /// The register that is read, counted in words.
    pub read_word: Signal<Out, Bits<10>>,
    /// There is one of this number.
    pub read_present: Signal<In, Bit>,
    /// Its value.
    pub read_value: Signal<In, Bits<32>>,
    /// A write's address is here, and waits for its data or for the response before it.
    addressed: DffR<Bit>,
    address: Dff<Bits<10>>,
    /// A write's data are here, and wait likewise.
    given: DffR<Bit>,
    data: Dff<Bits<32>>,
    strobes: Dff<Bits<4>>,
    /// A write waits for its response to be taken.
    answered: DffR<Bit>,
    failed: Dff<Bit>,
    /// A read waits for its data to be taken.
    fetched: DffR<Bit>,
    value: Dff<Bits<32>>,
    missed: Dff<Bit>,
    /// The write under way is done in this cycle.
    done: Signal<Local, Bit>,
    /// The place in a register does not count.
    unused: Signal<Local, Bits<2>>,
    slverr: Constant<Bits<2>> = Constant::new(2.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, addressed, given, answered, fetched);
        dff_setup!(self, clock, address, data, strobes, failed, value, missed);
        self.addressed.reset.next = self.reset.val();
        self.given.reset.next = self.reset.val();
        self.answered.reset.next = self.reset.val();
        self.fetched.reset.next = self.reset.val();

        self.unused.next = self.awaddr.val().get_bits::<2>(0) | self.araddr.val().get_bits::<2>(0);
        comment!("Writes.");
        self.awready.next = !self.addressed.q.val();
        self.wready.next = !self.given.q.val();
        self.done.next = self.addressed.q.val() && self.given.q.val() && !self.answered.q.val();
        if self.awvalid.val() && !self.addressed.q.val() {
            self.addressed.d.next = true;
        }
        if self.done.val() {
            self.addressed.d.next = false;
        }
        if self.awvalid.val() && !self.addressed.q.val() {
            self.address.d.next = self.awaddr.val().get_bits::<10>(2);
        }
        if self.wvalid.val() && !self.given.q.val() {
            self.given.d.next = true;
        }
        if self.done.val() {
            self.given.d.next = false;
        }
        if self.wvalid.val() && !self.given.q.val() {
            self.data.d.next = self.wdata.val();
            self.strobes.d.next = self.wstrb.val();
        }
        if self.answered.q.val() && self.bready.val() {
            self.answered.d.next = false;
        }
        if self.done.val() {
            self.answered.d.next = true;
        }
        if self.done.val() {
            self.failed.d.next = !self.write_present.val();
        }
        self.write.next = self.done.val();
        self.write_word.next = self.address.q.val();
        self.write_data.next = self.data.q.val();
        self.write_strobes.next = self.strobes.q.val();
        comment!("Nothing is valid in reset, from its first cycle on.");
        self.bvalid.next = self.answered.q.val() && !self.reset.val();
        self.bresp.next = 0.into();
        if self.failed.q.val() {
            self.bresp.next = self.slverr.val();
        }

        comment!("Reads.");
        self.arready.next = !self.fetched.q.val();
        self.read_word.next = self.araddr.val().get_bits::<10>(2);
        if self.fetched.q.val() && self.rready.val() {
            self.fetched.d.next = false;
        }
        if self.arvalid.val() && !self.fetched.q.val() {
            self.fetched.d.next = true;
        }
        if self.arvalid.val() && !self.fetched.q.val() {
            self.missed.d.next = !self.read_present.val();
            self.value.d.next = self.read_value.val();
        }
        self.rvalid.next = self.fetched.q.val() && !self.reset.val();
        self.rdata.next = self.value.q.val();
        self.rresp.next = 0.into();
        if self.missed.q.val() {
            self.rresp.next = self.slverr.val();
        }
    }
}
