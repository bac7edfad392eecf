// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::carry_save::CarrySave;
use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// A base address and a stride times a distance, both two's complement, as the sum of two words: the stride shifted once for
    /// each bit of the distance, added by carry-save adders. `BITS` are those of the distance without its sign, at least 2.
    pub struct Scaled<STRIDE, ADDRESS, BITS, DISTANCE, PARTS, WORDS> = "scaled"
        where DISTANCE = BITS + 1, PARTS = BITS + 2, WORDS = 3 * PARTS - 4;
    fn new();
    /// Something is added to the base address.
    pub enable: Signal<In, Bit>,
    /// Base address.
    pub base: Signal<In, Bits<ADDRESS>>,
    /// Stride, two's complement.
    pub stride: Signal<In, Bits<STRIDE>>,
    /// Distance, two's complement.
    pub distance: Signal<In, Bits<DISTANCE>>,
    /// Two words that add up to the address.
    pub sum: Signal<Out, Bits<ADDRESS>>,
    pub carry: Signal<Out, Bits<ADDRESS>>,
    /// The stride, sign-extended.
    step: Signal<Local, Bits<ADDRESS>>,
    shifted: Signal<Local, Bits<ADDRESS>>,
    /// It times each bit of the distance. The highest bit counts negative.
    part: Vec<Signal<Local, Bits<ADDRESS>>> = array(DISTANCE),
    adder: CarrySave<PARTS, ADDRESS, WORDS> = CarrySave::new(),
    sign_at: Constant<Bits<32>> = Constant::new((STRIDE as u64 - 1).into()),
    /// The highest bit of the distance, and the one below it.
    top: Constant<Bits<32>> = Constant::new((BITS as u64).into()),
    second: Constant<Bits<32>> = Constant::new((BITS as u64 - 1).into()),
}

impl<
        const STRIDE: usize,
        const ADDRESS: usize,
        const BITS: usize,
        const DISTANCE: usize,
        const PARTS: usize,
        const WORDS: usize,
    > Logic for Scaled<STRIDE, ADDRESS, BITS, DISTANCE, PARTS, WORDS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.step.next = 0.into();
        if self.stride.val().get_bit(self.sign_at.val().index()) {
            self.step.next = !self.step.val();
        }
        for b in 0..STRIDE {
            self.step.next = self.step.val().replace_bit(b, self.stride.val().get_bit(b));
        }

        self.shifted.next = self.step.val();
        for i in 0..DISTANCE {
            self.part[i].next = 0.into();
        }
        if self.enable.val() {
            for i in 0..BITS {
                if self.distance.val().get_bit(i) {
                    self.part[i].next = self.shifted.val();
                }
                self.shifted.next = self.shifted.val() << 1;
            }
            comment!("Its complement, and the 1 that negation adds where the part before has no bits.");
            if self.distance.val().get_bit(self.top.val().index()) {
                self.part[self.top.val().index()].next = !self.shifted.val();
                self.part[self.second.val().index()].next = self.part[self.second.val().index()].val() | 1;
            }
        }
        self.adder.enable.next = self.enable.val();
        for i in 0..PARTS {
            self.adder.addends[i].next = self.base.val();
        }
        for i in 0..DISTANCE {
            self.adder.addends[i].next = self.part[i].val();
        }
        comment!("Otherwise the adders stand still.");
        self.sum.next = self.base.val();
        self.carry.next = 0.into();
        if self.enable.val() {
            self.sum.next = self.adder.sum.val();
            self.carry.next = self.adder.carry.val();
        }
    }
}
