// SPDX-License-Identifier: Apache-2.0
//! What the lanes of a load say, and what the L1D says of it.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::word::{low, product_of, sign_extended, Bit, Word};
use warpsmith_units::Parameters;

use super::list::{packed, List};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;

/// Lanes of a beat on one line: `apogee_line`.
pub fn apogee_line(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
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
    for offset in 0..1 << p.offset_bits {
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
