// SPDX-License-Identifier: Apache-2.0
//! What the lanes of a load say, and what the L1D says of it.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::word::{low, product_of, sign_extended, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{packed, List};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

/// Lanes of a beat on one line: `apogee_line`.
pub fn apogee_line(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let enable = c.input_bit("enable");
    c.assume(enable);
    let lanes = p.warp_size.ilog2();
    let span = p.offset_bits + lanes;
    let offset = sign_extended(c.input("offset"), p.offset_bits, 64);
    let times = |number: Symbol| product_of(offset, number, lanes) & low(span);
    let (mask, first) = (c.input("mask"), c.input("first"));
    let mut linear = SymbolicBit::from(true);
    for (lane, away) in (0..p.simd_width).zip(c.array("away", p.simd_width)) {
        let on_line = ((away + times(first)) & low(span)).is(times(Symbol::from(lane)));
        linear = linear & (!mask.bit(lane) | on_line);
    }
    c.equal("linear", linear);
    let step = c.input("step");
    let gap = c.input("gap");
    c.equal("continues", times(gap).is(step));
    Ok(())
}

/// The divider: `apogee_quotient`. If some offset times the gap is the difference, it is found.
pub fn apogee_quotient(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let none = Symbol::from(0);
    let lanes = p.warp_size.ilog2();
    let span = p.offset_bits + lanes;
    let layout = vec![("difference".to_string(), span), ("gap".to_string(), lanes)];
    let (difference, gap) = c.registers(layout, (none, none));
    let divides = gap.any();
    for offset in (0..1 << p.offset_bits).rev() {
        let wide = sign_extended(Symbol::from(offset), p.offset_bits, 64);
        let found = divides & (product_of(wide, gap, lanes) & low(span)).is(difference);
        c.equal_if(found, "quotient", Symbol::from(offset));
    }
    c.equal_if(divides, "plain", gap.ones().is(1u32));
    // Both without the factors of two that the gap has.
    for twos in 0..lanes {
        let has = divides & gap.lowest().is(twos);
        c.equal_if(has, "divisor", gap >> twos);
        c.equal_if(has, "dividend", difference >> twos);
    }
    let next = (c.input("difference"), c.input("gap"));
    c.next(next);
    Ok(())
}

/// The outcomes that wait: `apogee_outcome`.
pub fn apogee_outcome(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let entry_bits = p.entry_width() as u32;
    let list = List { depth: p.wait_depth, width: p.addr_bits + entry_bits + 2 };
    let mut outcomes = c.registers(list.layout(), List::empty());
    list.equal(c, "outcomes", &outcomes);
    let (comes, commit) = (c.input_bit("res_v"), c.input_bit("commit"));
    let (miss, merged) = (c.input("res_miss"), c.input("res_merged"));
    let (entry, line) = (c.input("res_entry"), c.input("res_line"));
    let incoming = packed(&[(miss, 1), (merged, 1), (entry, entry_bits), (line, p.addr_bits)]);
    let some = outcomes.1.any();
    // Only a load whose outcome is there leaves, and of no more loads than can wait outcomes come.
    c.assume(!commit | some | comes);
    c.assume(!comes | !list.full(&outcomes) | commit);
    let oldest = some.select(outcomes.0[0], incoming);
    let valid = some | comes;
    c.equal("valid", valid);
    c.equal_if(valid, "miss", oldest.bit(0));
    c.equal_if(valid, "merged", oldest.bit(1));
    c.equal_if(valid, "entry", oldest >> 2 & low(entry_bits));
    c.equal_if(valid, "line", oldest >> (2 + entry_bits));
    (commit & some).when(&mut outcomes, |outcomes| list.pop(outcomes));
    (comes & (some | !commit)).when(&mut outcomes, |outcomes| list.push(outcomes, incoming));
    let clear = c.input_bit("clear");
    c.next(clear.select(List::empty(), outcomes));
    Ok(())
}

/// Warps whose last load a model keeps.
const WARPS: usize = 2;

