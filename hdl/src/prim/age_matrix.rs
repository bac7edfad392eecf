// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::DffR;
use crate::block;
use crate::comment;

block! {
    /// Launch order of `N` slots, and the oldest or youngest of a set of slots.
    /// The order is a triangular matrix: bit j of row i, i < j, says that slot i was launched before slot j.
    /// Slots launched in the same cycle count in the order of their numbers.
    pub struct AgeMatrix<N> = "age_matrix";
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Slots launched in this cycle; they become the youngest.
    pub launch: Signal<In, Bits<N>>,
    /// Slots to choose from.
    pub candidates: Signal<In, Bits<N>>,
    /// 1 chooses the youngest candidate, 0 the oldest.
    pub youngest: Signal<In, Bit>,
    /// The chosen slot, one-hot; zero without candidates.
    pub pick: Signal<Out, Bits<N>>,
    /// Row i: the slots above i that are younger than slot i.
    older_than: [DffR<Bits<N>>; N] = std::array::from_fn(|_| Default::default()),
    /// Slots above i, for each i.
    above: [Constant<Bits<N>>; N] = std::array::from_fn(|i| Constant::new(above(i))),
    invert: Signal<Local, Bits<N>>,
    row: Signal<Local, Bits<N>>,
    beaten: Signal<Local, Bits<N>>,
}

/// The places above `i` of `N`.
pub(super) fn above<const N: usize>(i: usize) -> Bits<N> {
    (i + 1..N).fold(Bits::default(), |word: Bits<N>, j| word.replace_bit(j, true))
}

impl<const N: usize> Logic for AgeMatrix<N> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..N {
            self.older_than[i].clock.next = self.clock.val();
            self.older_than[i].reset.next = self.reset.val();
            self.older_than[i].d.next = self.older_than[i].q.val();
        }
        if self.launch.val().any() {
            for i in 0..N {
                if self.launch.val().get_bit(i) {
                    self.older_than[i].d.next = self.launch.val() & self.above[i].val();
                } else {
                    self.older_than[i].d.next =
                        (self.older_than[i].q.val() | self.launch.val()) & self.above[i].val();
                }
            }
        }

        comment!("A candidate is chosen if none below it and none above it comes first.");
        self.pick.next = 0.into();
        self.row.next = 0.into();
        self.beaten.next = 0.into();
        self.invert.next = 0.into();
        if self.candidates.val().any() {
            if self.youngest.val() {
                self.invert.next = !self.invert.val();
            }
            for j in 0..N {
                if self.candidates.val().get_bit(j) {
                    self.row.next = (self.older_than[j].q.val() ^ self.invert.val()) & self.above[j].val();
                    self.beaten.next = self.beaten.val() | self.row.val();
                    self.row.next = (self.candidates.val() & self.above[j].val()) & (!self.row.val());
                    self.pick.next = self.pick.val().replace_bit(j, !self.row.val().any());
                }
            }
            self.pick.next = self.pick.val() & (!self.beaten.val());
        }
    }
}
