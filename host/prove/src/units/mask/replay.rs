// SPDX-License-Identifier: Apache-2.0
//! The queue of lookups that wait for a walk context.

use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{pick, List, PLACES};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

/// The whole module `mask_tlb_replay`: first in, first out (decision D9).
pub fn mask_tlb_replay(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let depth = p.replay_depth;
    fits("mask_tlb_replay_model", "lookups that wait", depth, PLACES)?;
    let (pop, pushes) = (c.input_bit("pop"), [c.input_bit("push_first"), c.input_bit("push_second")]);
    let data = [c.input("first_data"), c.input("second_data")];
    let list = List { depth, width: data[0].width() };
    let mut queue = c.registers(list.layout(), List::empty());
    let (words, count) = queue;

    c.equal("words", count);
    c.equal("empty", !count.any());
    c.equal("lone", count.below(2u32));
    c.equal_if(count.any(), "head", words[0]);
    c.equal_if(count.above(1u32), "behind_head", words[1]);

    // Where the words are in the ring, or go to in this cycle.
    let arrivals = ["first", "second"].map(|which| {
        let new = c.input_bit(&format!("{which}_new"));
        (new, (c.input(&format!("{which}_at")), c.input(&format!("{which}_word"))))
    });
    let ring: Vec<Symbol> = (0..depth).map(|place| c.input(&format!("memory_{place}"))).collect();
    let ends = (c.input("oldest"), c.input("free"));
    let held = |place: Symbol| {
        let kept = pick(ring.iter().copied(), place, Symbol::from(0));
        let arrives = |held, (new, (at, word)): (SymbolicBit, (Symbol, Symbol))| {
            (new & at.is(place)).select(word, held)
        };
        arrivals.into_iter().fold(kept, arrives)
    };
    list.equal_in_ring(c, &queue, ends, held);

    c.assume(!pop | count.any());
    let left = count - Symbol::from(pop);
    c.assume(!(left + Symbol::from(pushes[0]) + Symbol::from(pushes[1])).above(depth));
    pop.when(&mut queue, |queue| list.pop(queue));
    for (push, word) in pushes.into_iter().zip(data) {
        push.when(&mut queue, |queue| list.push(queue, word));
    }
    c.next(queue);
    Ok(())
}
