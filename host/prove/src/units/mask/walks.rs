// SPDX-License-Identifier: Apache-2.0
//! The walk contexts of the shared TLB.

use warpsmith_units::mask::l2_tlb::{may_fill, Contexts};
use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

/// Walk contexts that a model keeps.
const CONTEXTS: usize = 2;
/// Words of a walk.
const WORDS: usize = 7;

/// What is kept of a walk: its lookup, the SMs that wait for it, the depth of its next read and that read's table, or, of a walk that is over,
/// whether it has found its page, its frame and permissions.
#[derive(Clone, Copy)]
struct Walk {
    lookup: Symbol,
    waiters: Symbol,
    depth: Symbol,
    table: Symbol,
    found: SymbolicBit,
    perm: Symbol,
    /// Something has been read.
    deeper: SymbolicBit,
}

impl Walk {
    fn of(words: [Symbol; WORDS]) -> Walk {
        let [lookup, waiters, depth, table, found, perm, deeper] = words;
        Walk { lookup, waiters, depth, table, found: found.any(), perm, deeper: deeper.any() }
    }

    fn words(self) -> [Symbol; WORDS] {
        let Walk { lookup, waiters, depth, table, found, perm, deeper } = self;
        [lookup, waiters, depth, table, found.into(), perm, deeper.into()]
    }
}

