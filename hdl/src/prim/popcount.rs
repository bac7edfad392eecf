// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::formula::bits;

block! {
    /// Number of ones in `bits` while `enable` is high, else 0.
    /// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
    pub struct Popcount<N, W> = "popcount" where W = clog2(N + 1);
    fn new();
    /// Count; while it is low the tree stands still.
    pub enable: Signal<In, Bit>,
    /// Word to count in.
    pub bits: Signal<In, Bits<N>>,
    /// Number of ones in the word.
    pub ones: Signal<Out, Bits<W>>,
    sum: Signal<Local, Bits<N>>,
    /// Lower field of each pair, for fields of 1, 2, 4, ... bits.
    lower: Vec<Constant<Bits<N>>> = (0..bits(N)).map(|level| Constant::new(lower_fields(level))).collect(),
    /// Width of a field.
    field: Vec<Constant<Bits<W>>> = (0..bits(N)).map(|level| Constant::new((1u64 << level).into())).collect(),
}

/// Ones in the lower field of every pair of fields of `1 << level` bits.
fn lower_fields<const N: usize>(level: usize) -> Bits<N> {
    (0..N).filter(|i| i >> level & 1 == 0).fold(Bits::default(), |word: Bits<N>, i| word.replace_bit(i, true))
}

impl<const N: usize, const W: usize> Logic for Popcount<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = 0.into();
        if self.enable.val() {
            self.sum.next = self.bits.val();
            for level in 0..bits(N) {
                self.sum.next = (self.sum.val() & self.lower[level].val())
                    + ((self.sum.val() >> self.field[level].val()) & self.lower[level].val());
            }
        }
        comment!("The sum of all fields is in the lowest one.");
        self.ones.next = self.sum.val().get_bits::<W>(0);
    }
}
