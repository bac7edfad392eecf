// SPDX-License-Identifier: Apache-2.0
//! The TLB that all SMs share.

use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::SLOT_BITS;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use super::page_width;
use super::store::{self, held, Entry, Store};
use crate::equality::list::{bits, packed, pick};
use crate::equality::lru::{self, WAYS};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const PORTS: usize = 2;
const CORES: usize = 2;
const SETS: usize = 2;
/// Cycles before the one in which a lookup is resolved.
const STAGES: usize = 2;

/// A lookup, if there is one: it goes through with this one to its end, its large page was found; SM and page, where the large page is.
type Lookup = ([SymbolicBit; 3], ([Symbol; 2], Entry));
const THERE: usize = 0;
const LAST: usize = 1;
const LARGE: usize = 2;

/// Of each port; those of the cycles before, the oldest first, and those that go through once more.
type Lookups = [Lookup; PORTS];
type Flight = ([Lookups; STAGES], Lookups);

/// Steps of a flush; 0: there is none.
const DRAIN: u32 = 1;
const TELL: u32 = 2;
const CLEAR_LARGE: u32 = 3;
const CLEAR_SET: u32 = 4;
const WAIT: u32 = 5;

/// The step, what is left of it or its set, the SMs that have not acknowledged; what is flushed: base pages too, all of an address space, all; address
/// space and large page.
type Flushing = ([Symbol; 3], ([SymbolicBit; 3], [Symbol; 2]));
const BASE: usize = 0;
const SPACE: usize = 1;
const ALL: usize = 2;

/// Of each port: the answer and the page for the walker.
const ANSWER: [&str; 6] = ["rsp_valid", "rsp_core", "rsp_vpn", "rsp_large", "rsp_ppn", "rsp_perm"];
const MISS: [&str; 4] = ["miss_valid", "miss_core", "miss_asid", "miss_vpn"];
type Shown = ([[Symbol; 6]; PORTS], [[Symbol; 4]; PORTS]);

/// Pulses of a flush.
const PULSES: [&str; 11] = [
    "flush_valid",
    "flush_asid",
    "flush_lvpn",
    "flush_space",
    "flush_all",
    "fl_done",
    "l1fl_valid",
    "l1fl_mask",
    "l1fl_lvpn",
    "l1fl_kind",
    "l1fl_all",
];
type Pulses = [Symbol; 11];

/// Of base pages by set, and of large ones; what fills a set in this cycle, if there is something.
type Stores = (([Store; SETS], Store), (SymbolicBit, Entry));
type State = (([Symbol; CORES], Stores), ((Flight, Flushing), (Shown, Pulses)));

/// The whole module `mosaic_l2_tlb`; what the model keeps in vectors is written again.
pub fn mosaic_l2_tlb(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mosaic_l2_tlb_model";
    fits(name, "sets", p.l2_sets(), SETS)?;
    fits(name, "entries of a set, or of large pages", p.l2_ways.max(p.l2_large), WAYS)?;
    fits(name, "SMs", p.num_cores, CORES)?;
    fits(name, "cycles of a lookup", p.l2_lat, STAGES + 1)?;
    let (no, none) = (SymbolicBit::from(false), Symbol::from(0));
    let lookups: Lookups = [([no; 3], ([none; 2], [none; 3])); PORTS];
    let flight: Flight = ([lookups; STAGES], lookups);
    let flushing: Flushing = ([none; 3], ([no; 3], [none; 2]));
    let shown = ([[none; 6]; PORTS], [[none; 4]; PORTS]);
    let stores = (([lru::empty(); SETS], lru::empty()), (no, [none; 3]));
    let reset: State = (([none; CORES], stores), ((flight, flushing), (shown, [none; 11])));
    let state: State = c.registers(layout(&p), reset);
    sound(c, &p, &state);
    same_registers(c, &p, &state);
    let next = step(c, &p, state);
    c.next(next);
    Ok(())
}

