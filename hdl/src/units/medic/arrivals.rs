// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;
use crate::prim::DffR;

block! {
    /// The order in which the requests of `N` entries have arrived, for several questions at once. It is a triangular matrix: bit j
    /// of row i, i < j, says that entry i was filled before entry j.
    pub struct Arrivals<N> = "medic_arrivals";
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The entry that is filled in this cycle, one-hot, if any; it becomes the youngest.
    pub inserted: Signal<In, Bits<N>>,
    /// For each entry those above it that were filled after it; those below it know whether they were filled before.
    pub younger: Vec<Signal<Out, Bits<N>>> = array(N),
    /// Row i: the entries above i that were filled after entry i.
    older_than: [DffR<Bits<N>>; N] = std::array::from_fn(|_| Default::default()),
    /// Entries above i, for each i.
    above: [Constant<Bits<N>>; N] =
        std::array::from_fn(|i| Constant::new((i + 1..N).fold(Bits::default(), |w: Bits<N>, j| w.replace_bit(j, true)))),
}

impl<const N: usize> Logic for Arrivals<N> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..N {
            self.older_than[i].clock.next = self.clock.val();
            self.older_than[i].reset.next = self.reset.val();
            self.older_than[i].d.next = self.older_than[i].q.val();
            if self.inserted.val().get_bit(i) {
                self.older_than[i].d.next = 0.into();
            } else if self.inserted.val().any() {
                self.older_than[i].d.next =
                    (self.older_than[i].q.val() | self.inserted.val()) & self.above[i].val();
            }
        }

        for i in 0..N {
            self.younger[i].next = self.older_than[i].q.val() & self.above[i].val();
        }
    }
}
