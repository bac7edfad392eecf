// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::sb_ram::SbRam;
use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// The results of one lane: a memory with two write ports, as two memories of one write port each and two bits for each of their words that say
    /// which of them was written last. A word that has not been written since reset reads as 0. What is written is read in the same cycle.
    pub struct SbLane<DEPTH, ADDRESS, W, ADDRESSES, WORDS> = "sb_lane"
        where ADDRESSES = 4 * ADDRESS, WORDS = 4 * W;
    fn new();
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The ALU writes a word.
    pub a_write: Signal<In, Bit>,
    pub a_address: Signal<In, Bits<ADDRESS>>,
    pub a_data: Signal<In, Bits<W>>,
    /// A load or an SFU writes a word, behind the ALU.
    pub l_write: Signal<In, Bit>,
    pub l_address: Signal<In, Bits<ADDRESS>>,
    pub l_data: Signal<In, Bits<W>>,
    /// The four words that are read.
    pub addresses: Signal<In, Bits<ADDRESSES>>,
    pub words: Signal<Out, Bits<WORDS>>,
    alu: SbRam<DEPTH, ADDRESS, W> = SbRam::new(),
    load: SbRam<DEPTH, ADDRESS, W> = SbRam::new(),
    /// Words that the ALU has written last, and those that a load has.
    by_alu: DffR<Bits<DEPTH>>,
    by_load: DffR<Bits<DEPTH>>,
    a_bit: Signal<Local, Bits<DEPTH>>,
    l_bit: Signal<Local, Bits<DEPTH>>,
    alu_words: Signal<Local, Bits<WORDS>>,
    load_words: Signal<Local, Bits<WORDS>>,
    address: Signal<Local, Bits<ADDRESS>>,
    word: Signal<Local, Bits<W>>,
    one: Constant<Bits<DEPTH>> = Constant::new(1.into()),
    address_bits: Constant<Bits<32>> = Constant::new((ADDRESS as u64).into()),
    word_bits: Constant<Bits<32>> = Constant::new((W as u64).into()),
    /// The second, third and fourth word of four.
    second: Constant<Bits<32>> = Constant::new((W as u64).into()),
    third: Constant<Bits<32>> = Constant::new(((2 * W) as u64).into()),
    fourth: Constant<Bits<32>> = Constant::new(((3 * W) as u64).into()),
    place: Vec<Constant<Bits<32>>> = (0..4).map(|read| Constant::new(((read * W) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, by_alu, by_load);
        clock!(self, clock, alu, load);
        self.by_alu.reset.next = self.reset.val();
        self.by_load.reset.next = self.reset.val();
        self.alu.write.next = self.a_write.val();
        self.alu.address.next = self.a_address.val();
        self.alu.data.next = self.a_data.val();
        self.alu.read_a.next = self.addresses.val().get_bits::<ADDRESS>(0);
        self.alu.read_b.next = self.addresses.val().get_bits::<ADDRESS>(self.address_bits.val().index());
        self.alu.read_c.next = self.addresses.val().get_bits::<ADDRESS>(2 * self.address_bits.val().index());
        self.alu.read_d.next = self.addresses.val().get_bits::<ADDRESS>(3 * self.address_bits.val().index());
        self.alu_words.next = (bit_cast::<WORDS, W>(self.alu.word_a.val())
            | (bit_cast::<WORDS, W>(self.alu.word_b.val()) << self.second.val()))
            | ((bit_cast::<WORDS, W>(self.alu.word_c.val()) << self.third.val())
                | (bit_cast::<WORDS, W>(self.alu.word_d.val()) << self.fourth.val()));
        self.load.write.next = self.l_write.val();
        self.load.address.next = self.l_address.val();
        self.load.data.next = self.l_data.val();
        self.load.read_a.next = self.addresses.val().get_bits::<ADDRESS>(0);
        self.load.read_b.next = self.addresses.val().get_bits::<ADDRESS>(self.address_bits.val().index());
        self.load.read_c.next = self.addresses.val().get_bits::<ADDRESS>(2 * self.address_bits.val().index());
        self.load.read_d.next = self.addresses.val().get_bits::<ADDRESS>(3 * self.address_bits.val().index());
        self.load_words.next = (bit_cast::<WORDS, W>(self.load.word_a.val())
            | (bit_cast::<WORDS, W>(self.load.word_b.val()) << self.second.val()))
            | ((bit_cast::<WORDS, W>(self.load.word_c.val()) << self.third.val())
                | (bit_cast::<WORDS, W>(self.load.word_d.val()) << self.fourth.val()));
        self.a_bit.next = 0.into();
        if self.a_write.val() {
            self.a_bit.next = self.one.val() << self.a_address.val();
        }
        self.l_bit.next = 0.into();
        if self.l_write.val() {
            self.l_bit.next = self.one.val() << self.l_address.val();
        }
        self.by_alu.d.next = (self.by_alu.q.val() | self.a_bit.val()) & (!self.l_bit.val());
        self.by_load.d.next = (self.by_load.q.val() & (!self.a_bit.val())) | self.l_bit.val();

        comment!("Reads see the writes of the cycle.");
        self.address.next = 0.into();
        self.word.next = 0.into();
        self.words.next = 0.into();
        for r in 0..4 {
            self.address.next = self.addresses.val().get_bits::<ADDRESS>(r * self.address_bits.val().index());
            self.word.next = 0.into();
            if self.l_write.val() && (self.l_address.val() == self.address.val()) {
                self.word.next = self.l_data.val();
            } else if self.a_write.val() && (self.a_address.val() == self.address.val()) {
                self.word.next = self.a_data.val();
            } else if self.by_alu.q.val().get_bit(self.address.val().index()) {
                self.word.next = self.alu_words.val().get_bits::<W>(r * self.word_bits.val().index());
            } else if self.by_load.q.val().get_bit(self.address.val().index()) {
                self.word.next = self.load_words.val().get_bits::<W>(r * self.word_bits.val().index());
            }
            self.words.next = self.words.val() | (bit_cast::<WORDS, W>(self.word.val()) << self.place[r].val());
        }
    }
}