fn layout(p: &Params) -> Vec<(String, u32)> {
    let [core, vpn, lvpn, ppn] =
        [p.core_width(), p.vpn_width(), p.lvpn_width(), p.ppn_width()].map(|w| w as u32);
    let page = page_width(p);
    let named = |(name, width): (&str, u32)| (name.to_string(), width);
    let spaces = (0..CORES).map(|core| (format!("space_{core}"), p.asid_w));
    let sets = (0..SETS).flat_map(|set| store::layout(&format!("set_{set}"), page, ppn));
    let lookup = [("there", 1), ("last", 1), ("large", 1), ("core", core), ("page", page)];
    let of_large = [("large_page", page), ("large_ppn", ppn), ("large_perm", 4)];
    let lookups = (0..=STAGES).flat_map(|stage| {
        (0..PORTS).flat_map(move |port| {
            let all = lookup.into_iter().chain(of_large);
            all.map(move |(part, width)| (format!("lookup_{stage}_{port}_{part}"), width))
        })
    });
    let flush = [("step", 3), ("left", 8), ("unacknowledged", p.num_cores)];
    let of_flush = [("of_base", 1), ("of_space", 1), ("of_all", 1), ("of_asid", p.asid_w), ("of_lvpn", lvpn)];
    let answer = ANSWER.into_iter().zip([1, core, vpn, 1, ppn, 4]);
    let miss = MISS.into_iter().zip([1, core, p.asid_w, vpn]);
    let of_port = |port: usize, (name, width): (&str, u32)| (format!("{name}_{port}"), width);
    let answers = (0..PORTS).flat_map(|port| answer.clone().map(move |one| of_port(port, one)));
    let misses = (0..PORTS).flat_map(|port| miss.clone().map(move |one| of_port(port, one)));
    let pulses = PULSES.into_iter().zip([1, p.asid_w, lvpn, 1, 1, 1, 1, p.num_cores, lvpn, 1, 1]);
    let filling = [("fills", 1), ("fill_page", page), ("fill_ppn", ppn), ("fill_perm", 4)].map(named);
    let all = spaces.chain(sets).chain(store::layout("large", page, ppn)).chain(filling).chain(lookups);
    let all = all.chain(flush.into_iter().chain(of_flush).map(named));
    all.chain(answers).chain(misses).chain(pulses.map(named)).collect()
}

/// What is true of every state.
fn sound(c: &mut Circuit, p: &Params, state: &State) {
    let ((_, ((sets, large), _)), (((flight, again), flushing), ((_, misses), _))) = *state;
    for (number, set) in (0u32..).zip(&sets) {
        store::sound(c, set, 0);
        for (valid, [page, ..]) in set.0.iter().zip(set.1 .0) {
            c.claim(!*valid | (page & low(p.l2_sets().ilog2())).is(number));
        }
    }
    store::sound(c, &large, SLOT_BITS);
    for lookup in flight.iter().flatten().chain(&again) {
        c.claim(!lookup.0[LARGE] | lookup.0[THERE]);
        c.claim(!lookup.0[LARGE] | (lookup.1 .1[1] >> SLOT_BITS << SLOT_BITS).is(lookup.1 .1[1]));
    }
    flight[1].iter().chain(&again).for_each(|lookup| c.claim(!lookup.0[LARGE]));
    again.iter().for_each(|lookup| c.claim(!lookup.0[THERE] | lookup.0[LAST]));
    for (miss, again) in misses.iter().zip(&again) {
        c.claim(!miss[0].any() | again.0[THERE]);
        let page = packed(&[(miss[3], p.vpn_width() as u32), (miss[2], p.asid_w)]);
        c.claim(!miss[0].any() | miss[1].is(again.1 .0[0]) & page.is(again.1 .0[1]));
        c.claim(miss[0].any() | !(miss[1] | miss[2] | miss[3]).any());
    }
    let [step, left, _] = flushing.0;
    c.claim(!step.above(WAIT));
    c.claim(!step.is(CLEAR_SET) | left.below(p.l2_sets()));
}

