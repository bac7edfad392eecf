// SPDX-License-Identifier: Apache-2.0
//! The engine that makes and takes apart large pages.

use warpsmith_units::mosaic::coalescer::{
    Command, Done, State, Taken, ASK, CLEAR_LARGE, IDLE, SET_LARGE, WAIT, WALK,
};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::LANES;
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol};
use crate::error::Error;

/// The whole module `mosaic_coalescer`.
pub fn mosaic_coalescer(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let none = Symbol::from(0);
    let mut s = c.registers(State::<Symbol>::layout(&p), State::reset());
    let (idle, asks) = (s.phase.is(IDLE), s.phase.is(ASK));
    let offer = s.offer(&p);
    c.equal("cmd_ready", idle);
    c.equal("m_valid", offer.valid);
    c.equal("m_op", offer.op);
    c.equal("m_addr", offer.address);
    c.equal("m_lane_dis", offer.disabled);
    c.equal("m_lane_val", offer.invalid);
    c.equal("m_tag", offer.tag);
    c.equal("fl_valid", asks);
    c.equal("fl_asid", asks.select(s.asid, none));
    c.equal("fl_lvpn", asks.select(s.lvpn, none));
    c.equal("fl_kind", asks & !s.keeps_all());
    c.equal("large_on", s.large_on);
    c.equal("done", s.over);
    c.equal("status", s.status);

    let walks = s.phase.is(WALK);
    let past_walk = !walks & !s.phase.above(CLEAR_LARGE);
    c.equal("phase", s.phase);
    c.equal_if(!idle, "splinter", s.splinter);
    c.equal_if(!idle, "asid", s.asid);
    c.equal_if(!idle, "lvpn", s.lvpn);
    c.equal_elements_if(!idle, "bitmap", &s.bitmap, LANES as u32);
    c.equal_if(!idle, "node", s.table);
    c.equal_if(walks, "above", Symbol::from(p.pt_levels - 1) - s.depth);
    c.equal_if(past_walk & !idle, "entry_address", s.entry);
    c.equal("taken", s.taken);
    c.equal("tag", s.tag);
    c.equal("under_way", s.under_way);
    for (tag, (line, kept)) in (0..).zip(c.array("line", p.eng_out).into_iter().zip(s.lines)) {
        c.claim(!s.under_way.bit(tag) | line.is(kept));
    }
    c.equal_if(!idle, "fits__known", s.known);
    c.equal_if(!idle & s.known, "fits__frame", s.frame);
    c.equal_if(!idle, "fits__differed", s.differs);

    c.claim(!walks | s.depth.any() & s.depth.below(p.pt_levels));
    c.claim(s.tag.below(p.eng_out));
    c.claim(!s.taken.above(32u32));
    // Which phases each of the two commands goes through.
    let [sets, clears, waits] = [SET_LARGE, CLEAR_LARGE, WAIT].map(|phase| s.phase.is(phase));
    let verifies = !idle & !walks & s.phase.below(SET_LARGE);
    c.claim(!(verifies | sets) | !s.splinter);
    c.claim(!(clears | asks | waits) | s.splinter);
    if !p.verify {
        c.claim(!verifies);
    }
    // What is under way has been taken in this phase: its tags are the last ones.
    for (next, tag) in (0..p.eng_out).flat_map(|next| (0..p.eng_out).map(move |tag| (next, tag))) {
        let since = (next + p.eng_out - 1 - tag) % p.eng_out;
        c.claim(!(s.tag.is(next) & s.under_way.bit(tag)) | s.taken.above(since));
    }
    // What is not about page tables has nothing under way.
    c.claim(!(idle | asks | waits) | !s.under_way.any() & !s.taken.any());
    c.claim(!(walks | sets | clears) | s.taken.below(2u32));

    let command = Command {
        valid: c.input_bit("cmd_valid"),
        op: c.input_bit("cmd_op"),
        asid: c.input("cmd_asid"),
        root: c.input("cmd_root"),
        lvpn: c.input("cmd_lvpn"),
        bitmap: lines(c.elements("cmd_bitmap", LANES as u32)),
    };
    let done = Done {
        valid: c.input_bit("a_valid"),
        tag: c.input("a_tag"),
        entries: lines(c.elements("a_data", 64)),
    };
    let taken = Taken {
        m_ready: c.input_bit("m_ready"),
        fl_ready: c.input_bit("fl_ready"),
        fl_done: c.input_bit("fl_done"),
    };
    s.step(&p, &command, &done, taken);
    c.next(s);
    Ok(())
}

/// The first so many words; zeros where there is none.
fn lines<const N: usize>(words: Vec<Symbol>) -> [Symbol; N] {
    std::array::from_fn(|i| words.get(i).copied().unwrap_or(Symbol::from(0)))
}
