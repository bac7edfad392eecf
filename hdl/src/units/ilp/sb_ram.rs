// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;
use crate::prim::Dff;

block! {
    /// A memory with one write port and four asynchronous read ports, as FPGA tools make it of distributed RAM. A read in the cycle of a write
    /// of its word gives the old one.
    pub struct SbRam<DEPTH, ADDRESS, W> = "sb_ram";
    fn new();
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Write a word.
    pub write: Signal<In, Bit>,
    pub address: Signal<In, Bits<ADDRESS>>,
    pub data: Signal<In, Bits<W>>,
    /// The words that are read.
    pub read_a: Signal<In, Bits<ADDRESS>>,
    pub read_b: Signal<In, Bits<ADDRESS>>,
    pub read_c: Signal<In, Bits<ADDRESS>>,
    pub read_d: Signal<In, Bits<ADDRESS>>,
    pub word_a: Signal<Out, Bits<W>>,
    pub word_b: Signal<Out, Bits<W>>,
    pub word_c: Signal<Out, Bits<W>>,
    pub word_d: Signal<Out, Bits<W>>,
    memory: Vec<Dff<Bits<W>>> = array(DEPTH),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..DEPTH {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].d.next = self.memory[i].q.val();
        }
        if self.write.val() {
            self.memory[self.address.val().index()].d.next = self.data.val();
        }
        self.word_a.next = self.memory[self.read_a.val().index()].q.val();
        self.word_b.next = self.memory[self.read_b.val().index()].q.val();
        self.word_c.next = self.memory[self.read_c.val().index()].q.val();
        self.word_d.next = self.memory[self.read_d.val().index()].q.val();
    }
}