/// The RTL's registers are those of the model, each while it has a meaning.
fn same_registers(c: &mut Circuit, p: &Params, state: &State) {
    let ((spaces, ((sets, large), (fills, filled))), (((flight, again), flushing), (shown, pulses))) = *state;
    c.equal("spaces", packed(&spaces.map(|space| (space, p.asid_w))));
    shows(c, p, &shown, &pulses);
    let ppn = p.ppn_width() as u32;
    store::same_as_cam(c, "large_set", p.l2_ports + 1, &large, ppn, SLOT_BITS);
    let set_bits = p.l2_sets().ilog2();
    for (number, set) in sets.iter().enumerate() {
        let entries = set.1 .0.map(|entry| [entry[0] >> set_bits, held(entry, ppn, 0)]);
        lru::same_as_ahead(c, "base_set__", [number, SETS], &(set.0, (entries, set.1 .1)));
    }
    let ways_of = |page: Symbol| {
        let set = pick(sets, page & low(set_bits), sets[0]);
        lru::way_of(&set, page)
    };
    let (lane_sets, lane_ways) =
        (c.array("lane_sets", 1 + PORTS as u32), c.array("lane_ways", 1 + PORTS as u32));
    let with_fill = c.input("with_fill");
    let due = flight[0].map(|lookup| (lookup.0[THERE], lookup.1 .0[1]));
    for (lane, (there, page)) in [(fills, filled[0])].into_iter().chain(due).enumerate() {
        c.claim(!there | lane_sets[lane].is(page & low(set_bits)) & lane_ways[lane].is(ways_of(page)));
        c.claim(!(fills & there) | !(with_fill.bit(lane as u32) ^ page.is(filled[0])));
    }
    c.equal("filling", fills);
    c.equal_if(fills, "filling_key", filled[0] >> set_bits);
    c.equal_if(fills, "filling_frame", held(filled, ppn, 0));
    c.equal_if(fills, "filling_set", Symbol::one_at(filled[0] & low(set_bits)));

    let lookup_bits = page_width(p) + p.core_width() as u32;
    let whole = |lookup: &Lookup| packed(&[(lookup.1 .0[1], page_width(p)), (lookup.1 .0[0], 8)]);
    // The RTL has the latest first.
    let [flying, ending] = ["flying", "ending"].map(|name| c.array(name, STAGES as u32));
    let stage = c.elements("stage", lookup_bits);
    for (s, lookups) in flight.iter().rev().enumerate() {
        c.claim(flying[s].is(bits(lookups.map(|lookup| lookup.0[THERE]))));
        for (port, lookup) in lookups.iter().enumerate() {
            let there = lookup.0[THERE];
            c.claim(!there | !(ending[s].bit(port as u32) ^ lookup.0[LAST]));
            c.claim(!there | stage[s * PORTS + port].is(whole(lookup)));
        }
    }
    c.equal("large_hit", bits(flight[0].map(|lookup| lookup.0[LARGE])));
    for (found, lookup) in c.array("large_held", PORTS as u32).into_iter().zip(&flight[0]) {
        c.claim(!lookup.0[LARGE] | found.is(held(lookup.1 .1, ppn, SLOT_BITS)));
    }
    c.equal("again", bits(again.map(|lookup| lookup.0[THERE])));
    for (returned, lookup) in c.elements("returned", lookup_bits).into_iter().zip(&again) {
        c.claim(!lookup.0[THERE] | returned.is(whole(lookup)));
    }

    let ([step, left, unacknowledged], (flags, [asid, lvpn])) = flushing;
    let steps = [
        ("drains", DRAIN),
        ("tells", TELL),
        ("clears_large", CLEAR_LARGE),
        ("sweeping", CLEAR_SET),
        ("waiting", WAIT),
    ];
    steps.into_iter().for_each(|(name, of)| c.equal(&format!("steps__{name}"), step.is(of)));
    c.equal_if(step.is(DRAIN), "steps__left", left);
    c.equal_if(step.is(CLEAR_SET), "steps__set", left);
    c.equal("steps__waits_for", step.is(WAIT).select(unacknowledged, Symbol::from(0)));
    let busy = step.any();
    for (name, flag) in [("of_base", BASE), ("of_space", SPACE), ("of_all", ALL)] {
        c.equal_if(busy, &format!("steps__{name}"), flags[flag]);
    }
    c.equal_if(busy, "steps__of_asid", asid);
    c.equal_if(busy, "steps__of_lvpn", lvpn);
    c.equal("fl_ready", !busy);
    let free = again.map(|lookup| !lookup.0[THERE] & !busy);
    c.equal("lk_ready", bits(free));
}

/// The outputs that the last cycle has decided.
fn shows(c: &mut Circuit, p: &Params, (answers, misses): &Shown, pulses: &Pulses) {
    let [core, vpn, ppn] = [p.core_width(), p.vpn_width(), p.ppn_width()].map(|width| width as u32);
    for ((i, name), width) in (0..).zip(ANSWER).zip([1, core, vpn, 1, ppn, 4]) {
        c.equal(name, packed(&answers.map(|answer| (answer[i], width))));
    }
    for ((i, name), width) in (0..).zip(MISS).zip([1, core, p.asid_w, vpn]) {
        c.equal(name, packed(&misses.map(|miss| (miss[i], width))));
    }
    for (name, pulse) in PULSES.into_iter().zip(*pulses) {
        c.equal(name, pulse);
    }
}