/// The whole module `mask_tlb_walks`. Who looks up has the walk of its page as it was looked up a cycle ahead, nobody does in the first cycle
/// after reset, and what is held was known to be a cycle before.
pub fn mask_tlb_walks(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("mask_tlb_walks_model", "walk contexts", p.walk_ctx, CONTEXTS)?;
    let (none, one, no) = (Symbol::from(0), Symbol::from(1), SymbolicBit::from(false));
    let page_width = p.vpn_width() as u32 + p.asid_w;
    let widths = [page_width, p.warp_width() as u32, p.core_width() as u32, p.app_width() as u32];
    let lookup_width: u32 = widths.iter().sum();
    // A part of a lookup: page, warp, SM, application.
    let part = |lookup: Symbol, n: usize| (lookup >> widths[..n].iter().sum::<u32>()) & low(widths[n]);
    let page = |lookup: Symbol| part(lookup, 0);

    let lanes = p.l2tlb_ports + 1;
    let table_width = p.pa_w - 12;
    let words = [lookup_width, p.num_cores, 3, table_width, 1, 4, 1];
    let walk_words = (0..CONTEXTS)
        .flat_map(|i| words.into_iter().enumerate().map(move |(n, w)| (format!("walk_{i}_{n}"), w)));
    let mut layout = Contexts::<Symbol>::layout(&p);
    layout.extend(walk_words);
    layout.extend([("ending".to_string(), p.walk_ctx), ("main".to_string(), 1)]);
    layout.extend([("held_before".to_string(), 1), ("running".to_string(), 1)]);
    let reset = ((Contexts::reset(), [[none; WORDS]; CONTEXTS]), ((none, no), (no, no)));
    let ((mut states, walks), ((ending, main), (held_before, running))) = c.registers(layout, reset);
    let mut walks = walks.map(Walk::of);
    let of = |walks: &[Walk; CONTEXTS], mask: Symbol, word: fn(&Walk) -> Symbol| {
        (0u32..).zip(walks).fold(none, |all, (i, walk)| all | mask.bit(i).select(word(walk), none))
    };
    let with_page = |walks: &[Walk; CONTEXTS], busy: Symbol, wanted: Symbol| {
        let has = |i: u32, walk: &Walk| busy.bit(i) & page(walk.lookup).is(wanted);
        (0u32..).zip(walks).fold(none, |mask, (i, walk)| mask | has(i, walk).select(one << i, none))
    };

    // The environment.
    let (held, held_next) = (c.input_bit("held"), c.input_bit("held_next"));
    let (poison, poison_all) = (c.input_bit("poison"), c.input_bit("poison_all"));
    let (misses, queued, looking) = (c.input("misses"), c.input_bit("queued"), c.input_bit("looking"));
    let lookups = c.elements("lookups", lookup_width);
    let lane_walks = c.elements("lane_walks", p.walk_ctx);
    c.assume(!held | held_before);
    c.assume(!poison | held & held_next);
    c.assume(running | !misses.any());
    c.assume(!misses.any() | looking);
    c.assume(!misses.bit(0) | !ending.any());
    c.assume(!misses.bit(0) | states.free(&p).any());
    for ((lane, lookup), own) in (0u32..).zip(&lookups).zip(&lane_walks) {
        let now = with_page(&walks, states.busy, page(*lookup));
        c.assume(!misses.bit(lane) | own.is(now));
        c.assume(
            !misses.bit(lane) | part(*lookup, 2).below(p.num_cores) & part(*lookup, 3).below(p.num_apps),
        );
    }

    relate(c, &p, &states, &walks, (ending, running));

    // What shows of the walk that ends.
    let ends = ending.any();
    c.equal("ends", ends);
    let shown = |word| of(&walks, ending, word);
    let found = shown(|walk| walk.found.into()).any();
    c.equal_if(ends, "end_lookup", shown(|walk| walk.lookup));
    c.equal_if(ends, "end_waiters", shown(|walk| walk.waiters));
    c.equal_if(ends, "end_found", found);
    c.equal_if(ends & found, "end_perm", shown(|walk| walk.perm));
    c.equal_if(ends & found, "end_table", shown(|walk| walk.table));
    c.equal("fills_main", ends & found & main);
    c.equal("fills_bypass", ends & found & !main);
    let with_end = (0u32..)
        .zip(&lane_walks)
        .fold(none, |mask, (lane, own)| mask | Symbol::from((*own & ending).any()) << lane);
    c.equal("with_end", with_end);

    // What is read and ends next is chosen as the cycle begins.
    let (any, context) = states.choose_read();
    let reads = any & c.input_bit("read");
    let reading = reads.select(Symbol::one_at(context), none);
    c.equal("reads", reads);
    c.equal_if(reads, "read_context", context);
    c.equal_if(reads, "read_depth", of(&walks, reading, |walk| walk.depth));
    c.equal_if(reads, "read_lookup", of(&walks, reading, |walk| walk.lookup));
    c.equal_if(
        reads & of(&walks, reading, |walk| walk.deeper.into()).any(),
        "read_table",
        of(&walks, reading, |walk| walk.table),
    );
    let (any, over) = states.choose_over(ending);
    let ends_next = any & !held_next;
    let next_ending = ends_next.select(Symbol::one_at(over), none);
    let next_lookup = of(&walks, next_ending, |walk| walk.lookup);
    c.equal("next_end", next_lookup);

    // In this order: poisoned walks begin anew, others are poisoned, a walk ends, the lanes.
    let anew = |walks: &mut [Walk; CONTEXTS], mask: Symbol| {
        for (i, walk) in (0u32..).zip(walks) {
            walk.depth = mask.bit(i).select(one, walk.depth);
            walk.deeper = walk.deeper & !mask.bit(i);
        }
    };
    let restarted = states.restart(held);
    anew(&mut walks, restarted);
    let asid = c.input("poison_asid");
    let concerned =
        |walk: &Walk| poison & (poison_all | (page(walk.lookup) >> p.vpn_width() as u32).is(asid));
    let poisoned =
        (0u32..).zip(&walks).fold(none, |mask, (i, walk)| mask | concerned(walk).select(one << i, none));
    states.poison(poisoned);
    states.end(ending);
    c.equal_if(running, "room", states.free(&p).any());
    let (mut joined, mut begun, mut waits) = (none, none, no);
    for (lane, lookup) in (0u32..).zip(&lookups) {
        let free = states.free(&p);
        let own = with_page(&walks, states.busy, page(*lookup));
        let joins = misses.bit(lane) & own.any();
        let begins = misses.bit(lane) & !own.any() & free.any() & !waits;
        waits = waits | (misses.bit(lane) & !joins & !begins) | queued;
        joined = joined | Symbol::from(joins) << lane;
        begun = begun | Symbol::from(begins) << lane;
        let context = begins.select(Symbol::one_at(free.lowest()), none);
        let sm = Symbol::one_at(part(*lookup, 2));
        for (i, walk) in (0u32..).zip(&mut walks) {
            walk.waiters = (joins & own.bit(i)).select(walk.waiters | sm, walk.waiters);
            walk.waiters = context.bit(i).select(sm, walk.waiters);
            walk.lookup = context.bit(i).select(*lookup, walk.lookup);
        }
        anew(&mut walks, context);
        states.begin(context);
    }
    c.equal("joined", joined);
    c.equal("begun", begun);
    // The walks there are now, of the pages that are asked for.
    let (asked, asked_pages) = (c.input("asked"), c.elements("asked_pages", page_width));
    let ahead: Vec<Symbol> = (0..lanes + 1)
        .zip(asked_pages)
        .map(|(a, wanted)| asked.bit(a).select(with_page(&walks, states.busy, wanted), none))
        .collect();
    c.equal_elements_if(true.into(), "next_walks", &ahead, p.walk_ctx);

    // The read goes out, and data comes.
    reads.when(&mut states, |states| states.read(&p, context));
    let valid = c.input_bit("data_valid");
    let (data, answered) = (c.input_bit("data"), c.input("data_context"));
    c.assume(answered.below(p.walk_ctx));
    let answered = data.select(Symbol::one_at(answered), none);
    let goes_on = valid & of(&walks, answered, |walk| walk.depth).below(p.pt_levels);
    let (fresh, stale) = states.answer(answered, goes_on);
    anew(&mut walks, stale);
    let (table, perm) = (c.input("data_table"), c.input("data_perm"));
    for (i, walk) in (0u32..).zip(&mut walks) {
        let here = fresh.bit(i);
        walk.table = here.select(table, walk.table);
        walk.perm = here.select(perm, walk.perm);
        walk.depth = (here & goes_on).select(walk.depth + one, walk.depth);
        walk.deeper = walk.deeper | here & goes_on;
        walk.found = (here & !goes_on).select(valid, walk.found);
    }
    ends_next.when(&mut states, |states| states.chosen_over(&p, over));
    let (seen, shares) = (c.input("seen"), c.elements("share", 9));
    let (core, app) = (part(next_lookup, 2), part(next_lookup, 3));
    let share = (0u32..).zip(shares).fold(none, |share, (sm, own)| core.is(sm).select(own, share));
    let its = (0..p.num_apps).fold(no, |its, a| its | app.is(a) & seen.bit(a));
    let main = may_fill(c.input_bit("en_tokens"), its, part(next_lookup, 1), share);
    c.next(((states, walks.map(Walk::words)), ((next_ending, main), (held_next, SymbolicBit::from(true)))));
    Ok(())
}

