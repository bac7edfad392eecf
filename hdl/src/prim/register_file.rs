// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::Dff;
use crate::block;
use crate::declare::{array, ToBits};

block! {
    /// `WORDS` registers of 32 bits behind a bus, which one port writes and one reads. A bit of a register is a setting, which a
    /// write of its byte replaces, or shows what is seen; a register may also count events, and a write replaces the count.
    /// `exists`, `settable` and `at_reset` are constants where the file is used, so only bits that are settings become registers.
    pub struct RegisterFile<WORDS> = "register_file";
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Write a register, if it exists.
    pub write: Signal<In, Bit>,
    /// Its number.
    pub write_word: Signal<In, Bits<10>>,
    /// What is written.
    pub write_data: Signal<In, Bits<32>>,
    /// Bytes of it that are written, the lowest byte first.
    pub write_strobes: Signal<In, Bits<4>>,
    /// The register to be written exists.
    pub write_present: Signal<Out, Bit>,
    /// Number of the register that is read.
    pub read_word: Signal<In, Bits<10>>,
    /// It exists.
    pub read_present: Signal<Out, Bit>,
    /// Its value; 0 if it does not exist.
    pub read_value: Signal<Out, Bits<32>>,
    /// Registers that there are.
    pub exists: Signal<In, Bits<WORDS>>,
    /// Bits that are settings or counts, register 0 lowest.
    pub settable: Vec<Signal<In, Bits<32>>> = array(WORDS),
    /// Their values after reset.
    pub at_reset: Vec<Signal<In, Bits<32>>> = array(WORDS),
    /// The values of all other bits.
    pub seen: Vec<Signal<In, Bits<32>>> = array(WORDS),
    /// Registers that count one up in this cycle, if they are not written.
    pub count: Signal<In, Bits<WORDS>>,
    /// The settings and counts; other bits are 0.
    pub settings: Vec<Signal<Out, Bits<32>>> = array(WORDS),
    stored: Vec<Dff<Bits<32>>> = array(WORDS),
    /// Bits that are written.
    mask: Signal<Local, Bits<32>>,
    low_byte: Constant<Bits<32>> = Constant::new(0xff.into()),
    /// Lowest bit of each byte.
    byte_place: Vec<Constant<Bits<32>>> = (0..4).map(|byte| Constant::new((8 * byte as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.mask.next = 0.into();
        for b in 0..4 {
            if self.write_strobes.val().get_bit(b) {
                self.mask.next = self.mask.val() | (self.low_byte.val() << self.byte_place[b].val());
            }
        }
        for i in 0..WORDS {
            self.stored[i].clock.next = self.clock.val();
            self.stored[i].d.next = self.stored[i].q.val();
            if self.count.val().get_bit(i) {
                self.stored[i].d.next = self.stored[i].q.val() + 1;
            }
            if self.write.val() && (self.write_word.val() == i.to_bits::<10>()) {
                self.stored[i].d.next = (self.stored[i].q.val() & (!self.mask.val()))
                    | (self.write_data.val() & self.mask.val());
            }
            if self.reset.val() {
                self.stored[i].d.next = self.at_reset[i].val();
            }
        }

        for i in 0..WORDS {
            self.settings[i].next = self.stored[i].q.val() & self.settable[i].val();
        }
        self.write_present.next = false;
        for i in 0..WORDS {
            if self.write_word.val() == i.to_bits::<10>() {
                self.write_present.next = self.exists.val().get_bit(i);
            }
        }
        self.read_present.next = false;
        self.read_value.next = 0.into();
        for i in 0..WORDS {
            if self.read_word.val() == i.to_bits::<10>() {
                self.read_present.next = self.exists.val().get_bit(i);
                self.read_value.next = (self.stored[i].q.val() & self.settable[i].val())
                    | (self.seen[i].val() & (!self.settable[i].val()));
            }
        }
    }
}
