// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::first_set::FirstSet;
use super::Dff;
use super::DffR;
use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// Content-addressed memory of `N` entries, each with a key of `W` bits and a selector that names one of `S` search
    /// words: an entry hits if its key is that word. With one search word it is an ordinary CAM.
    /// `insert` must be low while all entries are valid.
    pub struct Cam<N, W, S, SELECT, INDEX> = "cam"
        where SELECT = bits(S), INDEX = bits(N);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Fill the lowest free entry.
    pub insert: Signal<In, Bit>,
    /// Its selector.
    pub insert_select: Signal<In, Bits<SELECT>>,
    /// Its key.
    pub insert_key: Signal<In, Bits<W>>,
    /// Entries to be freed.
    pub remove: Signal<In, Bits<N>>,
    /// Search words that count.
    pub search: Signal<In, Bits<S>>,
    /// The search words.
    pub search_key: Vec<Signal<In, Bits<W>>> = array(S),
    /// Entry to be read.
    pub read: Signal<In, Bits<INDEX>>,
    /// The lowest free entry, one-hot.
    pub free: Signal<Out, Bits<N>>,
    /// Its number.
    pub free_index: Signal<Out, Bits<INDEX>>,
    /// Entries in use.
    pub valid: Signal<Out, Bits<N>>,
    /// Valid entries whose key is the search word that they name.
    pub hits: Signal<Out, Bits<N>>,
    /// Selector of each entry.
    pub selects: Vec<Signal<Out, Bits<SELECT>>> = array(N),
    /// Key of the entry `read`.
    pub read_key: Signal<Out, Bits<W>>,
    used: DffR<Bits<N>>,
    select: Vec<Dff<Bits<SELECT>>> = array(N),
    key: Vec<Dff<Bits<W>>> = array(N),
    inserted: Signal<Local, Bits<N>>,
    named: Signal<Local, Bits<SELECT>>,
    lowest: FirstSet<N, INDEX> = FirstSet::new(),
}

impl<const N: usize, const W: usize, const S: usize, const SELECT: usize, const INDEX: usize> Logic
    for Cam<N, W, S, SELECT, INDEX>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, used);
        self.used.reset.next = self.reset.val();
        for i in 0..N {
            self.select[i].clock.next = self.clock.val();
            self.select[i].d.next = self.select[i].q.val();
            self.key[i].clock.next = self.clock.val();
            self.key[i].d.next = self.key[i].q.val();
        }
        self.valid.next = self.used.q.val();
        for i in 0..N {
            self.selects[i].next = self.select[i].q.val();
        }
        self.lowest.requests.next = !self.used.q.val();
        self.free.next = self.lowest.first.val();
        self.free_index.next = self.lowest.index.val();

        self.inserted.next = 0.into();
        if self.insert.val() {
            self.inserted.next = self.lowest.first.val();
        }
        self.used.d.next = (self.used.q.val() & (!self.remove.val())) | self.inserted.val();
        if self.insert.val() {
            for i in 0..N {
                if self.inserted.val().get_bit(i) {
                    self.select[i].d.next = self.insert_select.val();
                    self.key[i].d.next = self.insert_key.val();
                }
            }
        }

        comment!("A comparator at every entry.");
        self.hits.next = 0.into();
        self.named.next = 0.into();
        for i in 0..N {
            if self.used.q.val().get_bit(i) {
                self.named.next = self.select[i].q.val();
                self.hits.next = self.hits.val().replace_bit(
                    i,
                    self.search.val().get_bit(self.named.val().index())
                        && (self.key[i].q.val() == self.search_key[self.named.val().index()].val()),
                );
            }
        }
        self.read_key.next = self.key[self.read.val().index()].q.val();
    }
}
