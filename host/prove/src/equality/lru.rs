// SPDX-License-Identifier: Apache-2.0
//! A store of two entries with true LRU, as `warpsmith_units::lru_store` keeps it.

use warpsmith_units::word::{low, Bit, Word};

use super::list::{bits, pick};
use super::{Circuit, Symbol, SymbolicBit};

pub const WAYS: usize = 2;

/// Which entries there are, their words, the key first, and the way that was used last: the other one is the older.
pub type Store<const N: usize> = ([SymbolicBit; WAYS], ([[Symbol; N]; WAYS], Symbol));

/// Nothing is there; the last way is the oldest.
pub fn empty<const N: usize>() -> Store<N> {
    let none = Symbol::from(0);
    ([false.into(); WAYS], ([[none; N]; WAYS], none))
}

/// Names and widths of the registers of a store whose entries have these words.
pub fn layout<const N: usize>(name: &str, words: [(&str, u32); N]) -> Vec<(String, u32)> {
    let valid = (0..WAYS).map(|w| (format!("{name}_valid_{w}"), 1));
    let entries = (0..WAYS).flat_map(|w| words.map(|(word, width)| (format!("{name}_{word}_{w}"), width)));
    valid.chain(entries).chain([(format!("{name}_last"), 1)]).collect()
}

/// No key is there twice.
pub fn sound<const N: usize>(c: &mut Circuit, (valid, (entries, last)): &Store<N>) {
    c.claim(!(valid[0] & valid[1] & entries[0][0].is(entries[1][0])));
    c.claim(last.below(WAYS as u32));
}

/// Of so many sets of the `ahead_store` with this prefix, the registers of this one follow from the model's.
pub fn same_as_ahead(c: &mut Circuit, prefix: &str, [number, sets]: [usize; 2], set: &Store<2>) {
    let of_set = ["order", "next_way"].map(|name| c.array(&format!("{prefix}{name}"), sets as u32)[number]);
    let ([order, next_way], (valid, (entries, last))) = (of_set, *set);
    for (way, [key, frame]) in entries.into_iter().enumerate() {
        let of_way = |field: &str| format!("{prefix}each_way_{way}__way__{field}");
        let in_use = c.input(&of_way("valid")).bit(number as u32);
        c.claim(!(in_use ^ valid[way]));
        let [keys, held] = ["keys", "held"].map(|memory| c.input(&of_way(&format!("{memory}_{number}"))));
        c.claim(!valid[way] | keys.is(key) & held.is(frame));
    }
    // Bit 1 says that way 1 was used after way 0.
    c.claim(order.is(last << 1));
    // Of the way that a fill takes, bit 0 is inverted.
    c.claim((next_way ^ Symbol::from(1)).is(Symbol::one_at(victim(set))));
}

/// The way of a key, as a set.
pub fn way_of<const N: usize>((valid, (entries, _)): &Store<N>, key: Symbol) -> Symbol {
    bits(valid.iter().zip(entries).map(|(valid, entry)| *valid & entry[0].is(key)))
}

/// The way that a new entry takes: the lowest that is free, else the older one.
pub fn victim<const N: usize>((valid, (_, last)): &Store<N>) -> Symbol {
    let free = !bits(*valid) & low(WAYS as u32);
    free.any().select(free.lowest(), Symbol::from(1) - *last)
}

/// A key is used, and there if it was not; whether it is new.
pub fn fill<const N: usize>(store: &mut Store<N>, fills: SymbolicBit, entry: [Symbol; N]) -> SymbolicBit {
    let (present, victim) = (way_of(store, entry[0]), victim(store));
    let (valid, (entries, last)) = store;
    let new = fills & !present.any();
    for (w, (valid, kept)) in (0u32..).zip(valid.iter_mut().zip(entries)) {
        let writes = new & victim.is(w);
        *valid = *valid | writes;
        *kept = writes.select(entry, *kept);
    }
    let way = present.any().select(present.lowest(), victim);
    *last = fills.select(way, *last);
    new
}

/// A key is looked for, and used if it is there.
pub fn look<const N: usize>(
    store: &mut Store<N>,
    looks: SymbolicBit,
    key: Symbol,
) -> (SymbolicBit, [Symbol; N]) {
    let way = way_of(store, key);
    let (_, (entries, last)) = store;
    let hit = looks & way.any();
    *last = hit.select(way.lowest(), *last);
    (hit, pick(*entries, way.lowest(), entries[0]))
}

/// The entries of some keys are dropped.
pub fn drop_keys<const N: usize>(store: &mut Store<N>, goes: impl Fn(Symbol) -> SymbolicBit) {
    let (valid, (entries, _)) = store;
    valid.iter_mut().zip(entries).for_each(|(valid, entry)| *valid = *valid & !goes(entry[0]));
}
