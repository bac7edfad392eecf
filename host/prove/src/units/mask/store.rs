// SPDX-License-Identifier: Apache-2.0
//! The store of the shared TLB: a set-associative one with true LRU.

use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{bits, pick};
use crate::equality::lru::{self, way_of, WAYS};
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::units::fits;

const SETS: usize = 2;

/// A set, whose entries are a key and a frame.
type Set = lru::Store<2>;

/// The whole module `ahead_store`, as the model's `LruStore` does it for each set.
pub fn ahead_store(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "ahead_store_model";
    fits(name, "sets", p.sets(), SETS)?;
    fits(name, "ways", p.l2tlb_ways, WAYS)?;
    let none = Symbol::from(0);
    let (width, frame_width) = (c.input("key").width(), c.input("frame").width());
    let words = [("key", width), ("frame", frame_width)];
    let layout = (0..SETS).flat_map(|set| lru::layout(&format!("set_{set}"), words)).collect();
    let sets: [Set; SETS] = c.registers(layout, [lru::empty(); SETS]);
    for (number, set) in sets.iter().enumerate() {
        lru::sound(c, set);
        lru::same_as_ahead(c, "", [number, SETS], set);
    }
    let next = step(c, sets);

    // Who asks is told what the next cycle begins with, unless something is invalidated.
    let (asked, clear) = (c.input("asked"), c.input_bit("clear"));
    let set_width = c.input("this_set").width();
    let pages = c.elements("asked_sets", set_width).into_iter().zip(c.elements("asked_keys", width));
    let hits: Vec<Symbol> = (0..)
        .zip(pages)
        .map(|(a, (set, key))| asked.bit(a).select(way_of(&at(&next, set), key), none))
        .collect();
    c.equal_elements_if(!clear, "next_hits", &hits, WAYS as u32);
    c.next(next);
    Ok(())
}

/// The set of this number.
fn at(sets: &[Set; SETS], number: Symbol) -> Set {
    pick(*sets, number, sets[0])
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
    c.assume(!fill | looks.bit(0) & with_fill.bit(0) & !clear & !way_of(&at(&sets, this_set), key).any());
    c.assume(!clear | !looks.any());

    // The page of each lane that is here, or filled: hits were found in the cycle before.
    let mut pages = Vec::new();
    for (lane, (set, hits)) in (0..).zip(lane_sets.iter().zip(hits)) {
        let (fills, ways) = (fill & with_fill.bit(lane), at(&sets, *set));
        let [of_hit, _] = pick(ways.1 .0, hits.lowest(), ways.1 .0[0]);
        c.assume(!looks.bit(lane) | !hits.any() | hits.is(way_of(&ways, of_hit)));
        c.assume(!(looks.bit(lane) & fills) | set.is(this_set) & !hits.any());
        pages.push((looks.bit(lane) & (fills | hits.any()), (*set, fills.select(key, of_hit))));
    }

    let (clear_set, clear_key, clear_mask) =
        (c.input("clear_set"), c.input("clear_key"), c.input("clear_mask"));
    for (number, set) in (0u32..).zip(&mut sets) {
        lru::fill(set, fill & this_set.is(number), [key, frame]);
        let goes = |key: Symbol| clear & clear_set.is(number) & !((key ^ clear_key) & clear_mask).any();
        lru::drop_keys(set, goes);
    }

    let held = c.array("frames", lanes);
    let (mut found, mut frames) = (Vec::new(), Vec::new());
    for ((here, (number, key)), held) in pages.into_iter().zip(held) {
        let mut set = at(&sets, number);
        let (hit, [_, frame]) = lru::look(&mut set, here, key);
        // That of a lane that does not find its page has no meaning.
        frames.push(hit.select(frame, held));
        found.push(hit);
        for (i, one) in (0u32..).zip(&mut sets) {
            *one = number.is(i).select(set, *one);
        }
    }
    c.equal("found", bits(found));
    c.equal_elements_if(true.into(), "frames", &frames, frame.width());
    sets
}
