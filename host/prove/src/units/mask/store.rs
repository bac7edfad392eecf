// SPDX-License-Identifier: Apache-2.0
//! The store of the shared TLB: a set-associative one with true LRU.

use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{bits, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const SETS: usize = 2;
const WAYS: usize = 2;
/// Bits of an age.
const AGES: u32 = 1;

/// A way of a set: whether it is in use, key and frame, and how many ways were used since.
type Way = (SymbolicBit, [Symbol; 3]);
const KEY: usize = 0;
const FRAME: usize = 1;
const AGE: usize = 2;

type Set = [Way; WAYS];

/// The whole module `ahead_store`, as the model's `LruStore` does it for each set.
pub fn ahead_store(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "ahead_store_model";
    fits(name, "sets", p.sets(), SETS)?;
    fits(name, "ways", p.l2tlb_ways, WAYS)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let (width, frame_width) = (c.input("key").width(), c.input("frame").width());
    let ways = (0..SETS).flat_map(|set| (0..WAYS).map(move |way| format!("{set}_{way}")));
    let fields = [("valid", 1), ("key", width), ("frame", frame_width), ("age", AGES)];
    let layout =
        ways.flat_map(|place| fields.map(|(field, width)| (format!("{field}_{place}"), width))).collect();
    let at_first: Set = std::array::from_fn(|way| (no, [none, none, Symbol::from(way as u32)]));
    let sets: [Set; SETS] = c.registers(layout, [at_first; SETS]);
    for (number, set) in sets.iter().enumerate() {
        sound(c, set);
        same_registers(c, number, set);
    }
    let next = step(c, sets);

    // Who asks is told what the next cycle begins with, unless something is invalidated.
    let (asked, clear) = (c.input("asked"), c.input_bit("clear"));
    let set_width = c.input("this_set").width();
    let pages = c.elements("asked_sets", set_width).into_iter().zip(c.elements("asked_keys", width));
    let hits: Vec<Symbol> = (0..)
        .zip(pages)
        .map(|(a, (set, key))| asked.bit(a).select(ways_of(&at(&next, set), key), none))
        .collect();
    c.equal_elements_if(!clear, "next_hits", &hits, WAYS as u32);
    c.next(next);
    Ok(())
}

/// The set of this number.
fn at(sets: &[Set; SETS], number: Symbol) -> Set {
    pick(*sets, number, sets[0])
}

/// The ways of a set that hold a key.
fn ways_of(set: &Set, key: Symbol) -> Symbol {
    bits(set.map(|(valid, entry)| valid & entry[KEY].is(key)))
}

/// A field of one of these ways, of which there is one; `otherwise` without one.
fn of_way(set: &Set, ways: Symbol, field: usize, otherwise: Symbol) -> Symbol {
    (0..).zip(set).fold(otherwise, |one, (way, (_, entry))| ways.bit(way).select(entry[field], one))
}

/// What is true of every state of the model: a key is in one way, and ages are a permutation.
fn sound(c: &mut Circuit, set: &Set) {
    for (way, (valid, entry)) in set.iter().enumerate() {
        for (other_valid, other) in &set[..way] {
            c.claim(!(*valid & *other_valid & entry[KEY].is(other[KEY])));
            c.claim(!entry[AGE].is(other[AGE]));
        }
    }
}

/// The RTL's registers follow from the model's.
fn same_registers(c: &mut Circuit, number: usize, set: &Set) {
    let [order, next_way] = ["order", "next_way"].map(|name| c.array(name, SETS as u32)[number]);
    for (way, (valid, entry)) in set.iter().enumerate() {
        let of_way = |field: &str| format!("each_way_{way}__way__{field}");
        let in_use = c.input(&of_way("valid")).bit(number as u32);
        c.claim(!(in_use ^ *valid));
        let [key, frame] = ["keys", "held"].map(|memory| c.input(&of_way(&format!("{memory}_{number}"))));
        c.claim(!*valid | key.is(entry[KEY]) & frame.is(entry[FRAME]));
        for (later, (_, other)) in set.iter().enumerate().skip(way + 1) {
            c.claim(!(order.bit((way * WAYS + later) as u32) ^ other[AGE].below(entry[AGE])));
        }
    }
    // Of the way that a fill takes, bit 0 is inverted.
    c.claim((next_way ^ Symbol::from(1)).is(victim(set)));
}

/// The lowest way that is not in use, else the one that was used before all others.
fn victim(set: &Set) -> Symbol {
    let oldest = bits(set.map(|(_, entry)| entry[AGE].is(WAYS as u32 - 1)));
    set.iter()
        .enumerate()
        .rev()
        .fold(oldest, |taken, (way, (valid, _))| valid.select(taken, Symbol::from(1 << way)))
}

/// These ways are used after all others: one, or none.
fn touch(set: &mut Set, ways: Symbol) {
    let age = of_way(set, ways, AGE, Symbol::from(0));
    for (way, (_, entry)) in (0..).zip(set) {
        let older = ways.any() & entry[AGE].below(age);
        let later = older.select(entry[AGE] + Symbol::from(1), entry[AGE]) & low(AGES);
        entry[AGE] = ways.bit(way).select(Symbol::from(0), later);
    }
}

/// A cycle: a page is filled or pages are invalidated, then lanes look for theirs in their order.
fn step(c: &mut Circuit, mut sets: [Set; SETS]) -> [Set; SETS] {
    let (fill, clear) = (c.input_bit("fill"), c.input_bit("clear"));
    let (this_set, key, frame) = (c.input("this_set"), c.input("key"), c.input("frame"));
    let (looks, with_fill) = (c.input("looks"), c.input("with_fill"));
    let lanes = looks.width();
    let (lane_sets, hits) = (c.array("sets", lanes), c.array("hits", lanes));
    let this_set_bit = c.input("this_set_bit");
    c.assume(this_set_bit.is(Symbol::one_at(this_set)));
    c.assume(!fill | looks.bit(0) & with_fill.bit(0) & !clear & !ways_of(&at(&sets, this_set), key).any());
    c.assume(!clear | !looks.any());

    // The page of each lane that is here, or filled: hits were found in the cycle before.
    let mut pages = Vec::new();
    for (lane, (set, hits)) in (0..).zip(lane_sets.iter().zip(hits)) {
        let (fills, ways) = (fill & with_fill.bit(lane), at(&sets, *set));
        let of_hit = of_way(&ways, hits, KEY, Symbol::from(0));
        c.assume(!looks.bit(lane) | !hits.any() | hits.is(ways_of(&ways, of_hit)));
        c.assume(!(looks.bit(lane) & fills) | set.is(this_set) & !hits.any());
        pages.push((looks.bit(lane) & (fills | hits.any()), (*set, fills.select(key, of_hit))));
    }

    let (clear_set, clear_key, clear_mask) =
        (c.input("clear_set"), c.input("clear_key"), c.input("clear_mask"));
    for (number, set) in (0u32..).zip(&mut sets) {
        let taken = victim(set);
        (fill & this_set.is(number)).when(set, |set| {
            for (way, entry) in (0..).zip(&mut *set) {
                taken.bit(way).when(entry, |(valid, entry)| {
                    *valid = true.into();
                    (entry[KEY], entry[FRAME]) = (key, frame);
                });
            }
            touch(set, taken);
        });
        for (valid, entry) in set {
            let goes = clear & clear_set.is(number) & !((entry[KEY] ^ clear_key) & clear_mask).any();
            *valid = *valid & !goes;
        }
    }

    let held = c.array("frames", lanes);
    let (mut found, mut frames) = (Vec::new(), Vec::new());
    for ((here, (number, key)), held) in pages.into_iter().zip(held) {
        let mut set = at(&sets, number);
        let ways = here.select(ways_of(&set, key), Symbol::from(0));
        // That of a lane that does not find its page has no meaning.
        frames.push(of_way(&set, ways, FRAME, held));
        found.push(ways.any());
        touch(&mut set, ways);
        for (i, one) in (0u32..).zip(&mut sets) {
            *one = number.is(i).select(set, *one);
        }
    }
    c.equal("found", bits(found));
    c.equal_elements_if(true.into(), "frames", &frames, frame.width());
    sets
}