/// How the RTL's registers follow from the model's: in the RTL a walk that ends is not busy any more, and what has begun or joined in the cycle
/// before is not among the walks yet.
fn relate(
    c: &mut Circuit,
    p: &Params,
    states: &Contexts<Symbol>,
    walks: &[Walk; CONTEXTS],
    (ending, running): (Symbol, SymbolicBit),
) {
    let none = Symbol::from(0);
    let Contexts { busy, ready, over, poisoned, next_read, next_over } = *states;
    c.claim(!((ready | over | poisoned) & !busy).any() & !(ready & over).any());
    c.claim(!(ending & !(over & !poisoned)).any() & ending.ones().below(2u32));
    c.equal("busy", busy & !ending);
    c.equal("ready", ready);
    c.equal("over", over & !ending);
    c.equal("poisoned", poisoned);
    c.equal("next_read", next_read);
    c.equal("next_over", next_over);
    c.equal("ending", ending);
    let lanes = p.l2tlb_ports + 1;
    let count = (busy & !ending).ones();
    c.equal("count", count);
    let vacant = c.input("vacant");
    for k in 0..lanes {
        let free = running & (count + Symbol::from(k)).below(p.walk_ctx);
        c.claim(!(vacant.bit(k) ^ free));
    }

    let begun_in = c.array("begun_in", lanes);
    let begun_lookup = c.array("begun_lookup", lanes);
    let waited = c.array("waited", lanes);
    let waiting_sm = c.array("waiting_sm", lanes);
    let begun = begun_in.iter().fold(none, |all, one| all | *one);
    let waits = waited.iter().fold(none, |all, one| all | *one);
    c.claim(!(begun & !(ready & waits)).any());
    for (k, one) in begun_in.iter().enumerate() {
        c.claim(one.ones().below(2u32));
        c.claim(
            begun_in[..k].iter().fold(SymbolicBit::from(true), |all, other| all & !(*one & *other).any()),
        );
    }
    let lookups = c.array("lookup", p.walk_ctx);
    let waiters = c.array("waiters", p.walk_ctx);
    let depths = c.array("depth", p.walk_ctx);
    let tables = c.array("node", p.walk_ctx);
    let perms = c.array("perm", p.walk_ctx);
    let found = c.input("found");
    for (i, walk) in (0u32..).zip(walks) {
        let n = i as usize;
        let mut lookup = lookups[n];
        for (one, its) in begun_in.iter().zip(&begun_lookup) {
            lookup = one.bit(i).select(*its, lookup);
        }
        let mut sms = begun.bit(i).select(none, waiters[n]);
        for (one, sm) in waited.iter().zip(&waiting_sm) {
            sms = sms | one.bit(i).select(Symbol::one_at(*sm), none);
        }
        c.claim(!busy.bit(i) | lookup.is(walk.lookup) & sms.is(walk.waiters));
        let walks_on = busy.bit(i) & !ending.bit(i);
        c.claim(!walks_on | depths[n].is(walk.depth) & walk.depth.any() & !walk.depth.above(p.pt_levels));
        let over = over.bit(i);
        c.claim(!(busy.bit(i) & (walk.deeper | over)) | tables[n].is(walk.table));
        c.claim(!over | perms[n].is(walk.perm) & !(found.bit(i) ^ walk.found));
    }
}
