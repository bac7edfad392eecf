// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;
use crate::prim::Dff;

block! {
    /// A memory with a word for each frame, one write port and one read port, as FPGA tools make it of block RAM. It has no reset. A read in
    /// the cycle of a write of its word gives the old one.
    pub struct FrameRam<FRAMES, FRAME, W> = "mosaic_frame_ram" where FRAME = clog2(FRAMES);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Write a word.
    pub write: Signal<In, Bit>,
    pub address: Signal<In, Bits<FRAME>>,
    pub data: Signal<In, Bits<W>>,
    /// The word that is read.
    pub read: Signal<In, Bits<FRAME>>,
    /// That of the last cycle.
    pub word: Signal<Out, Bits<W>>,
    memory: Vec<Dff<Bits<W>>> = array(FRAMES),
    held: Dff<Bits<W>>,

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, held);
        for i in 0..FRAMES {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].d.next = self.memory[i].q.val();
        }
        if self.write.val() {
            self.memory[self.address.val().index()].d.next = self.data.val();
        }
        self.held.d.next = self.memory[self.read.val().index()].q.val();
        self.word.next = self.held.q.val();
    }
}
