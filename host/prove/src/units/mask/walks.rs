// SPDX-License-Identifier: Apache-2.0
//! The walk contexts of the shared TLB.

use warpsmith_units::mask::l2_tlb::{may_fill, Contexts};
use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use super::lookup::Parts;
use crate::equality::list::{bits, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const CONTEXTS: usize = 2;

/// What a context holds: the lookup that began its walk, the SMs that wait for it, the depth of its next read and the table of that; of a walk that is
/// over whether there is a frame, the frame in place of the table, and its permissions.
type Walk = [Symbol; 6];
const LOOKUP: usize = 0;
const WAITERS: usize = 1;
const DEPTH: usize = 2;
const TABLE: usize = 3;
const FOUND: usize = 4;
const PERM: usize = 5;

type Walks = [Walk; CONTEXTS];

/// The contexts and what is in them; the one whose walk ends, and whether that may fill the main array; whether this is not the first cycle after
/// reset, and whether the cycle before held the end of walks.
type State = ((Contexts<Symbol>, Walks), ((Symbol, SymbolicBit), [SymbolicBit; 2]));

/// The whole module `mask_tlb_walks`; what the model keeps in a vector is written again.
pub fn mask_tlb_walks(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mask_tlb_walks_model";
    fits(name, "walk contexts", p.walk_ctx, CONTEXTS)?;
    let parts = Parts::new(&p);
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let mut layout = Contexts::<Symbol>::layout(&p);
    let fields = ["lookup", "waiters", "depth", "table", "found", "perm"];
    let fields = fields.into_iter().zip([parts.width(), p.num_cores, 3, p.table_width() as u32, 1, 4]);
    let of_context = |i| fields.clone().map(move |(field, width)| (format!("{field}_{i}"), width));
    layout.extend((0..CONTEXTS).flat_map(of_context));
    let rest = [("ending", p.walk_ctx), ("main", 1), ("known", 1), ("held_before", 1)];
    layout.extend(rest.map(|(name, width)| (name.to_string(), width)));
    let reset: State = ((Contexts::reset(), [[none; 6]; CONTEXTS]), ((none, no), [no; 2]));
    let state: State = c.registers(layout, reset);
    sound(c, &p, &parts, &state);
    same_registers(c, parts.lanes, &state);
    walk_that_ends(c, parts.lanes, &state);
    let next = step(c, &p, &parts, state);
    c.next(next);
    Ok(())
}

/// The contexts among `these` that walk for a page.
fn with_page(parts: &Parts, these: Symbol, walks: &Walks, page: Symbol) -> Symbol {
    these & bits(walks.iter().map(|walk| parts.page(walk[LOOKUP]).is(page)))
}

/// The walk of a context; zeros if it is none of the contexts.
fn walk_of(walks: &Walks, context: Symbol) -> Walk {
    pick(*walks, context, [Symbol::from(0); 6])
}

fn begin_anew(walks: &mut Walks, contexts: Symbol) {
    for (i, walk) in (0..).zip(walks) {
        contexts.bit(i).when(walk, |walk| (walk[DEPTH], walk[FOUND]) = (Symbol::from(1), Symbol::from(0)));
    }
}

/// What is true of every state of the model.
fn sound(c: &mut Circuit, p: &Params, parts: &Parts, state: &State) {
    let ((contexts, walks), ((ending, _), [_, held_before])) = *state;
    let Contexts { busy, ready, over, poisoned, next_read, next_over } = contexts;
    c.claim(!((ready | over | poisoned) & !busy).any());
    c.claim(!(ready & over).any());
    c.claim(!(ending & (poisoned | !over)).any());
    c.claim(ending.ones().below(2u32));
    c.claim(!ending.any() | !held_before);
    c.claim(next_read.below(p.walk_ctx) & next_over.below(p.walk_ctx));
    for (i, walk) in (0..).zip(&walks) {
        let (lookup, depth) = (walk[LOOKUP], walk[DEPTH]);
        c.claim(!busy.bit(i) | depth.any() & !depth.above(p.pt_levels));
        c.claim(!busy.bit(i) | parts.core(lookup).below(p.num_cores) & parts.app(lookup).below(p.num_apps));
        for (j, other) in (0..i).zip(&walks) {
            let alike = parts.page(lookup).is(parts.page(other[LOOKUP]));
            c.claim(!(busy.bit(i) & busy.bit(j) & alike));
        }
    }
}

/// The RTL's registers are those of the model, but that a context is free as soon as its walk is chosen to end, and that lookups and waiters of
/// the cycle before are kept beside the contexts.
fn same_registers(c: &mut Circuit, lanes: u32, state: &State) {
    let ((contexts, walks), ((ending, _), [known, _])) = *state;
    let Contexts { busy, ready, over, poisoned, next_read, next_over } = contexts;
    let taken = busy & !ending;
    c.equal("busy", taken);
    c.equal("ready", ready);
    c.equal("over", over & !ending);
    c.equal("poisoned", poisoned);
    c.equal("next_read", next_read);
    c.equal("next_over", next_over);
    c.equal("ending", ending);
    c.equal("count", taken.ones());
    let free = Symbol::from(CONTEXTS as u32) - taken.ones();
    c.equal_if(known, "vacant", bits((0..lanes).map(|k| free.above(k))));
    c.equal_if(known, "room", free.any());

    let [begun_in, begun_lookup, waited, waiting_sm] =
        ["begun_in", "begun_lookup", "waited", "waiting_sm"].map(|name| c.array(name, lanes));
    let [lookups, waiters, depths, nodes, perms] =
        ["lookup", "waiters", "depth", "node", "perm"].map(|name| c.array(name, CONTEXTS as u32));
    let found = c.input("found");
    for (i, walk) in walks.iter().enumerate() {
        let at = i as u32;
        let (mut fresh, mut lookup) = (SymbolicBit::from(false), lookups[i]);
        for (begun, new) in begun_in.iter().zip(&begun_lookup) {
            c.claim(!(fresh & begun.bit(at)));
            fresh = fresh | begun.bit(at);
            lookup = begun.bit(at).select(*new, lookup);
        }
        c.claim(!fresh | ready.bit(at) & !poisoned.bit(at) & walk[DEPTH].is(1u32));
        c.claim(!taken.bit(at) | lookup.is(walk[LOOKUP]));
        let before = fresh.select(Symbol::from(0), waiters[i]);
        let waiters = waited
            .iter()
            .zip(&waiting_sm)
            .fold(before, |all, (waited, sm)| waited.bit(at).select(all | Symbol::one_at(*sm), all));
        c.claim(!busy.bit(at) | waiters.is(walk[WAITERS]));
        c.claim(!taken.bit(at) | depths[i].is(walk[DEPTH]));
        let frame = over.bit(at) & walk[FOUND].bit(0);
        c.claim(!(ready.bit(at) & walk[DEPTH].above(1u32) | frame) | nodes[i].is(walk[TABLE]));
        c.claim(!frame | perms[i].is(walk[PERM]));
        c.claim(!over.bit(at) | Symbol::from(found.bit(at)).is(walk[FOUND]));
    }
}

/// What the RTL says of the walk that ends.
fn walk_that_ends(c: &mut Circuit, lanes: u32, state: &State) {
    let ((_, walks), ((ending, main), _)) = *state;
    let (ends, walk) = (ending.any(), walk_of(&walks, ending.lowest()));
    let found = ends & walk[FOUND].bit(0);
    let of_end = |field: usize| ends.select(walk[field], Symbol::from(0));
    c.equal("ends", ends);
    c.equal_if(ends, "end_lookup", walk[LOOKUP]);
    c.equal("end_waiters", of_end(WAITERS));
    c.equal_if(ends, "end_found", found);
    c.equal("fills_main", found & main);
    c.equal("fills_bypass", found & !main);
    c.equal_if(!ends | found, "end_table", of_end(TABLE));
    c.equal_if(!ends | found, "end_perm", of_end(PERM));
    let own_walks = c.array("lane_walks", lanes);
    c.equal("with_end", bits(own_walks.into_iter().map(|own| (own & ending).any())));
}

/// A cycle, in the order of the model of `mask_l2_tlb`, and what the RTL says in it.
fn step(c: &mut Circuit, p: &Params, parts: &Parts, state: State) -> State {
    let ((mut contexts, mut walks), ((ending, _), [known, held_before])) = state;
    let none = Symbol::from(0);
    let (held, held_next, poison) = (c.input_bit("held"), c.input_bit("held_next"), c.input_bit("poison"));
    c.assume(!held | held_before);
    c.assume(!poison | held & held_next);

    let (any, reader) = contexts.choose_read();
    let reads = c.input_bit("read") & any;
    let (any, next) = contexts.choose_over(ending);
    let ends = any & !held_next;

    let at_first = walks;
    begin_anew(&mut walks, contexts.restart(held));
    let (all, asid) = (c.input_bit("poison_all"), c.input("poison_asid"));
    contexts.poison(bits(walks.map(|walk| poison & (all | parts.asid(walk[LOOKUP]).is(asid)))));
    let as_it_begins = contexts.busy;
    contexts.end(ending);

    let (lookups, own_walks) = (c.elements("lookups", parts.width()), c.array("lane_walks", parts.lanes));
    let [misses, looking, queued] = ["misses", "looking", "queued"].map(|name| c.input(name));
    c.assume(!misses.any() | known & looking.bit(0));
    let (mut waits, mut joined, mut begun) = (SymbolicBit::from(false), Vec::new(), Vec::new());
    for (lane, (lookup, own)) in (0..).zip(lookups.into_iter().zip(own_walks)) {
        let (miss, page, core) = (misses.bit(lane), parts.page(lookup), parts.core(lookup));
        c.assume(!miss | core.below(p.num_cores) & parts.app(lookup).below(p.num_apps));
        c.assume(!miss | own.is(with_page(parts, as_it_begins, &at_first, page)));
        let same = with_page(parts, contexts.busy, &walks, page);
        let (joins, free) = (miss & same.any(), contexts.free(p));
        let begins = miss & !joins & free.any() & !waits;
        let context = free.lowest();
        for (i, walk) in (0u32..).zip(&mut walks) {
            let new = [lookup, Symbol::one_at(core), Symbol::from(1), none, none, none];
            (joins & same.bit(i)).when(walk, |walk| walk[WAITERS] = walk[WAITERS] | Symbol::one_at(core));
            *walk = (begins & context.is(i)).select(new, *walk);
        }
        begins.when(&mut contexts, |contexts| contexts.begin(Symbol::one_at(context)));
        waits = waits | miss & !joins & !begins | queued.bit(0);
        joined.push(joins);
        begun.push(begins);
    }
    c.equal("joined", bits(joined));
    c.equal("begun", bits(begun));

    reads.when(&mut contexts, |contexts| contexts.read(p, reader));
    let walk = walk_of(&at_first, reader);
    let of_read = |field: usize| reads.select(walk[field], none);
    c.equal("reads", reads);
    c.equal_if(reads, "read_context", reader);
    c.equal("read_depth", of_read(DEPTH));
    c.equal("read_lookup", of_read(LOOKUP));
    c.equal_if(!reads | walk[DEPTH].above(1u32), "read_table", of_read(TABLE));

    let [context, table, perm] = ["data_context", "data_table", "data_perm"].map(|name| c.input(name));
    let (data, valid) = (c.input_bit("data"), c.input_bit("data_valid"));
    let goes_on = valid & walk_of(&walks, context)[DEPTH].below(p.pt_levels);
    let (fresh, stale) = contexts.answer(data.select(Symbol::one_at(context), none), goes_on);
    for (i, walk) in (0..).zip(&mut walks) {
        fresh.bit(i).when(walk, |walk| {
            (walk[TABLE], walk[PERM], walk[FOUND]) = (table, perm, (valid & !goes_on).into());
            goes_on.when(walk, |walk| walk[DEPTH] = (walk[DEPTH] + Symbol::from(1)) & low(3));
        });
    }
    begin_anew(&mut walks, stale);

    ends.when(&mut contexts, |contexts| contexts.chosen_over(p, next));
    let lookup = walk_of(&at_first, next)[LOOKUP];
    c.equal("next_end", ends.select(lookup, none));
    let (core, app) = (parts.core(lookup), parts.app(lookup));
    let share = pick(c.elements("share", 9), core, none);
    let seen = (c.input("seen") & Symbol::one_at(app)).any();
    let main = may_fill(c.input_bit("en_tokens"), seen, parts.warp(lookup), share);
    let ending = ends.select(Symbol::one_at(next) & low(p.walk_ctx), none);

    // Pages are looked up a cycle ahead.
    let (asked, pages) = (c.input("asked"), c.elements("asked_pages", parts.page));
    let there = |(a, page)| asked.bit(a).select(with_page(parts, contexts.busy, &walks, page), none);
    let answers: Vec<Symbol> = (0..).zip(pages).map(there).collect();
    c.equal_elements_if(true.into(), "next_walks", &answers, p.walk_ctx);
    ((contexts, walks), ((ending, main), [true.into(), held_next]))
}
