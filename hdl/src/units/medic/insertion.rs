// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::{InsertMode, Params};

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};

block! {
    /// What a set of the L2 becomes when a line of it is hit or allocated (specification section 2.5, decision P17): the line's way gets the
    /// type, and moves in the order of use; those that it passes move by one.
    pub struct Insertion<ASSOC, WAY, RANKS, TYPES> = "medic_insertion"
        where WAY = clog2(ASSOC), RANKS = ASSOC * WAY, TYPES = 2 * ASSOC;
    fn new(params: &Params);
    /// Something has happened to the set since reset; else its words mean nothing.
    pub used: Signal<In, Bit>,
    /// Its ranks and types, from way 0 on.
    pub ranks: Signal<In, Bits<RANKS>>,
    pub types: Signal<In, Bits<TYPES>>,
    /// The way.
    pub way: Signal<In, Bits<WAY>>,
    /// It gets a new line, and is not hit.
    pub allocates: Signal<In, Bit>,
    /// Type of the request's warp.
    pub warp_type: Signal<In, Bits<2>>,
    /// Ranks and types afterwards.
    pub next_ranks: Signal<Out, Bits<RANKS>>,
    pub next_types: Signal<Out, Bits<TYPES>>,
    rank: Vec<Signal<Local, Bits<WAY>>> = array(ASSOC),
    next_rank: Vec<Signal<Local, Bits<WAY>>> = array(ASSOC),
    /// Rank of the way, and that which it gets.
    from: Signal<Local, Bits<WAY>>,
    to: Signal<Local, Bits<WAY>>,
    rank_word: Signal<Local, Bits<RANKS>>,
    type_word: Signal<Local, Bits<TYPES>>,
    /// Bits of a rank.
    rank_bits: Constant<Bits<32>> = Constant::new((WAY as u64).into()),
    /// The type says where in the order a new line comes in.
    stack: Constant<Bit> = Constant::new(params.replacement() == InsertMode::Stack),
    least: Constant<Bits<WAY>> = Constant::new((ASSOC as u64 - 1).into()),
    middle: Constant<Bits<WAY>> = Constant::new((ASSOC as u64 / 2).into()),
    miss: Constant<Bits<2>> = Constant::new(0.into()),
    balanced: Constant<Bits<2>> = Constant::new(1.into()),
}

impl<const ASSOC: usize, const WAY: usize, const RANKS: usize, const TYPES: usize> Logic
    for Insertion<ASSOC, WAY, RANKS, TYPES>
{
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..ASSOC {
            self.rank[i].next = i.to_bits();
            if self.used.val() {
                self.rank[i].next = self.ranks.val().get_bits::<WAY>(i * self.rank_bits.val().index());
            }
        }
        self.from.next = self.rank[self.way.val().index()].val();
        self.to.next = 0.into();
        if self.stack.val() && self.allocates.val() {
            if self.warp_type.val() == self.miss.val() {
                self.to.next = self.least.val();
            } else if self.warp_type.val() == self.balanced.val() {
                self.to.next = self.middle.val();
            }
        }

        comment!("Ranks between the two places move by one, towards the one that becomes free.");
        for i in 0..ASSOC {
            self.next_rank[i].next = self.rank[i].val();
            if (self.rank[i].val() < self.from.val()) && (self.rank[i].val() >= self.to.val()) {
                self.next_rank[i].next = self.rank[i].val() + 1;
            } else if (self.rank[i].val() > self.from.val()) && (self.rank[i].val() <= self.to.val()) {
                self.next_rank[i].next = self.rank[i].val() - 1;
            } else if self.way.val() == i.to_bits() {
                self.next_rank[i].next = self.to.val();
            }
        }
        self.rank_word.next = 0.into();
        for i in 0..ASSOC {
            for b in 0..WAY {
                self.rank_word.next = self
                    .rank_word
                    .val()
                    .replace_bit(i * self.rank_bits.val().index() + b, self.next_rank[i].val().get_bit(b));
            }
        }
        self.next_ranks.next = self.rank_word.val();

        self.type_word.next = 0.into();
        if self.used.val() {
            self.type_word.next = self.types.val();
        }
        for i in 0..ASSOC {
            if self.way.val() == i.to_bits() {
                self.type_word.next =
                    self.type_word.val().replace_bit(2 * i, self.warp_type.val().get_bit(0));
                self.type_word.next =
                    self.type_word.val().replace_bit(2 * i + 1, self.warp_type.val().get_bit(1));
            }
        }
        self.next_types.next = self.type_word.val();
    }
}