/// How loads come in: `apogee_intake`.
pub fn apogee_intake(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("apogee_intake_model", "warps", p.n_warps, WARPS)?;
    let (none, one, no) = (Symbol::from(0), Symbol::from(1), SymbolicBit::from(false));
    let (pc_bits, warp_bits) = (p.pc_bits, p.warp_width() as u32);
    // PC and warp, and the PC of the load before, if there was one.
    let parts = [pc_bits, warp_bits, pc_bits, 1];
    let list = List { depth: p.wait_depth, width: parts.iter().sum() };
    // Cycles until a first beat can come; beats are awaited; the last load of each warp; loads that are not due yet, by the cycles since
    // their first beat, and those that are due.
    let delay = p.issue_latency - 6;
    let layout = [("pause", 2), ("open", 1), ("young", delay), ("ripe", 5), ("known", p.n_warps)];
    let layout = layout.into_iter().map(|(name, width)| (name.to_string(), width));
    let layout =
        layout.chain((0..WARPS).map(|w| (format!("last_{w}"), pc_bits))).chain(list.layout()).collect();
    let reset = (((none, no), (none, none)), ((none, [none; WARPS]), List::empty()));
    let (((mut pause, mut open), (young, mut ripe)), ((mut known, mut last), mut loads)) =
        c.registers(layout, reset);
    let after = pc_bits + warp_bits;
    let before = |word: Symbol| word.bit(after + pc_bits).select(word, word & low(after));
    list.equal_in(c, "loads", &loads, before);
    let recent = pause.any().select(Symbol::one_at(Symbol::from(3) - pause), none);
    c.equal("recent", recent);
    c.equal("open", open);
    c.equal("line", young);
    c.equal("ripe", ripe);
    c.equal("known", known);
    for (w, last) in (0..p.n_warps).zip(last) {
        c.equal_if(known.bit(w), &format!("last_{w}"), last);
    }

    let some = loads.1.any();
    let oldest = loads.0[0];
    let has_last = oldest.bit(after + pc_bits);
    c.equal("due", ripe.any());
    c.equal_if(some, "pc", oldest & low(pc_bits));
    c.equal_if(some, "warp", oldest >> pc_bits & low(warp_bits));
    c.equal_if(some, "last_valid", has_last);
    c.equal_if(some & has_last, "last_pc", oldest >> after & low(pc_bits));

    let (comes, first, final_beat) = (c.input_bit("ld_v"), c.input_bit("ld_first"), c.input_bit("ld_last"));
    let (look, commit, clear) = (c.input_bit("look"), c.input_bit("commit"), c.input_bit("clear"));
    let (pc, warp) = (c.input("ld_pc"), c.input("ld_warp"));
    c.assume(warp.below(p.n_warps));
    // Only a load that is due is looked up, and only one that has been looked up leaves.
    c.assume(!look | ripe.any());
    let unseen = ripe + (young << 1 & low(delay)).ones();
    c.claim(!unseen.above(loads.1));
    c.assume(!commit | loads.1.above(unseen));
    let startable = !pause.any() & !list.full(&loads);
    let starts = comes & first & startable & !open;
    let take = starts | comes & open;
    c.equal("ready", open | startable);
    c.equal("take", take);
    c.equal("take_first", starts);

    take.when(&mut open, |open| *open = !final_beat);
    pause = pause.any().select(pause - one, none);
    starts.when(&mut pause, |pause| *pause = Symbol::from(3));
    let slot = if p.lal_per_warp { warp } else { none };
    let mut load = packed(&[(pc, pc_bits), (warp, warp_bits)]);
    for (w, last) in (0..p.n_warps).zip(&mut last) {
        let here = slot.is(w);
        let before = packed(&[(*last, pc_bits), (known.bit(w).into(), 1)]) << after;
        load = here.select(load | before, load);
        (starts & here).when(last, |last| *last = pc);
    }
    starts.when(&mut known, |known| *known = *known | Symbol::one_at(slot));
    commit.when(&mut loads, |loads| list.pop(loads));
    starts.when(&mut loads, |loads| list.push(loads, load));
    let older = young << 1 | starts.into();
    ripe = ripe + older.bit(delay - 1).into() - look.into();
    let state = (((pause, open), (older & low(delay), ripe)), ((known, last), loads));
    c.next(clear.select(reset, state));
    Ok(())
}
