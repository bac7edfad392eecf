// SPDX-License-Identifier: Apache-2.0
//! The lane walker.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::word::{low, product_of, sign_extended, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{packed, List};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

/// Lanes of a beat at the most.
const LANES: usize = 2;

/// Cycles from a beat to the one in which its load is known.
const STAGES: usize = 3;

/// A beat on its way: whether there is one, whether it is the last of its load; its active lanes, and their addresses.
type Beat = ((SymbolicBit, SymbolicBit), (Symbol, [Symbol; LANES]));

/// The lanes of a load so far: active ones; the last one, its address; their offset, and whether all pairs of neighbours have it.
type Walk = (([Symbol; 3], Symbol), (Symbol, SymbolicBit));

/// The next active lane of a load (section 2.2, P14).
fn lane(p: &Params, walk: &mut Walk, lane: Symbol, address: Symbol) {
    let (([active, last, offset], last_address), (_, regular)) = *walk;
    let gap = lane - last;
    let step = (address - last_address) & low(p.addr_bits);
    let is = |offset: Symbol| {
        let wide = sign_extended(offset, p.offset_bits, 64);
        step.is(product_of(wide, gap, p.warp_size.ilog2()) & low(p.addr_bits))
    };
    let mut shown = (Symbol::from(0), SymbolicBit::from(false));
    for offset in (0..1 << p.offset_bits).map(Symbol::from) {
        is(offset).when(&mut shown, |shown| *shown = (offset, true.into()));
    }
    let divides = SymbolicBit::from(p.general_div) | gap.ones().is(1u32);
    let (offset, regular) =
        active.is(1u32).select((shown.0, shown.1 & divides), (offset, regular & is(offset)));
    *walk = (([active + Symbol::from(1), lane, offset], address), (walk.1 .0, regular));
}

/// The lane walker: `apogee_walker`. The model walks the lanes of a beat one after the other when its load may be known.
pub fn apogee_walker(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("apogee_walker_model", "lanes of a beat", p.simd_width, LANES)?;
    let (none, one, no) = (Symbol::from(0), Symbol::from(1), SymbolicBit::from(false));
    let lanes = p.warp_size.ilog2();
    // What waits: whether it is linear, active lanes, offset, lane, address.
    let parts = [1, lanes + 1, p.offset_bits, lanes, p.addr_bits];
    let list = List { depth: p.wait_depth, width: parts.iter().sum() };
    let beat = |stage: usize| {
        let layout =
            [("valid", 1), ("last", 1), ("mask", p.simd_width), ("a", p.addr_bits), ("b", p.addr_bits)];
        layout.map(move |(name, width)| (format!("{name}_{stage}"), width))
    };
    let walk = [("active", lanes + 1), ("lane", lanes), ("offset", p.offset_bits), ("address", p.addr_bits)];
    let walk = walk.into_iter().chain([("beats", lanes + 1), ("regular", 1)]);
    let environment = [("taken", lanes + 1), ("some", 1), ("loads", 5)];
    let layout = walk.chain(environment).map(|(name, width)| (name.to_string(), width));
    let layout = (0..STAGES).flat_map(beat).chain(layout).chain(list.layout()).collect();
    let nothing: Beat = ((no, no), (none, [none; LANES]));
    let start: Walk = (([none; 3], none), (none, no));
    let reset = (([nothing; STAGES], start), (((none, no), none), List::empty()));
    let ((mut beats, mut walk), (((mut taken, mut some), mut loads), mut waiting)) =
        c.registers(layout, reset);

    // The beat whose load may be known.
    let ((valid, last), (mask, addresses)) = beats[STAGES - 1];
    let mut walked = walk;
    let first_lane = product_of(Symbol::from(p.simd_width), walked.1 .0, lanes);
    for (number, address) in (0..p.simd_width).zip(addresses) {
        mask.bit(number).when(&mut walked, |walk| lane(&p, walk, first_lane + Symbol::from(number), address));
    }
    walked.1 .0 = walked.1 .0 + one;
    valid.when(&mut walk, |walk| *walk = walked);
    let finished = valid & last;
    let (([active, lane, offset], address), (_, regular)) = walk;
    let values = [regular.into(), active, offset, lane, address];
    let sample = packed(&values.into_iter().zip(parts).collect::<Vec<_>>());
    finished.when(&mut walk, |walk| *walk = start);

    // An offset and whether there is one are of use with two active lanes.
    let part = |word: Symbol, number: usize| word >> parts[..number].iter().sum::<u32>() & low(parts[number]);
    let several = |word: Symbol| part(word, 1).above(1u32);
    let is_regular = |word: Symbol| several(word) & word.bit(0);
    let queued = waiting.1.any();
    let oldest = waiting.0[0];
    let next = queued.select(oldest, sample);
    let known = queued | finished;
    c.equal_if(known, "next_active", part(next, 1));
    c.equal_if(known & is_regular(next), "next_offset", part(next, 2));
    c.equal_if(known, "next_lane", part(next, 3));
    c.equal_if(known, "next_address", part(next, 4));
    c.equal_if(queued, "lane", part(oldest, 3));
    c.equal_if(queued, "address", part(oldest, 4));
    c.equal_if(queued & several(oldest), "linear", oldest.bit(0));

    // The beats of a load come in order, at least one lane of it is active, and only as many loads come as can wait.
    let (take, commit, clear) = (c.input_bit("take"), c.input_bit("commit"), c.input_bit("clear"));
    let (take_first, take_last) = (c.input_bit("take_first"), c.input_bit("take_last"));
    let (mask, addresses) = (c.input("take_mask"), c.array("take_addresses", p.simd_width));
    let ends = taken.is(p.beats() - 1);
    c.assume(!take | (take_first ^ taken.any()) & !(take_last ^ ends));
    c.assume(!take | !take_last | some | mask.any());
    c.assume(!take | !take_first | loads.below(p.wait_depth));
    c.assume(!commit | queued);
    loads = loads + Symbol::from(take & take_first) - Symbol::from(commit);
    commit.when(&mut waiting, |waiting| list.pop(waiting));
    finished.when(&mut waiting, |waiting| list.push(waiting, sample));
    take.when(&mut taken, |taken| *taken = ends.select(none, *taken + one));
    take.when(&mut some, |some| *some = !ends & (*some | mask.any()));
    beats.copy_within(..STAGES - 1, 1);
    let mut of_lanes = addresses.into_iter();
    beats[0] = ((take, take_last), (mask, std::array::from_fn(|_| of_lanes.next().unwrap_or(none))));
    let state = ((beats, walk), (((taken, some), loads), waiting));
    c.next(clear.select(reset, state));
    Ok(())
}
