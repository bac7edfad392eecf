// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::DffR;
use crate::block;

block! {
    /// Pseudo-random numbers: a Galois shift register to the right, which makes `STEPS` single steps at once, so that
    /// successive numbers share no bits. The number is the lowest `OUT` bits of the register.
    pub struct Lfsr<W, STEPS, OUT> = "lfsr";
    fn new(mask: u64, seed: u64);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Go on to the next number.
    pub advance: Signal<In, Bit>,
    /// The number.
    pub value: Signal<Out, Bits<OUT>>,
    state: DffR<Bits<W>> = DffR::new(seed.into()),
    following: Signal<Local, Bits<W>>,
    /// Bits that a one shifted out inverts.
    mask: Constant<Bits<W>> = Constant::new(mask.into()),
}

impl<const W: usize, const STEPS: usize, const OUT: usize> Logic for Lfsr<W, STEPS, OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.state.reset.next = self.reset.val();
        self.value.next = self.state.q.val().get_bits::<OUT>(0);

        self.following.next = self.state.q.val();
        if self.advance.val() {
            for _step in 0..STEPS {
                if self.following.val().get_bit(0) {
                    self.following.next = (self.following.val() >> 1) ^ self.mask.val();
                } else {
                    self.following.next = self.following.val() >> 1;
                }
            }
        }
        if self.advance.val() {
            self.state.d.next = self.following.val();
        }
    }
}