/// Whether a flush is of a large page, which is that of this page without its lowest bits.
fn concerns(p: &Params, flushing: &Flushing, large: Symbol) -> SymbolicBit {
    let (_, (flags, [asid, lvpn])) = *flushing;
    let lvpn_width = p.lvpn_width() as u32;
    let own = flags[SPACE] | (large & low(lvpn_width)).is(lvpn);
    flags[ALL] | (large >> lvpn_width).is(asid) & own
}

/// A cycle, in the order of the model: the walk that has ended fills, large entries are probed, lookups are resolved, a flush goes on.
fn step(c: &mut Circuit, p: &Params, state: State) -> State {
    let (
        (mut spaces, ((mut sets, mut large), (fills_base, filled))),
        ((flight, mut flushing), ((_, misses), _)),
    ) = state;
    let none = Symbol::from(0);
    let vpn_width = p.vpn_width() as u32;
    let entering = entering(c, p, &spaces, &flight.1, &misses, flushing.0[0].any());

    let (ended, fault, of_large) =
        (c.input_bit("wrsp_valid"), c.input_bit("wrsp_fault"), c.input_bit("wrsp_large"));
    let page = packed(&[(c.input("wrsp_vpn"), vpn_width), (c.input("wrsp_asid"), p.asid_w)]);
    let (ppn, perm) = (c.input("wrsp_ppn"), c.input("wrsp_perm"));
    let large_ppn = ppn >> SLOT_BITS << SLOT_BITS;
    let fills = ended & !fault;
    let key = page >> SLOT_BITS;
    let new = lru::fill(&mut large, fills & of_large, [key, large_ppn, perm]);
    let filling = (fills & !of_large, [page, ppn, perm]);
    let set_of = |page: Symbol| page & low(p.l2_sets().ilog2());
    for (number, set) in (0u32..).zip(&mut sets) {
        lru::fill(set, fills_base & set_of(filled[0]).is(number), filled);
    }

    let due = flight.0[0];
    let mut probed = flight.0[1];
    let clears = flushing.0[0].is(CLEAR_LARGE);
    for (flags, ([_, page], found)) in &mut probed {
        let looks = flags[THERE] & !clears;
        let (hit, entry) = lru::look(&mut large, looks, *page >> SLOT_BITS);
        flags[LARGE] = hit;
        *found = entry;
    }

    let mut again = due;
    let mut shown: Shown = ([[none; 6]; PORTS], [[none; 4]; PORTS]);
    for (port, (flags, ([core, page], of_page))) in due.into_iter().enumerate() {
        let looks = flags[THERE] & flags[LAST] & !flags[LARGE];
        let (mut hit, mut entry) = (flags[LARGE], of_page);
        for (number, set) in (0u32..).zip(&mut sets) {
            let (found, of_base) = lru::look(set, looks & set_of(page).is(number), page);
            entry = found.select(of_base, entry);
            hit = hit | found;
        }
        let vpn = page & low(vpn_width);
        let answer = [Symbol::from(1), core, vpn, flags[LARGE].into(), entry[1], entry[2]];
        shown.0[port] = hit.select(answer, [none; 6]);
        let missed = flags[THERE] & !hit;
        let miss = [Symbol::from(1), core, page >> vpn_width, vpn];
        shown.1[port] = (missed & flags[LAST]).select(miss, [none; 4]);
        again[port].0 = [missed, true.into(), false.into()];
    }

    let of = flushing;
    let is_new = |page: Symbol| new & page.is(key);
    lru::drop_keys(&mut large, |page| clears & concerns(p, &of, page) & !is_new(page));
    for (number, set) in (0u32..).zip(&mut sets) {
        let swept = of.0[0].is(CLEAR_SET) & of.0[1].is(number) & !fills_base;
        lru::drop_keys(set, |page| swept & concerns(p, &of, page >> SLOT_BITS));
    }
    let pulses = flush(c, p, &spaces, fills_base, &mut flushing);

    let (writes, core, asid) = (c.input_bit("root_we"), c.input("root_core"), c.input("root_asid"));
    for (number, space) in (0u32..).zip(&mut spaces) {
        *space = (writes & core.is(number)).select(asid, *space);
    }
    ((spaces, ((sets, large), filling)), ((([probed, entering], again), flushing), (shown, pulses)))
}

