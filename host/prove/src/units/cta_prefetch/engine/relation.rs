// SPDX-License-Identifier: Apache-2.0
//! How the registers of `cta_pf_engine` follow from those of its model, so that one step of induction is enough, and what is
//! true of the model. What a register holds that nobody reads is left open.

use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::word::{low, Bit, Word};

use super::{Slot, State, TWO};
use crate::equality::{Circuit, Symbol, SymbolicBit};

/// All of it.
pub(super) fn relation(c: &mut Circuit, state: &State, p: &Params) {
    inputs(c, state, p);
    for (i, slot) in state.slots.iter().enumerate() {
        slot_is(c, slot, i, p);
    }
    strides(c, state);
    looked_up(c, state, p);
    jobs(c, state, p);
    job(c, state, p);
}

/// The inputs of the cycle before.
fn inputs(c: &mut Circuit, state: &State, p: &Params) {
    let (late, one) = (state.late, Symbol::from(1));
    c.equal("clears", late.clears);
    c.equal("starts", late.starts);
    c.equal_if(late.starts, "start_slot", late.start_slot);
    c.equal_if(late.starts, "start_first", late.start_first);
    c.equal_if(late.starts, "start_nw", late.start_nw);
    c.claim(!late.starts | late.start_nw.any() & !(late.start_first + late.start_nw).above(p.n_warps));
    c.equal("ends", late.ends);
    c.equal_if(late.ends, "end_slot", late.end_slot);
    c.equal("load", late.loads);
    c.equal_if(late.loads, "pc", late.pc);
    c.equal_if(late.loads, "cta", late.cta);
    c.equal_if(late.loads, "widx", late.widx);
    c.equal_if(late.loads, "last", late.n - one);
    c.equal_if(late.loads, "addresses", joined(p, late.addr));
    c.equal_if(late.loads, "leads", late.leads);
    let slot = state.at(late.cta);
    c.claim(!late.loads | late.n.any() & !late.n.above(p.n_base));
    c.claim(!(late.loads & slot.active) | late.widx.below(slot.nw));
}

/// A CTA slot and its entries, each of which is in a way of PerCTA.
fn slot_is(c: &mut Circuit, slot: &Slot, number: usize, p: &Params) {
    let one = Symbol::from(1);
    let [first, second] = slot.entries;
    bit_is(c, true.into(), "slots__active", number as u32, slot.active);
    c.equal_if(slot.active, &format!("slots__first_warp_{number}"), slot.first);
    c.equal_if(slot.active, &format!("slots__warps_{number}"), slot.nw);
    c.claim(!slot.active | slot.nw.any() & !(slot.first + slot.nw).above(p.n_warps));
    c.claim(!(first.valid & second.valid & first.pc.is(second.pc)));
    let oldest = slot.second_last.select(one, Symbol::from(2));
    element_is(c, first.valid & second.valid, "percta__oldest", number, oldest);
    for (way, e) in slot.entries.into_iter().enumerate() {
        let signal = |name: &str| format!("percta__each_way_{way}__way__{name}");
        bit_is(c, true.into(), &signal("valid"), number as u32, e.valid);
        element_is(c, e.valid, &signal("entry_pc"), number, e.pc);
        element_is(c, e.valid, &signal("lead"), number, e.lead);
        element_is(c, e.valid, &signal("entry_last"), number, e.n - one);
        c.equal_if(e.valid, &signal(&format!("bases_{number}")), joined(p, e.base));
        bit_is(c, e.valid, &signal("done"), number as u32, e.own_done);
        c.claim(!e.valid | slot.active & e.lead.below(slot.nw) & e.n.any() & !e.n.above(p.n_base));
    }
}

/// DIST.
fn strides(c: &mut Circuit, state: &State) {
    let [first, second] = state.strides;
    c.claim(!(first.valid & second.valid & first.pc.is(second.pc)));
    c.equal("strides__turn", state.turn);
    for (i, e) in state.strides.into_iter().enumerate() {
        bit_is(c, true.into(), "strides__valid", i as u32, e.valid);
        element_is(c, e.valid, "strides__entry_pc", i, e.pc);
        c.equal_if(e.valid, &format!("strides__stride_of_{i}"), e.stride);
        c.equal_if(e.valid, &format!("strides__mispredictions_{i}"), e.mis);
    }
}

/// The entries of a CTA's load, one-hot.
fn entries(slot: &Slot, pc: Symbol) -> Symbol {
    let [first, second] = slot.entries.map(|e| Symbol::from(e.is_for(pc)));
    first | second << 1
}

