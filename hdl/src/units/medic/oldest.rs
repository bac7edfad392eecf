// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;

block! {
    /// Of the candidates among `N` entries the one that arrived first; those of the better class go before the others. What goes before
    /// what is known before the candidates are, so the choice is one AND of many inputs for each entry.
    pub struct Oldest<N> = "medic_oldest";
    fn new();
    /// There may be candidates; while it is low the rest stands still.
    pub enable: Signal<In, Bit>,
    /// For each entry those that arrived before it.
    pub elders: Vec<Signal<In, Bits<N>>> = array(N),
    /// Entries of the better class.
    pub better: Signal<In, Bits<N>>,
    /// Entries to choose from.
    pub candidates: Signal<In, Bits<N>>,
    /// The chosen one, one-hot; zero without candidates.
    pub pick: Signal<Out, Bits<N>>,
    ahead: Signal<Local, Bits<N>>,
    picked: Signal<Local, Bits<N>>,
}

impl<const N: usize> Logic for Oldest<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.picked.next = 0.into();
        self.ahead.next = 0.into();
        if self.enable.val() {
            for i in 0..N {
                self.ahead.next = self.elders[i].val() | self.better.val();
                if self.better.val().get_bit(i) {
                    self.ahead.next = self.elders[i].val() & self.better.val();
                }
                self.picked.next = self.picked.val().replace_bit(
                    i,
                    self.candidates.val().get_bit(i) && !(self.candidates.val() & self.ahead.val()).any(),
                );
            }
        }
        self.pick.next = self.picked.val();
    }
}
