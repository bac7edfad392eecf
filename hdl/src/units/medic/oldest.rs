// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;

block! {
    /// Of the candidates among `N` entries the one that arrived first; those of the better class go before the others. What goes before
    /// what is known before the candidates are, so the choice is an AND of many inputs for each entry.
    pub struct Oldest<N> = "medic_oldest";
    fn new();
    /// There may be candidates; while it is low the rest stands still.
    pub enable: Signal<In, Bit>,
    /// For each entry those above it that arrived after it.
    pub younger: Vec<Signal<In, Bits<N>>> = array(N),
    /// Entries of the better class.
    pub better: Signal<In, Bits<N>>,
    /// Entries to choose from.
    pub candidates: Signal<In, Bits<N>>,
    /// The chosen one, one-hot; zero without candidates.
    pub pick: Signal<Out, Bits<N>>,
    /// Entries above the one at hand that it goes before, and that go before it.
    behind: Signal<Local, Bits<N>>,
    ahead: Signal<Local, Bits<N>>,
    /// The former if it is a candidate; an OR over all, which synthesis balances.
    beaten: Signal<Local, Bits<N>>,
    all_beaten: Signal<Local, Bits<N>>,
    picked: Signal<Local, Bits<N>>,
    /// Entries above i, for each i.
    above: [Constant<Bits<N>>; N] =
        std::array::from_fn(|i| Constant::new((i + 1..N).fold(Bits::default(), |w: Bits<N>, j| w.replace_bit(j, true)))),
}

impl<const N: usize> Logic for Oldest<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.picked.next = 0.into();
        self.behind.next = 0.into();
        self.ahead.next = 0.into();
        self.beaten.next = 0.into();
        self.all_beaten.next = 0.into();
        if self.enable.val() {
            for i in 0..N {
                self.beaten.next = 0.into();
                if self.candidates.val().get_bit(i) {
                    self.behind.next = self.younger[i].val() & (!self.better.val());
                    if self.better.val().get_bit(i) {
                        self.behind.next =
                            (self.younger[i].val() | (!self.better.val())) & self.above[i].val();
                    }
                    self.ahead.next = self.above[i].val() & (!self.behind.val());
                    self.beaten.next = self.behind.val();
                    self.picked.next = self.picked.val().replace_bit(
                        i,
                        !self.all_beaten.val().get_bit(i)
                            && !(self.candidates.val() & self.ahead.val()).any(),
                    );
                }
                self.all_beaten.next = self.all_beaten.val() | self.beaten.val();
            }
        }
        self.pick.next = self.picked.val();
    }
}
