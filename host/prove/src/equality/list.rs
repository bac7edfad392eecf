// SPDX-License-Identifier: Apache-2.0
//! A list of words in order, as a model keeps it and as `shift_list` does.

use warpsmith_units::arbiter::after;
use warpsmith_units::word::{Bit, Signal, Word};

use super::{Circuit, Symbol, SymbolicBit};

/// Places of a list at the most.
pub const PLACES: usize = 16;

/// The words, the first at place 0, and how many there are.
pub type Words = ([Symbol; PLACES], Symbol);

/// A list of at most `depth` words.
pub struct List {
    pub depth: u32,
    pub width: u32,
}

impl List {
    /// Names and widths of a list's registers.
    pub fn layout(&self) -> Vec<(String, u32)> {
        let words = (0..PLACES).map(|i| (format!("word_{i}"), self.width));
        words.chain([("count".to_string(), 5)]).collect()
    }

    /// The list without words.
    pub fn empty() -> Words {
        ([Symbol::from(0); PLACES], Symbol::from(0))
    }

    pub fn full(&self, list: &Words) -> <Symbol as Word>::Bit {
        list.1.is(self.depth)
    }

    /// A word goes behind the last one.
    pub fn push(&self, list: &mut Words, word: Symbol) {
        let count = list.1;
        for (place, kept) in (0..self.depth).zip(&mut list.0) {
            count.is(place).when(kept, |kept| *kept = word);
        }
        list.1 = count + Symbol::from(1);
    }

    /// The first word leaves.
    pub fn pop(&self, list: &mut Words) {
        self.remove(list, Symbol::from(0));
    }

    /// The word at a place leaves, and those behind it move up.
    pub fn remove(&self, list: &mut Words, place: Symbol) {
        for (i, behind) in (0u32..).zip(1..self.depth as usize) {
            list.0[behind - 1] = place.above(i).select(list.0[behind - 1], list.0[behind]);
        }
        list.1 = list.1 - Symbol::from(1);
    }

    /// The `shift_list` of this name has the same words.
    pub fn equal(&self, c: &mut Circuit, name: &str, list: &Words) {
        self.equal_in(c, name, list, |word| word);
    }

    /// A ring has the same words: the first is at `first`, the next goes to `free`, and `kept` is what is at a place.
    pub fn equal_in_ring(
        &self,
        c: &mut Circuit,
        (words, count): &Words,
        (first, free): (Symbol, Symbol),
        kept: impl Fn(Symbol) -> Symbol,
    ) {
        let mut place = first;
        c.claim(first.below(self.depth));
        c.claim(!count.above(self.depth));
        for (number, word) in (0..self.depth).zip(words) {
            c.claim(!count.is(number) | free.is(place));
            c.claim(!count.above(number) | kept(place).is(*word));
            place = after(place, self.depth);
        }
        c.claim(!count.is(self.depth) | free.is(place));
    }

    /// The same of what is `seen` of a word.
    pub fn equal_in(&self, c: &mut Circuit, name: &str, list: &Words, seen: impl Fn(Symbol) -> Symbol) {
        let places = Symbol::one_at(list.1) - Symbol::from(1);
        c.equal(&format!("{name}__used"), places);
        let words = c.elements(&format!("{name}__words"), self.width);
        for ((place, word), kept) in (0..self.depth).zip(words).zip(list.0) {
            c.claim(!list.1.above(place) | seen(word).is(seen(kept)));
        }
        c.claim(!list.1.above(self.depth));
    }
}

/// A word of bits, the lowest first.
pub fn bits(each: impl IntoIterator<Item = SymbolicBit>) -> Symbol {
    (0..).zip(each).fold(Symbol::from(0), |word, (place, bit)| word | Symbol::from(bit) << place)
}

/// The one of this number; `otherwise` without one.
pub fn pick<T: Signal<Word = Symbol>>(each: impl IntoIterator<Item = T>, number: Symbol, otherwise: T) -> T {
    (0u32..).zip(each).fold(otherwise, |one, (place, this)| number.is(place).select(this, one))
}

/// A word of parts with their widths, the lowest first.
pub fn packed(parts: &[(Symbol, u32)]) -> Symbol {
    let join = |(word, place), (part, width): &(Symbol, u32)| (word | *part << place, place + width);
    parts.iter().fold((Symbol::from(0), 0), join).0
}
