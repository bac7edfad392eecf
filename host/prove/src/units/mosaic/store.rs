// SPDX-License-Identifier: Apache-2.0
//! A store of two translations with true LRU, as `warpsmith_units::lru_store` keeps it.

use warpsmith_units::word::{low, Bit, Word};

use crate::equality::list::{bits, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};

pub const WAYS: usize = 2;

/// A translation: its page, its frame and the permissions.
pub type Entry = [Symbol; 3];

/// Which there are, the translations, and the way that was used last: the other one is the older.
pub type Store = ([SymbolicBit; WAYS], ([Entry; WAYS], Symbol));

/// Nothing is there; the last way is the oldest.
pub fn empty() -> Store {
    let none = Symbol::from(0);
    ([false.into(); WAYS], ([[none; 3]; WAYS], none))
}

/// Names and widths of the registers of a store with pages and frames of these widths.
pub fn layout(name: &str, page: u32, ppn: u32) -> Vec<(String, u32)> {
    let valid = (0..WAYS).map(|w| (format!("{name}_valid_{w}"), 1));
    let entry = [("page", page), ("ppn", ppn), ("perm", 4)];
    let entries = (0..WAYS).flat_map(|w| entry.map(|(part, width)| (format!("{name}_{part}_{w}"), width)));
    valid.chain(entries).chain([(format!("{name}_last"), 1)]).collect()
}

/// What RTL keeps of a translation: the frame without its lowest bits, of a large page, and above it the permissions.
pub fn held([_, ppn, perm]: Entry, ppn_width: u32, below: u32) -> Symbol {
    (ppn >> below) | perm << (ppn_width - below)
}

/// The ages of the ways, in a word.
pub fn ages(last: Symbol) -> Symbol {
    !Symbol::one_at(last) & low(WAYS as u32)
}

/// No page is there twice; the lowest bits of the frame of a large page are 0.
pub fn sound(c: &mut Circuit, store: &Store, below: u32) {
    let (valid, (entries, last)) = *store;
    for (valid, [_, ppn, _]) in valid.into_iter().zip(entries) {
        c.claim(!valid | (ppn >> below << below).is(ppn));
    }
    c.claim(!(valid[0] & valid[1] & entries[0][0].is(entries[1][0])));
    c.claim(last.below(WAYS as u32));
}

/// The `mosaic_tlb_cam` of this name has the same translations.
pub fn same_as_cam(c: &mut Circuit, name: &str, store: &Store, ppn_width: u32, below: u32) {
    let (valid, (entries, last)) = *store;
    c.equal(&format!("{name}__valid"), bits(valid));
    c.equal(&format!("{name}__age"), ages(last));
    let [pages, frames] = ["keys", "held"].map(|part| c.array(&format!("{name}__{part}"), WAYS as u32));
    for (w, entry) in entries.into_iter().enumerate() {
        c.claim(!valid[w] | pages[w].is(entry[0]) & frames[w].is(held(entry, ppn_width, below)));
    }
}

/// The way of a page, as a set.
fn way_of(store: &Store, page: Symbol) -> Symbol {
    let (valid, (entries, _)) = store;
    bits(valid.iter().zip(entries).map(|(valid, entry)| *valid & entry[0].is(page)))
}

/// A page is used, and there if it was not; whether it is new.
pub fn fill(store: &mut Store, fills: SymbolicBit, entry: Entry) -> SymbolicBit {
    let present = way_of(store, entry[0]);
    let (valid, (entries, last)) = store;
    let free = !bits(*valid) & low(WAYS as u32);
    let victim = free.any().select(free.lowest(), Symbol::from(1) - *last);
    let way = present.any().select(present.lowest(), victim);
    for (w, (valid, kept)) in (0u32..).zip(valid.iter_mut().zip(entries)) {
        let writes = fills & !present.any() & victim.is(w);
        *valid = *valid | writes;
        *kept = writes.select(entry, *kept);
    }
    *last = fills.select(way, *last);
    fills & !present.any()
}

/// A page is looked for, and used if it is there.
pub fn look(store: &mut Store, looks: SymbolicBit, page: Symbol) -> (SymbolicBit, Entry) {
    let way = way_of(store, page);
    let (_, (entries, last)) = store;
    let hit = looks & way.any();
    *last = hit.select(way.lowest(), *last);
    (hit, pick(*entries, way.lowest(), entries[0]))
}

/// The translations of some pages are dropped.
pub fn drop_pages(store: &mut Store, goes: impl Fn(Symbol) -> SymbolicBit) {
    let (valid, (entries, _)) = store;
    valid.iter_mut().zip(entries).for_each(|(valid, [page, ..])| *valid = *valid & !goes(*page));
}