/// A warp less another, in the bits that a distance has.
fn apart(p: &Params, warp: Symbol, lead: Symbol) -> Symbol {
    (warp - lead) & low(p.warp_width() as u32 + 1)
}

/// What was looked up for the load.
fn looked_up(c: &mut Circuit, state: &State, p: &Params) {
    let (late, one) = (state.late, Symbol::from(1));
    let entry = state.registered(late.cta, late.pc);
    let hit = late.loads & entry.hit;
    c.equal_if(late.loads, "percta__entry", entries(&state.at(late.cta), late.pc));
    c.equal_if(hit, "percta__distance", apart(p, late.widx, entry.lead));
    c.equal_if(hit, "percta__entry_last", entry.n - one);
    c.equal_if(hit, "percta__bases", joined(p, [entry.base[0], entry.base[1]]));
    let trained = state.trained(late.pc);
    let [_, second] = state.strides;
    let hit = late.loads & trained.hit;
    c.equal_if(late.loads, "strides__hit", trained.hit);
    c.equal_if(hit, "strides__place", second.valid & second.pc.is(late.pc));
    c.equal_if(hit, "strides__stride", trained.stride);
}

/// The jobs that wait.
fn jobs(c: &mut Circuit, state: &State, p: &Params) {
    c.claim(!state.waiting.above(TWO as u32));
    c.equal("jobs__used", Symbol::one_at(state.waiting) - Symbol::from(1));
    let cta_at = p.warp_width() as u32;
    let pc_at = cta_at + p.cta_width() as u32;
    let stride_at = pc_at + p.pc_w;
    let own_at = stride_at + p.stride_w;
    for (i, job) in state.jobs.into_iter().enumerate() {
        let waits = state.waiting.above(i as u32);
        let own = Symbol::from(job.own) << own_at;
        let word = own | job.stride << stride_at | job.pc << pc_at | job.cta << cta_at | job.idx;
        element_is(c, waits, "jobs__words", i, word);
        // Its CTA has been there.
        let nw = state.at(job.cta).nw;
        c.claim(!waits | nw.any() & !nw.above(p.n_warps));
    }
}

/// The job that is being done.
fn job(c: &mut Circuit, state: &State, p: &Params) {
    let (g, one) = (state.generator, Symbol::from(1));
    let (own, others) = (g.running & g.own, g.running & !g.own);
    c.equal("generator__running", g.running);
    c.equal_if(g.running, "generator__own", g.own);
    c.equal_if(g.running, "generator__pc", g.pc);
    // Where there is none, the first that waits is looked up already.
    c.equal_if(!g.running & state.waiting.any(), "generator__pc", state.jobs[0].pc);
    c.equal_if(g.running, "generator__stride", g.stride);
    c.equal_if(g.running, "generator__widx", g.w);
    c.equal_if(g.running, "generator__request", g.r);
    c.equal_if(g.running, "generator__read_cta", g.slot());
    c.equal_if(own, "generator__left", g.left);
    c.equal_if(others, "generator__rest", g.cand & (g.cand - one));
    let entry = state.registered(g.slot(), g.pc);
    let hit = g.running & entry.hit;
    c.equal_if(g.running, "generator__read_entry", entries(&state.at(g.slot()), g.pc));
    c.equal_if(hit, "generator__distance", apart(p, g.w, entry.lead));
    c.equal_if(hit, "generator__last", entry.n - one);
    c.claim(!own | g.left.any());
    c.claim(!others | g.cand.any());
    c.claim(!(own & entry.hit) | g.w.below(state.target(g.cta).nw));
}

/// A bit of a signal of the RTL has this value if `condition` is true.
fn bit_is(c: &mut Circuit, condition: SymbolicBit, name: &str, index: u32, value: SymbolicBit) {
    let bit = c.input(name).bit(index);
    c.claim(!condition | !(bit ^ value));
}

/// An element of a signal of the RTL, which holds two, has this value if `condition` is true.
fn element_is(c: &mut Circuit, condition: SymbolicBit, name: &str, index: usize, value: Symbol) {
    let element = c.array(name, TWO as u32)[index];
    c.claim(!condition | element.is(value));
}

/// Two addresses side by side.
fn joined(p: &Params, addr: [Symbol; TWO]) -> Symbol {
    addr[0] | addr[1] << p.addr_w
}
