// SPDX-License-Identifier: Apache-2.0
//! Translations in a store: what RTL keeps of each.

use warpsmith_units::word::{low, Bit, Word};

use crate::equality::list::bits;
use crate::equality::lru::{self, WAYS};
use crate::equality::{Circuit, Symbol};

/// A translation: its page, its frame and the permissions.
pub type Entry = [Symbol; 3];

pub type Store = lru::Store<3>;

/// Names and widths of the registers of a store with pages and frames of these widths.
pub fn layout(name: &str, page: u32, ppn: u32) -> Vec<(String, u32)> {
    lru::layout(name, [("page", page), ("ppn", ppn), ("perm", 4)])
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
    lru::sound(c, store);
    let (valid, (entries, _)) = *store;
    for (valid, [_, ppn, _]) in valid.into_iter().zip(entries) {
        c.claim(!valid | (ppn >> below << below).is(ppn));
    }
}

/// The `mosaic_tlb_cam` of this name, which is used so often in a cycle, has the same translations.
pub fn same_as_cam(c: &mut Circuit, name: &str, uses: u32, store: &Store, ppn_width: u32, below: u32) {
    let (valid, (entries, last)) = *store;
    c.equal(&format!("{name}__valid"), bits(valid));
    // Ages do not count what the last cycle has used: the last of that was used last.
    let used = c.array(&format!("{name}__used"), uses);
    let kept = c.input(&format!("{name}__age"));
    let counted = (0..WAYS as u32).map(|way| kept.is(ages(Symbol::from(way))));
    c.claim(counted.reduce(|one, other| one | other).unwrap_or(false.into()));
    let mut now = kept;
    for used in used {
        c.claim(!(used.bit(0) & used.bit(1)));
        now = used.any().select(ages(used.lowest()), now);
    }
    c.claim(now.is(ages(last)));
    let [pages, frames] = ["keys", "held"].map(|part| c.array(&format!("{name}__{part}"), WAYS as u32));
    for (w, entry) in entries.into_iter().enumerate() {
        c.claim(!valid[w] | pages[w].is(entry[0]) & frames[w].is(held(entry, ppn_width, below)));
    }
}
