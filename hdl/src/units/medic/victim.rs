// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::{InsertMode, Params};

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::FirstSet;

block! {
    /// The way of a set of the L2 that a new line takes (specification section 2.5, decision P16): the lowest free one, else of those that are
    /// not reserved one of the lowest class, and of these the one with the highest rank, found by comparing all with all.
    pub struct Victim<ASSOC, WAY, RANKS, TYPES> = "medic_victim"
        where WAY = clog2(ASSOC), RANKS = ASSOC * WAY, TYPES = 2 * ASSOC;
    fn new(params: &Params);
    /// Something has happened to the set since reset; else its words mean nothing.
    pub used: Signal<In, Bit>,
    /// Its ranks and types, from way 0 on.
    pub ranks: Signal<In, Bits<RANKS>>,
    pub types: Signal<In, Bits<TYPES>>,
    /// Ways with a line.
    pub valid: Signal<In, Bits<ASSOC>>,
    /// Ways that wait for one.
    pub reserved: Signal<In, Bits<ASSOC>>,
    /// The way; 0 if there is none.
    pub way: Signal<Out, Bits<WAY>>,
    /// All are reserved.
    pub none: Signal<Out, Bit>,
    type_word: Signal<Local, Bits<TYPES>>,
    rank: Vec<Signal<Local, Bits<WAY>>> = array(ASSOC),
    /// Ways whose line could leave, and those of them above the lowest class, and above the middle one.
    leaving: Signal<Local, Bits<ASSOC>>,
    balanced: Signal<Local, Bits<ASSOC>>,
    hitting: Signal<Local, Bits<ASSOC>>,
    candidates: Signal<Local, Bits<ASSOC>>,
    free: Signal<Local, Bits<ASSOC>>,
    /// Candidates with a higher rank than a way.
    older: Signal<Local, Bits<ASSOC>>,
    oldest: Signal<Local, Bits<ASSOC>>,
    chosen: Signal<Local, Bits<WAY>>,
    /// Which way it is stands in its number.
    unused: Signal<Local, Bit>,
    lowest: FirstSet<ASSOC, WAY> = FirstSet::new(),
    /// Bits of a rank.
    rank_bits: Constant<Bits<32>> = Constant::new((WAY as u64).into()),
    /// Lines of the lowest class leave first.
    keyed: Constant<Bit> = Constant::new(params.replacement() == InsertMode::TypeKey),
}

impl<const ASSOC: usize, const WAY: usize, const RANKS: usize, const TYPES: usize> Logic
    for Victim<ASSOC, WAY, RANKS, TYPES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.free.next = !(self.valid.val() | self.reserved.val());
        self.leaving.next = self.valid.val() & (!self.reserved.val());
        self.none.next = self.reserved.val().all();

        self.type_word.next = 0.into();
        for i in 0..ASSOC {
            self.rank[i].next = i.to_bits();
        }
        if self.used.val() {
            self.type_word.next = self.types.val();
            for i in 0..ASSOC {
                self.rank[i].next = self.ranks.val().get_bits::<WAY>(i * self.rank_bits.val().index());
            }
        }

        comment!("Of types 0, 1 and more, those that there are first.");
        self.balanced.next = 0.into();
        self.hitting.next = 0.into();
        for i in 0..ASSOC {
            self.hitting.next = self.hitting.val().replace_bit(i, self.type_word.val().get_bit(2 * i + 1));
            self.balanced.next = self.balanced.val().replace_bit(
                i,
                self.type_word.val().get_bit(2 * i) || self.type_word.val().get_bit(2 * i + 1),
            );
        }
        self.candidates.next = self.leaving.val();
        if self.keyed.val() {
            if (self.leaving.val() & (!self.balanced.val())).any() {
                self.candidates.next = self.leaving.val() & (!self.balanced.val());
            } else if (self.leaving.val() & (!self.hitting.val())).any() {
                self.candidates.next = self.leaving.val() & (!self.hitting.val());
            }
        }

        comment!("A comparator for every two ways; the class is found meanwhile.");
        self.oldest.next = 0.into();
        self.older.next = 0.into();
        for i in 0..ASSOC {
            for j in 0..ASSOC {
                self.older.next = self.older.val().replace_bit(j, self.rank[j].val() > self.rank[i].val());
            }
            self.oldest.next = self.oldest.val().replace_bit(
                i,
                self.candidates.val().get_bit(i) && !(self.older.val() & self.candidates.val()).any(),
            );
        }
        self.lowest.requests.next = self.free.val();
        self.unused.next = self.lowest.first.val().any();
        self.chosen.next = 0.into();
        if self.free.val().any() {
            self.chosen.next = self.lowest.index.val();
        } else {
            for i in 0..ASSOC {
                if self.oldest.val().get_bit(i) {
                    self.chosen.next = self.chosen.val() | i.to_bits();
                }
            }
        }
        self.way.next = self.chosen.val();
    }
}