/// Lookups that go through once more, unless the walker takes them, and new ones.
fn entering(
    c: &mut Circuit,
    p: &Params,
    spaces: &[Symbol; CORES],
    again: &Lookups,
    misses: &[[Symbol; 4]; PORTS],
    flushes: SymbolicBit,
) -> Lookups {
    let (valid, ready) = (c.input("lk_valid"), c.input("miss_ready"));
    let (cores, vpns) = (c.array("lk_core", p.l2_ports), c.array("lk_vpn", p.l2_ports));
    let mut entering = *again;
    for (port, lookup) in (0..).zip(&mut entering) {
        let (place, free) = (port as usize, !lookup.0[THERE] & !flushes);
        let taken = misses[place][0].any() & ready.bit(port);
        lookup.0[THERE] = lookup.0[THERE] & !taken;
        let space = pick(*spaces, cores[place], Symbol::from(0));
        let page = packed(&[(vpns[place], p.vpn_width() as u32), (space, p.asid_w)]);
        let new: Lookup =
            ([true.into(), (!p.l2_serial).into(), false.into()], ([cores[place], page], lookup.1 .1));
        *lookup = (valid.bit(port) & free).select(new, *lookup);
    }
    entering
}

/// A flush begins, or goes on by a step; what it tells.
fn flush(
    c: &mut Circuit,
    p: &Params,
    spaces: &[Symbol; CORES],
    filled: SymbolicBit,
    flushing: &mut Flushing,
) -> Pulses {
    let (none, one) = (Symbol::from(0), Symbol::from(1));
    let ([step, left, unacknowledged], (flags, [asid, lvpn])) = *flushing;
    let at = |of: u32| step.is(of);
    let tells = at(DRAIN) & !left.any();
    let swept = at(CLEAR_SET) & !filled & left.is(p.l2_sets() - 1);
    let ends = at(CLEAR_LARGE) & !flags[BASE] | swept;
    let concerned = bits(spaces.iter().map(|space| ends & (flags[ALL] | space.is(asid))));
    let sends = concerned.any();
    let waits = ends | at(WAIT);
    let rest = at(WAIT).select(unacknowledged & !c.input("l1fl_ack"), concerned);
    let done = waits & !rest.any();

    let next = [
        (at(DRAIN) & left.any(), (DRAIN, left - one)),
        (tells, (TELL, none)),
        (at(TELL), (CLEAR_LARGE, none)),
        (at(CLEAR_LARGE) & flags[BASE], (CLEAR_SET, none)),
        (at(CLEAR_SET) & filled, (CLEAR_SET, left)),
        (at(CLEAR_SET) & !filled & !swept, (CLEAR_SET, left + one)),
        (waits & !done, (WAIT, none)),
    ];
    let (mut to, mut count) = (none, none);
    for (goes, (step, left)) in next {
        (to, count) = (goes.select(Symbol::from(step), to), goes.select(left, count));
    }
    flushing.0 = [to, count, rest];

    let comes = c.input_bit("fl_valid") & !step.any();
    let (all, space, base) = (c.input_bit("fl_all"), c.input_bit("fl_space"), c.input_bit("fl_kind"));
    let of_asid = all.select(none, c.input("fl_asid"));
    let of_lvpn = (all | space).select(none, c.input("fl_lvpn"));
    let rounds = if p.l2_serial { 2 } else { 1 };
    let drain = Symbol::from(rounds * p.l2_lat - 2);
    let new: Flushing =
        ([Symbol::from(DRAIN), drain, none], ([base | space | all, space & !all, all], [of_asid, of_lvpn]));
    *flushing = comes.select(new, *flushing);

    let told = |value: Symbol| tells.select(value, none);
    let sent = |value: Symbol| sends.select(value, none);
    [
        tells.into(),
        told(asid),
        told(lvpn),
        told(flags[SPACE].into()),
        told(flags[ALL].into()),
        done.into(),
        sends.into(),
        concerned,
        sent(lvpn),
        sent(flags[BASE].into()),
        sent((flags[SPACE] | flags[ALL]).into()),
    ]
}
